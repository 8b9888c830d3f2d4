"""The terminal: its signals, its colours, what is sent to it, and themes."""
