"""The computer player: what a State is worth to a seat."""
