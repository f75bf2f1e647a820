"""What happens: setup, turns, the cards and their effects, checks."""
