"""Lessons: a summary of each game and an example first turn, step by step."""
