"""Marks on a picture: option numbers, frames and author badges of changes, captions, legends."""
