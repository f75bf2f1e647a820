"""The second card of an action, five large fields in the order of the slots: a contract, an ability, a warehouse."""

from collections import Counter
from collections.abc import Iterator

from engines.kilia.data.content import CONTENT
from engines.kilia.outlook import Build
from engines.kilia.view import Mat, Slot, View
from render.kilia import theme
from render.kilia.catalogue import sentence
from render.kilia.panels.frame import Field, framed, grid, halves, lit, means, price, question
from render.kilia.pieces.board_pieces import ability
from render.kilia.pieces.cards import cell_items, contract_card, units
from render.kilia.pieces.goods import THINGS, Ware, held
from render.kilia.pieces.ship import Cog
from render.kilia.words.phrases import ability as ability_words
from render.kilia.words.phrases import short
from render.kit.colour import GOLD, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, HEAD, KEY, Box, Icon, Node, Scene, Sprite, Text
from render.kit.text import fit
from render.kit.tokens import SeatShape


def _mat(view: View, look: Look) -> Mat:
    assert look.viewer is not None
    return view.mats[look.viewer]


def _panel(view: View, look: Look, key: str) -> tuple[Mat, list[Field], list[Node]]:
    mat = _mat(view, look)
    return mat, grid(3, 2), [*question(sentence(key, look.lang), mat), *means(mat)]


# ---------------------------------------------------------------------- contracts


def contracts(view: View, look: Look) -> Scene:
    """Private: each contract with what is at hand of its cost, and what would be missing."""
    mat, fields, live = _panel(view, look, "which_contract")
    bids = {bid.slot: bid for bid in mat.bids}
    for slot, field in zip(view.slots, fields, strict=False):
        if slot.contract is None:
            continue
        bid = bids.get(slot.number)
        left = held(mat)
        if bid is not None:
            live.append(field.anchor(f"contract:{slot.number}"))
            left["coin"] -= bid.price
        live.append(Box(field.x, field.y, field.w, field.h, 12, theme.TAR_2))
        shown = lit(units(CONTENT.contracts[slot.contract].cost), left)
        live += contract_card(slot.contract, field.x + 12, field.y + 12, field.w - 24, 276, 88, 56, at_hand=shown)
        live += _foot(slot, mat, field, None if bid is None else bid.short, look)
    return framed((*live, *_towards(view, mat, fields[5], look)))


def _foot(slot: Slot, mat: Mat, field: Field, lacks: tuple[str, ...] | None, look: Look) -> Iterator[Node]:
    """The price at the left; at the right whether it could be fulfilled, or that it cannot be taken."""
    y = field.y + field.h - 50
    yield from price(slot, mat.keys, field.x + 44, y, look)
    right = field.x + field.w - 24
    if lacks is None:
        yield Icon("lock", right - 24, y, 44, theme.MUTED, theme.TAR_2)
    elif lacks:
        words = fit(short(lacks, look.lang), 220, KEY, 2)
        yield from words.runs(right, y, GOLD, "r", room=230)
    else:
        words = fit(sentence("payable", look.lang), 170, KEY)
        yield from words.runs(right - 52, y, GOLD, "r", room=180)
        yield Icon("check", right - 20, y, 40, GOLD, theme.TAR_2)


def _towards(view: View, mat: Mat, field: Field, look: Look) -> Iterator[Node]:
    """How many are fulfilled, and which number the next chip for them would bring."""
    every = CONTENT.data.rules.contracts_per_chip
    wheel = next(wheel for wheel in view.wheels if wheel.id == "three_contracts")
    yield from fit(sentence("fulfilled", look.lang), field.w - 40, KEY).runs(
        field.middle, field.y + 60, theme.MUTED, "m", field.w - 20
    )
    done = mat.fulfilled % every
    for i in range(every):
        x = field.middle + 110 * (i - (every - 1) / 2)
        yield Icon("contract", x, field.y + 170, 92, WHITE if i < done else theme.DIM, theme.TAR)
    yield Sprite(field.middle - 52, field.y + 310, SeatShape(mat.seat, theme.SEATS[mat.color], 34))
    yield Icon("arrow", field.middle + 10, field.y + 310, 36, theme.MUTED, theme.TAR)
    yield Text(field.middle + 44, field.y + 310, str(wheel.numbers[wheel.next]), HEAD, GOLD, room=80)


# ---------------------------------------------------------------------- abilities


def learn(view: View, look: Look) -> Scene:
    """Private: each ability large and in words; dark where it is known already or cannot be paid."""
    mat, fields, live = _panel(view, look, "which_ability")
    known = [CONTENT.cards[card].ability for card in mat.abilities]
    for slot, field in zip(view.slots, fields, strict=False):
        if slot.card is None:
            continue
        twice = CONTENT.cards[slot.card].ability in known
        may = not twice and (mat.keys >= slot.keys or mat.coins >= slot.price)
        if may:
            live.append(field.anchor(f"learn:{slot.number}"))
        live.append(Box(field.x, field.y, field.w, field.h, 12, theme.TAR_2))
        live.append(Box(field.x + 12, field.y + 12, field.w - 24, 176, 10, WHITE if may else theme.LOCKED))
        live += ability(slot.card, field.middle, field.y + 100, 116)
        words = fit(ability_words(slot.card, look.lang), field.w - 40, KEY, 2)
        live += words.runs(field.middle, field.y + 244, WHITE if may else theme.MUTED, "m", field.w - 20)
        y = field.y + field.h - 50
        live += price(slot, mat.keys, field.x + 44, y, look)
        if not may:
            sign = "check" if twice else "lock"
            live.append(Icon(sign, field.x + field.w - 48, y, 44, theme.MUTED, theme.TAR_2))
    return framed((*live, *_known(mat, fields[5], look)))


def _known(mat: Mat, field: Field, look: Look) -> Iterator[Node]:
    """What the player knows already."""
    title = fit(sentence("abilities", look.lang), field.w - 40, KEY)
    yield from title.runs(field.middle, field.y + 40, theme.MUTED, "m", field.w - 20)
    for q in range(4):
        x = field.x + 4 + 122 * q
        if q < len(mat.abilities):
            yield Box(x, field.y + 80, 114, 290, 10, WHITE)
            yield from ability(mat.abilities[q], x + 57, field.y + 225, 78, vertical=True)
        else:
            yield Box(x, field.y + 80, 114, 290, 10, None, theme.DIM, 2)


# ---------------------------------------------------------------------- warehouses


def build(view: View, look: Look) -> Scene:
    """Private: each card as a warehouse as the ship would see it, both sailings, and income before and after."""
    mat, fields, live = _panel(view, look, "which_warehouse")
    builds = {one.slot: one for one in mat.builds}
    for slot, field in zip(view.slots, fields, strict=False):
        if slot.card is None:
            continue
        one = builds.get(slot.number)
        live.append(Box(field.x, field.y, field.w, field.h, 12, theme.TAR_2))
        live += _strip(slot.card, mat.windows if one else (), field, view.final)
        live += price(slot, mat.keys, field.x + 44, field.y + field.h - 50, look)
        if one is None:
            live.append(Icon("lock", field.x + field.w - 48, field.y + field.h - 50, 44, theme.MUTED, theme.TAR_2))
            continue
        live.append(field.anchor(f"build:{slot.number}"))
        if not view.final:
            live += _sailings(one, field, look)
    if not view.final:
        live += _now(mat, fields[5], look)
    return framed(tuple(live))


def _strip(card: str, windows: tuple[int, ...], field: Field, final: bool) -> Iterator[Node]:
    """The four cells as printed; those lit that the next sailing shows."""
    w, h = (field.w - 24 - 3 * 8) / 4, 150
    for k, items in enumerate(CONTENT.cards[card].warehouse, 1):
        x, y = field.x + 12 + (w + 8) * (k - 1), field.y + 14
        shown = k in windows and not final
        ground = theme.LAMP if shown else theme.BALTIC_2
        yield Box(x, y, w, h, 9, GOLD if shown else theme.BALTIC_2)
        if shown:
            yield Box(x + 6, y + 6, w - 12, h - 12, 6, theme.LAMP)
        yield from cell_items(items, x + w / 2, y + h / 2, 84, h, 0 if shown else 0.2, ground)


def _sailings(one: Build, field: Field, look: Look) -> Iterator[Node]:
    """What this warehouse brings, out and back; at the foot the income of a round with it."""
    for r, (key, load) in enumerate((("sailing", one.this), ("back", one.back))):
        y = field.y + 206 + 64 * r
        words = fit(sentence(key, look.lang), 180, BODY)
        yield from words.runs(field.x + 24, y, WHITE if not r else theme.MUTED, room=190)
        yield from things(load, field.x + 236, y, 46, WHITE if not r else theme.MUTED)
    y = field.y + field.h - 50
    was, now = map(halves, one.income)
    yield Text(field.x + field.w - 24, y, f"{was} → {now}", HEAD, GOLD, "r", room=250)


def things(
    load: tuple[tuple[str, ...], tuple[object, ...]], x: float, y: float, size: float, ink: str
) -> Iterator[Node]:
    """A sailing's goods and coins with their numbers; a choice of ship 2 as a half-lit window."""
    sure, choices = load
    counted = Counter(sure)
    for thing in THINGS:
        if counted[thing]:
            yield Sprite(x, y, Ware(thing, size, 0, theme.TAR_2))
            yield Text(x + 0.62 * size, y, str(counted[thing]), KEY, ink, room=40)
            x += size + 36
    if choices:
        yield Box(x - 20, y - 20, 40, 40, 8, GOLD)
        yield Box(x - 14, y - 14, 28, 28, 5, theme.LAMP)
        yield Text(x + 30, y, f"×{len(choices)}", KEY, ink, room=70)
    elif not sure:
        yield Text(x - 16, y, "–", KEY, ink, room=40)


def _now(mat: Mat, field: Field, look: Look) -> Iterator[Node]:
    """The ship, and what a round brings as things are."""
    right = mat.side == "left"
    yield Sprite(field.middle - 144, field.y + 190, Cog(theme.SEATS[mat.color], mat.ship, mat.windows, right))
    words = fit(sentence("per_round", look.lang), field.w - 40, KEY)
    yield from words.runs(field.middle, field.y + 262, theme.MUTED, "m", field.w - 20)
    yield Text(field.middle, field.y + 326, halves(mat.income), HEAD, WHITE, "m", room=200)
