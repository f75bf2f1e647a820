"""After the start no picture has to open a font or to read drawings."""

import subprocess
import sys

from engines.kernel import LANGS, Match, catalogue, games
from render import Look, arts, paint
from render.kit import fonts
from render.kit.icons import icons
from render.kit.warming import warm


def opened() -> int:
    return fonts.font.cache_info().misses + icons.cache_info().misses


def test_the_first_picture_opens_nothing() -> None:
    fonts.font.cache_clear()
    warm()
    before = opened()
    match = Match.start(games()["flotsam"], games()["flotsam"].setup(4), b"w" * 32)
    view, art = match.view(None), arts()["flotsam"]
    for lang in LANGS:
        paint(art.compose(view, art.pictures(view)[0], Look(lang, ("Ada", "Ben", "Cleo", "ニナ"))))
    assert opened() == before


def test_the_first_picture_of_a_game_that_was_named_reads_no_words() -> None:
    catalogue.cache_clear()
    warm(("flotsam",))
    before = catalogue.cache_info().misses
    match = Match.start(games()["flotsam"], games()["flotsam"].setup(4), b"w" * 32)
    view, art = match.view(None), arts()["flotsam"]
    art.compose(view, art.pictures(view)[0], Look("ja", ("Ada", "Ben", "Cleo", "ニナ")))
    assert catalogue.cache_info().misses == before


def test_without_it_the_first_picture_opens_fonts() -> None:
    fonts.font.cache_clear()
    before = opened()
    match = Match.start(games()["flotsam"], games()["flotsam"].setup(4), b"w" * 32)
    view, art = match.view(None), arts()["flotsam"]
    paint(art.compose(view, art.pictures(view)[0], Look("en", ("Zoë", "Björn", "Ludovica", "Quirin"))))
    assert opened() > before


_FIRST = """
import sys
from render.kit.painter import paint
from render.kit.showcase import scene
from render.kit.warming import warm
warm()
before = set(sys.modules)
paint(scene())
print(*(set(sys.modules) - before))
"""


def test_the_first_picture_reads_no_modules() -> None:
    out = subprocess.run([sys.executable, "-c", _FIRST], check=True, capture_output=True, text=True).stdout
    assert out.split() == []
