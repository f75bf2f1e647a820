"""A table in play meets newer rules: it goes on, begins its turn again, is played again from its seed, or pauses.

The rules that change are those of Flotsam: A spreads two marks and confirms, then all bid at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from engines.flotsam import auction
from engines.flotsam.state import State

from bot.table import Person, TableService, consent, service
from bot.table.announce import Notice
from bot.table.life import sitting
from engines.kernel import Game, Refused, Setup, Table, games
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.time import timers

from .conftest import AOI, JULES, MARCO, Clock, Players

SITTER = Person(104, "Emma", "en")

NewRules = Callable[..., TableService]


@pytest.fixture
def upgraded(tables: TableService, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> NewRules:
    """The bot started anew on the same database, with Flotsam changed."""

    def start(**changed: Any) -> TableService:
        flotsam = replace(games()["flotsam"], **changed)
        monkeypatch.setattr(service, "games", lambda: {"flotsam": flotsam})
        return TableService(tables.db, clock, "en")

    return start


async def bidding(tables: TableService, players: Players) -> int:
    """A has spread the marks and confirmed, B has bid 2; A and C are asked still."""
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await players.say(live, 0, "raise:tea", "raise:silk")
        await players.say(live, 0, "yes")
        await players.say(live, 1, "bid:2")
    return game


async def notices(tables: TableService, game: int) -> list[tuple[str, tuple[int, ...]]]:
    """What was said to all, oldest first: key, and who was mentioned."""
    found = [
        msgspec.json.decode(row.payload, type=Notice)
        for row in await outbox.newest_first(tables.db, game, Saying.NOTICE)
    ]
    return [(notice.msg.key, notice.mention) for notice in reversed(found)][1:]  # the first says that the game begins


async def decisions_of(tables: TableService, game: int) -> int:
    [(standing,)] = await tables.db.rows("SELECT count(*) FROM decisions WHERE game = ? AND undone_at IS NULL", (game,))
    return int(standing)


RESTARTED = ("notice.turn_restarted", (AOI.id, MARCO.id))


async def raising(t: Table[State]) -> None:
    """A rule that cannot deal with an answer that was legal."""
    await auction.post_prices(t)
    raise KeyError("tea")


async def without_confirmation(t: Table[State]) -> None:
    """A question is gone: the answers since fit, but to other questions."""
    await auction.post_prices(t)
    t.state.lot = t.draw(t.state.pile)
    await auction.auction(t, t.state.lot)


async def raising_twice(t: Table[State]) -> None:
    """The same answers have another effect."""
    await auction.post_prices(t)
    t.tell("unsold", lot="x")
    await t.confirm(t.state.crier, "open", rule="R3")
    t.state.lot = t.draw(t.state.pile)
    await auction.auction(t, t.state.lot)


async def test_rules_that_changed_nothing_for_this_turn_go_on(
    tables: TableService, players: Players, upgraded: NewRules
) -> None:
    game = await bidding(tables, players)
    newer = upgraded(rules=2)
    async with newer.at(game) as live:
        assert live.waiting == (0, 2) and live.match is not None and live.match.position == 3
    assert await notices(newer, game) == []


@pytest.mark.parametrize(
    ("turn", "rules"),
    [(raising, 1), (raising, 2), (without_confirmation, 1), (raising_twice, 2)],
    ids=["raises", "raises, new version", "keys do not fit", "other effect"],
)
async def test_an_unfinished_turn_that_does_not_fit_begins_again_and_those_who_answered_are_told(
    tables: TableService, players: Players, upgraded: NewRules, turn: Any, rules: int
) -> None:
    game = await bidding(tables, players)
    newer = upgraded(turn=turn, rules=rules)
    await newer.take_up_all()
    async with newer.at(game) as live:
        assert live.is_playing and live.waiting == (0,)
        assert live.match is not None and live.match.position == 0 and live.ref(0) is not None
    assert await notices(newer, game) == [RESTARTED]
    assert await decisions_of(newer, game) == 0
    assert len(await outbox.newest_first(newer.db, game, Saying.PING)) == 3  # A is asked on, and called by the notice


async def test_whoever_sits_in_is_told_too(
    tables: TableService, players: Players, clock: Clock, upgraded: NewRules
) -> None:
    """Both the holder of a seat and who answers for them lose an answer."""
    game = await bidding(tables, players)
    async with tables.at(game) as live:
        await sitting.invite(tables, live, MARCO, SITTER, clock() + 86_400_000)
        await sitting.accept(tables, live, SITTER, 1)
        await players.say(live, 2, "bid:1")
    newer = upgraded(turn=raising)
    await newer.take_up_all()
    assert (await notices(newer, game))[-1] == ("notice.turn_restarted", (AOI.id, MARCO.id, SITTER.id, JULES.id))


async def test_a_request_to_undo_lapses_with_the_turn_and_others_stay_open(
    tables: TableService, players: Players, upgraded: NewRules
) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await players.say(live, 0, "raise:tea", "raise:silk")
        await players.say(live, 0, "yes")
        await players.say(live, 1, "bid:2")
        for kind in ("undo", "end"):
            await consent.ask(tables, live, AOI, kind)
        assert {one.kind for one in live.requests} == {"undo", "end"}
    async with tables.db.transaction() as tx:  # both were posted
        await tx.run("UPDATE outbox SET sent_at = 1 WHERE kind = 'request'")
    newer = upgraded(turn=raising)
    await newer.take_up_all()
    async with newer.at(game) as live:
        assert [one.kind for one in live.requests] == ["end"]
    assert [row.key for row in await outbox.waiting(tables.db, game, Saying.REQUEST)] == ["undo"]
    assert [row.key for row in await timers.of_game(tables.db, game) if row.kind == "request"] == ["end"]


async def test_a_turn_that_leads_to_other_questions_begins_again(
    tables: TableService, players: Players, upgraded: NewRules
) -> None:
    """A's marks fit, but nobody could confirm them: all would be asked to bid, and the crate would lie open."""
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await players.say(live, 0, "raise:tea", "raise:silk")
    newer = upgraded(turn=without_confirmation)
    async with newer.at(game) as live:
        assert live.waiting == (0,) and live.match is not None and live.match.position == 0
    assert await notices(newer, game) == [("notice.turn_restarted", (AOI.id,))]


async def test_people_are_told_at_the_start_and_once(
    tables: TableService, players: Players, upgraded: NewRules
) -> None:
    game = await bidding(tables, players)
    for _ in range(3):
        newer = upgraded(turn=raising)
        await newer.take_up_all()
    assert await notices(newer, game) == [RESTARTED]


class Stormy(State, kw_only=True):
    """A State with a field that is not in the stored ones, and has no default."""

    storms: int


def stormy(**changed: Any) -> dict[str, Any]:
    def new(setup: Setup, t: Table[Any]) -> Any:
        calm = games()["flotsam"].new(setup, t)
        return msgspec.convert({**msgspec.to_builtins(calm), "storms": 0}, Stormy)

    return {"state": Stormy, "new": new, **changed}


async def test_a_state_that_cannot_be_read_is_played_again_from_the_seed(
    tables: TableService, players: Players, upgraded: NewRules
) -> None:
    game = await bidding(tables, players)
    newer = upgraded(**stormy())
    async with newer.at(game) as live:
        assert isinstance(live.match and live.match.state, Stormy)
        assert live.waiting == (0, 2) and live.match is not None and live.match.position == 3
        await players.say(live, 2, "bid:0")
    assert await notices(newer, game) == []
    again = upgraded(**stormy())  # the checkpoint was written anew: it is read like any other
    async with again.at(game) as live:
        assert live.waiting == (0,)


async def test_or_brought_up_to_date_by_the_game(tables: TableService, players: Players, upgraded: NewRules) -> None:
    game = await bidding(tables, players)

    def upgrade(state: dict[str, Any], version: int) -> dict[str, Any]:
        assert version == 1
        return {**state, "storms": 7}

    async with upgraded(**stormy(rules=2, upgrade=upgrade)).at(game) as live:
        assert live.match is not None and live.match.state.storms == 7 and live.waiting == (0, 2)


def unreadable(game: Game[Any]) -> dict[str, Any]:
    """Neither the checkpoint nor the first shuffle leads anywhere."""

    def broken(setup: Setup, t: Table[Any]) -> Any:
        raise KeyError("storms")

    return stormy(new=broken)


async def test_a_game_that_no_way_leads_on_pauses_and_goes_on_with_better_rules(
    tables: TableService, players: Players, upgraded: NewRules, clock: Clock
) -> None:
    game = await bidding(tables, players)
    for _ in range(2):
        worse = upgraded(**unreadable(games()["flotsam"]))
        await worse.take_up_all()
        async with worse.at(game) as live:
            assert live.is_paused and live.waiting == ()
            with pytest.raises(Refused, match=r"table\.refused\.paused"):
                live.playing()
    everybody = (AOI.id, MARCO.id, JULES.id)
    assert await notices(worse, game) == [("notice.paused", everybody)]
    assert await decisions_of(worse, game) == 3
    clock.pass_hours(200)
    better = upgraded()
    await better.take_up_all()
    async with better.at(game) as live:
        assert live.waiting == (0, 2) and not live.is_paused
    assert await notices(better, game) == [("notice.paused", everybody), ("notice.goes_on", (AOI.id, JULES.id))]


async def test_a_damaged_checkpoint_is_written_anew_from_the_seed(
    tables: TableService, players: Players, upgraded: NewRules
) -> None:
    game = await bidding(tables, players)
    async with tables.db.transaction() as tx:
        await tx.run("UPDATE checkpoints SET state = x'00' WHERE game = ?", (game,))
    async with upgraded().at(game) as live:
        assert live.waiting == (0, 2) and live.is_playing


async def test_what_newer_rules_play_otherwise_was_not_done_lately(
    tables: TableService, players: Players, upgraded: NewRules
) -> None:
    """The game goes on from its checkpoint. Played again, the turns before it would be those of another game: the card
    would mark what never changed, and show what lies in the pile.
    """
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        while live.told < 9 or live.playing().tail:
            await players.step(live)
        assert live.recent.told

    older = games()["flotsam"].turn

    async def turn(t: Table[State]) -> None:
        t.draw(t.state.pile)
        await older(t)

    async with upgraded(turn=turn, rules=2).at(game) as live:
        assert live.is_playing
        now = live.playing().public().view(None)
        assert not live.recent.told and live.recent.before == live.recent.after == now
