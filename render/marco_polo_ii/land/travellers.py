"""Figures and caravans on the map, beside the cities and on the oases."""

from collections.abc import Callable, Iterable, Iterator

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import CaravanView, View
from render import kit
from render.kit.marks.change_marks import has_overlap
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import render_noun
from render.marco_polo_ii.land.places import PLACES, RANK
from render.marco_polo_ii.land.positions import (
    CARAVAN_SIZE,
    FIGURE_SIZE,
    Arrangement,
    arrange_pieces,
    measure_home,
)
from render.marco_polo_ii.land.terrain import draw_prices, measure_price
from render.marco_polo_ii.land.trails import LETTER_OFFSET, has_trail
from render.marco_polo_ii.pieces.people import Camel, Figure, OasisMarker
from render.marco_polo_ii.pieces.plates import find_plate_colour

FOOT = 42.0
"""px from the centre of a figure to its feet."""
LEDGE, LEDGE_EDGE, LEDGE_HALF, LEDGE_DEPTH = 22.0, 4.0, 25.0, 6.0
"""px: thickness of a ledge without its pale edge; that edge; from the middle of a figure to the end of the part below
it; how far it reaches below the plate."""
OASIS_RADIUS, OASIS_RING = 31, 6
"""Radius in px of the disc below an oasis with a figure, and by how much that of a further figure is larger."""


def draw_oases() -> Iterator[kit.Node]:
    """Draw the oases with their anchors."""
    for oasis in CONTENT.data.oases:
        x, y = PLACES[oasis]
        placement = kit.Placement(
            x - 19,
            y - 19,
            38,
            38,
            19,
            number_centre=(x - 26, y + 26),
            number_radius=20,
            is_centred=True,
            rank=RANK[oasis],
        )
        yield kit.Anchor(f"oasis:{oasis}", placement, part="map")
        yield kit.Sprite(x, y, OasisMarker(find_oasis_letter(oasis)))


def find_oasis_letter(oasis: str) -> str:
    """Return the letter of an oasis, which is the last one of its name."""
    return render_noun(f"oases.{oasis}", "en")[-1]


Shows = Callable[[kit.Bounds], bool]
"""Returns whether a piece with these bounds is in the part of the map that is drawn."""


def draw_travellers(view: View, ctx: kit.RenderContext, shows: Shows = lambda _: True) -> Iterator[kit.Node]:
    """Draw caravans and, in front of them, figures; a figure that is not shown has neither ledge nor line."""
    for place, pieces in arrange_pieces(view, ctx.lang):
        figures = [seat for seat, mat in enumerate(view.mats) for figure_place in mat.figures if figure_place == place]
        caravans = [
            (seat, caravan) for seat, mat in enumerate(view.mats) for caravan in mat.caravans if caravan.place == place
        ]
        yield from _draw_caravans(view, place, caravans, pieces)
        yield from _draw_figures(view, place, figures, pieces, ctx, shows)


def split_ledges(nodes: Iterable[kit.Node]) -> tuple[kit.Nodes, kit.Nodes]:
    """Return the ledges and lines of figures, which lie below posts and plates, and the pieces with the rest."""
    nodes = tuple(nodes)
    ledges = tuple(node for node in nodes if isinstance(node, kit.Polyline | kit.Disc))
    return ledges, tuple(node for node in nodes if not isinstance(node, kit.Polyline | kit.Disc))


def draw_prices_above(pieces: Iterable[kit.Node]) -> Iterator[kit.Nodes]:
    """Yield the prices that one of these pieces touches, to draw them again on top: prices are never covered."""
    boxes = [kit.measure_bounds(piece) for piece in pieces if isinstance(piece, kit.Sprite)]
    for name in CONTENT.data.routes:
        price = measure_price(name)
        if price is not None and any(has_overlap(box, price) for box in boxes):
            yield tuple(draw_prices([name]))


def _draw_figures(
    view: View, place: str, seats: list[int], pieces: Arrangement, ctx: kit.RenderContext, shows: Shows
) -> Iterator[kit.Node]:
    active_seat, k = view.turn if ctx.viewer is None else ctx.viewer, pieces.scale
    colours = [theme.SEAT[view.mats[seat].color] for seat in seats]
    men = [
        kit.Sprite(*centre, Figure(seat, colour, FIGURE_SIZE * k, seat == active_seat))
        for seat, colour, centre in zip(seats, colours, pieces.figures, strict=True)
    ]
    shown = [shows(kit.measure_bounds(man)) for man in men]
    if place in CONTENT.data.cities:
        centres = [(man.x, man.y) for man, is_shown in zip(men, shown, strict=True) if is_shown]
        yield from _draw_ledges(place, centres, k, ctx.lang)
    else:
        for i, (man, colour) in enumerate(zip(men, colours, strict=True)):
            if shown[i]:
                r = OASIS_RADIUS + OASIS_RING * (len(seats) - 1 - i)
                yield from _draw_oasis_line(place, (man.x, man.y), colour, r)
    for i, (seat, man) in enumerate(zip(seats, men, strict=True)):
        if seat not in seats[:i]:
            yield kit.Anchor(
                f"figure:{place}:{seat}",
                kit.Placement(
                    man.x - 28 * k,
                    man.y - 42 * k,
                    56 * k,
                    86 * k,
                    is_count=True,
                    author_badge_centre=(man.x + LETTER_OFFSET[0], man.y + LETTER_OFFSET[1]),
                ),
                seats.count(seat),
                part="map",
                container=_find_anchor_name(place),
                sprite=man,
                background=theme.LAND,
                piece_kind=f"figure {seat}",
                has_drawn_path=has_trail(view, seat, ctx),
            )
        if shown[i]:
            yield man


def _draw_ledges(city: str, centres: Iterable[kit.Point], k: float, lang: kit.Lang) -> Iterator[kit.Polyline]:
    """Draw below each figure a ledge of the plate of its city, on which it stands; those of one city are one shape."""
    colour = find_plate_colour(CONTENT.data.cities[city].kind)
    left, top, right, bottom = measure_home(city, lang)
    lines: list[tuple[kit.Point, ...]] = []
    for x, y in centres:
        foot = y + FOOT * k
        end = min(max(x, left + LEDGE_DEPTH), right - LEDGE_DEPTH), min(max(foot, top), bottom)
        half = LEDGE_HALF * k if x > end[0] else -LEDGE_HALF * k
        lines.append(((x + half, foot), (x - half, foot), end))
    for tone, width in ((theme.PANEL, LEDGE + 2 * LEDGE_EDGE), (colour, LEDGE)):
        for line in lines:
            yield kit.Polyline(line, tone, width)


def _draw_oasis_line(oasis: str, centre: kit.Point, colour: str, oasis_radius: float) -> Iterator[kit.Node]:
    """Draw a line in the seat's colour from a figure to its oasis, with a disc below that: all figures stand beside an
    oasis, among roads and prices.
    """
    x, y = PLACES[oasis]
    for tone, width in ((kit.INK, 13), (kit.WHITE, 10), (colour, 6)):
        yield kit.Polyline((centre, (x, y)), tone, width)
    yield kit.Disc(x, y, oasis_radius, colour, kit.WHITE, 3)
    yield kit.Disc(x, y, oasis_radius + 1, None, kit.INK, 1.5)


def _draw_caravans(
    view: View, place: str, caravans: list[tuple[int, CaravanView]], pieces: Arrangement
) -> Iterator[kit.Node]:
    seats = [seat for seat, _ in caravans]
    for i, ((seat, caravan), position) in enumerate(zip(caravans, pieces.caravans, strict=True)):
        size = CARAVAN_SIZE * pieces.scale
        camel = kit.Sprite(*position, Camel(seat, theme.SEAT[view.mats[seat].color], size, caravan.goods))
        if seat not in seats[:i]:
            yield from _draw_caravan_anchors(seat, place, seats.count(seat), camel, pieces.scale)
        yield camel


def _draw_caravan_anchors(seat: int, place: str, number: int, camel: kit.Sprite, scale: float) -> Iterator[kit.Node]:
    """Draw the anchor of a seat's caravans at a place, without a move arrow.

    Its trail is drawn along the roads, and after completing a route a caravan may start again anywhere (R13).
    """
    yield kit.Anchor(
        f"caravan:{place}:{seat}",
        kit.Placement(
            camel.x - 24 * scale,
            camel.y - 30 * scale,
            48 * scale,
            60 * scale,
            is_count=True,
            author_badge_centre=(camel.x - 22, camel.y + 18),
        ),
        number,
        part="map",
        container=_find_anchor_name(place),
        sprite=camel,
        background=theme.LAND,
        piece_kind=f"caravan {seat}",
        has_drawn_path=True,
    )


def _find_anchor_name(place: str) -> str:
    """Return the anchor name of a place."""
    return f"city:{place}" if place in CONTENT.data.cities else f"oasis:{place}"
