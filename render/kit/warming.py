"""Warm-up before the first request: opens fonts, reads drawings, catalogues and the modules of Pillow."""

from collections.abc import Iterable
from importlib.resources import files

from engines.kernel import load_catalogue
from render.kit.colour import INK, WHITE, Theme
from render.kit.icons import load_icons
from render.kit.painter import paint
from render.kit.scene import BODY, DETAIL, HEAD, KEY, SIZES, Disc, Numeral, Scene, TextRun
from render.kit.text import has_glyph, measure_text

from . import fonts

_SAMPLE = "勝利点VPあア019/+"
_FONTS: tuple[tuple[fonts.Face, tuple[int, ...]], ...] = (
    ("serif", (BODY, KEY, HEAD)),
    ("regular", (DETAIL, BODY, KEY)),
    ("bold", (*SIZES, fonts.MASTER)),
)
_PICTURE = Scene(
    Theme("sample", (WHITE,), ()),
    *(80, 40, WHITE),
    (Disc(20, 20, 10, INK),),
    (TextRun(4, 20, "1", BODY, INK), Numeral(60, 20, "1", 20, INK)),
)


def warm_up(games: Iterable[str] = ()) -> None:
    """Save some 20 ms of the first picture, and the reading of text for the first one of each of these games.

    Safe to call again, and from any thread.
    """
    load_icons()
    has_glyph("〓")
    for face, sizes in _FONTS:
        measure_text(_SAMPLE, BODY, face)
        for size in sizes:
            fonts.load_font(face, size)
    paint(_PICTURE)
    for game in games:
        for package in (f"engines.{game}", f"render.{game}"):
            if files(package).joinpath("locale").is_dir():
                load_catalogue(package)
