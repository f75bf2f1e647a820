"""Rulebook entries generated from the data: cards, contracts, achievements, spaces, ships, vocabulary."""
