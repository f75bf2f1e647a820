"""Points over time and moving pictures: nothing leaves its room, nothing is cut, and a film fits where it is sent."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from PIL import Image

from engines.kernel import Decision, Match, Rng, games, random_answer
from render import Look, Scene, arts, paint
from render.kit.chart import HEIGHT, WIDTH, Chapter, Chart, Curve, chart
from render.kit.extent import extent
from render.kit.film import FIRST_MS, FRAME_MS, LAST_MS, SIZES, chosen, film
from render.kit.painter import paint_column
from render.kit.scene import Sprite, Text
from render.kit.text import measure

COLOURS = ("#F0BE3C", "#BE3A2B", "#9A6FC0", "#1F4B8F", "#24272C")


def shown(seats: int, totals: tuple[int, ...], moments: int = 40) -> Chart:
    order = sorted(range(seats), key=lambda seat: -totals[seat])
    curves = tuple(
        Curve(
            seat,
            COLOURS[seat],
            ("Bartholomew", "次郎")[seat % 2],
            order.index(seat) + 1,
            totals[seat],
            tuple((i, totals[seat] * i // (moments - 1)) for i in range(moments)),
        )
        for seat in range(seats)
    )
    chapters = (Chapter(0, "Round 1 of 4", 1), Chapter(9, "Round 2 of 4", 2))
    return Chart("得点の推移 · シニョーリエ / Signorie · 第12卓", curves, moments, chapters)


@pytest.mark.parametrize("totals", [(5, 5, 5, 5, 5), (0, 0, 1, 0, 0), (-3, 12, 250, 249, 0), (71, 77, 70, 32, 31)])
@pytest.mark.parametrize("seats", [1, 2, 5])
def test_a_chart_stays_in_its_bounds_and_its_labels_apart(seats: int, totals: tuple[int, ...]) -> None:
    scene = chart(shown(seats, totals[:seats]))
    for node in scene.live:
        left, top, right, bottom = extent(node)
        assert left >= -1 and top >= -1 and right <= WIDTH + 1 and bottom <= HEIGHT + 1, node
    texts = [node for node in scene.live if isinstance(node, Text)]
    for text in texts:
        assert text.room is not None and measure(text.text, text.size, text.weight) <= text.room, text
        assert "…" not in text.text
    names = sorted(node.y for node in scene.live if isinstance(node, Text) and node.x > 1250 and node.anchor == "l")
    assert all(b - a >= 60 for a, b in pairwise(names))
    assert paint(scene).startswith(b"\x89PNG")


def test_the_labels_of_a_chart_are_siblings() -> None:
    """A long name, a narrow chapter and a large total make all of their kind smaller, not themselves alone."""
    curves = tuple(
        Curve(n, COLOURS[n], name, n + 1, total, ((0, 0), (39, total)))
        for n, (name, total) in enumerate((("Ada", 12000), ("Bartholomew the Great", 11000), ("次郎", 9)))
    )
    chapters = (Chapter(0, "Round 1 of 4", 1), Chapter(30, "Round 2", 2), Chapter(35, "Round 3 of 4", 3))
    found = chart(Chart("x", curves, 40, chapters)).live
    texts = [node for node in found if isinstance(node, Text)]
    for kind in (
        {text.size for text in texts if text.anchor == "l" and text.x > WIDTH / 2},
        {text.size for text in texts if text.text.startswith(("Round", "of"))},
        {text.size for text in texts if text.text in ("11000", "9")},
    ):
        assert len(kind) == 1, kind


def test_every_round_of_a_long_game_has_its_heading() -> None:
    """What is in brackets goes first; a word is not broken."""
    chapters = tuple(Chapter(n * 10, f"第{n + 1}ラウンド（全7ラウンド）", n + 1) for n in range(7))
    found = chart(Chart("x", (Curve(0, COLOURS[0], "Ada", 1, 9, ((0, 0), (69, 9))),), 70, chapters)).live
    texts = [node.text for node in found if isinstance(node, Text)]
    assert [text for text in texts if "ラ" in text] == [f"第{n}ラウンド" for n in range(1, 8)]


def test_rounds_without_room_for_a_heading_have_their_numbers() -> None:
    """Councils lie between them, a draft before them; what has room for a word is not told in numbers."""
    chapters = [Chapter(0, "Skill draft"), *(Chapter(6 + 3 * n, f"Round {n + 1} of 12", n + 1) for n in range(12))]
    chapters += [Chapter(8 + 3 * n, f"Council after round {n + 1}", n + 1) for n in range(12)]

    def said(moments: int) -> list[str]:
        curve = Curve(0, COLOURS[0], "Ada", 1, 900, ((0, 0), (moments - 1, 900)))
        found = chart(Chart("x", (curve,), moments, tuple(sorted(chapters, key=lambda one: one.at)))).live
        return [node.text for node in found if isinstance(node, Text) and node.y > HEIGHT - 100]

    assert said(44) == [str(n + 1) for n in range(12)]
    chapters[:] = [Chapter(0, "Round 1", 1), Chapter(20, "Council after round 1", 1), Chapter(21, "Round 2", 2)]
    assert said(44) == ["Round 1", "Round 2"]


def test_a_chart_of_points_that_were_known_late() -> None:
    curve = Curve(0, COLOURS[0], "Ada", 1, 9, ((30, 4), (39, 9)))
    marks = [node for node in chart(Chart("x", (curve,), 40)).live if isinstance(node, Sprite)]
    assert min(node.x for node in marks) > WIDTH / 3


def scenes(engine: str, most: int) -> list[Scene]:
    game, art = games()[engine], arts()[engine]
    match, rng = Match.start(game, game.setup(game.seats[0]), b"f" * 32), Rng(bytes(32))
    found: list[Scene] = []
    while not match.over and len(found) < most:
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        match.apply(Decision(match.step, seat, random_answer(match, prompt, rng)))
        view = match.public().view(None)
        found.append(art.compose(view, art.pictures(view)[0], Look("en", ("Ada", "Ben", "Cleo"))))
    return found


@pytest.mark.parametrize("kind", ["webp", "gif"])
def test_a_film_has_every_frame_and_its_time(kind: str) -> None:
    content, made = film(scenes("flotsam", 6), 8 << 20, kind)
    assert made == kind
    moving = Image.open(io.BytesIO(content))
    assert moving.format == kind.upper() and moving.width == SIZES[0][0]
    times = []
    for n in range(getattr(moving, "n_frames", 0)):
        moving.seek(n)
        moving.load()
        times.append(int(moving.info["duration"]))
    assert sum(times) == FIRST_MS + 4 * FRAME_MS + LAST_MS  # GIF keeps frames that are alike as one


def test_a_film_that_is_too_large_is_made_smaller_and_at_last_refused() -> None:
    drawn = scenes("flotsam", 5)
    large, _ = film(drawn, 8 << 20)
    small, _ = film(drawn, len(large) - 1)
    assert len(small) < len(large)
    assert Image.open(io.BytesIO(small)).width < Image.open(io.BytesIO(large)).width
    with pytest.raises(ValueError, match="does not fit"):
        film(drawn, 1000)
    with pytest.raises(ValueError, match="at least one"):
        film([], 1000)


def test_frames_are_left_out_evenly() -> None:
    assert chosen(5, 9) == [0, 1, 2, 3, 4]
    kept = chosen(1000, 90)
    assert len(kept) == 90 and kept[0] == 0 and kept[-1] == 999
    assert max(b - a for a, b in pairwise(kept)) <= 12


def test_a_column_is_as_high_as_its_parts() -> None:
    first, second = scenes("flotsam", 2)
    whole = Image.open(io.BytesIO(paint_column((first, second))))
    assert whole.size == (first.width, first.height + second.height)
    alone = Image.open(io.BytesIO(paint(second))).convert("RGB")
    assert whole.convert("RGB").crop((0, first.height, first.width, whole.height)).tobytes() == alone.tobytes()
