"""The printed facts of the game, and their types."""
