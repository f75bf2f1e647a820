"""A table before its start."""
