"""Seats during a game: lateness, autopilots, substitutes, open seats, pauses."""
