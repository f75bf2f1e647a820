"""Attacks that must find nothing: what a stranger's page, a forged id or a second program can try."""
