"""The roads on the map. Each border has a pill with the blocks of all coalitions below each other, as large as space
allows, and a line through it that ends in a dot in both regions, so that it is clear which border it belongs to.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace

from engines.pax_pamir.data.types import Coalition
from engines.pax_pamir.view import BorderView, View
from render import kit
from render.pax_pamir import lands, layout, theme
from render.pax_pamir.board.regions import COALITION_ORDER
from render.pax_pamir.pieces import CoalitionBlock, RoadPost

_SIZES = ((68, kit.KEY), (56, kit.KEY), (48, kit.KEY), (42, kit.BODY))
"""Size of the blocks and of their numbers: for one coalition, for two, for three; the last only between names."""
_ROWS = {68: 46, 56: 39, 48: 33, 42: 31}
"""Size of a block -> px from one row to the next."""
_ENDS, _SIDES, _ROUND = 12, 16, 8  # px that a pill is higher than its rows; wider than they are; and, for the round
# corners, wider with several rows
_BETWEEN = 104  # px: maximum width of a pill between two names
_REACH, _CLOSE = 9, 1  # px from a pill to the middle of its dots; the same between two names
_DOT = 9  # px: radius of a dot


def draw_roads(view: View, option_places: Collection[str] = ()) -> kit.Nodes:
    """Draw the roads of all borders.

    option_places: places that are options; these borders are visible even without roads.
    """
    return tuple(
        node for border in view.borders for node in _draw_border(border, f"border:{border.id}" in option_places)
    )


def choose_road_sizes(border: BorderView) -> tuple[int, int]:
    """Return the size of the blocks and of their numbers: smaller if the pill would cover names or too much map."""
    sizes = _SIZES[max(0, len(border.roads) - 1) :]
    if border.id not in lands.BETWEEN_NAMES:
        return sizes[0]
    max_width = _BETWEEN - _SIDES
    return next((size for size in sizes if max([0, *measure_roads(border, *size).values()]) <= max_width), sizes[-1])


def measure_roads(border: BorderView, block: float, number: int) -> dict[Coalition, float]:
    """Return coalition -> width of its block and of its number, if it has one."""
    return {
        coalition: block
        + 4
        + (4 + kit.measure_text(str(border.roads[coalition]), number)) * has_number(border, coalition)
        for coalition in COALITION_ORDER
        if border.roads.get(coalition)
    }


def has_number(border: BorderView, coalition: Coalition) -> bool:
    """Tell whether a coalition's roads have a number: from two roads on, and always beside other coalitions.

    Otherwise the number of one coalition could be taken for that of all.
    """
    return border.roads[coalition] > 1 or sum(1 for n in border.roads.values() if n) > 1


def measure_pill(border: BorderView) -> tuple[float, float, float, float]:
    """Return x, y, width and height of the pill with a border's roads, or of the empty place without any.

    It is centred on the border, but grows upwards where there are pieces below it.
    """
    placement = layout.build_border_placement(border.id)
    sizes = choose_road_sizes(border)
    widths = measure_roads(border, *sizes).values()
    sides = _SIDES + _ROUND * (len(widths) > 1 and border.id not in lands.BETWEEN_NAMES)
    w = max((placement.w, *(width + sides for width in widths)))
    h = max(placement.h, _ROWS[sizes[0]] * len(widths) + _ENDS)
    growth = h - placement.h if border.id in lands.GROWS_UPWARDS else (h - placement.h) / 2
    return placement.centre[0] - w / 2, max(placement.y - growth, lands.ROADS_TOP), w, h


def place_roads(border: BorderView) -> dict[Coalition, kit.Point]:
    """Return coalition -> middle of its road block: below each other, in one column."""
    x, y, w, h = measure_pill(border)
    block, number = choose_road_sizes(border)
    widths = measure_roads(border, block, number)
    row = (h - _ENDS) / max(1, len(widths))
    left = x + (w - max(widths.values(), default=0)) / 2 + block / 2 + 2
    return {coalition: (left, y + _ENDS / 2 + row * (i + 0.5) - block / 24) for i, coalition in enumerate(widths)}


def find_road_ends(border: BorderView) -> tuple[kit.Point, kit.Point]:
    """Return the two ends of a border's road: one in each region, straight across the border."""
    x, y, w, h = measure_pill(border)
    if lands.is_upright(border.id):
        middle, distance = y + h / 2, _CLOSE if border.id in lands.BETWEEN_NAMES else _REACH
        return (x - distance, middle), (x + w + distance, middle)
    return (x + w / 2, y - _REACH), (x + w / 2, y + h + _REACH)


def _draw_border(border: BorderView, is_option: bool) -> Iterator[kit.Node]:
    places, placement = place_roads(border), _build_pill_placement(border)
    yield kit.Anchor(f"border:{border.id}", placement)
    if places:
        dots = find_road_ends(border)
        yield from (kit.Polyline(dots, colour, width) for colour, width in theme.TRACK)
        yield from (kit.Sprite(*dot, RoadPost(_DOT + 3)) for dot in dots)
    if is_option or any(has_number(border, coalition) for coalition in places):  # a single road needs no pill
        radius = 30 if len(places) < 2 else 22
        tones = (theme.IVORY, theme.BROWN, 3) if places else (theme.WOOL, theme.LINE, 2)
        yield kit.Box(*measure_pill(border), radius, *tones, material="pill")
    block, number = choose_road_sizes(border)
    for coalition, (middle, y) in places.items():
        road = kit.Sprite(middle, y, CoalitionBlock("road", coalition, block))
        count = border.roads[coalition]
        yield kit.Anchor(f"road:{border.id}:{coalition}", placement, count, "map", sprite=road, background=theme.WOOL)
        yield road
        if has_number(border, coalition):
            yield kit.TextRun(middle + block / 2 + 4, y + 3, str(count), number, theme.INK, max_width=52)


def _build_pill_placement(border: BorderView) -> kit.Placement:
    """Return the placement of a border's pill. Its badges are clear of the roads, and of names and tribes beside it."""
    empty = layout.build_border_placement(border.id)
    if not border.roads:
        return empty
    x, y, w, h = measure_pill(border)
    badge, is_between_names = (x + 4, y - 2), border.id in lands.BETWEEN_NAMES
    if border.id == "herat_persia":  # between two names, beside the number badge of one
        badge = x + w / 2, y + h + 18
    elif is_between_names:
        badge = x + w / 2 - 10, y - 18
    elif border.id in ("kabul_kandahar", "kandahar_punjab"):  # tribes or a name are at the upper left corner
        badge = x + w - 6, y + 2
    return replace(empty, x=x, y=y, w=w, h=h, number_centre=badge, number_radius=20, is_centred=is_between_names)
