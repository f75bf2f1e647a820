"""A planned line is one press: its answers are stored together, taken back together, and stop before a barrier."""

from __future__ import annotations

from typing import Any

import pytest

from bot.table import Table, TableService
from bot.table.play import answers, presets
from bot.table.play.preset_lookup import PresetAnswer
from bot.table.terms import general_presets
from engines.kernel import Decision, Match, Seat, pick_random_answer
from engines.kernel.chance import Rng
from storage.play import decisions
from tests.discovered import list_shipped_games
from tests.table.conftest import AOI, JULES, MARCO, Players, compute_suggestion

PEOPLE = (AOI, MARCO, JULES)
GAMES_WITH_STARS = tuple(name for name, game in list_shipped_games().items() if game.aids is not None)


async def find_line(players: Players, table: Table, *, is_reversible: bool = True, min_answers: int = 1) -> int:
    """Play random answers until the seat that is asked has a planned line of so many answers; return the seat.

    is_reversible: only a line that reveals nothing.
    """
    while True:
        seat = table.waiting[0]
        compute_suggestion(table, seat)
        reveals = list_reveals(table, seat)
        if len(reveals) >= min_answers and not (is_reversible and any(reveals)):
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


async def take_back(service: TableService, table: Table, seat: int) -> None:
    ref = table.build_question_ref(seat)
    assert ref is not None
    await answers.take_back_step(service, table, PEOPLE[seat], ref)


@pytest.mark.parametrize("game_id", GAMES_WITH_STARS)
async def test_line_is_given_and_taken_back_as_one_step(service: TableService, players: Players, game_id: str) -> None:
    table_id = await players.start_table(*PEOPLE, game_id=game_id)
    async with service.lock_table(table_id) as table:
        seat = await find_line(players, table)
        line, before, first_n = table.find_planned_line(seat), table.require_match().compute_checksum(), table.last_n
        await do_line(service, table, seat)
        rows = await decisions.load_active(service.db, table_id, first_n)
        assert [(row.is_joined, row.origin, row.barrier) for row in rows] == [
            (int(nth > 0), "person", 0) for nth in range(len(line))
        ]
        assert table.waiting == (seat,), "the person who pressed is asked next"
        ref = table.build_question_ref(seat)
        assert ref is not None
    second_service = TableService(service.db, service.clock, "en")
    async with second_service.lock_table(table_id) as table:
        await answers.take_back_step(second_service, table, PEOPLE[seat], ref)
        assert table.require_match().compute_checksum() == before
        assert table.find_planned_line(seat) == () or table.find_planned_line(seat) == line
        assert await decisions.load_active(service.db, table_id, first_n) == []


def preset_planned_answer(monkeypatch: pytest.MonkeyPatch, table: Table, seat: Seat) -> None:
    """Let a preset give the second answer of the planned line."""
    second, position = table.find_planned_line(seat)[1], table.require_match().position + 1

    def find_preset_answer(table: Table) -> PresetAnswer | None:
        match = table.require_match()
        decision = Decision(match.step, seat, second.keys)
        return PresetAnswer(decision, PEOPLE[seat].id) if match.position == position else None

    monkeypatch.setattr(answers, "find_preset_answer", find_preset_answer)


@pytest.mark.parametrize("game_id", GAMES_WITH_STARS)
async def test_preset_answers_of_a_line_are_taken_back_with_it(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch, game_id: str
) -> None:
    """After an answer that the person chose, a preset answer is a step of its own."""
    table_id = await players.start_table(*PEOPLE, game_id=game_id)
    async with service.lock_table(table_id) as table:
        seat = await find_line(players, table, min_answers=2)
        while list_kinds(table, seat)[1] == "confirm":  # a side action beside it
            await players.answer_randomly(table, seat)
            seat = await find_line(players, table, min_answers=2)
        first, before = table.find_planned_line(seat)[0], table.require_match().compute_checksum()
        position = table.require_match().position
        preset_planned_answer(monkeypatch, table, seat)
        await do_line(service, table, seat)
        assert table.require_match().position == position + 2
        await take_back(service, table, seat)
        assert table.require_match().compute_checksum() == before
        await players.answer(table, seat, *first.keys)
        assert table.require_match().position == position + 2
        await take_back(service, table, seat)
        assert table.require_match().position == position + 1


async def test_preset_answer_behind_a_reveal_is_taken_back_alone(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A secret that a single star has revealed stays known, and the star's answer stays given."""
    table_id = await players.start_table(*PEOPLE)
    async with service.lock_table(table_id) as table:
        while True:
            seat, match = table.waiting[0], table.require_match()
            keys, world = pick_answer(match, seat), match.fork()
            if world.apply(Decision(match.step, seat, keys)).is_public and world.waiting_seats == (seat,):
                preset = Decision(world.step, seat, pick_answer(world, seat))
                if not world.apply(preset).is_public:
                    break
            await players.answer(table, seat, *keys)
        position, answer = match.position, PresetAnswer(preset, PEOPLE[seat].id)

        def find_preset_answer(table: Table) -> PresetAnswer | None:
            return answer if table.require_match().position == position + 1 else None

        monkeypatch.setattr(answers, "find_preset_answer", find_preset_answer)
        ref = table.build_question_ref(seat)
        assert ref is not None
        await answers.answer_question(service, table, PEOPLE[seat], ref, keys, ())
        assert table.require_match().position == position + 2
        await take_back(service, table, seat)
        assert table.require_match().position == position + 1


def pick_answer(match: Match[Any], seat: Seat) -> tuple[str, ...]:
    prompt = match.find_prompt(seat)
    assert prompt is not None
    return pick_random_answer(match, prompt, Rng(bytes(32)))


@pytest.mark.parametrize("game_id", GAMES_WITH_STARS)
async def test_preset_does_not_confirm_the_turn_after_a_single_star(
    service: TableService, players: Players, game_id: str
) -> None:
    """*Back* could not take back what is confirmed."""
    table_id = await players.start_table(*PEOPLE, game_id=game_id)
    async with service.lock_table(table_id) as table:
        seat = await find_line(players, table)
        while (kinds := list_kinds(table, seat)).count("confirm") != 1 or kinds[-1] != "confirm":
            await players.answer_randomly(table, seat)
            seat = await find_line(players, table)
        *earlier, _ = table.find_planned_line(seat)
        for answer in earlier:
            await players.answer(table, seat, *answer.keys)
        compute_suggestion(table, seat)
        before = table.require_match().compute_checksum()
        await presets.set_preset(service, table, PEOPLE[seat], general_presets.CONFIRM, "")
        await do_line(service, table, seat, count=1)
        prompt = table.require_match().find_prompt(seat)
        assert prompt is not None and prompt.kind == "confirm"
        await take_back(service, table, seat)
        assert table.require_match().compute_checksum() == before


def list_kinds(table: Table, seat: Seat) -> list[str]:
    """Return the kinds of the questions that the planned line answers, and of the one after it."""
    match = table.require_match().fork()
    kinds = [find_kind(match, seat)]
    for answer in table.find_planned_line(seat):
        match.apply(Decision(match.step, seat, answer.keys))
        kinds.append(find_kind(match, seat))
    return kinds


def find_kind(match: Match[Any], seat: Seat) -> str:
    prompt = match.find_prompt(seat)
    return "" if prompt is None else prompt.kind


async def test_line_that_no_longer_fits_stops_at_its_question(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await players.start_table(*PEOPLE, game_id=GAMES_WITH_STARS[0])
    async with service.lock_table(table_id) as table:
        seat = await find_line(players, table)
        first, *others = table.find_planned_line(seat)
        line = (first, others[0]._replace(keys=("nonsense",)))
        monkeypatch.setattr(Table, "find_planned_line", lambda *_: line)
        first_n = table.last_n
        await do_line(service, table, seat)
        assert [row.is_joined for row in await decisions.load_active(service.db, table_id, first_n)] == [0]
        assert table.waiting == (seat,) and not table.is_dirty


async def test_line_stops_before_the_confirmation_and_reveals(service: TableService, players: Players) -> None:
    """An answer after which the line could not be taken back is given alone, as a press on its option does."""
    for channel, game_id in enumerate(GAMES_WITH_STARS, 10):
        table_id = await players.start_table(*PEOPLE, game_id=game_id, channel=channel)
        async with service.lock_table(table_id) as table:
            for _ in range(6):
                seat = await find_line(players, table, is_reversible=False)
                reveals = list_reveals(table, seat)
                assert reveals == [True] or not any(reveals)
                await players.answer_randomly(table, seat)
