"""The game state and functions that read it."""
