"""Typed data of each question, for preset answers, computer players and pictures."""

from msgspec import Struct


class PickHive(Struct, frozen=True):
    """R2 The choice of a hive, and with it of the seat's colour."""


class Keep(Struct, frozen=True):
    """R3 The choice of a flower from the basket."""

    flowers: int
    """Number of flowers in the basket."""


class Morning(Struct, frozen=True):
    """R4 The choice of an errand and of a flower to praise."""


class Bring(Struct, frozen=True):
    """R5 The choice of flowers for the market."""

    max_count: int
    """Maximum number."""
