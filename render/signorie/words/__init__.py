"""Texts for the pictures of Signorie: alt texts, the whole board in words, and changes."""
