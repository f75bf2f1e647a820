"""The State, queries on it, and scoring."""
