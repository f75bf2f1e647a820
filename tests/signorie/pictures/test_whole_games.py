"""Signorie's pictures through whole random games: every question has all its places, every board its words."""

import pytest

from engines.kernel import SEED_BYTES, Decision, Match, Rng, load_games, pick_random_answer
from render import Mark, RenderContext, load_arts
from render.kit.bounds import measure_bounds
from render.kit.scene import Scene, TextRun, describe_node
from render.kit.text import measure_text
from tests.render.badges import check_badges_apart, list_numbers

from .boards import NAMES

GAME, ART = load_games()["signorie"], load_arts()["signorie"]
VARIANTS: tuple[tuple[int, dict[str, str]], ...] = (
    (2, {"short_season": "on"}),
    (3, {"secret_letters": "on"}),
    (4, {}),
    (4, {"open_gates": "on", "secret_letters": "on"}),
)


@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)
def test_every_question_of_a_game_is_marked_on_a_sound_panel(seats: int, options: dict[str, str]) -> None:
    rng = Rng(f"pictures {seats} {len(options)}".encode().ljust(SEED_BYTES, b"."))
    match = Match.start(GAME, GAME.build_setup(seats, (), options), rng.seed)
    before, number, question_keys = match.build_view(None), 0, set[str]()
    while match.open_prompts is not None:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        view, number = match.build_view(seat), number + 1
        placed = [(option.place, i) for i, option in enumerate(prompt.options, 1) if option.place]
        if placed and (number % 5 == 0 or prompt.text.key not in question_keys):
            question_keys.add(prompt.text.key)
            panel = ART.choose_panel(view, seat, tuple(place for place, _ in placed))
            marks = tuple(Mark(*option) for option in placed)
            scene = ART.compose(view, panel, RenderContext("ja", NAMES[:seats], viewer=seat, marks=marks))
            assert_sound(scene, panel)
            assert list_numbers(scene) == [number for _, number in placed], f"{prompt.text.key}: {panel}"
            check_badges_apart(scene)
        if number % 5 == 0:
            picture = ART.list_pictures(view)[number // 5 % len(ART.list_pictures(view))]
            assert_sound(ART.compose(view, picture, RenderContext("en", NAMES[:seats], view_before=before)), picture)
            before = view
        match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
    for picture in ART.list_pictures(match.build_view(None)):
        assert_sound(
            ART.compose(match.build_view(None), picture, RenderContext("en", NAMES[:seats], view_before=before)),
            picture,
        )


def assert_sound(scene: Scene, name: str) -> None:
    """Check that everything is on the canvas and every text fits its box."""
    for node in scene.live_part:
        left, top, right, bottom = measure_bounds(node)
        assert left >= 0 and top >= 0 and right <= scene.width and bottom <= scene.height, (
            f"{name}: {describe_node(node)}"
        )
        if isinstance(node, TextRun):
            assert node.max_width is not None and measure_text(node.text, node.size, node.weight) <= node.max_width, (
                describe_node(node)
            )
