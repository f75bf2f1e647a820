"""The seats as flags: no seat shows its bare colour, which is also that of a good and of a zone.

A token has a navy rim, a flag a navy charge: A a cross, B a fess, C a bend, D a saltire.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from render import kit
from render.kilia import theme
from render.kit.tokens import SEAT_LETTERS, build_seat_shape

_RIM, _LINE, _FIELD = 0.96, 0.82, 0.73  # radii of a token's navy, cream and colour
_LETTER, _LETTER_C = 1.0, 0.86  # sizes of the letter; the triangle has less room
_CHARGE = 0.22  # half the width of a charge with its cream edges, as a share of the shorter side


@dataclass(frozen=True, slots=True)
class SeatMarker(kit.SeatToken):
    """The token of a seat: its shape in its colour within a cream line and a navy rim."""

    relief: ClassVar[kit.Relief] = kit.Relief(1.4, 3.4)  # lower than a `kit.SeatToken`: each of its rims is lit

    def shapes(self) -> tuple[kit.Shape, ...]:
        lower, size = (0.16, _LETTER_C) if self.seat == 2 else (0, _LETTER)
        letter = kit.Numeral(0, lower * self.r, SEAT_LETTERS[self.seat], size * self.r, kit.pick_ink(self.colour))
        return (*_build_rims(self.seat, self.colour, self.r, has_light_rim=self.has_ring), letter)


@dataclass(frozen=True, slots=True)
class Chip:
    """The shape of a seat without its letter: a scoring chip."""

    relief: ClassVar[kit.Relief] = kit.Relief(1.2, 2.4)  # lower than the token of its seat

    seat: int  # owner of the chip; decides its shape
    colour: str  # of the owner, within the rims
    r: float  # radius of the outer rim, in px at scale 1

    def shapes(self) -> tuple[kit.Shape, ...]:
        return _build_rims(self.seat, self.colour, self.r)


def _build_rims(seat: int, colour: str, r: float, *, has_light_rim: bool = False) -> tuple[kit.Shape, ...]:
    outer = theme.FLAG_CREAM if has_light_rim else theme.BRAID
    radii = ((1.1 if has_light_rim else 1.0, outer), (_RIM, theme.NAVY), (_LINE, "#FFFAEC"), (_FIELD, colour))
    return tuple(build_seat_shape(seat, share * r, fill) for share, fill in radii)


@dataclass(frozen=True, slots=True)
class Flag:
    """The flag of a seat, `w` x `h` px, its corners as the left end of a row."""

    seat: int  # decides the charge on the flag
    colour: str  # of the seat, behind the charge
    w: float  # px along its row, at scale 1
    h: float  # px across its row, at scale 1

    def shapes(self) -> tuple[kit.Shape, ...]:
        field = kit.Box(-self.w / 2, -self.h / 2, self.w, self.h, 0, self.colour)
        return (field, *build_charge(self.seat, self.w, self.h))


def build_charge(seat: int, w: float, h: float) -> Iterator[kit.Poly]:
    """Yield the charge of a seat's flag around (0, 0), first its cream edges, within w x h."""
    half = _CHARGE * min(w, h)
    for share, fill in ((0.95, theme.FLAG_CREAM), (0.62, theme.NAVY)):
        t = share * half
        match seat:
            case 0:
                yield _build_bar(-0.12 * w - t, -h / 2, -0.12 * w + t, h / 2, fill)
                yield _build_bar(-w / 2, -t, w / 2, t, fill)
            case 1:
                yield _build_bar(-w / 2, -t, w / 2, t, fill)
            case 2:
                yield _build_diagonal(w / 2, h / 2, t, fill)
            case _:
                yield _build_diagonal(w / 2, h / 2, t, fill)
                yield _build_diagonal(w / 2, -h / 2, t, fill)


def _build_bar(left: float, top: float, right: float, bottom: float, fill: str) -> kit.Poly:
    return kit.Poly(((left, top), (right, top), (right, bottom), (left, bottom)), fill)


def _build_diagonal(x: float, y: float, t: float, fill: str) -> kit.Poly:
    """Return a bar from (-x, -y) to (x, y) with its ends cut at the sides of the flag."""
    length = (x * x + y * y) ** 0.5
    along, up = 1.2 * t * length / abs(y), 1.2 * t * length / x
    sign = 1 if y > 0 else -1
    corners = (
        (-x, -y),
        (min(x, -x + along), -y),
        (x, y - sign * min(up, 2 * abs(y))),
        (x, y),
        (max(-x, x - along), y),
        (-x, -y + sign * min(up, 2 * abs(y))),
    )
    return kit.Poly(corners, fill)
