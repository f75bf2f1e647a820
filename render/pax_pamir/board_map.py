"""The map: lands, borders, names; armies, tribes, roads, and who rules."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from engines.pax_pamir.content import CONTENT
from engines.pax_pamir.view import BorderView, RegionView, View
from render.colour import INK, WHITE
from render.look import Lang
from render.pax_pamir import lands, layout, theme
from render.pax_pamir.pieces import Block, RulerTab
from render.pax_pamir.words import noun
from render.scene import BODY, DETAIL, KEY, Box, Line, Node, Nodes, Point, Poly, Sprite, Text
from render.text import measure
from render.tokens import SeatToken

ORDER = ("british", "russian", "afghan")  # of armies and roads in one place
ARMY_W, TRIBE_W = 98, 54
TRIBES_APART = 5  # more than that: one token for each player and a number
CROWD_R = 21


@cache
def printed(lang: Lang) -> Nodes:
    """Frame, lands, borders and names."""
    nodes: list[Node] = [Box(lands.X, lands.Y, lands.W, lands.H, 16, theme.NIGHT)]
    for region in CONTENT.regions:
        nodes.append(Poly(lands.outline(region), theme.LANDS[region]))
        ring, gap, core = lands.weave(region)
        tone = theme.WEAVES[region]
        nodes += [Poly(ring, tone), Poly(gap, theme.LANDS[region]), Poly(core, tone)]
    stairs = [lands.staircase(border) for border in CONTENT.borders]
    nodes += [Line(points, theme.PANEL, 10) for points in stairs]
    nodes += [Line(points, theme.BROWN, 3.5) for points in stairs]
    nodes.append(Box(lands.X, lands.Y, lands.W, lands.H, 16, None, theme.NIGHT, lands.FRAME))
    for region in CONTENT.regions:
        nodes += _plate(region, lang)
    return tuple(nodes)


def plate_w(region: str, lang: Lang) -> float:
    """Width of a region's plate: its name and 15 px on either side."""
    return measure(noun(f"region.{region}", lang), name_size(lang)) + 30


@cache
def name_size(lang: Lang) -> int:
    """The size that all names share: no plate may touch the frame or a neighbour."""
    longest = max(measure(noun(f"region.{region}", lang), BODY) for region in ("punjab", "persia"))
    return BODY if longest <= 200 else DETAIL


def _plate(region: str, lang: Lang) -> Nodes:
    spot = layout.region(region, plate_w(region, lang))
    x, y = spot.centre
    name = noun(f"region.{region}", lang)
    return (
        Box(spot.x, spot.y, spot.w, spot.h, spot.radius, theme.NIGHT),
        Text(x, y, name, name_size(lang), WHITE, "m", room=spot.w - 20),
    )


def pieces(view: View) -> Nodes:
    """All that moves: roads first, so that nothing covers a piece in a region."""
    colours = [theme.SEATS[player.color] for player in view.players]
    nodes: list[Node] = []
    for border in view.borders:
        nodes += _roads(border)
    for region in view.regions:
        nodes += _region(region, colours)
    return tuple(nodes)


def _region(region: RegionView, colours: Sequence[str]) -> Iterator[Node]:
    x, y = lands.anchor(region.id)
    if region.ruler is not None:
        yield Sprite(x, y - 79, RulerTab(region.ruler, colours[region.ruler]))
    for coalition, (left, middle) in army_places(region).items():
        yield Sprite(left + 28, middle, Block("army", coalition, 56))
        yield Text(left + 54, middle + 4, str(region.armies[coalition]), KEY, INK, room=52)
    crowd = is_crowd(region)
    for player, places in tribe_places(region).items():
        for place in places:
            yield Sprite(*place, SeatToken(player, colours[player], CROWD_R if crowd else 23, ring=True))
            if crowd and region.tribes[player] > 1:
                count = f"×{region.tribes[player]}"
                yield Text(place[0] + CROWD_R + 5, place[1], count, DETAIL, INK, room=48)


def army_places(region: RegionView) -> dict[str, Point]:
    """Coalition -> left end and middle height of its block and number, side by side around the anchor."""
    x, y = lands.anchor(region.id)
    there = [coalition for coalition in ORDER if region.armies.get(coalition)]
    width = _army_pitch(region)
    left = x - width * len(there) / 2
    return {coalition: (left + width * i, y + 4) for i, coalition in enumerate(there)}


def _army_pitch(region: RegionView) -> float:
    """Three armies stand closer where the land is narrow; two figures need more room than one."""
    wide = any(number > 9 for number in region.armies.values())
    return 104 if wide and len(region.armies) < 3 else ARMY_W - 6 * (len(region.armies) > 2)


def is_crowd(region: RegionView) -> bool:
    return sum(region.tribes) > TRIBES_APART


def tribe_places(region: RegionView) -> dict[int, tuple[Point, ...]]:
    """Player -> the middles of the tribes, or of the one token that stands for all of them."""
    x, y = lands.anchor(region.id)
    y += 68
    if not is_crowd(region):
        order = [player for player, number in enumerate(region.tribes) for _ in range(number)]
        left = x - TRIBE_W * (len(order) - 1) / 2
        spots = [(player, (left + TRIBE_W * i, y)) for i, player in enumerate(order)]
        return {
            player: tuple(at for owner, at in spots if owner == player) for player in dict.fromkeys(order)
        }
    widths = {player: crowd_width(number) for player, number in enumerate(region.tribes) if number}
    rows = [list(widths)] if sum(widths.values()) <= 236 else [list(widths)[:3], list(widths)[3:]]
    places: dict[int, tuple[Point, ...]] = {}
    for row, players in enumerate(rows):
        left = x - sum(widths[player] for player in players) / 2
        height = y + (0 if len(rows) == 1 else (-4, 42)[row])
        for player in players:
            places[player] = ((left + 25, height),)
            left += widths[player]
    return places


def crowd_width(number: int) -> float:
    """Of a token and the number of tribes that it stands for."""
    return 50 if number == 1 else 50 + measure(f"×{number}", DETAIL) + 4


def road_widths(roads: Mapping[str, int]) -> dict[str, float]:
    """Coalition -> width of its block and, from two on, its number."""
    return {
        coalition: 58.0 if roads[coalition] == 1 else 62 + measure(str(roads[coalition]), KEY)
        for coalition in ORDER
        if roads.get(coalition)
    }


def pill_box(border: BorderView) -> tuple[float, float, float, float]:
    """x, y, width, height of the pill with a border's roads; of the empty place without any."""
    spot = layout.border(border.id)
    width = max(spot.w, sum(road_widths(border.roads).values()) + 34)
    x = min(max(spot.centre[0] - width / 2, lands.X + 14), lands.X + lands.W - 14 - width)
    return x, spot.y, width, spot.h


def _roads(border: BorderView) -> Iterator[Node]:
    widths = road_widths(border.roads)
    if not widths:
        return
    x, y, w, h = pill_box(border)
    yield Box(x, y, w, h, h / 2, theme.PANEL, theme.BROWN, 3)
    left = x + (w - sum(widths.values())) / 2
    for coalition, width in widths.items():
        yield Sprite(left + 29, y + h / 2 - 3, Block("road", coalition, 54))
        if border.roads[coalition] > 1:
            yield Text(left + 60, y + h / 2, str(border.roads[coalition]), KEY, INK, room=width)
        left += width
