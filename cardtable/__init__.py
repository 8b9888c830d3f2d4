"""cardtable: Durak and other Russian card games at a terminal table."""

__version__ = "0.1.0"
