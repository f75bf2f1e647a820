"""Positions of figures and caravans: near their place, without covering prices, cities or each other.

A small optimizer: among the offsets around a preferred point it takes the one of lowest cost (distance, covered area,
nearness to a wrong place).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import hypot
from typing import Literal, NamedTuple

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from render import kit
from render.kit.bounds import measure_piece_bounds
from render.marco_polo_ii.land.chips import measure_max_width
from render.marco_polo_ii.land.cities import POST, POST_PITCH, find_centre, measure_name, measure_plate
from render.marco_polo_ii.land.places import HEIGHT, LEFT, PLACES, TOP, WIDTH
from render.marco_polo_ii.land.terrain import measure_price
from render.marco_polo_ii.pieces.people import Camel, Figure

Points = tuple[kit.Point, ...]
Obstacle = tuple[kit.Bounds, int]
"""Bounds of an obstacle, and its weight: how much a figure or caravan avoids it."""
_NEIGHBOURS = 180
"""Radius in px around a place in which pieces of other places are obstacles for its own pieces."""
_STEP, _MAX_OFFSET = 6, 84
_OFFSETS = sorted(
    (hypot(x, y), x, y)
    for x in range(-_MAX_OFFSET, _MAX_OFFSET + 1, _STEP)
    for y in range(-_MAX_OFFSET, _MAX_OFFSET + 1, _STEP)
    if hypot(x, y) <= _MAX_OFFSET
)
"""Offsets (distance, dx, dy) in px from the preferred point, nearest first."""
_COVER_COST = 0.04
"""Cost of one covered square px, in px of distance."""
_LETTER_BOX, _LETTER_COVER_COST = (-15.0, -10.0, 15.0, 28.0), 0.3
"""Bounds of the letter on a piece, and the additional cost of one square px if the letter covers an obstacle."""
_RIM = 6
"""Width in px of the white rim around a piece, which may cover something."""
_EDGE, _START_EDGE = 12, 4
"""px from a piece without its rim to the edge of the map, so that it does not hide the neat line of the chart; at the
start, where four figures have just room in a row.
"""
_SIDE_OVERLAP = 3
"""px by which the next piece of the same place may overlap this one at the side (but not its letter)."""
_PITCH, _START_PITCH = 56, 62
"""px from one figure to the next in a row, where they may move apart; in the row below the start, which has just room
for four of them.
"""
_WRONG_PLACE_COST, _HOME_MARGIN, _OTHER_SIDE_COST = 40.0, 26.0, 100.0
"""Cost per px that a figure is too near another place, the margin in px by which its own place must be nearer, and the
cost of standing at the other side of its place."""
_PRICE_WEIGHT, _POST_WEIGHT, _PLATE_WEIGHT, _OASIS_WEIGHT, _PIECE_WEIGHT = 3, 4, 3, 6, 12
"""Weights of obstacles: prices and chips; posts; plates of cities; oases; other pieces (their letters once more)."""
_CARAVAN_PRICE_WEIGHT = 1
"""Weight of prices and chips for caravans, which would stand too far from their place beyond them."""
NO_HOMES: Mapping[str, kit.Bounds] = {}
FIGURE_SIZE, CARAVAN_SIZE = 86.0, 64.0
"""Size in px of a figure and of a caravan at scale 1."""
_CROWDED_SCALE = 0.78
"""Scale of the pieces at a place where large ones would hide a letter or a name."""
_HARDLY_HIDDEN = 100
"""px² that large pieces may hide."""
_LIMB_SHARE = 0.15
"""Part of a body that counts as hidden where a price lies on it beside the letter."""
_CREST, _DISC = 30, 20


class Arrangement(NamedTuple):
    """Where the pieces of a place stand."""

    figures: Points  # their centres
    caravans: Points  # their centres
    scale: float  # of all these pieces: 1, or less at a crowded place


@cache
def _measure_body(kind: Literal["figure", "caravan"], scale: float) -> kit.Bounds:
    """Return the bounds of a piece around its centre, without its rim."""
    if kind == "figure":
        piece: kit.Piece = Figure(0, "#000000", FIGURE_SIZE * scale)
    else:
        piece = Camel(0, "#000000", CARAVAN_SIZE * scale, ("gold", "gold"))
    left, top, right, bottom = measure_piece_bounds(piece)
    return left + _RIM, top + _RIM, right - _RIM, bottom - _RIM


def arrange_pieces(view: View, lang: kit.Lang) -> Iterator[tuple[str, Arrangement]]:
    """Yield each occupied place with the positions of its pieces; no two pieces overlap."""
    men = Counter(place for mat in view.mats for place in mat.figures)
    camels = Counter(caravan.place for mat in view.mats for caravan in mat.caravans if caravan.place is not None)
    boxes: list[kit.Bounds] = []
    for place in PLACES:
        if men[place] or camels[place]:
            x, y = PLACES[place]
            neighbourhood = (x - _NEIGHBOURS, y - _NEIGHBOURS, x + _NEIGHBOURS, y + _NEIGHBOURS)
            nearby = tuple(box for box in boxes if _measure_overlap(box, neighbourhood))
            pieces = arrange_at_place(place, lang, len(view.mats), men[place], camels[place], nearby)
            boxes += _list_bodies(pieces)
            yield place, pieces


def _list_bodies(pieces: Arrangement) -> list[kit.Bounds]:
    """Return the bounds of all pieces, figures first."""
    bodies = [measure_figure(centre, pieces.scale) for centre in pieces.figures]
    return bodies + [_move_box(centre, _measure_body("caravan", pieces.scale)) for centre in pieces.caravans]


@lru_cache(1 << 12)
def arrange_at_place(
    place: str, lang: kit.Lang, seats: int, figures: int, caravans: int, others: tuple[kit.Bounds, ...] = ()
) -> Arrangement:
    """Return the positions of the pieces at a place. others: bounds of pieces of places nearby.

    Pieces are smaller where large ones would hide more of the letters and names.
    """
    large = _arrange_at_scale(place, lang, seats, figures, caravans, others, 1)
    hidden = _measure_hidden(large, lang)
    if hidden <= _HARDLY_HIDDEN:
        return large
    small = _arrange_at_scale(place, lang, seats, figures, caravans, others, _CROWDED_SCALE)
    return small if _measure_hidden(small, lang) < hidden else large


def _measure_hidden(pieces: Arrangement, lang: kit.Lang) -> float:
    """Return the area in square px of letters under prices and other pieces, of cities' names under pieces, and, of
    several pieces, a share of that of bodies under prices.
    """
    letters = [_move_box(centre, _scale_box(_LETTER_BOX, pieces.scale)) for centre in pieces.figures]
    bodies = _list_bodies(pieces)
    covers = [(body, cover) for body in bodies for cover in _list_names(lang)]
    covers += [(letter, cover) for letter in letters for cover in _list_prices()]
    stacked = [(letter, body) for i, letter in enumerate(letters) for j, body in enumerate(bodies) if i != j]
    limbs = sum(_measure_overlap(body, cover) for body in bodies for cover in _list_prices()) if bodies[1:] else 0.0
    return (
        sum(_measure_overlap(*pair) for pair in covers)
        + _PIECE_WEIGHT * sum(_measure_overlap(*pair) for pair in stacked)
        + _LIMB_SHARE * limbs
    )


@cache
def _list_prices() -> tuple[kit.Bounds, ...]:
    return tuple(box for name in CONTENT.data.routes if (box := measure_price(name)) is not None)


@cache
def _list_names(lang: kit.Lang) -> tuple[kit.Bounds, ...]:
    """Return the bounds of the names on the plates of all cities."""
    return tuple(measure_name(city, lang) for city in CONTENT.data.cities)


def _arrange_at_scale(
    place: str,
    lang: kit.Lang,
    seats: int,
    figures: int,
    caravans: int,
    others: tuple[kit.Bounds, ...],
    scale: float,
) -> Arrangement:
    """Return the positions of the pieces at a place, drawn at this scale."""
    x, y = find_centre(place, lang) if place in CONTENT.data.cities else PLACES[place]
    half = measure_plate(place, lang) / 2 if place in CONTENT.data.cities else 0.0
    if place == CONTENT.start:
        width = _START_PITCH * scale * (figures - 1)
        right = LEFT + WIDTH - _START_EDGE - _measure_body("figure", scale)[2]
        first_points, left = [(min(x - width / 2, right - width), y + 74)], (x - half - 40, y)
    elif place in CONTENT.data.cities:
        out = max(half + 12, POST_PITCH * seats / 2 + 30)
        first_points, left = [(x + out, y - 34), (x - out, y - 34)], (x - half - 14, y - 34)
    else:
        first_points, left = [(x + 28, y - 46)], (x - 10, y - 34)
    near, camel = [(box, _PIECE_WEIGHT) for box in others], _measure_body("caravan", scale)
    reserved = [(_move_box(left, camel), _PIECE_WEIGHT)] if caravans else []  # figures leave room for the caravans
    obstacles = [*_list_obstacles(lang, seats, _PRICE_WEIGHT), *near, *reserved]
    count = len(obstacles)
    body, homes = _measure_body("figure", scale), _measure_homes(lang)
    men = tuple(_arrange_row(first_points, _PITCH * scale, figures, body, scale, obstacles, homes, place))
    obstacles = [*_list_obstacles(lang, seats, _CARAVAN_PRICE_WEIGHT), *near, *obstacles[count:]]
    return Arrangement(men, tuple(_arrange_row([left], -46 * scale, caravans, camel, scale, obstacles)), scale)


def _arrange_row(
    first_points: Sequence[kit.Point],
    pitch: float,
    number: int,
    shape: kit.Bounds,
    scale: float,
    obstacles: list[Obstacle],
    homes: Mapping[str, kit.Bounds] = NO_HOMES,
    place: str = "",
) -> Iterator[kit.Point]:
    """Yield centres of `number` pieces beside each other, on either side of their place.

    first_points: preferred points of the first piece, best first; homes: bounds of all places, if a piece must not seem
    to belong to another place.
    """
    sides = [(point, _OTHER_SIDE_COST * i) for i, point in enumerate(first_points)]
    preferred, letter_box = sides, _scale_box(_LETTER_BOX, scale)
    for _ in range(number):
        centre = _find_position(preferred, shape, letter_box, obstacles, homes, place)
        left, top, right, bottom = _move_box(centre, shape)
        obstacles += [
            ((left + _SIDE_OVERLAP, top, right - _SIDE_OVERLAP, bottom), _PIECE_WEIGHT),
            (_move_box(centre, letter_box), _PIECE_WEIGHT),
        ]
        preferred = [((centre[0] + pitch, centre[1]), 0.0)]
        if homes:
            preferred += [((centre[0] - pitch, centre[1]), 0.0), *sides]
        yield centre


def _find_position(
    preferred: Sequence[tuple[kit.Point, float]],
    shape: kit.Bounds,
    letter_box: kit.Bounds,
    obstacles: Sequence[Obstacle],
    homes: Mapping[str, kit.Bounds],
    place: str,
) -> kit.Point:
    """Return the point of lowest cost near one of the preferred points, each of which has a base cost."""
    best, position = float("inf"), preferred[0][0]
    edge = _START_EDGE if place == CONTENT.start else _EDGE
    min_x, min_y, max_x, max_y = LEFT + edge, TOP + edge, LEFT + WIDTH - edge, TOP + HEIGHT - edge
    for point, base_cost in preferred:
        x = min(max(point[0], min_x - shape[0]), max_x - shape[2])
        y = min(max(point[1], min_y - shape[1]), max_y - shape[3])
        reach = (
            x + shape[0] - _MAX_OFFSET,
            y + shape[1] - _MAX_OFFSET,
            x + shape[2] + _MAX_OFFSET,
            y + shape[3] + _MAX_OFFSET,
        )
        near_obstacles = [entry for entry in obstacles if _measure_overlap(reach, entry[0])]
        others = [box for entry, box in homes.items() if entry != place and measure_distance(reach, box) < _NEIGHBOURS]
        for far, dx, dy in _OFFSETS:
            if base_cost + far >= best:
                break
            left, top, right, bottom = box = _move_box((x + dx, y + dy), shape)
            if left >= min_x and top >= min_y and right <= max_x and bottom <= max_y:
                cost = _add_cover_cost(
                    box, _move_box((x + dx, y + dy), letter_box), near_obstacles, base_cost + far, best
                )
                if cost < best and place in homes:
                    own_distance = measure_distance(box, homes[place]) + _HOME_MARGIN
                    cost += _WRONG_PLACE_COST * max(
                        0.0, 0.0, *(own_distance - measure_distance(box, other) for other in others)
                    )
                if cost < best:
                    best, position = cost, (x + dx, y + dy)
    return position


def _add_cover_cost(
    box: kit.Bounds, letter: kit.Bounds, obstacles: Sequence[Obstacle], cost: float, best: float
) -> float:
    """Return `cost` plus the cost of covered obstacles; stops as soon as it is not below `best`."""
    for other, weight in obstacles:
        if overlap := _measure_overlap(box, other):
            cost += weight * (_COVER_COST * overlap + _LETTER_COVER_COST * _measure_overlap(letter, other))
            if cost >= best:
                break
    return cost


@cache
def _measure_homes(lang: kit.Lang) -> Mapping[str, kit.Bounds]:
    return {place: measure_home(place, lang) for place in PLACES}


def measure_figure(centre: kit.Point, scale: float = 1) -> kit.Bounds:
    """Return the bounds of a figure around a centre."""
    return _move_box(centre, _measure_body("figure", scale))


def measure_home(place: str, lang: kit.Lang) -> kit.Bounds:
    """Return the bounds of a city's plate or an oasis."""
    if place not in CONTENT.data.cities:
        x, y = PLACES[place]
        return x - _DISC, y - _DISC, x + _DISC, y + _DISC
    x, y = find_centre(place, lang)
    half = measure_plate(place, lang) / 2
    return x - half - 8, y - _CREST, x + half, y + _CREST


@cache
def _list_obstacles(lang: kit.Lang, seats: int, price_weight: int) -> tuple[Obstacle, ...]:
    """Return the fixed obstacles: prices, plates, oases, and posts and chips at their maximum size."""
    boxes = [box for name in CONTENT.data.routes if (box := measure_price(name)) is not None]
    rows: list[kit.Bounds] = []
    for city in CONTENT.data.cities:
        if city != CONTENT.start:
            x, y = find_centre(city, lang)
            row, width = POST_PITCH * (seats - 1) / 2 + POST / 2, measure_max_width(city)
            rows.append((x - row, y - 66, x + row, y - 22))
            left = min(max(x - width / 2, LEFT), LEFT + WIDTH - width)
            boxes.append((left, y + 30, left + width, y + 72))
    weighted_homes = (
        (measure_home(place, lang), _PLATE_WEIGHT if place in CONTENT.data.cities else _OASIS_WEIGHT)
        for place in PLACES
    )
    posts = ((row, _POST_WEIGHT) for row in rows)
    return (*((box, price_weight) for box in boxes), *posts, *weighted_homes)


def _scale_box(box: kit.Bounds, scale: float) -> kit.Bounds:
    return box[0] * scale, box[1] * scale, box[2] * scale, box[3] * scale


def _move_box(centre: kit.Point, shape: kit.Bounds) -> kit.Bounds:
    return centre[0] + shape[0], centre[1] + shape[1], centre[0] + shape[2], centre[1] + shape[3]


def _measure_overlap(a: kit.Bounds, b: kit.Bounds) -> float:
    """Return the common area of two boxes in square px."""
    if a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]:
        return 0.0
    return (min(a[2], b[2]) - max(a[0], b[0])) * (min(a[3], b[3]) - max(a[1], b[1]))


def measure_distance(a: kit.Bounds, b: kit.Bounds) -> float:
    """Return the distance in px between two boxes; 0 if they touch."""
    return hypot(max(0.0, a[0] - b[2], b[0] - a[2]), max(0.0, a[1] - b[3], b[1] - a[3]))
