"""The evaluation of positions, and the computer player and suggestions that use it."""
