"""Signorie's pictures through whole random games: every question finds its places, every board its words."""

import pytest

from engines.kernel import SEED_BYTES, Decision, Match, Rng, games, random_answer
from render import Look, Mark, arts
from render.kit.extent import extent
from render.kit.scene import Scene, Text, line
from render.kit.text import measure
from tests.render.badges import apart, numbers

from .boards import NAMES

GAME, ART = games()["signorie"], arts()["signorie"]
VARIANTS: tuple[tuple[int, dict[str, str]], ...] = (
    (2, {"short_season": "on"}),
    (3, {"secret_letters": "on"}),
    (4, {}),
    (4, {"open_gates": "on", "secret_letters": "on"}),
)


@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)
def test_every_question_of_a_game_is_marked_on_a_sound_panel(seats: int, options: dict[str, str]) -> None:
    rng = Rng(f"pictures {seats} {len(options)}".encode().ljust(SEED_BYTES, b"."))
    match = Match.start(GAME, GAME.setup(seats, (), options), rng.seed)
    before, number, asked = match.view(None), 0, set[str]()
    while match.ask is not None:
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        view, number = match.view(seat), number + 1
        placed = [(option.place, i) for i, option in enumerate(prompt.options, 1) if option.place]
        if placed and (number % 5 == 0 or prompt.text.key not in asked):
            asked.add(prompt.text.key)
            panel = ART.panel(view, seat, tuple(place for place, _ in placed))
            marks = tuple(Mark(*option) for option in placed)
            scene = ART.compose(view, panel, Look("ja", NAMES[:seats], viewer=seat, marks=marks))
            assert_sound(scene, panel)
            assert numbers(scene) == [number for _, number in placed], f"{prompt.text.key}: {panel}"
            apart(scene)
        if number % 5 == 0:
            picture = ART.pictures(view)[number // 5 % len(ART.pictures(view))]
            assert_sound(ART.compose(view, picture, Look("en", NAMES[:seats], before=before)), picture)
            before = view
        match.apply(Decision(match.step, seat, random_answer(match, prompt, rng)))
    for picture in ART.pictures(match.view(None)):
        assert_sound(ART.compose(match.view(None), picture, Look("en", NAMES[:seats], before=before)), picture)


def assert_sound(scene: Scene, name: str) -> None:
    """On the canvas, and every text in its box."""
    for node in scene.live:
        left, top, right, bottom = extent(node)
        assert left >= 0 and top >= 0 and right <= scene.width and bottom <= scene.height, f"{name}: {line(node)}"
        if isinstance(node, Text):
            assert node.room is not None and measure(node.text, node.size, node.weight) <= node.room, line(node)
