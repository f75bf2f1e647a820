"""Where figures and caravans stand: as near to their place as they can without hiding prices, cities or each other."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import hypot

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from render.kit.extent import Bounds, piece_extent
from render.kit.look import Lang
from render.kit.scene import Piece
from render.kit.spot import Point
from render.marco_polo_ii.land.chips import widest
from render.marco_polo_ii.land.cities import POST, POST_PITCH, middle, plate_width
from render.marco_polo_ii.land.ground import price_box
from render.marco_polo_ii.land.places import HEIGHT, LEFT, PLACES, TOP, WIDTH
from render.marco_polo_ii.pieces.people import Camel, Figure

Points = tuple[Point, ...]
Taken = tuple[Bounds, int]
"""What should not be hidden, and so many times as dear as a price or a plate."""
_NEIGHBOURS = 180
"""Pieces that stand so near to a place, in px each way, its own are kept apart from."""
_STEP, _FAR = 6, 84
_OFFSETS = sorted(
    (hypot(x, y), x, y)
    for x in range(-_FAR, _FAR + 1, _STEP)
    for y in range(-_FAR, _FAR + 1, _STEP)
    if hypot(x, y) <= _FAR
)
"""px away from where a piece would stand, the nearest first."""
_HIDDEN = 0.04
"""So many px further off rather than hiding one more square px."""
_LETTER, _UNREAD = (-15.0, -10.0, 15.0, 28.0), 0.3
"""Where a piece has its letter, and the same for one more square px of that."""
_RIM = 6
"""px of the white rim around a piece, which may lie on something."""
_SHARED = 2
"""px by which the next piece may overlap one at the side."""
_THING, _DROP, _PIECE = 1, 2, 6
"""How dear prices and plates are; oases, where pieces stand; other pieces, and once more their letters."""
MAN, CAMEL = 86.0, 64.0
"""Sizes of a figure and of a caravan in px."""


def _body(piece: Piece) -> Bounds:
    left, top, right, bottom = piece_extent(piece)
    return left + _RIM, top + _RIM, right - _RIM, bottom - _RIM


_FIGURE = _body(Figure(0, "#000000", MAN))
_CARAVAN = _body(Camel(0, "#000000", CAMEL, ("gold", "gold")))
_CREST, _DISC = 30, 20


def everywhere(view: View, lang: Lang) -> Iterator[tuple[str, Points, Points]]:
    """Every place where somebody stands, with the middles of its figures and of its caravans: none on another one,
    of whatever place.
    """
    men = Counter(place for mat in view.mats for place in mat.figures)
    camels = Counter(caravan.place for mat in view.mats for caravan in mat.caravans if caravan.place is not None)
    there: list[Bounds] = []
    for place in PLACES:
        if men[place] or camels[place]:
            x, y = PLACES[place]
            near = (x - _NEIGHBOURS, y - _NEIGHBOURS, x + _NEIGHBOURS, y + _NEIGHBOURS)
            others = tuple(box for box in there if _common(box, near))
            figures, caravans = stands(place, lang, len(view.mats), men[place], camels[place], others)
            there += (_around(at, _FIGURE) for at in figures)
            there += (_around(at, _CARAVAN) for at in caravans)
            yield place, figures, caravans


@lru_cache(1 << 12)
def stands(
    place: str, lang: Lang, seats: int, figures: int, caravans: int, others: tuple[Bounds, ...] = ()
) -> tuple[Points, Points]:
    """Of so many figures and caravans at a place; others: pieces of places near by."""
    x, y = middle(place, lang) if place in CONTENT.data.cities else PLACES[place]
    taken = [*_obstacles(lang, seats), *((box, _PIECE) for box in others)]
    half = plate_width(place, lang) / 2 if place in CONTENT.data.cities else 0.0
    if place == CONTENT.start:
        first, left = (x - 24 * (figures - 1), y + 74), (x - half - 40, y)
    elif place in CONTENT.data.cities:
        first, left = (x + max(half + 12, POST_PITCH * seats / 2 + 30), y - 34), (x - half - 14, y - 34)
    else:
        first, left = (x + 28, y - 46), (x - 10, y - 34)
    men = tuple(_row(first, 54.0, figures, _FIGURE, taken))
    return men, tuple(_row(left, -46.0, caravans, _CARAVAN, taken))


def _row(wanted: Point, pitch: float, number: int, shape: Bounds, taken: list[Taken]) -> Iterator[Point]:
    """One beside the other if there is room."""
    for i in range(number):
        at = _nearest((wanted[0] + pitch * i, wanted[1]), shape, taken)
        left, top, right, bottom = _around(at, shape)
        taken += [((left + _SHARED, top, right - _SHARED, bottom), _PIECE), (_around(at, _LETTER), _PIECE)]
        yield at


def _nearest(wanted: Point, shape: Bounds, taken: Sequence[Taken]) -> Point:
    """On the map, where least is hidden."""
    x = min(max(wanted[0], LEFT + 4 - shape[0]), LEFT + WIDTH - 4 - shape[2])
    y = min(max(wanted[1], TOP + 4 - shape[1]), TOP + HEIGHT - 4 - shape[3])
    reach = (x + shape[0] - _FAR, y + shape[1] - _FAR, x + shape[2] + _FAR, y + shape[3] + _FAR)
    near = [one for one in taken if _common(reach, one[0])]
    best, found = float("inf"), (x, y)
    for far, dx, dy in _OFFSETS:
        if far >= best:
            break
        left, top, right, bottom = box = _around((x + dx, y + dy), shape)
        if left >= LEFT + 4 and top >= TOP + 4 and right <= LEFT + WIDTH - 4 and bottom <= TOP + HEIGHT - 4:
            letter = _around((x + dx, y + dy), _LETTER)
            cost = far
            for other, dear in near:
                if hidden := _common(box, other):
                    cost += dear * (_HIDDEN * hidden + _UNREAD * _common(letter, other))
            if cost < best:
                best, found = cost, (x + dx, y + dy)
    return found


@cache
def _obstacles(lang: Lang, seats: int) -> tuple[Taken, ...]:
    """Prices; plates, posts and chips, however many there may be; oases."""
    found = [box for name in CONTENT.data.routes if (box := price_box(name)) is not None]
    for city in CONTENT.data.cities:
        x, y = middle(city, lang)
        half = plate_width(city, lang) / 2
        found.append((x - half - 8, y - _CREST, x + half, y + _CREST))
        if city != CONTENT.start:
            row, wide = POST_PITCH * (seats - 1) / 2 + POST / 2, widest(city)
            found.append((x - row, y - 66, x + row, y - 22))
            left = min(max(x - wide / 2, LEFT), LEFT + WIDTH - wide)
            found.append((left, y + 30, left + wide, y + 72))
    drops = ((x - _DISC, y - _DISC, x + _DISC, y + _DISC) for x, y in map(PLACES.__getitem__, CONTENT.data.oases))
    return (*((box, _THING) for box in found), *((box, _DROP) for box in drops))


def _around(at: Point, shape: Bounds) -> Bounds:
    return at[0] + shape[0], at[1] + shape[1], at[0] + shape[2], at[1] + shape[3]


def _common(a: Bounds, b: Bounds) -> float:
    """How many square px two boxes share."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0
