"""Players of Durak."""
