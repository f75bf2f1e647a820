"""Which card, and what for: under each card of the offer what an expansion takes, and what a merchant brings."""

from collections.abc import Iterator

from engines.kilia.data.content import CONTENT
from engines.kilia.view import Expansion, Mat, Slot, Stall, View
from render.kilia import theme
from render.kilia.catalogue import sentence
from render.kilia.council.header import gables
from render.kilia.council.offers import takeable
from render.kilia.pieces.board_pieces import Stall as StallPiece
from render.kilia.pieces.board_pieces import ZoneTile
from render.kilia.pieces.cards import action_card
from render.kilia.pieces.goods import Money, Ware, held
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, FRAMES, HEAD, KEY, Anchor, Box, Icon, Node, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit

WIDTH, HEIGHT = 1600, 1000
LEFT, PITCH, W = 44, 306, 288
STRIP, CARDS, EXPAND, MERCHANT = 132, 206, 546, 764


def turn(view: View, look: Look) -> Scene:
    """Private: the offer of the reader's turn, with what each use of a card costs and brings."""
    seat = look.viewer if look.viewer is not None else view.start
    mat = view.mats[seat]
    ground = (Box(20, 120, 1560, 414, 0, theme.BALTIC), *gables(20, rising=False), *gables(964))
    live = [*header(mat, look), FRAMES]
    sprats = [use for use in mat.expansions if use.slot == 0]
    for slot in view.slots:
        x = LEFT + PITCH * (slot.number - 1)
        live += strip(mat, slot, x, look)
        live += offered(view, slot, x, look)
        if slot.card is not None:
            use = next((use for use in mat.expansions if use.slot == slot.number), None)
            live += expansion(mat, slot, use, x, look)
            live += merchant(view, mat, slot, x, look)
    live += sprat_row(mat, sprats)
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.TAR, ground, tuple(live))


def header(mat: Mat, look: Look) -> Iterator[Node]:
    """The question in gold, and the means that decide."""
    yield Icon("eye_off", 76, 78, 64, GOLD, theme.TAR)
    yield from fit(sentence("which", look.lang), 640, HEAD).runs(126, 78, GOLD, room=650)
    yield Icon("key", 842, 78, 50, WHITE, theme.TAR)
    yield Text(874, 78, str(mat.keys), HEAD, WHITE, room=40)
    for i, (thing, number) in enumerate(held(mat).items()):
        x = 968 + 122 * i
        yield Anchor(
            f"good:{thing}" if thing != "coin" else "stock:coin", Spot(x - 26, 52, 108, 52, 10, (x - 20, 54), 20)
        )
        yield Sprite(x, 78, Ware(thing, 50, 0 if number else 0.6, theme.TAR))
        yield Text(x + 32, 78, str(number), HEAD if number < 10 else KEY, WHITE if number else theme.DIM, room=66)


def strip(mat: Mat, slot: Slot, x: float, look: Look) -> Iterator[Node]:
    free = mat.keys >= slot.keys
    y = STRIP + 32
    yield Box(x, STRIP, W, 64, 10, WHITE if free else theme.TAR_2)
    yield Icon("key", x + 38, y, 44, INK if free else WHITE, WHITE if free else theme.TAR_2)
    yield Text(x + 66, y, str(slot.keys), HEAD, INK if free else WHITE, room=40)
    if not free:
        yield Sprite(x + 140, y, Money(slot.price, 26))
    elif slot.price:
        yield Text(x + 106, y, sentence("free", look.lang), BODY, theme.INK_2, room=120)


def offered(view: View, slot: Slot, x: float, look: Look) -> Iterator[Node]:
    yield Anchor(f"slot:{slot.number}", Spot(x, CARDS, W, 316, 12, (x + 4, CARDS + 2), 28), slot.card)
    if slot.card is None:
        yield Box(x, CARDS, W, 316, 12, None, theme.BALTIC_LINE, 3)
    else:
        yield from action_card(slot.card, x, CARDS, look.lang, open_=takeable(view, slot), h=316)


def expansion(mat: Mat, slot: Slot, use: Expansion | None, x: float, look: Look) -> Iterator[Node]:
    """White: it can be paid, drawn in its cheapest way. Dark: what is missing."""
    assert slot.card is not None
    zone = CONTENT.cards[slot.card].zone
    possible = use is not None and not use.short
    yield Anchor(f"expand:{slot.number}", Spot(x, EXPAND, W, 206, 12, (x + 4, EXPAND + 2), 28))
    yield Box(x, EXPAND, W, 206, 12, WHITE if possible else theme.TAR_2)
    there = 1 + next(len(z.cards) for z in mat.zones if z.id == zone)
    yield Sprite(x + 86, EXPAND + 54, ZoneTile(zone, 62))
    if use is None:
        yield Icon("check", x + 180, EXPAND + 54, 44, theme.MUTED, theme.TAR_2)
        return
    if use.short:
        yield from fit(sentence("short", look.lang, n=use.short), 146, KEY).runs(x + 128, EXPAND + 54, GOLD, room=150)
        cost = CONTENT.data.zones[zone].costs[there - 1]
        held = min(cost, mat.goods[CONTENT.good_of[zone]])
        for i in range(cost):
            pale = 0 if i < held else 0.6
            yield Sprite(x + 44 + 52 * i, EXPAND + 146, Ware(CONTENT.good_of[zone], 48, pale, theme.TAR_2))
        if use.coins:
            yield Sprite(x + 46 + 52 * cost, EXPAND + 146, Money(use.coins, 22))
        yield Icon("lock", x + W - 34, EXPAND + 146, 36, theme.MUTED, theme.TAR_2)
        return
    yield Text(x + 130, EXPAND + 54, f"{there} → {there + 1}", HEAD, INK, room=138)
    yield from payment(use, x, EXPAND + 146)


def payment(use: Expansion, x: float, y: float) -> Iterator[Node]:
    """One drawing for each good handed in or delivered, all coins in one disc."""
    handed = [(kind, good) for kind, good in use.units for _ in range(3 if kind == "three" else 1)]
    pieces = len(handed) + bool(use.coins)
    pitch = min(62.0, (W - 40) / max(1, pieces))
    size = min(54.0, pitch)
    at = x + 24 + size / 2
    for kind, good in handed:
        yield Sprite(at, y, StallPiece(good, size) if kind == "merchant" else Ware(good, size, 0, WHITE))
        at += pitch
    if use.coins:
        yield Sprite(at, y, Money(use.coins, 0.5 * size))


def merchant(view: View, mat: Mat, slot: Slot, x: float, look: Look) -> Iterator[Node]:
    """The stall, the best free space with its bonus, uses in a turn, and the price of the card."""
    assert slot.card is not None
    possible = takeable(view, slot)
    yield Anchor(f"merchant:{slot.number}", Spot(x, MERCHANT, W, 190, 12, (x + 4, MERCHANT + 2), 28))
    yield Box(x, MERCHANT, W, 190, 12, WHITE if possible else theme.TAR_2)
    ink = INK if possible else theme.MUTED
    yield Sprite(x + 92, MERCHANT + 74, StallPiece(CONTENT.good(slot.card), 84))
    best = best_space(mat)
    if best is None:
        return
    yield Icon("arrow", x + 166, MERCHANT + 74, 32, ink, WHITE if possible else theme.TAR_2)
    yield from bonus(best, x + 234, MERCHANT + 78, 76, ink, WHITE if possible else theme.TAR_2)
    yield Text(x + 92, MERCHANT + 158, best.space, DETAIL, ink, "m", room=100)
    yield Text(x + W - 16, MERCHANT + 158, sentence("uses", look.lang, n=best.uses), DETAIL, ink, "r", room=150)
    if mat.keys < slot.keys:
        yield Sprite(x + W - 38, MERCHANT + 32, Money(slot.price, 22))


def best_space(mat: Mat) -> Stall | None:
    """The highest empty space where a merchant may stand."""
    empty = [stall for stall in mat.market if stall.open and not stall.cards]
    return max(empty, key=lambda stall: stall.uses) if empty else None


def bonus(stall: Stall, x: float, y: float, size: float, ink: str, ground: str) -> Iterator[Node]:
    match stall.bonus:
        case "any_good":
            yield Sprite(x, y, Ware("any", 0.8 * size, 0, ground))
        case "coins":
            yield Sprite(x, y, Money(CONTENT.data.rules.bonus_coins, 0.42 * size))
        case "smoke_sprat":
            yield Icon("sprat", x, y, size, ink, ground)
        case "new_contract":
            yield Icon("newc", x, y, 0.9 * size, ink, ground)


def sprat_row(mat: Mat, uses: list[Expansion]) -> Iterator[Node]:
    """With a sprat in hand: where it could go, on the foot of the cards' ground."""
    if mat.sprat != "held":
        return
    yield Anchor("sprat", Spot(786, 520, 40, 26, 6, (796, 528), 18))
    for i, use in enumerate(uses):
        if not use.short:
            x = 60 + 64 * i
            yield Anchor(f"sprat:{use.zone}", Spot(x, 100, 52, 20, 6, (x + 8, 112), 16))
