"""How the tests are shared out."""

from __future__ import annotations

import os


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than processors: tests of the screen mostly wait."""
    return (os.cpu_count() or 1) + 1
