"""How good a position is; the computer player and the suggestions made from it."""
