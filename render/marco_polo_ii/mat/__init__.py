"""The player mat of one seat."""
