"""The poster of a table before its start: the game's title on its landscape, and below a place for each seat."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from render.kit.colour import INK, Theme
from render.kit.painting.poster import HALO, TITLE, WORDS
from render.kit.scene import BODY, DISPLAY, HEAD, KEY, Box, Node, Nodes, Scene, Sprite, TextRun
from render.kit.text import FittedText, fit_name, fit_text, measure_text
from render.kit.tokens import SeatToken, build_seat_shape, lower_triangle
from render.kit.transform import transform_node

WIDTH = 1600
_MIDDLE, _TITLE_Y, _SUBTITLE_Y, _TITLE_W = WIDTH / 2, 74, 140, 1500
_EDGE, _GAP = 44, 24
_MAX_IN_PAIRS = 4  # seats: more are in rows of three, so that the poster is no higher
_PLAQUE_Y, _PLAQUE_H, _FIRST_ROW, _ROW_H, _FOOT = 20, 68, 66, 96, 14
_TOKEN_X, _TOKEN_R, _NAME_X = 54, 34, 112


@dataclass(frozen=True, slots=True)
class Backdrop:
    """The part of a poster that the game gives."""

    theme: Theme  # of the game
    background: str  # colour where the scenery leaves the canvas bare
    horizon: float
    """y where the landscape ends and the seats begin."""
    scenery: Nodes
    """The landscape and the ground below it, which may be higher than the poster."""
    figures: Nodes
    """People and things in the landscape."""
    panel: tuple[str, str]
    """Face and rim of the place of a person who sits."""
    quiet: str
    """Words and lines of a free place, on the ground."""


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player who holds a seat."""

    name: str  # as the table shows it, of any length
    colour: str | None
    """Colour of the pieces; None: not known yet."""


@dataclass(frozen=True, slots=True)
class PosterTexts:
    """The texts of a poster, in its reader's language."""

    title: str
    """Title of the game; what stands behind a colon is its second line."""
    players: str
    """How many sit and may sit."""
    free: str
    """Label of a free place."""
    places: tuple[SeatedPlayer | None, ...]
    """The seats in order; None: free."""


def draw_lobby_poster(backdrop: Backdrop, poster_texts: PosterTexts) -> Scene:
    """Draw the poster of a table that waits for its players."""
    live = (
        *backdrop.figures,
        *_draw_title(poster_texts.title),
        *_draw_plaque(poster_texts.players, backdrop),
        *(node for seat in range(len(poster_texts.places)) for node in _draw_place(seat, poster_texts, backdrop)),
    )
    return Scene(
        backdrop.theme, WIDTH, compute_height(backdrop, poster_texts), backdrop.background, backdrop.scenery, live
    )


def compute_height(backdrop: Backdrop, poster_texts: PosterTexts) -> int:
    """Return the height of the poster, which has a row for two or three seats."""
    rows = -(-len(poster_texts.places) // _count_columns(poster_texts))
    return round(backdrop.horizon + _FIRST_ROW + rows * _ROW_H + _FOOT)


def _count_columns(poster_texts: PosterTexts) -> int:
    return 2 if len(poster_texts.places) <= _MAX_IN_PAIRS else 3


def _draw_title(title: str) -> Iterator[Node]:
    main, _, second = title.replace("：", ": ").partition(": ")
    runs = [*fit_text(main, _TITLE_W, DISPLAY).build_runs(_MIDDLE, _TITLE_Y, TITLE, "m", max_width=_TITLE_W)]
    if second:
        runs += fit_text(second, _TITLE_W, HEAD).build_runs(_MIDDLE, _SUBTITLE_Y, WORDS, "m", max_width=_TITLE_W)
    yield from (replace(run, halo=HALO) for run in runs)


def _draw_plaque(words: str, backdrop: Backdrop) -> Iterator[Node]:
    """Draw the number of players on a plaque that hangs over the edge of the landscape."""
    face, rim = backdrop.panel
    fitted = fit_text(words, 1100, KEY)
    w, y = measure_text(fitted.lines[0], fitted.size) + 88, backdrop.horizon + _PLAQUE_Y
    yield Box(_MIDDLE - w / 2, y - _PLAQUE_H / 2, w, _PLAQUE_H, 12, face, rim, 3, material="tablet")
    yield from fitted.build_runs(_MIDDLE, y, INK, "m", max_width=w - 40)


def _draw_place(seat: int, poster_texts: PosterTexts, backdrop: Backdrop) -> Iterator[Node]:
    """Draw the place of a seat: a tablet with a name, or the bare outline of a free one."""
    columns = _count_columns(poster_texts)
    row, column = divmod(seat, columns)
    in_row = min(columns, len(poster_texts.places) - row * columns)
    w = (WIDTH - 2 * _EDGE - (columns - 1) * _GAP) / columns
    x = _MIDDLE + (column - in_row / 2) * (w + _GAP) + _GAP / 2
    y = backdrop.horizon + _FIRST_ROW + row * _ROW_H
    h, lower = _ROW_H - _GAP / 1.5, lower_triangle(seat, 4)
    middle, room = y + h / 2, w - _NAME_X - 24
    player = poster_texts.places[seat]
    if player is None:
        yield Box(x, y, w, h, 14, None, backdrop.quiet, 3)
        shape = build_seat_shape(seat, 0.9 * _TOKEN_R, None, backdrop.quiet, 4)
        yield transform_node(shape, x + _TOKEN_X, middle + lower)
        yield TextRun(x + _NAME_X, middle, poster_texts.free, KEY, backdrop.quiet, max_width=room)
        return
    face, rim = backdrop.panel
    yield Box(x, y, w, h, 14, face, rim, 3, material="tablet")
    token = SeatToken(seat, player.colour or face, _TOKEN_R, has_ring=True, edge=None if player.colour else INK)
    yield Sprite(x + _TOKEN_X, middle + lower, token)
    yield from _fit_player_name(player.name, room).build_runs(x + _NAME_X, middle, INK, max_width=room)


def _fit_player_name(name: str, room: float) -> FittedText:
    """Fit a name in one line, or in two if one would be small."""
    line, two_lines = fit_name(name, room, HEAD, 2), fit_text(name, room, BODY, 2)
    return two_lines if line.size < two_lines.size and not two_lines.is_too_wide else line
