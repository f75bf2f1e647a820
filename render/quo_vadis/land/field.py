"""Things on the land: terrain marks, numbers with rings of control, tokens, workers and towns."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engines.quo_vadis.view import AreaView, SpaceView, View
from render import kit
from render.quo_vadis import theme
from render.quo_vadis.land.layout import Layout, compute_hex_corners, fit_layout
from render.quo_vadis.land.tiles import GenesisRim, TerrainOverlay, TileTerrains, draw_tiles
from render.quo_vadis.pieces import RuinPiece, TownPiece, WorkerCount, compute_corners

NUMBER_RADIUS = 0.385
"""Radius of a number disc, in hex sides."""

MAX_PIECE_SIDE = 190.0
"""Side of a hex in px up to which pieces grow with the map."""
MIN_MARK_SIDE, MARK_POSITION = 120.0, (0.42, 0.52)
"""Minimum side of a hex in px for a terrain mark beside an option number; position of that mark if there are pieces."""
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

    fill: str
    ink: str
    edge: str | None = None
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
    r = NUMBER_RADIUS * min(lay.hex_side, MAX_PIECE_SIDE)
    is_genesis = view.turn is not None and view.turn.area == area_view.id
    placement = replace(kit.Placement.from_circle(x, y, 1.78 * r), callout_centre=lay.find_middle(area_view.position))
    yield kit.Anchor(f"token:{area_view.id}", placement, area_view.token or "", part="map")
    if area_view.token is not None:
        for k, colour in ((1.78, kit.WHITE), (1.70, kit.INK), (1.62, theme.TERRAIN[area_view.token])):
            yield kit.Poly(compute_corners(x, y, k * r, is_flat=True), colour)
    if number is not None:
        if number.has_double_edge:
            yield kit.Disc(x, y, r + 10, number.fill, kit.WHITE, 3)
        yield kit.Disc(x, y, r + 4, number.fill, number.edge, 3)
        yield kit.Numeral(x, y, area_view.id, 1.195 * r, number.ink)
        return
    yield from draw_control_ring(
        x, y, r, [theme.find_race_colour(view.players[seat].race) for seat in area_view.controllers]
    )
    fill, ink = (theme.BRONZE_2, kit.WHITE) if is_genesis else (theme.PAPER, kit.INK)
    yield kit.Anchor(
        f"area:{area_view.id}",
        kit.Placement.from_circle(x, y, r + 10),
        tuple(area_view.controllers),
        part="map",
        is_minor=True,
    )
    yield kit.Disc(x, y, r, fill)
    yield kit.Numeral(x, y, area_view.id, 1.195 * r, ink)


def draw_control_ring(x: float, y: float, r: float, colours: Sequence[str]) -> Iterator[kit.Node]:
    """Draw the ring of control of an area: the controllers' colours in equal arcs, clockwise from the top."""
    if not colours:
        return
    yield kit.Disc(x, y, r + 13, kit.INK)
    yield kit.Disc(x, y, r + 12, kit.WHITE)
    share = 360 / len(colours)
    for i, colour in enumerate(colours):
        yield kit.Arc(x, y, r + 10, -90 + share * i, -90 + share * (i + 1), colour, 9)
    if len(colours) > 1:
        for i in range(len(colours)):
            yield kit.Arc(x, y, r + 10, -91.5 + share * i, -88.5 + share * i, kit.INK, 9)
    yield kit.Disc(x, y, r + 1.5, kit.INK)


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
    standing = [(seat, number) for seat, number in enumerate(space.workers) if number]
    pieces = len(standing) + (space.town is not None)
    if not has_number or (lay.hex_side > MIN_MARK_SIDE and not is_struck):
        yield from _draw_terrain_mark(lay, area_view, slot, space.terrain, pieces, is_struck, has_number)
    if not pieces:
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
    for (seat, number), (x, y) in zip(standing, positions, strict=False):
        r = radius * lay.hex_side
        colour = theme.find_race_colour(view.players[seat].race)
        token = kit.Sprite(
            x, y, kit.SeatToken(seat, colour, r, has_ring=True, edge=kit.INK, edge_width=theme.find_edge_width(colour))
        )
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
            ghost=token,
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
        ghost=sprite,
        background=theme.TERRAIN[space.terrain],
    )
    yield sprite


def _draw_terrain_mark(
    lay: Layout, area_view: AreaView, slot: int, terrain: str, pieces: int, is_struck: bool, has_number: bool
) -> Iterator[kit.Node]:
    """Draw the terrain mark, small beside pieces and omitted beside many; a bolt if wrath has struck.

    has_number: an option number will be at the corner.
    """
    if is_struck:
        x, y = map(round, lay.find_point(area_view.position, slot, 0.62 if pieces else 0.1))
        yield kit.Icon("bolt", x, y, 0.5 * lay.hex_side, kit.INK, theme.TERRAIN[terrain])
    elif pieces < 3:
        x, y = map(
            round,
            lay.find_point(
                area_view.position, slot, *((MARK_POSITION if has_number else (0.74, 0)) if pieces else (0.1, 0))
            ),
        )
        size = (0.22 if pieces else 0.62) * lay.hex_side
        yield kit.Icon(f"m_{terrain}", x, y, size, theme.MARKS[terrain], theme.TERRAIN[terrain])


def layout_whole_map(view: View, x: float, y: float, w: float, h: float, max_side: float = 92) -> Layout:
    """Return the layout of the whole map in a rectangle."""
    return fit_layout([area.position for area in view.areas], x, y, w, h, max_side)


def draw_land(view: View, lay: Layout, areas: Sequence[AreaView] | None = None) -> kit.Nodes:
    """Draw the printed land, which never changes. `draw_pieces` paints terrain tokens over it."""
    shown_areas = view.areas if areas is None else areas
    tile_terrains: TileTerrains = tuple((area.position, area.printed_terrains) for area in shown_areas)
    return draw_tiles(lay, tile_terrains)


def draw_pieces(
    view: View,
    lay: Layout,
    areas: Sequence[AreaView] | None = None,
    marked: frozenset[str] = frozenset(),
    numbers: Mapping[str, NumberStyle] | None = None,
) -> kit.Nodes:
    """Draw everything on the land: tokens, genesis rim, area numbers and pieces.

    marked: places that will carry option numbers; numbers: style of the area numbers in a question.
    """
    shown_areas = view.areas if areas is None else areas
    genesis = view.turn.area if view.turn is not None and numbers is None else None
    painted = (
        kit.Sprite(*lay.find_middle(area_view.position), TerrainOverlay(lay.hex_side, area_view.token))
        for area_view in shown_areas
        if area_view.token
    )
    rims = (
        kit.Sprite(*lay.find_middle(area_view.position), GenesisRim(lay.hex_side))
        for area_view in shown_areas
        if area_view.id == genesis
    )
    return (
        *painted,
        *rims,
        *(
            node
            for area_view in shown_areas
            for node in draw_area_content(view, lay, area_view, marked, (numbers or {}).get(area_view.id))
        ),
    )
