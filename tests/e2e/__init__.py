"""Whole games by clicks alone, through the real discord.py client and the stand-in."""
