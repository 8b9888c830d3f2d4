"""Players that look ahead: the search, its knowledge of each game, and the reports of what it weighed."""
