"""Packages that only those need who ask for what they do."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def needed(module: str, package: str) -> Any:
    """A module of another package. Raises ValueError, which names the package, where it is not installed."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ValueError(f"{package} is not installed: pip install {package}") from error
