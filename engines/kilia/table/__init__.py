"""State of the game, setup, and values read off the state."""
