"""Pieces on the boards: zone tiles, merchants, abilities, bonuses, signs of actions, the ship."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import pi, sin
from typing import ClassVar, assert_never

from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import Ability, Exchange, ExtraAction, PointsAbility, Zone
from engines.kilia.table.turn_actions import ContractFulfilled, MerchantPlaced, SpratTraded, TurnAction, ZoneExpanded
from engines.kilia.view import MarketSpaceView, Mat
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message
from render.kilia.pieces.goods import Money, Ware


@dataclass(frozen=True, slots=True)
class ZoneTile:
    """A rounded square in the colour of the zone with its glyph."""

    relief: ClassVar[kit.Relief] = kit.Relief(1.4, 3)  # tile and disc stand out; glyph and fish are printed on them

    zone: Zone  # decides colour and glyph
    size: float  # side in px at scale 1
    has_sprat: bool = False
    """True if a fish is drawn on its corner."""

    def shapes(self) -> tuple[kit.Shape, ...]:
        s, fill = self.size, theme.ZONES[self.zone]
        edge = kit.INK if self.zone == "castle" else kit.darken(fill, 0.4)
        tile: tuple[kit.Shape, ...] = (
            kit.Box(-s / 2, -s / 2, s, s, 0.18 * s, fill, edge, max(2.0, 0.045 * s)),
            kit.Icon(theme.GLYPHS[self.zone], 0, 0, 0.68 * s, kit.pick_ink(fill), fill),
        )
        if self.has_sprat:
            tile += (
                kit.Disc(0.36 * s, 0.36 * s, 0.26 * s, kit.WHITE, kit.INK, 2),
                kit.Icon("sprat", 0.36 * s, 0.36 * s, 0.42 * s, kit.INK, kit.WHITE),
            )
        return tile


_BACK = tuple((-0.5 + 0.041 * i, 0.2 * sin(pi * (i / 20) ** 0.82) + 0.034 * i / 20) for i in range(21))
"""Outline of the fish from its mouth to its tail, in widths: x, half of its height."""
_FINS = (
    ((0.29, -0.03), (0.5, -0.19), (0.43, 0), (0.5, 0.19), (0.29, 0.03)),
    ((-0.14, -0.19), (-0.02, -0.31), (0.09, -0.26), (0.13, -0.16)),
    ((-0.1, 0.18), (-0.05, 0.28), (0.03, 0.17)),
    ((0.1, 0.13), (0.17, 0.21), (0.2, 0.09)),
)


@dataclass(frozen=True, slots=True)
class Sprat:
    """The smoke sprat in a player's hands: gill, scales and fins."""

    relief: ClassVar[kit.Relief] = kit.Relief(1.2, 3)  # body and fins stand out; gill and scales are lines

    colour: str  # of the body; fins and lines are mixed from it and the dark of the ground
    size: float  # px from the mouth to the tail, at scale 1

    def shapes(self) -> tuple[kit.Shape, ...]:
        s, ink = self.size, kit.mix_colours(theme.TAR, self.colour, 0.3)
        fin_colour = kit.mix_colours(self.colour, theme.TAR, 0.34)
        outline = (*_BACK, *((x, -y) for x, y in reversed(_BACK)))
        scales = (
            kit.Arc((-0.13 + 0.075 * column) * s, y * s, 0.055 * s, -62, 62, ink, 0.011 * s)
            for column in range(5)
            for y in (0.084 * (row - 1.5 + 0.5 * (column % 2)) for row in range(4 - column % 2))
            if abs(y) < 0.145 - 0.014 * column
        )
        return (
            *(kit.Poly(tuple((x * s, y * s) for x, y in fin), fin_colour) for fin in _FINS),
            kit.Poly(tuple((x * s, y * s) for x, y in outline), self.colour),
            kit.Arc(-0.36 * s, 0, 0.15 * s, -58, 58, ink, 0.018 * s),
            *scales,
            kit.Disc(-0.39 * s, -0.035 * s, 0.03 * s, ink),
            kit.Polyline(((-0.49 * s, 0.035 * s), (-0.43 * s, 0.05 * s)), ink, 0.013 * s),
        )


@dataclass(frozen=True, slots=True)
class Stall:
    """A merchant: a square stall in the colour of the good, with the good on a white sign."""

    relief: ClassVar[kit.Relief] = kit.Relief(1.4, 3)  # stall and sign stand out; the good is printed on the sign

    good: str  # sold by the merchant; decides the colour of the stall
    size: float  # side in px at scale 1

    def shapes(self) -> tuple[kit.Shape, ...]:
        s, fill = self.size, theme.GOODS[self.good]
        edge = kit.INK if self.good == "salt" else kit.darken(fill, 0.4)
        sign = kit.Box(-0.41 * s, -0.41 * s, 0.82 * s, 0.56 * s, 0.06 * s, kit.WHITE)
        ware = Ware(self.good, 0.53 * s).shapes()
        raised = tuple(_shift_up(shape, 0.13 * s) for shape in ware)
        lamp = kit.Disc(0, 0.31 * s, 0.09 * s, kit.WHITE, kit.INK, 2)
        return (kit.Box(-s / 2, -s / 2, s, s, 0.1 * s, fill, edge, 3), sign, *raised, lamp)


def draw_uncounted_points(
    mat: Mat, right: float, upper: float, lower: float, sizes: tuple[int, int]
) -> Iterator[kit.Node]:
    """Draw at the corners of a seal what its open points leave out. Above: what would be added if the game ended now.
    Below: a contract with a question mark for contracts face down.

    The hourglass is that of an achievement whose number somebody waits for. sizes: of the figures above and below.
    """
    size, small = sizes
    if mat.pending_points:
        words = f"+{mat.pending_points}"
        words_w, glass_w = kit.measure_text(words, size), 0.7 * size
        w, h = glass_w + words_w + 16, size + 8
        yield kit.Box(right - w, upper - h / 2, w, h, 8, kit.WHITE, kit.INK, 2.5)
        yield kit.Icon("hourglass", right - w + 6 + glass_w / 2, upper, size, theme.BRICK, kit.WHITE)
        yield kit.TextRun(right - words_w - 7, upper, words, size, kit.INK, max_width=words_w + 2)
    if has_hidden_points(mat):
        yield from draw_hidden_contracts(right, lower, small)


def draw_hidden_contracts(right: float, y: float, size: int) -> Iterator[kit.Node]:
    """Draw a contract with a question mark on a tag, whose right edge is `right`."""
    mark_w, sign = kit.measure_text("?", size), size + 2
    w, h = sign + mark_w + 12, size + 8
    yield kit.Box(right - w, y - h / 2, w, h, 8, kit.WHITE, kit.INK, 2.5)
    yield kit.Icon("contract", right - w + 6 + sign / 2, y, sign, kit.INK, kit.WHITE)
    yield kit.TextRun(right - mark_w - 6, y, "?", size, kit.INK, max_width=mark_w + 2)


def format_pending_points(mat: Mat) -> str:
    """Format the pending points in words, e.g. `+7?`; empty if there are none."""
    hidden = "?" if has_hidden_points(mat) else ""
    return f"+{mat.pending_points or ''}{hidden}" if mat.pending_points or hidden else ""


def has_hidden_points(mat: Mat) -> bool:
    """Return whether the seat has fulfilled contracts face down."""
    return bool(mat.fulfilled_count) and mat.contract_points is None


def _shift_up(shape: kit.Shape, offset: float) -> kit.Shape:
    assert isinstance(shape, kit.Icon)
    return kit.Icon(
        shape.name, shape.x, shape.y - offset, shape.size, shape.fill, shape.background, shape.edge, shape.width
    )


def draw_ability(
    card: str,
    x: float,
    y: float,
    size: float,
    lang: kit.Lang | None = None,
    *,
    max_width: float = 264,
    is_vertical: bool = False,
) -> Iterator[kit.Node]:
    """Draw the ability of a card around (x, y): goods with arrows, a zone with "again", a point for a good.

    lang: of the words beside "again"; None where there is no room for any. max_width: of sign and words, in px.
    """
    ability_data: Ability = CONTENT.cards[card].ability
    step = (0.8 if isinstance(ability_data, Exchange) else 1.08) * size if is_vertical else 1.35 * size
    dx, dy = (0.0, step) if is_vertical else (step, 0.0)
    match ability_data:
        case Exchange(goods=(first_good, second_good)):
            yield kit.Sprite(x - dx, y - dy, Ware(first_good, size))
            yield kit.Icon("swap", x, y, 0.55 * size, kit.INK)
            yield kit.Sprite(x + dx, y + dy, Ware(second_good, size))
        case ExtraAction(zone=zone) if lang is not None:
            yield from _draw_extra_action(zone, x, y, size, max_width, lang)
        case ExtraAction(zone=zone):
            yield kit.Sprite(x - dx / 2, y - dy / 2, ZoneTile(zone, size))
            yield kit.Icon("again", x + dx / 2, y + dy / 2, 0.75 * size, kit.INK)
        case PointsAbility(good=good):
            yield kit.Sprite(x - dx / 2, y - dy / 2, kit.Seal("1", size / 2))
            yield kit.Sprite(x + dx / 2, y + dy / 2, Ware(good, size))


def _draw_extra_action(
    zone: Zone, x: float, y: float, size: float, max_width: float, lang: kit.Lang
) -> Iterator[kit.Node]:
    """Draw around (x, y) a zone, and behind it the sign and the words of another action."""
    words_size = kit.BODY if size < 60 else kit.KEY
    words = kit.fit_text(render_message("again", lang), max_width - 1.4 * size - 14, words_size)
    words_w = kit.measure_text(words.lines[0], words.size)
    tile, sign = 0.84 * size, 0.56 * size
    left = x - (tile + 8 + sign + 6 + words_w) / 2
    yield kit.Sprite(left + tile / 2, y, ZoneTile(zone, tile))
    yield kit.Icon("again", left + tile + 8 + sign / 2, y, sign, kit.INK)
    yield from words.build_runs(left + tile + 14 + sign, y, kit.INK, max_width=words_w + 4)


def draw_bonus(
    space: MarketSpaceView, x: float, y: float, size: float, ink: str, background: str
) -> Iterator[kit.Node]:
    """Draw any good, coins, the smoke sprat or a new contract; `size` is that of the icons."""
    match space.bonus:
        case "any_good":
            yield kit.Sprite(x, y, Ware("any", 0.88 * size, 0, background))
        case "coins":
            yield kit.Sprite(x, y, Money(CONTENT.data.rules.bonus_coins, 0.46 * size))
        case "smoke_sprat":
            yield kit.Icon("sprat", x, y, size, ink, background)
        case "new_contract":
            yield kit.Icon("newc", x, y, 0.95 * size, ink, background)


def draw_action_sign(action: TurnAction, x: float, y: float, size: int) -> Iterator[kit.Node]:
    """Draw the sign of an action around (x, y): the zone with a plus, a stall of the good, a contract or the sprat."""
    match action:
        case ZoneExpanded(zone):
            yield kit.Sprite(x, y, ZoneTile(zone, size))
            yield from _draw_plus(x + size * 0.46, y - size * 0.4, size)
        case MerchantPlaced(good):
            yield kit.Sprite(x, y, Stall(good, size + 2))
        case ContractFulfilled():
            yield kit.Icon("contract", x, y, size, kit.INK, theme.PANEL)
        case SpratTraded():
            yield kit.Icon("sprat", x, y, size, kit.INK, theme.PANEL)
        case _:
            assert_never(action)


def _draw_plus(x: float, y: float, size: int) -> Iterator[kit.Node]:
    """Draw a plus on a dark disc at the corner of a sign of that size."""
    long, thick = size * 0.34, max(3.0, size * 0.065)
    yield kit.Disc(x, y, size * 0.27, kit.INK)
    yield kit.Box(x - long / 2, y - thick / 2, long, thick, 1, kit.WHITE)
    yield kit.Box(x - thick / 2, y - long / 2, thick, long, 1, kit.WHITE)
