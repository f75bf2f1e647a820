"""The arcade at double height: the same five arches, with a line of slots for each value."""

from collections.abc import Iterator
from functools import cache
from math import cos, pi, sin

from engines.signorie.data.content import CONTENT
from engines.signorie.view import CityView, View
from render import kit
from render.signorie import theme
from render.signorie.catalogue import render_message, render_noun
from render.signorie.layout import BAY_EDGE, BAY_W, CITIES, COLUMN_PITCH, LEFT
from render.signorie.pieces import FullArch, Gate, NextSlot, TileSign, VacantSlot

TOP, FOOT = 150, 916
_H = FOOT - TOP
_SHIELD, _SHIELD_Y, _SHIELD_X, _APART = 104, 170, 90, 66
_NAME_Y, _LINE_Y, _SLOTS_Y = 273, 304, 372
_GATE_BEAM = (240.0, 356.0)
_PITCH, _FREE, _NEXT, _MEEPLE = 114, 38, 46, 98
_KEY_Y = 968
_LINES = 4


def place_large_bay(city: str) -> kit.Placement:
    """Return the placement of a city's arch: badges on the keystone, outline round above and square at the foot."""
    x = LEFT + COLUMN_PITCH * CITIES.index(city)
    middle, r = x + BAY_W / 2, BAY_W / 2 + BAY_EDGE / 2
    arch = tuple((middle - cos(turn) * r, TOP + BAY_W / 2 - sin(turn) * r) for turn in (pi * i / 36 for i in range(37)))
    outline = (*arch, (middle + r, FOOT), (middle - r, FOOT))
    return kit.Placement(
        x, TOP, BAY_W, _H, 20, (middle, TOP + 16), 34, is_centred=True, max_width=BAY_W - 20, outline=outline
    )


@cache
def draw_static(lang: kit.Lang) -> kit.Nodes:
    """Draw the names of the cities, and the key of the houses."""
    names = (
        run
        for city, name in zip(CITIES, _fit_names(lang), strict=True)
        for run in name.build_runs(place_large_bay(city).centre[0], TOP + _NAME_Y, theme.INK, "m", max_width=270)
    )
    return (*names, *_draw_house_key(lang))


def _draw_house_key(lang: kit.Lang) -> Iterator[kit.Node]:
    """Draw the key of the shields' houses in one line below the arches."""
    w = 1560 / len(theme.HOUSES)
    names = kit.fit_texts([render_noun(f"houses.{house}", lang) for house in theme.HOUSES], w - 60, kit.DETAIL)
    for i, (house, name) in enumerate(zip(theme.HOUSES, names, strict=True)):
        x = 20 + w * i + (w - 48 - max(kit.measure_text(line, name.size) for line in name.lines)) / 2
        yield kit.Sprite(x + 20, _KEY_Y, kit.ShieldTile(theme.HOUSES[house], house, 44))
        yield from name.build_runs(x + 48, _KEY_Y, kit.WHITE, max_width=w - 60)


@cache
def _fit_names(lang: kit.Lang) -> tuple[kit.FittedText, ...]:
    return kit.fit_texts([render_noun(f"cities.{city}", lang) for city in CITIES], 264, kit.HEAD)


def draw_cities(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw everything that changes in the cities."""
    for place, label in zip(view.cities, _fit_names(ctx.lang), strict=True):
        placement = place_large_bay(place.id)
        if place.is_used:
            yield from _draw_city(view, place, placement)
            yield from _draw_option_numbers(place.id, placement.centre[0], ctx)
        else:
            yield kit.Sprite(placement.x, placement.y, Gate(placement.w, placement.h, _GATE_BEAM))
            yield from label.build_runs(placement.centre[0], TOP + _NAME_Y, theme.MUTED, "m", max_width=270)
            unused_text = kit.fit_text(render_message("city.unused", ctx.lang), 250, kit.BODY)
            yield from unused_text.build_runs(placement.centre[0], TOP + _LINE_Y + 20, theme.MUTED, "m", max_width=270)


def _draw_city(view: View, city: CityView, placement: kit.Placement) -> Iterator[kit.Node]:
    area, middle = f"city:{city.id}", placement.centre[0]
    yield kit.Anchor(area, placement)
    if city.next is None:
        yield kit.Sprite(placement.x, placement.y, FullArch(placement.w))
    for kind, tile, dx in (("marriage", city.marriage, -_SHIELD_X), ("mission", city.mission, _SHIELD_X)):
        x, y = middle + dx, TOP + _SHIELD_Y
        tile_placement = kit.Placement(x - 46, y - 50, 92, 100, 10)
        yield kit.Anchor(f"tile:{city.id}:{kind}", tile_placement, tile or "none", "cities", area, age=view.slot)
        if tile is None:
            yield kit.Sprite(x, y, kit.ShieldGap(theme.BARE_SHIELD, _SHIELD, theme.BARE_SHIELD_EDGE))
        else:
            yield kit.Sprite(x, y, kit.ShieldTile(theme.HOUSES[tile.house], tile.house, _SHIELD, tile.value))
        yield kit.Sprite(x - 40, y + 40, TileSign(kind), 1.1)
    for index, slot in enumerate(city.slots):
        x, y = middle + (-_APART if index % 2 == 0 else _APART), TOP + _SLOTS_Y + _PITCH * (index // 2)
        occupant = (slot.seat, slot.sex) if slot.seat is not None else "free"
        yield kit.Anchor(f"slot:{city.id}:{index}", kit.Placement.from_circle(x, y, 46), occupant, "cities", area)
        if slot.seat is not None:
            kind, colour = "man" if slot.sex == "male" else "woman", theme.SEATS[view.mats[slot.seat].color]
            yield kit.Sprite(x, y, kit.Meeple(kind, colour, _MEEPLE, kit.SEAT_LETTERS[slot.seat]))
        elif index == city.next:
            yield kit.Sprite(x, y, NextSlot(str(slot.value), _NEXT, 64, theme.INK, theme.IVORY, theme.INK, 5))
        else:
            yield kit.Sprite(x, y, VacantSlot(str(slot.value), _FREE, kit.KEY * 1.2, theme.INK_2, None, theme.LINE, 3))


def _draw_option_numbers(city: str, middle: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the numbers of several options in one city, each above a sign of its option.

    The sign is the dowry in florins, in the line of slots of its value, or the track and the VP of the slot that a man
    leaves.
    """
    marks = [mark for mark in ctx.marks if mark.place == f"city:{city}" and mark.key]
    for i, mark in enumerate(marks if 1 < len(marks) <= _LINES else ()):
        kind, track, slot, *_ = (*mark.key.split(":"), "")
        y = TOP + _SLOTS_Y + _PITCH * (int(slot) - 1 if kind == "marry" else i)
        disc = kit.NumberDisc(str(mark.number), 23, 30 if mark.number < 10 else 26, kit.WHITE, theme.INK, kit.WHITE, 3)
        yield kit.Sprite(middle, y - (25 if kind == "marry" else 36), disc)
        if kind == "marry":
            yield kit.Sprite(middle, y + 24, kit.Coin(slot, 23, theme.COIN, kit.GOLD))
        else:
            yield kit.Box(middle - 26, y - 14, 52, 64, 8, theme.SERPENTINE, kit.WHITE, 2, material="pill")
            yield kit.Icon(track, middle, y + 3, 32, kit.WHITE, theme.SERPENTINE)
            yield kit.TextRun(
                middle, y + 31, str(CONTENT.data.career_track.vp[int(slot) - 1]), kit.BODY, kit.WHITE, "m", max_width=48
            )
