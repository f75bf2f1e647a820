"""Pictures with materials: the serif, relief, prerendered grounds, vignettes, insets, and JPEG."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import ClassVar

import pytest
from PIL import Image, ImageChops, ImageStat

import render
from engines.kernel import load_games
from render import RenderContext, load_arts
from render.kit import fonts, painter
from render.kit.colour import INK, WHITE, Theme
from render.kit.illustration import FLAT, Relief, Vignette
from render.kit.painter import clear_caches, paint, paint_column, paint_image
from render.kit.painting import grounds, image_cache, prerender, sprites
from render.kit.painting.encoding import encode_jpeg, find_extension
from render.kit.painting.image_cache import ImageCache, keep_images, measure_bytes
from render.kit.painting.lettering import choose_face, draw_text_mask
from render.kit.painting.sprites import find_relief
from render.kit.scene import SIZES, Align, Box, Inset, Numeral, Scene, Shape, Sprite, TextRun
from render.kit.surfaces.relief import find_lit_edges
from render.kit.text import measure_text
from render.kit.tokens import Seal, SeatToken
from render.kit.vignettes import placement
from render.kit.vignettes.placement import place_vignettes
from render.kit.vignettes.sheet import PLATE_SIZE, cut_plate, load_body, load_ink, load_subjects
from tests.bench.pictures import iter_views
from tests.discovered import mark_slice

THEME = Theme("raised", (WHITE,), (INK,), has_materials=True)
GAMES = prerender.list_games()
MAX_DISTANCE, MAX_MEAN_DISTANCE = 120, 3.0
"""Levels between a shipped ground, which WebP has changed, and a new one: of any px, and of all on average."""


MAX_MEAN_DISTANCE_OF_TONES = 8.0
"""Levels between a mask of a plate and a new one, on average: a sheet keeps eight tones."""
INTERVAL = 24
"""Each run of the tests cuts one subject of this many, a release cuts all."""


def build_scene(*nodes: Box | Sprite | TextRun | Inset) -> Scene:
    return Scene(THEME, 400, 200, "#FFFFFF", (), nodes)


def test_a_picture_with_materials_is_a_jpeg_cold_and_warm() -> None:
    scene = build_scene(
        Box(10, 10, 200, 100, 12, "#FCF3DD", material="paper"), Sprite(300, 100, SeatToken(1, "#1F4B8F", 40))
    )
    clear_caches()
    cold = paint(scene)
    assert find_extension(cold) == "jpg" and Image.open(BytesIO(cold)).size == (400, 200)
    assert paint(scene) == cold
    assert Image.open(BytesIO(paint_column((scene, scene)))).size == (400, 400)
    flat = replace(scene, theme=replace(THEME, has_materials=False))
    assert find_extension(paint(flat)) == "png"


def test_a_picture_covers_all_of_the_one_that_was_painted_before_it() -> None:
    scenes = [build_scene(), build_scene(Box(0, 0, 400, 200, 0, INK)), replace(build_scene(), width=200), build_scene()]
    contents = [paint(scene) for scene in scenes]
    assert contents[0] == contents[3] != contents[1]
    for scene, content in zip(scenes, contents, strict=True):
        assert content == encode_jpeg(paint_image(scene))


@pytest.mark.parametrize("face", ["bold", "regular", "serif"])
def test_a_line_of_kept_characters_is_the_one_that_freetype_draws(face: fonts.Face) -> None:
    aligns: tuple[Align, ...] = ("l", "m", "r")
    for text in ("カブール（東部）", "Wakhan's card: AVATAR fj", "19/24 +3", "f"):
        for size in (22, 26, 41):
            for anchor in aligns:
                mask, left, top = draw_text_mask(text, size, face, anchor)
                drawn, offset = fonts.load_font(face, size).getmask2(text, "L", anchor=anchor + "s")
                box = drawn.getbbox()
                assert (left, top) == (offset[0] + box[0], offset[1] + box[1])
                whole = Image.new("L", (box[2] - box[0], box[3] - box[1]))
                whole.im = drawn.crop(box)
                assert whole.size == mask.size
                # where two characters overlap, FreeType's sum is rounded in another way
                assert ImageChops.difference(whole, mask).point(lambda tone: 255 * (tone > 1)).getbbox() is None


def test_pictures_in_two_languages_share_the_layer_below_their_words() -> None:
    paper, cover = Box(10, 10, 200, 100, 12, "#FCF3DD", material="paper"), Box(260, 20, 90, 60, 0, WHITE)
    clear_caches()
    for word in ("Harbour", "港"):
        nodes = (paper, TextRun(40, 60, word, 32, INK), TextRun(270, 50, "covered", 26, INK), cover)
        picture = paint_image(replace(build_scene(), static_part=nodes))
        assert ImageChops.difference(picture, paint_image(build_scene(*nodes))).getbbox() is None
    assert len(painter._paint_ground_layer.kept) == 2  # theirs, and the empty one of a picture without a static layer


def test_a_raised_piece_casts_a_shadow_down_and_right() -> None:
    assert find_relief(SeatToken(1, "#1F4B8F", 40)) != FLAT
    picture = paint_image(build_scene(Sprite(200, 100, Seal("7", 40)))).convert("L")
    pixels = [picture.crop(box).tobytes() for box in ((170, 46, 230, 56), (170, 143, 230, 150))]
    assert min(pixels[0]) == 255 and min(pixels[1]) < 245


def test_a_seal_with_another_number_is_not_lit_again(monkeypatch: pytest.MonkeyPatch) -> None:
    lit: list[tuple[int, int]] = []

    def count_lit_shape(mask: Image.Image, depth: float) -> tuple[Image.Image, Image.Image, tuple[int, int]]:
        lit.append(mask.size)
        return find_lit_edges(mask, depth)

    monkeypatch.setattr(sprites, "find_lit_edges", count_lit_shape)
    clear_caches()
    fresh, _, _ = sprites.draw_raised_piece(Seal("7", 40), 1, find_relief(Seal("7", 40)))
    assert lit
    clear_caches()
    sprites.draw_raised_piece(Seal("3", 40), 1, find_relief(Seal("3", 40)))
    lit.clear()
    second, _, _ = sprites.draw_raised_piece(Seal("7", 40), 1, find_relief(Seal("7", 40)))
    assert not lit and second.tobytes() == fresh.tobytes()


@dataclass(frozen=True, slots=True)
class Signpost:
    """A number between two bars, with nothing behind it."""

    relief: ClassVar[Relief] = Relief(1, 2)

    def shapes(self) -> tuple[Shape, ...]:
        bars = (Box(-40, y, 80, 4, 0, "#AA3322") for y in (-40, 36))
        return (*bars, Numeral(0, 0, "88", 60, "#000000"))


def test_a_number_beside_the_body_of_its_piece_is_seen() -> None:
    sprite, left, top = sprites.draw_raised_piece(Signpost(), 1, Signpost.relief)
    between_bars = sprite.getchannel("A").crop((-left - 30, -top - 25, -left + 30, -top + 25))
    assert between_bars.histogram()[255] > 300


@pytest.mark.parametrize("text", ["Kabul 12", "パンジャブ", "Zoë", "女王の勝利"])
def test_the_serif_is_never_wider_than_the_sans(text: str) -> None:
    for size in SIZES:
        face, chosen = choose_face(TextRun(0, 0, text, size, INK), has_serif=True)
        assert face == ("serif" if size >= 30 else "bold")
        assert measure_text(text, chosen, face) <= measure_text(text, size) + 1
    assert choose_face(TextRun(0, 0, text, 52, INK), has_serif=False) == ("bold", 52)
    assert choose_face(TextRun(0, 0, text, 52, INK, face="sans"), has_serif=True) == ("bold", 52)
    assert choose_face(TextRun(0, 0, text, 22, INK, face="serif"), has_serif=True)[0] == "serif"


def test_a_name_with_a_rare_character_stands_wholly_in_the_sans() -> None:
    assert choose_face(TextRun(0, 0, "髙橋", 52, INK), has_serif=True) == ("bold", 52)  # 髙 is not in JIS X 0208
    assert choose_face(TextRun(0, 0, "高橋", 52, INK), has_serif=True)[0] == "serif"


def test_an_inset_shows_another_picture_small() -> None:
    inner = Scene(THEME, 800, 400, "#1F4B8F", (), ())
    picture = paint_image(build_scene(Inset(100, 50, 80, 40, inner)))
    assert picture.getpixel((140, 70)) == (0x1F, 0x4B, 0x8F)
    assert picture.getpixel((90, 70)) == picture.getpixel((140, 95)) == (255, 255, 255)


def find_folder(game: str) -> Path:
    (folder,) = (Path(path, game) for path in render.__path__ if Path(path, game).is_dir())
    return folder


def is_smallest_ground(name: str) -> bool:
    """Return whether the shipped file of a ground is the smallest of its game, drawn in the least time."""
    game = name.partition("/")[0]
    files = (find_folder(game) / grounds.FOLDER).iterdir()
    return min(files, key=lambda file: file.stat().st_size).stem == name.partition("/")[2]


@pytest.mark.parametrize("game", GAMES)
def test_all_grounds_are_shipped(game: str) -> None:
    assert set(grounds.list_grounds(game)) == {f"{game}/{name}" for name in grounds.load_ground_makers(game)}


@pytest.mark.parametrize(
    "name", mark_slice([name for game in GAMES for name in grounds.list_grounds(game)], is_smallest_ground)
)
def test_shipped_ground_is_the_one_that_the_command_draws(name: str) -> None:
    game, _, picture = name.partition("/")
    assert (find_folder(game) / grounds.FOLDER / f"{picture}.webp").stat().st_size <= grounds.MAX_GROUND_BYTES
    shipped, fresh = grounds.read_ground(name), grounds.load_ground_makers(game)[picture]()
    assert shipped.size == fresh.size
    difference = ImageChops.difference(shipped, fresh).convert("L")
    assert difference.getextrema()[1] <= MAX_DISTANCE  # type: ignore[operator]
    assert ImageStat.Stat(difference).mean[0] <= MAX_MEAN_DISTANCE


@pytest.mark.parametrize("name", [grounds.list_grounds(game)[0] for game in GAMES])
def test_kept_ground_looks_as_the_shipped_one(name: str) -> None:
    difference = ImageChops.difference(grounds.load_ground(name), grounds.read_ground(name)).convert("L")
    assert difference.getextrema()[1] <= 24  # type: ignore[operator]
    assert ImageStat.Stat(difference).mean[0] <= 2


def test_all_prerendered_files_together_stay_small() -> None:
    files = [file for path in render.__path__ for file in Path(path).glob("*/grounds/*.webp")]
    assert files and sum(file.stat().st_size for file in files) <= 4_000_000


@pytest.mark.parametrize("interval", mark_slice((1, INTERVAL), lambda interval: interval == INTERVAL))
@pytest.mark.parametrize("game", [game for game in GAMES if prerender.has_vignettes(game)])
def test_the_shipped_vignettes_are_those_that_the_command_cuts(game: str, interval: int) -> None:
    subjects = sorted(load_subjects(game))
    for name in subjects[::interval]:
        shipped = [load(f"{game}/{name}", PLATE_SIZE) for load in (load_ink, load_body)]
        for mask, fresh in zip(shipped, cut_plate(load_subjects(game)[name]), strict=True):
            difference = ImageStat.Stat(ImageChops.difference(mask, fresh)).mean[0]
            assert difference <= MAX_MEAN_DISTANCE_OF_TONES, name


ROOM = Vignette(100, 100, 200, 180, "meadow/cow", INK)


def test_a_picture_whose_vignettes_have_places_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placement, "measure_bounds", None)
    nodes = replace(ROOM, plate=(0.0, 0.0, 120.0, 120.0)), TextRun(104, 130, "Cow", 32, INK)
    assert place_vignettes(nodes) == nodes


def test_a_vignette_stands_where_no_word_is() -> None:
    words = TextRun(104, 130, "Cow", 32, INK)
    placed, *_ = place_vignettes((ROOM, words))
    assert isinstance(placed, Vignette) and placed.plate is not None
    assert placed.plate[2] - placed.plate[0] >= 112
    (clear,) = placed.kept_clear
    assert clear[0] <= 4 < clear[2] - 30 and clear[1] <= 30 <= clear[3]
    assert place_vignettes((placed, words)) == (placed, words), "a vignette is placed once"


def test_a_vignette_without_room_is_not_shown() -> None:
    lines = tuple(TextRun(104, 110 + 24 * i, "A line of many words", 22, INK) for i in range(7))
    placed, *_ = place_vignettes((ROOM, *lines))
    assert isinstance(placed, Vignette) and placed.plate is None
    scene = Scene(THEME, 400, 400, "#FFFFFF", (), (placed,))
    assert paint_image(scene).getextrema() == ((255, 255),) * 3


def test_a_vignette_behind_signs_is_not_shown_though_its_middle_is_free() -> None:
    room = Vignette(100, 100, 100, 100, "meadow/cow", INK)
    signs = tuple(TextRun(x, 112 + 25 * i, "XX", 26, INK) for i in range(4) for x in (100, 171))
    placed, *_ = place_vignettes((replace(room, core=(0.4, 0.4, 0.6, 0.6)), *signs))
    assert isinstance(placed, Vignette) and placed.plate is None


def test_a_vignette_is_smaller_where_words_would_hide_the_rim_of_a_large_one() -> None:
    """The largest place with a free core was the only one tried, so cards with room for a smaller one had none."""
    lines = ((4, 4, 130, 30), (4, 32, 130, 58), (4, 60, 75, 86), (4, 116, 150, 146))
    core, focus = (0.24, 0.42, 0.80, 0.90), (0.08, 0.28, 0.94, 0.96)
    place = placement.find_plate_place(150, 146, lines, (), core, focus)
    assert place is not None
    left, top, right, bottom = place
    assert left > 60 and top + 0.28 * (bottom - top) > 58 and bottom <= 120 and right - left >= 68


def test_a_vignette_does_not_see_the_next_card() -> None:
    next_card = Box(320, 100, 200, 180, 12, WHITE)
    lines = tuple(TextRun(324, 110 + 24 * i, "A line of many words", 22, INK) for i in range(7))
    assert place_vignettes((ROOM, next_card, *lines))[0] == place_vignettes((ROOM,))[0]


def test_all_grounds_together_take_no_more_than_the_bound() -> None:
    clear_caches()
    for name in [name for game in GAMES for name in grounds.list_grounds(game)]:
        grounds.load_ground(name)
        assert image_cache.POOL.kept_bytes <= image_cache.MAX_BYTES
    assert image_cache.POOL.kept_bytes > 0.9 * image_cache.MAX_BYTES
    clear_caches()
    assert image_cache.POOL.kept_bytes == 0


@pytest.fixture
def draw_sample(monkeypatch: pytest.MonkeyPatch) -> Iterator[ImageCache[[str, float], Image.Image]]:
    """Draw a sample of 40 KB by its name in so many seconds of a clock of its own; there is memory for two of them."""
    clear_caches()
    now = 0.0
    monkeypatch.setattr(image_cache, "thread_time", lambda: now)
    monkeypatch.setattr(image_cache, "MAX_BYTES", 100_000)
    monkeypatch.setattr(image_cache.POOL, "level", 0.0)

    @keep_images
    def draw(name: str, seconds: float) -> Image.Image:
        nonlocal now
        now += seconds
        return Image.new("RGB", (100, 100))

    yield draw
    draw.cache_clear()
    image_cache.CACHES.remove(draw)


def test_of_images_that_took_the_same_time_the_one_that_was_not_used_for_longest_goes(
    draw_sample: ImageCache[[str, float], Image.Image],
) -> None:
    for name in ("A", "B", "C", "B", "D"):
        draw_sample(name, 1)
    assert list(draw_sample.kept) == [("B", 1), ("D", 1)]
    assert image_cache.POOL.kept_bytes == 2 * measure_bytes(Image.new("RGB", (100, 100)))


def test_an_image_that_took_long_stays_while_others_come_and_go_but_not_for_ever(
    draw_sample: ImageCache[[str, float], Image.Image],
) -> None:
    draw_sample("board", 10)
    for number in range(8):
        draw_sample(f"piece {number}", 1)
        assert ("board", 10) in draw_sample.kept
    for number in range(8, 24):
        draw_sample(f"piece {number}", 1)
    assert ("board", 10) not in draw_sample.kept


def test_an_image_that_is_quick_to_draw_and_often_used_stays_while_slow_ones_come(
    draw_sample: ImageCache[[str, float], Image.Image],
) -> None:
    for number in range(4):
        for _ in range(8):
            draw_sample("ground", 1)
        draw_sample(f"piece {number}", 6)
    assert list(draw_sample.kept) == [("ground", 1), ("piece 3", 6)]


def test_an_image_that_goes_keeps_its_uses_for_when_it_is_drawn_again(
    draw_sample: ImageCache[[str, float], Image.Image],
) -> None:
    for _ in range(8):
        draw_sample("ground", 1)
    for name in ("A", "B"):
        draw_sample(name, 20)
    assert ("ground", 1) not in draw_sample.kept
    for _ in range(2):
        draw_sample("ground", 1)
    assert ("ground", 1) in draw_sample.kept


def test_an_image_that_was_used_often_goes_when_it_is_not_used_any_more(
    draw_sample: ImageCache[[str, float], Image.Image],
) -> None:
    for _ in range(200):
        draw_sample("board", 1)
    for number in range(40):
        draw_sample(f"piece {number}", 1)
    assert ("board", 1) not in draw_sample.kept


def test_the_time_of_an_image_is_its_own_without_that_of_those_drawn_for_it(
    draw_sample: ImageCache[[str, float], Image.Image],
) -> None:
    @keep_images
    def draw_around(name: str) -> Image.Image:
        return draw_sample(name, 5).crop((0, 0, 10, 10))

    draw_around("A")
    assert draw_around.kept["A",].price == 0 < draw_sample.kept["A", 5].price
    draw_around.cache_clear()
    image_cache.CACHES.remove(draw_around)


@pytest.mark.parametrize("game", mark_slice(GAMES, lambda game: game == GAMES[-1]))
def test_a_picture_after_half_a_game_is_the_one_that_a_fresh_process_draws(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Little memory makes images go and come again."""
    art, seats = load_arts()[game], load_games()[game].seat_counts[-1]
    ctx = RenderContext("en", ("Aoi", "Ben", "Chika", "Dan", "Emi")[:seats])
    views = list(islice(iter_views(game, seats, 45), 3))
    pictures = art.list_pictures(views[-1])[::3]
    clear_caches()
    monkeypatch.setattr(image_cache, "MAX_BYTES", 25_000_000)
    for view in views:
        warm = [paint(art.compose(view, picture, ctx)) for picture in pictures]
    clear_caches()
    for picture, content in zip(pictures, warm, strict=True):
        assert paint(art.compose(views[-1], picture, ctx)) == content, picture
