"""Typed data of each question, for computer players, preset answers and pictures, which do not read sentences.

All of it is public knowledge; only the options reveal anything from a hand.
"""

import msgspec

from engines.kernel import Seat


class _Subject(msgspec.Struct, frozen=True):
    """Base of all question data; its class tells the kind of question."""


class PickRace(_Subject, frozen=True):
    """R5.2 The choice of a race."""


class DraftPick(_Subject, frozen=True):
    """R5.3 A pick of the skill draft."""

    step: int
    """Number of the pick, from 1."""
    cards: int
    """Cards in the pack."""


class PlaceCubes(_Subject, frozen=True):
    """R5.6 The number of cubes for a resource. The last resource takes the rest."""

    resource: str
    """Morale, food or faith."""
    left: int
    """Cubes not placed yet."""


class PickBasic(_Subject, frozen=True):
    """R5.7 The choice between the two basic skills of the race."""

    skills: tuple[str, ...]
    """The recommended one first."""


class ChooseArea(_Subject, frozen=True):
    """R7.1 The choice of the genesis area."""

    faith: int
    """The seat's faith."""
    has_all_cards: bool = False
    """The options are all pairs of genesis cards, not only the cheapest pair of each area."""


class Pray(_Subject, frozen=True):
    """S11 The offer to pay faith for wrath."""

    faith: int
    """Price."""
    wrath: int
    """Wrath gained."""


class Strike(_Subject, frozen=True):
    """R7.2 The spaces of the genesis area that wrath of god strikes."""

    area: str
    """Genesis area."""
    wrath: int
    """Wrath that a strike costs: all that the player has."""
    max_spaces: int
    """Maximum number of spaces."""
    loss: int
    """Population that a town loses."""


class Flood(_Subject, frozen=True):
    """B04 The offer to pay faith for a sea token on the area."""

    area: str
    """Genesis area, which has no sea token yet."""
    faith: int
    """Price."""


class PlaceWorkers(_Subject, frozen=True):
    """R7.4 The placing of workers."""

    area: str
    """Genesis area; with S13 spaces outside it are possible, too."""
    workers: int
    """Workers at hand."""
    food: int
    """Food in stock."""
    morale: int
    """Morale in stock, which pays for food with S10."""
    is_single: bool
    """Workers are placed one after the other, not all in one answer."""


class PlayCard(_Subject, frozen=True):
    """R7.5 The choice of a hand card."""

    size: int
    """Cards in the current generation."""
    can_change: bool
    """A new generation is possible."""


class Petition(_Subject, frozen=True):
    """R7.5 The choice of a card, the kind that it counts as, and how it is played."""

    size: int
    """Cards in the current generation."""
    can_change: bool
    """A new generation is possible."""
    faith: int
    """Price of the petition."""


class MoveWorker(_Subject, frozen=True):
    """R7.6 Revelation: a move of a worker within the genesis area or out of it."""

    area: str
    """Genesis area; a worker that has left it stays where it is."""
    left: int
    """Actions left."""


class UseExtras(_Subject, frozen=True):
    """R7.6 Prosperity: the hand cards discarded and the resources converted, one for each action."""

    actions: int
    """Extras that the player can use: actions of the card, as far as there is something to use them for."""


class PickTargets(_Subject, frozen=True):
    """R7.6 Prosperity: the target resources of a conversion."""

    sources: tuple[tuple[str, int], ...]
    """Source resources with the amount of each."""
    number: int
    """Cubes to be distributed."""


class Exchange(_Subject, frozen=True):
    """B02 The conversion of one resource into another."""


class Discard(_Subject, frozen=True):
    """R7.6 The choice of hand cards to discard after a generation change."""


class Bid(_Subject, frozen=True):
    """R7.7 The declaration of morale in a war."""

    area: str
    """Genesis area."""
    highest: int
    """Highest bid so far."""
    strengths: tuple[tuple[Seat, int], ...]
    """Each seat with its strength, without the die but with its bid."""


class StartWar(_Subject, frozen=True):
    """R7.7 The confirmation by an active player with no declaration, before dice are rolled or others are asked."""

    area: str
    """Genesis area."""
    seats: tuple[Seat, ...]
    """Participants, in the order of declaration."""


class Spoils(_Subject, frozen=True):
    """R7.7 The winner's choice of resources for opposing towns that lost population."""

    max_count: int
    """Maximum number of resources."""


class Windfall(_Subject, frozen=True):
    """S29 The choice of resources."""

    amount: int
    """Cubes to be distributed; fewer than the skill gives if the tracks have less room."""


class Build(_Subject, frozen=True):
    """R7.8 The choice of the space for a new town."""


class Rebuild(_Subject, frozen=True):
    """R7.8 The choice of destroyed towns to be rebuilt."""


class Reconstruct(_Subject, frozen=True):
    """S23 The choice of a destroyed town without a worker to be restored."""

    food: int
    """Price."""


class EndTurn(_Subject, frozen=True):
    """R7.9 The confirmation before the hand is refilled."""


class SetSkill(_Subject, frozen=True):
    """R7.9 The choice of a face-down skill to be set."""

    left: int
    """Face-down skills left."""
