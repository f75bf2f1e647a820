"""The palazzo whose front is the board: wall of careers, loggia of cities, walnut table, and the view at evening."""
