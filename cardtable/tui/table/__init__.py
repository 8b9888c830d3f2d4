"""Screens with cards on them: the table and how its match goes on, lessons, puzzles, replays, reviews."""
