"""A real browser without a window, for pages: Chromium as the system has it, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed here; .ci/run installs it")
SIZES = ((1280, 800), (1024, 600), (844, 390), (390, 844), (360, 640))
"""A desktop, a small one, a phone lying and standing, the smallest phone."""


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium, until the block ends."""
    with sync_playwright() as driver:
        # As root, which a container often is, Chromium refuses its own sandbox.
        arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        found = driver.chromium.launch(executable_path=CHROMIUM, args=arguments)
        try:
            yield found
        finally:
            found.close()


class Watched:
    """A page, and everything that it says to its console or asks of anybody."""

    def __init__(self, found: Browser, size: tuple[int, int], *, look: str = "dark") -> None:
        width, height = size
        context = found.new_context(
            viewport={"width": width, "height": height},
            color_scheme="light" if look == "light" else "dark",
            reduced_motion="reduce",
        )
        self.page: Page = context.new_page()
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def press(self, *keys: str) -> None:
        """These keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def reads(self, selector: str, said: str) -> bool:
        """True as soon as this stands in an element. Raises the TimeoutError of playwright where it never does."""
        self.page.locator(selector, has_text=said).wait_for()
        return True

    def text(self, selector: str) -> str:
        """What stands in an element."""
        return self.page.locator(selector).inner_text()
