"""Kilia (Lars Ehresmann; HUCH! 2025), for 2 to 4 players."""
