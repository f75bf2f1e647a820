"""Evaluation of positions, the computer player based on it, and explanations of suggestions."""
