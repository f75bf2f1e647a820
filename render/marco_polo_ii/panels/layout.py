"""The areas of a private picture, and a grid of fields of equal size that fills an area."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import Mat, View
from render import kit
from render.marco_polo_ii import backdrop, theme
from render.marco_polo_ii.catalogue import render_message
from render.marco_polo_ii.pieces.goods import CoinDisc, Run, build_label, join_runs, wrap_node
from render.marco_polo_ii.pieces.plates import draw_velvet


@dataclass(frozen=True, slots=True)
class Field:
    """A rectangle in px."""

    x: float  # left edge
    y: float  # upper edge
    w: float  # px to the right edge
    h: float  # px to the lower edge

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h


WHOLE = Field(44, 142, 1512, 814)
"""The area of a private picture below its question."""
MAIN = Field(44, 142, 1110, 814)
"""The part of WHOLE at the left of the viewer's belongings."""
SIDE_PANEL = Field(1172, 142, 384, 814)
"""The panel with the viewer's belongings, at the right."""


def build_fields(
    number: int, area: Field, columns: int, gap: float = 12, tallest: float = 400, widest: float = 540
) -> tuple[Field, ...]:
    """Return `number` fields row by row in up to `columns` columns, at most `tallest` px high and `widest` px wide."""
    columns = max(1, min(columns, number))
    rows = -(-number // columns)
    w = min(widest, (area.w - gap * (columns - 1)) / columns)
    h = min(tallest, (area.h - gap * (rows - 1)) / max(1, rows))
    return tuple(
        Field(area.x + (w + gap) * (i % columns), area.y + (h + gap) * (i // columns), w, h) for i in range(number)
    )


def find_left_over(number: int, area: Field, columns: int, gap: float = 12, tallest: float = 400) -> Field | None:
    """Return the area that `build_fields` with the same arguments leaves empty: below a single row, else at the right
    of the last row; None if that is full.
    """
    if number <= columns:
        return Field(area.x, area.y + tallest + gap, area.w, area.h - tallest - gap)
    if not number % columns:
        return None
    last = build_fields(number, area, columns, gap, tallest)[-1]
    x = last.right + gap
    return Field(x, last.y, area.right - x, last.h)


WIDTH, HEIGHT = backdrop.WIDTH, backdrop.PRIVATE_H
_TOKEN = 88  # width in px of the seat token in the head


@dataclass(frozen=True, slots=True)
class Token:
    """One of Donata's tokens, which counts as a 6."""

    colour: str  # seat colour of the token, which is never Donata's own (R12)
    size: float  # diameter in px at scale 1

    def shapes(self) -> tuple[kit.Shape, ...]:
        r = self.size / 2
        return (
            kit.Disc(0, 0, r, kit.darken(self.colour, 0.45)),
            kit.Disc(0, 0, 0.92 * r, theme.PANEL),
            kit.Disc(0, 0, 0.8 * r, self.colour),
            kit.Disc(0, 0, 0.5 * r, theme.PANEL),
            kit.Numeral(0, 0, str(CONTENT.data.characters.donata.token_value), 0.78 * r, kit.INK),
        )


def build_private_scene(live: Iterable[kit.Node], static: kit.Nodes = (), height: int = HEIGHT) -> kit.Scene:
    """Return a private picture, 1600 px wide. It has no table, to look different from public pictures."""
    background = (*backdrop.draw_night(height), *static)
    return kit.Scene(theme.THEME, WIDTH, height, theme.PLUM, background, tuple(live), is_private=True)


def draw_question(text: str, mat: Mat, max_width: float = 1000) -> Iterator[kit.Node]:
    """Draw the head of a private picture: the closed eye, the viewer's token, the question."""
    yield kit.Icon("eye_off", 76, 82, 64, kit.GOLD, theme.PLUM)
    lower = kit.lower_triangle(mat.seat, 4)
    yield kit.Sprite(156, 82 + lower, kit.SeatToken(mat.seat, theme.SEAT[mat.color], 30, has_ring=True))
    max_width -= _TOKEN
    yield from kit.fit_text(text, max_width, kit.HEAD).build_runs(126 + _TOKEN, 82, kit.GOLD, max_width=max_width)


def find_viewer_mat(view: View, ctx: kit.RenderContext) -> Mat:
    """Return the mat of the viewer. Raises ValueError without a viewer."""
    if ctx.viewer is None:
        raise ValueError("this picture shows what is the reader's own: look.viewer must be a seat, got None")
    return view.mats[ctx.viewer]


def list_marks(ctx: kit.RenderContext, *kinds: str) -> list[kit.Mark]:
    """Return the marks on places of these kinds, by number."""
    prefixes = tuple(f"{kind}:" for kind in kinds)
    return sorted((mark for mark in ctx.marks if mark.place.startswith(prefixes)), key=lambda mark: mark.number)


def list_pieces(mat: Mat) -> list[str]:
    """Return the viewer's dice and tokens as named in `Option.place`, the lowest first."""
    dice = [(n, str(n)) for n in mat.dice] + [(n, f"{n}b") for n in mat.black]
    return [piece for _, piece in sorted(dice, key=lambda entry: entry[0])] + list(mat.tokens)


def build_die(piece: str, mat: Mat, size: float) -> kit.Die | Token:
    """Return a die or a token of `size` px."""
    if not piece[0].isdigit():
        return Token(theme.SEAT[piece], size)
    return kit.Die(theme.BLACK_DIE if piece.endswith("b") else theme.SEAT[mat.color], int(piece[0]), size)


def draw_dice_row(
    pieces: Sequence[str], mat: Mat, x: float, y: float, max_width: float, size: float, common_fee: int = 0
) -> Iterator[kit.Node]:
    """Draw a row of dice around (x, y), smaller if the width is short.

    common_fee: if not 0, the fee of all these dice, on one coin beside them.
    """
    pitch = 1.14 * (size := min(size, max_width / (1 + 1.14 * (len(pieces) - 1) + (0.8 if common_fee else 0))))
    r = 0.35 * size
    left = x - pitch * (len(pieces) - 1) / 2 - (r + 4 if common_fee else 0)
    for i, piece in enumerate(pieces):
        yield kit.Sprite(left + pitch * i, y, build_die(piece, mat, size))
    if common_fee:
        yield kit.Sprite(left + pitch * (len(pieces) - 1) + size / 2 + r + 8, y, CoinDisc(str(common_fee), r))


_DIE_GAP, _COIN_R, _PAIR_GAP = 0.06, 0.42, 0.36
"""Gap between a die and its coin, radius of the coin, and gap before the next die, as shares of the size of the die."""
_PAIR = 1 + _DIE_GAP + 2 * _COIN_R
"""Width of a die with its coin, as a share of the size of the die."""


def measure_dice_with_fees(count: int, max_width: float, max_size: float) -> tuple[float, float]:
    """Return the size of the dice in `draw_dice_with_fees`, and the radius of their coins."""
    size = min(max_size, max_width / (count * (_PAIR + _PAIR_GAP) - _PAIR_GAP))
    return size, _COIN_R * size


def draw_dice_with_fees(
    pieces: Sequence[str], mat: Mat, x: float, y: float, max_width: float, max_size: float
) -> Iterator[kit.Node]:
    """Draw around (x, y) a row of dice that are placed alone, each with its fee on a coin of its own beside it."""
    size, r = measure_dice_with_fees(len(pieces), max_width, max_size)
    pitch = (_PAIR + _PAIR_GAP) * size
    left = x - (pitch * (len(pieces) - 1) + _PAIR * size) / 2
    for i, piece in enumerate(pieces):
        value = int(piece[0]) if piece[0].isdigit() else CONTENT.data.characters.donata.token_value
        yield kit.Sprite(left + pitch * i + size / 2, y, build_die(piece, mat, size))
        yield kit.Sprite(left + pitch * i + _PAIR * size - r, y, CoinDisc(str(value), r))


def draw_belongings(mat: Mat, ctx: kit.RenderContext, has_dice: bool = True) -> Iterator[kit.Node]:
    """Draw the panel at the right: the viewer's dice, then the stock. It ends at y 470, without dice at 360."""
    yield draw_velvet(SIDE_PANEL.x, SIDE_PANEL.y, SIDE_PANEL.w, SIDE_PANEL.h)
    words = kit.fit_text(render_message("own_things", ctx.lang), SIDE_PANEL.w - 48, kit.DETAIL)
    yield from words.build_runs(SIDE_PANEL.x + 24, SIDE_PANEL.y + 30, theme.MUTED, max_width=SIDE_PANEL.w - 48)
    y = SIDE_PANEL.y + 98
    if has_dice:
        pieces = list_pieces(mat)
        yield from _draw_dice_on_dark(pieces, mat, SIDE_PANEL.x + 22, y)
        y += 66
        yield kit.Polyline(
            ((SIDE_PANEL.x + 20, y), (SIDE_PANEL.x + SIDE_PANEL.w - 20, y)),
            kit.mix_colours(theme.PLUM_2, theme.PANEL, 0.24),
            2,
        )
        y += 52
    for i, (key, n) in enumerate(mat.resources.items()):
        x, icon_y = SIDE_PANEL.x + 48 + 122 * (i % 3), y + 78 * (i // 3)
        yield kit.Disc(x, icon_y, 29, theme.PANEL if n else kit.mix_colours(theme.PANEL, theme.PLUM_2, 0.3))
        yield kit.Icon(
            key,
            x,
            icon_y,
            40,
            theme.GOODS[key],
            theme.PANEL,
        )
        size = kit.HEAD if n < 10 else kit.KEY
        yield kit.TextRun(x + 36, icon_y, str(n), size, theme.PANEL if n else theme.MUTED, max_width=58)


def _draw_dice_on_dark(pieces: list[str], mat: Mat, x: float, y: float) -> Iterator[kit.Node]:
    """Draw dice on the dark panel; black ones have a light edge."""
    size = 66.0
    pitch = min(74.0, (SIDE_PANEL.w - 44 - size) / max(1, len(pieces) - 1))
    size = min(size, max(30.0, pitch - 4))
    for i, piece in enumerate(pieces):
        die_x = x + size / 2 + pitch * i
        if piece.endswith("b"):
            yield kit.Box(
                die_x - size / 2 - 3, y - size / 2 - 3, size + 6, size + 6, 0.24 * size, None, theme.BLACK_DIE_RIM, 3
            )
        yield kit.Sprite(die_x, y, build_die(piece, mat, size))


def draw_caption(text: str, top: float) -> Iterator[kit.Node]:
    """Draw the head of a section of the panel at the right: a line at `top`, and its caption below."""
    x, w = SIDE_PANEL.x, SIDE_PANEL.w
    yield kit.Polyline(((x + 20, top), (x + w - 20, top)), kit.mix_colours(theme.PLUM_2, theme.PANEL, 0.24), 2)
    yield from kit.fit_text(text, w - 48, kit.DETAIL).build_runs(x + 24, top + 30, theme.MUTED, max_width=w - 48)


def draw_before_after(mat: Mat, change: dict[str, int], x: float, y: float, max_width: float) -> Iterator[kit.Node]:
    """Draw the stock before and after of each resource that changes and of VP, right-aligned at x.

    If the width is short, only the stock after; nothing if that does not fit either.
    """
    stock = {**mat.resources, "vp": mat.vp}
    changes = [(key, stock[key], stock[key] + n) for key, n in change.items() if n and key in stock]
    for long, gap in ((True, 22), (False, 22), (False, 10)):
        runs = [_build_change(key, was, now, long) for key, was, now in changes]
        run = join_runs(runs, gap)
        if run.w <= max_width:
            yield from run.draw_at(x - run.w, y)
            return


def build_changes(mat: Mat, change: dict[str, int]) -> list[Run]:
    """Return the stock before and after of each resource that changes and of VP, large."""
    stock = {**mat.resources, "vp": mat.vp}
    return [
        _build_change(key, stock[key], stock[key] + n, True, 1.4) for key, n in change.items() if n and key in stock
    ]


def _build_change(key: str, was: int, now: int, is_long: bool, scale: float = 1) -> Run:
    # the seal without a number has no name in the game
    icon = (
        build_label("VP", kit.snap_size(kit.DETAIL * scale), theme.INK_2)
        if key == "vp"
        else wrap_node(kit.Icon(key, 0, 0, 34 * scale, theme.GOODS[key], theme.PANEL), 36 * scale)
    )
    after = build_label(str(now), kit.snap_size(kit.KEY * scale), kit.INK if now >= 0 else theme.RED)
    if not is_long:
        return join_runs([icon, build_label("=", kit.DETAIL, theme.INK_2), after], 5)
    move = wrap_node(kit.Icon("move", 0, 0, 18 * scale, theme.INK_2, theme.PANEL), 20 * scale)
    before = build_label(str(was), kit.snap_size(kit.DETAIL * scale), theme.INK_2)
    return join_runs([icon, before, move, after], 5 * scale)
