"""The rulebook's entries that are made from the data: cards, contracts, achievements, spaces, ships, words."""
