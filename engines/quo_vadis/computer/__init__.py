"""The evaluation of positions, the computer player based on it, and the reasons shown with suggestions."""
