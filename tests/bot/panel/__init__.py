"""Panels: what they show, and when."""
