"""What a question is about, as typed data: for standing answers, computer players and pictures."""

from msgspec import Struct


class PickHive(Struct, frozen=True):
    """R2 A hive, and with it the colour of the seat."""


class Keep(Struct, frozen=True):
    """R3 A flower out of the basket; so many lie in it."""

    flowers: int


class Morning(Struct, frozen=True):
    """R4 An errand, and the flower to praise."""


class Bring(Struct, frozen=True):
    """R5 Up to so many flowers for the market."""

    most: int
