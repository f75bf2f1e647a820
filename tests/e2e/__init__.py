"""Whole games played by clicks, with the real discord.py client and the fake Discord server."""
