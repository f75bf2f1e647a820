"""Handling of one Discord interaction: its context, its answer, its errors."""
