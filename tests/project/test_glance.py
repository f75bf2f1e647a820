"""The pictures of the three-second reading test, and their key."""

from pathlib import Path

import pytest
from PIL import Image

from engines.kernel import LANGS
from tests.discovered import list_shipped_games
from tests.project.gallery import NAMES, PHONE

from . import glance

GAME = next(iter(list_shipped_games().values()))


@pytest.mark.release
def test_position_has_card_question_and_key(tmp_path: Path) -> None:
    number = glance.save_positions(tmp_path, GAME, "test", tries=1, counts=(GAME.seat_counts[-1],))
    assert number == len(glance.POSITION_SHARES)
    for i in range(1, number + 1):
        card = Image.open(tmp_path / f"{i}-card.png")
        assert card.width == PHONE * glance.SCALE
        key_text = (tmp_path / "key" / f"{i}.txt").read_text()
        assert key_text.startswith("on turn: ") and any(name in key_text for name in NAMES[LANGS[(i - 1) % 2]])
    assert (tmp_path / "ask.txt").read_text() == glance.QUESTIONNAIRE


def test_each_position_follows_a_turn_of_another_seat() -> None:
    positions = list(glance.iter_positions(GAME, GAME.seat_counts[-1], "test", tries=1))
    assert len({match.step for match, _, _ in positions}) == len(glance.POSITION_SHARES)
    for match, steps, events in positions:
        assert steps[-1].seat not in match.waiting_seats and steps[-1].messages and events
