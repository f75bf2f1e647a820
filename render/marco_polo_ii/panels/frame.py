"""What private pictures share: the night ground with the hem, the question in gold, the reader's dice and goods."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import Mat, View
from render.kit.colour import GOLD, INK, WHITE, darker, mix
from render.kit.look import Look, Mark
from render.kit.scene import DETAIL, HEAD, KEY, Box, Disc, Icon, Line, Node, Nodes, Numeral, Scene, Shape, Sprite, Text
from render.kit.text import fit
from render.kit.tokens import Die, SeatToken
from render.marco_polo_ii import theme
from render.marco_polo_ii.board.header import hem
from render.marco_polo_ii.catalogue import sentence
from render.marco_polo_ii.panels.grid import ASIDE
from render.marco_polo_ii.pieces.goods import CoinDisc, Run, glyph, label, row

WIDTH, HEIGHT = 1600, 1000
_TOKEN = 88  # px that it takes in the head


@dataclass(frozen=True, slots=True)
class Token:
    """One of Donata's tokens: it counts as a 6."""

    colour: str
    size: float

    def shapes(self) -> tuple[Shape, ...]:
        r = self.size / 2
        return (
            Disc(0, 0, r, darker(self.colour, 0.45)),
            Disc(0, 0, 0.92 * r, WHITE),
            Disc(0, 0, 0.8 * r, self.colour),
            Disc(0, 0, 0.5 * r, WHITE),
            Numeral(0, 0, str(CONTENT.data.characters.donata.token_value), 0.78 * r, INK),
        )


def framed(live: Iterable[Node], static: Nodes = ()) -> Scene:
    """1600 x 1000 without paper, so that nobody takes it for a public picture."""
    ground = (*static, *hem(20, 16, 1560), *hem(20, 980, 1560))
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.PLUM, ground, tuple(live))


def question(text: str, mat: Mat, room: float = 1000) -> Iterator[Node]:
    """The closed eye, whose picture it is, and what is asked."""
    yield Icon("eye_off", 76, 82, 64, GOLD, theme.PLUM)
    lower = 4 if mat.seat == 2 else 0
    yield Sprite(156, 82 + lower, SeatToken(mat.seat, theme.SEAT[mat.color], 30, ring=True))
    room -= _TOKEN
    yield from fit(text, room, HEAD).runs(126 + _TOKEN, 82, GOLD, room=room)


def reader(view: View, look: Look) -> Mat:
    """What lies in front of the reader."""
    if look.viewer is None:
        raise ValueError("this picture shows what is the reader's own: look.viewer must be a seat, got None")
    return view.mats[look.viewer]


def named(look: Look, *kinds: str) -> list[Mark]:
    """The marks on places of these kinds, by number."""
    wanted = tuple(f"{kind}:" for kind in kinds)
    return sorted((mark for mark in look.marks if mark.place.startswith(wanted)), key=lambda mark: mark.number)


def pieces_of(mat: Mat) -> list[str]:
    """The reader's dice and tokens as options name them, the lowest first."""
    own = [(n, str(n)) for n in mat.dice] + [(n, f"{n}b") for n in mat.black]
    return [piece for _, piece in sorted(own, key=lambda one: one[0])] + list(mat.tokens)


def die(piece: str, mat: Mat, size: float) -> Die | Token:
    """A die or a token of `size` px."""
    if not piece[0].isdigit():
        return Token(theme.SEAT[piece], size)
    return Die(theme.BLACK_DIE if piece.endswith("b") else theme.SEAT[mat.color], int(piece[0]), size)


def dice_in_row(
    pieces: Sequence[str], mat: Mat, x: float, y: float, room: float, size: float, fees: float = 0
) -> Iterator[Node]:
    """Dice around (x, y), smaller where the room is short. fees: the height in px that a die has together with the coin
    below it that it would cost as the lowest one; that of a single die lies beside it."""
    below = fees and len(pieces) > 1
    if below:
        size = min(size, 0.54 * fees)
    pitch = 1.14 * (size := min(size, room / (1 + 1.14 * (len(pieces) - 1))))
    r = 0.35 * size
    left = x - pitch * (len(pieces) - 1) / 2 - (r + 4 if fees and not below else 0)
    for i, piece in enumerate(pieces):
        at = left + pitch * i
        yield Sprite(at, y - (r if below else 0), die(piece, mat, size))
        if fees:
            value = int(piece[0]) if piece[0].isdigit() else CONTENT.data.characters.donata.token_value
            coin = (at, y + 0.55 * size + 2) if below else (at + size / 2 + r + 8, y)
            yield Sprite(*coin, CoinDisc(str(value), r))


def belongings(mat: Mat, look: Look, dice: bool = True) -> Iterator[Node]:
    """The panel at the right: own dice, then the stock. It ends at y 470, without dice at 360."""
    yield Box(ASIDE.x, ASIDE.y, ASIDE.w, ASIDE.h, 12, theme.PLUM_2)
    words = fit(sentence("own_things", look.lang), ASIDE.w - 48, DETAIL)
    yield from words.runs(ASIDE.x + 24, ASIDE.y + 30, theme.MUTED, room=ASIDE.w - 48)
    y = ASIDE.y + 98
    if dice:
        shown = pieces_of(mat)
        yield from _light_dice(shown, mat, ASIDE.x + 22, y)
        y += 66
        yield Line(((ASIDE.x + 20, y), (ASIDE.x + ASIDE.w - 20, y)), mix(theme.PLUM_2, WHITE, 0.24), 2)
        y += 52
    for i, (key, n) in enumerate(mat.carried.items()):
        x, at = ASIDE.x + 48 + 122 * (i % 3), y + 78 * (i // 3)
        yield Disc(x, at, 29, theme.PANEL if n else mix(theme.PANEL, theme.PLUM_2, 0.6))
        yield Icon(key, x, at, 40, theme.GOODS[key] if n else mix(theme.GOODS[key], theme.PANEL, 0.5), theme.PANEL)
        size = HEAD if n < 10 else KEY
        yield Text(x + 36, at, str(n), size, WHITE if n else theme.MUTED, room=58)


def _light_dice(pieces: list[str], mat: Mat, x: float, y: float) -> Iterator[Node]:
    """Dice on the dark panel; black ones have a light edge."""
    size = 66.0
    pitch = min(74.0, (ASIDE.w - 44 - size) / max(1, len(pieces) - 1))
    size = min(size, max(30.0, pitch - 4))
    for i, piece in enumerate(pieces):
        at = x + size / 2 + pitch * i
        if piece.endswith("b"):
            yield Box(at - size / 2 - 3, y - size / 2 - 3, size + 6, size + 6, 0.24 * size, None, theme.NEUTRAL_LINE, 3)
        yield Sprite(at, y, die(piece, mat, size))


def caption(text: str, top: float) -> Iterator[Node]:
    """A part of the panel at the right begins at `top`: a line, and below it what the part is."""
    x, w = ASIDE.x, ASIDE.w
    yield Line(((x + 20, top), (x + w - 20, top)), mix(theme.PLUM_2, WHITE, 0.24), 2)
    yield from fit(text, w - 48, DETAIL).runs(x + 24, top + 30, theme.MUTED, room=w - 48)


def before_after(mat: Mat, change: dict[str, int], x: float, y: float, room: float) -> Iterator[Node]:
    """Of every good that changes, and of points, how many there are and will be, right-aligned at x; without room only
    the latter."""
    had = {**mat.carried, "vp": mat.vp}
    shown = [(key, had[key], had[key] + n) for key, n in change.items() if n and key in had]
    for long, gap in ((True, 22), (False, 22), (False, 10)):
        runs = [_change(key, was, now, long) for key, was, now in shown]
        whole = row(runs, gap)
        if whole.w <= room:
            yield from whole.at(x - whole.w, y)
            return


def _change(key: str, was: int, now: int, long: bool) -> Run:
    icon = (
        label("VP", DETAIL, theme.INK_2)  # its sign alone has no name anywhere
        if key == "vp"
        else glyph(Icon(key, 0, 0, 34, theme.GOODS[key], WHITE), 36)
    )
    after = label(str(now), KEY, INK if now >= 0 else theme.RED)
    if not long:
        return row([icon, label("=", DETAIL, theme.INK_2), after], 5)
    move = glyph(Icon("move", 0, 0, 18, theme.INK_2, WHITE), 20)
    return row([icon, label(str(was), DETAIL, theme.INK_2), move, after], 5)
