"""Enlarged parts of the overview: public, or private with option numbers."""
