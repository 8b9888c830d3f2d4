"""Matches: the match in progress, what each seat may see of it, its record, and tournaments."""
