"""The heuristic evaluation of a position, and the computer player based on it."""
