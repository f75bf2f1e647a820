"""Answering questions, and preset answers."""
