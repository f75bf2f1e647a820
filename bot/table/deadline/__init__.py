"""Deadlines of seats, and outages of the bot."""
