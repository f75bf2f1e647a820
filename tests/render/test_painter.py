"""From Scenes to bytes."""

import io
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace

import pytest
from PIL import Image, ImageDraw

from render.kit import colour, fonts, painter
from render.kit.colour import INK, WHITE, Theme, contrast, mix, on, palette, rgb
from render.kit.painter import forget, paint
from render.kit.scene import (
    Arc,
    Box,
    Disc,
    Icon,
    Line,
    Node,
    Numeral,
    Piece,
    Poly,
    Scene,
    Shape,
    Sprite,
    Text,
    line,
    place,
)
from render.kit.showcase import scene as showcase
from render.kit.text import has_glyph, measure
from render.kit.tokens import Die, Meeple, NumberDisc, Seal, SeatToken

THEME = Theme("test", ("#F1E9DA", "#FFFFFF"), ("#BE3A2B", "#1F4B8F"))


def pixels(scene: Scene) -> Image.Image:
    return Image.open(io.BytesIO(paint(scene))).convert("RGB")


def test_the_same_scene_gives_the_same_bytes_cold_and_warm() -> None:
    forget()
    cold = paint(showcase())
    assert paint(showcase()) == cold
    forget()
    assert paint(showcase()) == cold


def test_two_threads_paint_as_one() -> None:
    alone = paint(showcase())
    forget()
    with ThreadPoolExecutor(2) as pool:
        pictures = list(pool.map(lambda _: paint(showcase()), range(6)))
    assert set(pictures) == {alone}


def test_flat_colours_are_exact() -> None:
    box = Box(10, 10, 60, 60, 0, "#BE3A2B")
    for static, live in (((box,), ()), ((), (box,))):
        picture = pixels(Scene(THEME, 80, 80, "#F1E9DA", static, live))
        assert picture.getpixel((40, 40)) == rgb("#BE3A2B")
        assert picture.getpixel((2, 2)) == rgb("#F1E9DA")


def test_shapes_stand_where_they_are_put() -> None:
    disc = Disc(40, 30, 20, "#1F4B8F")
    for static, live in (((disc,), ()), ((), (disc,))):
        picture = pixels(Scene(THEME, 80, 60, "#FFFFFF", static, live))
        assert picture.getpixel((40, 11)) == rgb("#1F4B8F")
        assert picture.getpixel((40, 48)) == rgb("#1F4B8F")
        assert picture.getpixel((40, 8)) == rgb("#FFFFFF")
        assert picture.getpixel((62, 30)) == rgb("#FFFFFF")


def test_a_scene_drawn_larger_is_drawn_again_and_its_text_snaps_to_the_six_sizes() -> None:
    assert place(Disc(10, 10, 4, INK), 100, 0, 2) == Disc(120, 20, 8, INK)
    assert place(Line(((0, 0), (5, 5)), INK, 3), 1, 2, 2) == Line(((1, 2), (11, 12)), INK, 6)
    text = place(Text(10, 10, "9", 26, INK, room=50), 0, 0, 1.6)
    assert text == Text(16, 16, "9", 40, INK, room=80)
    die = place(Sprite(1, 1, Die("#BE3A2B", 3, 52)), 0, 0, 2)
    assert isinstance(die, Sprite)
    assert die.scale == 2


def test_nodes_print_as_one_readable_line() -> None:
    assert line(Text(44, 66, "第4ラウンド", 52, WHITE)) == "Text x=44 y=66 text=第4ラウンド size=52 colour=#FFFFFF"
    assert line(Sprite(1.5, 2, SeatToken(3, "#1F4B8F", 27))).startswith("Sprite x=1.5 y=2 piece=SeatToken(seat=3")


def test_every_token_can_be_compared_and_kept() -> None:
    assert Meeple("man", "#BE3A2B", 56, "B") == Meeple("man", "#BE3A2B", 56, "B")
    assert len({Meeple("man", "#BE3A2B", 56, "B"), Meeple("man", "#BE3A2B", 56, "B")}) == 1


def test_text_on_a_fill_takes_the_better_contrast() -> None:
    assert on("#1F4B8F") == WHITE
    assert on("#EFC34A") == INK
    assert contrast(INK, WHITE) == pytest.approx(16.0, abs=0.1)
    assert mix("#000000", "#FFFFFF", 0.5) == "#808080"


def test_a_palette_begins_with_the_theme_and_holds_at_most_256() -> None:
    colours = palette(THEME)
    assert colours[:4] == tuple(rgb(c) for c in ("#F1E9DA", "#FFFFFF", "#BE3A2B", "#1F4B8F"))
    assert len(colours) == len(set(colours)) <= 256
    with pytest.raises(ValueError, match="palette holds 256"):
        palette(Theme("wide", tuple(f"#{i:06X}" for i in range(300)), ()))


def test_each_colour_of_a_palette_is_apart_from_those_before_it_and_none_is_left_out() -> None:
    grounds = ("#F1E9DA", "#FFFFFF", "#24445C")
    theme = Theme("many", grounds, tuple(f"#{37 * i % 256:02X}{91 * i % 256:02X}{53 * i % 256:02X}" for i in range(20)))

    def near(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
        return all(abs(a - b) < 10 for a, b in zip(one, other, strict=True))

    wanted: list[tuple[int, int, int]] = list(palette(theme)[: len({*grounds, *theme.flats}) + 5])
    for one in colour._steps(theme):
        if len(wanted) < 256 and not any(near(one, other) for other in wanted):
            wanted.append(one)
    assert palette(theme) == tuple(wanted)


def test_a_wrong_colour_says_what_was_expected() -> None:
    with pytest.raises(ValueError, match="#RRGGBB"):
        rgb("red")


@pytest.fixture
def other_fonts() -> Iterator[None]:
    """Caches of fonts are emptied before and after a test that changes where they come from."""

    def clear() -> None:
        for cached in (fonts.path, fonts.font, measure, has_glyph):
            cached.cache_clear()
        forget()

    clear()
    yield
    clear()


@pytest.mark.usefixtures("other_fonts")
def test_a_font_of_ones_own_must_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEBAN_FONT_BOLD", "nowhere.otf")
    with pytest.raises(FileNotFoundError, match=r"TEBAN_FONT_BOLD names 'nowhere\.otf'"):
        fonts.font("bold", 22)


@pytest.mark.usefixtures("other_fonts")
def test_without_any_font_latin_letters_remain_and_one_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "_candidates", lambda weight: iter(()))
    scene = Scene(THEME, 200, 60, "#FFFFFF", (), (Text(10, 30, "Roma 7", 32, INK), Numeral(170, 30, "9", 30, INK)))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        picture = pixels(scene)
        paint(scene)
    assert len(caught) == 1
    assert "TEBAN_FONT_BOLD" in str(caught[0].message)
    assert len(picture.getcolors(4096) or []) > 3


@pytest.mark.parametrize("corners", [(True, True, True, True), (True, False, False, True)])
@pytest.mark.parametrize(
    ("fill", "edge", "width"), [("#AA3322", None, 0), ("#AA3322", "#112233", 4), (None, "#112233", 2.5)]
)
def test_a_large_field_is_stretched_from_its_corners_without_a_difference(
    fill: str | None, edge: str | None, width: float, corners: tuple[bool, bool, bool, bool]
) -> None:
    for x, y, w, h, radius in (
        (0.0, 0.0, 300, 200, 12),
        (0.4, 0.75, 133.3, 90.6, 8),
        (0, 0.5, 640, 9, 4),
        (0, 0, 30, 400.25, 0),
    ):
        box = Box(x, y, w, h, radius, fill, edge, width, corners)
        (whole, *at), (stretched, *there) = painter._reduced(box, 1), painter._stamp(box, 1)
        assert at == there and whole.size == stretched.size
        assert whole.tobytes() == stretched.tobytes()


@pytest.mark.parametrize("corners", [(True, True, True, True), (False, True, False, True)])
@pytest.mark.parametrize(
    ("fill", "edge", "width"), [("#AA3322", None, 0), ("#AA3322", "#112233", 4), (None, "#112233", 2.5)]
)
def test_a_field_laid_down_in_parts_looks_as_if_it_were_one(
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
        assert w * h > painter.FIELD
        parts, whole = Image.new("RGB", (400, 180), "#0F8844"), Image.new("RGB", (400, 180), "#0F8844")
        painter._put(parts, box)
        left, top, right, foot = round(x), round(y), round(x + w), round(y + h)  # every side on a whole px
        stamp, dx, dy = painter._reduced(replace(box, x=0, y=0, w=right - left, h=foot - top), 1)
        whole.paste(stamp, (left + dx, top + dy), stamp)
        assert parts.tobytes() == whole.tobytes(), box


def test_cards_in_a_row_with_a_broken_pitch_are_not_drawn_each_anew() -> None:
    painter._field.cache_clear()
    canvas = Image.new("RGB", (3000, 400))
    for i in range(10):
        painter._put(canvas, Box(44 + 283.6 * i, 100, 275.6, 285, 12, "#FFFFFF"))
    assert painter._field.cache_info().misses <= 2, "as wide as it is, or one px more"


def test_a_ground_drawn_where_more_than_fields_is_equals_the_whole_drawn_large() -> None:
    nodes = (
        Box(0, 0, 300, 60, 0, "#BE3A2B"),
        Box(20, 40, 250, 150, 0, "#FFFFFF"),
        Disc(120.3, 90.2, 30.5, "#1F4B8F", INK, 2),
        Box(140, 70, 30, 60, 9, "#BE3A2B"),
        Line(((90, 100), (180, 131.7)), INK, 5),
    )
    big = Image.new("RGB", (600, 400), "#F1E9DA")
    draw = ImageDraw.Draw(big)
    for node in nodes:
        painter._draw(draw, node, 2, 0, 0)
    whole = painter.in_palette(big.reduce(2), THEME)
    forget()
    assert painter._layer(THEME, 300, 200, "#F1E9DA", nodes).tobytes() == whole.tobytes()
    beside = (*nodes[:2], Disc(-80, 320, 10, INK))
    assert painter._layer(THEME, 300, 200, "#F1E9DA", beside).getpixel((299, 199)) == 0


PIECES: tuple[Piece | Shape, ...] = (
    SeatToken(2, "#1F4B8F", 27.4, ring=True),
    Die("#BE3A2B", 5, 52),
    Seal("17", 39),
    NumberDisc("8", 20, 26, WHITE),
    Numeral(0.3, 0.6, "12", 40, "#BE3A2B"),
    Icon("man", 0.5, 0, 64, "#BE3A2B", WHITE, INK, 3),
)


@pytest.mark.parametrize("drawing", PIECES, ids=lambda drawing: type(drawing).__name__)
@pytest.mark.parametrize("scale", [1, 1.8])
def test_a_piece_is_reduced_to_what_reducing_with_transparency_gives(drawing: Piece | Shape, scale: float) -> None:
    stamp, left, top = painter._reduced(drawing, scale)
    k = painter.SPRITE_SCALE
    big = Image.new("RGBA", (stamp.width * k, stamp.height * k))
    draw = ImageDraw.Draw(big)
    for shape in (drawing,) if isinstance(drawing, Shape) else drawing.shapes():
        painter._draw(draw, shape, k * scale, -left * k, -top * k)
    assert stamp.tobytes() == big.reduce(k).tobytes()


NODES: tuple[Node, ...] = (
    Disc(1, 2, 3, INK, WHITE, 1.5),
    Box(1, 2, 30, 40, 5, INK, WHITE, 2, (True, False, True, False)),
    Poly(((1, 2), (3, 4), (5, 0)), INK, WHITE, 2),
    Line(((1, 2), (3, 4)), INK, 2),
    Arc(1, 2, 3, 10, 90, INK, 2),
    Icon("man", 1, 2, 30, INK, "#112233", WHITE, 2),
    Numeral(1, 2, "7", 30, INK),
    Sprite(1, 2, Die("#BE3A2B", 3, 52), 1.5),
    Text(1, 2, "9", 26, INK, "r", "regular", 50),
)


@pytest.mark.parametrize("node", NODES, ids=lambda node: type(node).__name__)
def test_what_is_put_elsewhere_keeps_all_that_is_not_a_place_or_a_size(node: Node) -> None:
    assert all(getattr(node, field.name) != field.default for field in fields(node)), "so that a lost one is noticed"
    assert place(node, 0, 0) == node
    assert place(place(node, 5, 7), -5, -7) == node
    larger = place(node, 0, 0, 2)
    assert place(larger, 0, 0, 0.5) == node and larger != node
