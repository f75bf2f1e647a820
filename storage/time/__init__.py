"""Rows about time: timers, clocks of seats, pauses, and when the bot was online."""
