"""The life of a table, without a word about Discord: seats, play, taking back, consent, standing answers, timers.

Every function that changes a table takes a `House` and a `Live` that is held (`async with house.at(id) as live`),
raises `Refused` before anything has happened, and has committed when it returns.
"""

from .house import House
from .live import Live, Plan, Request, Seated
from .people import Person
from .token import Token

__all__ = ["House", "Live", "Person", "Plan", "Request", "Seated", "Token"]
