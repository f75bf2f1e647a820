"""A slice of `python -m tests.long pictures`: questions of a whole game of every game, in both languages."""

from __future__ import annotations

import pytest

from engines.kernel import load_games
from render import load_arts
from tests.contract.cases import build_cases
from tests.contract.pictures.whole_games import check_question_pictures
from tests.discovered import mark_slice, pick_game

EVERY = 7
"""Questions at every seventh decision are checked: no game's turns have a period of seven decisions."""
FIRST = 1001
"""The number of the first case, an odd one: computer players play it."""


@pytest.mark.parametrize(
    "game", mark_slice([game for game in load_games() if game in load_arts()], lambda game: game == pick_game())
)
def test_questions_of_a_whole_game_have_pictures_without_problems(game: str) -> None:
    case = max(build_cases(game, 3, FIRST)[::2], key=lambda case: case.seats)
    checked = check_question_pictures(case, EVERY)
    assert checked.count > 0
    assert not checked.problems, "\n".join(checked.problems[0])
