"""Seat assignments: the present holder of each seat, and its earlier tenures."""

from dataclasses import dataclass

from engines.kernel import Seat
from storage.play.seat_tenures import TenureReason
from storage.play.seats import SeatKind, SeatRow

NEWCOMER_GAMES = 2
"""A person who has finished this many games of a kind is no newcomer to it. A game may be over after six turns of one's
own.
"""


@dataclass(frozen=True, slots=True)
class SeatAssignment:
    """A seat and its holder."""

    seat: Seat
    """0 .. n-1."""
    person: int | None
    """None for a computer player and for an open seat."""
    name: str
    """For an open seat the name of the person who left, in brackets."""
    policy: str | None
    """The computer player that has the seat."""
    colour: str | None
    """One of `Rules.colors`; None: not chosen, or the rules decide."""
    joined_at: int
    """Unix milliseconds, as in `SeatRow`."""
    autopilot_policy: str | None = None
    """Policy of the autopilot that answers while the person is away, until they answer themselves."""
    substitute: int | None = None
    """Substitute: another person who answers for the holder, until substitute_until (Unix milliseconds)."""
    substitute_name: str = ""
    """"" without a substitute."""
    substitute_until: int | None = None
    """Unix milliseconds; None without a substitute."""
    games_finished: int | None = None
    """Games of this kind that the person had finished when the table began. None before the start and for empty seats.
    """

    @property
    def is_newcomer(self) -> bool:
        """Whether the person gets the aids of a first game."""
        return self.games_finished is not None and self.games_finished < NEWCOMER_GAMES

    @property
    def is_computer(self) -> bool:
        """Whether a computer player has the seat."""
        return self.policy is not None

    @property
    def is_vacant(self) -> bool:
        """Whether the seat's person has left and the seat has no new holder yet."""
        return self.person is None and self.policy is None

    @property
    def answering_policy(self) -> str | None:
        """The policy that answers the seat's questions; None: a person does."""
        return self.policy or self.autopilot_policy

    @property
    def person_to_notify(self) -> int | None:
        """The person to notify when the seat is asked; None: a computer player answers, or the seat is open."""
        return None if self.autopilot_policy is not None else self.substitute or self.person

    def build_row(self, table_id: int) -> SeatRow:
        """Build the row to store."""
        kind: SeatKind = "computer" if self.is_computer else "open" if self.is_vacant else "person"
        return SeatRow(
            table_id,
            self.seat,
            kind,
            self.person,
            self.policy,
            self.colour,
            self.joined_at,
            self.autopilot_policy,
            self.substitute,
            self.substitute_until,
        )


@dataclass(frozen=True, slots=True)
class SeatTenure:
    """A tenure: the time during which a seat had the same holder and the same player answering for it."""

    seat: Seat
    """0 .. n-1."""
    from_n: int
    """The first decision of the tenure."""
    holder: int | None
    """The person whose seat it was; None: a computer player, or the seat was open."""
    name: str
    """The name shown on the seat."""
    person: int | None
    """The person who answered; None: a computer player, or the seat was open."""
    substitute: str
    """Name of the substitute; "" if there was none."""
    policy: str | None
    """The computer player that answered."""
    reason: TenureReason
    """Event with which it began."""
    began_at: int
    """Unix milliseconds of that event."""
