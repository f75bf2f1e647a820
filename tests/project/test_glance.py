"""The pictures for a reading in three seconds, and their key."""

from pathlib import Path

from PIL import Image

from engines.kernel import LANGS
from tests.discovered import shipped
from tests.project import glance
from tests.project.gallery import NAMES, PHONE

GAME = next(iter(shipped().values()))


def test_a_position_is_a_card_a_question_and_what_is_true(tmp_path: Path) -> None:
    number = glance.save(tmp_path, GAME, "test", tries=1, counts=(GAME.seats[-1],))
    assert number == len(glance.MOMENTS)
    for i in range(1, number + 1):
        card = Image.open(tmp_path / f"{i}-card.png")
        assert card.width == PHONE * glance.ENLARGED
        known = (tmp_path / "key" / f"{i}.txt").read_text()
        assert known.startswith("on turn: ") and any(name in known for name in NAMES[LANGS[(i - 1) % 2]])
    assert (tmp_path / "ask.txt").read_text() == glance.ASK


def test_each_position_comes_after_a_turn_of_somebody_else() -> None:
    found = list(glance.moments(GAME, GAME.seats[-1], "test", tries=1))
    assert len({match.step for match, _, _ in found}) == len(glance.MOMENTS)
    for match, steps, told in found:
        assert steps[-1].seat not in match.waiting and steps[-1].told and told
