"""R5 What a player may start in a turn: the answers to `questions.Menu`."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engines.pax_pamir.data.types import Action

End = Literal["left", "right"]
"""Of a court."""
ENDS: tuple[End, End] = ("left", "right")


class Buy(NamedTuple):
    """R6.1 Purchase the card of a market space."""

    space: int


class Play(NamedTuple):
    """R6.2 Play a hand card at an end of the court."""

    card: int
    end: End


class Use(NamedTuple):
    """R8 Use an action of a card of the own court."""

    card: int
    action: Action


Start = Buy | Play | Use | Literal["end"]
