"""From the first seat to the final scores, and what is stored on the way."""

from __future__ import annotations

import msgspec
import pytest

from bot.table import LiveTable, Person, QuestionRef, TableService, history, play
from bot.table.announce import told
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from engines.kernel import AIDS, Msg, Refused, Stale, random_answer, read
from storage.connection import Connection
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.persons import seen
from storage.play import decisions
from storage.play import games as game_rows
from tests.discovered import shipped

from .conftest import AOI, JULES, MARCO, Clock, Players, suggest


async def rows(tables: TableService, game: int, kind: Saying) -> list[outbox.OutboxRow]:
    return list(reversed(await outbox.newest_first(tables.db, game, kind)))


async def test_a_channel_has_one_table(tables: TableService, players: Players) -> None:
    await players.open(AOI, MARCO)
    with pytest.raises(Refused) as refused:
        await seating.open_table(tables, 1, 7, JULES, "flotsam", Agreement(language="en"))
    assert refused.value.reason.key == "table.refused.channel_taken"


async def test_a_game_is_played_to_its_end(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    await players.finish(game)
    row = await game_rows.get(tables.db, game)
    assert row is not None and row.status == "over" and row.checksum
    assert len(await rows(tables, game, Saying.FINAL)) == 1
    assert await decisions.last_n(tables.db, game) == await told(tables.db, game)


async def test_what_is_stored_is_what_was_played(tables: TableService, players: Players, clock: Clock) -> None:
    """Another service on the same database resumes every table at the same State and question."""
    game = await players.open(AOI, MARCO)
    for _ in range(25):
        async with tables.at(game) as live:
            if live.is_playing:
                await players.step(live)
        other = TableService(tables.db, clock)
        async with tables.at(game) as live, other.at(game) as resumed:
            assert live.match and resumed.match
            assert resumed.match.checksum() == live.match.checksum()
            assert (resumed.match.step, resumed.waiting) == (live.match.step, live.waiting)
            assert (resumed.numbers, resumed.base_n, resumed.last_n) == (live.numbers, live.base_n, live.last_n)
            assert (resumed.match.barrier, resumed.public_n) == (live.match.barrier, live.public_n)
            assert resumed.row == live.row


async def test_the_same_click_delivered_twice_is_one_decision(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        seat = live.waiting[0]
        person = (AOI, MARCO)[seat]
        ref = live.ref(seat)
        assert live.match and ref
        prompt = live.match.prompt(seat)
        assert prompt
        keys = tuple(o.key for o in prompt.options for _ in range(o.limit))[: prompt.min]
        again = msgspec.structs.replace(person, click=77)
        await play.answer(tables, live, again, ref, keys)
        with pytest.raises(Stale):
            await play.answer(tables, live, again, ref, keys)
    assert await decisions.last_n(tables.db, game) == 1


async def test_an_illegal_answer_changes_nothing(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        seat, before = live.waiting[0], live.match.checksum() if live.match else ""
        ref = live.ref(seat)
        assert ref
        with pytest.raises(Refused):
            await play.answer(tables, live, (AOI, MARCO)[seat], ref, ("no-such-key",))
        other = Person(999, "Nobody", "en")
        with pytest.raises(Refused):
            await play.answer(tables, live, other, ref, ("x",))
        with pytest.raises(Refused):
            await play.answer(tables, live, (MARCO, AOI)[seat], ref, ("x",))
        with pytest.raises(Stale):
            await play.answer(tables, live, (AOI, MARCO)[seat], QuestionRef(game, 5, 99, seat), ("x",))
        assert not live.dirty
        assert live.match and live.match.checksum() == before
    assert await decisions.last_n(tables.db, game) == 0


async def test_everybody_newly_asked_is_pinged_exactly_once(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    await players.finish(game)
    pings = await rows(tables, game, Saying.PING)
    assert len({ping.key for ping in pings}) == len(pings)
    assert all(ping.dropped_at is not None for ping in pings), "answered before it was sent: nobody says it any more"


async def test_own_steps_go_back_to_the_barrier_and_no_further(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        seat = live.waiting[0]
        person = (AOI, MARCO)[seat]
        assert live.match
        start = live.match.checksum()
        with pytest.raises(Refused) as refused:
            await play.back(tables, live, person, live.ref(seat) or QuestionRef(0, 0, 0, 0))
        assert refused.value.reason.key == "table.refused.behind_barrier"
        await players.step(live, seat)
        assert live.match.acting == seat
        ref = live.ref(seat)
        assert ref
        await play.back(tables, live, person, ref)
        assert live.match and live.match.checksum() == start
        assert live.row.epoch == 1 and live.ref(seat) != ref
        assert all(line.n == 0 for line in await history.lines(tables, live, seat))


async def test_others_read_nothing_of_unconfirmed_steps(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        seat = live.waiting[0]
        before = await history.lines(tables, live, 1 - seat)
        view = live.match.view(1 - seat) if live.match else None
        await players.step(live, seat)
        assert len(await history.lines(tables, live, seat)) > len(before)
        assert await history.lines(tables, live, 1 - seat) == before
        assert live.match and live.match.view(1 - seat) == view


async def test_failed_commit_drops_the_match(
    tables: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the commit fails, what is in memory is read anew: the table stands where the database says."""
    game = await players.open(AOI, MARCO)

    async def broken(*_: object) -> None:
        raise OSError("disk on fire")

    with monkeypatch.context() as patch:
        patch.setattr(decisions, "append", broken)
        with pytest.raises(OSError, match="disk on fire"):
            async with tables.at(game) as live:
                await players.step(live)
    async with tables.at(game) as live:
        assert live.match and live.match.position == 0
        await players.step(live)
        assert live.last_n == 1


def stars(live: LiveTable) -> int:
    """How many options are pointed out to the seat that is asked."""
    suggest(live, live.waiting[0])
    prompt = live.question(live.waiting[0])
    assert prompt is not None
    told = [read(option.detail) for option in prompt.options if option.detail is not None]
    return sum(isinstance(text, Msg) and text.key.startswith("kernel.aid.") for text in told)


@pytest.mark.parametrize("value", ["off", "first", "on"])
async def test_suggestions_stand_in_the_details_of_a_table_with_aids(
    tables: TableService, players: Players, value: str
) -> None:
    engine = next(game.id for game in shipped().values() if game.aids)
    game = await seating.open_table(tables, 1, 7, AOI, engine, Agreement(language="en"))
    async with tables.at(game) as live:
        assert live.plan.options[AIDS.id] == "first"
        await seating.join(tables, live, MARCO)
        await seating.set_option(tables, live, AOI, AIDS.id, value)
        await seating.start(tables, live, AOI)
        seat = live.waiting[0]
        assert live.question(1 - seat) is None
        suggest(live, seat)
        assert live.wanted(seat) is None, "they are thought out once"
        shown = 0
        for _ in range(6):  # where nothing is better than the rest nothing is pointed out
            shown += stars(live)
            await players.step(live)
        assert bool(shown) == (value != "off")


async def test_suggestions_last_until_two_games_are_finished(tables: TableService, players: Players) -> None:
    """AOI has seen the end of two games; MARCO, who joins her table, has not. What is only begun counts for nobody."""
    engine = next(game.id for game in shipped().values() if game.aids)
    begun = [await players.open(AOI, JULES, channel=channel, engine=engine) for channel in (7, 8, 9)]
    seen: dict[str, int] = {}
    for count, earlier in enumerate((None, *begun[:2])):
        if earlier is not None:
            async with tables.db.transaction() as tx:
                await game_rows.finish(tx, earlier, checksum="x", at=tables.clock())
        game = await players.open(AOI, MARCO, channel=10 + count, engine=engine)
        async with tables.at(game) as live:
            assert [seated.is_newcomer for seated in live.seats] == [count < 2, True]
            assert [live.unaided_now(seat) for seat in (0, 1)] == [count == 2, False]
            for _ in range(60 * (count == 2)):
                who = live.seats[live.waiting[0]].name
                seen[who] = seen.get(who, 0) + stars(live)
                await players.step(live)
    assert seen.pop(AOI.name) == 0 and seen.pop(MARCO.name)
    async with tables.at(begun[2]) as live:
        assert [seated.is_newcomer for seated in live.seats] == [True, True], "what ended since changes nothing here"


async def test_a_table_that_was_closed_early_counts_for_nobody(tables: TableService, players: Players) -> None:
    engine = next(game.id for game in shipped().values() if game.aids)
    for _ in range(2):
        broken = await players.open(AOI, MARCO, channel=7, engine=engine)
        async with tables.db.transaction() as tx:
            await game_rows.end(tx, broken, at=1)
    again = await players.open(AOI, MARCO, channel=7, engine=engine)
    async with tables.at(again) as live:
        assert [seated.is_newcomer for seated in live.seats] == [True, True]


async def test_an_answer_waits_for_the_disk_once(
    tables: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That its person has seen the table is stored with it."""
    commits: list[int] = []
    commit = Connection.commit

    async def counted(self: Connection) -> None:
        commits.append(1)
        await commit(self)

    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        while live.match is not None and (live.match.acting is not None or not commits):
            seat, ref = live.waiting[0], live.ref(live.waiting[0])
            prompt = live.match.prompt(seat)
            assert ref is not None and prompt is not None
            person = Person(live.seats[seat].person or 0, live.names[seat], "en")
            keys = random_answer(live.match, prompt, players.rng)
            monkeypatch.setattr(Connection, "commit", counted)
            commits.clear()
            await play.answer(tables, live, person, ref, keys)
            monkeypatch.undo()
            assert len(commits) == 1
        assert await seen.get(tables.db, game, person.id) == live.public_n > 0
