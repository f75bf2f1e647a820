"""The course of a game: each step as it was seen then, nothing unconfirmed, nothing from before one held the seat."""

from __future__ import annotations

import dataclasses
from itertools import pairwise

import pytest

from bot.table import TableService, consent, history
from bot.table.knowing import chapters, concerns, digest, steps
from bot.table.knowing.own import own_since
from bot.table.life import sitting
from bot.table.time.hours import DAY
from engines.kernel import Event, Msg, catalogue, say
from engines.kernel.catalogue import Weight
from storage.persons import people
from storage.play import decisions, stretches
from storage.play.stretches import StretchRow
from tests.discovered import a_game, shipped
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players


async def test_every_step_shows_what_was_seen_then(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, engine="meadow")
    seen: dict[int, tuple[object, object]] = {}
    async with tables.at(game) as live:
        while live.is_playing and live.last_n < 40:
            assert live.match is not None
            seen[live.public_n] = (live.match.view(None), live.match.public().view(0))
            await players.step(live)
        course = await steps.course(tables, live)
        shown = {step.n for step in course.steps}
        assert seen.keys() <= shown
        for n, (everybody, mine) in seen.items():
            found, own = await steps.view_after(tables, live, n, None), await steps.view_after(tables, live, n, 0)
            assert found is not None and own is not None
            assert (found.view, own.view) == (everybody, mine), n


async def test_an_unconfirmed_decision_is_no_step(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        while live.match is not None and live.match.acting is None:
            await players.step(live)
        assert live.last_n > live.public_n
        found = await steps.course(tables, live)
        assert [step.n for step in found.steps if step.n > live.public_n] == []
        for n in range(live.public_n + 1, live.last_n + 1):
            assert await steps.view_after(tables, live, n, None) is None
            assert await steps.view_after(tables, live, n, live.match.acting if live.match else None) is None


async def test_what_was_taken_back_is_no_step(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        while len({step.seat for step in (await steps.course(tables, live)).steps}) < 3:
            await players.step(live)
        before = {step.n for step in (await steps.course(tables, live)).steps}
        await consent.ask(tables, live, AOI, "undo")
        await consent.agree(tables, live, MARCO, "undo")
        after = {step.n for step in (await steps.course(tables, live)).steps}
        assert after < before


async def test_by_turns_by_decisions_and_of_one_seat(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES, engine="meadow")
    async with tables.at(game) as live:
        while live.is_playing:
            await players.step(live)
        found = await steps.course(tables, live)
    everything, turns = found.chosen(turns=False, seat=None), found.chosen(turns=True, seat=None)
    assert len(turns) < len(everything) and {step.n for step in turns} <= {step.n for step in everything}
    assert turns[-1].n == everything[-1].n and turns[0].n == 0
    of_one = found.chosen(turns=False, seat=1)[1:]
    assert of_one and {step.seat for step in of_one} == {1}
    last = found.chosen(turns=True, seat=1)[1:]
    assert 0 < len(last) <= len(of_one)
    for step in turns[1:]:
        before = found.before(step, turns=True)
        assert before is not None and before.ends and before.n < step.n


async def test_who_takes_a_seat_over_sees_it_from_then_on(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        for _ in range(12):
            await players.step(live)
        since = live.last_n + 1
        assert await own_since(tables.db, live, 1) == 0
        async with tables.db.transaction() as tx:
            await people.meet(tx, JULES.id, JULES.name, 0)
            await stretches.begin(tx, StretchRow(game, 1, 1, JULES.id, holder=JULES.id))
            await stretches.begin(tx, StretchRow(game, 1, since, MARCO.id, holder=MARCO.id))
        assert await own_since(tables.db, live, 1) == since
        while live.is_playing and live.public_n < since + 3:
            await players.step(live)
        early = await steps.view_after(tables, live, 0, 1)
        late = await steps.view_after(tables, live, live.public_n, 1)
        assert early is not None and early.seat is None
        assert late is not None and late.seat == 1
        told = await history.lines(tables, live, 1, upto=since - 1)
        assert told == await history.lines(tables, live, None, upto=since - 1)


async def test_a_stand_in_does_not_end_the_time_of_a_person(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        async with tables.db.transaction() as tx:
            await people.meet(tx, JULES.id, JULES.name, 0)
            await stretches.begin(tx, StretchRow(game, 0, 5, None, "greedy", AOI.id, "relief"))
            await stretches.begin(tx, StretchRow(game, 0, 9, AOI.id, None, AOI.id, "back"))
            await stretches.begin(tx, StretchRow(game, 0, 11, JULES.id, None, AOI.id, "sitter"))
        assert await own_since(tables.db, live, 0) == 0


async def test_a_sitter_sees_what_came_while_they_sit(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        for _ in range(6):
            await players.step(live)
        await sitting.invite(tables, live, AOI, JULES, clock() + DAY)
        await sitting.accept(tables, live, JULES, 0)
        since = live.last_n + 1
        assert await own_since(tables.db, live, 0, JULES.id) == since
        assert await own_since(tables.db, live, 0) == await own_since(tables.db, live, 0, AOI.id) == 0
        mine, theirs = await steps.view_after(tables, live, 1, 0), await steps.view_after(tables, live, 1, 0, JULES.id)
        assert mine is not None and mine.seat == 0
        assert theirs is not None and theirs.seat is None


async def test_decisions_of_other_rules_are_shown_by_their_checkpoints(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        while live.is_playing:
            await players.step(live)
        every = {step.n for step in (await steps.course(tables, live)).steps}
        live.game = dataclasses.replace(live.game, rules=live.game.rules + 1)
        found = await steps.course(tables, live)
        kept = {step.n for step in found.steps}
        assert kept == {mark.n for mark in found.marks} and kept < every
        assert await steps.view_after(tables, live, max(kept), None) is not None


async def test_a_state_that_nobody_can_read_is_no_trouble(
    tables: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        await players.step(live)

        def broken(state: object, seat: int | None) -> object:
            raise KeyError("an old name")

        live.game = dataclasses.replace(live.game, view=broken)
        assert await steps.view_after(tables, live, 0, None) is None


async def test_chapters_are_what_the_game_calls_them(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, engine="meadow")
    async with tables.at(game) as live:
        while live.is_playing:
            await players.step(live)
        written = await chapters.marks(tables, live)
        async with tables.db.transaction() as tx:
            await tx.run("UPDATE checkpoints SET moment = NULL WHERE game = ?", (game,))
        assert await chapters.marks(tables, live) == written  # an earlier version did not write them
        [(missing,)] = await tables.db.rows("SELECT count(*) FROM checkpoints WHERE moment IS NULL")
        assert missing == 0
        found = chapters.chapters(written)
    assert len(found) > 1 and all(a.heading != b.heading for a, b in pairwise(found))
    assert found[0].after == 0 and found[-1].upto is None
    for n in range(1, live.public_n + 1):
        assert sum(chapter.has(n) for chapter in found) == 1, n


def test_a_long_time_is_told_in_eight_sentences() -> None:
    def line(n: int, seat: int, *texts: Event) -> history.Line:
        return history.Line(n, n, seat, texts)

    def event(n: int, **args: int) -> Event:
        return Event(say("x", n=n, **args))

    lines = [line(n, n % 3, event(n), event(-n)) for n in range(1, 40)]
    told = digest.digest(lines, 0, catalogue("engines.meadow"))
    assert sum(len(one.events) for one in told.lines) == 8 and told.left == 78 - 8
    assert [one.n for one in told.lines] == sorted(one.n for one in told.lines)
    assert 39 not in [one.n for one in told.lines] and told.lines[-1].seat != 0
    assert digest.digest(lines[:4], 0, catalogue("engines.meadow")).left == 0


def test_every_game_says_what_an_account_of_it_keeps_and_what_it_gives_up() -> None:
    for game in shipped():
        words = catalogue(f"engines.{game}")
        assert {words.weight(say(key)) for key in list(words.keys())} == set(Weight), game


async def test_a_call_quotes_what_others_did_to_the_person_since_their_last_answer(
    tables: TableService, players: Players
) -> None:
    game = await players.open(AOI, MARCO, JULES, engine=a_game(3))
    quoted = 0
    async with tables.at(game) as live:
        while live.is_playing and quoted < 5:
            await players.step(live)
            for seat in range(3):
                own = max((row.n for row in await decisions.outline(tables.db, game) if row.seat == seat), default=0)
                done = await concerns.done_to(tables, live, seat)
                sentences = [event for line in done for event in line.events]
                assert len(sentences) <= concerns.MOST_DONE
                assert all(seat in concerns.named(event.text) and event.visible_to(None) for event in sentences)
                assert all(own < line.n <= live.told and line.seat != seat for line in done)
                quoted += bool(done)
    assert quoted >= 5


async def test_what_came_before_the_first_decision_does_not_go_back_with_it(
    tables: TableService, players: Players
) -> None:
    """The opening (the order of turns, who can be chosen) stood in the list of what is taken back."""
    game = await players.open(AOI, MARCO, JULES, engine=a_game(3))
    async with tables.at(game) as live:
        for _ in range(12):  # some of them tell this seat something
            await players.step(live)
        assert (await history.lines(tables, live, 0))[0].n == 0, "the game tells of its beginning"
        gone = await history.gone_with(tables, live, 0, 1)
        assert gone and all(line.n >= 1 for line in gone)


def test_a_chapter_has_the_number_that_its_heading_counts() -> None:
    """The first one: not how many rounds there are, nor a digit that a word happens to have."""
    numbers = [
        chapters.Chapter(heading, 0, None).number
        for heading in (
            Msg("round", {"round": 3, "of": 7}),
            Msg("council", {"who": "Team 4", "round": 2}),
            Msg("draft"),
        )
    ]
    assert numbers == [3, 2, None]
