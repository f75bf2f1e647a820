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
from engines.pax_pamir.table.market import COLUMN_COSTS, unit_cost
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
    """R9.3, R10 The dominance check that the cleanup of this turn triggers, as things stand; if none is due, one that
    lies in the market.
    """
    if not any(s.market[index].card in CONTENT.checks for index in LEFTMOST):
        return tuple(_lying(s, player))
    return tuple(Msg("cleanup.coming", note.args) for note in warnings(s, player) if note.key == "cleanup.check")


def _lying(s: State, player: int) -> Iterator[Msg]:
    """R6.1, R12 A check that whoever buys it sets off, if it gave somebody more than the player, or ended the game."""
    for index, space in enumerate(s.market):
        if space.card in CONTENT.checks:
            then, ends, gained = _forecast(s, final=checks_left(s) == 1)
            if ends or max(gained) > gained[player]:
                told = tuple(consequences.addressed(part, s.named(player)) for part in then)
                yield Msg("cleanup.lying", {"cost": COLUMN_COSTS[index] * unit_cost(s), "then": told})


def _forecast(s: State, final: bool) -> tuple[list[Msg], bool, list[int]]:
    """R10.3, R10.4 What a check would bring now, in words; whether it would end the game; and the points."""
    coalition = dominant(s)
    gained = forecast(s, coalition, final)
    totals = [who.vp + points for who, points in zip(s.players, gained, strict=True)]
    ends = final or clear_leader(totals) is not None
    then = [*consequences.check_words(s, coalition, gained), *([Msg("then.over")] if ends else [])]
    return then, ends, gained


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
    then, _, _ = _forecast(s, final=checks_left(s) == 2)
    yield Msg("cleanup.unstable", {"then": tuple(then)})


def check_may_come(s: State) -> bool:
    """R3.3, R9.4 Whether the refill may reach the pile with the next dominance check; the sizes of piles are public."""
    left = checks_left(s) - len(checks_in_market(s))
    drawn = sum(space.card is None for space in s.market)
    return left > 0 and drawn > len(s.deck) - pile_borders(s)[left]
