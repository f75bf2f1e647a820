"""Texts for the pictures of Signorie: alt texts, the report of the board, and changes."""
