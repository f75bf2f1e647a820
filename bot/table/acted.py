"""Who did what in the last turns: for the letters on the card's picture, and for the lines below it.

Only what everybody may know comes in: Views of a spectator up to the barrier, and of the log what all may read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engines.kernel import Event, Match, Msg, Seat, Who
from engines.kernel.words import sentences

_MOST_ACTED = 8
"""What was acted before so many of them counts as nobody's."""


@dataclass(slots=True)
class Acted:
    """Who acted (None: several at once), what a spectator saw before it, whether it goes on with a turn.

    first: the number of its first decision; deeds: what the log tells of it, each sentence with its decision's number
    """

    seat: Seat | None
    before: Any
    goes_on: bool
    first: int
    deeds: list[tuple[int, Msg]] = field(default_factory=list)

    def upto(self, n: int) -> tuple[Msg, ...]:
        """What decisions up to n did: later ones are not public yet."""
        return tuple(text for number, text in self.deeds if number <= n)

    def by(self, n: int) -> Seat | None:
        """Whose deeds up to decision n are."""
        return whose(self.seat, self.goes_on, self.upto(n))


def whose(seat: Seat | None, goes_on: bool, told: Iterable[Msg]) -> Seat | None:
    """Whose deeds a step told: of who decided, unless all that their answer did, in the turn of another, was somebody
    else's, who had waited for it.
    """
    if goes_on and seat is not None:
        named = (one.args.get("who") for text in told for one in sentences(text))
        doers = {who.seat for who in named if isinstance(who, Who)}
        if len(doers) == 1:
            return doers.pop()
    return seat


class Coming(NamedTuple):
    """What the next decision belongs to, the last step or a new one, and whether a turn begins with it."""

    acted: Acted
    begins: bool


class Recent:
    """Who acted in what was told last, in what is not told yet, and in the turn that goes on; each oldest first.

    before: what a spectator saw before all that was told last; after: when it was told. told: who acted in it; untold:
    who has since; of_turn: who acted in the turn that goes on, from its beginning; told_of_turn: what was told already
    of a turn that was told before its end, as somebody else was asked: it is told whole the next time.
    """

    def __init__(self, now: Any = None) -> None:
        """now: what a spectator sees; nothing has been told yet."""
        self.before = self.after = now
        self.told: tuple[Acted, ...] = ()
        self.untold: tuple[Acted, ...] = ()
        self.of_turn: tuple[Acted, ...] = ()
        self.told_of_turn: tuple[Acted, ...] = ()

    def coming(self, match: Match[Any], seat: Seat, n: int) -> Coming:
        """Before decision n of this seat: it goes on with the last step, or somebody else acted last or a turn begins
        with it, and it is a step of its own. What ended the turn of another is not told as part of one's own.
        """
        by = None if match.ask is not None and match.ask.together else seat
        begins = not match.tail
        if self.untold and self.untold[-1].seat == by and not (begins and by is not None):
            return Coming(self.untold[-1], begins)
        return Coming(Acted(by, match.public().view(None), not begins, n), begins)

    def add(self, coming: Coming, n: int, events: Sequence[Event]) -> None:
        """Decision n was made and did this; reasons are no deeds."""
        acted = coming.acted
        acted.deeds.extend((n, event.text) for event in events if event.is_deed)
        of_turn = () if coming.begins else self.of_turn
        self.of_turn = of_turn if of_turn and of_turn[-1] is acted else (*of_turn, acted)
        if self.untold and self.untold[-1] is acted:
            return
        self.untold = (*self.untold, acted)
        if len(self.untold) > _MOST_ACTED:
            first, _, *others = self.untold
            self.untold = (Acted(None, first.before, first.goes_on, first.first), *others)

    def tell(self, match: Match[Any], upto: int) -> None:
        """Everything up to this decision, the last public one, is told now; what began later is not."""
        self.before = self.told_of_turn[0].before if self.told_of_turn else self.after
        self.told = (*self.told_of_turn, *(one for one in self.untold if one.first <= upto))
        self.untold = tuple(one for one in self.untold if one.first > upto)
        self.told_of_turn = tuple(one for one in self.of_turn if one.first <= upto) if match.tail else ()
        self.after = match.public().view(None)
