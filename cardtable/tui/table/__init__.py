"""Screens with cards: the table and the flow of its match, lessons, puzzles, replays, reviews."""
