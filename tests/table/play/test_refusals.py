"""What the table refuses to people who may do it elsewhere or at another time. Mutants without these checks passed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.table import Person, Table, TableService
from bot.table.admin import moderation
from bot.table.lobby import seating, shuffle_shares
from bot.table.play import answers
from bot.table.policy.table_terms import TableTerms
from bot.table.seats import autopilot, host, open_seats, substitutes
from engines.kernel import Refused, StaleAnswer
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players

Attempt = Callable[[TableService, Table], Awaitable[None]]
DAY = 86_400_000

IN_A_LOBBY: dict[str, tuple[str, Attempt]] = {
    "second seat": ("table.refused.seated_already", lambda s, t: seating.join_table(s, t, MARCO)),
    "other's computer": ("table.refused.host_only", lambda s, t: seating.remove_computer(s, t, MARCO, 2)),
    "other's start": ("table.refused.host_only", lambda s, t: seating.start_game(s, t, MARCO)),
    "other's option": ("table.refused.host_only", lambda s, t: seating.set_option(s, t, MARCO, "length", "long")),
    "unknown colour": ("table.refused.colour", lambda s, t: seating.choose_colour(s, t, MARCO, "infrared")),
    "other's host": ("table.refused.host_only", lambda s, t: host.hand_over_host(s, t, MARCO, 1)),
    "spectator's share": ("table.refused.not_seated", lambda s, t: shuffle_shares.set_share(s, t, JULES, "x")),
    "early substitute": (
        "table.refused.not_started",
        lambda s, t: substitutes.accept_substitution(s, t, JULES, 0),
    ),
}
AFTER_THE_END: dict[str, tuple[str, Attempt]] = {
    "share": ("table.refused.already_started", lambda s, t: shuffle_shares.set_share(s, t, AOI, "x")),
    "colour": ("table.refused.already_started", lambda s, t: seating.choose_colour(s, t, AOI, None)),
    "computer": ("table.refused.already_started", lambda s, t: seating.remove_computer(s, t, AOI, 0)),
    "host": ("table.refused.finished", lambda s, t: host.hand_over_host(s, t, AOI, 1)),
    "autopilot": ("table.refused.finished", lambda s, t: autopilot.start_own_autopilot(s, t, AOI)),
    "offered seat": ("table.refused.finished", lambda s, t: open_seats.offer_own_seat(s, t, AOI, None)),
    "substitute": ("table.refused.finished", lambda s, t: substitutes.accept_substitution(s, t, JULES, 0)),
    "moderator's end": ("table.refused.finished", lambda s, t: moderation.end_table_now(s, t, AOI, "void", "")),
    "moderator's resuming": ("table.refused.finished", lambda s, t: moderation.resume_table(s, t, AOI, "")),
}


async def refuse(service: TableService, table: Table, attempt: Attempt) -> str:
    """Return the key of the refusal."""
    with pytest.raises(Refused) as refused:
        await attempt(service, table)
    return refused.value.reason.key


@pytest.mark.parametrize("name", IN_A_LOBBY)
async def test_refused_in_a_lobby(service: TableService, name: str) -> None:
    game = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(game) as table:
        await seating.join_table(service, table, MARCO)
        await seating.add_computer(service, table, AOI, None)
        key, attempt = IN_A_LOBBY[name]
        assert await refuse(service, table, attempt) == key


@pytest.mark.parametrize("name", AFTER_THE_END)
async def test_refused_after_the_end(service: TableService, players: Players, name: str) -> None:
    game = await players.start_table(AOI, MARCO)
    await players.play_to_end(game)
    async with service.lock_table(game) as table:
        key, attempt = AFTER_THE_END[name]
        assert await refuse(service, table, attempt) == key


async def test_a_table_with_too_few_people_does_not_start(service: TableService) -> None:
    game = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(game) as table:
        assert await refuse(service, table, lambda s, t: seating.start_game(s, t, AOI)) == "table.refused.start_seats"


async def test_a_full_table_takes_nobody(service: TableService) -> None:
    game = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(game) as table:
        most = table.seats_allowed[-1]
        for number in range(1, most):
            await seating.join_table(service, table, Person(200 + number, f"Guest {number}", "en"))
        assert await refuse(service, table, lambda s, t: seating.join_table(s, t, JULES)) == "table.refused.full"


async def test_only_the_holder_invites_a_substitute(service: TableService, players: Players, clock: Clock) -> None:
    game = await players.start_table(AOI, MARCO)
    emma = Person(104, "Emma", "en")
    async with service.lock_table(game) as table:
        await substitutes.invite_substitute(service, table, AOI, JULES, clock() + DAY)
        await substitutes.accept_substitution(service, table, JULES, 0)
        attempt = lambda s, t: substitutes.invite_substitute(s, t, JULES, emma, clock() + DAY)  # noqa: E731
        assert await refuse(service, table, attempt) == "life.refused.not_holder"


async def test_back_of_an_earlier_question_takes_nothing_back(service: TableService, players: Players) -> None:
    game = await players.start_table(AOI, MARCO)
    async with service.lock_table(game) as table:
        first = table.build_question_ref(0)
        assert first is not None and table.match is not None
        await players.answer_randomly(table, 0)
        position = table.match.position
        with pytest.raises(StaleAnswer):
            await answers.take_back_step(service, table, AOI, first)
        assert table.match.position == position
