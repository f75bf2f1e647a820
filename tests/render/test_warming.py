"""After warm-up no picture opens a font or reads drawings."""

import subprocess
import sys

from engines.kernel import LANGS, Match, load_catalogue, load_games
from render import RenderContext, load_arts, paint
from render.kit import fonts
from render.kit.icons import load_icons
from render.kit.painter import clear_caches
from render.kit.painting.grounds import load_ground
from render.kit.painting.sprites import draw_raised_piece
from render.kit.warming import draw_first_boards, warm_up
from tests.discovered import pick_game


def count_opened_files() -> int:
    return fonts.load_font.cache_info().misses + load_icons.cache_info().misses


def test_the_first_picture_opens_nothing() -> None:
    fonts.load_font.cache_clear()
    warm_up()
    before = count_opened_files()
    match = Match.start(load_games()["flotsam"], load_games()["flotsam"].build_setup(4), b"w" * 32)
    view, art = match.build_view(None), load_arts()["flotsam"]
    for lang in LANGS:
        paint(art.compose(view, art.list_pictures(view)[0], RenderContext(lang, ("Ada", "Ben", "Cleo", "ニナ"))))
    assert count_opened_files() == before


def test_the_first_picture_of_a_game_that_was_named_reads_no_words() -> None:
    load_catalogue.cache_clear()
    warm_up(("flotsam",))
    before = load_catalogue.cache_info().misses
    match = Match.start(load_games()["flotsam"], load_games()["flotsam"].build_setup(4), b"w" * 32)
    view, art = match.build_view(None), load_arts()["flotsam"]
    art.compose(view, art.list_pictures(view)[0], RenderContext("ja", ("Ada", "Ben", "Cleo", "ニナ")))
    assert load_catalogue.cache_info().misses == before


def test_first_boards_fill_the_caches_of_grounds_and_sprites() -> None:
    clear_caches()
    draw_first_boards([load_arts()[pick_game()]])
    kept = load_ground.kept_bytes, draw_raised_piece.kept_bytes
    assert all(kept)
    draw_first_boards([load_arts()[pick_game()]])
    assert kept == (load_ground.kept_bytes, draw_raised_piece.kept_bytes)


def test_first_picture_opens_fonts_without_warm_up() -> None:
    fonts.load_font.cache_clear()
    before = count_opened_files()
    match = Match.start(load_games()["flotsam"], load_games()["flotsam"].build_setup(4), b"w" * 32)
    view, art = match.build_view(None), load_arts()["flotsam"]
    paint(art.compose(view, art.list_pictures(view)[0], RenderContext("en", ("Zoë", "Björn", "Ludovica", "Quirin"))))
    assert count_opened_files() > before


_FIRST = """
import sys
from render.kit.painter import paint
from render.kit.showcase import build_sheet
from render.kit.warming import warm_up
warm_up()
before = set(sys.modules)
paint(build_sheet())
print(*(set(sys.modules) - before))
"""


def test_the_first_picture_reads_no_modules() -> None:
    out = subprocess.run([sys.executable, "-c", _FIRST], check=True, capture_output=True, text=True).stdout
    assert out.split() == []
