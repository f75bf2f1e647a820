"""A low card of the own court among very many options: its name; its region and the spies on it; in the last line the
actions that can be taken. What using it costs, and prize and ability, stand at the right where there is room.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from engines.pax_pamir.data.types import CourtCard
from engines.pax_pamir.view import CourtSlot, PlayerView, View
from render.kit.colour import INK
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, Node, Sprite
from render.kit.text import fit, measure
from render.pax_pamir import theme
from render.pax_pamir.catalogue import noun
from render.pax_pamir.pieces import Prize, Star
from render.pax_pamir.private.asked import Face, ways
from render.pax_pamir.private.option_card import bonus, bribe, spies
from render.pax_pamir.private.uses import fields, laid, least

Placed = tuple[list[Node], float]
"""What stands there, and its left edge."""
_FOOT, _GAP = 6, 12  # px below the actions; between what stands in one line
_LINE = 33  # px that the other lines have at least, if actions can be lower
_LOCK, _SPY, _COUNT = 34, 34, 44  # px for the lock, for each owner of spies, for a count


@dataclass(slots=True)
class _Line:
    """A line of the card: its middle, where what must stand there ends, and what is still free."""

    middle: float
    left: float
    right: float


def used(
    view: View, player: PlayerView, card: CourtCard, slot: CourtSlot, here: Face, field: tuple[float, float], look: Look
) -> Iterator[Node]:
    """On the white ground right of the strip, whose left and right edge are given."""
    left, right = field
    can = ways(here.asked.place, look)
    high = here.h - 2 * _FOOT - 2 * _LINE
    told = laid(card, player, can, right - left, high, look) or least(card, player, can, right - left, look)
    foot, top = here.y + here.h - _FOOT, here.y + _FOOT
    line = (foot - top - told.h) / 2
    r, coin = min(0.45 * line, 20.0), min(0.46 * line, 17.0)
    region = fit(noun(f"region.{card.region}", look.lang), 180, DETAIL, weight="regular")
    after = left + measure(region.lines[0], region.size, "regular") + 14
    name = fit(card.name, right - left, DETAIL if _crowded(slot) else BODY)
    first = _Line(top + line / 2, left + measure(name.lines[0], name.size) + _GAP, right)
    middle = _Line(top + 1.5 * line, after + _spies(slot) + _GAP, right)
    last = _Line(foot - told.h / 2, left + told.w + _GAP, right)

    def owed(x: float, y: float) -> Placed:
        assert slot.hostage is not None
        return bribe(view, player, slot.hostage, slot.bribe, (x, y), coin)

    nodes: list[Node] = []
    if slot.favored:
        nodes += _put(lambda x, y: bonus((x, y), max(coin, 16.0), look), (last, first, middle))
    if slot.hostage is not None and slot.bribe:
        nodes += _put(owed, (first, middle, last))
    if card.ability != "none":
        nodes += _put(lambda x, y: ([Sprite(x - 12, y, Star(12))], x - 30), (middle, first, last))
    if card.prize != "none":
        prize = Prize(card.prize, 2 * r)
        nodes += _put(lambda x, y: ([Sprite(x - r, y, prize)], x - 2 * r - 6), (middle, first, last))
    yield from name.runs(left, first.middle, INK, room=right - left)
    yield from region.runs(left, middle.middle, theme.INK_2, room=180, weight="regular")
    yield from nodes
    yield from spies(view, slot, after, middle.right, middle.middle, 1.75 * r)
    yield from fields(card, can, left, foot, told)


def _put(draw: Callable[[float, float], Placed], lines: Sequence[_Line]) -> list[Node]:
    """In the first of these lines that has room, or in that with most; and there is less room then."""
    w = -draw(0, 0)[1]
    line = next((line for line in lines if line.right - w >= line.left), None)
    line = line or max(lines, key=lambda one: one.right - one.left)
    nodes, line.right = draw(line.right, line.middle)
    return nodes


def _crowded(slot: CourtSlot) -> bool:
    """Whether so much stands beside the name that it is small."""
    return slot.favored and slot.bribe > 0


def _spies(slot: CourtSlot) -> float:
    """px that the spies on the card need."""
    owners = [n for n in slot.spies if n]
    return _LOCK * (slot.hostage is not None) + sum(_SPY + _COUNT * (n > 1) for n in owners)
