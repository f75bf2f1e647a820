"""Things on the land: numbers with rings of control, tokens, workers and towns."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engines.quo_vadis.view import AreaView, SpaceView, View
from render import kit
from render.quo_vadis import theme
from render.quo_vadis.land.layout import Layout, compute_hex_corners, fit_layout
from render.quo_vadis.pieces import AreaCoin, RuinPiece, TownPiece, WorkerCount, WorkerPiece
from render.quo_vadis.scenery.land import Land, Plate
from render.quo_vadis.scenery.tile import measure_tile

NUMBER_RADIUS = 0.385
"""Radius of a number disc, in hex sides."""

MAX_PIECE_SIDE, MAX_COIN_SIDE = 150.0, 190.0
"""Side of a hex in px up to which pieces and numbers of areas grow with the map."""
BADGE_DISTANCE = 0.66
"""Distance in hex sides of an author badge from the middle of its hex, if several seats are in the area."""
NUMBERED_SCALE, NUMBERED_SHIFT = 0.74, 0.16
"""Pieces beside an option number: their scale, and their shift in hex sides towards the middle of the area."""

RelativePosition = tuple[float, float]
FIRST_POSITION: RelativePosition = (0.12, 0.0)
PIECE_LAYOUTS: dict[int, tuple[float, float, tuple[RelativePosition, ...]]] = {
    # pieces in the hex: radius of a worker, size of a town, positions (along, across); a town takes the first
    1: (0.41, 1.0, (FIRST_POSITION,)),
    2: (0.33, 0.76, ((0.08, 0.36), (0.10, -0.44))),
    3: (0.295, 0.64, ((0.43, 0.0), (-0.16, 0.41), (-0.16, -0.41))),
    4: (0.26, 0.58, ((-0.20, 0.39), (-0.20, -0.39), (0.38, 0.31), (0.38, -0.31))),
    5: (0.23, 0.50, ((-0.18, 0.0), (-0.16, 0.52), (-0.16, -0.52), (0.36, 0.28), (0.36, -0.28))),
    6: (0.20, 0.42, ((-0.18, 0.0), (-0.18, 0.52), (-0.18, -0.52), (0.26, 0.44), (0.26, -0.44), (0.30, 0.0))),
}


@dataclass(frozen=True, slots=True)
class NumberStyle:
    """The style of an area number in a question."""

    fill: str  # colour of the coin's face
    ink: str  # colour of the number
    edge: str | None = None  # colour of the ring on the face; None: no ring
    has_double_edge: bool = False
    """With a second line around it."""


def draw_area_content(
    view: View, lay: Layout, area_view: AreaView, marked: frozenset[str], number: NumberStyle | None = None
) -> Iterator[kit.Node]:
    """Draw one area with all pieces on it.

    marked: places that will carry option numbers; number: style of the area number in a question.
    """
    for slot, space in enumerate(area_view.spaces):
        yield from _draw_space(view, lay, area_view, slot, space, marked)
    yield from _draw_number(view, lay, area_view, number)


def _is_shared(area_view: AreaView) -> bool:
    """Return whether several seats have a worker, town or ruin in an area, so one author badge would be ambiguous."""
    seats = {seat for space in area_view.spaces for seat, number in enumerate(space.workers) if number}
    return len(seats | {space.town.owner for space in area_view.spaces if space.town is not None}) > 1


def _draw_number(view: View, lay: Layout, area_view: AreaView, number: NumberStyle | None) -> Iterator[kit.Node]:
    x, y = map(round, lay.find_middle(area_view.position))  # whole px, so that all areas share one cached drawing
    r = NUMBER_RADIUS * min(lay.hex_side, MAX_COIN_SIDE)
    is_genesis = view.turn is not None and view.turn.area == area_view.id
    placement = replace(kit.Placement.from_circle(x, y, 1.78 * r), callout_centre=lay.find_middle(area_view.position))
    yield kit.Anchor(f"token:{area_view.id}", placement, area_view.token or "", part="map")
    token = area_view.token
    if number is not None:
        yield kit.Sprite(x, y, AreaCoin(area_view.id, r, (), number.fill, number.ink, number.edge, token))
        if number.has_double_edge:
            yield kit.Disc(x, y, r + 10, None, kit.WHITE, 3)
        return
    yield kit.Anchor(
        f"area:{area_view.id}",
        kit.Placement.from_circle(x, y, r + 10),
        tuple(area_view.controllers),
        part="map",
        is_minor=True,
    )
    controllers = tuple(theme.find_race_colour(view.players[seat].race) for seat in area_view.controllers)
    face, ink, edge = theme.GENESIS_COIN if is_genesis else theme.AREA_COIN
    yield kit.Sprite(x, y, AreaCoin(area_view.id, r, controllers, face, ink, edge, token))


def _draw_space(
    view: View, lay: Layout, area_view: AreaView, slot: int, space: SpaceView, marked: frozenset[str]
) -> Iterator[kit.Node]:
    name = f"{area_view.id}:{'abc'[slot]}"
    bx, by = lay.find_point(area_view.position, slot, 0.74)
    centre = lay.find_hex_centre(area_view.position, slot)
    has_number = f"space:{name}" in marked
    scale = min(1.0, MAX_PIECE_SIDE / lay.hex_side)
    is_shared = _is_shared(area_view)  # else all changes by the one seat in the area share a badge
    placement = kit.Placement(
        centre[0] - 0.86 * lay.hex_side,
        centre[1] - lay.hex_side,
        1.72 * lay.hex_side,
        2 * lay.hex_side,
        number_centre=(bx, by),
        number_radius=22 if lay.hex_side < 140 else 34,
        is_centred=True,
        outline=compute_hex_corners(centre, lay.hex_side * 0.93),
        callout_centre=lay.find_point(area_view.position, slot, BADGE_DISTANCE)
        if is_shared
        else lay.find_middle(area_view.position),
    )
    is_struck = view.turn is not None and name in view.turn.struck_spaces
    yield kit.Anchor(f"space:{name}", placement, ("struck",) if is_struck else (), part="map")
    worker_counts = [(seat, number) for seat, number in enumerate(space.workers) if number]
    pieces = len(worker_counts) + (space.town is not None)
    bolt = _draw_bolt(lay, area_view, slot, has_pieces=bool(pieces)) if is_struck and not has_number else ()
    if not pieces:
        yield from bolt
        return
    radius, size, places = PIECE_LAYOUTS[min(pieces, 6)]
    is_crowded = has_number and lay.hex_side < MAX_PIECE_SIDE
    if is_crowded:
        scale *= NUMBERED_SCALE
    radius, size = scale * radius, scale * size
    inwards = NUMBERED_SHIFT if is_crowded else 0.0
    positions = [
        lay.find_point(area_view.position, slot, scale * along - inwards, scale * across) for along, across in places
    ]
    town_position = positions.pop(0) if space.town is not None else None
    for (seat, number), (x, y) in zip(worker_counts, positions, strict=False):
        r = radius * lay.hex_side
        colour = theme.find_race_colour(view.players[seat].race)
        token = kit.Sprite(x, y, WorkerPiece(seat, colour, r))
        yield kit.Anchor(
            f"man:{name}:{seat}",
            replace(
                kit.Placement.from_circle(x, y, r + 10),
                callout_centre=placement.callout_centre,
                has_callout_line=is_shared,
            ),
            number,
            part="map",
            container=f"space:{name}",
            sprite=token,
            background=theme.TERRAIN[space.terrain],
            piece_kind=f"man {seat}",
        )
        yield token
        if number > 1:
            yield kit.Sprite(x + (-0.8 if slot == 0 else 0.8) * r, y + 0.75 * r, WorkerCount(number, max(15, 0.55 * r)))
    if town_position is not None:  # above the workers, so that its population is legible
        yield from _draw_town(
            view, name, space, slot, town_position, size * lay.hex_side, replace(placement, has_callout_line=is_shared)
        )
    yield from bolt


def _draw_town(
    view: View, name: str, space: SpaceView, slot: int, position: kit.Point, size: float, hex_placement: kit.Placement
) -> Iterator[kit.Node]:
    """Draw a town. hex_placement: placement of its hex, which gives the position of the callout."""
    town = space.town
    assert town is not None
    colour = theme.find_race_colour(view.players[town.owner].race)
    piece = (
        TownPiece(town.owner, colour, size, town.population, has_left_disc=slot == 0)
        if town.population
        else RuinPiece(town.owner, colour, size)
    )
    sprite = kit.Sprite(*position, piece)
    placement = replace(
        kit.Placement.from_circle(*position, 0.66 * size),
        callout_centre=hex_placement.callout_centre,
        has_callout_line=hex_placement.has_callout_line,
    )
    yield kit.Anchor(
        f"town:{name}",
        placement,
        (town.owner, town.population),
        part="map",
        container=f"space:{name}",
        sprite=sprite,
        background=theme.TERRAIN[space.terrain],
    )
    yield sprite


def _draw_bolt(lay: Layout, area_view: AreaView, slot: int, *, has_pieces: bool) -> Iterator[kit.Node]:
    """Draw the bolt on a space that wrath has struck: on a dark disc, since sand is as pale as the bolt."""
    along, r = (0.7, 0.25) if has_pieces else (0.1, 0.34)
    x, y = map(round, lay.find_point(area_view.position, slot, along))
    s = lay.hex_side
    yield kit.Sprite(x, y, kit.IconDisc("bolt", r * s, 1.5 * r * s, theme.NIGHT_2, "#FFEC96", theme.GILT, 0.04 * s))


def layout_whole_map(view: View, x: float, y: float, w: float, h: float, max_side: float = 92) -> Layout:
    """Return the layout of the whole map in a rectangle."""
    return fit_layout([area.position for area in view.areas], x, y, w, h, max_side)


def draw_land(
    view: View, lay: Layout, sea: tuple[float, float, float, float], areas: Sequence[AreaView] | None = None
) -> kit.Ground:
    """Draw the printed land in its sea (x, y, width, height); it never changes. `draw_pieces` lays tokens over it."""
    shown_areas = view.areas if areas is None else areas
    moved = Layout(lay.hex_side, lay.dx - sea[0], lay.dy - sea[1])
    land = Land(moved, tuple((area.position, tuple(area.printed_terrains)) for area in shown_areas))
    return kit.Ground(*sea, "quo_vadis/land", subject=land)


def _draw_token_plate(lay: Layout, area_view: AreaView, token: str) -> kit.Ground:
    """Draw the plate of an area in the terrain of its token."""
    return _centre_ground(lay, area_view, "plate", Plate(lay.hex_side, (token,) * 3))


def draw_single_area(view: View, area_view: AreaView, x: float, y: float, w: float, h: float) -> kit.Nodes:
    """Draw an area alone in a rectangle, with its pieces but without places to choose."""
    lay = fit_layout([area_view.position], x, y, w, h)
    terrains = tuple(space.terrain for space in area_view.spaces)
    content = draw_area_content(view, lay, area_view, frozenset(), None)
    pieces = (node for node in content if not isinstance(node, kit.Anchor))
    return (_centre_ground(lay, area_view, "plate", Plate(lay.hex_side, terrains)), *pieces)


def _centre_ground(lay: Layout, area_view: AreaView, name: str, subject: Plate | float) -> kit.Ground:
    (x, y), size = lay.find_middle(area_view.position), measure_tile(lay.hex_side)
    return kit.Ground(x - size / 2, y - size / 2, size, size, f"quo_vadis/{name}", subject=subject)


def draw_pieces(
    view: View,
    lay: Layout,
    areas: Sequence[AreaView] | None = None,
    marked: frozenset[str] = frozenset(),
    numbers: Mapping[str, NumberStyle] | None = None,
) -> kit.Nodes:
    """Draw everything on the land: tokens, light of genesis, area numbers and pieces.

    marked: places that will carry option numbers; numbers: style of the area numbers in a question.
    """
    shown_areas = view.areas if areas is None else areas
    genesis = view.turn.area if view.turn is not None and numbers is None else None
    painted = (_draw_token_plate(lay, area_view, area_view.token) for area_view in shown_areas if area_view.token)
    lights = (
        _centre_ground(lay, area_view, "glow", lay.hex_side) for area_view in shown_areas if area_view.id == genesis
    )
    return (
        *painted,
        *lights,
        *(
            node
            for area_view in shown_areas
            for node in draw_area_content(view, lay, area_view, marked, (numbers or {}).get(area_view.id))
        ),
    )
