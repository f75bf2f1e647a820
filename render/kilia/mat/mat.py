"""Picture of one player board: stock, zones, market, abilities, contracts, and the canal with its lit windows."""

from collections.abc import Iterator

from engines.kilia.view import Mat, View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message
from render.kilia.council.header import find_colour
from render.kilia.layout import draw_mat_ground
from render.kilia.mat.canal import draw_canal
from render.kilia.mat.market import draw_market
from render.kilia.mat.zones import draw_zones
from render.kilia.pieces.board_pieces import Sprat, draw_ability, draw_uncounted_points
from render.kilia.pieces.cards import draw_contract_card
from render.kilia.pieces.flags import Chip, SeatMarker
from render.kilia.pieces.goods import Ware, build_stock

WIDTH, HEIGHT = 1600, 1000


def draw_board(view: View, seat: int, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the board, 1600 x 1000. The private picture is the same, because everything on it is public."""
    mat = view.mats[seat]
    background = (draw_mat_ground(),)
    nodes = (
        *draw_header(view, mat, ctx),
        kit.FRAME_LAYER,
        *draw_zones(mat, ctx),
        *draw_market(mat, ctx),
        *draw_shelf(mat, ctx),
        *draw_canal(view, mat, ctx),
    )
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.TAR, background, nodes)


def draw_header(view: View, mat: Mat, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the player, stock, chips, number of fulfilled contracts, sprat, and open points."""
    fill = find_colour(view, mat.seat)
    yield kit.Sprite(78, 66, SeatMarker(mat.seat, fill, 34))
    if view.start == mat.seat:
        yield kit.Disc(108, 92, 19, theme.TAR)
        yield kit.Icon("arms", 108, 92, 32, kit.WHITE, theme.TAR)
    name = kit.fit_name(ctx.names[mat.seat], 180, kit.HEAD)
    yield from name.build_runs(134, 66, kit.WHITE, max_width=186)
    yield from draw_stock(mat)
    yield kit.Polyline(((964, 30), (964, 82)), theme.BRAID, 3)
    yield kit.Anchor("chips", kit.Placement(994, 44, 200, 44, 8), mat.chips)
    for j in range(4):
        if j < mat.chips:
            yield kit.Sprite(1016 + 50 * j, 66, Chip(mat.seat, fill, 17))
        else:
            yield kit.Disc(1016 + 50 * j, 66, 6, theme.DIM)
    yield kit.Icon("contract", 1240, 66, 48, kit.WHITE, theme.TAR)
    yield kit.Anchor("fulfilled", kit.Placement(1262, 40, 60, 52, 8, is_count=True), mat.fulfilled_count)
    yield kit.TextRun(
        1268, 66, str(mat.fulfilled_count), kit.HEAD, kit.WHITE if mat.fulfilled_count else theme.DIM, max_width=60
    )
    sprat_placement = kit.Placement(1322, 32, 68, 68, 10, (1330, 38), 20)
    if mat.sprat == "none":
        yield kit.Anchor("sprat", sprat_placement)
    else:
        sprat_sprite = kit.Sprite(1356, 66, Sprat(kit.WHITE if mat.sprat == "held" else theme.DIM, 60))
        yield kit.Anchor("sprat", sprat_placement, mat.sprat, sprite=sprat_sprite, background=theme.TAR)
        yield sprat_sprite
    yield kit.Anchor("points", kit.Placement(1430, 12, 152, 104, 24), mat.points)
    yield kit.Sprite(1482, 68, kit.Seal(str(mat.points), 46))
    yield from draw_uncounted_points(mat, 1574, 26, 104, (kit.BODY, kit.BODY))


def draw_stock(mat: Mat) -> Iterator[kit.Node]:
    """Draw coins and goods, a little smaller if many numbers have two digits."""
    amounts = build_stock(mat)
    is_crowded = sum(number >= 10 for number in amounts.values()) > 2
    icon, size = (48, kit.KEY) if is_crowded else (54, kit.HEAD)
    for i, (thing, number) in enumerate(amounts.items()):
        x = 356 + 122 * i
        yield kit.Anchor(f"stock:{thing}", kit.Placement(x + 28, 40, 66, 52, 8, is_count=True), number, is_minor=True)
        if thing != "coin":
            yield kit.Anchor(f"good:{thing}", kit.Placement(x - 28, 38, 60, 60, 10, (x - 18, 40), 20))
        yield kit.Sprite(x, 66, Ware(thing, icon, 0 if number else 0.6, theme.TAR))
        font_size = size if number < 10 else {kit.HEAD: kit.KEY, kit.KEY: kit.BODY}[size]
        yield kit.TextRun(x + 32, 66, str(number), font_size, kit.WHITE if number else theme.DIM, max_width=70)


SHELF_LEFT = 1190
MAX_LARGE, MAX_SMALL, MAX_BESIDE_COUNT = 4, 8, 7
_SHELF_W, _SHELF_FOOT, _LEAST_SCENE = 366.0, 644.0, 110.0
"""px: width of the shelf, its lower end, and the least side of an engraving on it."""


def draw_shelf(mat: Mat, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw abilities and contracts, with the points of fulfilled contracts if the reader may see them (R4)."""
    yield kit.TextRun(SHELF_LEFT, 156, render_message("abilities", ctx.lang), kit.BODY, kit.INK, max_width=300)
    for q in range(4):
        x = SHELF_LEFT + 93.5 * q
        yield kit.Anchor(
            f"ability:{q}", kit.Placement(x, 180, 85.5, 140, 10), mat.abilities[q : q + 1], part="abilities"
        )
        if q < len(mat.abilities):
            yield kit.Box(x, 180, 85.5, 140, 10, theme.CARD, theme.SLIP_EDGE, 2, material="paper")
            yield from draw_ability(mat.abilities[q], x + 42.75, 250, 46, is_vertical=True)
        else:
            yield kit.Box(x, 180, 85.5, 140, 10, None, theme.LINE, 2, material="hollow")
    title = render_message("contracts", ctx.lang)
    yield kit.TextRun(SHELF_LEFT, 350, title, kit.BODY, kit.INK, max_width=300)
    yield kit.TextRun(
        SHELF_LEFT + kit.measure_text(title, kit.BODY) + 20,
        350,
        str(len(mat.active_contracts)),
        kit.BODY,
        theme.INK_2,
        max_width=60,
    )
    if mat.fulfilled_count and mat.contract_points is not None:
        yield kit.Icon("contract", 1432, 350, 40, kit.INK, theme.PAPER)
        yield kit.Icon("check", 1464, 350, 30, kit.INK, theme.PAPER)
        yield kit.Sprite(1512, 350, kit.Seal(str(mat.contract_points), 28))
    yield from draw_active_contracts(mat)


def _draw_free_shelf(top: float) -> Iterator[kit.Node]:
    """Draw faintly below `top`, where no contracts lie, what merchants weigh and store."""
    room_h = _SHELF_FOOT - top
    subjects = ("scales",) if room_h > 2 * _LEAST_SCENE else ("casks", "scales", "bales")
    side = min(room_h, _SHELF_W / len(subjects))
    if side < _LEAST_SCENE:
        return
    pitch = _SHELF_W / len(subjects)
    for i, subject in enumerate(subjects):
        x = SHELF_LEFT + pitch * (i + 0.5) - side / 2
        plate = (0.0, 0.0, side, side)
        yield kit.Vignette(x, top, side, side, f"kilia/{subject}", theme.INK_2, strength=0.4, plate=plate)


def draw_active_contracts(mat: Mat) -> Iterator[kit.Node]:
    """Draw up to four contracts large, up to eight small; of more, seven and the number of the rest."""
    is_crowded = len(mat.active_contracts) > MAX_LARGE
    h, pitch, unit, seal, r = (64, 70.7, 28, 17, 12) if is_crowded else (135, 143, 38, 26, 15)
    visible_contracts = (
        mat.active_contracts if len(mat.active_contracts) <= MAX_SMALL else mat.active_contracts[:MAX_BESIDE_COUNT]
    )
    for q, contract in enumerate(visible_contracts):
        x, y = SHELF_LEFT + 187 * (q % 2), 374 + pitch * (q // 2)
        is_payable = contract in mat.payable_contracts
        yield kit.Anchor(
            f"active:{contract}",
            kit.Placement(x, y, 179, h, 10, (x + 6, y + 4), 22 if is_crowded else 24),
            is_payable,
            part="contracts",
        )
        yield from draw_contract_card(contract, x, y, 179, h, unit, seal, is_payable=is_payable)
        if is_payable:
            yield kit.Disc(x + 175, y + 6, r, kit.INK, kit.WHITE, 2)
            yield kit.Icon("check", x + 175, y + 6, 1.2 * r, kit.WHITE, kit.INK)
    yield from _draw_free_shelf(374 + pitch * -(-len(visible_contracts) // 2))
    if len(mat.active_contracts) > MAX_SMALL:
        x, y = SHELF_LEFT + 187, 374 + pitch * 3
        yield kit.Box(x, y, 179, h, 10, theme.REWARD, theme.LINE_2, 2)
        yield kit.TextRun(
            x + 89, y + h / 2, f"+{len(mat.active_contracts) - MAX_BESIDE_COUNT}", kit.KEY, kit.INK, "m", max_width=120
        )
