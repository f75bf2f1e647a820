"""Warm-up before the first request: opens fonts, reads drawings, catalogues and the modules of Pillow."""

from collections.abc import Iterable
from importlib.resources import files

from engines.kernel import SEED_BYTES, Match, load_catalogue, load_games
from render.kit.art import Art
from render.kit.colour import INK, WHITE, Theme
from render.kit.icons import load_icons
from render.kit.painter import paint
from render.kit.render_context import RenderContext
from render.kit.scene import BODY, DETAIL, HEAD, KEY, SIZES, Disc, Numeral, Scene, TextRun
from render.kit.text import has_glyph, measure_text

from . import fonts

_SAMPLE = "勝利点VPあア019/+"
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
    for size in SIZES:
        measure_text(_SAMPLE, size)
    for size in (DETAIL, BODY, KEY):
        measure_text(_SAMPLE, size, "regular")
    for size in (BODY, KEY, HEAD):
        measure_text(_SAMPLE, size, "serif")
    with fonts.LOCK:
        fonts.load_font("bold", fonts.MASTER).getlength("0123456789")
    paint(_PICTURE)
    for game in games:
        for package in (f"engines.{game}", f"render.{game}"):
            if files(package).joinpath("locale").is_dir():
                load_catalogue(package)


def draw_first_boards(arts: Iterable[Art]) -> None:
    """Draw the board of a new game of each, which takes 0.2 to 0.4 s: it fills the caches of grounds and sprites."""
    for art in arts:
        game = load_games()[art.game]
        seats = game.seat_counts[-1]
        view = Match.start(game, game.build_setup(seats), bytes(SEED_BYTES)).build_view(None)
        names = tuple(f"{seat + 1}" for seat in range(seats))
        paint(art.compose(view, art.list_pictures(view)[0], RenderContext("en", names)))
