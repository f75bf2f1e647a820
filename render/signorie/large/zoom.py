"""Parts of the overview larger: public on paper, or private on the night ground with numbered options."""

from functools import cache

from engines.signorie.view import View
from render.kit.colour import WHITE
from render.kit.look import Lang, Look
from render.kit.scene import BODY, FRAMES, Box, Node, Nodes, Scene, place
from render.kit.text import fit_all
from render.signorie import theme
from render.signorie.board import tracks
from render.signorie.board.header import header
from render.signorie.catalogue import noun
from render.signorie.large import cities, pool
from render.signorie.layout import LABEL_W, LANE_W, LEFT, ROW_H, SLOTS_X, TRACKS, WIDTH, track
from render.signorie.pieces import dentils
from render.signorie.private.head import head

PARTS = ("tracks", "arcade", "dice")
HEIGHT = 1000
_TOP, _FOOT = 124, 20
_K = 1.72  # of the tracks
_RANKS, _GAP, _RANKS_ASKED, _GAP_ASKED = 36, 20, 62, 30  # px of the overview; numbers stand above the slots


def zoom(view: View, part: str, look: Look, seat: int | None = None) -> Scene:
    """One part of the board, 1600 x 1000. seat: whose decision it is; None: a public picture.

    KeyError for a part that does not exist.
    """
    printed, live = {"tracks": _tracks, "arcade": _arcade, "dice": _dice}[part](view, look)
    if seat is not None:
        asked = {"tracks": "steps", "arcade": "city", "dice": "assignment"}[part]
        top = head(view.mats[seat], look.lang, asked)
        return Scene(theme.THEME, WIDTH, HEIGHT, theme.VERDE, (*dentils(HEIGHT), *printed), (*top, *live))
    ground = _paper(theme.SERPENTINE if part == "arcade" else theme.MARBLE)
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.VERDE, (*ground, *printed), (*header(view, look), *live))


@cache
def _paper(ground: str) -> Nodes:
    lower = (False, False, True, True)
    return (Box(20, _TOP, WIDTH - 40, HEIGHT - _TOP - _FOOT, 22, ground, corners=lower),)


Part = tuple[Nodes, Nodes]
"""What is printed, and what changes."""


def _arcade(view: View, look: Look) -> Part:
    return cities.printed(look.lang), (FRAMES, *cities.cities(view, look))


def _dice(view: View, look: Look) -> Part:
    return pool.printed(look.lang), (FRAMES, *pool.pool(view, look))


def _tracks(view: View, look: Look) -> Part:
    """The four tracks, one below the other; numbers need more room between them."""
    ranks, gap = (_RANKS_ASKED, _GAP_ASKED) if look.marks else (_RANKS, _GAP)
    left = (WIDTH - (SLOTS_X + LANE_W - LEFT) * _K) / 2 - LEFT * _K
    high = (ranks + len(TRACKS) * (ROW_H + gap) - gap) * _K
    top = _TOP + (HEIGHT - _TOP - _FOOT - high) / 2
    printed: list[Node] = list(_ranks(look.lang, left, top))
    live: list[Node] = []
    for i, name in enumerate(TRACKS):
        dy = top + (ranks + (ROW_H + gap) * i - track(name).y) * _K
        printed += _row(name, left, dy, look.lang)
        live += (place(node, left, dy, _K) for node in tracks.row(view, name))
    slots = (place(node, left, dy, _K) for node in tracks.initiative_slots(view))
    return tuple(printed), (*slots, FRAMES, *live)


@cache
def _ranks(lang: Lang, dx: float, top: float) -> Nodes:
    return tuple(place(node, dx, top - 136 * _K, _K) for node in tracks.printed_ranks(lang))


@cache
def _row(name: str, dx: float, dy: float, lang: Lang) -> Nodes:
    """With its name below its sign."""
    spot = track(name)
    x, y = dx + (spot.x + LABEL_W / 2) * _K, dy + (spot.y + spot.h - 12) * _K
    word = fit_all([noun(f"terms.{track}", lang) for track in TRACKS], LABEL_W * _K - 8, BODY)[TRACKS.index(name)]
    signs = (place(node, dx, dy, _K) for node in tracks.printed_row(name, 48, 9))
    return (*signs, *word.runs(x, y, WHITE, "m", room=LABEL_W * _K - 8))
