"""Where figures and caravans stand: as near to their place as they can without hiding prices, cities or each other."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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
_SHARED = 3
"""px by which the next piece of the place may overlap one at the side: never its letter."""
_PITCH = 56
"""px from one to the next of those who stand in a row."""
_ASTRAY, _NEARER, _OTHER_SIDE = 40.0, 14.0, 100.0
"""How dear each px is that a figure stands nearer to another place than to its own, or less than so many px nearer to
its own; that it stands at the other side than the first of its place would."""
_THING, _NAME, _DROP, _PIECE = 1, 3, 6, 6
"""How dear prices are; the plates of cities; oases, where pieces stand; other pieces, and once more their letters."""
NOWHERE: Mapping[str, Bounds] = {}
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
        firsts, left = [(x - _PITCH / 2 * (figures - 1), y + 74)], (x - half - 40, y)
    elif place in CONTENT.data.cities:
        out = max(half + 12, POST_PITCH * seats / 2 + 30)
        firsts, left = [(x + out, y - 34), (x - out, y - 34)], (x - half - 14, y - 34)
    else:
        firsts, left = [(x + 28, y - 46)], (x - 10, y - 34)
    men = tuple(_row(firsts, _PITCH, figures, _FIGURE, taken, _homes(lang), place))
    return men, tuple(_row([left], -46, caravans, _CARAVAN, taken))


def _row(
    firsts: Sequence[Point],
    pitch: int,
    number: int,
    shape: Bounds,
    taken: list[Taken],
    homes: Mapping[str, Bounds] = NOWHERE,
    place: str = "",
) -> Iterator[Point]:
    """One beside the other where there is room, at whichever side of their place it is. homes: where places are, if
    pieces must not look as if they stood at another one.
    """
    sides = [(one, _OTHER_SIDE * i) for i, one in enumerate(firsts)]
    wanted = sides
    for _ in range(number):
        at = _nearest(wanted, shape, taken, homes, place)
        left, top, right, bottom = _around(at, shape)
        taken += [((left + _SHARED, top, right - _SHARED, bottom), _PIECE), (_around(at, _LETTER), _PIECE)]
        wanted = [((at[0] + pitch, at[1]), 0.0)]
        if homes:
            wanted += [((at[0] - pitch, at[1]), 0.0), *sides]
        yield at


def _nearest(
    wanted: Sequence[tuple[Point, float]],
    shape: Bounds,
    taken: Sequence[Taken],
    homes: Mapping[str, Bounds],
    place: str,
) -> Point:
    """On the map, near one of the points wanted, where least is hidden. With each point, how dear all around it is."""
    best, found = float("inf"), wanted[0][0]
    for point, dear in wanted:
        x = min(max(point[0], LEFT + 4 - shape[0]), LEFT + WIDTH - 4 - shape[2])
        y = min(max(point[1], TOP + 4 - shape[1]), TOP + HEIGHT - 4 - shape[3])
        reach = (x + shape[0] - _FAR, y + shape[1] - _FAR, x + shape[2] + _FAR, y + shape[3] + _FAR)
        near = [one for one in taken if _common(reach, one[0])]
        others = [box for one, box in homes.items() if one != place and _apart(reach, box) < _NEIGHBOURS]
        for far, dx, dy in _OFFSETS:
            if dear + far >= best:
                break
            left, top, right, bottom = box = _around((x + dx, y + dy), shape)
            if left >= LEFT + 4 and top >= TOP + 4 and right <= LEFT + WIDTH - 4 and bottom <= TOP + HEIGHT - 4:
                cost = _hiding(box, _around((x + dx, y + dy), _LETTER), near, dear + far, best)
                if cost < best and place in homes:
                    own = _apart(box, homes[place]) + _NEARER
                    cost += _ASTRAY * max(0.0, 0.0, *(own - _apart(box, other) for other in others))
                if cost < best:
                    best, found = cost, (x + dx, y + dy)
    return found


def _hiding(box: Bounds, letter: Bounds, near: Sequence[Taken], cost: float, best: float) -> float:
    """The cost with what a piece hides there; without the rest as soon as it is not below the best one."""
    for other, worth in near:
        if hidden := _common(box, other):
            cost += worth * (_HIDDEN * hidden + _UNREAD * _common(letter, other))
            if cost >= best:
                break
    return cost


@cache
def _homes(lang: Lang) -> Mapping[str, Bounds]:
    return {place: home(place, lang) for place in PLACES}


def home(place: str, lang: Lang) -> Bounds:
    """The plate of a city, the drop of an oasis."""
    if place not in CONTENT.data.cities:
        x, y = PLACES[place]
        return x - _DISC, y - _DISC, x + _DISC, y + _DISC
    x, y = middle(place, lang)
    half = plate_width(place, lang) / 2
    return x - half - 8, y - _CREST, x + half, y + _CREST


@cache
def _obstacles(lang: Lang, seats: int) -> tuple[Taken, ...]:
    """Prices; plates, posts and chips, however many there may be; oases."""
    found = [box for name in CONTENT.data.routes if (box := price_box(name)) is not None]
    for city in CONTENT.data.cities:
        if city != CONTENT.start:
            x, y = middle(city, lang)
            row, wide = POST_PITCH * (seats - 1) / 2 + POST / 2, widest(city)
            found.append((x - row, y - 66, x + row, y - 22))
            left = min(max(x - wide / 2, LEFT), LEFT + WIDTH - wide)
            found.append((left, y + 30, left + wide, y + 72))
    dear = ((home(place, lang), _NAME if place in CONTENT.data.cities else _DROP) for place in PLACES)
    return (*((box, _THING) for box in found), *dear)


def _around(at: Point, shape: Bounds) -> Bounds:
    return at[0] + shape[0], at[1] + shape[1], at[0] + shape[2], at[1] + shape[3]


def _common(a: Bounds, b: Bounds) -> float:
    """How many square px two boxes share."""
    if a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]:
        return 0.0
    return (min(a[2], b[2]) - max(a[0], b[0])) * (min(a[3], b[3]) - max(a[1], b[1]))


def _apart(a: Bounds, b: Bounds) -> float:
    """How many px lie between two boxes; 0 where they touch."""
    return hypot(max(0.0, a[0] - b[2], b[0] - a[2]), max(0.0, a[1] - b[3], b[1] - a[3]))
