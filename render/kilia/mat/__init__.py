"""The board of one player and its parts."""
