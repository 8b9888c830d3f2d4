"""Players of 101."""
