"""The player's own data: settings, saved tables, results, achievements."""
