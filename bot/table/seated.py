"""Who has a seat, and who had it before."""

from __future__ import annotations

from dataclasses import dataclass

from engines.kernel import Seat
from storage.play.seats import Kind, SeatRow
from storage.play.stretches import Why

FIRST_GAMES = 2
"""Who has played so many games of a kind to their end is no newcomer to it. One may be over after six own turns."""


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits on a seat. person: None for a computer player, whose policy is named instead, and for a seat that was
    left and is open to others: then `name` is that of the person who left, in brackets.
    """

    seat: Seat
    person: int | None
    name: str
    policy: str | None
    colour: str | None
    joined_at: int
    relief: str | None = None
    """The policy that answers for the person, who is away, until they answer themselves."""
    sitter: int | None = None
    """Another person who answers for them, until sitter_until (Unix milliseconds)."""
    sitter_name: str = ""
    sitter_until: int | None = None
    finished: int | None = None
    """Games of this kind that the person had seen the end of when the table began; None: it has not, or nobody is here.
    """

    @property
    def is_newcomer(self) -> bool:
        """The person is given the aids of a first game."""
        return self.finished is not None and self.finished < FIRST_GAMES

    @property
    def is_computer(self) -> bool:
        """A computer player has the seat."""
        return self.policy is not None

    @property
    def is_vacant(self) -> bool:
        """Its person has left it, and nobody has taken it yet."""
        return self.person is None and self.policy is None

    @property
    def answers(self) -> str | None:
        """The policy that answers what the seat is asked; None: the person does."""
        return self.policy or self.relief

    @property
    def called(self) -> int | None:
        """The person to call when the seat is asked; None: a computer player answers, or nobody is there."""
        return None if self.relief is not None else self.sitter or self.person

    def row(self, game: int) -> SeatRow:
        kind: Kind = "computer" if self.is_computer else "open" if self.is_vacant else "person"
        return SeatRow(
            game,
            self.seat,
            kind,
            self.person,
            self.policy,
            self.colour,
            self.joined_at,
            self.relief,
            self.sitter,
            self.sitter_until,
        )


@dataclass(frozen=True, slots=True)
class Held:
    """A stretch of a seat: from decision from_n on `name` was written there. sitter: who answered for them, "" if
    nobody else did; policy: the computer player that answered.
    """

    seat: Seat
    from_n: int
    holder: int | None
    name: str
    person: int | None
    sitter: str
    policy: str | None
    why: Why
    at: int
