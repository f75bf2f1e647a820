"""The rules: setup, turns, cards and their effects, checks."""
