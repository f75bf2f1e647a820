"""Parts of the overview drawn again larger: public on paper, or private on the night ground with numbered options."""

from functools import cache

from engines.signorie.view import View
from render.kit.look import Lang, Look
from render.kit.marks.notice import notice
from render.kit.scene import FRAMES, HEAD, Box, Nodes, Scene, Text, place
from render.signorie import theme
from render.signorie.board import arcade, dice, tracks
from render.signorie.board.header import header
from render.signorie.catalogue import sentence
from render.signorie.layout import (
    BAY_EDGE,
    BAY_H,
    BAY_TOP,
    BAY_W,
    COLORS,
    DICE_H,
    DICE_TOP,
    LEFT,
    ROW_H,
    TRACKS,
    WIDTH,
    bay,
    dice_area,
    track,
)
from render.signorie.pieces import dentils

PARTS = ("tracks", "arcade", "dice")
HEIGHT = 1000
_TOP, _FOOT = 124, 20


def zoom(view: View, part: str, look: Look, private: bool = False) -> Scene:
    """One part of the board, 1600 px wide. KeyError for a part that does not exist."""
    draw = {"tracks": _tracks, "arcade": _arcade, "dice": _dice}[part]
    printed, live, height = draw(view, look)
    if private:
        head = (
            *notice(sentence("private.notice", look.lang), theme.VERDE, y=70),
            Text(1556, 70, sentence(f"zoom.{part}", look.lang), HEAD, theme.PANEL, "r", room=560),
        )
        return Scene(theme.THEME, WIDTH, height, theme.VERDE, (*dentils(height), *printed), (*head, *live))
    return Scene(
        theme.THEME,
        WIDTH,
        height,
        theme.VERDE,
        (*_paper(height, theme.SERPENTINE if part == "arcade" else theme.MARBLE), *printed),
        (*header(view, look), *live),
    )


@cache
def _paper(height: int, ground: str) -> Nodes:
    lower = (False, False, True, True)
    return (Box(20, _TOP, WIDTH - 40, height - _TOP - _FOOT, 22, ground, corners=lower),)


def _moved(nodes: Nodes, dx: float, dy: float, k: float) -> Nodes:
    return tuple(place(node, dx, dy, k) for node in nodes)


Part = tuple[Nodes, Nodes, int]  # printed, live, height of the canvas


def _sized(printed: Nodes, live: Nodes, foot: float) -> Part:
    """Content from below the head to `foot`: in the middle of a canvas of 1000 px, or of a taller one if it must be."""
    spare = HEIGHT - round(foot) - _FOOT
    if spare <= 0:
        return printed, live, round(foot) + _FOOT
    return _moved(printed, 0, spare // 2, 1), _moved(live, 0, spare // 2, 1), HEIGHT


def _tracks(view: View, look: Look) -> Part:
    """The four tracks, one below the other; numbers need more room between them."""
    crowded = any(tracks.is_crowded(slot.men) for career in view.careers for slot in career.slots)
    k, gap = 1.54, (40 if crowded else 24) if look.marks else 12
    left = (WIDTH - 950 * k) / 2 - LEFT * k
    top = _TOP + 18 - 136 * k
    printed = _printed_ranks(look.lang, left, top, k)
    live: Nodes = (FRAMES,)
    for i, name in enumerate(TRACKS):
        dy = top + (30 + gap * (i + 1) + ROW_H * i + 136 - track(name).y) * k
        printed += _printed_row(name, look.lang, left, dy, k)
        live += _moved(tracks.row(view, name), left, dy, k)
    return _sized(printed, live, top + (136 + 30 + 4 * (gap + ROW_H)) * k)


@cache
def _printed_ranks(lang: Lang, dx: float, dy: float, k: float) -> Nodes:
    return _moved(tracks.printed_ranks(lang), dx, dy, k)


@cache
def _printed_row(name: str, lang: Lang, dx: float, dy: float, k: float) -> Nodes:
    return _moved(tracks.printed_row(name, lang), dx, dy, k)


def _arcade(view: View, look: Look) -> Part:
    """The cities in the game, at most three to a row."""
    used = [city for city in view.cities if city.used]
    rows = [used] if len(used) <= 3 else [used[: (len(used) + 1) // 2], used[(len(used) + 1) // 2 :]]
    k = 1.56 if len(rows) == 1 else 1.36
    pitch, row_pitch = (BAY_W + 2 * BAY_EDGE + 18) * k, (BAY_H + BAY_EDGE) * k + 48
    printed: Nodes = ()
    live: Nodes = (FRAMES,)
    colours = [theme.SEATS[mat.color] for mat in view.mats]
    for row, cities in enumerate(rows):
        foot = _TOP + 44 + row_pitch * row + (BAY_H + BAY_EDGE) * k
        width = pitch * len(cities)
        printed += (Box(WIDTH / 2 - width / 2, foot, width, 12, 4, theme.PLINTH),)
        left = WIDTH / 2 - pitch * (len(cities) - 1) / 2
        for i, city in enumerate(cities):
            dx = left + pitch * i - bay(city.id).centre[0] * k
            dy = _TOP + 44 + row_pitch * row - (BAY_TOP - BAY_EDGE) * k
            printed += _printed_bay(city.id, look.lang, dx, dy, k)
            live += _moved(arcade.city(city, colours, view.slot), dx, dy, k)
    return _sized(printed, live, _TOP + 44 + row_pitch * len(rows) - 48 + 30)


@cache
def _printed_bay(city: str, lang: Lang, dx: float, dy: float, k: float) -> Nodes:
    return _moved(arcade.printed_bay(city, lang), dx, dy, k)


def _dice(view: View, look: Look) -> Part:
    """The five dice areas: three above, two below."""
    k, gap = 1.58, 32
    printed: Nodes = ()
    live: Nodes = (FRAMES,)
    for i, color in enumerate(COLORS):
        row, column = divmod(i, 3)
        middle = WIDTH / 2 + (column - (1 if row == 0 else 0.5)) * (BAY_W + 18) * k
        dx = middle - dice_area(color).centre[0] * k
        dy = _TOP + 44 + row * (DICE_H + gap) * k - DICE_TOP * k
        printed += printed_area(color, look.lang, dx, dy, k)
        live += _moved(dice.area(view, color), dx, dy, k)
    return _sized(printed, live, _TOP + 44 + (2 * DICE_H + gap) * k + 14)


@cache
def printed_area(color: str, lang: Lang, dx: float, dy: float, k: float) -> Nodes:
    return _moved(dice.printed_area(color, lang), dx, dy, k)
