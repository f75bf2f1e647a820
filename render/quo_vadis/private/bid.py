"""The declaration of morale: the possible totals of each side, the effect of each declaration, and the stakes."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.quo_vadis.table.odds import Contender, compute_chance_at_most
from engines.quo_vadis.view import View
from engines.quo_vadis.war_view import BidView, SideView, WarView
from render import kit
from render.quo_vadis import theme
from render.quo_vadis.catalogue import render_message, render_noun
from render.quo_vadis.pieces import RuinPiece, TownPiece
from render.quo_vadis.private.frame import PALE_COLOUR, build_private_scene

LEFT, RIGHT, TOP, FOOT = 330.0, 930.0, 142.0, 956.0
RIVAL_ROW_HEIGHTS = 76.0, 110.0
"""Height of the row of a rival: among three or more, and among one or two."""


def draw_bid_question(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the question for a declaration, 1600 x 1000."""
    assert ctx.viewer is not None and view.turn is not None and view.turn.war is not None
    war, me = view.turn.war, ctx.viewer
    scale = _build_scale(war)
    rivals = [side for side in war.sides if side.seat != me]
    row = RIVAL_ROW_HEIGHTS[len(rivals) < 3]
    under = TOP + 52 + row * len(rivals)
    pitch = min(220.0, (FOOT - under - 10) / max(1, len(war.bids)))
    live = (
        *_draw_rivals(view, ctx, war, rivals, scale, row),
        *(
            node
            for i, bid in enumerate(war.bids)
            for node in _draw_bid_row(view, ctx, me, war.find_side(me), bid, scale, under + 14 + pitch * i, pitch - 10)
        ),
        *_draw_stakes(view, ctx, war, me),
    )
    morale = (
        kit.Icon("banner", 1430, 72, 52, PALE_COLOUR["morale"], theme.FRAME),
        kit.TextRun(1500, 72, str(war.find_side(me).morale), kit.HEAD, kit.WHITE, "r", max_width=70),
        kit.TextRun(1504, 76, f"/{view.players[me].maxima.get('morale', 0)}", kit.BODY, theme.MUTED, max_width=60),
    )
    return build_private_scene(ctx, "ask_bid", live, morale)


@dataclass(frozen=True, slots=True)
class Scale:
    """The horizontal scale of totals."""

    low: int  # total of the first column: the lowest strength with a roll of 1
    high: int  # total of the last column: the highest that a roll can reach, with the bids to choose from
    step: float
    """Width of a column in px."""

    def find_x(self, total: float) -> float:
        return LEFT + (total - self.low + 0.5) * self.step


def _build_scale(war: WarView) -> Scale:
    low = min(side.strength for side in war.sides) + 1
    high = max(side.strength + side.sides for side in war.sides)
    high = (
        max(high, *(bid.strength + war.find_side(war.next_seat).sides for bid in war.bids))
        if war.next_seat is not None
        else high
    )
    return Scale(low, high, min(52.0, (RIGHT - LEFT) / (high - low + 1)))


def _draw_rivals(
    view: View, ctx: kit.RenderContext, war: WarView, rivals: list[SideView], scale: Scale, row: float
) -> Iterator[kit.Node]:
    under = TOP + 52 + row * len(rivals)
    yield kit.Box(44, TOP, 1110, under - TOP, 12, theme.NIGHT_2, material="lacquer")
    yield from kit.fit_text(render_message("rivals", ctx.lang), 220, kit.DETAIL).build_runs(
        64, TOP + 28, theme.MUTED, max_width=220
    )
    for total in range(scale.low + scale.low % 2, scale.high + 1, 2):
        yield kit.TextRun(
            scale.find_x(total), TOP + 28, str(total), kit.DETAIL, theme.MUTED, "m", max_width=2 * scale.step
        )
        yield kit.Polyline(((scale.find_x(total), TOP + 50), (scale.find_x(total), under - 10)), theme.NIGHT_3, 2)
    for i, side in enumerate(rivals):
        y = TOP + 52 + row * i + row / 2
        colour = theme.find_race_colour(view.players[side.seat].race)
        yield kit.Sprite(92, y, kit.SeatToken(side.seat, colour, 25, has_ring=True, edge=kit.INK))
        is_elated, may_levy = war.elated == side.seat, side.bid is None and side.reserve > 0
        name = kit.fit_name(ctx.names[side.seat], 190, kit.BODY)
        yield from name.build_runs(130, y - (14 if is_elated or may_levy else 0), kit.WHITE, max_width=196)
        if is_elated:
            yield from kit.fit_text(render_noun("concept.elated", ctx.lang), 190, kit.DETAIL).build_runs(
                130, y + 22, PALE_COLOUR["morale"], max_width=196
            )
        elif may_levy:
            words = render_message("levy", ctx.lang, skill=render_noun("skill.S30", ctx.lang), n=side.reserve)
            yield from kit.fit_text(words, 190, kit.DETAIL).build_runs(130, y + 22, theme.MUTED, max_width=196)
        if side.bid is None and side.morale + side.reserve:
            far = scale.find_x(side.strength + side.sides + side.morale + side.reserve) + 0.5 * scale.step
            start = scale.find_x(side.strength + 1) - 0.5 * scale.step
            yield kit.Box(start, y - 24, min(far, RIGHT + 10) - start, 48, 20, None, theme.MUTED, 3)
        yield from _draw_die_boxes(side.strength, side.sides, side.roll_count, colour, kit.WHITE, scale, y, row - 36)
        yield kit.Icon("banner", 1000, y, 40, PALE_COLOUR["morale"], theme.NIGHT_2)
        if side.bid is None:
            yield kit.Icon("hourglass", 1044, y, 34, theme.MUTED, theme.NIGHT_2)
            yield kit.TextRun(1068, y, f"≤{side.morale}", kit.BODY, theme.MUTED, max_width=80)
        else:
            yield kit.TextRun(1032, y, str(side.bid), kit.KEY, kit.WHITE, max_width=60)


def _draw_die_boxes(
    strength: int, sides: int, dice: int, colour: str, edge: str, scale: Scale, y: float, max_height: float
) -> Iterator[kit.Node]:
    """Draw a box at the total of each die result; for several dice its height shows the chance.

    edge: colour of the outline, which sets the race's colour apart from the background.
    """
    chance = Contender(strength, sides, dice)
    result_chances = [
        compute_chance_at_most(chance, pips) - compute_chance_at_most(chance, pips - 1) for pips in range(1, sides + 1)
    ]
    w = scale.step - 6
    for pips, part in enumerate(result_chances, 1):
        h = max_height if dice == 1 else max(8.0, max_height * part / max(result_chances))
        yield kit.Box(scale.find_x(strength + pips) - w / 2, y - h / 2, w, h, min(6, h / 2), colour, edge, 2)


def _draw_bid_row(
    view: View, ctx: kit.RenderContext, me: int, side: SideView, bid: BidView, scale: Scale, y: float, h: float
) -> Iterator[kit.Node]:
    """Draw the row of one declaration."""
    middle = y + h / 2
    big = kit.KEY if h < 62 else kit.HEAD
    colour = theme.find_race_colour(view.players[me].race)
    yield kit.Anchor(
        f"bid:{bid.morale}",
        kit.Placement(44, y, 1110, h, 12, number_centre=(50, middle), number_radius=min(28, h / 2 - 2)),
    )
    yield kit.Box(44, y, 1110, h, 12, theme.TABLET, material="vellum")
    yield kit.Icon("banner", 124, middle, min(46, h - 8), theme.TRACK_COLOUR["morale"], kit.WHITE)
    yield kit.TextRun(156, middle, str(bid.morale), big, kit.INK, max_width=44)
    yield from _draw_morale_left(ctx, bid, middle, h)
    for total in range(scale.low + scale.low % 2, scale.high + 1, 2):
        yield kit.Polyline(((scale.find_x(total), y + 8), (scale.find_x(total), y + h - 8)), theme.LINE, 2)
    yield from _draw_die_boxes(
        bid.strength, side.sides, bid.roll_count, colour, kit.INK, scale, middle, min(96, h - 12)
    )
    if bid.chance is not None:
        yield kit.TextRun(1136, middle, f"{bid.chance}%", big, kit.INK, "r", max_width=190)


def _draw_morale_left(ctx: kit.RenderContext, bid: BidView, y: float, h: float) -> Iterator[kit.Node]:
    """Draw the morale left, and the morale after a defeat with the part regained; in a low row as two figures."""
    leaves = render_message("leaves", ctx.lang, n=bid.morale_left)
    if not bid.regained:
        yield from kit.fit_text(leaves, 112, kit.BODY if h >= 40 else kit.DETAIL).build_runs(
            206, y, theme.INK_2, max_width=120
        )
    elif h < 58:
        yield kit.TextRun(
            206, y, f"{bid.morale_left} → {bid.morale_left + bid.regained}", kit.BODY, theme.INK_2, max_width=120
        )
    else:
        lost = render_message("if_lost_left", ctx.lang, n=bid.morale_left + bid.regained)
        for words, dy in zip(kit.fit_texts([leaves, lost], 114, kit.DETAIL), (-15, 15), strict=True):
            yield from words.build_runs(206, y + dy, theme.INK_2, max_width=120)


# ------------------------------------------------------------------ stakes


def _draw_stakes(view: View, ctx: kit.RenderContext, war: WarView, me: int) -> Iterator[kit.Node]:
    """Draw the gain of a victory, the loss of a defeat, and the order in which ties are won."""
    x, y, side = 1172.0, TOP, war.find_side(me)
    yield kit.Box(x, y, 384, FOOT - TOP, 12, theme.NIGHT_2, material="lacquer")
    yield kit.Sprite(x + 58, y + 54, kit.NumberDisc(war.area, 38, 32, kit.WHITE, theme.BRONZE_2, kit.WHITE, 3))
    yield from kit.fit_text(render_message("war_in", ctx.lang), 250, kit.KEY).build_runs(
        x + 110, y + 54, kit.WHITE, max_width=260
    )
    yield from _draw_heading(ctx, "if_won", x, y + 116)
    yield kit.Sprite(x + 66, y + 204, kit.Seal(f"+{side.prize}", 38))
    towns = _list_towns(view, war, me, is_own=False)
    for i, (owner, population, _) in enumerate(towns[:3]):
        yield _build_town(view, owner, population, x + 160 + 74 * i, y + 202)
    if side.spoils:
        spoils = render_message("spoils_one" if side.spoils == 1 else "spoils", ctx.lang, n=side.spoils)
        yield from kit.fit_text(spoils, 344, kit.BODY, 2).build_runs(x + 22, y + 292, kit.WHITE, max_width=350)
    yield from _draw_heading(ctx, "if_lost", x, y + 342)
    yield from _draw_losses(view, ctx, war, me, x, y + 420)
    yield from _draw_heading(ctx, "ties", x, y + 648)
    for i, seat in enumerate(war.tie_order):
        token = kit.SeatToken(seat, theme.find_race_colour(view.players[seat].race), 26, has_ring=True, edge=kit.INK)
        yield kit.Sprite(x + 56 + 70 * i, y + 738, token)
    words = kit.fit_text(render_message("ties_order", ctx.lang), 344, kit.DETAIL)
    yield from words.build_runs(x + 22, y + 792, theme.MUTED, max_width=350)


def _draw_heading(ctx: kit.RenderContext, key: str, x: float, y: float) -> Iterator[kit.Node]:
    yield kit.Polyline(((x + 22, y), (x + 362, y)), theme.NIGHT_3, 3)
    yield from kit.fit_text(render_message(key, ctx.lang), 344, kit.BODY).build_runs(
        x + 22, y + 32, theme.MUTED, max_width=350
    )


def _draw_losses(view: View, ctx: kit.RenderContext, war: WarView, me: int, x: float, y: float) -> Iterator[kit.Node]:
    """Draw the reader's loss in a defeat: workers that go home, towns that shrink, wrath that grows."""
    player, side = view.players[me], war.find_side(me)
    workers = sum(space.workers[me] for space in view.find_area(war.area).spaces)
    colour = theme.find_race_colour(player.race)
    if workers:
        for i in range(min(workers, 3)):
            yield kit.Sprite(x + 56 + 44 * i, y + 16, kit.SeatToken(me, colour, 26, has_ring=True, edge=kit.INK))
        home = render_message("go_home_one" if workers == 1 else "go_home", ctx.lang, n=workers)
        text_x = x + 104 + 44 * min(workers, 3) - 44
        yield from kit.fit_text(home, x + 370 - text_x, kit.BODY, 2).build_runs(
            text_x, y + 16, kit.WHITE, max_width=x + 376 - text_x
        )
        y += 72
    for owner, population, after in _list_towns(view, war, me, is_own=True)[:3]:
        yield _build_town(view, owner, population, x + 56, y + 16)
        yield kit.TextRun(x + 104, y + 16, f"{population} →", kit.KEY, kit.WHITE, max_width=110)
        yield _build_town(view, owner, after, x + 232, y + 16)
        y += 72
    if player.wrath < side.wrath:
        yield kit.Box(x + 28, y - 12, 56, 56, 10, theme.TABLET, material="pill")
        yield kit.Icon("bolt", x + 56, y + 16, 38, kit.INK, kit.WHITE)
        yield kit.TextRun(x + 104, y + 16, f"{player.wrath} → {side.wrath}", kit.KEY, kit.WHITE, max_width=240)


def _list_towns(view: View, war: WarView, me: int, *, is_own: bool) -> list[tuple[int, int, int]]:
    """Return owner, population and population after a defeat of each active town in the area."""
    active_towns = [
        space.town for space in view.find_area(war.area).spaces if space.town is not None and space.town.population
    ]
    return [
        (town.owner, town.population, max(0, town.population - war.find_side(town.owner).loss))
        for town in active_towns
        if (town.owner == me) == is_own
    ]


def _build_town(view: View, owner: int, population: int, x: float, y: float) -> kit.Sprite:
    colour = theme.find_race_colour(view.players[owner].race)
    return kit.Sprite(x, y, TownPiece(owner, colour, 58, population) if population else RuinPiece(owner, colour, 54))
