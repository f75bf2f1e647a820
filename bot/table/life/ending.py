"""How a table comes to its end before its game is over, by kinds that are kept apart, and who stands where then.

agreed: all who were there wanted it; conceded: all but one gave up; vacated: a seat stayed empty and the others let the
score count as it stood; void: as if it had not been played. The clock alone ends nothing and makes no winner.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.table import announce
from bot.table.live import LiveTable
from bot.table.notices import calls
from engines.kernel import Msg, Seat
from storage import Transaction
from storage.messages.kinds import Saying
from storage.play import decisions, open_questions, requests, results
from storage.play import games as game_rows
from storage.play.games import Ending
from storage.play.results import ResultRow
from storage.time import timers


class Standing(NamedTuple):
    """Where a seat stands at the end. place: 1 is the best."""

    seat: Seat
    place: int
    total: int


def standings(
    ending: Ending, scores: Sequence[Standing], left: Collection[Seat], winner: Seat | None = None
) -> tuple[Standing, ...]:
    """The places that count; none if nothing does. scores: by the rules, as if the game were over.

    left: seats that nobody held at the end: where the game ended for that reason, they stand behind all others, in the
    order of their scores. winner: who was left when all others had given up.
    """
    if ending == "void":
        return ()
    if ending in ("finished", "agreed"):
        return tuple(scores)

    def behind(one: Standing) -> bool:
        return one.seat != winner if ending == "conceded" else one.seat in left

    order = sorted(scores, key=lambda one: (behind(one), one.place))
    found: list[Standing] = []
    for n, one in enumerate(order, 1):
        before = order[n - 2] if n > 1 else None
        equal = before is not None and before.place == one.place and behind(before) == behind(one)
        found.append(Standing(one.seat, found[-1].place if equal else n, one.total))
    return tuple(found)


def result(live: LiveTable) -> tuple[Standing, ...]:
    """The places of an ended table that count, best first; () if none do, or today's rules cannot read the game."""
    if live.match is None or live.row.ending is None:
        return ()
    scores = [Standing(score.seat, score.place, score.total) for score in live.match.scores()]
    left = [seated.seat for seated in live.seats if seated.is_vacant]
    return standings(live.row.ending, scores, left, remaining(live))


def remaining(live: LiveTable) -> Seat | None:
    """The only seat that is still held."""
    found = [seated.seat for seated in live.seats if not seated.is_vacant]
    return found[0] if len(found) == 1 else None


async def _record(tx: Transaction, live: LiveTable, now: int) -> None:
    """The places, with whoever held each seat last, if everybody has decided something: else nothing had begun. Of
    games that end early those are rated in which people gave up or stayed away: nobody escapes a loss by that.
    """
    begun = {row.seat for row in await decisions.live(tx, live.id)} >= set(range(len(live.seats)))
    holders = {one.seat: one.holder for one in live.held if one.holder is not None}
    rated = int(live.plan.rated and live.row.ending in ("conceded", "vacated"))
    rows = [
        ResultRow(live.id, one.seat, None if seated.is_computer else holders.get(one.seat), seated.policy,
                  one.place, one.total, rated, now)
        for one in result(live)
        if one.seat < len(live.seats) and (seated := live.seats[one.seat])
    ]  # fmt: skip
    if begun:
        await results.put(tx, rows)


async def close(tx: Transaction, live: LiveTable, now: int, ending: Ending) -> None:
    """The table ends now; the seed is told, and nobody is asked any more."""
    seed = live.row.seed
    assert seed is not None
    rev = await game_rows.end(tx, live.id, at=now, ending=ending)
    live.row = replace(live.row, rev=rev, status="ended", ending=ending, ended_at=now)
    for row in await open_questions.of_game(tx, live.id):
        await calls.end_of_ping(tx, live, now, row)
    await open_questions.update(tx, live.id, (), step=0, epoch=live.row.epoch, at=now)
    await timers.cancel(tx, live.id)
    for request in live.requests:
        await requests.withdraw(tx, live.id, request.kind)
    await announce.requests_lapse(tx, live, now)
    await _record(tx, live, now)
    winner = remaining(live)
    args = {} if winner is None else {"who": live.names[winner]}
    notice = announce.Notice(Msg(f"life.ended.{ending}", {"seed": seed.hex(), **args}))
    await announce.say(tx, live, now, Saying.NOTICE, f"ended:{now}", notice)
    await announce.card(tx, live, now)
