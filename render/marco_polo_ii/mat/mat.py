"""A player mat: character, dice, goods, posts, contracts or caravans, seals and crests."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import Mat, View
from render import kit
from render.marco_polo_ii import backdrop, theme
from render.marco_polo_ii.board.dice import find_dice_round
from render.marco_polo_ii.catalogue import render_message, render_noun
from render.marco_polo_ii.mat.caravans import draw_caravans
from render.marco_polo_ii.mat.progress import draw_crests, draw_fulfilled, draw_seals
from render.marco_polo_ii.panels.contracts import BlankContract, draw_contract
from render.marco_polo_ii.panels.layout import Field, Token
from render.marco_polo_ii.pieces.goods import Run, build_amounts, join_runs
from render.marco_polo_ii.pieces.people import CrestShield, Post
from render.marco_polo_ii.pieces.plates import draw_light_gap, draw_sheet, draw_velvet

_DICE_W = 464  # px for the dice in their field
_POSTS_LEFT = 56
"""Left edge in px of the names below the posts, inside the rim of their field."""


def build_kept_tiles(mat: Mat) -> Run:
    """Return the kept tiles as pennants: smaller if there are more than four, at most six."""
    is_small = len(mat.outposts) > 4
    return join_runs([_build_pennant(tile, 20 if is_small else 26) for tile in mat.outposts[:6]], 4)


def _build_pennant(tile: str, s: float) -> Run:
    inner = build_amounts(CONTENT.data.outposts[tile].reward, s, kit.MICRO, shows_ones=False, background=theme.OUTPOST)
    w = inner.w + 26
    flag = kit.Poly(((1, -22), (w, -22), (w - 10, 0), (w, 22), (1, 22)), theme.OUTPOST, theme.JADE_EDGE, 2)
    return Run((flag, *inner.draw_at(7, 0)), w)


def draw_mat(view: View, suffix: str, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the player mat, 1600 x 1000. suffix: the seat's number."""
    seat_mat = view.mats[int(suffix)]
    fields = [(44, 142, 500, 232), (44, 390, 500, 232), (44, 638, 500, 328), (562, 142, 480, 406)]
    fields += [(562, 566, 480, 400), (1060, 142, 496, 516), (1060, 676, 496, 290)]
    boxes = tuple(draw_sheet(x, y, w, h) for x, y, w, h in fields)
    live = (
        *_draw_header(seat_mat, _compute_vp(view, seat_mat), ctx),
        kit.FRAME_LAYER,
        *_draw_dice(view, seat_mat),
        *_draw_stock(seat_mat),
        *_draw_posts(seat_mat, ctx),
        *_draw_contracts(seat_mat, ctx),
        *(draw_caravans(view, seat_mat, ctx) if view.has_caravan else draw_fulfilled(seat_mat, ctx)),
        *draw_seals(seat_mat, ctx),
        *draw_crests(seat_mat, ctx),
    )
    return kit.Scene(theme.THEME, 1600, 1000, theme.PLUM, (*backdrop.draw_table(1000), *boxes), live)


def _compute_vp(view: View, mat: Mat) -> int:
    """Return the points so far; at the end with the final scoring."""
    return next((score.total for score in view.scores if score.seat == mat.seat), mat.vp)


def _draw_header(mat: Mat, vp: int, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    yield kit.Sprite(84, 68, kit.SeatToken(mat.seat, theme.SEAT[mat.color], 34, has_ring=True))
    max_width = 190 if mat.character is not None else 1200
    yield from kit.fit_name(ctx.names[mat.seat], max_width, kit.HEAD, 2).build_runs(
        134, 66, theme.PANEL, max_width=max_width
    )
    if mat.character is not None:
        yield draw_velvet(340, 24, 1066, 84)
        icon = "camels" if mat.character in CONTENT.caravan_characters else "man"
        yield kit.Icon(icon, 384, 66, 50, theme.PANEL, theme.PLUM_2)
        name = render_noun(f"characters.{mat.character}", ctx.lang, is_short=True)
        yield from kit.fit_text(name, 230, kit.KEY).build_runs(424, 66, theme.PANEL, max_width=230)
        kept_tiles = build_kept_tiles(mat)
        power = render_noun(f"powers.{mat.character}", ctx.lang)
        power_width = 720 - kept_tiles.w - (20 if kept_tiles.w else 0)
        yield from kit.fit_text(power, power_width, kit.DETAIL, 2).build_runs(
            670, 66, theme.MUTED, max_width=power_width
        )
        yield from kept_tiles.draw_at(1392 - kept_tiles.w, 66)
    yield kit.Anchor(f"vp:{mat.seat}", kit.Placement.from_circle(1490, 66, 46), vp, part="header")
    yield kit.Sprite(1490, 66, kit.Seal(str(vp), 46))


def _draw_dice(view: View, mat: Mat) -> Iterator[kit.Node]:
    """Draw places for the player's dice with those left, black dice and tokens; below the costs of dice actions."""
    dice_count = CONTENT.data.setup.dice
    other_count = len(mat.black) + len(mat.tokens)
    gap = 10 if other_count else 0
    pitch = min(74.0, (_DICE_W + 8 - gap) / (dice_count + other_count))
    size = pitch - 8
    yield kit.Anchor(
        f"dice:{mat.seat}",
        kit.Placement(56, 176, 476, 82, 10),
        (mat.dice, mat.black),
        part="dice",
        age=find_dice_round(view),
    )
    x = 68 + size / 2
    for i in range(dice_count):
        if i < len(mat.dice):
            yield kit.Sprite(x + pitch * i, 217, kit.Die(theme.SEAT[mat.color], mat.dice[i], size))
        else:
            yield kit.Sprite(x + pitch * i, 217, kit.DieGap(theme.LINE, size))
    x += pitch * dice_count + gap
    for i, value in enumerate(mat.black):
        yield kit.Sprite(x + pitch * i, 217, kit.Die(theme.BLACK_DIE, value, size))
    for i, colour in enumerate(mat.tokens):
        yield kit.Sprite(x + pitch * (len(mat.black) + i), 217, Token(theme.SEAT[colour], size))
    yield kit.Polyline(((60, 276), (528, 276)), theme.LINE, 2)
    prices = CONTENT.data.constants
    costs = (prices.reroll_cost_camels, prices.adjust_cost_camels, prices.black_die_cost_camels)
    for i, camels in enumerate(costs):
        x = 58 + 160 * i
        is_bought = i == 2 and view.has_bought_black_die and view.turn == mat.seat
        yield draw_sheet(x, 292, 150, 68, theme.PAPER if is_bought else theme.PANEL, 10)
        ink = kit.mix_colours(kit.INK, theme.PANEL, 0.6) if is_bought else kit.INK
        if i == 0:
            yield kit.Icon("again", x + 38, 326, 38, ink, theme.PANEL)
        elif i == 1:
            yield kit.TextRun(x + 38, 326, "±1", kit.KEY, ink, "m", max_width=70)
        else:
            yield kit.Sprite(
                x + 38,
                326,
                kit.Die(kit.mix_colours(theme.BLACK_DIE, theme.PANEL, 0.5) if is_bought else theme.BLACK_DIE, 5, 40),
            )
        yield kit.Icon("camels", x + 92, 326, 38, theme.GOODS["camels"], theme.PANEL)
        yield kit.TextRun(x + 114, 326, str(camels), kit.BODY, kit.INK, max_width=32)


def _draw_stock(mat: Mat) -> Iterator[kit.Node]:
    for i, (key, n) in enumerate(mat.resources.items()):
        x, y = 96 + 160 * (i % 3), 450 + 110 * (i // 3)
        yield kit.Icon(
            key, x, y, 64, theme.GOODS[key] if n else kit.mix_colours(theme.GOODS[key], theme.PANEL, 0.6), theme.PANEL
        )
        yield kit.Anchor(
            f"stock:{mat.seat}:{key}", kit.Placement(x + 40, y - 28, 72, 52, is_count=True), n, part="stock"
        )
        yield kit.TextRun(x + 42, y, str(n), kit.HEAD, kit.INK if n else theme.INK_2, max_width=74)


def _draw_posts(mat: Mat, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the posts on the map (with crest and name of the city), then the posts left in the supply."""
    total = CONTENT.data.setup.trading_posts
    vp = CONTENT.data.post_vp
    last = {total - 3: vp.ninth, total - 2: vp.tenth, total - 1: vp.eleventh}
    yield kit.Anchor(f"posts:{mat.seat}", kit.Placement(54, 648, 480, 308), mat.posts, part="posts")
    colour = theme.SEAT[mat.color]
    names = kit.fit_texts([render_noun(f"cities.{city}", ctx.lang) for city in mat.posts], 128, kit.MICRO)
    for i in range(total):
        x, y = 106 + 124 * (i % 4), 686 + 106 * (i // 4)
        if i < len(mat.posts):
            crest = CONTENT.data.cities[mat.posts[i]].crest
            assert crest is not None
            yield kit.Icon("post", x, y, 78, kit.mix_colours(colour, theme.PANEL, 0.55), theme.PANEL)
            yield kit.Sprite(x, y + 4, CrestShield(crest, 44))
            half = max(kit.measure_text(line, names[i].size) for line in names[i].lines) / 2
            middle = max(x, _POSTS_LEFT + half)
            yield from names[i].build_runs(middle, y + 54, theme.INK_2, "m", max_width=128)
        else:
            yield kit.Sprite(x, y + 6, Post(mat.seat, colour, 60))
            if i in last:
                yield kit.Sprite(x + 42, y + 32, kit.Seal(str(last[i]), 22))
    yield from kit.fit_text(render_message("left", ctx.lang), 100, kit.DETAIL).build_runs(
        106 + 372, 888, theme.INK_2, "m", max_width=110
    )
    yield kit.TextRun(106 + 372, 932, str(mat.posts_left), kit.KEY, kit.INK, "m", max_width=100)


def _draw_contracts(mat: Mat, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    yield from kit.fit_text(render_message("contracts", ctx.lang), 220, kit.DETAIL).build_runs(
        580, 166, theme.INK_2, max_width=220
    )
    done = kit.fit_text(render_message("fulfilled", ctx.lang, n=len(mat.fulfilled)), 220, kit.DETAIL)
    yield from done.build_runs(1026, 166, theme.INK_2, "r", max_width=220)
    placement = kit.Placement(900, 150, 126, 32, is_count=True)
    yield kit.Anchor(f"fulfilled:{mat.seat}", placement, len(mat.fulfilled), part="contracts", is_minor=True)
    for i, contract in enumerate(mat.contract_slots):
        field = Field(574 + 232 * i, 188, 224, 346)
        if contract is not None:
            sheet = kit.Sprite(field.x + field.w / 2, field.y + field.h / 2, BlankContract(field.w, field.h))
            placement = kit.Placement(field.x, field.y, field.w, field.h, 4)
            yield kit.Anchor(
                f"held:{contract}",
                placement,
                contract,
                part="contracts",
                is_from_deck=True,
                sprite=sheet,
                background=theme.PANEL,
            )
            yield from draw_contract(contract, field, mat)
        else:
            yield draw_light_gap(field.x, field.y, field.w, field.h)
