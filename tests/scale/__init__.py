"""Measurements with ten thousand tables in one database (`python -m tests.scale`)."""
