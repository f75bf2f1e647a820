"""Free moves: contracts that can be paid, the fifteen coins, the sprat, five new cards; and the
question of new cards.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from engines.kilia.data.content import CONTENT
from engines.kilia.view import Mat, View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message
from render.kilia.mat.canal import draw_canal
from render.kilia.panels.layout import Field, build_grid, build_panel_scene, draw_question, draw_resources
from render.kilia.pieces.cards import draw_action_card, draw_contract_card, draw_slip
from render.kilia.pieces.flags import Chip
from render.kilia.pieces.goods import Money, Ware

DATA = CONTENT.data
MIN_FULL_WIDTH = 200
"""Minimum width in px of a field with details; narrower fields show the move alone."""
_CRANE_SIDE = 400.0
"""px of the crane of the harbour, which stands where there is no move."""


class FreeMove(NamedTuple):
    """A free move."""

    kind: Literal["fulfil", "claim", "relief", "refresh"]
    """R6.1: a contract paid, the chip for coins, the sprat given up, or five new cards (R7.3)."""
    place: str
    """Place of its option."""
    contract: str = ""
    """The contract to fulfil; empty for other moves."""


def list_moves(view: View, mat: Mat) -> list[FreeMove]:
    """Return the free moves possible now, in the order of their options."""
    free_moves = [FreeMove("fulfil", f"active:{card}", card) for card in mat.payable_contracts]
    if mat.coins >= DATA.rules.coins_achievement_cost:
        free_moves.append(FreeMove("claim", "wheel:fifteen_coins"))
    if mat.sprat == "held":
        free_moves.append(FreeMove("relief", "sprat"))
    if may_refresh(view, mat):
        free_moves.append(FreeMove("refresh", "refresh"))
    return free_moves


def may_refresh(view: View, mat: Mat) -> bool:
    """Return True if five new cards are available: until the first card of the turn is taken."""
    return not view.has_taken_card and bool(view.deck_size) and mat.coins >= DATA.council_board.refresh_cost


def draw_free_moves_panel(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the private picture of the free moves, and below them the reader's canal with the next cargo."""
    assert ctx.viewer is not None
    mat = view.mats[ctx.viewer]
    free_moves = list_moves(view, mat)
    columns = min(4, max(3, len(free_moves)))
    fields = build_grid(columns, -(-max(1, len(free_moves)) // columns), bottom=644)
    nodes = [*draw_question(render_message("end_turn", ctx.lang), mat), *draw_resources(mat)]
    for move, field in zip(free_moves, fields, strict=False):
        nodes += draw_move(view, mat, move, field, ctx, 34)
    if empty := fields[len(free_moves) :]:
        left, right, side = empty[0].x, empty[-1].x + empty[-1].w, min(_CRANE_SIDE, empty[0].w, empty[0].h)
        room = (left + right - side) / 2, empty[0].y + (empty[0].h - side) / 2, side, side
        nodes.append(kit.Vignette(*room, "kilia/crane", theme.BRAID, strength=0.5, plate=(0, 0, side, side)))
    water = kit.Box(20, 664, 1560, 296, 0, theme.BALTIC)
    nodes += [
        kit.transform_node(node, 0, -10) for node in draw_canal(view, mat, ctx) if not isinstance(node, kit.Anchor)
    ]
    return build_panel_scene(tuple(nodes), (water,))


def draw_move(
    view: View, mat: Mat, move: FreeMove, field: Field, ctx: kit.RenderContext, number_radius: float = 28
) -> Iterator[kit.Node]:
    """Draw one free move on white: its cost, an arrow, its gain; below, in wide fields, the values before and after."""
    x, y, w, h = field.x, field.y, field.w, field.h
    yield kit.Anchor(move.place, kit.Placement(x, y, w, h, 12, (x + 4, y + 2), number_radius))
    yield draw_slip(x, y, w, h, is_possible=True)
    size = min(0.36 * h, 0.24 * w)
    is_narrow = w < MIN_FULL_WIDTH
    middle, bottom = y + (0.5 if is_narrow else 0.4) * h, y + 0.82 * h
    match move.kind:
        case "fulfil":
            yield from _draw_contract(view, mat, move.contract, field)
        case "claim":
            wheel = next(wheel for wheel in view.wheels if wheel.id == "fifteen_coins")
            yield kit.Sprite(x + 0.26 * w, middle, Money(DATA.rules.coins_achievement_cost, 0.5 * size))
            yield kit.Icon("arrow", x + 0.46 * w, middle, 0.5 * size, theme.INK_2)
            yield from draw_chip(mat, wheel.numbers[wheel.next_index], x + 0.72 * w, middle, 0.9 * size)
            if not is_narrow:
                coins_left = mat.coins - DATA.rules.coins_achievement_cost
                yield from _draw_coin_change(mat.coins, coins_left, field.middle, bottom)
        case "relief":
            yield kit.Icon("sprat", x + 0.26 * w, middle, 1.1 * size, kit.INK)
            yield kit.Icon("arrow", x + 0.5 * w, middle, 0.5 * size, theme.INK_2)
            yield kit.Sprite(x + 0.66 * w, middle, Ware("coin", 0.6 * size))
            yield kit.Sprite(x + 0.86 * w, middle, Ware("any", 0.6 * size, 0, kit.WHITE))
            if not is_narrow:
                yield kit.TextRun(x + 0.75 * w, middle, "/", kit.KEY, theme.INK_2, "m", max_width=30)
                yield from _draw_words("relief", field, bottom, ctx)
        case "refresh":
            cost = DATA.council_board.refresh_cost
            yield kit.Sprite(x + 0.22 * w, middle, Money(cost, 0.45 * size))
            yield kit.Icon("arrow", x + 0.38 * w, middle, 0.4 * size, theme.INK_2)
            yield from draw_card_backs(x + 0.7 * w, middle, 0.5 * w, 0.9 * size)
            if not is_narrow:
                yield from _draw_words("refresh_all", field, bottom, ctx)


def _draw_contract(view: View, mat: Mat, contract: str, field: Field) -> Iterator[kit.Node]:
    """Draw the contract as printed; below it the number fulfilled then, with the chip of every third."""
    x, y, w, h = field.x, field.y, field.w, field.h
    if w < MIN_FULL_WIDTH:
        yield from draw_contract_card(contract, x + 6, y + 30, w - 12, h - 36, 0.3 * h, 0.17 * h)
        return
    card = 0.66 * h
    unit = min(88, 0.36 * card)
    yield from draw_contract_card(contract, x + 10, y + 10, w - 20, card - 10, unit, 0.62 * unit)
    new_count, bottom = mat.fulfilled_count + 1, y + 0.82 * h
    yield kit.Icon("contract", x + 0.2 * w, bottom, 0.2 * h, kit.INK)
    yield from kit.fit_text(f"{mat.fulfilled_count} → {new_count}", 0.36 * w, kit.HEAD).build_runs(
        x + 0.3 * w, bottom, kit.INK, max_width=0.4 * w
    )
    if new_count % DATA.rules.contracts_per_chip == 0:
        wheel = next(wheel for wheel in view.wheels if wheel.id == "three_contracts")
        yield from draw_chip(mat, wheel.numbers[wheel.next_index], x + 0.76 * w, bottom, min(0.24 * h, 0.2 * w))


def draw_chip(mat: Mat, number: int, x: float, y: float, size: float) -> Iterator[kit.Node]:
    """Draw a marker that moves to a number of a wheel."""
    yield kit.Sprite(x - 0.5 * size, y, Chip(mat.seat, theme.SEATS[mat.color], 0.4 * size))
    yield kit.Sprite(x + 0.5 * size, y, kit.Seal(str(number), 0.5 * size))


def draw_card_backs(x: float, y: float, max_width: float, h: float) -> Iterator[kit.Node]:
    """Draw the five new cards face down, side by side and all alike: one that differs would seem to be the new one."""
    pitch = min(0.75 * h, max_width / 5)
    for i in range(5):
        yield kit.Box(x + pitch * (i - 2) - 0.4 * pitch, y - h / 2, 0.8 * pitch, h, 0.1 * h, theme.BALTIC)


def _draw_coin_change(old: int, new: int, x: float, y: float) -> Iterator[kit.Node]:
    """Draw coins before and after."""
    yield kit.Sprite(x - 84, y, Ware("coin", 40))
    yield from kit.fit_text(f"{old} → {new}", 170, kit.KEY).build_runs(x - 54, y, kit.INK, max_width=180)


def _draw_words(key: str, field: Field, y: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    yield from kit.fit_text(render_message(key, ctx.lang), field.w - 24, kit.BODY).build_runs(
        field.middle, y, theme.INK_2, "m", field.w - 8
    )


CARD_PITCH, CARDS_TOP, FIELDS_TOP = 306, 142, 496


def draw_refresh_panel(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the private picture with the five cards, and both answers below them."""
    assert ctx.viewer is not None
    mat = view.mats[ctx.viewer]
    cost = CONTENT.data.council_board.refresh_cost
    nodes = [*draw_question(render_message("refresh", ctx.lang), mat), *draw_resources(mat)]
    for slot in view.slots:
        if slot.card is not None:
            nodes += draw_action_card(
                slot.card, 44 + CARD_PITCH * (slot.number - 1), CARDS_TOP, ctx.lang, is_available=True, h=330
            )
    new_field, keep_field = Field(44, FIELDS_TOP, 747, 452), Field(809, FIELDS_TOP, 747, 452)
    for field, key in ((new_field, "new"), (keep_field, "keep")):
        nodes.append(field.build_anchor(f"offer:{key}"))
        nodes.append(draw_slip(field.x, field.y, field.w, field.h, is_possible=True))
        words = kit.fit_text(render_message(f"refresh_{key}", ctx.lang), field.w - 80, kit.HEAD)
        nodes += words.build_runs(field.middle, field.y + 80, kit.INK, "m", field.w - 40)
    nodes += [
        kit.Sprite(new_field.middle - 190, new_field.y + 220, Money(cost, 70)),
        kit.Icon("arrow", new_field.middle - 70, new_field.y + 220, 60, theme.INK_2, theme.SLIP),
        *draw_card_backs(new_field.middle + 150, new_field.y + 220, 330, 90),
        *kit.fit_text(f"{mat.coins} → {mat.coins - cost}", 400, kit.DISPLAY).build_runs(
            new_field.middle, new_field.y + 372, kit.INK, "m", 420
        ),
        *kit.fit_text(f"{mat.coins}", 400, kit.DISPLAY).build_runs(
            keep_field.middle, keep_field.y + 372, kit.INK, "m", 420
        ),
        kit.Icon("hand", keep_field.middle, keep_field.y + 220, 130, theme.INK_2, theme.SLIP),
    ]
    return build_panel_scene(tuple(nodes))
