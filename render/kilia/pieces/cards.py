"""Action cards and contracts, drawn at any size."""

from collections.abc import Iterator, Sequence

from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, Bundle, Cell
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_noun
from render.kilia.pieces.board_pieces import draw_ability
from render.kilia.pieces.goods import Money, Ware, draw_centred

ZONES = tuple(theme.ZONES)


def draw_action_card(
    card: str, x: float, y: float, lang: kit.Lang, *, is_available: bool, h: float = 298
) -> Iterator[kit.Node]:
    """Draw an action card, 288 px wide: zone with the good of its back, four cells, ability; grey if it is not
    available."""
    card_data = CONTENT.cards[card]
    fill, background = theme.ZONES[card_data.zone], kit.WHITE if is_available else theme.LOCKED
    yield kit.Box(x, y, 288, h, 12, background)
    yield kit.Box(x, y, 288, 88, 12, fill, corners=(True, True, False, False))
    if card_data.zone == "castle":
        yield kit.Polyline(((x, y + 88), (x + 288, y + 88)), theme.LINE, 2)
    yield kit.Icon(theme.GLYPHS[card_data.zone], x + 46, y + 44, 54, kit.pick_ink(fill), fill)
    names = kit.fit_texts([render_noun(f"zones.{zone}", lang) for zone in ZONES], 128, kit.BODY)
    yield from names[ZONES.index(card_data.zone)].build_runs(x + 82, y + 44, kit.pick_ink(fill), max_width=130)
    yield kit.Box(x + 218, y + 12, 60, 64, 8, kit.WHITE, kit.INK if card_data.zone == "castle" else None, 2)
    yield kit.Sprite(x + 248, y + 44, Ware(CONTENT.find_good(card), 48, 0, kit.WHITE))
    yield from draw_cells(card_data.warehouse, x + 10, y + 100, 62.5, h - 200, 6, background)
    yield kit.Polyline(((x + 20, y + h - 90), (x + 268, y + h - 90)), theme.LINE, 2)
    yield from draw_ability(card, x + 144, y + h - 44, 62)


def draw_cells(
    warehouse: tuple[Cell, ...], x: float, y: float, w: float, h: float, gap: float, background: str, size: float = 45
) -> Iterator[kit.Node]:
    """Draw the four cells of a warehouse with hairlines; `size` is that of one good."""
    for i, items in enumerate(warehouse):
        left = x + (w + gap) * i
        yield kit.Box(left, y, w, h, 6, background, theme.LINE, 2)
        yield from draw_cell_items(items, left + w / 2, y + h / 2, size, h)


def draw_cell_items(
    items: Cell, x: float, y: float, size: float, h: float, pale_share: float = 0, background: str = kit.WHITE
) -> Iterator[kit.Node]:
    """Draw the contents of one cell: one thing, two above each other, or a dash."""
    if not items:
        yield kit.Box(x - 9, y - 2, 18, 4, 2, theme.LINE_2 if not pale_share else theme.BALTIC_LINE)
    elif len(items) == 1:
        yield kit.Sprite(x, y, Ware(items[0], size, pale_share, background))
    else:
        small = min(0.86 * size, 0.42 * h)
        for sign, thing in zip((-1, 1), items[:2], strict=True):
            yield kit.Sprite(x, y + sign * 0.52 * small, Ware(thing, small, pale_share, background))


def list_units(bundle: Bundle) -> list[str]:
    """Return one entry for each unit: goods in printed order, any goods, coins."""
    good_units = [good for good in GOODS for _ in range(getattr(bundle, good))]
    return [*good_units, *["any"] * bundle.any, *["coin"] * bundle.coin]


def draw_contract_card(
    contract: str,
    x: float,
    y: float,
    w: float,
    h: float,
    unit: float,
    seal: float,
    *,
    is_payable: bool = False,
    available: Sequence[bool] = (),
) -> Iterator[kit.Node]:
    """Draw a contract with the cost above, reward and points below.

    is_payable: True if it can be paid now. available: for each unit of the cost, whether the player has it.
    """
    contract_data = CONTENT.contracts[contract]
    upper = 0.53 * h
    edge, width = (kit.INK, 4) if is_payable else (theme.LINE_2, 2)
    yield kit.Box(x, y, w, h, 10, kit.WHITE, edge, width)
    yield kit.Box(
        x + width / 2, y + upper, w - width, h - upper - width / 2, 8, theme.REWARD, corners=(False, False, True, True)
    )
    yield from draw_centred(list_units(contract_data.cost), x + w / 2, y + upper / 2, unit, w, available)
    middle, left = y + (upper + h) / 2, x + 0.05 * w
    yield kit.Poly(
        ((left, middle - 0.22 * unit), (left + 0.28 * unit, middle), (left, middle + 0.22 * unit)), theme.INK_2
    )
    reward = list_units(contract_data.reward)
    coins = reward.count("coin")
    reward_goods = [thing for thing in reward if thing != "coin"]
    small = 0.86 * unit
    icon_x = left + 0.4 * unit + small / 2
    for thing in reward_goods:
        yield kit.Sprite(icon_x, middle, Ware(thing, small, 0, theme.REWARD))
        icon_x += 1.08 * small
    if coins:
        yield kit.Sprite(icon_x, middle, Money(coins, 0.46 * small))
        icon_x += 1.08 * small
    if contract_data.reward.new_contract:
        yield kit.Icon("newc", icon_x, middle, small, kit.INK, theme.REWARD)
    yield kit.Sprite(x + w - 1.2 * seal, middle, kit.Seal(str(contract_data.points), seal))
