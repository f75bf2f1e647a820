"""Paragraphs, cards and tiles looked up and shown."""
