"""The end of a deal, of a match and of an evening: its story, its scores and its course."""
