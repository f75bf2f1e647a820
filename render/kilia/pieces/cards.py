"""Things on the table: action cards and contracts at any size, key plates, slips of paper."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, Bundle, Cell, Zone
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_noun
from render.kilia.pieces.board_pieces import draw_ability
from render.kilia.pieces.goods import Money, Ware, draw_centred
from render.kilia.scenery.zones import LARGE_H, STRIP_H, STRIP_W

ZONES = tuple(theme.ZONES)
_HEAD_H = 54
_CARD_EDGE = "#46321E"
_ENGRAVINGS = {"salt": "casks", "brick": "bales", "wood": "crane", "wheat": "sacks", "coin": "scales"}
"""First thing of a contract's reward -> the engraving beside it; `chest` for any other."""
_MIN_ENGRAVING = 0.75
"""Least side of the engraving beside a reward, in units."""
_ROD, _ROD_EDGE = "#8E4634", "#3A1E14"
_ZONE_LINES = {zone: "#5A544A" if zone == "castle" else kit.darken(fill, 0.5) for zone, fill in theme.ZONES.items()}


def draw_action_card(
    card: str, x: float, y: float, lang: kit.Lang, *, is_available: bool, h: float = 298
) -> Iterator[kit.Node]:
    """Draw an action card, 288 px wide: the cloth of its zone, the engraving with the good of its back, four cells,
    ability; dim if it is not available.
    """
    card_data = CONTENT.cards[card]
    fill, paper = theme.ZONES[card_data.zone], theme.CARD if is_available else theme.LOCKED
    yield kit.Box(x, y, 288, h, 12, paper, _CARD_EDGE, 3, material="paper")
    yield draw_band(card_data.zone, x, y, 288, _HEAD_H)
    yield kit.Icon(theme.GLYPHS[card_data.zone], x + 36, y + _HEAD_H / 2, 42, kit.pick_ink(fill), fill)
    names = kit.fit_texts([render_noun(f"zones.{zone}", lang) for zone in ZONES], 200, kit.BODY)
    name = names[ZONES.index(card_data.zone)]
    yield from name.build_runs(x + 66, y + _HEAD_H / 2, kit.pick_ink(fill), max_width=210)
    yield draw_engraving(card_data.zone, x + 2, y + _HEAD_H, 284, STRIP_H)
    for line_y in (y + _HEAD_H, y + _HEAD_H + STRIP_H):
        yield kit.Polyline(((x + 3, line_y), (x + 285, line_y)), _ZONE_LINES[card_data.zone], 3)
    yield kit.Box(x + 220, y + _HEAD_H + 4, 60, 58, 8, kit.WHITE, kit.INK, 2, material="pill")
    yield kit.Sprite(x + 250, y + _HEAD_H + STRIP_H / 2, Ware(CONTENT.find_good(card), 46, 0, kit.WHITE))
    top = y + _HEAD_H + STRIP_H + 8
    cells_h = 0.5 * (y + h - top)
    yield from draw_cells(card_data.warehouse, x + 10, top, 62.5, cells_h, 6, paper)
    yield from draw_ability(card, x + 144, (top + cells_h + y + h) / 2, min(50, 0.76 * (y + h - top - cells_h)), lang)


def draw_band(zone: Zone, x: float, y: float, w: float, h: float) -> kit.Box:
    """Return the cloth in the colour of a zone at the head of its card."""
    return kit.Box(
        x + 2, y + 2, w - 4, h - 2, 10, theme.ZONES[zone], corners=(True, True, False, False), material="cloth"
    )


def draw_large_engraving(zone: Zone, x: float, y: float, w: float) -> kit.Ground:
    """Return the engraving of a zone at the size of a large card."""
    top = LARGE_H * ZONES.index(zone)
    return kit.Ground(x, y, w, LARGE_H, "kilia/large_zones", (0, top, w, top + LARGE_H))


def draw_engraving(zone: Zone, x: float, y: float, w: float, h: float) -> kit.Ground:
    """Return the engraving of a zone, cut at its sides if the card is narrower than it."""
    top = STRIP_H * ZONES.index(zone)
    left = max(0.0, (STRIP_W - w * STRIP_H / h) / 2)
    return kit.Ground(x, y, w, h, "kilia/zones", (left, top, STRIP_W - left, top + STRIP_H))


def draw_cells(
    warehouse: tuple[Cell, ...], x: float, y: float, w: float, h: float, gap: float, background: str, size: float = 45
) -> Iterator[kit.Node]:
    """Draw the four cells of a warehouse with hairlines; `size` is that of one good."""
    for i, items in enumerate(warehouse):
        left = x + (w + gap) * i
        yield kit.Box(left, y, w, h, 6, kit.mix_colours(background, kit.WHITE, 0.5), theme.LINE, 2)
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
    edge, width = (kit.INK, 4) if is_payable else (_CARD_EDGE, 2)
    yield kit.Box(x + 4, y + 2, w - 8, h - 4, 4, theme.CARD, edge, width, material="paper")
    yield kit.Box(x + 6, y + upper, w - 12, h - upper - 6, 2, theme.REWARD)
    yield kit.Polyline(((x + 6, y + upper), (x + w - 6, y + upper)), "#967446", 2)
    rod = max(7.0, min(11.0, 0.08 * h))
    for rod_y in (y, y + h - rod):
        yield kit.Box(x, rod_y, w, rod, rod / 2, _ROD, _ROD_EDGE, 1.5, material="rod")
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
        icon_x += 1.08 * small
    free_x, free_w = icon_x - 0.5 * small, x + w - 2.3 * seal - icon_x + 0.5 * small
    side = min(0.96 * (h - upper - 6 - rod), 1.05 * free_w)
    if side > _MIN_ENGRAVING * unit:
        plate = ((free_w - side) / 2, 0.0, (free_w + side) / 2, side)
        yield kit.Vignette(
            free_x, middle - side / 2 - 2, free_w, side, _find_engraving(reward), _CARD_EDGE, strength=0.6, plate=plate
        )
    yield kit.Sprite(x + w - 1.2 * seal, middle, kit.Seal(str(contract_data.points), seal))


def _find_engraving(reward: Sequence[str]) -> str:
    """Return the engraving of a contract: how merchants store or move the first thing of its reward."""
    return f"kilia/{_ENGRAVINGS.get(reward[0] if reward else '', 'chest')}"


def draw_key_plate(keys: int, x: float, y: float, w: float, h: float, *, is_free: bool) -> Iterator[kit.Node]:
    """Draw a plate with the keys that a slot asks for: brass where it is free, iron where it costs coins."""
    ink, metal = (theme.INK, theme.BRASS_PLATE) if is_free else (theme.CREAM, theme.IRON)
    yield kit.Box(x, y, w, h, 10, metal, "#785422" if is_free else "#141212", 3, material="metal")
    middle = y + h / 2
    yield kit.Icon("key", x + 40, middle, 0.66 * h, ink, metal)
    yield kit.TextRun(x + 68, middle, str(keys), kit.HEAD, ink, max_width=40)


def draw_slip(x: float, y: float, w: float, h: float, *, is_possible: bool) -> kit.Box:
    """Return the slip behind one thing that may be chosen: paper, or dark cloth for what is not possible now."""
    if is_possible:
        return kit.Box(x, y, w, h, 12, theme.SLIP, theme.SLIP_EDGE, 2, material="vellum")
    return kit.Box(x, y, w, h, 12, theme.TAR_2, "#5A524E", 2, material="cloth")


@dataclass(frozen=True, slots=True)
class NextNumber:
    """The white coin behind the next number of a wheel."""

    relief: ClassVar[kit.Relief] = kit.Relief(1.2, 3)  # dark edge and face stand out

    r: float  # radius with its edge, in px at scale 1

    def shapes(self) -> tuple[kit.Shape, ...]:
        r = self.r
        return (kit.Disc(0, 0, r, kit.INK), kit.Disc(0, 0, 0.9 * r, "#FFFCF2", kit.GOLD, 0.08 * r))
