"""Upgrades of the rules during play: a table continues, restarts its turn, is replayed from its seed, or pauses.

The tests change the rules of Flotsam: A places two marks and confirms, then all bid simultaneously.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from engines.flotsam import auction
from engines.flotsam.state import State

from bot.table import Person, TableService, consent
from bot.table.notices.outbox import Notice
from bot.table.seats import substitutes
from bot.table.service import table_service as service_module
from engines.kernel import Game, GameContext, Refused, Setup, load_games
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.time import timers
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players

SUBSTITUTE = Person(104, "Emma", "en")

NewRules = Callable[..., TableService]


@pytest.fixture
def upgraded(service: TableService, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> NewRules:
    """Return a function that restarts the service on the same database with a changed Flotsam."""

    def start_upgraded(**changed: Any) -> TableService:
        flotsam = replace(load_games()["flotsam"], **changed)
        monkeypatch.setattr(service_module, "load_games", lambda: {"flotsam": flotsam})
        return TableService(service.db, clock, "en")

    return start_upgraded


async def start_bidding(service: TableService, players: Players) -> int:
    """Start a table at which A has placed the marks and confirmed and B has bid 2, while A and C must still bid."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await players.answer(table, 0, "raise:tea", "raise:silk")
        await players.answer(table, 0, "yes")
        await players.answer(table, 1, "bid:2")
    return table_id


async def load_notices(service: TableService, table_id: int) -> list[tuple[str, tuple[int, ...]]]:
    """Return (key, mentioned people) of the notices after the start, oldest first."""
    all_notices = [
        msgspec.json.decode(row.payload, type=Notice)
        for row in await outbox_rows.load_rows_newest_first(service.db, table_id, OutboxKind.NOTICE)
    ]
    return [(notice.msg.key, notice.mention) for notice in reversed(all_notices)][1:]  # without the start


async def count_decisions(service: TableService, table_id: int) -> int:
    [(standing,)] = await service.db.fetch_rows(
        "SELECT count(*) FROM decisions WHERE game = ? AND undone_at IS NULL", (table_id,)
    )
    return int(standing)


RESTARTED = ("notice.turn_restarted", (AOI.id, MARCO.id))


async def play_turn_raising(ctx: GameContext[State]) -> None:
    """Raise an error after an answer that was legal."""
    await auction.post_prices(ctx)
    raise KeyError("tea")


async def play_turn_without_confirmation(ctx: GameContext[State]) -> None:
    """Play the turn without its confirmation, so that later answers fit other questions."""
    await auction.post_prices(ctx)
    ctx.state.lot = ctx.take_from(ctx.state.pile)
    await auction.run_auction(ctx, ctx.state.lot)


async def play_turn_with_other_effect(ctx: GameContext[State]) -> None:
    """Play the turn with the same questions but another effect."""
    await auction.post_prices(ctx)
    ctx.log_event("unsold", lot="x")
    await ctx.confirm(ctx.state.crier, "open", rule="R3")
    ctx.state.lot = ctx.take_from(ctx.state.pile)
    await auction.run_auction(ctx, ctx.state.lot)


async def test_rules_that_changed_nothing_for_this_turn_go_on(
    service: TableService, players: Players, upgraded: NewRules
) -> None:
    table_id = await start_bidding(service, players)
    newer = upgraded(rules_version=2)
    async with newer.lock_table(table_id) as table:
        assert table.waiting == (0, 2) and table.match is not None and table.match.position == 3
    assert await load_notices(newer, table_id) == []


@pytest.mark.parametrize(
    ("turn", "rules"),
    [
        (play_turn_raising, 1),
        (play_turn_raising, 2),
        (play_turn_without_confirmation, 1),
        (play_turn_with_other_effect, 2),
    ],
    ids=["raises", "raises, new version", "keys do not fit", "other effect"],
)
async def test_unfitting_turn_restarts_and_notifies_answering_players(
    service: TableService, players: Players, upgraded: NewRules, turn: Any, rules: int
) -> None:
    table_id = await start_bidding(service, players)
    newer = upgraded(play_turn=turn, rules_version=rules)
    await newer.load_games_in_play()
    async with newer.lock_table(table_id) as table:
        assert table.is_playing and table.waiting == (0,)
        assert table.match is not None and table.match.position == 0 and table.build_question_ref(0) is not None
    assert await load_notices(newer, table_id) == [RESTARTED]
    assert await count_decisions(newer, table_id) == 0
    # A is notified by the notice
    assert len(await outbox_rows.load_rows_newest_first(newer.db, table_id, OutboxKind.TURN_NOTIFICATION)) == 3


async def test_turn_restart_notifies_substitutes(
    service: TableService, players: Players, clock: Clock, upgraded: NewRules
) -> None:
    """Both the holder of a seat and their substitute lose an answer."""
    table_id = await start_bidding(service, players)
    async with service.lock_table(table_id) as table:
        await substitutes.invite_substitute(service, table, MARCO, SUBSTITUTE, clock() + 86_400_000)
        await substitutes.accept_substitution(service, table, SUBSTITUTE, 1)
        await players.answer(table, 2, "bid:1")
    newer = upgraded(play_turn=play_turn_raising)
    await newer.load_games_in_play()
    assert (await load_notices(newer, table_id))[-1] == (
        "notice.turn_restarted",
        (AOI.id, MARCO.id, SUBSTITUTE.id, JULES.id),
    )


async def test_a_request_to_undo_lapses_with_the_turn_and_others_stay_open(
    service: TableService, players: Players, upgraded: NewRules
) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await players.answer(table, 0, "raise:tea", "raise:silk")
        await players.answer(table, 0, "yes")
        await players.answer(table, 1, "bid:2")
        for kind in ("undo", "end"):
            await consent.request_consent(service, table, AOI, kind)
        assert {request.kind for request in table.requests} == {"undo", "end"}
    async with service.db.transaction() as tx:  # mark both as posted
        await tx.execute("UPDATE outbox SET sent_at = 1 WHERE kind = 'request'")
    newer = upgraded(play_turn=play_turn_raising)
    await newer.load_games_in_play()
    async with newer.lock_table(table_id) as table:
        assert [request.kind for request in table.requests] == ["end"]
    assert [row.key for row in await outbox_rows.load_waiting_rows(service.db, table_id, OutboxKind.REQUEST)] == [
        "undo"
    ]
    assert [row.key for row in await timers.load_timers(service.db, table_id) if row.kind == "request"] == ["end"]


async def test_turn_with_other_questions_restarts(service: TableService, players: Players, upgraded: NewRules) -> None:
    """A's marks fit, but without the confirmation all would be asked to bid and the crate would be revealed."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await players.answer(table, 0, "raise:tea", "raise:silk")
    newer = upgraded(play_turn=play_turn_without_confirmation)
    async with newer.lock_table(table_id) as table:
        assert table.waiting == (0,) and table.match is not None and table.match.position == 0
    assert await load_notices(newer, table_id) == [("notice.turn_restarted", (AOI.id,))]


async def test_turn_restart_is_published_once(service: TableService, players: Players, upgraded: NewRules) -> None:
    table_id = await start_bidding(service, players)
    for _ in range(3):
        newer = upgraded(play_turn=play_turn_raising)
        await newer.load_games_in_play()
    assert await load_notices(newer, table_id) == [RESTARTED]


class Stormy(State, kw_only=True):
    """A State with a new field that has no default and is missing in stored States."""

    storms: int


def build_stormy_rules(**changed: Any) -> dict[str, Any]:
    def new_stormy_game(setup: Setup, ctx: GameContext[Any]) -> Any:
        calm = load_games()["flotsam"].new_game(setup, ctx)
        return msgspec.convert({**msgspec.to_builtins(calm), "storms": 0}, Stormy)

    return {"state_type": Stormy, "new_game": new_stormy_game, **changed}


async def test_unreadable_state_is_replayed_from_the_seed(
    service: TableService, players: Players, upgraded: NewRules
) -> None:
    table_id = await start_bidding(service, players)
    newer = upgraded(**build_stormy_rules())
    async with newer.lock_table(table_id) as table:
        assert isinstance(table.match and table.match.state, Stormy)
        assert table.waiting == (0, 2) and table.match is not None and table.match.position == 3
        await players.answer(table, 2, "bid:0")
    assert await load_notices(newer, table_id) == []
    again = upgraded(**build_stormy_rules())  # the rewritten checkpoint is readable
    async with again.lock_table(table_id) as table:
        assert table.waiting == (0,)


async def test_state_is_upgraded_by_the_game(service: TableService, players: Players, upgraded: NewRules) -> None:
    table_id = await start_bidding(service, players)

    def upgrade(state: dict[str, Any], version: int) -> dict[str, Any]:
        assert version == 1
        return {**state, "storms": 7}

    async with upgraded(**build_stormy_rules(rules_version=2, upgrade=upgrade)).lock_table(table_id) as table:
        assert table.match is not None and table.match.state.storms == 7 and table.waiting == (0, 2)


def build_unreadable_rules(game: Game[Any]) -> dict[str, Any]:
    """Return changed rules that can neither read the checkpoint nor start a new game."""

    def raise_key_error(setup: Setup, ctx: GameContext[Any]) -> Any:
        raise KeyError("storms")

    return build_stormy_rules(new_game=raise_key_error)


async def test_unplayable_game_pauses_until_rules_are_fixed(
    service: TableService, players: Players, upgraded: NewRules, clock: Clock
) -> None:
    table_id = await start_bidding(service, players)
    for _ in range(2):
        worse = upgraded(**build_unreadable_rules(load_games()["flotsam"]))
        await worse.load_games_in_play()
        async with worse.lock_table(table_id) as table:
            assert table.is_paused and table.waiting == ()
            with pytest.raises(Refused, match=r"table\.refused\.paused"):
                table.require_match()
    everybody = (AOI.id, MARCO.id, JULES.id)
    assert await load_notices(worse, table_id) == [("notice.paused", everybody)]
    assert await count_decisions(worse, table_id) == 3
    clock.pass_hours(200)
    better = upgraded()
    await better.load_games_in_play()
    async with better.lock_table(table_id) as table:
        assert table.waiting == (0, 2) and not table.is_paused
    assert await load_notices(better, table_id) == [
        ("notice.paused", everybody),
        ("notice.goes_on", (AOI.id, JULES.id)),
    ]


async def test_damaged_checkpoint_is_rebuilt_from_the_seed(
    service: TableService, players: Players, upgraded: NewRules
) -> None:
    table_id = await start_bidding(service, players)
    async with service.db.transaction() as tx:
        await tx.execute("UPDATE checkpoints SET state = ? WHERE game = ?", (b"\0", table_id))
    async with upgraded().lock_table(table_id) as table:
        assert table.waiting == (0, 2) and table.is_playing


async def test_recent_actions_are_not_replayed_under_newer_rules(
    service: TableService, players: Players, upgraded: NewRules
) -> None:
    """The game continues from its checkpoint. A replay under the new rules would give other turns: the card would mark
    changes that never happened and reveal cards of the pile.
    """
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        while table.published_n < 9 or table.require_match().decisions_since_frame:
            await players.answer_randomly(table)
        assert table.recent_actions.published

    older = load_games()["flotsam"].play_turn

    async def turn(ctx: GameContext[State]) -> None:
        ctx.take_from(ctx.state.pile)
        await older(ctx)

    async with upgraded(play_turn=turn, rules_version=2).lock_table(table_id) as table:
        assert table.is_playing
        public_view = table.require_match().build_public_match().build_view(None)
        assert (
            not table.recent_actions.published
            and table.recent_actions.view_before == table.recent_actions.view_after == public_view
        )
