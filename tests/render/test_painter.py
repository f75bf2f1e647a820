"""Painting of Scenes to image bytes."""

import io
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace

import pytest
from PIL import Image, ImageDraw

from render.kit import colour, fonts, painter
from render.kit.colour import INK, WHITE, Theme, build_palette, compute_contrast, mix_colours, parse_rgb, pick_ink
from render.kit.painter import clear_caches, paint
from render.kit.painting import encoding, stamps
from render.kit.scene import (
    Arc,
    Box,
    Disc,
    Icon,
    Node,
    Numeral,
    Piece,
    Poly,
    Polyline,
    Scene,
    Shape,
    Sprite,
    TextRun,
    describe_node,
)
from render.kit.showcase import build_sheet as showcase
from render.kit.text import has_glyph, measure_text
from render.kit.tokens import Die, Meeple, NumberDisc, Seal, SeatToken
from render.kit.transform import transform_node

THEME = Theme("test", ("#F1E9DA", "#FFFFFF"), ("#BE3A2B", "#1F4B8F"))


def paint_pixels(scene: Scene) -> Image.Image:
    return Image.open(io.BytesIO(paint(scene))).convert("RGB")


def test_the_same_scene_gives_the_same_bytes_cold_and_warm() -> None:
    clear_caches()
    cold = paint(showcase())
    assert paint(showcase()) == cold
    clear_caches()
    assert paint(showcase()) == cold


def test_two_threads_paint_as_one() -> None:
    alone = paint(showcase())
    clear_caches()
    with ThreadPoolExecutor(2) as pool:
        pictures = list(pool.map(lambda _: paint(showcase()), range(6)))
    assert set(pictures) == {alone}


def test_flat_colours_are_exact() -> None:
    box = Box(10, 10, 60, 60, 0, "#BE3A2B")
    for static, nodes in (((box,), ()), ((), (box,))):
        picture = paint_pixels(Scene(THEME, 80, 80, "#F1E9DA", static, nodes))
        assert picture.getpixel((40, 40)) == parse_rgb("#BE3A2B")
        assert picture.getpixel((2, 2)) == parse_rgb("#F1E9DA")


def test_shapes_stand_where_they_are_put() -> None:
    disc = Disc(40, 30, 20, "#1F4B8F")
    for static, nodes in (((disc,), ()), ((), (disc,))):
        picture = paint_pixels(Scene(THEME, 80, 60, "#FFFFFF", static, nodes))
        assert picture.getpixel((40, 11)) == parse_rgb("#1F4B8F")
        assert picture.getpixel((40, 48)) == parse_rgb("#1F4B8F")
        assert picture.getpixel((40, 8)) == parse_rgb("#FFFFFF")
        assert picture.getpixel((62, 30)) == parse_rgb("#FFFFFF")


def test_a_scene_drawn_larger_is_drawn_again_and_its_text_snaps_to_the_six_sizes() -> None:
    assert transform_node(Disc(10, 10, 4, INK), 100, 0, 2) == Disc(120, 20, 8, INK)
    assert transform_node(Polyline(((0, 0), (5, 5)), INK, 3), 1, 2, 2) == Polyline(((1, 2), (11, 12)), INK, 6)
    text = transform_node(TextRun(10, 10, "9", 26, INK, max_width=50), 0, 0, 1.6)
    assert text == TextRun(16, 16, "9", 40, INK, max_width=80)
    die = transform_node(Sprite(1, 1, Die("#BE3A2B", 3, 52)), 0, 0, 2)
    assert isinstance(die, Sprite)
    assert die.scale == 2


def test_nodes_print_as_one_readable_line() -> None:
    assert (
        describe_node(TextRun(44, 66, "第4ラウンド", 52, WHITE))
        == "TextRun x=44 y=66 text=第4ラウンド size=52 colour=#FFFFFF"
    )
    assert describe_node(Sprite(1.5, 2, SeatToken(3, "#1F4B8F", 27))).startswith(
        "Sprite x=1.5 y=2 piece=SeatToken(seat=3"
    )


def test_every_token_can_be_compared_and_kept() -> None:
    assert Meeple("man", "#BE3A2B", 56, "B") == Meeple("man", "#BE3A2B", 56, "B")
    assert len({Meeple("man", "#BE3A2B", 56, "B"), Meeple("man", "#BE3A2B", 56, "B")}) == 1


def test_text_on_a_fill_takes_the_better_contrast() -> None:
    assert pick_ink("#1F4B8F") == WHITE
    assert pick_ink("#EFC34A") == INK
    assert compute_contrast(INK, WHITE) == pytest.approx(16.0, abs=0.1)
    assert mix_colours("#000000", "#FFFFFF", 0.5) == "#808080"


def test_a_palette_begins_with_the_theme_and_holds_at_most_256() -> None:
    colours = build_palette(THEME)
    assert colours[:4] == tuple(parse_rgb(c) for c in ("#F1E9DA", "#FFFFFF", "#BE3A2B", "#1F4B8F"))
    assert len(colours) == len(set(colours)) <= 256
    with pytest.raises(ValueError, match="palette holds 256"):
        build_palette(Theme("wide", tuple(f"#{i:06X}" for i in range(300)), ()))


def test_palette_colours_are_distinct_and_complete() -> None:
    grounds = ("#F1E9DA", "#FFFFFF", "#24445C")
    theme = Theme("many", grounds, tuple(f"#{37 * i % 256:02X}{91 * i % 256:02X}{53 * i % 256:02X}" for i in range(20)))

    def is_near(first: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
        return all(abs(a - b) < 10 for a, b in zip(first, other, strict=True))

    wanted: list[tuple[int, int, int]] = list(build_palette(theme)[: len({*grounds, *theme.flat_colours}) + 5])
    for first in colour._iter_blends(theme):
        if len(wanted) < 256 and not any(is_near(first, other) for other in wanted):
            wanted.append(first)
    assert build_palette(theme) == tuple(wanted)


def test_a_wrong_colour_says_what_was_expected() -> None:
    with pytest.raises(ValueError, match="#RRGGBB"):
        parse_rgb("red")


@pytest.fixture
def other_fonts() -> Iterator[None]:
    """Clear the font caches before and after a test that changes the source of fonts."""

    def clear() -> None:
        for cached in (fonts.find_font_file, fonts.load_font, measure_text, has_glyph):
            cached.cache_clear()
        clear_caches()

    clear()
    yield
    clear()


@pytest.mark.usefixtures("other_fonts")
def test_a_font_of_ones_own_must_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEBAN_FONT_BOLD", "nowhere.otf")
    with pytest.raises(FileNotFoundError, match=r"TEBAN_FONT_BOLD names 'nowhere\.otf'"):
        fonts.load_font("bold", 22)


@pytest.mark.usefixtures("other_fonts")
def test_without_any_font_latin_letters_remain_and_one_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "_candidates", lambda weight: iter(()))
    scene = Scene(THEME, 200, 60, "#FFFFFF", (), (TextRun(10, 30, "Roma 7", 32, INK), Numeral(170, 30, "9", 30, INK)))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        picture = paint_pixels(scene)
        paint(scene)
    assert len(caught) == 1
    assert "TEBAN_FONT_BOLD" in str(caught[0].message)
    assert len(picture.getcolors(4096) or []) > 3


@pytest.mark.parametrize("corners", [(True, True, True, True), (True, False, False, True)])
@pytest.mark.parametrize(
    ("fill", "edge", "width"), [("#AA3322", None, 0), ("#AA3322", "#112233", 4), (None, "#112233", 2.5)]
)
def test_stretched_large_box_equals_the_whole_drawing(
    fill: str | None, edge: str | None, width: float, corners: tuple[bool, bool, bool, bool]
) -> None:
    for x, y, w, h, radius in (
        (0.0, 0.0, 300, 200, 12),
        (0.4, 0.75, 133.3, 90.6, 8),
        (0, 0.5, 640, 9, 4),
        (0, 0, 30, 400.25, 0),
    ):
        box = Box(x, y, w, h, radius, fill, edge, width, corners)
        (whole, *at), (stretched, *stretched_offset) = (
            stamps.draw_reduced((box,), 1, is_piece=False),
            stamps.draw_stamp(box, 1),
        )
        assert at == stretched_offset and whole.size == stretched.size
        assert whole.tobytes() == stretched.tobytes()


@pytest.mark.parametrize("corners", [(True, True, True, True), (False, True, False, True)])
@pytest.mark.parametrize(
    ("fill", "edge", "width"), [("#AA3322", None, 0), ("#AA3322", "#112233", 4), (None, "#112233", 2.5)]
)
def test_box_painted_in_parts_equals_the_whole_box(
    fill: str | None, edge: str | None, width: float, corners: tuple[bool, bool, bool, bool]
) -> None:
    for x, y, w, h, radius in (
        (20.0, 20.0, 300, 100, 12),
        (20.4, 10.75, 133.3, 90.6, 8),
        (10.99, 0.5, 640.02, 9, 4),
        (-7, 30, 66, 120.25, 0),
        (10.9, 12.9, 398.2, 76.3, 38),
        (12, 90, 70, 70, 35),
    ):
        box = Box(x, y, w, h, radius, fill, edge, width, corners)
        assert w * h > painter.LARGE_BOX_AREA
        parts, whole = Image.new("RGB", (400, 180), "#0F8844"), Image.new("RGB", (400, 180), "#0F8844")
        painter._paste_node(parts, box)
        left, top, right, foot = round(x), round(y), round(x + w), round(y + h)  # every side on a whole px
        stamp, dx, dy = stamps.draw_reduced((replace(box, x=0, y=0, w=right - left, h=foot - top),), 1, is_piece=False)
        whole.paste(stamp, (left + dx, top + dy), stamp)
        assert parts.tobytes() == whole.tobytes(), box


def test_cards_at_fractional_positions_share_one_drawing() -> None:
    stamps.split_box.cache_clear()
    canvas = Image.new("RGB", (3000, 400))
    for i in range(10):
        painter._paste_node(canvas, Box(44 + 283.6 * i, 100, 275.6, 285, 12, "#FFFFFF"))
    assert stamps.split_box.cache_info().misses <= 2, "as wide as it is, or one px more"


def test_background_drawn_in_bands_equals_the_whole_drawing() -> None:
    nodes = (
        Box(0, 0, 300, 60, 0, "#BE3A2B"),
        Box(20, 40, 250, 150, 0, "#FFFFFF"),
        Disc(120.3, 90.2, 30.5, "#1F4B8F", INK, 2),
        Box(140, 70, 30, 60, 9, "#BE3A2B"),
        Polyline(((90, 100), (180, 131.7)), INK, 5),
    )
    big = Image.new("RGB", (600, 400), "#F1E9DA")
    draw = ImageDraw.Draw(big)
    for node in nodes:
        stamps.draw_shape(draw, node, 2, 0, 0)
    whole = encoding.apply_palette(big.reduce(2), THEME)
    clear_caches()
    assert painter._paint_layer(THEME, 300, 200, "#F1E9DA", nodes).tobytes() == whole.tobytes()
    beside = (*nodes[:2], Disc(-80, 320, 10, INK))
    assert painter._paint_layer(THEME, 300, 200, "#F1E9DA", beside).getpixel((299, 199)) == 0


PIECES: tuple[Piece | Shape, ...] = (
    SeatToken(2, "#1F4B8F", 27.4, has_ring=True),
    Die("#BE3A2B", 5, 52),
    Seal("17", 39),
    NumberDisc("8", 20, 26, WHITE),
    Numeral(0.3, 0.6, "12", 40, "#BE3A2B"),
    Icon("man", 0.5, 0, 64, "#BE3A2B", WHITE, INK, 3),
)


@pytest.mark.parametrize("drawing", PIECES, ids=lambda drawing: type(drawing).__name__)
@pytest.mark.parametrize("scale", [1, 1.8])
def test_a_piece_is_reduced_to_what_reducing_with_transparency_gives(drawing: Piece | Shape, scale: float) -> None:
    shapes = (drawing,) if isinstance(drawing, Shape) else drawing.shapes()
    stamp, left, top = stamps.draw_reduced(shapes, scale)
    k = stamps.SPRITE_SCALE
    big = Image.new("RGBA", (stamp.width * k, stamp.height * k))
    draw = ImageDraw.Draw(big)
    for shape in shapes:
        stamps.draw_shape(draw, shape, k * scale, -left * k, -top * k)
    assert stamp.tobytes() == big.reduce(k).tobytes()


NODES: tuple[Node, ...] = (
    Disc(1, 2, 3, INK, WHITE, 1.5),
    Box(1, 2, 30, 40, 5, INK, WHITE, 2, (True, False, True, False), "paper"),
    Poly(((1, 2), (3, 4), (5, 0)), INK, WHITE, 2),
    Polyline(((1, 2), (3, 4)), INK, 2),
    Arc(1, 2, 3, 10, 90, INK, 2),
    Icon("man", 1, 2, 30, INK, "#112233", WHITE, 2),
    Numeral(1, 2, "7", 30, INK),
    Sprite(1, 2, Die("#BE3A2B", 3, 52), 1.5),
    TextRun(1, 2, "9", 26, INK, "r", "regular", 50, "sans", WHITE),
)


@pytest.mark.parametrize("node", NODES, ids=lambda node: type(node).__name__)
def test_transformed_node_keeps_all_other_fields(node: Node) -> None:
    assert all(getattr(node, field.name) != field.default for field in fields(node)), "so that a lost one is noticed"
    assert transform_node(node, 0, 0) == node
    assert transform_node(transform_node(node, 5, 7), -5, -7) == node
    larger = transform_node(node, 0, 0, 2)
    assert transform_node(larger, 0, 0, 0.5) == node and larger != node
