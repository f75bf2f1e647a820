"""Moderation, and moving a table to another channel."""
