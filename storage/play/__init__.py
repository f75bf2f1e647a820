"""Rows about games: tables, seats, decisions, checkpoints, open questions, requests and results."""
