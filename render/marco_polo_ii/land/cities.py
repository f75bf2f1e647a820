"""The cities: who has a post (above), what it is (the plate), what it gives (the chips below)."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from render.kit.colour import WHITE
from render.kit.look import Lang, Look
from render.kit.scene import BODY, Anchor, Box, Disc, Node, Poly, Sprite, Text
from render.kit.spot import Point, Spot
from render.kit.text import measure
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import noun
from render.marco_polo_ii.land.chips import chips
from render.marco_polo_ii.land.places import LEFT, PLACES, RANK, WIDTH
from render.marco_polo_ii.pieces.people import CrestShield, Post

_PLATE = 46
POST, POST_PITCH = 40, 41
"""A post is 44 px high; px from post to post."""


def plate_width(city: str, lang: Lang) -> float:
    """How wide the plate with the name is, in px."""
    return measure(noun(f"cities.{city}", lang), BODY) + (44 if city == CONTENT.start else 82)


def middle(city: str, lang: Lang) -> Point:
    """The middle of the plate; long names at the edge of the map move it inwards."""
    x, y = PLACES[city]
    half = plate_width(city, lang) / 2
    return min(max(x, LEFT + 18 + half), LEFT + WIDTH - 12 - half), y


def cities(view: View, look: Look) -> Iterator[Node]:
    for city in CONTENT.data.cities:
        yield from block(view, city, look)


def block(view: View, city: str, look: Look) -> Iterator[Node]:
    """A city with all that lies at it."""
    x, y = middle(city, look.lang)
    w = plate_width(city, look.lang)
    spot = Spot(x - w / 2, y - _PLATE / 2, w, _PLATE, 6, badge=(x - w / 2 - 28, y - 8), badge_r=22, rank=RANK[city])
    yield Anchor(f"city:{city}", spot, part="map")
    yield from _plate(city, x, y, w, look.lang)
    if city != CONTENT.start:
        yield from _posts(view, city, x, y, look)
    yield from chips(view, city, x, y)


def _plate(city: str, x: float, y: float, w: float, lang: Lang) -> Iterator[Node]:
    line = CONTENT.data.cities[city]
    left, top, right, bottom = x - w / 2, y - _PLATE / 2, x + w / 2, y + _PLATE / 2
    match line.kind:
        case "start":
            yield Box(left, top, w, _PLATE, 23, theme.RED, theme.PANEL, 3)
        case "small":
            yield Box(left, top, w, _PLATE, 23, theme.SMALL, theme.PANEL, 3)
        case "contract":
            yield Box(left, top, w, _PLATE, 3, theme.PLUM, theme.PANEL, 3)
        case "card":
            yield Poly(
                ((left, top), (right - 14, top), (right, top + 14), (right, bottom), (left, bottom)),
                *(theme.PLUM, theme.PANEL, 3),
            )
            yield Poly(((right - 14, top), (right, top + 14), (right - 14, top + 14)), theme.PANEL)
        case "special":
            yield Poly(
                (
                    *((left, top), (right - 12, top), (right, top + 12), (right, bottom - 12)),
                    *((right - 12, bottom), (left, bottom)),
                ),
                *(theme.PLUM, theme.PANEL, 3),
            )
    name = noun(f"cities.{city}", lang)
    if line.crest is not None:
        yield Sprite(left + 22, y, CrestShield(line.crest, 60, plate=True))
        yield Text(left + 54, y, name, BODY, WHITE, room=w - 56)
    else:
        yield Text(x, y, name, BODY, WHITE, "m", room=w - 20)


def _posts(view: View, city: str, x: float, y: float, look: Look) -> Iterator[Node]:
    """Each seat has its own place above the plate; a dot where no post stands.

    Of a figure that has come and built one, the letter at the figure tells both.
    """
    for i, mat in enumerate(view.mats):
        px = x + POST_PITCH * (i - (len(view.mats) - 1) / 2)
        stands = city in mat.posts
        post = Sprite(px, y - 44, Post(i, theme.SEAT[mat.color], POST))
        yield Anchor(
            f"post:{city}:{i}",
            Spot(px - 20, y - 64, 40, 42, 6, tick=(px, y - 72)),
            True if stands else None,
            part="map",
            within=f"city:{city}",
            ghost=post if stands else None,
            minor=stands and city in mat.figures and _came(look, i, city),
            paper=theme.LAND,
        )
        yield post if stands else Disc(px, y - 31, 3.6, theme.COAST)


def _came(look: Look, seat: int, city: str) -> bool:
    """Whether a seat's figure has come since the View that the reader knows."""
    return isinstance(look.before, View) and city not in look.before.mats[seat].figures
