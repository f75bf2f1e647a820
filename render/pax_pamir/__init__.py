"""Pax Pamir: the overview, zooms of it, courts, and the private panels."""
