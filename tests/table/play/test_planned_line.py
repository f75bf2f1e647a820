"""A planned line is one press: its answers are stored together, taken back together, and stop before a barrier."""

from __future__ import annotations

import pytest

from bot.table import Table, TableService
from bot.table.play import answers
from engines.kernel import Decision
from storage.play import decisions
from tests.discovered import list_shipped_games
from tests.table.conftest import AOI, JULES, MARCO, Players, compute_suggestion

PEOPLE = (AOI, MARCO, JULES)
GAMES_WITH_STARS = tuple(name for name, game in list_shipped_games().items() if game.aids is not None)


async def find_line(players: Players, table: Table, *, is_reversible: bool = True) -> int:
    """Play random answers until the seat that is asked has a planned line; return the seat.

    is_reversible: only a line that reveals nothing.
    """
    while True:
        seat = table.waiting[0]
        compute_suggestion(table, seat)
        if (reveals := list_reveals(table, seat)) and not (is_reversible and any(reveals)):
            return seat
        await players.answer_randomly(table, seat)


def list_reveals(table: Table, seat: int) -> list[bool]:
    """Return for each answer of the planned line whether it reveals something, so that it cannot be taken back."""
    match = table.require_match().fork()
    return [match.apply(Decision(match.step, seat, a.keys)).is_public for a in table.find_planned_line(seat)]


async def do_line(service: TableService, table: Table, seat: int, count: int | None = None) -> None:
    line, ref = table.find_planned_line(seat)[:count], table.build_question_ref(seat)
    assert ref is not None
    person = PEOPLE[seat]
    await answers.answer_question(service, table, person, ref, line[0].keys, [answer.keys for answer in line[1:]])


@pytest.mark.parametrize("engine", GAMES_WITH_STARS)
async def test_line_is_given_and_taken_back_as_one_step(service: TableService, players: Players, engine: str) -> None:
    game = await players.start_table(*PEOPLE, engine=engine)
    async with service.lock_table(game) as table:
        seat = await find_line(players, table)
        line, before, first_n = table.find_planned_line(seat), table.require_match().compute_checksum(), table.last_n
        await do_line(service, table, seat)
        rows = await decisions.load_active(service.db, game, first_n)
        assert [(row.is_joined, row.origin, row.barrier) for row in rows] == [
            (int(nth > 0), "person", 0) for nth in range(len(line))
        ]
        assert table.waiting == (seat,), "the person who pressed is asked next"
        ref = table.build_question_ref(seat)
        assert ref is not None
    second_service = TableService(service.db, service.clock, "en")
    async with second_service.lock_table(game) as table:
        await answers.take_back_step(second_service, table, PEOPLE[seat], ref)
        assert table.require_match().compute_checksum() == before
        assert table.find_planned_line(seat) == () or table.find_planned_line(seat) == line
        assert await decisions.load_active(service.db, game, first_n) == []


async def test_line_that_no_longer_fits_stops_at_its_question(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await players.start_table(*PEOPLE, engine=GAMES_WITH_STARS[0])
    async with service.lock_table(game) as table:
        seat = await find_line(players, table)
        first, *others = table.find_planned_line(seat)
        line = (first, others[0]._replace(keys=("nonsense",)))
        monkeypatch.setattr(Table, "find_planned_line", lambda *_: line)
        first_n = table.last_n
        await do_line(service, table, seat)
        assert [row.is_joined for row in await decisions.load_active(service.db, game, first_n)] == [0]
        assert table.waiting == (seat,) and not table.is_dirty


async def test_line_stops_before_the_confirmation_and_reveals(service: TableService, players: Players) -> None:
    """An answer after which the line could not be taken back is given alone, as a press on its option does."""
    for channel, engine in enumerate(GAMES_WITH_STARS, 10):
        game = await players.start_table(*PEOPLE, engine=engine, channel=channel)
        async with service.lock_table(game) as table:
            for _ in range(6):
                seat = await find_line(players, table, is_reversible=False)
                reveals = list_reveals(table, seat)
                assert reveals == [True] or not any(reveals)
                await players.answer_randomly(table, seat)
