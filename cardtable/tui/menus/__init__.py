"""The way to a table: first screen, games, set-up, hall, tournaments, settings, statistics, replays."""
