"""R9 What everybody can foresee of a cleanup before it is confirmed: events that leave the market, and checks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engines.kernel import Msg, Outcome, Term, outcome
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.table.deck import pile_borders
from engines.pax_pamir.table.dominance import checks_left, clear_leader, dominant, forecast
from engines.pax_pamir.table.facts import WithoutEffect
from engines.pax_pamir.table.names import effect
from engines.pax_pamir.table.state import COLUMNS, State

from .events import leave_market
from .refill import checks_in_market

LEFTMOST = (0, COLUMNS)
"""R9.3 Column 0, the top space first."""


def told(s: State, player: int) -> Msg:
    """The warnings as sentences, and that the refill is next."""
    notes = (Msg("cleanup.note", {"note": note}) for note in warnings(s, player))
    return Msg("cleanup.foreseen", {"notes": (*notes, Msg("cleanup.next"))})


def warnings(s: State, player: int) -> tuple[Msg, ...]:
    """R9.3, R9.4 A line for each event that will do something, and for a check that the refill may bring about."""
    lines: list[Msg] = []
    after = s
    for index in LEFTMOST:
        card = after.market[index].card
        if card not in CONTENT.events or after.phase == "over":
            continue
        found = outcome(after, partial(leave_market, index=index))
        if not _idle(card, found):
            then = _then(consequences.told(after, found, player))
            lines.append(_check(then) if card in CONTENT.checks else _event(card, then))
        after = found.state
    lines += _unstable(after)
    return tuple(lines)


def coming(s: State, player: int) -> tuple[Msg, ...]:
    """R9.3, R10 The dominance check that the cleanup of this turn triggers, as things stand; nothing if none is due."""
    if not any(s.market[index].card in CONTENT.checks for index in LEFTMOST):
        return ()
    return tuple(Msg("cleanup.coming", note.args) for note in warnings(s, player) if note.key == "cleanup.check")


def _idle(card: int, found: Outcome[State]) -> bool:
    """Whether the event does nothing this time."""
    return CONTENT.events[card].discarded == "no_effect" or WithoutEffect() in found.facts


def _event(card: int, then: list[Msg]) -> Msg:
    side = CONTENT.events[card].discarded
    return Msg(
        "cleanup.event_then" if then else "cleanup.event",
        {"event": Term(f"event.{side}"), "effect": effect(side), "then": tuple(then)},
    )


def _check(then: list[Msg]) -> Msg:
    return Msg("cleanup.check", {"then": tuple(then)})


def _then(parts: list[consequences.Part]) -> list[Msg]:
    """Without what is still to be chosen: of event 114 everything, also where a hand has but one card."""
    return consequences.worded(parts, "open", "hand")


def _unstable(s: State) -> Iterator[Msg]:
    """R9.4 With one check in the market a second one means a check at once, for which both leave it."""
    if s.phase == "over" or len(checks_in_market(s)) != 1 or not check_may_come(s):
        return
    coalition, final = dominant(s), checks_left(s) == 2
    gained = forecast(s, coalition, final)
    then = list(consequences.check_words(s, coalition, gained))
    totals = [who.vp + points for who, points in zip(s.players, gained, strict=True)]
    if final or clear_leader(totals) is not None:
        then.append(Msg("then.over"))
    yield Msg("cleanup.unstable", {"then": tuple(then)})


def check_may_come(s: State) -> bool:
    """R3.3, R9.4 Whether the refill may reach the pile with the next dominance check; the sizes of piles are public."""
    left = checks_left(s) - len(checks_in_market(s))
    drawn = sum(space.card is None for space in s.market)
    return left > 0 and drawn > len(s.deck) - pile_borders(s)[left]
