"""The four zones of a player board: symbols, the next cost, and the present effect."""

from collections.abc import Iterator

from engines.kilia.data.content import CONTENT
from engines.kilia.view import Mat, ZoneView
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message, render_noun
from render.kilia.pieces.board_pieces import ZoneTile
from render.kilia.pieces.goods import Ware

W, H, PITCH_X, PITCH_Y, LEFT, TOP = 300, 252, 308, 260, 44, 140
SYMBOL_COUNT = 5


def draw_zones(mat: Mat, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the four zones."""
    names = kit.fit_texts([render_noun(f"zones.{zone.id}", ctx.lang) for zone in mat.zones], 164, kit.BODY)
    for n, zone in enumerate(mat.zones):
        x, y = LEFT + PITCH_X * (n % 2), TOP + PITCH_Y * (n // 2)
        yield kit.Anchor(f"zone:{zone.id}", kit.Placement(x, y, W, H, 12), len(zone.cards), part="zones")
        yield kit.Anchor(f"sprat:{zone.id}", kit.Placement(x, y, W, H, 12, (x + 8, y + 6)))
        is_own = zone.id == mat.own_zone
        yield kit.Box(
            x, y, W, H, 12, theme.PANEL, kit.INK if is_own else theme.SLIP_EDGE, 4 if is_own else 2, material="vellum"
        )
        fill = theme.ZONES[zone.id]
        edge = kit.INK if zone.id == "castle" else None
        yield kit.Box(x, y, W, 66, 12, fill, edge, 2, (True, True, False, False), material="cloth")
        yield kit.Icon(theme.GLYPHS[zone.id], x + 36, y + 33, 44, kit.pick_ink(fill), fill)
        yield from names[n].build_runs(x + 66, y + 33, kit.pick_ink(fill), max_width=168)
        cards = f"{len(zone.cards)}/{len(CONTENT.data.zones[zone.id].costs)}"
        yield kit.TextRun(x + W - 16, y + 33, cards, kit.BODY, kit.pick_ink(fill), "r", max_width=60)
        yield from draw_symbols(zone, x, y + 113)
        yield from draw_next_cost(mat, zone, x, y, ctx)
        if is_own and zone.cards:
            points = CONTENT.data.rules.own_zone_points_per_card * len(zone.cards)
            yield kit.Sprite(x + W - 38, y + 216, kit.Seal(f"+{points}", 30))


def find_zone_value(mat: Mat, zone: ZoneView) -> int:
    """Return the effect of a zone: keys, number of abilities, number of the ship, number of warehouses."""
    match zone.id:
        case "castle":
            return mat.keys
        case "university":
            return len(mat.abilities)
        case "shipyard":
            return mat.ship
        case "warehouse":
            return sum(segment.cells is not None for segment in mat.canal)


def draw_symbols(zone: ZoneView, x: float, y: float) -> Iterator[kit.Node]:
    """Draw the printed symbol and the cards; the next cost in a ring, later ones as hairlines."""
    costs = CONTENT.data.zones[zone.id].costs
    filled_count = 1 + len(zone.cards)
    for q in range(SYMBOL_COUNT):
        middle = x + 36 + 56 * q
        if q < filled_count:
            has_sprat = q > 0 and zone.cards[q - 1] not in CONTENT.cards
            yield kit.Sprite(middle, y, ZoneTile(zone.id, 50, has_sprat))
        elif q == filled_count:
            yield kit.Box(middle - 27, y - 27, 54, 54, 10, kit.WHITE, kit.INK, 3.5)
            yield kit.TextRun(middle, y, str(costs[q - 1]), kit.KEY, kit.INK, "m", max_width=50)
        else:
            yield kit.Box(middle - 24, y - 24, 48, 48, 9, None, theme.LINE, 2)
            yield kit.TextRun(middle, y, str(costs[q - 1]), kit.BODY, theme.INK_2, "m", max_width=46)


def draw_next_cost(mat: Mat, zone: ZoneView, x: float, y: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the goods of the next card, one icon each."""
    yield kit.Polyline(((x + 14, y + 152), (x + W - 14, y + 152)), theme.LINE, 2)
    if zone.cost is None:
        yield kit.Icon("check", x + 40, y + 208, 40, kit.INK, theme.PANEL)
        yield kit.TextRun(x + 72, y + 208, render_message("complete", ctx.lang), kit.BODY, kit.INK, max_width=170)
        return
    value_text = render_message(f"has.{zone.id}", ctx.lang, n=find_zone_value(mat, zone))
    label = render_message("next", ctx.lang)
    yield kit.TextRun(x + 14, y + 170, label, kit.DETAIL, theme.INK_2, max_width=134)
    max_width = W - 36 - kit.measure_text(label, kit.DETAIL)
    value_line = kit.fit_text(
        render_message("has_now", ctx.lang, what=value_text), max_width, kit.DETAIL, short=value_text
    )
    yield from value_line.build_runs(x + W - 14, y + 170, theme.INK_2, "r", max_width=max_width + 4)
    for i in range(zone.cost):
        yield kit.Sprite(x + 38 + 50 * i, y + 214, Ware(zone.good, 46))
