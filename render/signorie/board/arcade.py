"""The arcade of cities: tiles under the arch, the name, and two rows of city slots."""

from dataclasses import replace
from math import cos, pi, sin

from engines.signorie.view import CityView, View
from render.kit.colour import INK, WHITE
from render.kit.look import Lang
from render.kit.scene import BODY, KEY, Anchor, Box, Disc, Line, Node, Nodes, Sprite, place
from render.kit.spot import Point, Spot
from render.kit.text import Fitted, fit_all
from render.kit.tokens import LETTERS, Meeple, NumberDisc, ShieldGap, ShieldTile
from render.signorie import theme
from render.signorie.catalogue import noun
from render.signorie.layout import (
    ARCADE_H,
    ARCADE_TOP,
    BAY_EDGE,
    BAY_H,
    BAY_TOP,
    BAY_W,
    CITIES,
    bay,
    city_slot,
    city_tile,
)
from render.signorie.pieces import FullArch, Gate, Roundel, TileSign

_NAME_Y, _LINE_Y = 719.0, 745.0
MEEPLE = 82.0


def printed(lang: Lang) -> Nodes:
    """The ground, the five arches and their names."""
    nodes: list[Node] = [Box(20, ARCADE_TOP, 1560, ARCADE_H, 0, theme.SERPENTINE)]
    nodes += [Box(24 + 20 * i, ARCADE_TOP, 12, 8, 0, theme.VERDE) for i in range(78)]
    nodes.append(Box(20, ARCADE_TOP + ARCADE_H - 8, 1560, 8, 0, theme.VERDE))
    nodes += [place(shape, 341 + 306 * i, 598) for i in range(4) for shape in Roundel().shapes()]
    for city in CITIES:
        nodes += printed_bay(city, lang)
    return tuple(nodes)


def printed_bay(city: str, lang: Lang) -> Nodes:
    """One arch with the name of its city."""
    spot, label = bay(city), city_names(lang)[CITIES.index(city)]
    return (
        *_arch(spot.x),
        *label.runs(spot.centre[0], _NAME_Y, INK, "m", room=250),
        Line(((spot.x + 1, _LINE_Y), (spot.x + BAY_W - 1, _LINE_Y)), theme.LINE, 2),
    )


def city_names(lang: Lang) -> tuple[Fitted, ...]:
    return fit_all([noun(f"cities.{city}", lang) for city in CITIES], 250, BODY)


def _arch(x: float) -> Nodes:
    r = BAY_W / 2
    cx, cy = x + r, BAY_TOP + r

    def on_arch(angle: float, radius: float) -> tuple[float, float]:
        return cx + cos(angle) * radius, cy + sin(angle) * radius

    angles = [-pi * i / 10 for i in range(1, 10)]
    joints = tuple(Line((on_arch(a, r + 1), on_arch(a, r + 5)), theme.JOINT, 2) for a in angles)
    return (
        Disc(cx, cy, r + BAY_EDGE, theme.ROSE),
        Box(x - BAY_EDGE, cy, BAY_W + 2 * BAY_EDGE, BAY_H - r, 0, theme.ROSE),
        Disc(cx, cy, r, theme.PANEL),
        Box(x, cy, BAY_W, BAY_H - r, 0, theme.PANEL),
        *joints,
    )


def pieces(view: View, lang: Lang) -> Nodes:
    """Everything that changes in the cities."""
    colours = [theme.SEATS[mat.color] for mat in view.mats]
    nodes: list[Node] = []
    for shown, label in zip(view.cities, city_names(lang), strict=True):
        spot = bay(shown.id)
        if shown.used:
            nodes += city(shown, colours, view.slot)
        else:
            nodes.append(Sprite(spot.x, spot.y, Gate(spot.w, spot.h)))
            nodes += label.runs(spot.centre[0], _NAME_Y, theme.MUTED, "m", room=250)
    return tuple(nodes)


def tile_sign(city: str, kind: str) -> Sprite:
    """What a tile slot is for, at its lower left."""
    x, y = city_tile(city, kind).centre
    return Sprite(x - 36, y + 30, TileSign(kind))


def _beside(city: str, newest: int) -> Point:
    """Where the letter stands of whoever did something in a city: on the edge of the arch beside the name, at the side
    of the newest meeple; on the floor below the city for one of the lower line, for meeples stand above it.
    """
    spot, x = bay(city), city_slot(city, max(newest, 0)).centre[0]
    if newest % 2 and newest > 0:
        return x + 42, spot.y + spot.h + 10
    if newest >= 0 and x < spot.centre[0]:
        return spot.x + 10, _NAME_Y + 5
    return spot.x + spot.w - 10, _NAME_Y + 12


def city(city: CityView, colours: list[str], age: int) -> Nodes:
    """Meeples and tiles of a city in the game; `colours` by seat. age: the round, which deals new tiles."""
    spot, area = bay(city.id), f"city:{city.id}"
    newest = (len(city.slots) if city.next is None else city.next) - 1
    beside = _beside(city.id, newest)
    nodes: list[Node] = [Anchor(area, spot)]
    if city.next is None:
        nodes.append(Sprite(spot.x, spot.y, FullArch(spot.w, spot.h)))
    for index, slot in enumerate(city.slots):
        x, y = city_slot(city.id, index).centre
        taken = (slot.seat, slot.sex) if slot.seat is not None else "free"
        there = replace(Spot.disc(x, y, 31), aside=beside, led=index == newest)
        nodes.append(Anchor(f"slot:{city.id}:{index}", there, taken, "cities", area))
        if slot.seat is not None:
            kind = "man" if slot.sex == "male" else "woman"
            nodes.append(Sprite(x, y, Meeple(kind, colours[slot.seat], MEEPLE, LETTERS[slot.seat])))
        elif index == city.next:
            nodes.append(Sprite(x, y, NumberDisc(str(slot.value), 32, KEY, INK, WHITE, INK, 4)))
        else:
            nodes.append(Sprite(x, y, NumberDisc(str(slot.value), 24, BODY, theme.INK_2, None, theme.LINE, 2)))
    # after the meeples: a letter that both share points at the meeple
    for kind, tile in (("marriage", city.marriage), ("mission", city.mission)):
        shield = city_tile(city.id, kind)
        x, y = shield.centre
        tight = Spot(shield.x + 9, shield.y + 5, shield.w - 18, shield.h - 6, 10, aside=beside)
        nodes.append(Anchor(f"tile:{city.id}:{kind}", tight, tile or "none", "cities", area, age=age))
        if tile is None:
            nodes.append(Sprite(x, y, ShieldGap(theme.PANEL, 88, theme.INK_2)))
        else:
            nodes.append(Sprite(x, y, ShieldTile(theme.HOUSES[tile.house], tile.house, 88, tile.value)))
        nodes.append(tile_sign(city.id, kind))
    return tuple(nodes)
