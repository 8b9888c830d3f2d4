"""What commands and the menu share: the player's language, and their tables, records, lessons and puzzles."""
