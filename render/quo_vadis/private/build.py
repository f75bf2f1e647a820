"""Which worker becomes a town: the map, and a row for each space with what its town would bring."""

from collections.abc import Iterator

from engines.quo_vadis.view import View
from render.kit.colour import INK, WHITE
from render.kit.look import Look, Mark
from render.kit.scene import BODY, FRAMES, Anchor, Box, Disc, Icon, Node, Numeral, Scene, Sprite, Text
from render.kit.tokens import Seal
from render.quo_vadis import theme
from render.quo_vadis.land import field
from render.quo_vadis.land.areas import ring
from render.quo_vadis.pieces import Hexagon
from render.quo_vadis.private.frame import night

X, W, TOP, FOOT = 1100.0, 456.0, 124.0, 1174.0


def build(view: View, look: Look) -> Scene:
    """1600 x 1200. R7.8 It is the picture of that question alone: its places are all own workers without a town."""
    assert look.viewer is not None and view.turn is not None
    lay = field.whole(view, 32, 134, 1036, 1026)
    places = {mark.place for mark in look.marks}
    found = places == {f"space:{space}" for space in _sites(view, look.viewer)}
    standing = field.standing(view, lay, marked=frozenset(places) if found else frozenset())
    marks = sorted(look.marks, key=lambda mark: mark.number) if found else ()
    pitch = min(150.0, (FOOT - TOP + 8) / max(1, len(marks)))
    rows = (node for i, mark in enumerate(marks) for node in _row(view, mark, look.viewer, TOP + pitch * i, pitch - 8))
    live = (FRAMES, *(node for node in standing if found or not _is_space(node)), *rows)
    sky = Box(20, 120, 1060, 1054, 22, theme.SKY)
    return night(look, "ask_build", live, (), 1200, (sky, *field.terrain(view, lay)))


def _is_space(node: Node) -> bool:
    return isinstance(node, Anchor) and node.place.startswith("space:")


def _sites(view: View, me: int) -> list[str]:
    return [
        f"{area.id}:{'abc'[slot]}"
        for area in view.areas
        for slot, space in enumerate(area.spaces)
        if space.workers[me] and space.town is None
    ]


def _row(view: View, mark: Mark, me: int, y: float, h: float) -> Iterator[Node]:
    """R7.9 The number that the space has on the map, its area (in the ring of control if it is one's own already), its
    terrain, and the territory bonus with a town there; white: it is more than without.
    """
    assert view.turn is not None
    name, slot = mark.place.removeprefix("space:").split(":")
    player, area, middle = view.players[me], view.area(name), y + h / 2
    more = name not in player.counted
    areas = player.territory + more
    ground = WHITE if more else theme.PANEL
    r = min(36.0, h / 2 - 12)
    terrain = area.spaces["abc".index(slot)].terrain
    yield Box(X, y, W, h, 12, ground)
    yield Disc(X + 38, middle, min(24.0, r), INK)
    yield Numeral(X + 38, middle, str(mark.number), 1.15 * min(24.0, r), WHITE)
    yield from ring(X + 118, middle, r, [theme.race(player.race)] if name in player.controlled else ())
    yield Disc(X + 118, middle, r, theme.PAPER, None if name in player.controlled else INK, 2)
    yield Numeral(X + 118, middle, name, 1.1 * r, INK)
    yield Sprite(X + 212, middle, Hexagon(1.1 * r, theme.TERRAIN[terrain], INK, 2))
    yield Icon(f"m_{terrain}", X + 212, middle, 1.2 * r, theme.MARKS[terrain], theme.TERRAIN[terrain])
    yield Text(X + W - 116, middle, f"{view.turn.old}×{areas}", BODY, INK if more else theme.INK_2, "r", room=92)
    yield Sprite(X + W - 58, middle, Seal(f"+{view.turn.old * areas}", min(44.0, h / 2 - 6)))
