"""From the first seat to the final scores, and what is stored on the way."""

from __future__ import annotations

import msgspec
import pytest

from bot.table import House, Person, Token, chronicle, play, seating
from bot.table.announce import told
from engines.kernel import Refused, Stale
from storage import decisions, outbox
from storage import games as game_rows

from .conftest import AOI, JULES, MARCO, Clock, Players


async def rows(house: House, game: int, kind: str) -> list[outbox.OutboxRow]:
    return list(reversed(await outbox.newest_first(house.db, game, kind)))


async def test_a_channel_has_one_table(house: House, players: Players) -> None:
    await players.open(AOI, MARCO)
    with pytest.raises(Refused) as refused:
        await seating.open_table(house, 1, 7, JULES, "flotsam", language="en")
    assert refused.value.reason.key == "table.refused.channel_taken"


async def test_a_game_is_played_to_its_end(house: House, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    await players.finish(game)
    row = await game_rows.get(house.db, game)
    assert row is not None and row.status == "over" and row.checksum
    assert len(await rows(house, game, "final")) == 1
    assert await decisions.last_n(house.db, game) == await told(house.db, game)


async def test_what_is_stored_is_what_was_played(house: House, players: Players, clock: Clock) -> None:
    """Another house on the same database resumes every table at the same State and question."""
    game = await players.open(AOI, MARCO)
    for _ in range(25):
        async with house.at(game) as live:
            if live.is_playing:
                await players.step(live)
        other = House(house.db, clock)
        async with house.at(game) as live, other.at(game) as resumed:
            assert live.match and resumed.match
            assert resumed.match.checksum() == live.match.checksum()
            assert (resumed.match.step, resumed.waiting) == (live.match.step, live.waiting)
            assert (resumed.numbers, resumed.base_n, resumed.last_n) == (live.numbers, live.base_n, live.last_n)
            assert (resumed.match.barrier, resumed.public_n) == (live.match.barrier, live.public_n)
            assert resumed.row == live.row


async def test_the_same_click_delivered_twice_is_one_decision(house: House, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with house.at(game) as live:
        seat = live.waiting[0]
        person = (AOI, MARCO)[seat]
        token = live.token(seat)
        assert live.match and token
        prompt = live.match.prompt(seat)
        assert prompt
        keys = tuple(o.key for o in prompt.options for _ in range(o.limit))[: prompt.min]
        again = msgspec.structs.replace(person, click=77)
        await play.answer(house, live, again, token, keys)
        with pytest.raises(Stale):
            await play.answer(house, live, again, token, keys)
    assert await decisions.last_n(house.db, game) == 1


async def test_an_illegal_answer_changes_nothing(house: House, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with house.at(game) as live:
        seat, before = live.waiting[0], live.match.checksum() if live.match else ""
        token = live.token(seat)
        assert token
        with pytest.raises(Refused):
            await play.answer(house, live, (AOI, MARCO)[seat], token, ("no-such-key",))
        other = Person(999, "Nobody", "en")
        with pytest.raises(Refused):
            await play.answer(house, live, other, token, ("x",))
        with pytest.raises(Refused):
            await play.answer(house, live, (MARCO, AOI)[seat], token, ("x",))
        with pytest.raises(Stale):
            await play.answer(house, live, (AOI, MARCO)[seat], Token(game, 5, 99, seat), ("x",))
        assert not live.dirty
        assert live.match and live.match.checksum() == before
    assert await decisions.last_n(house.db, game) == 0


async def test_everybody_newly_asked_is_pinged_exactly_once(house: House, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    await players.finish(game)
    pings = await rows(house, game, "ping")
    assert len({ping.key for ping in pings}) == len(pings)
    answered = {row.key for row in await rows(house, game, "unping")}
    assert {ping.key for ping in pings} == answered


async def test_own_steps_go_back_to_the_barrier_and_no_further(house: House, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with house.at(game) as live:
        seat = live.waiting[0]
        person = (AOI, MARCO)[seat]
        assert live.match
        start = live.match.checksum()
        with pytest.raises(Refused) as refused:
            await play.back(house, live, person, live.token(seat) or Token(0, 0, 0, 0))
        assert refused.value.reason.key == "table.refused.behind_barrier"
        await players.step(live, seat)
        assert live.match.acting == seat
        token = live.token(seat)
        assert token
        await play.back(house, live, person, token)
        assert live.match and live.match.checksum() == start
        assert live.row.epoch == 1 and live.token(seat) != token
        assert all(line.n == 0 for line in await chronicle.lines(house, live, seat))


async def test_others_read_nothing_of_unconfirmed_steps(house: House, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with house.at(game) as live:
        seat = live.waiting[0]
        before = await chronicle.lines(house, live, 1 - seat)
        view = live.match.view(1 - seat) if live.match else None
        await players.step(live, seat)
        assert len(await chronicle.lines(house, live, seat)) > len(before)
        assert await chronicle.lines(house, live, 1 - seat) == before
        assert live.match and live.match.view(1 - seat) == view


async def test_failed_commit_drops_the_match(house: House, players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the commit fails, what is in memory is read anew: the table stands where the database says."""
    game = await players.open(AOI, MARCO)

    async def broken(*_: object) -> None:
        raise OSError("disk on fire")

    with monkeypatch.context() as patch:
        patch.setattr(decisions, "append", broken)
        with pytest.raises(OSError, match="disk on fire"):
            async with house.at(game) as live:
                await players.step(live)
    async with house.at(game) as live:
        assert live.match and live.match.position == 0
        await players.step(live)
        assert live.last_n == 1
