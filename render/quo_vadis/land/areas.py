"""What stands on the land: terrain marks, numbers with the rings of control, tokens, workers and towns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engines.quo_vadis.view import AreaView, SpaceView, View
from render.kit.colour import INK, WHITE
from render.kit.scene import Anchor, Arc, Disc, Icon, Node, Numeral, Poly, Sprite
from render.kit.spot import Point, Spot
from render.kit.tokens import SeatToken
from render.quo_vadis import theme
from render.quo_vadis.land.layout import Layout, hexagon
from render.quo_vadis.pieces import Count, RuinPiece, TownPiece, corners

R = 0.385
"""Radius of a number disc, in s."""

LARGEST = 190.0
"""Pieces grow with the map up to this side of a hex, in px."""
WIDE, BESIDE = 120.0, (0.42, 0.52)
"""On a hex with a longer side its terrain has room beside the number of an option; there, if pieces stand on it."""
OUTWARDS = 0.66
"""So far (in s) from the middle of a hex the letter of who did something there stands, where several seats are."""
ASKED, INWARDS = 0.74, 0.16
"""Where a number stands in the hex pieces are smaller, and so far (in s) nearer to the middle of the area."""

Place = tuple[float, float]
FIRST: Place = (0.12, 0.0)
PLACES: dict[int, tuple[float, float, tuple[Place, ...]]] = {
    # pieces in the hex: radius of a worker, size of a town, places (along, across); a town takes the first
    1: (0.41, 1.0, (FIRST,)),
    2: (0.33, 0.76, ((0.08, 0.36), (0.10, -0.44))),
    3: (0.295, 0.64, ((0.43, 0.0), (-0.16, 0.41), (-0.16, -0.41))),
    4: (0.26, 0.58, ((-0.20, 0.39), (-0.20, -0.39), (0.38, 0.31), (0.38, -0.31))),
    5: (0.23, 0.50, ((-0.18, 0.0), (-0.16, 0.52), (-0.16, -0.52), (0.36, 0.28), (0.36, -0.28))),
    6: (0.20, 0.42, ((-0.18, 0.0), (-0.18, 0.52), (-0.18, -0.52), (0.26, 0.44), (0.26, -0.44), (0.30, 0.0))),
}


@dataclass(frozen=True, slots=True)
class Number:
    """How the number of an area is shown in a question; double: with a second line around it."""

    fill: str
    ink: str
    edge: str | None = None
    double: bool = False


def area(
    view: View, lay: Layout, shown: AreaView, marked: frozenset[str], number: Number | None = None
) -> Iterator[Node]:
    """All that stands on one area. marked: places that will carry the numbers of options; number: of a question."""
    for slot, space in enumerate(shown.spaces):
        yield from _space(view, lay, shown, slot, space, marked)
    yield from _number(view, lay, shown, number)


def _is_shared(shown: AreaView) -> bool:
    """Whether several seats have a worker, a town or a ruin in an area: one letter there could mean any of them."""
    present = {seat for space in shown.spaces for seat, number in enumerate(space.workers) if number}
    return len(present | {space.town.owner for space in shown.spaces if space.town is not None}) > 1


def _number(view: View, lay: Layout, shown: AreaView, number: Number | None) -> Iterator[Node]:
    x, y = map(round, lay.middle(shown.at))  # on whole px one drawing serves all areas
    r = R * min(lay.s, LARGEST)
    genesis = view.turn is not None and view.turn.area == shown.id
    spot = replace(Spot.disc(x, y, 1.78 * r), aside=lay.middle(shown.at))
    yield Anchor(f"token:{shown.id}", spot, shown.token or "", part="map")
    if shown.token is not None:
        for k, colour in ((1.78, WHITE), (1.70, INK), (1.62, theme.TERRAIN[shown.token])):
            yield Poly(corners(x, y, k * r, flat=True), colour)
    if number is not None:
        if number.double:
            yield Disc(x, y, r + 10, number.fill, WHITE, 3)
        yield Disc(x, y, r + 4, number.fill, number.edge, 3)
        yield Numeral(x, y, shown.id, 1.195 * r, number.ink)
        return
    yield from ring(x, y, r, [theme.race(view.players[seat].race) for seat in shown.controllers])
    fill, ink = (theme.BRONZE_2, WHITE) if genesis else (theme.PAPER, INK)
    yield Anchor(f"area:{shown.id}", Spot.disc(x, y, r + 10), tuple(shown.controllers), part="map", minor=True)
    yield Disc(x, y, r, fill)
    yield Numeral(x, y, shown.id, 1.195 * r, ink)


def ring(x: float, y: float, r: float, colours: Sequence[str]) -> Iterator[Node]:
    """The collar of those who control an area, in equal arcs clockwise from the top."""
    if not colours:
        return
    yield Disc(x, y, r + 13, INK)
    yield Disc(x, y, r + 12, WHITE)
    share = 360 / len(colours)
    for i, colour in enumerate(colours):
        yield Arc(x, y, r + 10, -90 + share * i, -90 + share * (i + 1), colour, 9)
    if len(colours) > 1:
        for i in range(len(colours)):
            yield Arc(x, y, r + 10, -91.5 + share * i, -88.5 + share * i, INK, 9)
    yield Disc(x, y, r + 1.5, INK)


def _space(
    view: View, lay: Layout, shown: AreaView, slot: int, space: SpaceView, marked: frozenset[str]
) -> Iterator[Node]:
    name = f"{shown.id}:{'abc'[slot]}"
    bx, by = lay.corner(shown.at, slot, 0.74)
    centre = lay.hex(shown.at, slot)
    asked = f"space:{name}" in marked
    near = min(1.0, LARGEST / lay.s)
    shared = _is_shared(shown)  # else all that one seat did in the area has one letter
    spot = Spot(
        centre[0] - 0.86 * lay.s,
        centre[1] - lay.s,
        1.72 * lay.s,
        2 * lay.s,
        badge=(bx, by),
        badge_r=22 if lay.s < 140 else 34,
        centred=True,
        outline=hexagon(centre, lay.s * 0.93),
        aside=lay.corner(shown.at, slot, OUTWARDS) if shared else lay.middle(shown.at),
    )
    struck = view.turn is not None and name in view.turn.struck
    yield Anchor(f"space:{name}", spot, ("struck",) if struck else (), part="map")
    standing = [(seat, number) for seat, number in enumerate(space.workers) if number]
    pieces = len(standing) + (space.town is not None)
    if not asked or (lay.s > WIDE and not struck):
        yield from _mark(lay, shown, slot, space.terrain, pieces, struck, asked)
    if not pieces:
        return
    radius, size, places = PLACES[min(pieces, 6)]
    crowded = asked and lay.s < LARGEST
    if crowded:
        near *= ASKED
    radius, size = near * radius, near * size
    inwards = INWARDS if crowded else 0.0
    at = [lay.corner(shown.at, slot, near * along - inwards, near * across) for along, across in places]
    town_at = at.pop(0) if space.town is not None else None
    for (seat, number), (x, y) in zip(standing, at, strict=False):
        r = radius * lay.s
        colour = theme.race(view.players[seat].race)
        token = Sprite(x, y, SeatToken(seat, colour, r, ring=True, edge=INK, line=theme.line(colour)))
        yield Anchor(
            f"man:{name}:{seat}",
            replace(Spot.disc(x, y, r + 10), aside=spot.aside, led=shared),
            number,
            part="map",
            within=f"space:{name}",
            ghost=token,
            paper=theme.TERRAIN[space.terrain],
            mover=f"man {seat}",
        )
        yield token
        if number > 1:
            yield Sprite(x + (-0.8 if slot == 0 else 0.8) * r, y + 0.75 * r, Count(number, max(15, 0.55 * r)))
    if town_at is not None:  # over the workers: its population must be read
        yield from _town(view, name, space, slot, town_at, size * lay.s, replace(spot, led=shared))


def _town(view: View, name: str, space: SpaceView, slot: int, at: Point, size: float, where: Spot) -> Iterator[Node]:
    """where: the hex, from which it takes the place of its letter."""
    town = space.town
    assert town is not None
    colour = theme.race(view.players[town.owner].race)
    piece = (
        TownPiece(town.owner, colour, size, town.population, left=slot == 0)
        if town.population
        else RuinPiece(town.owner, colour, size)
    )
    sprite = Sprite(*at, piece)
    spot = replace(Spot.disc(*at, 0.66 * size), aside=where.aside, led=where.led)
    yield Anchor(
        f"town:{name}",
        spot,
        (town.owner, town.population),
        part="map",
        within=f"space:{name}",
        ghost=sprite,
        paper=theme.TERRAIN[space.terrain],
    )
    yield sprite


def _mark(
    lay: Layout, shown: AreaView, slot: int, terrain: str, pieces: int, struck: bool, asked: bool
) -> Iterator[Node]:
    """The sign of the terrain, small beside pieces, left out where there are many; a bolt where wrath has struck.

    asked: at the corner the number of an option will stand.
    """
    if struck:
        x, y = map(round, lay.corner(shown.at, slot, 0.62 if pieces else 0.1))
        yield Icon("bolt", x, y, 0.5 * lay.s, INK, theme.TERRAIN[terrain])
    elif pieces < 3:
        x, y = map(round, lay.corner(shown.at, slot, *((BESIDE if asked else (0.74, 0)) if pieces else (0.1, 0))))
        size = (0.22 if pieces else 0.62) * lay.s
        yield Icon(f"m_{terrain}", x, y, size, theme.MARKS[terrain], theme.TERRAIN[terrain])
