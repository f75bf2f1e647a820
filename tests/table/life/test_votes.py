"""One table of votes: who counts, which share, what silence means, and when a request is over."""

from __future__ import annotations

from typing import cast

import msgspec
import pytest

from bot.table import TableService, consent, preferences
from bot.table.life import votes
from bot.table.life.votes import VOTES, Voter
from bot.table.live import LiveTable, Plan
from bot.table.time.hours import Hours
from bot.table.time.presence import Presence
from engines.kernel import Refused
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players
from tests.table.short import A, run, told

from .conftest import EMMA, pass_days

HOUR = 3_600_000


class Fake:
    """What counting needs of a table."""

    def __init__(self, ballot: int = votes.NOW) -> None:
        self.plan = Plan(ballot=ballot)


def count(kind: str, n: int, said: dict[int, bool], *, after_hours: float = 0, ballot: int = votes.NOW) -> votes.Count:
    """n voters, of whom the first has asked; everybody is always awake."""
    voters = [Voter(seat, seat + 1, f"P{seat + 1}") for seat in range(n)]
    lives = {voter.person: Hours() for voter in voters}
    live = cast(LiveTable, Fake(ballot))
    return votes.count(live, kind, voters, said, lives, 0, int(after_hours * HOUR))


@pytest.mark.parametrize(
    ("kind", "n", "needed"),
    [
        ("pause.1", 2, 2),
        ("pause.1", 3, 2),
        ("pause.1", 5, 4),
        ("relief.9", 3, 2),
        ("relief.9", 4, 3),
        ("end", 3, 3),
        ("undo", 4, 4),
        ("default.9", 4, 2),
        ("default.9", 1, 1),
        ("void.9", 2, 2),
    ],
)
def test_shares(kind: str, n: int, needed: int) -> None:
    """Edge case 21: 2 of 2, 2 of 3, 4 of 5 (two thirds)."""
    assert count(kind, n, {1: True}).wanted == needed - 1
    agreed = dict.fromkeys(range(1, needed + 1), True)
    assert count(kind, n, agreed).wanted <= 0


def test_silence_of_a_waking_day_abstains_but_nobody_ends_a_game_alone() -> None:
    asleep = Hours("UTC", 23 * 60)
    voters = [Voter(0, 1, "A"), Voter(1, 2, "B"), Voter(2, 3, "C")]
    lives = {1: Hours(), 2: Hours(), 3: asleep}
    live = cast(LiveTable, Fake())
    at = 12 * HOUR
    first = votes.count(live, "pause.1", voters, {1: True}, lives, at, at)
    assert (first.undecided, first.wanted, first.next_at) == ((2, 3), 1, at + 15 * HOUR)
    second = votes.count(live, "pause.1", voters, {1: True}, lives, at, at + 15 * HOUR)
    assert second.undecided == (3,) and second.wanted == 1, "two vote, two thirds of them are two"
    assert second.next_at == at + (15 + 9) * HOUR, "a night is no silence"
    third = votes.count(live, "pause.1", voters, {1: True}, lives, at, at + 24 * HOUR)
    assert (third.undecided, third.wanted) == ((), 0)
    assert votes.count(live, "end", voters, {1: True}, lives, at, at + 99 * HOUR).wanted == 1
    assert votes.count(live, "end", voters, {1: True, 2: True}, lives, at, at + 99 * HOUR).wanted == 0


def test_a_no_closes_what_needs_all_and_what_cannot_pass_any_more() -> None:
    assert count("end", 3, {1: True, 2: False}).lost
    assert not count("relief.9", 3, {1: True, 2: False}).lost
    assert count("relief.9", 3, {1: True, 2: False, 3: False}).lost


def test_tables_of_before_keep_their_rules() -> None:
    assert count("end", 3, {1: True, 2: True}, ballot=votes.BEFORE).wanted == 0
    assert count("undo", 3, {1: True}, after_hours=99, ballot=votes.BEFORE).wanted == 2, "silence is no abstention"
    assert Plan().ballot == votes.BEFORE
    assert msgspec.json.decode(b"{}", type=Plan).ballot == votes.BEFORE


def test_every_vote_has_a_share_that_can_be_reached() -> None:
    for name, vote in VOTES.items():
        kind = f"{name}.9" if vote.of_seat else name
        assert count(kind, 1, {1: True}).wanted <= 0, f"{name}: alone at the table"
        assert count(kind, 4, dict.fromkeys((1, 2, 3, 4), True)).wanted <= 0


async def test_a_request_passes_when_the_others_stay_silent(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, JULES)
    until = clock() // 1000 + 5 * 86_400
    async with tables.at(game) as live:
        await consent.ask(tables, live, AOI, f"pause.{until}")
        assert "vote" not in live.pauses
    clock.pass_hours(14.9)
    await run(tables, clock)
    clock.pass_hours(0.1)
    await run(tables, clock)
    async with tables.at(game) as live:
        assert "vote" in live.pauses and live.requests == ()


async def test_silence_while_the_bot_was_away_is_none(tables: TableService, players: Players, clock: Clock) -> None:
    """Nobody could answer: a week-end without the bot seeks nobody else for a seat, and takes nothing back."""
    game = await players.open(AOI, MARCO, JULES)
    until = clock() // 1000 + 9 * 86_400
    async with tables.at(game) as live:
        await consent.ask(tables, live, AOI, f"pause.{until}")
    presence = Presence(tables, lambda: True)
    await presence.arrive()
    clock.pass_hours(10)
    await run(tables, clock)
    presence.lived(10 * HOUR)
    await presence.look()
    clock.pass_hours(61)
    again = Presence(tables, lambda: True)
    await again.arrive()
    await run(tables, clock)
    clock.pass_hours(4.9)
    await run(tables, clock)
    async with tables.at(game) as live:
        assert "vote" not in live.pauses
    clock.pass_hours(0.1)
    await run(tables, clock)
    async with tables.at(game) as live:
        assert "vote" in live.pauses


async def test_a_clock_that_was_ahead_leaves_no_outage(tables: TableService, players: Players, clock: Clock) -> None:
    """Else everybody would be away until then, and whoever asks would be alone."""
    game = await players.open(AOI, MARCO, JULES)
    for hours in (0, 24 * 30, -24 * 30):
        clock.pass_hours(hours)
        await Presence(tables, lambda: True).arrive()
    async with tables.at(game) as live:
        await consent.ask(tables, live, AOI, f"pause.{clock() // 1000 + 86_400}")
        assert "vote" not in live.pauses and len(live.requests[0].needed) == 2


async def test_a_request_that_nobody_settles_is_closed_after_a_week(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await consent.ask(tables, live, AOI, "end")
    await pass_days(tables, clock, 6.5)
    async with tables.at(game) as live:
        assert consent.pending(live, "end") is not None and live.is_playing
    await pass_days(tables, clock, 1)
    async with tables.at(game) as live:
        assert consent.pending(live, "end") is None and live.is_playing
    assert (await told(tables, game))[-1] == "life.request_expired"


async def test_who_is_on_holiday_abstains_at_once_but_may_vote(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, JULES, EMMA)
    await preferences.go_away(tables, JULES, clock(), clock() + 5 * 86_400_000)
    async with tables.at(game) as live:
        await consent.ask(tables, live, AOI, "extend") if live.plan.pace != "fixed" else None
        await consent.ask(tables, live, AOI, "end")
        request = consent.pending(live, "end")
        assert request is not None and request.needed == ("Marco", "Emma")
        await consent.refuse(tables, live, JULES, "end")
        assert consent.pending(live, "end") is None, "and a No of theirs counts"


async def test_an_answer_of_the_person_ends_what_was_asked_about_the_seat_and_nothing_else(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, JULES, pace="brisk")
    clock.pass_hours(60)
    async with tables.at(game) as live:
        for kind in ("relief.0", "replace.0", "default.0", "end"):
            await consent.ask(tables, live, MARCO, kind)
        await players.say(live, A, "take")
        assert [request.kind for request in live.requests] == ["end"]


async def test_only_one_request_of_a_sort(tables: TableService, players: Players, clock: Clock) -> None:
    """Edge case 23: pressed twice in one second."""
    game = await players.open(AOI, MARCO, JULES)
    first, second = (clock() // 1000 + days * 86_400 for days in (3, 5))
    async with tables.at(game) as live:
        await consent.ask(tables, live, AOI, f"pause.{first}")
        with pytest.raises(Refused, match="request_open"):
            await consent.ask(tables, live, MARCO, f"pause.{second}")
        await consent.ask(tables, live, AOI, f"pause.{second}")
        assert [request.kind for request in live.requests] == [f"pause.{second}"]
