"""The setup of a table: refused values and defaults."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engines.kernel import Refused, Setup, load_catalogue, load_games
from tests.kernel.toys import build_toy_game, choose_letters


@pytest.mark.parametrize(
    ("call", "en"),
    [
        (lambda game: game.build_setup(5), "This game is for 2, 3, 4 players, not 5."),
        (lambda game: game.build_setup(2, ["red", "red"]), "Choose different colours among red, blue, green, white"),
        (lambda game: game.build_setup(2, ["pink"]), "not pink"),
        (lambda game: game.build_setup(2, ["red", "blue", "green"]), "not red, blue, green"),
        (lambda game: game.build_setup(2, [], {"speed": "on"}), "There is no table option speed"),
    ],
)
def test_a_wrong_setup_is_refused(call: Callable[..., Setup], en: str) -> None:
    with pytest.raises(Refused) as refused:
        call(build_toy_game(choose_letters))
    assert en in load_catalogue("engines.kernel").render(refused.value.reason, "en")


def test_a_wrong_value_of_a_table_option_is_refused() -> None:
    game = load_games()["flotsam"]
    with pytest.raises(Refused) as refused:
        game.build_setup(2, [], {"length": "endless"})
    text = load_catalogue("engines.kernel").render(refused.value.reason, "en")
    assert text == "The option length can be short, long, not endless."


def test_defaults_fill_a_setup() -> None:
    setup = build_toy_game(choose_letters).build_setup(3, ["green"])
    assert setup == Setup(3, ("green", "red", "blue"), {})
