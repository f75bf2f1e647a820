"""The arcade of cities: tiles under the arch, the name, and two rows of city slots."""

from dataclasses import replace
from functools import cache

from engines.signorie.view import CityView, View
from render import kit
from render.signorie import layout, theme
from render.signorie.catalogue import render_noun
from render.signorie.pieces import FullArch, Gate, NextSlot, TileSign, VacantSlot

_NAME_Y = 720.0
_GATE_BEAM = (126.0, 182.0)
_BADGE_Y = 732.0  # of author badges beside a name: below the shields
MEEPLE = 82.0


@cache
def draw_static(lang: kit.Lang) -> kit.Nodes:
    """Draw the names of the cities."""
    return tuple(
        run
        for city, name in zip(layout.CITIES, fit_city_names(lang), strict=True)
        for run in name.build_runs(layout.place_bay(city).centre[0], _NAME_Y, theme.INK, "m", max_width=250)
    )


def fit_city_names(lang: kit.Lang) -> tuple[kit.FittedText, ...]:
    return kit.fit_texts([render_noun(f"cities.{city}", lang) for city in layout.CITIES], 250, kit.BODY)


def draw_cities(view: View, lang: kit.Lang) -> kit.Nodes:
    """Draw everything that changes in the cities: meeples, tiles, and the gates of unused cities."""
    colours = [theme.SEATS[mat.color] for mat in view.mats]
    nodes: list[kit.Node] = []
    for city_view, label in zip(view.cities, fit_city_names(lang), strict=True):
        placement = layout.place_bay(city_view.id)
        if city_view.is_used:
            nodes += draw_city(city_view, colours, view.slot)
        else:
            nodes.append(kit.Sprite(placement.x, placement.y, Gate(placement.w, placement.h, _GATE_BEAM)))
            nodes += label.build_runs(placement.centre[0], _NAME_Y, theme.MUTED, "m", max_width=250)
    return tuple(nodes)


def build_tile_sign(city: str, kind: str) -> kit.Sprite:
    """Draw the sign of a tile slot, marriage or mission, at its lower left."""
    x, y = layout.place_city_tile(city, kind).centre
    return kit.Sprite(x - 37, y + 27, TileSign(kind))


def _place_badge(city: str, newest: int) -> kit.Point:
    """Return the position of the author badge for actions in a city. newest: index of the newest meeple, -1 if none.

    It is on the edge of the arch beside the name, on the side of the newest meeple. If that is in the lower row, the
    badge is on the floor below the city, because other meeples are above it.
    """
    placement, x = layout.place_bay(city), layout.place_city_slot(city, max(newest, 0)).centre[0]
    if newest % 2 and newest > 0:
        return x + 42, placement.y + placement.h + 10
    if newest >= 0 and x < placement.centre[0]:
        return placement.x + 4, _BADGE_Y
    return placement.x + placement.w - 4, _BADGE_Y


def draw_city(city: CityView, colours: list[str], age: int) -> kit.Nodes:
    """Draw the meeples and tiles of a city in use. colours: by seat; age: the round, because each deals new tiles."""
    placement, area_key = layout.place_bay(city.id), f"city:{city.id}"
    newest = (len(city.slots) if city.next is None else city.next) - 1
    badge_point = _place_badge(city.id, newest)
    nodes: list[kit.Node] = [kit.Anchor(area_key, placement)]
    if city.next is None:
        nodes.append(kit.Sprite(placement.x, placement.y, FullArch(placement.w)))
    for index, slot in enumerate(city.slots):
        x, y = layout.place_city_slot(city.id, index).centre
        occupant = (slot.seat, slot.sex) if slot.seat is not None else "free"
        slot_placement = replace(
            kit.Placement.from_circle(x, y, 31), callout_centre=badge_point, has_callout_line=index == newest
        )
        nodes.append(kit.Anchor(f"slot:{city.id}:{index}", slot_placement, occupant, "cities", area_key))
        if slot.seat is not None:
            kind = "man" if slot.sex == "male" else "woman"
            nodes.append(kit.Sprite(x, y, kit.Meeple(kind, colours[slot.seat], MEEPLE, kit.SEAT_LETTERS[slot.seat])))
        elif index == city.next:
            nodes.append(kit.Sprite(x, y, NextSlot(str(slot.value), 32, kit.KEY, theme.INK, theme.IVORY, theme.INK, 4)))
        else:
            nodes.append(kit.Sprite(x, y, VacantSlot(str(slot.value), 24, kit.BODY, theme.INK_2, None, theme.LINE, 2)))
    # after the meeples: an author badge that both share points at the meeple
    for kind, tile in (("marriage", city.marriage), ("mission", city.mission)):
        shield = layout.place_city_tile(city.id, kind)
        x, y = shield.centre
        tile_placement = kit.Placement(
            shield.x + 9, shield.y + 5, shield.w - 18, shield.h - 6, 10, callout_centre=badge_point
        )
        nodes.append(kit.Anchor(f"tile:{city.id}:{kind}", tile_placement, tile or "none", "cities", area_key, age=age))
        if tile is None:
            nodes.append(kit.Sprite(x, y, kit.ShieldGap(theme.BARE_SHIELD, 88, theme.BARE_SHIELD_EDGE)))
        else:
            nodes.append(kit.Sprite(x, y, kit.ShieldTile(theme.HOUSES[tile.house], tile.house, 88, tile.value)))
        nodes.append(build_tile_sign(city.id, kind))
    return tuple(nodes)
