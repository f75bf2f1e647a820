"""Figures and caravans, beside the cities and on the oases."""

from collections import Counter
from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import CaravanView, View
from render.kit.look import Look
from render.kit.scene import Anchor, Node, Sprite
from render.kit.spot import Point, Spot
from render.marco_polo_ii import theme
from render.marco_polo_ii.land.cities import POST_PITCH, middle, plate_width
from render.marco_polo_ii.land.places import LEFT, PLACES, RANK, TOP, WIDTH
from render.marco_polo_ii.land.trails import driven, walked
from render.marco_polo_ii.pieces.people import Camel, Figure, Oasis


def oases() -> Iterator[Node]:
    """Their discs, and what an option names."""
    for oasis in CONTENT.data.oases:
        x, y = PLACES[oasis]
        spot = Spot(x - 19, y - 19, 38, 38, 19, badge=(x - 26, y + 26), badge_r=20, centred=True, rank=RANK[oasis])
        yield Anchor(f"oasis:{oasis}", spot, part="map")
        yield Sprite(x, y, Oasis())


def travellers(view: View, look: Look) -> Iterator[Node]:
    """Caravans first: figures stand in front of them."""
    for place in (*CONTENT.data.cities, *CONTENT.data.oases):
        yield from _caravans(view, place, look)
        yield from _figures(view, place, look)


def _figures(view: View, place: str, look: Look) -> Iterator[Node]:
    standing = [(seat, n) for seat, mat in enumerate(view.mats) if (n := Counter(mat.figures)[place])]
    total, j = sum(n for _, n in standing), 0
    for seat, n in standing:
        for i in range(n):
            x, y = _beside(place, j, total, look)
            man = Sprite(x, y, Figure(seat, theme.SEAT[view.mats[seat].color], 66))
            if i == 0:
                yield Anchor(
                    f"figure:{place}:{seat}",
                    Spot(x - 22, y - 32, 44, 66, counted=True, tick=(x + 24, y + 14)),
                    n,
                    part="map",
                    within=_named(place),
                    ghost=man,
                    paper=theme.LAND,
                    mover=f"figure {seat}",
                    told=walked(view, seat, look),
                )
            yield man
            j += 1


def _beside(place: str, j: int, total: int, look: Look) -> Point:
    """Where the j-th figure of a place stands: right of the plate, below Beijing, on an oasis above its disc."""
    x, y = middle(place, look.lang) if place in CONTENT.data.cities else PLACES[place]
    if place == CONTENT.start:
        return x + 38 * (j - (total - 1) / 2), y + 62
    pitch = 34 if total < 4 else 27
    if place in CONTENT.data.oases:
        return x + 22 + pitch * j, y - 36
    right = max(plate_width(place, look.lang) / 2 + 12, POST_PITCH * 1.5 + 34)
    return min(x + right + pitch * j, LEFT + WIDTH - 28 - pitch * (total - 1 - j)), y - 30


def _caravans(view: View, place: str, look: Look) -> Iterator[Node]:
    x, y = middle(place, look.lang) if place in CONTENT.data.cities else PLACES[place]
    y = max(y - 34, TOP + 50)
    j = 0
    for seat, mat in enumerate(view.mats):
        here = [caravan for caravan in mat.caravans if caravan.place == place]
        for i, caravan in enumerate(here):
            if place in CONTENT.data.oases:
                at = (max(x - 8 - 46 * j, LEFT + 34), y)
            else:
                at = (max(x - plate_width(place, look.lang) / 2 - 10 - 46 * j, LEFT + 34), y)
            camel = Sprite(*at, Camel(seat, theme.SEAT[mat.color], 62, caravan.goods))
            if i == 0:
                yield from _caravan_anchors(seat, place, here, camel, driven(view, seat, look))
            yield camel
            j += 1


def _caravan_anchors(seat: int, place: str, here: list[CaravanView], camel: Sprite, told: bool) -> Iterator[Node]:
    yield Anchor(
        f"caravan:{place}:{seat}",
        Spot(camel.x - 24, camel.y - 30, 48, 60, counted=True, tick=(camel.x - 22, camel.y + 18)),
        len(here),
        part="map",
        within=_named(place),
        ghost=camel,
        paper=theme.LAND,
        mover=f"caravan {seat}",
        told=told,
    )


def _named(place: str) -> str:
    """The place as options name it."""
    return f"city:{place}" if place in CONTENT.data.cities else f"oasis:{place}"
