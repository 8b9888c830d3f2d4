"""The terminal: its signals, its colours, its output, and themes."""
