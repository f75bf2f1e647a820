"""Waking hours, leave, time controls and turn clocks."""
