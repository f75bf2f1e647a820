"""A map on a field of a picture: all areas, or some of them, with what stands on them."""

from collections.abc import Mapping, Sequence

from engines.quo_vadis.view import AreaView, View
from render.kit.scene import Nodes, Sprite
from render.quo_vadis.land.areas import Number, area
from render.quo_vadis.land.ground import GenesisRim, Ground, Overlaid, land
from render.quo_vadis.land.layout import Layout, layout


def whole(view: View, x: float, y: float, w: float, h: float, most: float = 92) -> Layout:
    """The whole map on a field."""
    return layout([area.at for area in view.areas], x, y, w, h, most)


def terrain(view: View, lay: Layout, areas: Sequence[AreaView] | None = None) -> Nodes:
    """The land as it is printed, which never changes; where a token lies it is painted over (`standing`)."""
    shown = view.areas if areas is None else areas
    ground: Ground = tuple((area.at, area.printed) for area in shown)
    return land(lay, ground)


def standing(
    view: View,
    lay: Layout,
    areas: Sequence[AreaView] | None = None,
    marked: frozenset[str] = frozenset(),
    numbers: Mapping[str, Number] | None = None,
) -> Nodes:
    """What stands on it. marked: places that will carry the numbers of options; numbers: of areas in a question."""
    shown = view.areas if areas is None else areas
    chosen = view.turn.area if view.turn is not None and numbers is None else None
    painted = (Sprite(*lay.middle(one.at), Overlaid(lay.s, one.token)) for one in shown if one.token)
    rims = (Sprite(*lay.middle(one.at), GenesisRim(lay.s)) for one in shown if one.id == chosen)
    return (
        *painted,
        *rims,
        *(node for one in shown for node in area(view, lay, one, marked, (numbers or {}).get(one.id))),
    )
