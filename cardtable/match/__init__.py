"""Matches: one that goes on, what each seat may see of it, its record, and tournaments of them."""
