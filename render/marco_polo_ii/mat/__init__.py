"""The board of one seat."""
