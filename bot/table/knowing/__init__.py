"""Knowing what happened: the course of a game, what changed, how games end, and what the bot keeps about people."""
