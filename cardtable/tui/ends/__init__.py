"""The end of a deal, match or evening: its story, its scores and its course."""
