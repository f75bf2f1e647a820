"""Marks what changed on the map: frames around pieces or regions, ghosts, crosses and arrows."""

from collections.abc import Iterable, Iterator

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import RegionView, View
from render.kit.halos import Change
from render.kit.look import Lang
from render.kit.marks import changed_box, changed_disc, moved, removed
from render.kit.scene import Nodes, Point, Sprite
from render.kit.tokens import SeatGhost
from render.pax_pamir import layout, theme
from render.pax_pamir.diff import Armies, Fact, Marched, Roads, Ruled, Tribes
from render.pax_pamir.map import drawing as board_map
from render.pax_pamir.map import lands
from render.pax_pamir.pieces import BlockGhost


def map_changes(told: Iterable[Fact], before: View, view: View) -> Iterator[Change]:
    """The changes of the areas `region:<id>` and `border:<id>`."""
    for fact in told:
        match fact:
            case Marched(start, end, coalition, _):
                halo = _army(_region(view, end), coalition)
                yield Change("map", f"region:{end}", halo, _march(before, view, start, end, coalition))
            case Armies(region, coalition, _):
                now = _region(view, region)
                if coalition in now.armies:
                    yield Change("map", f"region:{region}", _army(now, coalition))
                else:
                    ghost = _army_gone(_region(before, region), now, coalition, True)
                    yield Change("map", f"region:{region}", (), ghost)
            case Tribes(region, player, _):
                yield Change("map", f"region:{region}", *_tribe(before, view, region, player))
            case Roads(border, _, _):
                yield Change("map", f"border:{border}", *_roads(view, border))
            case Ruled(region, _):
                x, y = lands.anchor(region)
                yield Change("map", f"region:{region}", changed_box(x - 46, y - 123, 92, 46, 12))


def around(area: str, view: View, lang: Lang) -> Nodes:
    """The frame of a region, with its name and its ruler; none for other areas."""
    kind, _, name = area.partition(":")
    if kind != "region":
        return ()
    spot = layout.region(name, board_map.plate_w(name, lang))
    (left, right), (low, high) = lands.room(name), lands.room(name, tribes=True)
    left, right = min(left + 6, low + 6, spot.x), max(right - 6, high - 6, spot.x + spot.w)
    top = spot.y - (48 if _region(view, name).ruler is not None else 4)
    return changed_box(left, top, right - left, spot.y + 174 - top, 16)


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
        return changed_disc(mine[-1].x, mine[-1].y, mine[-1].r + 4), ()
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
