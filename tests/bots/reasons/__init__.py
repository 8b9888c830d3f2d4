"""When reasons are true, by family."""
