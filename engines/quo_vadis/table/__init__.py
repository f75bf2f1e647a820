"""The State of the game and the queries on it."""
