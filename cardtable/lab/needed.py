"""Optional packages, imported only when needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def needed(module: str, package: str) -> Any:
    """Imports a module of another package. Raises ValueError, naming the package, if it is not installed."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ValueError(f"{package} is not installed: pip install {package}") from error
