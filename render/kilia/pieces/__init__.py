"""Pieces on the boards: goods, zone tiles, abilities, cards, ships."""
