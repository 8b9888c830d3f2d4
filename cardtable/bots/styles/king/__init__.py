"""Players of King by contracts."""
