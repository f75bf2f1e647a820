"""Teban on Discord: commands, the living card, panels, and the life of a table."""
