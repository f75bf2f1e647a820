"""Aids for a first game: stars at the options that serve a player best, with their reasons."""
