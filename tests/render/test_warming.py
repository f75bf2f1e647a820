"""After warm-up no picture opens a font or reads drawings."""

import subprocess
import sys

from engines.kernel import LANGS, Match, load_catalogue, load_games
from render import RenderContext, load_arts, paint
from render.kit import fonts, text
from render.kit.icons import load_icons
from render.kit.painter import clear_caches
from render.kit.warming import warm_up


def count_opened_files() -> int:
    return fonts.load_font.cache_info().misses + load_icons.cache_info().misses


def forget_texts() -> None:
    """Forget the fonts, and what was measured and drawn with them in other tests."""
    clear_caches()
    fonts.load_font.cache_clear()
    for function in vars(text).values():
        if hasattr(function, "cache_clear"):
            function.cache_clear()


def test_the_first_picture_opens_nothing() -> None:
    forget_texts()
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


def test_first_picture_opens_fonts_without_warm_up() -> None:
    forget_texts()
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
