"""Players of Kozel."""
