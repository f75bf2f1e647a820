"""Short rules that replace those of the example game, and queries shared by tests of time and seats."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from bot.table import Person, TableService
from bot.table.background import timer_worker
from bot.table.notices.outbox import Notice
from engines.kernel import GameContext, NounRef, Option, TurnInfo, load_games, message
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.play import decisions
from storage.time import timers as timer_rows

from .conftest import AOI, MARCO, Clock, Players

A, B, C = 0, 1, 2
PEOPLE = (Person(1, "Ann", "en"), Person(2, "Bo", "en"), Person(3, "Cy", "en"))
"""The people of the random histories."""
ONLY_RULES = pytest.mark.sqlite_only(reason="the fault is in the bot's rules, which are the same on both engines")

Turn = Callable[[GameContext[Any]], Coroutine[Any, Any, None]]


def mark_seeds(seeds: Iterable[int], on_server: int) -> list[Any]:
    """Return seeds as parameters of a test; on PostgreSQL, where each takes longer, only so many of them run."""
    few = pytest.mark.sqlite_only(reason="a few seeds are enough on PostgreSQL")
    return [pytest.param(seed, marks=[few] if nth >= on_server else []) for nth, seed in enumerate(seeds)]


def build_turn(*seats: int, default: str | None = "pass") -> Turn:
    """Return a turn that asks these seats one after the other. default: answer on timeout, None for none."""

    async def turn(ctx: GameContext[Any]) -> None:
        answers = [Option(key, key, NounRef("goods.tea")) for key in ("take", "pass")]
        for seat in seats:
            await ctx.choose(seat, "unsold", answers, default=default, lot=NounRef("goods.tea"))
        ctx.state.round += 1

    return turn


def use_turn(patch: pytest.MonkeyPatch, turn: Turn, turn_seat: int | None) -> None:
    """Replace flotsam's turn. turn_seat: the seat on turn, or None."""
    flotsam = replace(
        load_games()["flotsam"], play_turn=turn, turn_info=lambda view: TurnInfo(message("unsold"), turn=turn_seat)
    )
    for module in ("service.table_service", "terms.table_terms", "state.suggestions"):
        patch.setattr(f"bot.table.{module}.load_games", lambda: {"flotsam": flotsam})


async def fire_due_timers(service: TableService, clock: Clock) -> None:
    """Fire all due timers."""
    while (row := await timer_rows.load_next_timer(service.db)) is not None and row.due_at <= clock():
        await timer_worker.serve_timer(service, row)


async def load_notices(service: TableService, table_id: int) -> list[Notice]:
    """Return the table's notices, oldest first."""
    rows = await outbox_rows.load_rows_newest_first(service.db, table_id, OutboxKind.NOTICE)
    return [msgspec.json.decode(row.payload, type=Notice) for row in reversed(rows)]


async def load_notice_keys(service: TableService, table_id: int, prefixes: Sequence[str] = ("",)) -> list[str]:
    """Return the keys of notices that start with one of these prefixes, oldest first."""
    return [
        notice.msg.key for notice in await load_notices(service, table_id) if notice.msg.key.startswith(tuple(prefixes))
    ]


async def load_origins(service: TableService, table_id: int) -> list[tuple[int, str]]:
    """Return (seat, origin) of each decision."""
    return [(row.seat, row.origin) for row in await decisions.load_active(service.db, table_id)]


async def start_second_turn(service: TableService, players: Players, pace: str) -> int:
    """Start a table and play one turn of both seats, so that A is asked again."""
    table_id = await players.start_table(AOI, MARCO, pace=pace)
    async with service.lock_table(table_id) as table:
        for seat in (A, B):
            await players.answer(table, seat, "take")
    return table_id


async def play_turn(ctx: GameContext[Any]) -> None:
    """Ask the crier, then another seat off turn, then the crier again."""
    crier = ctx.state.round % len(PEOPLE)
    answers = [Option(key, key, NounRef("goods.tea")) for key in ("take", "pass")]
    await ctx.choose(crier, "unsold", answers, lot=NounRef("goods.tea"))
    await ctx.choose((crier + 1) % len(PEOPLE), "unsold", answers, default="pass", lot=NounRef("goods.silk"))
    await ctx.choose(crier, "unsold", answers, lot=NounRef("goods.salt"))
    ctx.state.round = (ctx.state.round + 1) % len(PEOPLE)


def build_game() -> Any:
    """Return the example game with these turns; it never ends."""

    def build_turn_info(view: Any) -> TurnInfo:
        return TurnInfo(message("unsold"), turn=(view.round - 1) % len(PEOPLE))

    return replace(load_games()["flotsam"], play_turn=play_turn, turn_info=build_turn_info, problems=lambda state: [])
