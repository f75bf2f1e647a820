"""Why an option is good, for first-game aids: what the family has gained when the turn is about to be confirmed."""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel import Msg, Prompt, Seat, Term
from engines.signorie.actions.helpers import label
from engines.signorie.data.content import CONTENT
from engines.signorie.effects.family import Roll, people
from engines.signorie.effects.tiles import row_words
from engines.signorie.table.board import initiative_slot, row_vp, threshold, within_threshold
from engines.signorie.table.state import Player, State

INITIATIVE = CONTENT.data.initiative_track.vp


def reasons(before: State, after: State, seat: Seat) -> Iterator[Msg]:
    """One by one: VP first, then what brings VP later, then means."""
    was, now = before.players[seat], after.players[seat]
    yield from _points(was, now)
    yield from _later(was, now)
    yield from _initiative(before, after, seat)
    yield from _means(was, now)


def _points(was: Player, now: Player) -> Iterator[Msg]:
    """VP now, and rows that will score (R12)."""
    if now.vp > was.vp:
        yield Msg("aid.vp", {"vp": now.vp - was.vp})
    for row, laid in now.plan.items():
        if row_vp(laid) and not row_vp(was.plan[row]):
            yield Msg("aid.row", {"row": row_words(row), "vp": row_vp(laid)})


def _later(was: Player, now: Player) -> Iterator[Msg]:
    """Helpers, brides, alliance tiles, men further up."""
    for helper in now.helpers:
        if helper not in was.helpers:
            color = Term(f"die_colors.{CONTENT.helpers[helper].column}")
            yield Msg("aid.helper", {"helper": label(helper), "color": color})
    if now.brides > was.brides:
        yield Msg("aid.bride")
    for row, laid in now.plan.items():
        if laid.size > was.plan[row].size and not row_vp(laid):
            yield Msg("aid.tile", {"row": row_words(row), "tiles": laid.size})
    if (steps := _steps(now) - _steps(was)) > 0:
        yield Msg("aid.careers", {"steps": steps})


def _steps(player: Player) -> int:
    """How far the men have come on the career tracks."""
    return sum((slot + 1) * men for track in player.careers.values() for slot, men in enumerate(track))


def _initiative(before: State, after: State, seat: Seat) -> Iterator[Msg]:
    was, now = (initiative_slot(state, seat) for state in (before, after))
    if now > was:
        vp = INITIATIVE[now]
        yield Msg("aid.initiative" if vp else "aid.initiative_low", {"steps": now - was, "vp": vp})


def _means(was: Player, now: Player) -> Iterator[Msg]:
    """Meeples in supply, and florins."""
    men, women = (max(0, now.supply[sex] - was.supply[sex]) for sex in ("male", "female"))
    if men or women:
        yield Msg("aid.people", {"people": people(men, women)})
    if now.florins > was.florins:
        yield Msg("aid.florins", {"florins": now.florins - was.florins})


def costs(before: State, after: State, seat: Seat) -> Iterator[Msg]:
    """R11 More pips than the threshold allows: the round's reward is lost."""
    was, now = before.players[seat], after.players[seat]
    if within_threshold(was) and not within_threshold(now) and after.slot == before.slot:
        yield Msg("aid.threshold", {"sum": now.dice_sum, "threshold": threshold(now)})


def hopes(_state: State, asked: Prompt) -> Iterator[Msg]:
    """R8.4 Dice that are about to be rolled."""
    if isinstance(asked.about, Roll):
        yield Msg("aid.offspring", {"dice": asked.about.dice})
