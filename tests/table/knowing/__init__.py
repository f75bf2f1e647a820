"""Tests of a game's history, results and statistics, and of personal data."""
