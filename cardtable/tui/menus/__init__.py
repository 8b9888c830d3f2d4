"""The screens on the way to a table: start, games, set-up, hall, tournaments, settings, statistics, replays."""
