"""The action spaces: offers, cards, contracts, and the dice placed there."""
