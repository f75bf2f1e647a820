"""Dice on their places: whose they are, and how many lie on each other."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engines.marco_polo_ii.table.state import PlacedDie
from render import kit
from render.marco_polo_ii import theme


@dataclass(frozen=True, slots=True)
class DiePlace:
    """A place for a die. Blue (may be used again): round corners; brown (once per round): mitred corners."""

    colour: str  # "blue" or "brown": key of the tones in the theme
    size: float  # side in px at scale 1
    text: str = ""  # requirement for a die, as in "3+", or number of dice, as in "×2"; empty: none, or none yet
    is_next: bool = False
    """Whether it is the next Khan space."""
    is_used: bool = False
    """Whether dice lie on it, beside which its strong colour tells whether a further die may follow."""

    def shapes(self) -> tuple[kit.Shape, ...]:
        s, inks = self.size, theme.PLACE_INK if self.is_next or self.is_used else theme.PLACE_EDGE
        edge = kit.darken(inks[self.colour], 0.4) if self.is_used else inks[self.colour]
        width = 3.5 if self.is_next else 2.5
        fill = (theme.PLACE_USED if self.is_used else theme.PLACE)[self.colour]
        radius = (0.2 if self.colour == "blue" else 0.06) * s
        body: tuple[kit.Shape, ...] = (kit.Box(-s / 2, -s / 2, s, s, radius, fill, edge, width),)
        if self.colour == "brown":
            h, m = s / 2 - 1, 0.16 * s
            body += tuple(
                kit.Poly(((x * h, y * h), (x * (h - m), y * h), (x * h, y * (h - m))), edge)
                for x in (-1, 1)
                for y in (-1, 1)
            )
        number = (kit.Numeral(0, 0, self.text, 0.42 * s, theme.PLACE_INK[self.colour]),) if self.text else ()
        return (*body, *number)


@dataclass(frozen=True, slots=True)
class NeutralDie:
    """A die of no player, which stays all game (R2.7): of stone, with eight corners."""

    pips: int  # on the upper side, 1 to 6
    size: float  # px of a side at scale 1

    relief: ClassVar[kit.Relief] = kit.Relief(1.6, 4)  # as high as a `kit.Die`

    def shapes(self) -> tuple[kit.Shape, ...]:
        pips = kit.Die(theme.NEUTRAL_DIE, self.pips, 0.9 * self.size).shapes()[2:]
        inner = _build_octagon(0.42 * self.size)
        return (
            kit.Poly(_build_octagon(0.5 * self.size), kit.INK, kit.INK, 1),
            kit.Poly(_build_octagon(0.46 * self.size), kit.WHITE),
            kit.Poly(inner, theme.NEUTRAL_DIE, kit.INK, max(1.5, 0.04 * self.size)),
            *pips,
        )


def _build_octagon(half: float) -> tuple[kit.Point, ...]:
    """Return the corners of a square with cut corners around (0, 0)."""
    cut = 0.42 * half
    quarter = ((half - cut, -half), (half, cut - half), (half, half - cut), (half - cut, half))
    return (*quarter, *((-x, -y) for x, y in quarter))


@dataclass(frozen=True, slots=True)
class NeutralToken:
    """The sign beside a neutral die, where other dice have the token of their seat: a dash for nobody."""

    r: float  # px at scale 1

    relief: ClassVar[kit.Relief] = kit.Relief(1.8, 4)  # as that of a `kit.SeatToken`

    def shapes(self) -> tuple[kit.Shape, ...]:
        r = self.r
        return (
            kit.Disc(0, 0, 1.13 * r, kit.WHITE),
            kit.Disc(0, 0, r, kit.INK),
            kit.Box(-0.55 * r, -0.2 * r, 1.1 * r, 0.4 * r, 0, kit.WHITE),
        )


@dataclass(frozen=True, slots=True)
class DiceStack:
    """The dice on a place, each a little higher and further right than the one below it, and their number."""

    top: kit.Die | NeutralDie  # the last die placed
    side: float  # px of the square around all drawn dice
    colours_below: tuple[str, ...] = ()
    """Colours of the dice drawn below the top one, from above: at most `_MAX_BELOW`."""
    number: int = 1
    """Number of all dice on the place."""

    relief: ClassVar[kit.Relief] = kit.Relief(2, 4)  # its edges are higher than those of a single `kit.Die`

    def shapes(self) -> tuple[kit.Shape, ...]:
        s, half, count = self.top.size, self.side / 2, len(self.colours_below)
        step = (self.side - s) / max(1, count)
        steps = reversed([(step * (i + 1), colour) for i, colour in enumerate(self.colours_below)])
        below = tuple(
            kit.Box(half - s - far, far - half, s, s, 0.2 * s, colour, kit.darken(colour, 0.45), max(1.5, 0.04 * s))
            for far, colour in steps
        )
        top = tuple(_move_shape(shape, half - s / 2, s / 2 - half) for shape in self.top.shapes())
        if self.number == 1:
            return top
        w, h = _COUNT_SIZE
        x, y = half - 0.37 * w, half + 1
        plate = kit.Box(x - w / 2, y - h / 2, w, h, 7, kit.INK, kit.WHITE, 2)
        return (*below, *top, plate, kit.Numeral(x, y, f"×{self.number}", 0.77 * h, kit.WHITE))


def _move_shape(shape: kit.Shape, dx: float, dy: float) -> kit.Shape:
    moved = kit.transform_node(shape, dx, dy, 1)
    assert isinstance(moved, kit.Shape)
    return moved


_MAX_BELOW = 3
"""Maximum number of dice drawn below the top one."""
_STEPS = (0.0, 0.23, 0.16, 0.125)
"""Step from a die to the one below it as a share of the size of an empty place, by the number of dice below the top."""
_COUNT_SIZE = 42.0, 30.0
"""Width and height in px of the plate with the number of dice, which hides no pips."""
_OWNER_R = 14.0
"""Radius in px of the tokens of the seats with dice below the top one; they stand one above the other."""
_OWNER_PITCH, _MAX_OWNERS_H = 22.0, 36.0
"""px from one of these tokens to the next, and at most from the lowest to the highest."""
USED_PLACE_SIZE, _DICE_SIZE, _STACK_SIZE = 1.14, 0.87, 1.06
"""Sizes of a place with dice, of a single die and of a stack on it, as shares of the size of an empty place."""


def draw_used_place(
    x: float, y: float, dice: tuple[PlacedDie, ...], colours: tuple[str, ...], size: float, place: str
) -> Iterator[kit.Sprite]:
    """Draw a place with the dice on it, with the token of the seat that placed the last one, and below it those of the
    others with dice there. IndexError without dice.

    size: of the empty place, in px. place: its colour, "blue" or "brown".
    """
    yield kit.Sprite(x, y, DiePlace(place, USED_PLACE_SIZE * size, is_used=True))
    top, *others = dice[::-1]
    below = tuple(_find_die_colour(die, colours) for die in others[:_MAX_BELOW])
    side = (_STACK_SIZE if below else _DICE_SIZE) * size
    die = _build_die(top, colours, side - _STEPS[len(below)] * size * len(below))
    yield kit.Sprite(x, y, DiceStack(die, side, below, len(dice)))
    seats_below = [seat for seat in dict.fromkeys(die.seat for die in others) if seat != top.seat]
    pitch = min(_OWNER_PITCH, _MAX_OWNERS_H / max(1, len(seats_below) - 1))
    for i, seat in enumerate(seats_below[::-1]):
        yield kit.Sprite(x - side / 2 + 10, y + side / 2 - 2 - pitch * i, _build_token(seat, colours, _OWNER_R))
    yield kit.Sprite(x + 0.37 * size, y - 0.37 * size, _build_token(top.seat, colours, 0.27 * size))


def _build_die(die: PlacedDie, colours: tuple[str, ...], size: float) -> kit.Die | NeutralDie:
    if die.kind == "neutral":
        return NeutralDie(die.value, size)
    return kit.Die(_find_die_colour(die, colours), die.value, size)


def _build_token(seat: int | None, colours: tuple[str, ...], r: float) -> kit.SeatToken | NeutralToken:
    """Return the token of the seat that placed a die; None: of a neutral die."""
    if seat is None:
        return NeutralToken(r)
    return kit.SeatToken(seat, colours[seat], r, has_ring=True, has_large_letter=True)


def _find_die_colour(die: PlacedDie, colours: tuple[str, ...]) -> str:
    if die.kind == "neutral":
        return theme.NEUTRAL_DIE
    return colours[die.seat] if die.kind == "own" and die.seat is not None else theme.BLACK_DIE
