"""Which card, and what for: under each card of the offer what an expansion takes and opens, and what a merchant brings.

Where there are any, also the zones that the smoke sprat could expand, and below all the free moves.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from engines.kilia.data.content import CONTENT
from engines.kilia.outlook import Expansion
from engines.kilia.view import Mat, Slot, Stall, View
from render.kilia import theme
from render.kilia.catalogue import sentence
from render.kilia.council.offers import takeable
from render.kilia.panels.frame import GAP, HEIGHT, LEFT, ROOM, Field, framed, halves, means, question
from render.kilia.panels.moves import chip, move_field, moves
from render.kilia.panels.near import Missing
from render.kilia.pieces.board_pieces import Stall as StallPiece
from render.kilia.pieces.board_pieces import ZoneTile
from render.kilia.pieces.bonuses import bonus
from render.kilia.pieces.cards import action_card
from render.kilia.pieces.goods import Money, Ware
from render.kilia.words.phrases import short
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, FRAMES, HEAD, KEY, Anchor, Box, Icon, Node, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, measure
from render.kit.tokens import Seal

PITCH, W = 306, 288
STRIP, CARDS = 132, 206


Sprites = Callable[[float], StallPiece | Ware | Money]
"""A piece of a payment, by its size."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Height of the picture and of the cards; of each row below them, its upper edge and height."""

    height: int
    cards: float
    expand: tuple[float, float]
    merchant: tuple[float, float]
    sprat: tuple[float, float] = (0, 0)
    free: tuple[float, float] = (0, 0)


PLAIN = Rows(HEIGHT, 290, (552, 200), (798, 160))
WITH_FREE = Rows(1200, 290, (552, 200), (798, 160), free=(1004, 144))
WITH_SPRAT = Rows(1420, 290, (552, 200), (1042, 150), (798, 198), (1238, 136))
HEADED, FROM = 23, 76
"""A row's heading stands so far above it, and begins so far from its left edge: right of the first number."""


def turn(view: View, look: Look) -> Scene:
    """Private: the offer of the reader's turn, with what each use of a card costs and brings."""
    seat = look.viewer if look.viewer is not None else view.start
    mat = view.mats[seat]
    free = moves(view, mat)
    rows = WITH_SPRAT if mat.sprat == "held" else WITH_FREE if free else PLAIN
    ground = (Box(20, 120, 1560, CARDS + rows.cards + 12 - 120, 0, theme.BALTIC),)
    live = [*question(sentence("which", look.lang), mat), *means(mat), FRAMES]
    for slot in view.slots:
        x = LEFT + PITCH * (slot.number - 1)
        live += strip(mat, slot, x, look)
        live += offered(view, slot, x, rows.cards, look)
        if slot.card is not None:
            use = next((use for use in mat.expansions if use.slot == slot.number), None)
            field, zone = Field(x, rows.expand[0], W, rows.expand[1]), CONTENT.cards[slot.card].zone
            live.append(anchored(field, f"expand:{slot.number}"))
            live += expansion(mat, ZoneTile(zone, 56), use, field, look)
            live += merchant(view, mat, slot, Field(x, rows.merchant[0], W, rows.merchant[1]), look)
    if mat.sprat == "held":
        live += sprat_row(mat, rows.sprat, look)
    titles = {"expand": rows.expand, "sprat": rows.sprat, "merchant": rows.merchant, "free": rows.free}
    for key, (y, h) in titles.items():
        if h:
            live.append(Text(LEFT + FROM, y - HEADED, sentence(f"use.{key}", look.lang), BODY, theme.MUTED, room=206))
    for move, field in zip(free, row_of(len(free), *rows.free), strict=True):
        live += move_field(view, mat, move, field, look)
    return framed(tuple(live), ground, rows.height)


def row_of(count: int, y: float, h: float) -> list[Field]:
    """Fields side by side, as wide as a card; narrower if they are more than five."""
    w = min(float(W), (ROOM - GAP * (count - 1)) / max(1, count))
    return [Field(LEFT + (w + GAP) * i, y, w, h) for i in range(count)]


def anchored(field: Field, place: str) -> Anchor:
    return Anchor(place, Spot(field.x, field.y, field.w, field.h, 12, (field.x + 4, field.y + 2), 28))


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


def offered(view: View, slot: Slot, x: float, h: float, look: Look) -> Iterator[Node]:
    if slot.card is None:
        yield Box(x, CARDS, W, h, 12, None, theme.BALTIC_LINE, 3)
    else:
        yield from action_card(slot.card, x, CARDS, look.lang, open_=takeable(view, slot), h=h)


# ---------------------------------------------------------------------- expansions


def expansion(mat: Mat, tile: ZoneTile, use: Expansion | None, field: Field, look: Look) -> Iterator[Node]:
    """White: it can be paid, drawn in its cheapest way. Dark: what is missing."""
    x, y, h = field.x, field.y, field.h
    possible = use is not None and not use.short
    yield Box(x, y, field.w, h, 12, WHITE if possible else theme.TAR_2)
    first, second, third = y + 0.19 * h, y + 0.53 * h, y + 0.83 * h
    yield Sprite(x + (44 if use is not None and use.short else 86), first + 4, tile)
    if use is None:
        yield from fit(sentence("complete", look.lang), 148, KEY).runs(x + 128, first + 4, theme.MUTED, room=150)
        yield Icon("check", x + 46, first + 4, 44, theme.MUTED, theme.TAR_2)
        return
    there = 1 + next(len(zone.cards) for zone in mat.zones if zone.id == use.zone)
    if use.short:
        yield from fit(short(use.short, look.lang), 192, BODY, 2).runs(x + 84, first + 4, GOLD, room=198)
        yield from wanting(mat, use, there, x, y + 0.68 * h)
        return
    yield from fit(f"{there - 1} → {there}", 150, HEAD).runs(x + 128, first + 4, INK, room=155)
    yield from payment(use, x, second)
    yield from improvement(use, field, third, look)
    yield from gains(use, field, third)


def wanting(mat: Mat, use: Expansion, there: int, x: float, y: float) -> Iterator[Node]:
    """The cost and the price of the card; pale and with a minus what is not at hand."""
    good = CONTENT.good_of[use.zone]
    cost = CONTENT.data.zones[use.zone].costs[there - 1]
    for i in range(cost):
        has = i < mat.goods[good]
        yield Sprite(x + 44 + 56 * i, y, Ware(good, 54, 0 if has else 0.6, theme.TAR_2))
        if not has:
            yield Sprite(x + 62 + 56 * i, y + 20, Missing())
    if use.coins:
        yield Sprite(x + 48 + 56 * cost, y, Money(use.coins, 26))
        if mat.coins < use.coins:
            yield Sprite(x + 66 + 56 * cost, y + 20, Missing())


def payment(use: Expansion, x: float, y: float) -> Iterator[Node]:
    """What is handed in or delivered, equal things once with their number; all coins in one disc. Five in two lines."""
    handed = Counter[tuple[bool, str]]()
    for kind, good in use.units:
        handed[kind == "merchant", good] += 3 if kind == "three" else 1
    parts: list[tuple[str, Sprites]] = [
        (f"{n}×" if n > 1 else "", partial(StallPiece if delivered else _ware, good))
        for (delivered, good), n in handed.items()
    ]
    if use.coins:
        parts.append(("", partial(_coins, use.coins)))
    if len(parts) < 5:
        yield from _line(parts, x, y, 54)
    else:
        yield from _line(parts[:3], x, y - 14, 42)
        yield from _line(parts[3:], x, y + 27, 42)


def _ware(good: str, size: float) -> Ware:
    return Ware(good, size, 0, WHITE)


def _coins(amount: int, size: float) -> Money:
    return Money(amount, 0.5 * size)


def _line(parts: Sequence[tuple[str, Sprites]], x: float, y: float, icon: float) -> Iterator[Node]:
    room = W - 28 - sum(measure(number, KEY) for number, _ in parts)
    icon = min(icon, room / len(parts) - 6)
    gap = min(14.0, (room - icon * len(parts)) / len(parts))
    at = x + 16
    for number, piece in parts:
        if number:
            yield Text(at, y, number, KEY, INK, room=90)
            at += measure(number, KEY)
        yield Sprite(at + icon / 2, y, piece(icon))
        at += icon + gap


def improvement(use: Expansion, field: Field, y: float, look: Look) -> Iterator[Node]:
    """What follows at the left: a contract, an ability, a warehouse with its price, pale where none can be had; or the
    income of a round with the bigger ship."""
    x = field.x + 24
    room = field.w - 100 - 50 * (len(use.markers) + use.extra)
    if use.zone != "shipyard" and use.second is None:
        yield Icon("pass", x + 14, y, 36, theme.LATER, WHITE)
        words = fit(sentence(f"follows.no_{use.zone}", look.lang), room + 14, BODY)
        yield from words.runs(x + 38, y, theme.INK_2, room=room + 20)
        return
    match use.zone:
        case "castle":
            yield Icon("newc", x + 20, y, 44, INK)
        case "university":
            yield Icon("book", x + 20, y, 44, INK)
        case "warehouse":
            for i in range(4):
                yield Box(x - 4 + 13 * i, y - 19, 11, 38, 3, theme.LAMP if i % 2 else theme.BALTIC_2, theme.BALTIC_2, 2)
        case "shipyard" if use.income[1]:
            was, now = map(halves, use.income)
            numbers = f"{was} → {now}"
            chosen = sentence("follows.choice", look.lang) if was == now else None
            words = fit(
                chosen or sentence("follows.income", look.lang, was=was, now=now), room + 56, BODY, short=numbers
            )
            yield from words.runs(x - 8, y, INK, room=room + 60)
            return
        case _:
            return
    if use.second:
        yield Sprite(x + 74, y, Money(use.second, 22))
        return
    yield from fit(sentence(f"follows.{use.zone}", look.lang), room, BODY).runs(x + 52, y, INK, room=room + 6)


def gains(use: Expansion, field: Field, y: float) -> Iterator[Node]:
    """At the right: another action, and the numbers of the markers that it completes."""
    at = field.x + field.w - 36
    for _, number in use.markers:
        yield Sprite(at, y, Seal(str(number), 25))
        at -= 50
    if use.extra:
        yield Icon("again", at, y, 40, INK)


# ---------------------------------------------------------------------- merchants


def merchant(view: View, mat: Mat, slot: Slot, field: Field, look: Look) -> Iterator[Node]:
    """The stall, the best free space with its bonus, uses in a turn, the price of the card; or the missing coins."""
    assert slot.card is not None
    x, y, h = field.x, field.y, field.h
    possible = takeable(view, slot)
    ground, ink = (WHITE, INK) if possible else (theme.TAR_2, theme.MUTED)
    yield anchored(field, f"merchant:{slot.number}")
    yield Box(x, y, W, h, 12, ground)
    yield Sprite(x + 128, y + 0.39 * h, StallPiece(CONTENT.good(slot.card), 0.46 * h))
    best = best_space(mat)
    yield Icon("arrow", x + 190, y + 0.39 * h, 32, ink, ground)
    foot, right = y + 0.82 * h, x + W - 16
    if mat.keys < slot.keys and possible:
        yield Sprite(x + 54, y + 0.42 * h, Money(slot.price, 26))
    if best is None:
        for sheet in range(3):
            left, top = x + 203 + 8 * sheet, y + 0.39 * h - 34 - 7 * sheet
            yield Box(left, top, 58, 66, 8, theme.LOCKED, theme.INK_2, 3)
    else:
        yield from bonus(best, x + 242, y + 0.41 * h, 0.41 * h, ink, ground)
    if not possible:
        words = fit(short(["coin"] * (slot.price - mat.coins), look.lang), W - 40, BODY)
        yield from words.runs(right, foot, GOLD, "r", W - 30)
        return
    if best is None:
        yield from fit(sentence("stack", look.lang), W - 40, BODY).runs(right, foot, ink, "r", W - 30)
        return
    wheel = next(wheel for wheel in view.wheels if wheel.id == "full_market")
    full = sum(stall.good is None for stall in mat.market) == 1
    if full:
        yield from chip(mat, wheel.numbers[wheel.next], x + W - 62, foot, 0.3 * h)
    words = fit(
        sentence("space_uses", look.lang, space=best.space, n=best.uses),
        W - (150 if full else 40),
        BODY,
        short=best.space,
    )
    yield from words.runs(x + 24, foot, ink, room=W - 30)


def best_space(mat: Mat) -> Stall | None:
    """The highest empty space where a merchant may stand."""
    empty = [stall for stall in mat.market if stall.open and not stall.cards]
    return max(empty, key=lambda stall: stall.uses) if empty else None


# ---------------------------------------------------------------------- the sprat


def sprat_row(mat: Mat, row: tuple[float, float], look: Look) -> Iterator[Node]:
    """The fish at the head of the row, then the four zones with it on their tile."""
    uses = {use.zone: use for use in mat.expansions if use.slot == 0}
    fields = row_of(5, *row)
    yield Icon("sprat", fields[0].middle, row[0] + row[1] / 2, 120, WHITE, theme.TAR)
    for zone, field in zip(mat.zones, fields[1:], strict=True):
        yield anchored(field, f"sprat:{zone.id}")
        yield from expansion(mat, ZoneTile(zone.id, 48, sprat=True), uses.get(zone.id), field, look)
