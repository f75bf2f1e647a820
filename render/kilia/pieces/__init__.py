"""Goods, zone tiles, abilities, cards, ships: what lies on the boards."""
