"""What each question is about, as typed data: whoever answers or draws a question reads this and no sentence.

All of it is public knowledge; what comes from a hand is in the options alone.
"""

from __future__ import annotations

import msgspec

from engines.kernel import Seat


class _About(msgspec.Struct, frozen=True):
    """A kind of question is told by its type."""


class PickRace(_About, frozen=True):
    """R5.2"""


class DraftPick(_About, frozen=True):
    """R5.3 The pick's number from 1, and how many cards the pack has."""

    step: int
    cards: int


class Cubes(_About, frozen=True):
    """R5.6 Cubes for a resource, of so many that are left. The last resource takes what is left over."""

    resource: str
    left: int


class PickBasic(_About, frozen=True):
    """R5.7 The two basic skills of the race."""

    skills: tuple[str, ...]


class ChooseArea(_About, frozen=True):
    """R7.1 The areas, or (other) every way to choose them."""

    faith: int
    other: bool = False


class Pray(_About, frozen=True):
    """S11 Faith for wrath."""

    faith: int
    wrath: int


class Strike(_About, frozen=True):
    """R7.2 Wrath of god on the genesis area."""

    area: str
    paid: int
    most: int
    loss: int


class Flood(_About, frozen=True):
    """B04 A sea token for faith."""

    area: str
    faith: int


class Place(_About, frozen=True):
    """R7.4 Workers to be placed: all at once, or (single) one after the other."""

    area: str
    workers: int
    food: int
    morale: int
    single: bool


class Play(_About, frozen=True):
    """R7.5 A hand card. size: of the current generation; change: a new generation is possible."""

    size: int
    change: bool


class Petition(_About, frozen=True):
    """R7.5 The card, what it counts as, and how it is played."""

    size: int
    change: bool
    faith: int


class Move(_About, frozen=True):
    """R7.6 Revelation: moves of workers out of the genesis area or within it."""

    area: str
    left: int


class Extra(_About, frozen=True):
    """R7.6 Prosperity: what is given, a hand card or a resource for each action."""

    actions: int


class Into(_About, frozen=True):
    """R7.6 Prosperity: what so many of the resources that were given become. given: of each resource"""

    given: tuple[tuple[str, int], ...]
    number: int


class Exchange(_About, frozen=True):
    """B02 One resource into another."""


class Bid(_About, frozen=True):
    """R7.7 Morale to spend. highest: bid so far; strengths: seat, strength without the die, bids included."""

    area: str
    highest: int
    strengths: tuple[tuple[Seat, int], ...]


class StartWar(_About, frozen=True):
    """R7.7 The last moment before dice are rolled or others are asked, for a player who declares nothing."""

    area: str
    seats: tuple[Seat, ...]


class Spoils(_About, frozen=True):
    """R7.7 Resources for opposing towns that lost population."""

    most: int


class Windfall(_About, frozen=True):
    """S29 Resources of choice."""

    amount: int


class Build(_About, frozen=True):
    """R7.8 The space of the new town."""


class Rebuild(_About, frozen=True):
    """R7.8 Which destroyed towns are rebuilt."""


class Reconstruct(_About, frozen=True):
    """S23 A destroyed town without a worker."""

    food: int


class EndTurn(_About, frozen=True):
    """R7.9 The hand is refilled next."""


class SetSkill(_About, frozen=True):
    """R7.9 A face-down skill."""

    left: int
