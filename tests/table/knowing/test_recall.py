"""Who acted lately: what the card marks and tells, in memory and read from what is stored."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

from bot.table import LiveTable, TableService, consent, history, play
from bot.table.acted import Acted, Recent
from engines.kernel import Decision, Event, Match, Msg, Refused, Who, random_answer, say
from storage.play import decisions
from tests.discovered import shipped
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players


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
