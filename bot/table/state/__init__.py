"""A table in memory: settings, seats, Match, recent actions."""
