"""The confirmation that ends a turn or a reward: all that it changed, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import NamedTuple

from engines.kernel import Msg, Seat, Table, Term
from engines.signorie.data.ids import INITIATIVE, Career, CityName, HelperId, Row
from engines.signorie.effects.tiles import row_words
from engines.signorie.effects.tracks import disc_key, slot_words
from engines.signorie.table.board import CAREERS, initiative_slot, threshold
from engines.signorie.table.state import State


class Before(NamedTuple):
    """What a player had when the turn began.

    careers: men on each slot by track; cities: free slots of each; rows: tiles in each row of the plan
    """

    vp: int
    florins: int
    men: int
    women: int
    careers: dict[Career, tuple[int, ...]]
    disc: int
    cities: dict[CityName, int]
    rows: dict[Row, int]
    helpers: tuple[HelperId, ...]
    brides: int
    dice: int
    threshold: int


def before(state: State, seat: Seat) -> Before:
    player = state.players[seat]
    return Before(
        player.vp,
        player.florins,
        player.supply["male"],
        player.supply["female"],
        {track: tuple(men) for track, men in player.careers.items()},
        initiative_slot(state, seat),
        {city_id: city.slots.count(None) for city_id, city in state.cities.items()},
        {row: len(laid.face_up) + len(laid.face_down) for row, laid in player.plan.items()},
        tuple(player.helpers),
        player.brides,
        player.dice_sum,
        threshold(player),
    )


async def confirm_end(t: Table[State], seat: Seat, was: Before, key: str = "turn.confirm", rule: str = "R6") -> None:
    """R4 The turn ends when the player confirms it.

    Not asked when dice have just been rolled with nothing decided after them: there would be nothing to take back.
    """
    if t.revealed:
        return
    # A turn begins with a die, so as a rule its sum alone tells that something has changed.
    changed = _dice_changed(t.state, seat, was) or next(changes(t.state, seat, was), None) is not None
    await t.confirm(seat, key, rule=rule, default="yes", detail=partial(told, t.state, seat, was) if changed else None)


def told(state: State, seat: Seat, was: Before) -> Msg:
    """Two of a kind, as two men who enter the same track, are one change, twice."""
    counted = ((change, len(list(same))) for change, same in groupby(changes(state, seat, was)))
    words = (change if n == 1 else Msg("summary.times", {"change": change, "n": n}) for change, n in counted)
    return Msg("summary.all", {"changes": tuple(words)})


def changes(state: State, seat: Seat, was: Before) -> Iterator[Msg]:
    """Points first, then means, then what stands and lies on the table."""
    now = before(state, seat)
    if now.vp != was.vp:
        yield Msg("summary.vp", {"gained": now.vp - was.vp, "vp": now.vp})
    for kind, then, left in (
        ("florins", was.florins, now.florins),
        ("men", was.men, now.men),
        ("women", was.women, now.women),
    ):
        if left != then:
            yield Msg(f"summary.{kind}", {"before": then, "now": left})
    yield from _tracks(was, now)
    for city_id, city in sorted(state.cities.items()):  # slots are filled from the first to the last
        for meeple in city.slots[len(city.slots) - was.cities[city_id] :]:
            if meeple is not None and meeple.seat == seat:
                yield Msg("summary.city", {"sex": Term(f"sexes.{meeple.sex}"), "city": Term(f"cities.{city_id}")})
    for row, tiles in now.rows.items():
        if tiles != was.rows[row]:
            yield Msg("summary.tile", {"row": row_words(row), "tiles": tiles})
    for helper in now.helpers:
        if helper not in was.helpers:
            yield Msg("summary.helper", {"helper": Term(f"helper_labels.{helper}")})
    if now.brides != was.brides:
        yield Msg("summary.son")
    if _dice_changed(state, seat, was):
        yield Msg("summary.dice", {"sum": now.dice, "threshold": now.threshold})


def _dice_changed(state: State, seat: Seat, was: Before) -> bool:
    """Whether the sum of the dice, or what it may be, counts and is another one."""
    player = state.players[seat]
    return state.phase == "actions" and (player.dice_sum, threshold(player)) != (was.dice, was.threshold)


def _tracks(was: Before, now: Before) -> Iterator[Msg]:
    """Men who advanced, entered or left, and the disc."""
    for track in CAREERS:
        steps = [new - old for old, new in zip(was.careers[track], now.careers[track], strict=True)]
        gone = [slot for slot, step in enumerate(steps, 1) for _ in range(-step)]
        come = [slot for slot, step in enumerate(steps, 1) for _ in range(step)]
        entered = max(0, len(come) - len(gone))
        name = Term(f"terms.{track}")
        for slot in come[:entered]:
            yield Msg("summary.enter", {"track": name, "end": slot_words(track, slot)})
        for start, end in zip(gone, come[entered:], strict=False):
            walk = {"start": slot_words(track, start), "end": slot_words(track, end)}
            yield Msg("summary.walk", {"track": name, **walk})
        for slot in gone[len(come) - entered :]:
            yield Msg("summary.leave", {"track": name, "start": slot_words(track, slot)})
    if now.disc != was.disc:
        marks = {"start": slot_words(INITIATIVE, was.disc), "end": slot_words(INITIATIVE, now.disc)}
        yield Msg(disc_key("summary.disc", now.disc), {"steps": now.disc - was.disc, **marks})
