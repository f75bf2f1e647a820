"""The lobby: a table before its start."""
