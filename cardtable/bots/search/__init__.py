"""Players that look ahead: the search, what it is told of a game, and what was weighed."""
