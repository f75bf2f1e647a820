"""The cities: posts (above), plate with crest and name, chips with the city's rewards (below)."""

from collections.abc import Iterator, Mapping
from math import hypot

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import render_noun
from render.marco_polo_ii.land.chips import draw_chips
from render.marco_polo_ii.land.places import LEFT, PLACES, RANK, WIDTH
from render.marco_polo_ii.pieces.people import CrestShield, Post
from render.marco_polo_ii.pieces.plates import PLATE_H, CityPlate

POST, POST_PITCH = 40, 41
"""Size of a post (44 px high), and px from post to post."""
_NAME_X = 54
"""px from the left edge of a plate to its name, behind the crest."""
_MAX_LETTER_DISTANCE = 180
"""Maximum distance in px from a new post to the letter at its seat's figure that stands for the post, too."""


def measure_plate(city: str, lang: kit.Lang) -> float:
    """Return the width in px of the plate with the city's name."""
    return kit.measure_text(render_noun(f"cities.{city}", lang), kit.BODY) + (44 if city == CONTENT.start else 82)


def find_centre(city: str, lang: kit.Lang) -> kit.Point:
    """Return the centre of the plate; long names at the edge of the map move it inwards."""
    x, y = PLACES[city]
    half = measure_plate(city, lang) / 2
    return min(max(x, LEFT + 18 + half), LEFT + WIDTH - 12 - half), y


def measure_name(city: str, lang: kit.Lang) -> kit.Bounds:
    """Return the bounds of the name on the plate."""
    (x, y), half = find_centre(city, lang), measure_plate(city, lang) / 2
    left = 20 if city == CONTENT.start else _NAME_X
    return x - half + left, y - kit.BODY / 2, x + half - 20, y + kit.BODY / 2


def draw_cities(view: View, ctx: kit.RenderContext, travellers: Mapping[str, kit.Anchor]) -> Iterator[kit.Node]:
    """Draw all cities. travellers: the anchors of figures and caravans."""
    for city in CONTENT.data.cities:
        yield from draw_city(view, city, ctx, travellers)


def draw_city(
    view: View, city: str, ctx: kit.RenderContext, travellers: Mapping[str, kit.Anchor] | None = None
) -> Iterator[kit.Node]:
    """Draw a city with its plate, posts and chips. travellers: as in `draw_cities`, if changes count."""
    x, y = find_centre(city, ctx.lang)
    w = measure_plate(city, ctx.lang)
    placement = kit.Placement(
        x - w / 2,
        y - PLATE_H / 2,
        w,
        PLATE_H,
        6,
        number_centre=(x - w / 2 - 28, y - 8),
        number_radius=22,
        rank=RANK[city],
    )
    yield kit.Anchor(f"city:{city}", placement, part="map")
    yield from _draw_plate(city, x, y, w, ctx.lang)
    if city != CONTENT.start:
        yield from _draw_posts(view, city, x, y, ctx, travellers or {})
    yield from draw_chips(view, city, x, y)


def _draw_plate(city: str, x: float, y: float, w: float, lang: kit.Lang) -> Iterator[kit.Node]:
    line, left = CONTENT.data.cities[city], x - w / 2
    yield kit.Sprite(x, y, CityPlate(line.kind, w))
    name = render_noun(f"cities.{city}", lang)
    if line.crest is not None:
        yield kit.Sprite(left + 22, y, CrestShield(line.crest, 60, has_light_edge=True))
        yield kit.TextRun(left + _NAME_X, y, name, kit.BODY, theme.PANEL, max_width=w - 56)
    else:
        yield kit.TextRun(x, y, name, kit.BODY, theme.PANEL, "m", max_width=w - 20)


def _draw_posts(
    view: View, city: str, x: float, y: float, ctx: kit.RenderContext, travellers: Mapping[str, kit.Anchor]
) -> Iterator[kit.Node]:
    """Draw the posts: each seat has its place above the plate, with a dot if there is no post.

    If the seat's figure has just come here and stands near, the badge at the figure also stands for the new post.
    """
    for i, mat in enumerate(view.mats):
        px = x + POST_PITCH * (i - (len(view.mats) - 1) / 2)
        has_post = city in mat.posts
        post = kit.Sprite(px, y - 44, Post(i, theme.SEAT[mat.color], POST))
        figure = travellers.get(f"figure:{city}:{i}") if _has_just_come(ctx, i, city) else None
        yield kit.Anchor(
            f"post:{city}:{i}",
            kit.Placement(px - 20, y - 64, 40, 42, 6, author_badge_centre=(px, y - 72)),
            True if has_post else None,
            part="map",
            container=f"city:{city}",
            sprite=post if has_post else None,
            is_minor=has_post and figure is not None and _has_letter_near(figure, post),
            background=theme.LAND,
        )
        yield post if has_post else kit.Disc(px, y - 31, 3.6, theme.COAST)


def _has_just_come(ctx: kit.RenderContext, seat: int, city: str) -> bool:
    """Return whether a seat's figure has come to the city since the View that the viewer last saw."""
    return isinstance(ctx.view_before, View) and city not in ctx.view_before.mats[seat].figures


def _has_letter_near(figure: kit.Anchor, post: kit.Sprite) -> bool:
    """Return whether the badge at a figure is near enough to a post to stand for it, too."""
    x, y = figure.placement.first_badge_centre
    return hypot(x - post.x, y - post.y) <= _MAX_LETTER_DISTANCE
