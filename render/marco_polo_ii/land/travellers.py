"""Figures and caravans, beside the cities and on the oases."""

from collections.abc import Iterable, Iterator, Sequence
from math import hypot

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import CaravanView, View
from render.kit.colour import INK, WHITE
from render.kit.extent import extent
from render.kit.look import Look
from render.kit.marks.signals import meet
from render.kit.scene import Anchor, Line, Node, Nodes, Sprite
from render.kit.spot import Point, Spot
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import noun
from render.marco_polo_ii.land.ground import price_box, prices
from render.marco_polo_ii.land.places import PLACES, RANK
from render.marco_polo_ii.land.standing import CAMEL, MAN, everywhere, home
from render.marco_polo_ii.land.trails import LETTER_AT, walked
from render.marco_polo_ii.pieces.people import Camel, Figure, Oasis

NEAR = 56
"""px from a figure to its place from which a line leads there."""


def oases() -> Iterator[Node]:
    """Their discs, and what an option names."""
    for oasis in CONTENT.data.oases:
        x, y = PLACES[oasis]
        spot = Spot(x - 19, y - 19, 38, 38, 19, badge=(x - 26, y + 26), badge_r=20, centred=True, rank=RANK[oasis])
        yield Anchor(f"oasis:{oasis}", spot, part="map")
        yield Sprite(x, y, Oasis(noun(f"oases.{oasis}", "en")[-1]))


def travellers(view: View, look: Look) -> Iterator[Node]:
    """Caravans first: figures stand in front of them."""
    for place, men, camels in everywhere(view, look.lang):
        figures = [seat for seat, mat in enumerate(view.mats) for one in mat.figures if one == place]
        caravans = [
            (seat, caravan) for seat, mat in enumerate(view.mats) for caravan in mat.caravans if caravan.place == place
        ]
        yield from _caravans(view, place, caravans, camels)
        yield from _figures(view, place, figures, men, look)


def prices_above(pieces: Iterable[Node]) -> Iterator[Nodes]:
    """The prices that one of these pieces touches, to be drawn again on top: what a route costs is never hidden."""
    boxes = [extent(piece) for piece in pieces if isinstance(piece, Sprite)]
    for name in CONTENT.data.routes:
        price = price_box(name)
        if price is not None and any(meet(box, price) for box in boxes):
            yield tuple(prices([name]))


def _figures(view: View, place: str, seats: list[int], points: Sequence[Point], look: Look) -> Iterator[Node]:
    asked = view.turn if look.viewer is None else look.viewer
    for x, y in points:
        yield from _leader(place, x, y, look)
    for i, (seat, (x, y)) in enumerate(zip(seats, points, strict=True)):
        man = Sprite(x, y, Figure(seat, theme.SEAT[view.mats[seat].color], MAN, seat == asked))
        if seat not in seats[:i]:
            yield Anchor(
                f"figure:{place}:{seat}",
                Spot(x - 28, y - 42, 56, 86, counted=True, tick=(x + LETTER_AT[0], y + LETTER_AT[1])),
                seats.count(seat),
                part="map",
                within=_named(place),
                ghost=man,
                paper=theme.LAND,
                mover=f"figure {seat}",
                told=walked(view, seat, look),
            )
        yield man


def _leader(place: str, x: float, y: float, look: Look) -> Iterator[Line]:
    """From a figure that stands apart to its place, whose name it leaves to be read."""
    left, top, right, bottom = home(place, look.lang)
    px, py = min(max(x, left), right), min(max(y, top), bottom)
    if hypot(x - px, y - py) > NEAR:
        yield Line(((x, y), (px, py)), WHITE, 9)
        yield Line(((x, y), (px, py)), INK, 4)


def _caravans(view: View, place: str, here: list[tuple[int, CaravanView]], points: Sequence[Point]) -> Iterator[Node]:
    seats = [seat for seat, _ in here]
    for i, ((seat, caravan), at) in enumerate(zip(here, points, strict=True)):
        camel = Sprite(*at, Camel(seat, theme.SEAT[view.mats[seat].color], CAMEL, caravan.goods))
        if seat not in seats[:i]:
            yield from _caravan_anchors(seat, place, seats.count(seat), camel)
        yield camel


def _caravan_anchors(seat: int, place: str, number: int, camel: Sprite) -> Iterator[Node]:
    """Never with an arrow: its way is drawn along the roads, and one that is sold may begin anew anywhere (R13)."""
    yield Anchor(
        f"caravan:{place}:{seat}",
        Spot(camel.x - 24, camel.y - 30, 48, 60, counted=True, tick=(camel.x - 22, camel.y + 18)),
        number,
        part="map",
        within=_named(place),
        ghost=camel,
        paper=theme.LAND,
        mover=f"caravan {seat}",
        told=True,
    )


def _named(place: str) -> str:
    """The place as options name it."""
    return f"city:{place}" if place in CONTENT.data.cities else f"oasis:{place}"
