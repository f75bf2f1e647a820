"""Private pictures, each for one player."""
