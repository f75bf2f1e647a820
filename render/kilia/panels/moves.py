"""Free moves, each in a field: contracts that can be paid, the fifteen coins, the sprat, five new cards."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from engines.kilia.data.content import CONTENT
from engines.kilia.view import Mat, View
from render.kilia import theme
from render.kilia.catalogue import sentence
from render.kilia.mat.canal import canal
from render.kilia.panels.frame import Field, framed, grid, means, question
from render.kilia.pieces.cards import contract_card
from render.kilia.pieces.goods import Money, Ware
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, HEAD, KEY, Anchor, Box, Icon, Node, Scene, Sprite, Text, place
from render.kit.spot import Spot
from render.kit.text import fit
from render.kit.tokens import Seal, SeatShape

DATA = CONTENT.data
NARROW = 200
"""Fields of fewer px show the move alone."""


class Move(NamedTuple):
    """kind: which of the four; place: of its option; contract: the one that is fulfilled."""

    kind: Literal["fulfil", "claim", "relief", "refresh"]
    place: str
    contract: str = ""


def moves(view: View, mat: Mat) -> list[Move]:
    """Those that can be made now, in the order in which they are offered."""
    found = [Move("fulfil", f"active:{card}", card) for card in mat.payable]
    if mat.coins >= DATA.rules.coins_achievement_cost:
        found.append(Move("claim", "wheel:fifteen_coins"))
    if mat.sprat == "held":
        found.append(Move("relief", "sprat"))
    if may_refresh(view, mat):
        found.append(Move("refresh", "refresh"))
    return found


def may_refresh(view: View, mat: Mat) -> bool:
    """Five new cards can be had until the first one is taken."""
    return not view.taken and bool(view.deck) and mat.coins >= DATA.council_board.refresh_cost


def free(view: View, look: Look) -> Scene:
    """Private: nothing but the free moves, and below them the own canal with what its ship will bring."""
    assert look.viewer is not None
    mat = view.mats[look.viewer]
    offered = moves(view, mat)
    columns = min(4, max(3, len(offered)))
    fields = grid(columns, -(-max(1, len(offered)) // columns), foot=644)
    live = [*question(sentence("end_turn", look.lang), mat), *means(mat)]
    for move, field in zip(offered, fields, strict=False):
        live += move_field(view, mat, move, field, look, 34)
    water = Box(20, 664, 1560, 296, 0, theme.BALTIC)
    live += [place(node, 0, -10) for node in canal(view, mat, look) if not isinstance(node, Anchor)]
    return framed(tuple(live), (water,))


def move_field(view: View, mat: Mat, move: Move, field: Field, look: Look, badge: float = 28) -> Iterator[Node]:
    """One free move on white: what it takes, an arrow, what it brings; below it before and after, if there is room."""
    x, y, w, h = field.x, field.y, field.w, field.h
    yield Anchor(move.place, Spot(x, y, w, h, 12, (x + 4, y + 2), badge))
    yield Box(x, y, w, h, 12, WHITE)
    size = min(0.36 * h, 0.24 * w)
    narrow = w < NARROW
    middle, foot = y + (0.5 if narrow else 0.4) * h, y + 0.82 * h
    match move.kind:
        case "fulfil":
            yield from _contract(view, mat, move.contract, field)
        case "claim":
            wheel = next(wheel for wheel in view.wheels if wheel.id == "fifteen_coins")
            yield Sprite(x + 0.26 * w, middle, Money(DATA.rules.coins_achievement_cost, 0.5 * size))
            yield Icon("arrow", x + 0.46 * w, middle, 0.5 * size, theme.INK_2)
            yield from chip(mat, wheel.numbers[wheel.next], x + 0.72 * w, middle, 0.9 * size)
            if not narrow:
                left = mat.coins - DATA.rules.coins_achievement_cost
                yield from _stock(mat.coins, left, field.middle, foot)
        case "relief":
            yield Icon("sprat", x + 0.26 * w, middle, 1.1 * size, INK)
            yield Icon("arrow", x + 0.5 * w, middle, 0.5 * size, theme.INK_2)
            yield Sprite(x + 0.66 * w, middle, Ware("coin", 0.6 * size))
            yield Sprite(x + 0.86 * w, middle, Ware("any", 0.6 * size, 0, WHITE))
            if not narrow:
                yield Text(x + 0.75 * w, middle, "/", KEY, theme.INK_2, "m", room=30)
                yield from _words("relief", field, foot, look)
        case "refresh":
            cost = DATA.council_board.refresh_cost
            yield Sprite(x + 0.26 * w, middle, Money(cost, 0.45 * size))
            yield Icon("arrow", x + 0.46 * w, middle, 0.5 * size, theme.INK_2)
            yield from backs(x + 0.72 * w, middle, 0.8 * size)
            if not narrow:
                yield from _stock(mat.coins, mat.coins - cost, field.middle, foot)


def _contract(view: View, mat: Mat, contract: str, field: Field) -> Iterator[Node]:
    """The contract as printed; below it how many are fulfilled then, with the chip of the third."""
    x, y, w, h = field.x, field.y, field.w, field.h
    if w < NARROW:
        yield from contract_card(contract, x + 6, y + 30, w - 12, h - 36, 0.3 * h, 0.17 * h)
        return
    card = 0.66 * h
    unit = min(88, 0.36 * card)
    yield from contract_card(contract, x + 10, y + 10, w - 20, card - 10, unit, 0.62 * unit)
    then, foot = mat.fulfilled + 1, y + 0.82 * h
    yield Icon("contract", x + 0.2 * w, foot, 0.2 * h, INK)
    yield from fit(f"{mat.fulfilled} → {then}", 0.36 * w, HEAD).runs(x + 0.3 * w, foot, INK, room=0.4 * w)
    if then % DATA.rules.contracts_per_chip == 0:
        wheel = next(wheel for wheel in view.wheels if wheel.id == "three_contracts")
        yield from chip(mat, wheel.numbers[wheel.next], x + 0.76 * w, foot, min(0.24 * h, 0.2 * w))


def chip(mat: Mat, number: int, x: float, y: float, size: float) -> Iterator[Node]:
    """A marker on its way to a number of a wheel."""
    yield Sprite(x - 0.5 * size, y, SeatShape(mat.seat, theme.SEATS[mat.color], 0.4 * size))
    yield Sprite(x + 0.5 * size, y, Seal(str(number), 0.5 * size))


def backs(x: float, y: float, h: float) -> Iterator[Node]:
    """Five cards face down, fanned."""
    for i in range(5):
        left = x + 0.34 * h * (i - 2) - 0.36 * h
        yield Box(left, y - h / 2, 0.72 * h, h, 0.1 * h, theme.LOCKED, INK, max(2, 0.03 * h))
    yield Icon("deck", x + 0.68 * h, y, 0.5 * h, theme.INK_2, theme.LOCKED)


def _stock(was: int, now: int, x: float, y: float) -> Iterator[Node]:
    """Coins before and after."""
    yield Sprite(x - 84, y, Ware("coin", 40))
    yield from fit(f"{was} → {now}", 170, KEY).runs(x - 54, y, INK, room=180)


def _words(key: str, field: Field, y: float, look: Look) -> Iterator[Node]:
    yield from fit(sentence(key, look.lang), field.w - 24, BODY).runs(field.middle, y, theme.INK_2, "m", field.w - 8)
