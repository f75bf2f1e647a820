"""A question that several seats answer at once leaves one step a seat, however often an answer was changed."""

from __future__ import annotations

import pytest

from bot.discord_ui.page import picture_requests
from bot.table import Person, Table, TableService
from bot.table.history import player_reports, timeline
from bot.table.play import answers
from engines.kernel import pick_random_answer
from engines.kernel.chance import Rng
from tests.discovered import list_shipped_games
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players

CHANGES = 4


@pytest.mark.parametrize("engine", list_shipped_games())
async def test_history_of_every_game_has_one_step_a_seat(
    service: TableService, players: Players, clock: Clock, engine: str
) -> None:
    """Each secret answer is given, changed and only then completed by the others, at another time each."""
    game = await players.start_table(AOI, MARCO, JULES, engine=engine)
    rng, changed = Rng(bytes(32)), 0
    async with service.lock_table(game) as table:
        for _ in range(300):
            if changed or table.match is None or not table.is_playing or table.match.open_prompts is None:
                break
            before = await timeline.load_history(service, table)
            if table.match.open_prompts.is_simultaneous and len(table.waiting) > 1:
                seat = table.waiting[-1]
                await players.answer_randomly(table, seat)
                n, keys = table.public_n, _list_picture_keys(table, seat)
                shown_answers: set[tuple[tuple[str, ...], object]] = set()
                for _ in range(CHANGES):
                    clock.pass_hours(1)
                    await _change_answer(service, table, seat, rng)
                    changed += 1
                    assert _list_picture_keys(table, seat) == keys, "a picture drawn anew takes others longer"
                    shown_answers.add((table.match.hidden_answers[seat], _find_own_key(table, seat)))
                assert len({key for _, key in shown_answers}) == len(shown_answers), "the own picture shows the answer"
                assert table.public_n == n
                assert await timeline.load_history(service, table) == before
                report = await player_reports.store_report(service, table, AOI, "odd")
                assert report.report.n == n and not hasattr(report.report, "epoch")
                while table.match.hidden_answers:
                    clock.pass_hours(1)
                    await players.answer_randomly(table)
                steps = (await timeline.load_history(service, table)).steps[len(before.steps) :]
                seats = [step.seat for step in steps]
                assert seats == sorted(set(seats), key=lambda s: s or 0) and len(seats) > 1
                assert len({step.decided_at for step in steps}) == 1
                assert {step.view_n for step in steps[:-1]} == {n} and steps[-1].n == table.public_n
                reserved = answers.RESERVED_NUMBERS * len(seats)
                assert [step.n - n for step in steps] == [*range(1, len(seats)), reserved], "no matter how many changes"
            else:
                await players.answer_randomly(table)
    if not changed:
        pytest.skip("the game asks one seat at a time")


def _find_own_key(table: Table, seat: int) -> object:
    picture = picture_requests.build_own_picture(table, seat, "en")
    assert picture is not None
    return picture.key


def _list_picture_keys(table: Table, changing_seat: int) -> list[object]:
    """Return the keys of the board and of the pictures of all others."""
    board = picture_requests.build_overview(table, "en")
    assert board is not None
    return [board.key, *(_find_own_key(table, seat) for seat in range(len(table.seats)) if seat != changing_seat)]


async def _change_answer(service: TableService, table: Table, seat: int, rng: Rng) -> None:
    assert table.match is not None
    prompt, ref, assignment = table.match.find_prompt(seat), table.build_question_ref(seat), table.seats[seat]
    assert prompt is not None and ref is not None and assignment.person is not None
    person = Person(assignment.person, assignment.name, "en")
    await answers.answer_question(service, table, person, ref, pick_random_answer(table.match, prompt, rng))
