"""R9 What a helper does may be left out: the question that carries it out offers that, too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.kernel import Msg, Option, Seat, Table, Term, Who
from engines.signorie.table.state import State

SKIP = Option("skip", None, Msg("helper.skip"), Msg("helper.skip_detail"))


class Voluntary(NamedTuple):
    """The helper (its label) whose effect it is."""

    helper: Term

    def told(self, t: Table[State], seat: Seat) -> None:
        """Once the player has not left it out."""
        t.tell("helper.used", who=Who(seat), helper=self.helper)


def beside(options: Sequence[Option], by: Voluntary | None) -> list[Option]:
    """The options of an effect, with leaving it out if it is voluntary."""
    return [*options, SKIP] if by else list(options)


def silence(options: Sequence[Option], by: Voluntary | None) -> str:
    """What a time-out answers: it leaves out what may be left out."""
    return SKIP.key if by else options[0].key
