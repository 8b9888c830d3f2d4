"""Slow second implementations, written from the rules catalogues only."""
