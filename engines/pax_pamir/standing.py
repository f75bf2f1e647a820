"""R7.7 Answers that people give in advance: how they take the bribe requests of each payer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engines.kernel import Msg, Option, Prompt, Seat, Standing, Who
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table.bribes import topic
from engines.pax_pamir.table.questions import BribeOffered

from .view import View


def _standing(payer: Seat) -> Standing:
    def choices(view: View, seat: Seat) -> Sequence[Option]:
        people = [player.number for player in view.players if not player.automa]
        return _orders() if payer != seat and payer in people else ()

    return Standing(Msg("standing.bribe", {"payer": Who(payer)}), choices, ordered)


@lru_cache
def _orders() -> tuple[Option, ...]:
    """R7.7 Never, up to so many rupees off, or whatever is offered."""
    upto = [Option(f"upto:{n}", n, Msg("order.upto", {"off": n})) for n in (1, 2, 3)]
    return Option("never", 0, Msg("order.never")), *upto, Option("always", None, Msg("order.always"))


def ordered(prompt: Prompt, off: int | None) -> tuple[str, ...]:
    """R7.7 What an order answers: accept within its limit, else name the least that the limit allows.

    off: the most that the full bribe may be lowered by; None: by anything.
    """
    asked: BribeOffered = prompt.about
    if off == 0:
        return ("refuse",)
    if off is None:
        return ("accept",)
    least = asked.full - off
    return ("accept",) if asked.offer >= least else (f"counter:{least}",)


STANDING = {topic(seat): _standing(seat) for seat in range(CONTENT.data.meta.players_max)}
