"""What is kept of a player: settings, tables set up before, results, achievements."""
