"""Players of Bura."""
