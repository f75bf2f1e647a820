"""A court card that can be chosen: the same facts in the same places, however many there are.

From the top down: the name; the region, and at the right prize and ability; what playing it places (in a court: the
spies on it), and at the right what it costs; the actions, with their words where those fit. On the strip suit and rank,
at its foot the patriot. A low card leaves out the region and what it places.
"""

from collections.abc import Iterable, Iterator, Mapping

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import CourtCard
from engines.pax_pamir.view import CourtSlot, PlayerView, View
from render.kit.colour import GOLD, INK, WHITE, on
from render.kit.look import Look, Mark
from render.kit.scene import BODY, DETAIL, KEY, MICRO, Box, Icon, Line, Node, Nodes, Sprite, Text
from render.kit.text import LEADING, fit, fit_name, measure
from render.kit.tokens import Coin, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.board.columns import breadth
from render.pax_pamir.board.market import price_of
from render.pax_pamir.cards.abilities import ability, fit_abilities
from render.pax_pamir.cards.market import coin, impact
from render.pax_pamir.catalogue import name, noun, sentence
from render.pax_pamir.layout import COLUMNS
from render.pax_pamir.pieces import SUIT_ICONS, Emblem, Prize, Star
from render.pax_pamir.private.actions import Arranged, actions, arranged, bare
from render.pax_pamir.private.asked import Face, ways
from render.pax_pamir.private.hand import duty
from render.pax_pamir.private.uses import Laid, fields, laid, least

_LEAST_SPY = 12.0
_OWNER = 220  # px: the room for the name of whose court a large card lies in
_SEVERAL = 34.0  # several numbers stand above the name
_TAG_UP = 7.0  # px from the upper edge of a card to the middle of a bonus's tag above it
_ICON = 38  # px: the room for each icon or spy beside the region, at least

Field = tuple[float, float, float]
"""Left, right and upper edge, or foot."""


def option_card(view: View, player: PlayerView, number: int, here: Face, look: Look) -> Iterator[Node]:
    """The card `number`; what it costs is asked of `player`."""
    card, right = CONTENT.cards[number], here.x + here.w - 12
    strip = 96.0 if here.large else 68.0
    left, can = here.x + strip + 12, ways(here.asked.place, look)
    yield from _strip(card, here, strip)
    h, up = min(here.sign, 40.0), -4.0 if here.numbers > 1 and not here.low else _TAG_UP  # several numbers: name below
    yield from new_loyalty(player, card, here, (here.x + here.w / 2, here.y - up), h, look)
    if here.low:
        yield from _low(view, player, card, here, (left, right), look)
        return
    foot, height = here.y + here.h - 8, here.size * LEADING + here.sign + 14  # of region, and below it icons or spies
    if here.large and card.ability != "none":
        height += 58
    elif here.asked.slot is not None and not any(here.asked.slot.spies) and not (can and here.asked.slot.favored):
        height -= here.sign  # without spies and cost their line is the actions', for their words
    for size in (here.size, DETAIL):
        words, top = _name(card, here, size, left, right)
        told = _told(card, player, here, can, right - left, foot - top - height, look)
        if told is not None:
            break
    rest, room = _closer(view, player, card, here, (left, right, top), look)
    small = told is None or told.size < DETAIL
    if small and room >= measure(noun(f"region.{card.region}", look.lang), MICRO, "regular"):
        told = _told(card, player, here, can, right - left, foot - top - here.sign - 8, look)
        drawn: Iterable[Node] = (*rest, *_close(view, card, here, (left, left + room, top), look))
    else:
        free = foot - top - height - told.h if isinstance(told, Laid) else 0.0
        drawn = _apart(view, player, card, here, (left, right, top), look, free)
    yield from words
    yield from drawn
    yield from _acts(card, player, here, can, (left, right, foot), told, look)


def _told(
    card: CourtCard, player: PlayerView, here: Face, can: Mapping[str, Mark], w: float, h: float, look: Look
) -> Arranged | Laid | None:
    """The actions that can be taken, with their numbers; on a card that is to be bought or played all that it has."""
    return laid(card, player, can, w, h, look, here.large) if can else arranged(card, here, w, h, look)


def _acts(
    card: CourtCard,
    player: PlayerView,
    here: Face,
    can: Mapping[str, Mark],
    field: Field,
    told: Arranged | Laid | None,
    look: Look,
) -> Iterator[Node]:
    """Above the foot of the card; as few as have room."""
    left, right, foot = field
    if can:
        fitting = told if isinstance(told, Laid) else least(card, player, can, right - left, look)
        return fields(card, can, left, foot, fitting)
    return actions(card, left, foot, told if isinstance(told, Arranged) else bare(card, here))


def _name(card: CourtCard, here: Face, size: int, left: float, right: float) -> tuple[Nodes, float]:
    """At most so large, below several numbers; and where it ends."""
    top = here.y + (_SEVERAL if here.numbers > 1 and not here.low else 8)
    words = fit(card.name, right - left, size, 2)
    middle = top + words.size * LEADING * len(words.lines) / 2
    return words.runs(left, middle, INK, room=right - left), top + size * LEADING * len(words.lines)


def _low(
    view: View, player: PlayerView, card: CourtCard, here: Face, field: tuple[float, float], look: Look
) -> Iterator[Node]:
    """Without its region: the name, and the actions with the cost, above them the spies."""
    left, right = field
    foot, slot = here.y + here.h - 8, here.asked.slot
    words, _ = _name(card, here, here.size, left, right)
    yield from words
    line = foot - (0.5 if slot is None else 1.5) * here.sign
    priced, used = cost(view, player, here, (right, line), here.sign, look)
    if used - left < _signs(card, here):
        priced, used = cost(view, player, here, (right, line), here.sign, look, tagged=here.y - _TAG_UP - line)
    yield from priced
    can, end = ways(here.asked.place, look), used if slot is None else right
    told = _told(card, player, here, can, end - left, here.sign, look)
    yield from _acts(card, player, here, can, (left, end, foot), told, look)
    if slot is not None:
        yield from spies(view, slot, left, used, line, 0.9 * here.sign)


def _apart(
    view: View, player: PlayerView, card: CourtCard, here: Face, field: Field, look: Look, free: float
) -> Iterator[Node]:
    """The region, with prize and ability; below it what playing the card places, or the spies on it, and its cost.

    free: px between that and the actions
    """
    left, right, top = field
    size, lang = here.size, look.lang
    middle = top + size * LEADING / 2 + 2
    yield from _rewards(card, right, middle, here)
    room = right - left - (here.sign + 4) * (card.prize != "none") - 46 * (card.ability != "none" and not here.large)
    region = fit(noun(f"region.{card.region}", lang), room, size, weight="regular")
    yield from region.runs(left, middle, theme.INK_2, room=room, weight="regular")
    middle += (size * LEADING + here.sign) / 2 + 6
    priced, used = cost(view, player, here, (right, middle), here.sign, look, here.large)
    if used - left < _signs(card, here):  # the tag of a bonus below the bribe, or on the card's edge
        tagged = 1.1 * here.sign if free > here.sign else here.y - _TAG_UP - middle
        priced, used = cost(view, player, here, (right, middle), here.sign, look, here.large, tagged)
    yield from priced
    yield from _icons(view, card, here, left, used, middle)
    if here.large and card.ability != "none":
        (label,) = fit_abilities([noun(f"ability.{card.ability}", lang)], right - left, 40, BODY)
        yield from ability(label, left, middle + here.sign / 2 + 34, right - left, 40, 15)


def _closer(
    view: View, player: PlayerView, card: CourtCard, here: Face, field: Field, look: Look
) -> tuple[list[Node], float]:
    """From the right in one line: cost, prize, ability, the last two beside the numbers if there are several; and the
    room that is left for the region if icons or spies are as large as they must be."""
    left, right, top = field
    middle = top + here.sign / 2 + 2
    nodes, used = cost(view, player, here, (right, middle), here.sign, look)
    above = here.numbers > 1
    edge, line = (right, here.y + _SEVERAL / 2 + 2) if above else (used, middle)
    if card.prize != "none":
        nodes.append(Sprite(edge - 16, line, Prize(card.prize, 32)))
        edge -= 38
    if card.ability != "none":
        nodes.append(Sprite(edge - 12, line, Star(12)))
        edge -= 30
    return nodes, (used if above else edge) - left - _signs(card, here) - 10


def _signs(card: CourtCard, here: Face) -> float:
    """px: the least width of what playing the card places; in a court of the spies on it, their counts and the lock."""
    slot = here.asked.slot
    if slot is None:
        return _ICON * len(card.impact)
    return _ICON * (sum(map(bool, slot.spies)) + sum(n > 1 for n in slot.spies) + (slot.hostage is not None))


def _close(view: View, card: CourtCard, here: Face, field: Field, look: Look) -> Iterator[Node]:
    """The region, and in the same line what playing the card places, or the spies on it."""
    left, right, top = field
    middle = top + here.sign / 2 + 2
    region = fit(noun(f"region.{card.region}", look.lang), right - left, DETAIL, weight="regular")
    yield from region.runs(left, middle, theme.INK_2, room=right - left, weight="regular")
    left += measure(region.lines[0], region.size, "regular") + 10
    yield from _icons(view, card, here, left, right + _signs(card, here) + 10, middle)


def _icons(view: View, card: CourtCard, here: Face, left: float, right: float, middle: float) -> Iterator[Node]:
    """What playing the card places; of a card in a court the spies on it."""
    if here.asked.slot is not None:
        yield from spies(view, here.asked.slot, left, right, middle, here.sign)
        return
    pitch = min(1.2 * here.sign, (right - left - here.sign) / max(1, len(card.impact) - 1))
    for i, icon in enumerate(card.impact):
        yield from impact(icon, left + here.sign / 2 + pitch * i, middle, min(pitch, 0.9 * here.sign))


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
        right -= here.sign + 4
    if card.ability != "none" and not here.large:
        yield Sprite(right - 18, middle, Star(14))


def cost(
    view: View,
    player: PlayerView,
    here: Face,
    at: tuple[float, float],
    sign: float,
    look: Look,
    named: bool = False,
    tagged: float = 0.0,
) -> tuple[list[Node], float]:
    """From the right: price and rupees of a market card, the bribe for one in hand and who gets it, whose court a card
    lies in; `sign` px high. And the left edge of that. named: with the name of whose court it is. tagged: px from that
    line to the tag of a bonus action, 0: it stands in the line
    """
    right, middle = at
    kind, r = here.asked.place.partition(":")[0], sign / 2
    slot = here.asked.slot
    if kind == "hand" and here.asked.card is not None:
        _, ruler, due = duty(view, player, here.asked.card, own=True)
        if due and ruler is not None:
            return bribe(view, player, ruler, due, (right, middle), r)
    if kind == "court" and here.asked.owner in (None, player.number) and slot is not None and here.uses:
        return _used(view, player, slot, (right, middle), r, look, tagged)
    if kind == "court" and here.asked.owner not in (None, player.number):
        token = SeatToken(here.asked.owner, theme.SEATS[view.players[here.asked.owner].color], r, ring=True)
        nodes: list[Node] = [Sprite(right - r, middle, token)]
        right -= 2 * r + 8
        if named and slot is not None and not any(slot.spies):
            who = fit_name(name(view, here.asked.owner, look), _OWNER, KEY)
            nodes += who.runs(right - 8, middle, INK, "r", room=_OWNER)
            right -= _OWNER
        return nodes, right
    return price(view, here, right, middle, sign) if kind == "market" else ([], right)


def _used(
    view: View, player: PlayerView, slot: CourtSlot, at: tuple[float, float], r: float, look: Look, tagged: float
) -> tuple[list[Node], float]:
    """R4.7, R7 What using a card of the own court costs: the bribe for a hostage, and no action if it is a bonus. And
    the left edge.
    """
    (right, middle), nodes = at, list[Node]()
    if slot.hostage is not None and slot.bribe:
        nodes, right = bribe(view, player, slot.hostage, slot.bribe, at, r)
    if slot.favored and tagged:
        nodes += bonus((at[0], middle + tagged), r, look)[0]
    elif slot.favored:
        tag, right = bonus((right, middle), r, look)
        nodes += tag
    return nodes, right


def bonus(at: tuple[float, float], r: float, look: Look) -> tuple[list[Node], float]:
    """R4.7 That an action costs none of those of the turn. And the left edge."""
    return _tag(sentence("court.bonus", look.lang), at, min(2 * r, 48.0), GOLD, INK)


def new_loyalty(
    player: PlayerView, card: CourtCard, here: Face, at: tuple[float, float], h: float, look: Look
) -> Nodes:
    """R4.10 On a patriot in hand that changing the loyalty comes with playing it: around the point, so high."""
    if here.asked.place.partition(":")[0] != "hand" or card.patriot in ("none", player.loyalty):
        return ()
    (x, middle), words = at, sentence("hand.new_loyalty", look.lang)
    right = x + measure(words, _tag_size(h)) / 2 + 10
    return tuple(_tag(words, (right, middle), h, theme.MADDER, WHITE)[0])


def _tag(words: str, at: tuple[float, float], h: float, fill: str, ink: str) -> tuple[list[Node], float]:
    """Words on a pill so high, from the right. And the left edge."""
    (right, middle), size = at, _tag_size(h)
    w = measure(words, size) + 20
    ground = Box(right - w, middle - h / 2, w, h, h / 2, fill)
    return [ground, Text(right - w / 2, middle, words, size, ink, "m", room=w - 6)], right - w - 8


def _tag_size(h: float) -> int:
    return BODY if h >= 48 else DETAIL if h >= 32 else MICRO


def bribe(
    view: View, player: PlayerView, payee: int, full: int, at: tuple[float, float], r: float
) -> tuple[list[Node], float]:
    """R7 Who is owed how much, `2?` in a red coin if it is more than the player has. And the left edge."""
    right, middle = at
    token = SeatToken(payee, theme.SEATS[view.players[payee].color], 0.8 * r, ring=True)
    owed = coin(full, r) if full <= player.rupees else Coin(f"{full}?", r, theme.ROSE, theme.MADDER)
    return [Sprite(right - r, middle, owed), Sprite(right - 3 * r - 4, middle, token)], right - 4 * r - 8


def price(view: View, here: Face, right: float, middle: float, sign: float = 40) -> tuple[list[Node], float]:
    """What a card of the market costs if it is to be bought, behind the struck price of its column where an ability
    changes that (R11), and the rupees on it. And the left edge of that.
    """
    space = next(space for space in view.market if here.asked.place == f"market:{space.index}")
    nodes: list[Node] = []
    r = sign / 2
    if here.asked.card is not None and here.priced:
        size = KEY if here.large else next(size for size in (BODY, DETAIL, MICRO) if size <= max(MICRO, 1.8 * r))
        usual = price_of(view, space.index % COLUMNS)
        struck = measure(str(usual), size) + 18 if usual != space.cost else 0.0
        w = 2.6 * r + measure(str(space.cost), size) + struck
        nodes += (
            Box(right - w, middle - r, w, 2 * r, r, theme.NIGHT),
            Icon("rupee", right - w + 1.1 * r, middle, 1.4 * r, WHITE, theme.NIGHT),
            Text(right - w + 2 * r + struck, middle, str(space.cost), size, WHITE, room=60),
        )
        if struck:
            left = right - w + 2 * r
            nodes += (
                Text(left, middle, str(usual), size, theme.MUTED, room=60),
                Line(((left - 3, middle + 0.3 * size), (left + struck - 15, middle - 0.3 * size)), WHITE, 3),
            )
        right -= w + 6
    if space.rupees:
        nodes.append(Sprite(right - r, middle, Coin(f"+{space.rupees}", r, theme.COIN, theme.COIN_RING)))
        right -= 2 * r + 6
    return nodes, right


def spies(view: View, slot: CourtSlot, left: float, right: float, middle: float, sign: float) -> Iterator[Node]:
    """The spies on a card, smaller where they are many; the holder of a hostage has a lock. Too many: their sum."""
    there = [(owner, n) for owner, n in enumerate(slot.spies) if n]
    if not there:
        return
    counted = sum(measure(f"×{n}", BODY) + 4 for _, n in there if n > 1)
    locks = 2.4 if slot.hostage is not None else 0.0
    broad = sum(breadth(owner, 1.0) - 2 for owner, _ in there)
    r = min(sign / 2, (right - left - counted - 8 * len(there)) / (broad + locks))
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
        w = breadth(owner, r)
        yield Sprite(left + w / 2, middle, SeatToken(owner, theme.SEATS[view.players[owner].color], r, ring=True))
        left += w + 2
        if n > 1:
            yield Text(left, middle, f"×{n}", BODY, INK, room=60)
            left += measure(f"×{n}", BODY) + 4
        left += 4
