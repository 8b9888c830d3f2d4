"""A real headless browser for testing pages: the system's Chromium, driven by Playwright."""

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
"""A desktop, a small one, a phone in landscape and in portrait, the smallest phone."""


@contextmanager
def browser() -> Iterator[Browser]:
    """Opens Chromium for the block."""
    with sync_playwright() as driver:
        # Chromium refuses to use its own sandbox as root, which a container often runs as.
        arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        found = driver.chromium.launch(executable_path=CHROMIUM, args=arguments)
        try:
            yield found
        finally:
            found.close()


class Watched:
    """A page, with everything that it logs to the console and every request it makes."""

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
        """Presses these keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def reads(self, selector: str, said: str) -> bool:
        """Waits until the element holds this text. Raises Playwright's TimeoutError if it never does."""
        self.page.locator(selector, has_text=said).wait_for()
        return True

    def text(self, selector: str) -> str:
        """The text of an element."""
        return self.page.locator(selector).inner_text()
