"""What every first picture would wait for, done once before anybody asks: fonts are opened, drawings, words and the
modules of Pillow are read.
"""

from collections.abc import Iterable
from importlib.resources import files

from engines.kernel import catalogue
from render.kit import fonts
from render.kit.colour import INK, WHITE, Theme
from render.kit.icons import icons
from render.kit.painter import paint
from render.kit.scene import BODY, DETAIL, KEY, SIZES, Disc, Numeral, Scene, Text
from render.kit.text import has_glyph, measure

_SAMPLE = "勝利点VPあア019/+"
_PICTURE = Scene(
    Theme("sample", (WHITE,), ()),
    *(80, 40, WHITE),
    (Disc(20, 20, 10, INK),),
    (Text(4, 20, "1", BODY, INK), Numeral(60, 20, "1", 20, INK)),
)


def warm(games: Iterable[str] = ()) -> None:
    """Takes some 20 ms of the first picture away, and as much again of the first one of each of these games.

    Safe to call again, and from any thread.
    """
    icons()
    has_glyph("〓")
    for size in SIZES:
        measure(_SAMPLE, size)
    for size in (DETAIL, BODY, KEY):
        measure(_SAMPLE, size, "regular")
    with fonts.LOCK:
        fonts.font("bold", fonts.MASTER).getlength("0123456789")
    paint(_PICTURE)
    for game in games:
        for package in (f"engines.{game}", f"render.{game}"):
            if files(package).joinpath("locale").is_dir():
                catalogue(package)
