"""A court card that can be chosen: the same facts in the same places, however many there are.

From the top down: the name; the region, and at the right prize and ability; what playing it places (in a court: the
spies on it), and at the right what it costs; the actions, with their words where those fit. On the strip suit and rank,
at its foot the patriot. A low card leaves out the region and what it places.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import CourtCard
from engines.pax_pamir.view import CourtSlot, PlayerView, View
from render.kit.colour import INK, WHITE, on
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, KEY, MICRO, Box, Icon, Node, Sprite, Text
from render.kit.text import LEADING, fit, fit_all, fit_name, measure
from render.kit.tokens import Coin, IconDisc, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.cards.abilities import ability, fit_abilities
from render.pax_pamir.cards.market import coin, impact
from render.pax_pamir.catalogue import name, noun
from render.pax_pamir.pieces import SUIT_ICONS, Emblem, Prize, Star
from render.pax_pamir.private.asked import Asked, ways
from render.pax_pamir.private.hand import duty

_WIDE, _TALL, _LOW = 440.0, 300.0, 176.0  # px
_LEAST_SPY = 15.0
_OWNER = 220  # px: the room for the name of whose court a large card lies in
_SEVERAL = 34.0  # several numbers stand above the name


@dataclass(frozen=True, slots=True)
class Face:
    """An option and where it lies. numbers: how many stand on it; priced: it is to be bought."""

    asked: Asked
    x: float
    y: float
    w: float
    h: float
    numbers: int = 1
    priced: bool = True

    @property
    def large(self) -> bool:
        """Whether its words and signs may be large."""
        return self.w > _WIDE and self.h > _TALL

    @property
    def low(self) -> bool:
        return self.h < _LOW

    @property
    def sign(self) -> float:
        """px: how high the signs in a line are."""
        return 60.0 if self.large else 36.0 if self.low else 44.0

    @property
    def size(self) -> int:
        """px: how large the name is."""
        return KEY if self.large else DETAIL if self.low else BODY


def option_card(view: View, player: PlayerView, number: int, here: Face, look: Look) -> Iterator[Node]:
    """The card `number`; what it costs is asked of `player`."""
    lang = look.lang
    card, x, right = CONTENT.cards[number], here.x, here.x + here.w - 12
    strip = 96.0 if here.large else 68.0
    left, size = x + strip + 12, here.size
    yield from _strip(card, here, strip)
    top = here.y + (_SEVERAL if here.numbers > 1 and not here.low else 8)
    words = fit(card.name, right - left, size, 2)
    yield from words.runs(left, top + words.size * LEADING * len(words.lines) / 2, INK, room=right - left)
    top += size * LEADING * len(words.lines)
    foot = here.y + here.h - 8
    if here.low:
        spied = here.asked.slot is not None
        line = foot - (1.5 if spied else 0.5) * here.sign
        priced, used = cost(view, player, here, (right, line), here.sign)
        yield from priced
        yield from _actions(card, here, left, right if spied else used, foot - here.sign, foot, look)
        if here.asked.slot is not None:
            yield from spies(view, here.asked.slot, left, used, line, 0.9 * here.sign)
        return
    middle = top + size * LEADING / 2 + 2
    yield from _rewards(card, right, middle, here)
    room = right - left - here.sign - (8 if here.large else 42)
    labels = fit_all([noun(f"region.{region}", lang) for region in CONTENT.regions], room, size, weight="regular")
    region = labels[list(CONTENT.regions).index(card.region)]
    yield from region.runs(left, middle, theme.INK_2, room=room, weight="regular")
    middle += (size * LEADING + here.sign) / 2 + 6
    priced, used = cost(view, player, here, (right, middle), here.sign, look if here.large else None)
    yield from priced
    if here.asked.slot is not None:
        yield from spies(view, here.asked.slot, left, used, middle, here.sign)
    else:
        pitch = min(1.2 * here.sign, (used - left - here.sign) / max(1, len(card.impact) - 1))
        for i, icon in enumerate(card.impact):
            yield from impact(icon, left + here.sign / 2 + pitch * i, middle, min(pitch, 0.9 * here.sign))
    bare = here.asked.slot is not None and not any(here.asked.slot.spies) and not priced
    top = middle + (-1 if bare else 1) * here.sign / 2 + 6  # without spies their line is the actions', for their words
    if here.large and card.ability != "none":
        (label,) = fit_abilities([noun(f"ability.{card.ability}", lang)], right - left, 40, BODY)
        yield from ability(label, left, top + 28, right - left, 40, 15)
        top += 58
    yield from _actions(card, here, left, right, top, foot, look)


def _strip(card: CourtCard, here: Face, strip: float) -> Iterator[Node]:
    """Suit and rank below the number of the option; at the foot the patriot."""
    x, y, h, colour = here.x, here.y, here.h, theme.SUITS[card.suit]
    yield Box(x, y, here.w, h, 12, WHITE)
    yield Box(x, y, strip, h, 12, colour, corners=(True, False, False, True))
    middle, foot = x + strip / 2, y + h - 8
    glyph = min(0.7 * strip, 0.28 * h)
    yield Icon(SUIT_ICONS[card.suit], middle, y + max(36.0, 0.2 * h) + glyph / 2, glyph, on(colour), colour)
    star, at = min(26.0, (strip - 8) / card.rank), y + max(36.0, 0.2 * h) + glyph + 14
    for i in range(card.rank):
        yield Icon("star", middle + star * (i - (card.rank - 1) / 2), at, star - 1, on(colour), colour)
    size = min(strip - 16, foot - at - 12)
    if card.patriot != "none":
        yield Sprite(middle, foot - size / 2, Emblem(card.patriot, size))


def _rewards(card: CourtCard, right: float, middle: float, here: Face) -> Iterator[Node]:
    """Prize and ability from the right; a large card has its ability in words."""
    if card.prize != "none":
        yield Sprite(right - here.sign / 2, middle, Prize(card.prize, here.sign))
    if card.ability != "none" and not here.large:
        yield Sprite(right - here.sign - 18, middle, Star(14))


def cost(
    view: View, player: PlayerView, here: Face, at: tuple[float, float], sign: float, look: Look | None = None
) -> tuple[list[Node], float]:
    """From the right: price and rupees of a market card, the bribe for one in hand and who gets it, whose court a card
    lies in; `sign` px high. And the left edge of that.
    """
    right, middle = at
    kind, r = here.asked.place.partition(":")[0], sign / 2
    if kind == "hand" and here.asked.card is not None:
        _, ruler, due = duty(view, player, here.asked.card, own=True)
        if due and ruler is not None:
            token = SeatToken(ruler, theme.SEATS[view.players[ruler].color], 0.8 * r, ring=True)
            bribe = Sprite(right - r, middle, coin(due, r))
            return [bribe, Sprite(right - 3 * r - 4, middle, token)], right - 4 * r - 8
    if kind == "court" and here.asked.owner not in (None, player.number):
        token = SeatToken(here.asked.owner, theme.SEATS[view.players[here.asked.owner].color], r, ring=True)
        nodes: list[Node] = [Sprite(right - r, middle, token)]
        right -= 2 * r + 8
        if look is not None and here.asked.slot is not None and not any(here.asked.slot.spies):
            who = fit_name(name(view, here.asked.owner, look), _OWNER, KEY)
            nodes += who.runs(right - 8, middle, INK, "r", room=_OWNER)
            right -= _OWNER
        return nodes, right
    return price(view, here, right, middle, sign) if kind == "market" else ([], right)


def price(view: View, here: Face, right: float, middle: float, sign: float = 40) -> tuple[list[Node], float]:
    """What a card of the market costs if it is to be bought, and the rupees on it. And the left edge of that."""
    space = next(space for space in view.market if here.asked.place == f"market:{space.index}")
    nodes: list[Node] = []
    r = sign / 2
    if here.asked.card is not None and here.priced:
        size = KEY if here.large else BODY
        w = 2.6 * r + measure(str(space.cost), size)
        nodes += (
            Box(right - w, middle - r, w, 2 * r, r, theme.NIGHT),
            Icon("rupee", right - w + 1.1 * r, middle, 1.4 * r, WHITE, theme.NIGHT),
            Text(right - w + 2 * r, middle, str(space.cost), size, WHITE, room=60),
        )
        right -= w + 6
    if space.rupees:
        nodes.append(Sprite(right - r, middle, Coin(f"+{space.rupees}", r, theme.COIN, theme.COIN_RING)))
        right -= 2 * r + 6
    return nodes, right


def _actions(
    card: CourtCard, here: Face, left: float, right: float, top: float, foot: float, look: Look
) -> Iterator[Node]:
    """One below the other, or in one or two lines, with their words where those fit; numbers of options are larger."""
    numbers = ways(here.asked.place, look)
    r, words = here.sign / 2, named(card, numbers, look)
    for size in (KEY,) * here.large + (BODY,) * bool(numbers) + (DETAIL, MICRO):
        widths = [2 * r + 8 + measure(word, size) for word in words]
        lines = next(
            (
                lines
                for lines in _broken(len(words))
                if len(lines) * (2 * r + 4) <= foot - top + 4
                and all(sum(widths[i] + 14 for i in line) - 14 <= right - left for line in lines)
            ),
            None,
        )
        if lines is not None:
            break
    gap = 14
    if lines is None:
        words, lines, gap = [str(numbers.get(action, "")) for action in card.actions], [range(len(card.actions))], 6
        for size in (BODY, DETAIL):
            widths = [2 * r + (8 + measure(word, size) if word else 0) for word in words]
            if sum(widths) + gap * (len(words) - 1) <= right - left:
                break
    for nth, line in enumerate(lines):
        middle, x = foot - r - (len(lines) - 1 - nth) * (2 * r + 4), left
        for i in line:
            disc, ink = sign(card, card.actions[i], r, numbers)
            yield Sprite(x + r, middle, disc)
            if words[i]:
                yield Text(x + 2 * r + 8, middle, words[i], size, ink, room=right - x)
            x += widths[i] + (gap if words[i] else 6)


def sign(card: CourtCard, action: str, r: float, numbers: Mapping[str, int]) -> tuple[IconDisc, str]:
    """An action in its disc, and the colour of its word: pale beside others that can be taken, if it cannot."""
    colour = theme.SUITS[card.suit]
    if numbers and action not in numbers:
        return IconDisc(action, r, 1.4 * r, theme.QUIET, theme.COIN_RING), theme.IDLE
    return IconDisc(action, r, 1.4 * r, colour, on(colour)), INK


def named(card: CourtCard, numbers: Mapping[str, int], look: Look) -> list[str]:
    """The words of its actions, behind its number each that can be taken."""
    words = [noun(f"action.{action}", look.lang) for action in card.actions]
    return [
        f"{numbers[action]} {word}" if action in numbers else word
        for action, word in zip(card.actions, words, strict=True)
    ]


def _broken(actions: int) -> Iterator[Sequence[range]]:
    """The ways to set so many actions, those in the fewest lines first."""
    for across in range(actions, 0, -1):
        yield [range(first, min(actions, first + across)) for first in range(0, actions, across)]


def spies(view: View, slot: CourtSlot, left: float, right: float, middle: float, sign: float) -> Iterator[Node]:
    """The spies on a card, smaller where they are many; the holder of a hostage has a lock. Too many: their sum."""
    there = [(owner, n) for owner, n in enumerate(slot.spies) if n]
    if not there:
        return
    counted = sum(measure(f"×{n}", BODY) + 4 for _, n in there if n > 1)
    locks = 2.4 if slot.hostage is not None else 0.0
    r = min(sign / 2, (right - left - counted - 8 * len(there)) / (2 * len(there) + locks))
    if slot.hostage is not None:
        size = min(sign, max(24.0, 2 * r))
        yield Icon("lock", left + size / 2, middle, size, INK, WHITE)
        left += size + 8
    if r < _LEAST_SPY:
        words = f"×{sum(slot.spies)}"
        w = measure(words, BODY)
        yield Icon("spy", right - w - 17, middle, 30, INK, WHITE)
        yield Text(right - w, middle, words, BODY, INK, room=w + 2)
        return
    for owner, n in there:
        yield Sprite(left + r, middle, SeatToken(owner, theme.SEATS[view.players[owner].color], r, ring=True))
        left += 2 * r + 4
        if n > 1:
            yield Text(left, middle, f"×{n}", BODY, INK, room=60)
            left += measure(f"×{n}", BODY) + 4
        left += 4
