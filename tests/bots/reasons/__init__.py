"""The conditions under which reasons are true, by family."""
