"""How good a position is; the computer player made from it."""
