"""The arcade at double height: the same five columns, a line of slots for each value."""

from collections.abc import Iterator
from functools import cache
from math import cos, pi, sin

from engines.signorie.data.content import CONTENT
from engines.signorie.view import CityView, View
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Lang, Look
from render.kit.scene import BODY, DETAIL, HEAD, KEY, Anchor, Box, Disc, Icon, Line, Node, Nodes, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import Fitted, fit, fit_all, measure
from render.kit.tokens import LETTERS, Coin, Meeple, NumberDisc, ShieldGap, ShieldTile
from render.signorie import theme
from render.signorie.catalogue import noun, sentence
from render.signorie.layout import BAY_EDGE, BAY_W, CITIES, COLUMN_PITCH, LEFT
from render.signorie.pieces import FullArch, Gate, TileSign

TOP, FOOT = 150, 916
_H = FOOT - TOP
_SHIELD, _SHIELD_Y, _APART = 122, 152, 66
_NAME_Y, _LINE_Y, _SLOTS_Y = 262, 304, 372
_PITCH, _FREE, _NEXT, _MEEPLE = 114, 38, 46, 98
_KEY_Y = 958
_LINES = 4


def bay(city: str) -> Spot:
    """An arch. Its badges stand on the keystone; its outline is round above and square at the foot."""
    x = LEFT + COLUMN_PITCH * CITIES.index(city)
    middle, r = x + BAY_W / 2, BAY_W / 2 + BAY_EDGE / 2
    arch = tuple((middle - cos(turn) * r, TOP + BAY_W / 2 - sin(turn) * r) for turn in (pi * i / 36 for i in range(37)))
    outline = (*arch, (middle + r, FOOT), (middle - r, FOOT))
    return Spot(x, TOP, BAY_W, _H, 20, (middle, TOP + 16), 34, centred=True, room=BAY_W - 20, outline=outline)


@cache
def printed(lang: Lang) -> Nodes:
    """Ground, arches and names."""
    nodes: list[Node] = [Box(20, TOP - 30, 1560, _KEY_Y + 22 - TOP + 30, 0, theme.SERPENTINE)]
    for city in CITIES:
        x, r = bay(city).x, BAY_W / 2
        nodes += (
            Disc(x + r, TOP + r, r + BAY_EDGE, theme.ROSE),
            Box(x - BAY_EDGE, TOP + r, BAY_W + 2 * BAY_EDGE, _H - r, 0, theme.ROSE),
            Disc(x + r, TOP + r, r, theme.PANEL),
            Box(x, TOP + r, BAY_W, _H - r, 0, theme.PANEL),
            *_names(lang)[CITIES.index(city)].runs(x + r, TOP + _NAME_Y, INK, "m", room=270),
            Line(((x + 1, TOP + _LINE_Y), (x + BAY_W - 1, TOP + _LINE_Y)), theme.LINE, 2),
        )
    nodes += (Box(20, FOOT, 1560, 10, 0, theme.VERDE), *_key(lang))
    return tuple(nodes)


def _key(lang: Lang) -> Iterator[Node]:
    """Whose the shields are, in one line below the arches."""
    w = 1560 / len(theme.HOUSES)
    names = fit_all([noun(f"houses.{house}", lang) for house in theme.HOUSES], w - 60, DETAIL)
    for i, (house, name) in enumerate(zip(theme.HOUSES, names, strict=True)):
        x = 20 + w * i + (w - 48 - max(measure(line, name.size) for line in name.lines)) / 2
        yield Sprite(x + 20, _KEY_Y, ShieldTile(theme.HOUSES[house], house, 44))
        yield from name.runs(x + 48, _KEY_Y, WHITE, room=w - 60)


@cache
def _names(lang: Lang) -> tuple[Fitted, ...]:
    return fit_all([noun(f"cities.{city}", lang) for city in CITIES], 264, HEAD)


def cities(view: View, look: Look) -> Iterator[Node]:
    """Everything that changes in the cities."""
    for place, label in zip(view.cities, _names(look.lang), strict=True):
        spot = bay(place.id)
        if place.used:
            yield from _city(view, place, spot)
            yield from _ways(place.id, spot.centre[0], look)
        else:
            yield Sprite(spot.x, spot.y, Gate(spot.w, spot.h))
            yield from label.runs(spot.centre[0], TOP + _NAME_Y, theme.MUTED, "m", room=270)
            unused = fit(sentence("city.unused", look.lang), 250, BODY)
            yield from unused.runs(spot.centre[0], TOP + _LINE_Y + 20, theme.MUTED, "m", room=270)


def _city(view: View, city: CityView, spot: Spot) -> Iterator[Node]:
    area, middle = f"city:{city.id}", spot.centre[0]
    yield Anchor(area, spot)
    if city.next is None:
        yield Sprite(spot.x, spot.y, FullArch(spot.w, spot.h))
    for kind, tile, dx in (("marriage", city.marriage, -_APART), ("mission", city.mission, _APART)):
        x, y = middle + dx, TOP + _SHIELD_Y
        tight = Spot(x - 52, y - 56, 104, 112, 10)
        yield Anchor(f"tile:{city.id}:{kind}", tight, tile or "none", "cities", area, age=view.slot)
        if tile is None:
            yield Sprite(x, y, ShieldGap(theme.PANEL, _SHIELD, theme.INK_2))
        else:
            yield Sprite(x, y, ShieldTile(theme.HOUSES[tile.house], tile.house, _SHIELD, tile.value))
        yield Sprite(x - 46, y + 46, TileSign(kind), 1.4)
    for index, slot in enumerate(city.slots):
        x, y = middle + (-_APART if index % 2 == 0 else _APART), TOP + _SLOTS_Y + _PITCH * (index // 2)
        taken = (slot.seat, slot.sex) if slot.seat is not None else "free"
        yield Anchor(f"slot:{city.id}:{index}", Spot.disc(x, y, 46), taken, "cities", area)
        if slot.seat is not None:
            kind, colour = "man" if slot.sex == "male" else "woman", theme.SEATS[view.mats[slot.seat].color]
            yield Sprite(x, y, Meeple(kind, colour, _MEEPLE, LETTERS[slot.seat]))
        elif index == city.next:
            yield Sprite(x, y, NumberDisc(str(slot.value), _NEXT, 64, INK, WHITE, INK, 5))
        else:
            yield Sprite(x, y, NumberDisc(str(slot.value), _FREE, KEY * 1.2, theme.INK_2, None, theme.LINE, 3))


def _ways(city: str, middle: float, look: Look) -> Iterator[Node]:
    """Of several options in one city the number of each above what it is: the dowry in florins, in the line of slots of
    its value; or the track and the value of the slot from which a man sets out.
    """
    marks = [mark for mark in look.marks if mark.place == f"city:{city}" and mark.key]
    for i, mark in enumerate(marks if 1 < len(marks) <= _LINES else ()):
        kind, track, slot, *_ = (*mark.key.split(":"), "")
        y = TOP + _SLOTS_Y + _PITCH * (int(slot) - 1 if kind == "marry" else i)
        disc = NumberDisc(str(mark.number), 23, 30 if mark.number < 10 else 26, WHITE, INK, WHITE, 3)
        yield Sprite(middle, y - (25 if kind == "marry" else 36), disc)
        if kind == "marry":
            yield Sprite(middle, y + 24, Coin(slot, 23, theme.COIN, GOLD))
        else:
            yield Box(middle - 26, y - 14, 52, 64, 8, theme.SERPENTINE, WHITE, 2)
            yield Icon(track, middle, y + 3, 32, WHITE, theme.SERPENTINE)
            yield Text(middle, y + 31, str(CONTENT.data.career_track.vp[int(slot) - 1]), BODY, WHITE, "m", room=48)
