"""The roads on the map: on each border a pill with the blocks of all coalitions below each other, as large as its place
allows, and a road through it that ends in a dot in either region: so nobody has to ask which border it is.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace

from engines.pax_pamir.data.types import Coalition
from engines.pax_pamir.view import BorderView, View
from render.kit.colour import INK
from render.kit.scene import BODY, KEY, Anchor, Box, Disc, Line, Node, Nodes, Sprite, Text
from render.kit.spot import Point, Spot
from render.kit.text import measure
from render.pax_pamir import lands, layout, theme
from render.pax_pamir.board.regions import ORDER
from render.pax_pamir.pieces import Block

_SIZES = ((68, KEY), (56, KEY), (48, KEY), (42, BODY))
"""Size of the blocks and of their numbers: from the first on by the number of coalitions."""
_ROWS = {68: 46, 56: 39, 48: 33, 42: 31}
"""Size of a block -> px from one row to the next."""
_ENDS, _SIDES, _ROUND = 12, 16, 8  # px: of a pill above and below all rows together, and beside them; where they are
# several, room for its round corners
_BETWEEN = 104  # px: so wide a pill between two names may be
_REACH, _CLOSE = 9, 1  # px from a pill to the middle of the dots of its road, also between two names
_DOT, _PATH = 9, 7  # px: radius of a dot, width of the road


def roads(view: View, asked: Collection[str] = ()) -> Nodes:
    """The roads of all borders; asked: those that are options are seen without roads, too."""
    return tuple(node for border in view.borders for node in _roads(border, f"border:{border.id}" in asked))


def road_sizes(border: BorderView) -> tuple[int, int]:
    """Size of the blocks and of their numbers: smaller where a pill would grow across the map, or onto names."""
    sizes = _SIZES[max(0, len(border.roads) - 1) :]
    if border.id not in lands.BETWEEN_NAMES:
        return sizes[0]
    room = _BETWEEN - _SIDES
    return next((size for size in sizes if max([0, *road_widths(border, *size).values()]) <= room), sizes[-1])


def road_widths(border: BorderView, block: float, number: int) -> dict[Coalition, float]:
    """Coalition -> width of its block and of its number, if it has one."""
    return {
        coalition: block + 4 + (4 + measure(str(border.roads[coalition]), number)) * is_counted(border, coalition)
        for coalition in ORDER
        if border.roads.get(coalition)
    }


def is_counted(border: BorderView, coalition: Coalition) -> bool:
    """From two roads on; among several coalitions each, or one's number could be that of all."""
    return border.roads[coalition] > 1 or sum(1 for n in border.roads.values() if n) > 1


def pill_box(border: BorderView) -> tuple[float, float, float, float]:
    """x, y, width, height of the pill with a border's roads; of the empty place without any. It lies on the border, as
    far to one side as to the other, and grows upwards where pieces stand below it.
    """
    spot = layout.border(border.id)
    sizes = road_sizes(border)
    widths = road_widths(border, *sizes).values()
    sides = _SIDES + _ROUND * (len(widths) > 1 and border.id not in lands.BETWEEN_NAMES)
    w = max((spot.w, *(width + sides for width in widths)))
    h = max(spot.h, _ROWS[sizes[0]] * len(widths) + _ENDS)
    more = h - spot.h if border.id in lands.UPWARDS else (h - spot.h) / 2
    return spot.centre[0] - w / 2, max(spot.y - more, lands.TOP), w, h


def road_places(border: BorderView) -> dict[Coalition, Point]:
    """Coalition -> the middle of its road: below each other, and all blocks in one column."""
    x, y, w, h = pill_box(border)
    block, number = road_sizes(border)
    widths = road_widths(border, block, number)
    row = (h - _ENDS) / max(1, len(widths))
    left = x + (w - max(widths.values(), default=0)) / 2 + block / 2 + 2
    return {coalition: (left, y + _ENDS / 2 + row * (i + 0.5) - block / 24) for i, coalition in enumerate(widths)}


def road_dots(border: BorderView) -> tuple[Point, Point]:
    """Where a border's roads begin and end: in either of its regions, straight across the border."""
    x, y, w, h = pill_box(border)
    if lands.is_upright(border.id):
        middle, off = y + h / 2, _CLOSE if border.id in lands.BETWEEN_NAMES else _REACH
        return (x - off, middle), (x + w + off, middle)
    return (x + w / 2, y - _REACH), (x + w / 2, y + h + _REACH)


def _roads(border: BorderView, asked: bool) -> Iterator[Node]:
    places, spot = road_places(border), _border(border)
    yield Anchor(f"border:{border.id}", spot)
    if places:
        dots = road_dots(border)
        yield Line(dots, theme.PANEL, _PATH + 6)
        yield Line(dots, theme.BROWN, _PATH)
        yield from (Disc(*dot, _DOT + 3, theme.BROWN, theme.PANEL, 3) for dot in dots)
    if places or asked:
        radius = 30 if len(places) < 2 else 22
        yield Box(
            *pill_box(border), radius, *((theme.PANEL, theme.BROWN, 3) if places else (theme.WOOL, theme.LINE, 2))
        )
    block, number = road_sizes(border)
    for coalition, (middle, y) in places.items():
        road = Sprite(middle, y, Block("road", coalition, block))
        count = border.roads[coalition]
        yield Anchor(f"road:{border.id}:{coalition}", spot, count, "map", ghost=road, paper=theme.WOOL)
        yield road
        if is_counted(border, coalition):
            yield Text(middle + block / 2 + 4, y + 3, str(count), number, INK, room=52)


def _border(border: BorderView) -> Spot:
    """The pill of a border's roads. Its badges stand clear of the roads, and of names and tribes beside it."""
    empty = layout.border(border.id)
    if not border.roads:
        return empty
    x, y, w, h = pill_box(border)
    badge, stacked = (x + 4, y - 2), border.id in lands.BETWEEN_NAMES
    if border.id == "herat_persia":  # between two names, beside the number of one
        badge = x + w / 2, y + h + 18
    elif stacked:
        badge = x + w / 2 - 10, y - 18
    elif border.id in ("kabul_kandahar", "kandahar_punjab"):  # tribes or a name stand at their upper left corners
        badge = x + w - 6, y + 2
    return replace(empty, x=x, y=y, w=w, h=h, badge=badge, badge_r=20, centred=stacked)
