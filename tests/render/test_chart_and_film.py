"""Charts of points over time, and films: nothing leaves its area or is cut, and a film fits the upload limit."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from PIL import Image

from engines.kernel import Decision, Match, Rng, load_games, pick_random_answer
from render import RenderContext, Scene, load_arts, paint
from render.kit.bounds import measure_bounds
from render.kit.chart import HEIGHT, WIDTH, Chart, ChartChapter, Curve, draw_chart
from render.kit.composites import (
    ANIMATION_SIZES,
    FIRST_MS,
    FRAME_MS,
    LAST_MS,
    _build_captions,
    encode_animation,
    pick_frames,
)
from render.kit.painter import paint_column
from render.kit.scene import Sprite, TextRun
from render.kit.text import measure_text

COLOURS = ("#F0BE3C", "#BE3A2B", "#9A6FC0", "#1F4B8F", "#24272C")


def build_chart(seats: int, totals: tuple[int, ...], moments: int = 40) -> Chart:
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
    chapters = (ChartChapter(0, "Round 1 of 4", 1), ChartChapter(9, "Round 2 of 4", 2))
    return Chart("得点の推移 · シニョーリエ / Signorie · 第12卓", curves, moments, chapters)


@pytest.mark.parametrize("totals", [(5, 5, 5, 5, 5), (0, 0, 1, 0, 0), (-3, 12, 250, 249, 0), (71, 77, 70, 32, 31)])
@pytest.mark.parametrize("seats", [1, 2, 5])
def test_a_chart_stays_in_its_bounds_and_its_labels_apart(seats: int, totals: tuple[int, ...]) -> None:
    scene = draw_chart(build_chart(seats, totals[:seats]))
    for node in scene.live_part:
        left, top, right, bottom = measure_bounds(node)
        assert left >= -1 and top >= -1 and right <= WIDTH + 1 and bottom <= HEIGHT + 1, node
    texts = [node for node in scene.live_part if isinstance(node, TextRun)]
    for text in texts:
        assert text.max_width is not None and measure_text(text.text, text.size, text.weight) <= text.max_width, text
        assert "…" not in text.text
    names = sorted(
        node.y for node in scene.live_part if isinstance(node, TextRun) and node.x > 1250 and node.anchor == "l"
    )
    assert all(b - a >= 60 for a, b in pairwise(names))
    assert paint(scene).startswith(b"\x89PNG")


def test_chart_labels_of_a_kind_share_one_size() -> None:
    """A long name, a narrow chapter or a large total shrinks all labels of its kind, not itself alone."""
    curves = tuple(
        Curve(n, COLOURS[n], name, n + 1, total, ((0, 0), (39, total)))
        for n, (name, total) in enumerate((("Ada", 12000), ("Bartholomew the Great", 11000), ("次郎", 9)))
    )
    chapters = (ChartChapter(0, "Round 1 of 4", 1), ChartChapter(30, "Round 2", 2), ChartChapter(35, "Round 3 of 4", 3))
    nodes = draw_chart(Chart("x", curves, 40, chapters)).live_part
    texts = [node for node in nodes if isinstance(node, TextRun)]
    for kind in (
        {text.size for text in texts if text.anchor == "l" and text.x > WIDTH / 2},
        {text.size for text in texts if text.text.startswith(("Round", "of"))},
        {text.size for text in texts if text.text in ("11000", "9")},
    ):
        assert len(kind) == 1, kind


def test_every_round_of_a_long_game_has_its_heading() -> None:
    """Text in brackets is dropped first; words are not broken."""
    chapters = tuple(ChartChapter(n * 10, f"第{n + 1}ラウンド（全7ラウンド）", n + 1) for n in range(7))
    nodes = draw_chart(Chart("x", (Curve(0, COLOURS[0], "Ada", 1, 9, ((0, 0), (69, 9))),), 70, chapters)).live_part
    texts = [node.text for node in nodes if isinstance(node, TextRun)]
    assert [text for text in texts if "ラ" in text] == [f"第{n}ラウンド" for n in range(1, 8)]


def test_narrow_rounds_have_numbers_instead_of_headings() -> None:
    """Councils come between rounds and a draft before them; chapters wide enough for a word keep it."""
    chapters = [
        ChartChapter(0, "Skill draft"),
        *(ChartChapter(6 + 3 * n, f"Round {n + 1} of 12", n + 1) for n in range(12)),
    ]
    chapters += [ChartChapter(8 + 3 * n, f"Council after round {n + 1}", n + 1) for n in range(12)]

    def list_headings(moments: int) -> list[str]:
        curve = Curve(0, COLOURS[0], "Ada", 1, 900, ((0, 0), (moments - 1, 900)))
        nodes = draw_chart(
            Chart("x", (curve,), moments, tuple(sorted(chapters, key=lambda chapter: chapter.start)))
        ).live_part
        return [node.text for node in nodes if isinstance(node, TextRun) and node.y > HEIGHT - 100]

    assert list_headings(44) == [str(n + 1) for n in range(12)]
    chapters[:] = [
        ChartChapter(0, "Round 1", 1),
        ChartChapter(20, "Council after round 1", 1),
        ChartChapter(21, "Round 2", 2),
    ]
    assert list_headings(44) == ["Round 1", "Round 2"]


def test_chart_of_points_known_only_late() -> None:
    curve = Curve(0, COLOURS[0], "Ada", 1, 9, ((30, 4), (39, 9)))
    marks = [node for node in draw_chart(Chart("x", (curve,), 40)).live_part if isinstance(node, Sprite)]
    assert min(node.x for node in marks) > WIDTH / 3


def draw_scenes(game_id: str, max_count: int) -> list[Scene]:
    game, art = load_games()[game_id], load_arts()[game_id]
    match, rng = Match.start(game, game.build_setup(game.seat_counts[0]), b"f" * 32), Rng(bytes(32))
    pictures: list[Scene] = []
    while not match.is_over and len(pictures) < max_count:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
        view = match.build_public_match().build_view(None)
        pictures.append(art.compose(view, art.list_pictures(view)[0], RenderContext("en", ("Ada", "Ben", "Cleo"))))
    return pictures


@pytest.mark.parametrize("kind", ["webp", "gif"])
def test_a_film_has_every_frame_and_its_time(kind: str) -> None:
    content, made = encode_animation(draw_scenes("flotsam", 6), 8 << 20, kind)
    assert made == kind
    moving = Image.open(io.BytesIO(content))
    assert moving.format == kind.upper() and moving.width == ANIMATION_SIZES[0][0]
    times = []
    for n in range(getattr(moving, "n_frames", 0)):
        moving.seek(n)
        moving.load()
        times.append(int(moving.info["duration"]))
    assert sum(times) == FIRST_MS + 4 * FRAME_MS + LAST_MS  # GIF stores equal frames as one


@pytest.mark.release
def test_too_large_film_is_shrunk_and_finally_refused() -> None:
    drawn = draw_scenes("flotsam", 5)
    large, _ = encode_animation(drawn, 8 << 20)
    small, _ = encode_animation(drawn, len(large) - 1)
    assert len(small) < len(large)
    assert Image.open(io.BytesIO(small)).width < Image.open(io.BytesIO(large)).width
    with pytest.raises(ValueError, match="does not fit"):
        encode_animation(drawn, 1000)
    with pytest.raises(ValueError, match="at least one"):
        encode_animation([], 1000)


def test_frames_are_left_out_evenly() -> None:
    assert pick_frames(5, 9) == [0, 1, 2, 3, 4]
    indices = pick_frames(1000, 90)
    assert len(indices) == 90 and indices[0] == 0 and indices[-1] == 999
    assert max(b - a for a, b in pairwise(indices)) <= 12


def test_a_column_is_as_high_as_its_parts() -> None:
    first, second = draw_scenes("flotsam", 2)
    whole = Image.open(io.BytesIO(paint_column((first, second))))
    assert whole.size == (first.width, first.height + second.height)
    alone = Image.open(io.BytesIO(paint(second))).convert("RGB")
    assert whole.convert("RGB").crop((0, first.height, first.width, whole.height)).tobytes() == alone.tobytes()


def test_captions_of_a_gallery_are_of_one_size_and_break_between_languages() -> None:
    captions = ("キリア · 第1卓 / Kilia · table 1", "クウォ ヴァディス · 第12卓 / Quo Vadis · table 12")
    runs = list(_build_captions(captions))
    assert [[run.text for run in caption] for caption in runs] == [caption.split(" / ") for caption in captions]
    assert len({run.size for caption in runs for run in caption}) == 1
    long = "The long title of a game that needs two lines · table 1"
    alone = list(_build_captions(("Kilia", long)))
    assert len({run.size for caption in alone for run in caption}) == 1 and len(alone[1]) == 2
