"""The choice of the genesis area: the map with the price on every number, a row for each area, one's free terrains."""

from collections.abc import Iterator

from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.view import AreaView, View
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.scene import DETAIL, FRAMES, KEY, Anchor, Box, Icon, Node, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit
from render.kit.tokens import NumberDisc, SeatToken
from render.quo_vadis import theme
from render.quo_vadis.catalogue import sentence
from render.quo_vadis.land import field
from render.quo_vadis.land.areas import Number, R
from render.quo_vadis.land.layout import Layout
from render.quo_vadis.pieces import TownPiece
from render.quo_vadis.private.frame import night, purse
from render.quo_vadis.private.site import free_terrains

X, W, TOP, FOOT = 1100, 456, 168, 1058
BADGE = 0.29
"""Radius of an option's number on the map, in sides of a space."""
HEADS = 143
"""Height of the words above the rows."""


def choice(view: View, look: Look) -> Scene:
    """1600 x 1200."""
    assert look.viewer is not None
    me = look.viewer
    lay = field.whole(view, 32, 134, 1036, 1022)
    numbers = {area.id: _number(view.prices.get(area.id)) for area in view.areas}
    strikes = any(mark.place.startswith("strike:") for mark in look.marks)
    order = sorted(view.prices, key=lambda area: (view.prices[area], area))
    pitch = min(160.0, (FOOT - TOP + 8) / max(1, len(order)))
    live = (
        FRAMES,
        *field.standing(view, lay, numbers=numbers),
        *_on_map(view, look, lay),
        *_heads(view, look, strikes),
        *(node for i, area in enumerate(order) for node in _row(view, area, me, TOP + pitch * i, pitch - 8, strikes)),
        *free_terrains(view.players[me], look, FOOT + 12, one_row=True),
    )
    sky = Box(20, 120, 1060, 1054, 22, theme.SKY)
    means = purse(view.players[me], ("wrath", "faith") if strikes else ("faith",))
    static = (sky, *field.terrain(view, lay))
    return night(look, "ask_area", live, means, 1200, static)


def _on_map(view: View, look: Look, lay: Layout) -> Iterator[Node]:
    """The number of each area's option, with wrath or without, between two spaces that leave room for it."""
    options = {mark.place: str(mark.number) for mark in reversed(look.marks)}
    for area in view.areas:
        number, room = options.get(f"area:{area.id}", options.get(f"strike:{area.id}")), _room(area)
        if number is not None and room is not None:
            (x, y), (away_x, away_y) = lay.middle(area.at), lay.hex(area.at, room)
            share = R + BADGE + 0.05  # of the way to a corner, which is as far as the space on the other side
            r = BADGE * lay.s
            disc = NumberDisc(number, r, (1.3 if len(number) < 2 else 1.1) * r, WHITE, INK, WHITE, 3)
            yield Sprite(x + share * (x - away_x), y + share * (y - away_y), disc)


def _room(area: AreaView) -> int | None:
    """The slot of a space opposite to which the number of an option hides no piece, the lowest first."""
    crowded = [sum(map(bool, space.workers)) + (space.town is not None) > 2 for space in area.spaces]
    return next((slot for slot in (2, 0, 1) if not any(full for n, full in enumerate(crowded) if n != slot)), None)


def _number(price: int | None) -> Number:
    if price is None:
        return Number("#51697A", theme.BLOCKED_TEXT)
    return Number(theme.FAITH, WHITE, WHITE, price > 1) if price else Number(WHITE, INK, INK)


def _heads(view: View, look: Look, strikes: bool) -> Iterator[Node]:
    """What the rows are, and why some cost faith: their numbers have markers, or are the same. The words of wrath."""
    blocked = sorted(card for card in view.markers if card != "free")
    key = "free_for" if blocked else "free_for_same"
    room = W - 116.0 if strikes else W
    words = sentence(key, look.lang, numbers=tuple(blocked))
    yield from fit(words, room, DETAIL).runs(X + 4, HEADS, theme.MUTED, room=room)
    if strikes:
        yield from fit(sentence("with_wrath", look.lang), 104, DETAIL).runs(
            X + W - 50, HEADS, theme.MUTED, "m", room=108
        )


def _row(view: View, area: str, me: int, y: float, h: float, strikes: bool) -> Iterator[Node]:
    """Price, who would fight, what is one's own there; at the right the same area with wrath."""
    price, shown, middle = view.prices[area], view.area(area), y + h / 2
    w = W - 108 if strikes else W
    ground = WHITE if not price else theme.PANEL
    yield Anchor(f"area:{area}", Spot(X, y, w, h, 12, badge=(X + 6, middle), badge_r=min(24, h / 2 - 8)), part="areas")
    yield Box(X, y, w, h, 12, ground)
    r = min(40.0, h / 2 - 5)
    disc = (WHITE, theme.FAITH) if price else (INK, WHITE, INK, 3)  # no black: that is the number of an option
    yield Sprite(X + 82, middle, NumberDisc(area, r, 0.9 * r, *disc))
    yield Text(X + 130, middle, str(price), KEY, theme.FAITH if price else theme.INK_2, room=30)
    yield Icon("faith", X + 172, middle, 34, theme.FAITH if price else theme.STONE, ground)
    yield from _there(view, shown, me, X + 196, y, w, h)
    if strikes:
        x = X + W - 100
        spot = Spot(x, y, 100, h, 12, badge=(x + 32, middle), badge_r=min(22, h / 2 - 8))
        yield Anchor(f"strike:{area}", spot, part="areas")
        yield Box(x, y, 100, h, 12, theme.WRATH_GROUND)
        yield Icon("bolt", x + 76, middle, min(44, h - 12), INK, theme.WRATH_GROUND)


def _there(view: View, area: AreaView, me: int, x: float, top: float, w: float, h: float) -> Iterator[Node]:
    """Who is there, with crossed swords if a war is certain; one's own town as it will have grown."""
    seats = [seat for seat in range(len(view.players)) if _present(area, seat)]
    war = any(sum(_on(area, slot, seat) for seat in seats) > 1 for slot in range(3))
    room, y = X + w - 10 - x, top + h / 2
    shown = len(seats) + war
    pitch = min(62.0, room / max(1, shown + 0.2))
    r = min(24.0, 0.4 * pitch, 0.36 * h)
    if war:
        yield Icon("battle", x + 0.6 * pitch, y, 1.9 * r, theme.TRACK_COLOUR["morale"], WHITE)
    for i, seat in enumerate(seats):
        at = x + pitch * (i + war + 0.6)
        colour = theme.race(view.players[seat].race)
        town = max((s.town.population for s in area.spaces if s.town and s.town.owner == seat), default=0)
        if town and seat == me:
            yield Sprite(at, y, TownPiece(me, colour, 1.9 * r, town + DATA.population.growth))
        else:
            yield Sprite(at, y, SeatToken(seat, colour, r, edge=INK))


def _present(area: AreaView, seat: int) -> bool:
    return any(_on(area, slot, seat) for slot in range(3))


def _on(area: AreaView, slot: int, seat: int) -> bool:
    space = area.spaces[slot]
    return space.workers[seat] > 0 or bool(space.town and space.town.owner == seat and space.town.population)
