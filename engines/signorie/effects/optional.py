"""R9 Optional effects of helpers: the question that carries out the effect also offers to skip it."""

from collections.abc import Sequence
from typing import NamedTuple

from engines.kernel import GameContext, Message, NounRef, Option, Seat, SeatRef
from engines.signorie.table.state import State

SKIP = Option("skip", None, Message("helper.skip"), Message("helper.skip_detail"))


class OptionalEffect(NamedTuple):
    """An effect of a helper that the player may still decline."""

    helper: NounRef
    """The helper's label."""

    def log_use(self, ctx: GameContext[State], seat: Seat) -> None:
        """Log that the helper is used; called once the player has not declined."""
        ctx.log_event("helper.used", who=SeatRef(seat), helper=self.helper)


def add_skip(options: Sequence[Option], optional: OptionalEffect | None) -> list[Option]:
    """Return the options of an effect, plus the option to skip it if it is optional."""
    return [*options, SKIP] if optional else list(options)


def find_default_key(options: Sequence[Option], optional: OptionalEffect | None) -> str:
    """Return the key of the default answer for time-outs: skip an optional effect, else the first option."""
    return SKIP.key if optional else options[0].key
