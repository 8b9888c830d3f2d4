"""Shared by the commands and the menu: the player's language, tables, records, lessons and puzzles."""
