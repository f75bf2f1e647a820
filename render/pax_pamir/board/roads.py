"""The roads on the map: of each border a pill with the blocks of all coalitions, as large as its place allows."""

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

_SINGLE, _NORMAL, _SMALL = (68, KEY), (54, KEY), (42, BODY)
"""Size of the blocks and of their numbers."""
_BROAD = 150  # px: what stands side by side may be so wide
_STACK_W, _STACK_PAD = 104, 14  # px: room between two names, and what the edges of a pill take of it
_ROW, _SMALL_ROW = 40, 31  # px from one row to the next
_END = 17  # px from the edge of a pill to the middle of the dots where its roads end
_STACK_ENDS = 10  # px: above the first and below the last row together


def roads(view: View, asked: Collection[str] = ()) -> Nodes:
    """The roads of all borders; asked: those that are options are seen without roads, too."""
    return tuple(node for border in view.borders for node in _roads(border, f"border:{border.id}" in asked))


def road_sizes(border: BorderView) -> tuple[float, int]:
    """Size of the blocks and of their numbers: smaller where a pill would grow across the map, or onto names."""
    if border.id in lands.STACKED:
        sizes, room = (_SINGLE, _NORMAL, _SMALL)[max(0, len(border.roads) - 1) :], _STACK_W - _STACK_PAD
        return next((size for size in sizes if max([0, *road_widths(border, *size).values()]) <= room), _SMALL)
    if len(border.roads) < 2:
        return _SINGLE
    return _NORMAL if sum(road_widths(border, *_NORMAL).values()) <= _BROAD else _SMALL


def road_widths(border: BorderView, block: float, number: int) -> dict[Coalition, float]:
    """Coalition -> width of its block and, from two on, its number."""
    return {
        coalition: block + 4 + (4 + measure(str(border.roads[coalition]), number)) * (border.roads[coalition] > 1)
        for coalition in ORDER
        if border.roads.get(coalition)
    }


def pill_box(border: BorderView) -> tuple[float, float, float, float]:
    """x, y, width, height of the pill with a border's roads; of the empty place without any. Between two names it grows
    upwards, for armies stand below it.
    """
    spot = layout.border(border.id)
    sizes = road_sizes(border)
    widths = road_widths(border, *sizes).values()
    if border.id in lands.STACKED:
        w = max((spot.w, *(width + _STACK_PAD for width in widths)))
        row = _SMALL_ROW if sizes == _SMALL else _ROW
        h = spot.h if len(widths) < 2 else row * len(widths) + _STACK_ENDS
        return spot.centre[0] - w / 2, spot.y + spot.h - h, w, h
    w = max(spot.w, sum(widths) + 26)
    x = spot.x if border.id == "kandahar_punjab" else spot.centre[0] - w / 2
    return max(x, lands.X + 4), spot.y, w, spot.h


def road_places(border: BorderView) -> dict[Coalition, Point]:
    """Coalition -> the middle of its road."""
    x, y, w, h = pill_box(border)
    block, number = road_sizes(border)
    widths = road_widths(border, block, number)
    if border.id in lands.STACKED:
        row = (h - _STACK_ENDS) / max(1, len(widths))
        return {
            coalition: (x + (w - width) / 2 + block / 2 + 2, y + _STACK_ENDS / 2 + row * (i + 0.5) - 3)
            for i, (coalition, width) in enumerate(widths.items())
        }
    left = x + (w - sum(widths.values())) / 2
    places = {}
    for coalition, width in widths.items():
        places[coalition] = (left + block / 2 + 2, y + h / 2 - 3)
        left += width
    return places


def _ends(border: BorderView) -> Iterator[Node]:
    """Where a road begins and ends: a dot in either land, joined below the pill, which hides much of a short border."""
    side = lands.sides(border.id)
    if side is None:
        return
    x, y, w, h = pill_box(border)
    dx, dy = side
    reach = (w / 2 + _END, 0.0) if not dy else (0.3 * w, h / 2 + _END)
    edge = lands.X + lands.W - _END
    ends = [(min(x + w / 2 + sign * dx * reach[0], edge), y + h / 2 + sign * dy * reach[1]) for sign in (-1, 1)]
    yield Line(tuple(ends), theme.BROWN, 6)
    yield from (Disc(*end, 10, theme.BROWN, theme.PANEL, 3) for end in ends)


def _roads(border: BorderView, asked: bool) -> Iterator[Node]:
    places, spot = road_places(border), _border(border)
    yield Anchor(f"border:{border.id}", spot)
    if places:
        yield from _ends(border)
    if places or asked:
        yield Box(*pill_box(border), 30, *((theme.PANEL, theme.BROWN, 3) if places else (theme.WOOL, theme.LINE, 2)))
    block, number = road_sizes(border)
    for coalition, (middle, y) in places.items():
        road = Sprite(middle, y, Block("road", coalition, block))
        count = border.roads[coalition]
        yield Anchor(f"road:{border.id}:{coalition}", spot, count, "map", ghost=road, paper=theme.WOOL)
        yield road
        if count > 1:
            yield Text(middle + block / 2 + 4, y + 3, str(count), number, INK, room=52)


def _border(border: BorderView) -> Spot:
    """The pill of a border's roads. Its badges stand clear of the roads, and of names and tribes beside it."""
    empty = layout.border(border.id)
    if not border.roads:
        return empty
    x, y, w, h = pill_box(border)
    badge, stacked = (x + 4, y - 2), border.id in lands.STACKED
    if border.id == "herat_persia":  # between two names, beside the number of one
        badge = x + w / 2, y + h + 18
    elif stacked:
        badge = x + w / 2 - 10, y - 18
    elif border.id in ("kabul_kandahar", "kandahar_punjab"):  # tribes or a name stand at their upper left corners
        badge = x + w - 6, y + 2
    return replace(empty, x=x, y=y, w=w, h=h, badge=badge, badge_r=20, centred=stacked)
