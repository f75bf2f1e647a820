"""Seats that change hands, pauses, and what people decide together."""
