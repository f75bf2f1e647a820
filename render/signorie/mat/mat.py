"""A player mat: the family, five columns with their helpers, and the plan."""

from collections.abc import Iterator
from functools import cache

from engines.signorie.data.content import CONTENT
from engines.signorie.view import Mat, Shield, View
from render import kit
from render.signorie import layout, theme
from render.signorie.backdrop import draw_night, draw_wall
from render.signorie.catalogue import render_message, render_noun
from render.signorie.pieces import Bride

from . import columns

MID = 66
_NAME_MAX_WIDTH = 290
_HOLDINGS = {"florins": 468, "men": 588, "women": 788, "helpers": 982}  # the middle of each sign
_PILL_RIGHT, _SEAL_X, _SEAL_R = 1408, 1490, 44


def draw_mat(view: View, seat: int, ctx: kit.RenderContext, is_private: bool = False) -> kit.Scene:
    """Draw the mat of a seat, 1600 x 1000. IndexError for a seat that does not exist.

    A private one has a notice instead of the name, and option numbers.
    """
    player = view.mats[seat]
    live = (
        *_draw_header(view, player, ctx, is_private),
        *_draw_family(player, ctx.lang),
        *columns.draw_columns(view, player, ctx.lang),
        *_draw_plan(player, ctx.lang),
        *_build_area_anchors(seat),
    )
    background = theme.VERDE if is_private else theme.MARBLE
    return kit.Scene(
        theme.THEME, layout.MAT_WIDTH, layout.MAT_HEIGHT, theme.VERDE, draw_static(ctx.lang, background), live
    )


def _build_area_anchors(_seat: int) -> Iterator[kit.Anchor]:
    """Yield the areas that are framed as a whole if much in them changed."""
    for color in layout.COLORS:
        yield kit.Anchor(f"column:{color}", layout.place_column(color))
    yield kit.Anchor("family", _span_placements(layout.place_family_member(0), layout.place_family_member(4)))
    yield kit.Anchor(
        "plan",
        _span_placements(layout.place_plan_row(layout.PLAN_ROWS[0]), layout.place_plan_row(layout.PLAN_ROWS[-1])),
    )


def _span_placements(first: kit.Placement, last: kit.Placement) -> kit.Placement:
    return kit.Placement(first.x, first.y, last.x + last.w - first.x, last.y + last.h - first.y, first.radius)


@cache
def draw_static(lang: kit.Lang, background: str) -> kit.Nodes:
    """Draw everything that is the same on every mat in a language."""
    quiet = theme.INK_2 if background == theme.MARBLE else theme.MUTED
    minimum = CONTENT.data.end_scoring.row_minimum_tiles
    return (
        *(draw_wall() if background == theme.MARBLE else draw_night(layout.MAT_HEIGHT)),
        kit.TextRun(129, 154, render_message("mat.family", lang), kit.DETAIL, quiet, "m", max_width=170),
        kit.TextRun(1156, 154, render_message("mat.plan", lang), kit.DETAIL, quiet, max_width=140),
        kit.TextRun(1556, 154, render_message("mat.scores", lang, n=minimum), kit.DETAIL, quiet, "r", max_width=300),
        *columns.draw_static(lang),
    )


def _draw_header(view: View, player: Mat, ctx: kit.RenderContext, is_private: bool) -> kit.Nodes:
    """Draw the header: name or, on a private mat, the notice; means, dice or final place, and points of the seat."""
    colour = theme.SEATS[player.color]
    if is_private:
        notice = kit.fit_text(render_message("private.notice", ctx.lang), 216, kit.BODY, 2)
        left_nodes: kit.Nodes = (
            kit.Icon("eye_off", 74, MID, 56, kit.GOLD, theme.VERDE),
            *notice.build_runs(110, MID, kit.GOLD, max_width=216),
            kit.Sprite(382, MID, kit.SeatToken(player.seat, colour, 34, has_ring=True)),
        )
    else:
        token = kit.Sprite(88, MID, kit.SeatToken(player.seat, colour, 34, has_ring=True))
        left_nodes = (
            token,
            *_fit_name(ctx.names[player.seat]).build_runs(140, MID, kit.WHITE, max_width=_NAME_MAX_WIDTH),
        )
    return (
        *left_nodes,
        *_draw_holdings(player, ctx.lang),
        *_build_count_anchors(view, player),
        *(_draw_place(view, player, ctx.lang) if view.phase == "over" else _draw_threshold(player, ctx.lang)),
        kit.Sprite(_SEAL_X, MID, kit.Seal(str(player.vp), _SEAL_R)),
    )


def _fit_name(name: str) -> kit.FittedText:
    """Fit the name into one large line, or two smaller ones."""
    one_line = kit.fit_name(name, _NAME_MAX_WIDTH, kit.HEAD)
    return one_line if one_line.size >= kit.KEY else kit.fit_name_in(str, name, _NAME_MAX_WIDTH, kit.BODY, 2)


def _draw_holdings(player: Mat, lang: kit.Lang) -> kit.Nodes:
    """Draw florins, meeples in the supply (stock below) and helpers, from left to right."""
    colour = theme.SEATS[player.color]

    def draw_count(x: float, number: int, stock_text: str) -> kit.Nodes:
        return (
            kit.TextRun(x, MID - 15, str(number), kit.KEY, kit.WHITE, max_width=60),
            kit.TextRun(x, MID + 24, stock_text, kit.MICRO, theme.MUTED, max_width=126),
        )

    florin, man, woman, disc = (_HOLDINGS[kind] for kind in ("florins", "men", "women", "helpers"))
    return (
        kit.Icon("florin", florin, MID, 54, theme.INK),
        kit.TextRun(florin + 36, MID, str(player.florins), kit.KEY, kit.WHITE, max_width=80),
        kit.Sprite(man, MID, kit.Meeple("man", colour, 58, has_rim=True)),
        *draw_count(man + 36, player.men, render_message("mat.stock", lang, n=player.men_stock)),
        kit.Sprite(woman, MID, kit.Meeple("woman", colour, 58, has_rim=True)),
        *draw_count(woman + 36, player.women, render_message("mat.stock", lang, n=player.women_stock)),
        kit.Icon("helper", disc, MID, 50, kit.WHITE, theme.VERDE),
        *draw_count(disc + 36, len(player.helpers), render_message("mat.helpers", lang, n=len(player.helpers))),
    )


def _build_count_anchors(view: View, player: Mat) -> Iterator[kit.Anchor]:
    for kind, count in (("florins", player.florins), ("men", player.men), ("women", player.women)):
        yield kit.Anchor(
            f"{kind}:{player.seat}",
            kit.Placement(_HOLDINGS[kind] - 30, 30, 110, 72, is_count=True),
            count,
            "header",
            age=view.slot,
        )
    yield kit.Anchor(f"vp:{player.seat}", kit.Placement.from_circle(_SEAL_X, MID, _SEAL_R), player.vp, "header")


def _draw_place(view: View, player: Mat, lang: kit.Lang) -> kit.Nodes:
    """Draw the pill with the final place, which replaces the dice after the end."""
    score = next(score for score in view.scores if score.seat == player.seat)
    return _draw_pill((), render_message(f"board.place.{score.place}", lang), 36)


def _draw_threshold(player: Mat, lang: kit.Lang) -> kit.Nodes:
    """Draw the pill with the sum of the dice against the threshold."""
    sign, colour = ("check", theme.MUTED) if player.is_within_threshold else ("pass", theme.ROSE)
    words = render_message("mat.dice", lang, sum=player.dice_sum, limit=player.threshold)
    x = _PILL_RIGHT - kit.measure_text(words, kit.KEY) - 100
    return _draw_pill((kit.Icon(sign, x + 40, MID, 36, colour, theme.PAST),), words, 68)


def _draw_pill(sign: kit.Nodes, words: str, left: float) -> kit.Nodes:
    width = kit.measure_text(words, kit.KEY) + left + 32
    x = _PILL_RIGHT - width
    return (
        kit.Box(x, 32, width, 68, 34, theme.PAST, material="pill"),
        *sign,
        kit.TextRun(x + left, MID, words, kit.KEY, kit.WHITE, max_width=300),
    )


def _draw_family(player: Mat, lang: kit.Lang) -> kit.Nodes:
    """Draw the lord, married from the start, and the sons. A seal shows the VP of each wedding, pale once gained."""
    colour = theme.SEATS[player.color]
    nodes: list[kit.Node] = []
    for index in range(len(player.sons) + 1):
        placement = layout.place_family_member(index)
        son = player.sons[index - 1] if index else None
        is_married = son is None or son.is_married
        fill = kit.WHITE if is_married else theme.PANEL
        status = "married" if is_married else "single"
        nodes.append(kit.Anchor(f"mat:{player.seat}:son:{index}", placement, status, "family", "family"))
        nodes.append(
            kit.Box(
                placement.x, placement.y, placement.w, placement.h, 10, fill, theme.TABLET_RIM, 2, material="tablet"
            )
        )
        middle = placement.y + 64
        nodes.append(kit.Sprite(placement.x + 50, middle, kit.Meeple("man", colour, 78, kit.SEAT_LETTERS[player.seat])))
        nodes.append(kit.Sprite(placement.x + 120, middle - 2, Bride(82, is_married)))
        if son is None:
            nodes.append(
                kit.TextRun(
                    placement.centre[0],
                    placement.y + 124,
                    render_message("mat.lord", lang),
                    kit.DETAIL,
                    theme.INK,
                    "m",
                    max_width=150,
                )
            )
        else:
            seal = kit.Seal(str(son.vp), 21, theme.PALE_SEAL if son.is_married else kit.GOLD)
            nodes.append(kit.Sprite(placement.x + 86, placement.y + 122, seal))
    return tuple(nodes)


def _draw_plan(player: Mat, lang: kit.Lang) -> kit.Nodes:
    """Draw four rows of printed shields. A row with enough tiles shows its VP, the others their number of tiles."""
    nodes: list[kit.Node] = []
    for row in player.plan:
        row_placement = layout.place_plan_row(row.id)
        x, y = row_placement.x, row_placement.y
        scores = row.tiles >= row.minimum
        wedding = row.id == layout.PLAN_ROWS[-1]
        paper = kit.WHITE if scores else theme.PANEL
        edge = (theme.DARK_GOLD, 4) if scores else (theme.LINE, 2)
        nodes.append(kit.Anchor(f"mat:{player.seat}:row:{row.id}", row_placement, row.tiles, "plan", "plan"))
        nodes.append(kit.Box(x, y, row_placement.w, row_placement.h, 12, paper, *edge, material="tablet"))
        fill = theme.TERRACOTTA if wedding else theme.SERPENTINE
        nodes.append(kit.Box(x + 44, y + 12, 44, 44, 8, fill, material="pill"))
        nodes.append(kit.Icon("marriage" if wedding else row.id, x + 66, y + 34, 32, kit.WHITE, fill))
        term = render_message("mat.wedding", lang) if wedding else render_noun(f"terms.{row.id}", lang).capitalize()
        nodes.append(kit.TextRun(x + 100, y + 34, term, 32, theme.INK, max_width=226))
        if scores:
            nodes.append(kit.Sprite(x + 402, y + 38, kit.Seal(str(row.vp), 29)))
        else:
            tally = render_message("mat.of", lang, n=row.tiles, limit=row.minimum)
            nodes.append(kit.TextRun(x + 426, y + 34, tally, kit.DETAIL, theme.INK_2, "r", max_width=110))
        nodes += draw_shields(row.shields, row.face_down, x + 12, y + 122, 64 if wedding else 84, paper)
    return tuple(nodes)


def draw_shields(shields: tuple[Shield, ...], face_down: int, x: float, y: float, size: float, paper: str) -> kit.Nodes:
    """Draw shields in a line 420 px wide, a little to the left, because the last one has its value
    at its lower right.
    """
    count = len(shields) + (1 if face_down else 0)
    pitch = 408 / count
    nodes: list[kit.Node] = []
    for i, shield in enumerate(shields):
        shield_x = x + pitch * (i + 0.5)
        colour = theme.HOUSES[shield.house]
        if shield.value is None:
            nodes.append(kit.Sprite(shield_x, y, kit.ShieldGap(theme.PANEL, size, theme.LINE, colour, shield.house)))
        else:
            nodes.append(kit.Sprite(shield_x, y, kit.ShieldTile(colour, shield.house, size, shield.value)))
    if face_down:
        nodes.append(kit.Sprite(x + pitch * (count - 0.5), y, kit.TileBack(theme.STONE, size, paper, face_down)))
    return tuple(nodes)
