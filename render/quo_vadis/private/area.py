"""The choice of the genesis area: the map with prices, a row for each area, and the terrains without a cost."""

from collections.abc import Iterator

from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.view import AreaView, View
from render import kit
from render.quo_vadis import backdrop, theme
from render.quo_vadis.catalogue import render_message
from render.quo_vadis.land import field
from render.quo_vadis.land.field import NUMBER_RADIUS, NumberStyle
from render.quo_vadis.land.layout import Layout
from render.quo_vadis.pieces import TownPiece
from render.quo_vadis.private.frame import build_private_scene, draw_resources
from render.quo_vadis.private.spaces import draw_free_terrains

X, W, TOP, FOOT = 1100, 456, 168, 1058
BADGE_RADIUS = 0.29
"""Radius of an option number on the map, in hex sides."""
MAX_PLATES, PLATE_PITCH, PLATE_W = 3, 290.0, 252.0
"""Number of areas up to which each row shows its area, and the pitch of such rows."""
HEADINGS_Y = 143
"""y of the headings above the rows."""


def draw_area_choice(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the question for the genesis area, 1600 x 1200."""
    assert ctx.viewer is not None
    me = ctx.viewer
    lay = field.layout_whole_map(view, 32, 134, 1036, 1022)
    numbers = {area.id: _choose_number_style(view.prices.get(area.id)) for area in view.areas}
    has_strikes = any(mark.place.startswith("strike:") for mark in ctx.marks)
    order = sorted(view.prices, key=lambda area: (view.prices[area], area))
    has_plates = len(order) <= MAX_PLATES and not has_strikes
    pitch = min(PLATE_PITCH if has_plates else 160.0, (FOOT - TOP + 8) / max(1, len(order)))
    live = (
        kit.FRAME_LAYER,
        *field.draw_pieces(view, lay, numbers=numbers),
        *_draw_map_numbers(view, ctx, lay),
        *_draw_headings(view, me if has_strikes else None, ctx),
        *(
            node
            for i, area in enumerate(order)
            for node in _draw_row(view, area, me, TOP + pitch * i, pitch - 8, has_strikes, has_plates)
        ),
        *draw_free_terrains(view.players[me], ctx, FOOT + 12, is_one_row=True),
    )
    resources = draw_resources(view.players[me], ("wrath", "faith") if has_strikes else ("faith",))
    static = backdrop.draw_chart(field.draw_land(view, lay, backdrop.QUESTION_SEA))
    return build_private_scene(ctx, "ask_area", live, resources, 1200, static)


def _draw_map_numbers(view: View, ctx: kit.RenderContext, lay: Layout) -> Iterator[kit.Node]:
    """Draw the option number of each area, with or without wrath, between two spaces where it hides no piece."""
    options = {mark.place: str(mark.number) for mark in reversed(ctx.marks)}
    for area in view.areas:
        number, slot = options.get(f"area:{area.id}", options.get(f"strike:{area.id}")), _find_number_slot(area)
        if number is not None and slot is not None:
            (x, y), (away_x, away_y) = lay.find_middle(area.position), lay.find_hex_centre(area.position, slot)
            share = NUMBER_RADIUS + BADGE_RADIUS + 0.05  # part of the way to the corner opposite the chosen space
            r = BADGE_RADIUS * lay.hex_side
            disc = kit.NumberDisc(number, r, (1.3 if len(number) < 2 else 1.1) * r, kit.WHITE, kit.INK, kit.WHITE, 3)
            yield kit.Sprite(x + share * (x - away_x), y + share * (y - away_y), disc)


def _find_number_slot(area: AreaView) -> int | None:
    """Return the slot of a space opposite which an option number hides no piece, preferring the lower space."""
    crowded = [sum(map(bool, space.workers)) + (space.town is not None) > 2 for space in area.spaces]
    return next((slot for slot in (2, 0, 1) if not any(full for n, full in enumerate(crowded) if n != slot)), None)


def _choose_number_style(price: int | None) -> NumberStyle:
    if price is None:
        return NumberStyle("#51697A", theme.BLOCKED_TEXT)
    return (
        NumberStyle(theme.FAITH, kit.WHITE, kit.WHITE, price > 1) if price else NumberStyle(kit.WHITE, kit.INK, kit.INK)
    )


def _draw_headings(view: View, striker: int | None, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the headings of the two columns: which areas cost faith, and of the strike that it costs all wrath.

    striker: the seat that may strike; None: there is no strike.
    """
    blocked = sorted(card for card in view.markers if card != "free")
    key = "free_for" if blocked else "free_for_same"
    max_width = W if striker is None else W - 116.0
    words = render_message(key, ctx.lang, numbers=tuple(blocked))
    yield from kit.fit_text(words, max_width, kit.BODY).build_runs(X + 4, HEADINGS_Y, theme.MUTED, max_width=max_width)
    if striker is not None:
        strike = kit.fit_text(render_message("strike", ctx.lang), 120, kit.DETAIL)
        yield from strike.build_runs(X + W, HEADINGS_Y - 19, theme.MUTED, "r", max_width=124)
        price = render_message("all_wrath", ctx.lang, wrath=view.players[striker].wrath)
        price_w = kit.measure_text(price, kit.DETAIL)
        yield kit.TextRun(X + W, HEADINGS_Y + 8, price, kit.DETAIL, kit.GOLD, "r", max_width=price_w + 2)
        yield kit.Icon("bolt", X + W - price_w - 16, HEADINGS_Y + 8, 32, kit.GOLD, theme.FRAME)


def _draw_row(
    view: View, area: str, me: int, y: float, h: float, has_strikes: bool, has_plate: bool
) -> Iterator[kit.Node]:
    """Draw the row of an area: price, seats that would fight, the reader's town; at the right the option with wrath.

    has_plate: the area itself at the right, and the seats below the price.
    """
    price, area_view, middle = view.prices[area], view.find_area(area), y + h / 2
    w = W - 108 if has_strikes else W
    background = theme.TURN if not price else theme.PANEL
    yield kit.Anchor(
        f"area:{area}",
        kit.Placement(X, y, w, h, 12, number_centre=(X + 6, middle), number_radius=min(24, h / 2 - 8)),
        part="areas",
    )
    yield kit.Box(X, y, w, h, 12, background, material="vellum")
    r, upper = min(40.0, h / 2 - 5), middle - 48 * has_plate
    # not black, which marks option numbers
    disc = (kit.WHITE, theme.FAITH) if price else (kit.INK, kit.WHITE, kit.INK, 3)
    yield kit.Sprite(X + 82, upper, kit.NumberDisc(area, r, 0.9 * r, *disc))
    yield kit.TextRun(X + 130, upper, str(price), kit.KEY, theme.FAITH if price else theme.INK_2, max_width=30)
    yield kit.Icon("faith", X + 172, upper, 34, theme.FAITH if price else theme.STONE, background)
    if has_plate:
        yield from field.draw_single_area(view, area_view, X + w - PLATE_W - 8, y + 8, PLATE_W, h - 16)
        yield from _draw_occupants(view, area_view, me, X + 32, middle + 12, w - PLATE_W - 12, 80)
    else:
        yield from _draw_occupants(view, area_view, me, X + 196, y, w, h)
    if has_strikes:
        x = X + W - 100
        placement = kit.Placement(x, y, 100, h, 12, number_centre=(x + 32, middle), number_radius=min(22, h / 2 - 8))
        yield kit.Anchor(f"strike:{area}", placement, part="areas")
        yield kit.Box(x, y, 100, h, 12, theme.WRATH_GROUND, material="vellum")
        yield kit.Icon("bolt", x + 76, middle, min(44, h - 12), kit.INK, theme.WRATH_GROUND)


def _draw_occupants(
    view: View, area: AreaView, me: int, x: float, top: float, w: float, h: float
) -> Iterator[kit.Node]:
    """Draw the seats in the area, with crossed swords if a war is certain; the reader's town as after its growth."""
    seats = [seat for seat in range(len(view.players)) if _is_present(area, seat)]
    is_war_certain = any(sum(_is_on_space(area, slot, seat) for seat in seats) > 1 for slot in range(3))
    max_width, y = X + w - 10 - x, top + h / 2
    icon_count = len(seats) + is_war_certain
    pitch = min(62.0, max_width / max(1, icon_count + 0.2))
    r = min(24.0, 0.4 * pitch, 0.36 * h)
    if is_war_certain:
        yield kit.Icon("battle", x + 0.6 * pitch, y, 1.9 * r, theme.TRACK_COLOUR["morale"], kit.WHITE)
    for i, seat in enumerate(seats):
        icon_x = x + pitch * (i + is_war_certain + 0.6)
        colour = theme.find_race_colour(view.players[seat].race)
        town = max((s.town.population for s in area.spaces if s.town and s.town.owner == seat), default=0)
        if town and seat == me:
            yield kit.Sprite(icon_x, y, TownPiece(me, colour, 1.9 * r, town + DATA.population.growth))
        else:
            yield kit.Sprite(icon_x, y, kit.SeatToken(seat, colour, r, edge=kit.INK))


def _is_present(area: AreaView, seat: int) -> bool:
    return any(_is_on_space(area, slot, seat) for slot in range(3))


def _is_on_space(area: AreaView, slot: int, seat: int) -> bool:
    space = area.spaces[slot]
    return space.workers[seat] > 0 or bool(space.town and space.town.owner == seat and space.town.population)
