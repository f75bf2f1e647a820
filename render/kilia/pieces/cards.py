"""Action cards and contracts, drawn at any size."""

from collections.abc import Iterator, Sequence

from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, Bundle, Cell
from render.kilia import theme
from render.kilia.catalogue import noun
from render.kilia.pieces.board_pieces import ability
from render.kilia.pieces.goods import Money, Ware, centred
from render.kit.colour import INK, WHITE, on
from render.kit.look import Lang
from render.kit.scene import BODY, Box, Icon, Line, Node, Poly, Sprite
from render.kit.text import fit_all
from render.kit.tokens import Seal

ZONES = tuple(theme.ZONES)


def action_card(card: str, x: float, y: float, lang: Lang, *, open_: bool, h: float = 298) -> Iterator[Node]:
    """Zone with the good of its back, four cells, ability; grey if it cannot be taken now. 288 px wide."""
    printed = CONTENT.cards[card]
    fill, ground = theme.ZONES[printed.zone], WHITE if open_ else theme.LOCKED
    yield Box(x, y, 288, h, 12, ground)
    yield Box(x, y, 288, 88, 12, fill, corners=(True, True, False, False))
    if printed.zone == "castle":
        yield Line(((x, y + 88), (x + 288, y + 88)), theme.LINE, 2)
    yield Icon(theme.GLYPHS[printed.zone], x + 46, y + 44, 54, on(fill), fill)
    names = fit_all([noun(f"zones.{zone}", lang) for zone in ZONES], 128, BODY)
    yield from names[ZONES.index(printed.zone)].runs(x + 82, y + 44, on(fill), room=130)
    yield Box(x + 218, y + 12, 60, 64, 8, WHITE, INK if printed.zone == "castle" else None, 2)
    yield Sprite(x + 248, y + 44, Ware(CONTENT.good(card), 48, 0, WHITE))
    yield from cells(printed.warehouse, x + 10, y + 100, 62.5, h - 200, 6, ground)
    yield Line(((x + 20, y + h - 90), (x + 268, y + h - 90)), theme.LINE, 2)
    yield from ability(card, x + 144, y + h - 44, 62)


def cells(
    strip: tuple[Cell, ...], x: float, y: float, w: float, h: float, gap: float, ground: str, size: float = 45
) -> Iterator[Node]:
    """The four cells of a warehouse with hairlines; `size` is that of one good."""
    for i, items in enumerate(strip):
        left = x + (w + gap) * i
        yield Box(left, y, w, h, 6, ground, theme.LINE, 2)
        yield from cell_items(items, left + w / 2, y + h / 2, size, h)


def cell_items(
    items: Cell, x: float, y: float, size: float, h: float, pale: float = 0, ground: str = WHITE
) -> Iterator[Node]:
    """What lies in one cell: one thing, two above each other, or a dash."""
    if not items:
        yield Box(x - 9, y - 2, 18, 4, 2, theme.LINE_2 if not pale else theme.BALTIC_LINE)
    elif len(items) == 1:
        yield Sprite(x, y, Ware(items[0], size, pale, ground))
    else:
        small = min(0.86 * size, 0.42 * h)
        for sign, thing in zip((-1, 1), items[:2], strict=True):
            yield Sprite(x, y + sign * 0.52 * small, Ware(thing, small, pale, ground))


def units(bundle: Bundle) -> list[str]:
    """One entry for each unit: goods in printed order, any goods, coins."""
    named = [good for good in GOODS for _ in range(getattr(bundle, good))]
    return [*named, *["any"] * bundle.any, *["coin"] * bundle.coin]


def contract_card(
    contract: str,
    x: float,
    y: float,
    w: float,
    h: float,
    unit: float,
    seal: float,
    *,
    ready: bool = False,
    at_hand: Sequence[bool] = (),
) -> Iterator[Node]:
    """Cost above, reward and points below.

    ready: it can be paid now; at_hand: of each unit of the cost, whether it is there
    """
    printed = CONTENT.contracts[contract]
    upper = 0.53 * h
    edge, width = (INK, 4) if ready else (theme.LINE_2, 2)
    yield Box(x, y, w, h, 10, WHITE, edge, width)
    yield Box(
        x + width / 2, y + upper, w - width, h - upper - width / 2, 8, theme.REWARD, corners=(False, False, True, True)
    )
    yield from centred(units(printed.cost), x + w / 2, y + upper / 2, unit, w, at_hand)
    middle, left = y + (upper + h) / 2, x + 0.05 * w
    yield Poly(((left, middle - 0.22 * unit), (left + 0.28 * unit, middle), (left, middle + 0.22 * unit)), theme.INK_2)
    reward = units(printed.reward)
    coins = reward.count("coin")
    shown = [thing for thing in reward if thing != "coin"]
    small = 0.86 * unit
    at = left + 0.4 * unit + small / 2
    for thing in shown:
        yield Sprite(at, middle, Ware(thing, small, 0, theme.REWARD))
        at += 1.08 * small
    if coins:
        yield Sprite(at, middle, Money(coins, 0.46 * small))
        at += 1.08 * small
    if printed.reward.new_contract:
        yield Icon("newc", at, middle, small, INK, theme.REWARD)
    yield Sprite(x + w - 1.2 * seal, middle, Seal(str(printed.points), seal))
