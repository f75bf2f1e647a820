"""A map on a field of a picture: all areas, or some of them, with what stands on them."""

from collections.abc import Mapping, Sequence

from engines.quo_vadis.view import AreaView, View
from render.kit.scene import Nodes
from render.quo_vadis.land.areas import Number, area
from render.quo_vadis.land.ground import Ground, land
from render.quo_vadis.land.layout import Layout, layout


def whole(view: View, x: float, y: float, w: float, h: float, most: float = 92) -> Layout:
    """The whole map on a field."""
    return layout([area.at for area in view.areas], x, y, w, h, most)


def terrain(view: View, lay: Layout, areas: Sequence[AreaView] | None = None, genesis: bool = True) -> Nodes:
    """The land: what changes rarely."""
    shown = view.areas if areas is None else areas
    ground: Ground = tuple((area.at, tuple(space.terrain for space in area.spaces)) for area in shown)
    chosen = view.turn.area if view.turn is not None and genesis else None
    at = next((area.at for area in shown if area.id == chosen), None)
    return land(lay, ground, at)


def standing(
    view: View,
    lay: Layout,
    areas: Sequence[AreaView] | None = None,
    marked: frozenset[str] = frozenset(),
    numbers: Mapping[str, Number] | None = None,
) -> Nodes:
    """What stands on it. marked: places that will carry the numbers of options; numbers: of areas in a question."""
    shown = view.areas if areas is None else areas
    return tuple(node for one in shown for node in area(view, lay, one, marked, (numbers or {}).get(one.id)))
