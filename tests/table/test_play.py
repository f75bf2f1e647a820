"""From the first seat to the final scores, and what is stored on the way."""

from __future__ import annotations

from copy import copy
from typing import Any

import msgspec
import pytest

from bot.table import LiveTable, Person, QuestionRef, TableService, consent, history, play
from bot.table.acted import Acted, Recent
from bot.table.announce import told
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from engines.kernel import AIDS, Decision, Event, Match, Msg, Refused, Stale, Who, random_answer, read, say
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


async def test_the_table_knows_who_did_what_was_told_last(tables: TableService, players: Players) -> None:
    """The card has the letter of each at what they changed: one turn for the decisions of one seat in a row."""
    game = await players.open(AOI, MARCO, JULES)
    seen_before: object = None
    told_earlier: tuple[Acted, ...] = ()
    several = 0
    for _ in range(30):
        async with tables.at(game) as live:
            told_before = live.told
            await players.step(live)
            if live.told == told_before:
                continue
            rows = await decisions.public(tables.db, game, told_before)
            decided = {row.seat for row in rows if row.n <= live.told}
            new = [one for one in live.recent.told if all(one is not other for other in told_earlier)]
            whole, told_earlier = len(new) < len(live.recent.told), live.recent.told
            acted = [one.seat for one in new]
            assert acted in ([*decided], [None]) or len(decided) > 1  # bids come together: nobody's
            assert {*acted} <= {None, *decided}
            assert not live.recent.untold
            assert live.recent.told[0].before == live.recent.before
            assert seen_before is None or whole or live.recent.before == seen_before
            seen_before = live.recent.after
            several += 1
    assert several > 5


async def test_what_the_record_tells_of_a_turn_comes_with_who_acted(tables: TableService, players: Players) -> None:
    """Whoever takes a step back has not done it."""
    game = await players.open(AOI, MARCO)
    heard = backs = 0
    while not (heard > 20 and backs > 3):
        async with tables.at(game) as live:
            told_before, seat = live.told, live.waiting[0]
            await players.step(live)
            if backs < 9 and live.match is not None and live.match.acting == seat and (ref := live.ref(seat)):
                await play.back(tables, live, (AOI, MARCO)[seat], ref)
                assert live.last_n not in {n for one in live.recent.untold for n, _ in one.deeds}
                backs += 1
                await players.step(live)
            if live.told > told_before:
                lines = await history.told_lines(tables, live, told_before + 1, live.told)
                deeds = [event.text for line in lines for event in line.events if event.is_deed and not line.undone]
                told_now = [text for one in live.recent.told for text in one.upto(live.told)]
                assert told_now[len(told_now) - len(deeds) :] == deeds
                heard += len(deeds)


def deeds(*keys: str, seat: int | None = None) -> list[tuple[int, Msg]]:
    """Sentences of decisions 4, 5, ..."""
    return [(n, say(key) if seat is None else say(key, who=Who(seat))) for n, key in enumerate(keys, 4)]


def decided(recent: Recent, match: Match[Any], seat: int, n: int, *events: Event) -> None:
    recent.add(recent.coming(match, seat, n), n, events)


async def test_only_deeds_that_everybody_may_read_are_told(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        match, recent = live.playing(), Recent()
        decided(recent, match, 1, 4, Event(Msg("a")), Event(Msg("b"), to=(1,)), Event(Msg("c"), reason=True))
        match.tail = [Decision(0, 1, ())]
        decided(recent, match, 1, 5, Event(Msg("d")))
        [acted] = recent.untold
        assert acted.upto(4) == (Msg("a"),) and acted.upto(9) == (Msg("a"), Msg("d"))


async def test_of_many_turns_the_first_are_nobodys(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        match, recent = live.playing(), Recent()
        for n in range(20):
            decided(recent, match, n % 3, n)
        assert [one.seat for one in recent.untold] == [None, 1, 2, 0, 1, 2, 0, 1]


async def test_a_turn_that_begins_is_a_step_of_its_own(tables: TableService, players: Players) -> None:
    """Who answers in the turn of another and is next has done two things: they are not told as one."""
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        match, recent = live.playing(), Recent()
        match.tail = [Decision(0, 1, ())]
        decided(recent, match, 1, 1)
        decided(recent, match, 1, 2)
        assert len(recent.untold) == 1
        match.tail = []
        decided(recent, match, 1, 3)
        assert [one.seat for one in recent.untold] == [1, 1]


@pytest.mark.parametrize("another", [False, True])
async def test_a_turn_that_an_answer_interrupted_is_told_whole(
    tables: TableService, players: Players, another: bool
) -> None:
    """What was bought before somebody was asked for less of a bribe was forgotten when the answer came, and again if a
    computer player was next.
    """
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        match, recent, middle = live.playing(), Recent(), [Decision(0, 1, ())]

        def told(tail: list[Decision], upto: int) -> list[tuple[int | None, bool]]:
            match.tail = tail
            recent.tell(match, upto)
            return [(one.seat, one.goes_on) for one in recent.told]

        match.tail = []
        decided(recent, match, 1, 1)
        assert told(middle, 1) == [(1, False)]
        decided(recent, match, 2, 2)
        decided(recent, match, 1, 3)
        match.tail = []
        if another:
            decided(recent, match, 0, 4)
        assert told([], 4) == [(1, False), (2, True), (1, True), *([(0, False)] if another else [])]
        decided(recent, match, 2, 5)
        assert told([], 5) == [(2, False)], "the next turn begins anew"


async def test_what_is_not_public_yet_is_not_told_yet(tables: TableService, players: Players) -> None:
    """A standing answer may be the first step of a turn that its player has still to confirm."""
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        match, recent = live.playing(), Recent()
        match.tail = []
        decided(recent, match, 1, 1)
        decided(recent, match, 2, 2)
        match.tail = [Decision(0, 2, ())]
        recent.tell(match, 1)
        assert [one.seat for one in recent.told] == [1] and [one.seat for one in recent.untold] == [2]
        decided(recent, match, 2, 3)
        match.tail = []
        recent.tell(match, 3)
        assert [one.seat for one in recent.told] == [2], "one step, told once"


async def test_a_refused_answer_has_done_nothing(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        recent = vars(live.recent).copy()
        ref = live.ref(live.waiting[0])
        assert ref is not None
        with pytest.raises(Refused):
            await play.answer(tables, live, (AOI, MARCO)[live.waiting[0]], ref, ("no:such",))
        assert vars(live.recent) == recent


def test_what_somebodys_answer_lets_another_do_is_the_deed_of_the_other() -> None:
    """Whoever took a lower bribe had played the card, by the letter on the card's picture."""

    def by(goes_on: bool, *told: tuple[int, Msg]) -> int | None:
        return Acted(1, None, goes_on, 4, list(told)).by(9)

    mine, theirs = deeds("a", seat=1), deeds("a", "b", seat=0)
    assert by(True, *theirs) == 0 and by(True, *mine) == 1
    assert by(True, *mine, *theirs) == 1 and by(True) == 1 and by(True, *deeds("c")) == 1
    assert by(False, *theirs) == 1


@pytest.mark.parametrize("orders", [False, True])
@pytest.mark.parametrize("engine", shipped())
async def test_a_table_read_anew_knows_who_acted_lately(
    engine: str, orders: bool, tables: TableService, players: Players, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot was started anew, or many other tables were in use: in the middle of turns, after steps back and answers
    that were refused, and where standing answers follow (orders).
    """
    ordered: list[int] = []

    def order(live: LiveTable) -> Decision | None:
        """A standing answer of whoever is asked next, one at a time."""
        if not live.waiting or live.waiting[0] in ordered or live.match is None:
            return None
        ordered[:] = [live.waiting[0]]
        prompt = live.match.prompt(live.waiting[0])
        assert prompt is not None
        return Decision(live.match.step, live.waiting[0], random_answer(live.match, prompt, players.rng))

    if orders:
        monkeypatch.setattr(play, "_standing_answer", order)
    game = await players.open(AOI, MARCO, JULES, engine=engine)
    told = in_turn = 0
    for n in range(60):
        async with tables.at(game) as live:
            seat = ordered[:] = live.waiting[:1]
            person, ref = (AOI, MARCO, JULES)[seat[0]], live.ref(seat[0])
            assert ref is not None
            with pytest.raises(Refused):
                await play.answer(tables, live, person, ref, ("no:such",))
            await players.step(live)
            if n % 7 == 3 and live.match is not None and live.match.acting == seat[0] and (ref := live.ref(seat[0])):
                await play.back(tables, live, person, ref)
            if not live.is_playing:
                break
            async with TableService(tables.db, clock).at(game) as anew:
                assert vars(anew.recent) == vars(live.recent)
            told += bool(live.recent.told)
            in_turn += bool(live.recent.untold)
    assert told > 15 and in_turn > 3


@pytest.mark.parametrize("engine", shipped())
async def test_what_was_taken_back_was_not_done_lately(engine: str, tables: TableService, players: Players) -> None:
    """What was told before it is the last again, unless a part of what was told with it still stands."""
    people = [AOI, MARCO, JULES]
    game = await players.open(*people, engine=engine)
    lately: list[tuple[int, int, Recent]] = []
    async with tables.at(game) as live:
        while len(lately) < 8:
            told_before = live.told
            await players.step(live)
            if live.told > told_before:
                lately.append((told_before + 1, live.told, copy(live.recent)))
        asker = people.pop((await decisions.outline(tables.db, game))[-1].seat)
        await consent.ask(tables, live, asker, "undo")
        for person in people:
            await consent.agree(tables, live, person, "undo")
        stand = {row.n for row in await decisions.outline(tables.db, game)}
        first, _, earlier = next(one for one in reversed(lately) if stand & {*range(one[0], one[1] + 1)})
        assert live.recent.before == earlier.before
        was_told = [n for one in earlier.told for n, _ in one.deeds]
        said = [n for one in live.recent.told for n, _ in one.deeds if n <= live.public_n]
        assert said == [n for n in was_told if n < first or n in stand]
        assert live.recent.after == live.playing().public().view(None)


async def test_who_did_what_since_a_look_is_told_in_steps(tables: TableService, players: Players) -> None:
    """One step for the decisions of one seat in a row; each begins with what a spectator saw before it."""
    game = await players.open(AOI, MARCO, JULES)
    for _ in range(30):
        async with tables.at(game) as live:
            if live.is_playing:
                await players.step(live)
    async with tables.at(game) as live:
        assert await history.steps(tables, live, live.public_n) == []
        found = await history.steps(tables, live, 3)
        seats = [row.seat for row in await decisions.public(tables.db, game, 3)]
        assert [seat for seat, _ in found] == [seat for i, seat in enumerate(seats) if i == 0 or seats[i - 1] != seat]
        assert found[0][1] == await tables.view_at(live, 3, None)
        assert all(view.seat is None for _, view in found)


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
