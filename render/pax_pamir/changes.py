"""Marks what changed since an earlier View on the overview: halos, ghosts and arrows."""

from collections.abc import Iterator

from engines.pax_pamir.content import CONTENT
from engines.pax_pamir.view import RegionView, View
from render.halos import Change, Marks, halos
from render.look import Lang
from render.marks import changed_box, changed_disc, moved, removed
from render.pax_pamir import board_map, lands, layout, theme
from render.pax_pamir.cards import COIN_R, coin_at
from render.pax_pamir.chips import chip_box
from render.pax_pamir.diff import (
    Armies,
    Counted,
    Dominant,
    Drawn,
    Fact,
    Favored,
    Left,
    Loyal,
    Marched,
    Paid,
    Played,
    Roads,
    Ruled,
    Spies,
    Tribes,
    facts,
)
from render.pax_pamir.header import coalition_spot, event_places, suit_spot
from render.pax_pamir.layout import HEADER_MID
from render.pax_pamir.pieces import BlockGhost
from render.pax_pamir.seats import count_box, seal_spot
from render.scene import Nodes, Point, Sprite
from render.spot import Spot
from render.tokens import SeatGhost

GROUPS = ("map", "seats", "header", "market")
"""The parts of the board that are marked together, the most telling first."""


def changes(before: View, view: View, lang: Lang, only: str | None = None) -> Marks:
    """Marks by area: `region:<id>`, `border:<id>`, `row:<player>`, `header`, `card:<space>`, or a whole group."""
    found = [_mark(fact, before, view, lang) for fact in facts(before, view)]
    found += _events(before, view, lang)
    found = [change for change in found if only in (None, change.group)]
    return halos(found, GROUPS, lambda area: _around(area, view, lang))


def _mark(fact: Fact, before: View, view: View, lang: Lang) -> Change:
    match fact:
        case Marched(start, end, coalition, _):
            halo = _army(_region(view, end), coalition)
            return Change("map", f"region:{end}", halo, _march(before, view, start, end, coalition))
        case Armies(region, coalition, _):
            now = _region(view, region)
            if coalition in now.armies:
                return Change("map", f"region:{region}", _army(now, coalition))
            return Change("map", f"region:{region}", (), _army_gone(_region(before, region), now, coalition, True))
        case Tribes(region, player, _):
            return Change("map", f"region:{region}", *_tribe(before, view, region, player))
        case Roads(border, _, _):
            return Change("map", f"border:{border}", *_roads(view, border))
        case Ruled(region, _):
            x, y = lands.anchor(region)
            return Change("map", f"region:{region}", changed_box(x - 46, y - 123, 92, 46, 12))
        case Played(player, card) | Spies(player, card):
            return Change("seats", f"row:{player}", _chip(view, card))
        case Left(player, _):
            return Change("seats", f"row:{player}", _around(f"row:{player}", view, lang))
        case Loyal(player, _):
            spot = layout.player_row(view, player)
            return Change("seats", f"row:{player}", changed_box(spot.x + 6, spot.y + 8, 60, spot.h - 16, 10))
        case Counted(player, "vp", _):
            return Change("seats", f"row:{player}", changed_disc(*seal_spot(view, player)))
        case Counted(player, what, _):
            return Change("seats", f"row:{player}", changed_box(*count_box(view, player, what), 8))
        case Favored():
            return Change("header", "header", _box(suit_spot()))
        case Dominant(coalition):
            halo = _box(coalition_spot(coalition or next(iter(view.blocks)), view, lang))
            return Change("header", "header", halo)
        case Drawn(index, _):
            return Change("market", f"card:{index}", _box(layout.card(index)))
        case Paid(index, _):
            spot = layout.card(index)
            return Change("market", f"card:{index}", changed_disc(*coin_at(spot.x, spot.y), COIN_R - 6))


def _events(before: View, view: View, lang: Lang) -> Iterator[Change]:
    """Lasting events that are new: in the header for everybody, else the row of the player."""
    for card, (x, size) in event_places(view, lang).items():
        if card not in before.globals:
            halo = changed_box(x - size / 2, HEADER_MID - size / 2, size, size, 8)
            yield Change("header", f"event:{card}", halo)
    for then, now in zip(before.players, view.players, strict=True):
        if set(now.events) - set(then.events):
            area = f"row:{now.number}"
            yield Change("seats", area, _around(area, view, lang))


def _box(spot: Spot) -> Nodes:
    return changed_box(spot.x, spot.y, spot.w, spot.h, spot.radius)


def _around(area: str, view: View, lang: Lang) -> Nodes:
    """The halo of an area or a whole group; none where it would say nothing."""
    kind, _, name = area.partition(":")
    match kind:
        case "region":
            spot = layout.region(name, board_map.plate_w(name, lang))
            (left, right), (low, high) = lands.room(name), lands.room(name, tribes=True)
            left, right = min(left, low, spot.x - 2) + 6, max(right, high, spot.x + spot.w + 2) - 6
            return changed_box(left, spot.y - 4, right - left, 178, 16)
        case "row":
            return _box(layout.player_row(view, int(name)))
        case "map":
            return changed_box(lands.X - 4, lands.Y - 4, lands.W + 8, lands.H + 8, 16)
    return ()


def _region(view: View, region: str) -> RegionView:
    return next(found for found in view.regions if found.id == region)


def _army(region: RegionView, coalition: str) -> Nodes:
    army = board_map.armies(region)[coalition]
    return changed_box(army.x - 3, army.y - 31, army.w + 8, 62, 10)


def _army_at(region: RegionView, coalition: str) -> Point:
    army = board_map.armies(region)[coalition]
    return army.x + army.block * board_map.ARMY_SHARE / 2, army.y


def _march(before: View, view: View, start: str, end: str, coalition: str) -> Nodes:
    """The arrow across the border, clear of names and tribes, and the ghost where none of the coalition are left."""
    ghost = _army_gone(_region(before, start), _region(view, start), coalition, False)
    (x, y), goal = lands.anchor(start), lands.anchor(end)
    dx, dy = goal[0] - x, goal[1] - y
    if end not in CONTENT.neighbours[start]:
        return ghost
    leave, reach = _edge(dx, dy), 1 - _edge(-dx, -dy)
    if leave >= reach:
        return ghost
    return (*ghost, *moved((x + dx * leave, y + dy * leave), (x + dx * reach, y + dy * reach)))


def _edge(dx: float, dy: float) -> float:
    """The share of the way (dx, dy) that lies over what stands in a land: its name above, its tribes below."""
    level = 112 / abs(dx) if dx else 1.0
    return min(level, (134 if dy < 0 else 98) / abs(dy) if dy else 1.0)


def _army_gone(old: RegionView, now: RegionView, coalition: str, crossed: bool) -> Nodes:
    """The ghost of armies that left, where no other armies stand now."""
    if now.armies:
        return ()
    at = _army_at(old, coalition)
    ghost = Sprite(*at, BlockGhost("army", coalition, theme.LANDS[old.id], 56))
    return (ghost, *removed(*at, 16)) if crossed else (ghost,)


def _tribe(before: View, view: View, region: str, player: int) -> tuple[Nodes, Nodes]:
    """The halo of the last token of a player in a region; a crossed ghost where none is left."""
    now, old = _region(view, region), _region(before, region)
    mine = [token for token in board_map.tribes(now) if token.player == player]
    if mine:
        return changed_disc(mine[-1].x, mine[-1].y, mine[-1].r), ()
    if any(now.tribes):
        return (), ()
    gone = next(token for token in board_map.tribes(old) if token.player == player)
    ghost = SeatGhost(player, theme.SEATS[view.players[player].color], theme.PANEL, 21)
    return (), (Sprite(gone.x, gone.y, ghost), *removed(gone.x, gone.y, 14))


def _roads(view: View, border: str) -> tuple[Nodes, Nodes]:
    """The halo of a border's roads; a cross where none is left."""
    now = next(found for found in view.borders if found.id == border)
    x, y, w, h = board_map.pill_box(now)
    if now.roads:
        return changed_box(x, y, w, h, 27), ()
    return (), removed(x + w / 2, y + h / 2, 14)


def _chip(view: View, card: int) -> Nodes:
    found = chip_box(view, card)
    assert found is not None, card
    return changed_box(*found[1], 8)
