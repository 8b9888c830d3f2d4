"""cardtable: Durak and other Russian card games at a terminal table."""

from importlib.machinery import SOURCE_SUFFIXES, PathFinder

__version__ = "0.2.0"


def is_compiled() -> bool:
    """Whether the rules were compiled when this was installed (`CARDTABLE_COMPILE=1 pip install .`)."""
    cards = PathFinder.find_spec(f"{__name__}.cards", __path__)
    return cards is not None and not str(cards.origin).endswith(tuple(SOURCE_SUFFIXES))


def told_version() -> str:
    """The version for display: `"0.2.0"`, `"0.2.0, compiled"`."""
    return f"{__version__}, compiled" if is_compiled() else __version__
