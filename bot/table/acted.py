"""Who did what in the last turns: for the letters on the card's picture, and for the lines below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engines.kernel import Event, Match, Msg, Seat, Who
from engines.kernel.words import sentences

_MOST_ACTED = 8
"""What was acted before so many of them counts as nobody's."""


class Acted(NamedTuple):
    """Who acted (None: several at once), what a spectator saw before it, whether it goes on with a turn.

    said: what the log tells everybody of it, each sentence with the number of its decision
    """

    seat: Seat | None
    before: Any
    goes_on: bool
    said: list[tuple[int, Msg]]

    def say(self, n: int, events: Sequence[Event]) -> None:
        """What decision n did; reasons are no deeds."""
        self.said.extend((n, event.text) for event in events if event.is_deed)

    def by(self, n: int) -> Seat | None:
        """Whose deeds up to decision n are: of who decided, unless all that their answer did was somebody else's, who
        had waited for it.
        """
        if self.goes_on and self.seat is not None:
            told = (one.args.get("who") for text in self.upto(n) for one in sentences(text))
            doers = {who.seat for who in told if isinstance(who, Who)}
            if len(doers) == 1:
                return doers.pop()
        return self.seat

    def upto(self, n: int) -> tuple[Msg, ...]:
        """What decisions up to n did: later ones are not public yet."""
        return tuple(text for number, text in self.said if number <= n)


class Recent:
    """Who acted in what was told last, in what is not told yet, and in the turn that goes on; each oldest first.

    before: what a spectator saw before all that was told last; after: when it was told. told: who acted in it; untold:
    who has since; of_turn: who acted in the turn that goes on, from its beginning; told_of_turn: what of it was told
    already, as its player asked somebody for less of a bribe.
    """

    def __init__(self, now: Any = None) -> None:
        """now: what a spectator sees; nothing has been told yet."""
        self.before = self.after = now
        self.told: tuple[Acted, ...] = ()
        self.untold: list[Acted] = []
        self.of_turn: tuple[Acted, ...] = ()
        self.told_of_turn: tuple[Acted, ...] = ()

    def acts(self, match: Match[Any], seat: Seat) -> None:
        """A decision of this seat comes: how the board stands before it, if somebody else acted last or a turn begins
        with it, is remembered. What ended the turn of another is not told as part of one's own.
        """
        by = None if match.ask is not None and match.ask.together else seat
        goes_on = bool(match.tail)
        if not goes_on:
            self.of_turn, self.told_of_turn = (), ()
        begins = by is not None and not goes_on
        if self.untold and self.untold[-1].seat == by and not begins:
            return
        self.untold.append(Acted(by, match.public().view(None), goes_on, []))
        self.of_turn = (*self.of_turn, self.untold[-1])
        if len(self.untold) > _MOST_ACTED:
            first = self.untold[0]
            self.untold[:2] = [first._replace(seat=None, said=[])]

    def say(self, n: int, events: Sequence[Event]) -> None:
        """What the decision that came last did; n: its number."""
        self.untold[-1].say(n, events)

    def tell(self, match: Match[Any]) -> None:
        """All of it is told now. A turn that an answer interrupted is told whole."""
        self.before = self.told_of_turn[0].before if self.told_of_turn else self.after
        self.told, self.untold = (*self.told_of_turn, *self.untold), []
        self.told_of_turn = self.of_turn if match.tail else ()
        self.after = match.public().view(None)
