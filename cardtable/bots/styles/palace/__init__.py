"""Players of the ladder of the court."""
