"""How one option of a question looks: a card with what decides about it, or another thing with its name."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import CourtCard, EventCard
from engines.pax_pamir.view import CourtSlot, PlayerView, View
from render.kit.colour import GOLD, INK, WHITE, on
from render.kit.look import Lang, Look
from render.kit.scene import BODY, DETAIL, HEAD, KEY, Anchor, Box, Icon, Node, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, fit_all, fit_name, measure, paragraph
from render.kit.tokens import Coin, IconDisc, Seal, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.cards.effects import effect
from render.pax_pamir.cards.market import coin, impact
from render.pax_pamir.catalogue import name, noun, sentence, title
from render.pax_pamir.pieces import SUIT_ICONS, Emblem, Suit
from render.pax_pamir.private.asked import Asked
from render.pax_pamir.private.hand import duty

_LOW, _SMALL, _NUMBERS, _LEAST_SPY = 190.0, 150.0, 134.0, 15.0
"""px: lower cards have no room for several numbers above the name, lower ones have smaller names and signs; the width
that several numbers need; the radius of a spy among many."""


@dataclass(frozen=True, slots=True)
class Face:
    """An option and where it lies; several numbers stand above the name. priced: it is to be bought."""

    asked: Asked
    x: float
    y: float
    w: float
    h: float
    numbers: int = 1
    priced: bool = True

    @property
    def full(self) -> bool:
        """Whether it has room for all that is printed on a card, with words."""
        return self.w > 440 and self.h > 280

    @property
    def roomy(self) -> bool:
        """Whether its words and signs may be large, and its region be told."""
        return self.full or (self.w > 340 and self.h > 220)


def face(view: View, player: PlayerView, here: Face, band: str, look: Look) -> Iterator[Node]:
    """One option; its number stands on the upper left corner."""
    x, y, w, h = here.x, here.y, here.w, here.h
    yield Anchor(here.asked.place, Spot(x, y, w, h, 12, (x + 8, y + 6), min(28.0, h / 2), room=min(w, 220)))
    kind = here.asked.place.partition(":")[0]
    if kind not in ("market", "hand", "court"):
        yield from _thing(view, here, kind, look)
        return
    if band == "others":
        band = {"court": "courts"}.get(kind, kind)
    card = here.asked.card
    if card is None:
        yield Box(x, y, w, h, 12, None, theme.VACANT, 3)
    elif card in CONTENT.cards:
        yield from court_card(view, card, here, band, look.lang)
    else:
        yield from _event(CONTENT.events[card], here, look.lang)
    if band == "market":
        yield from _price(view, here)
    elif band == "hand" and card is not None:
        _, ruler, due = duty(view, player, card, own=True)
        if due and ruler is not None:
            colour = theme.SEATS[view.players[ruler].color]
            yield Sprite(x + w - 84, y + h - 36, SeatToken(ruler, colour, 20, ring=True))
            yield Sprite(x + w - 36, y + h - 36, coin(due, 25))


def _price(view: View, here: Face) -> Iterator[Node]:
    """What the card costs if it is to be bought, and the rupees that lie on it."""
    right, foot = here.x + here.w - 8, here.y + here.h
    space = next(space for space in view.market if here.asked.place == f"market:{space.index}")
    if here.asked.card is not None and here.priced:
        pill = 66 + measure(str(space.cost), KEY)
        yield Box(right - pill, foot - 60, pill, 52, 26, theme.NIGHT)
        yield Icon("rupee", right - pill + 30, foot - 34, 36, WHITE, theme.NIGHT)
        yield Text(right - pill + 54, foot - 34, str(space.cost), KEY, WHITE, room=60)
        right -= pill + 32
    else:
        right -= 30
    if space.rupees:
        yield Sprite(right, foot - 34, Coin(f"+{space.rupees}", 27, theme.COIN, theme.COIN_RING))


def court_card(view: View, number: int, here: Face, band: str, lang: Lang) -> Iterator[Node]:
    """A court card; of the band `courts` with the token of its owner."""
    card = CONTENT.cards[number]
    x, y, w, h = here.x, here.y, here.w, here.h
    colour, strip = theme.SUITS[card.suit], min(104.0, max(58.0, w * 0.22))
    sign, k = on(colour), min(1.0, h / 150)
    yield Box(x, y, w, h, 12, WHITE)
    yield Box(x, y, strip, h, 12, colour, corners=(True, False, False, True))
    size = strip * 0.62 * min(1.0, k)
    middle = y + max(40 + size / 2, h * 0.42)
    if here.asked.owner is not None and band == "courts":
        size, r = min(size, 0.22 * h), 24.0 if h > 190 else 19.0
        middle = y + max(36 + size / 2, h * 0.34)
        token = SeatToken(here.asked.owner, theme.SEATS[view.players[here.asked.owner].color], r, ring=True)
        yield Sprite(x + strip / 2, y + h - r - 8, token)
    yield Icon(SUIT_ICONS[card.suit], x + strip / 2, middle, size, sign, colour)
    star = min(26.0, (strip - 8) / max(1, card.rank))
    for i in range(card.rank):
        at = x + strip / 2 + star * (i - (card.rank - 1) / 2)
        yield Icon("star", at, middle + size / 2 + 14, star - 1, sign, colour)
    left, room = x + strip + 16, w - strip - 26
    if here.numbers > 1 and h < _LOW:  # the name stands beside them
        left, room = max(left, x + _NUMBERS), min(room, w - _NUMBERS - 10)
    name_size = HEAD if here.full else KEY if w > 440 or here.roomy else BODY
    if here.asked.slot is not None and h < _SMALL:  # above its actions
        name_size = DETAIL
    label = fit(card.name, room, name_size, 2)
    above = here.numbers > 1 or band == "hand"
    top = y + (44 if above and h >= _LOW else 12)
    top = min(top, y + h - 6 - label.size * 1.12 * len(label.lines))
    yield from label.runs(left, top + label.size * 0.56 * len(label.lines), INK, room=room)
    at = top + label.size * 1.12 * len(label.lines)
    spied = here.asked.slot is not None and any(here.asked.slot.spies)
    if here.full or (here.roomy and y + h - at > (190 if spied else 110)):
        tone = KEY if here.full else BODY
        region = fit_all([noun(f"region.{region}", lang) for region in CONTENT.regions], room, tone, weight="regular")
        yield from region[list(CONTENT.regions).index(card.region)].runs(
            left, at + 26, theme.INK_2, room=room, weight="regular"
        )
        at += 16 + tone
    if (here.full and here.asked.slot is None) or (band == "hand" and y + h - at > 92):
        step = 64 if here.full else 44
        pitch = min(step, room / max(1, len(card.impact)))
        for i, icon in enumerate(card.impact):
            yield from impact(icon, left + step * 0.4 + pitch * i, at + step * 0.5, step * 0.8)
        at += step
    yield from _foot(card, here, band, left, y + h - at, lang)
    if here.asked.slot is not None:
        yield from _spies(view, here.asked.slot, here, y + h - at, left)


def _foot(card: CourtCard, here: Face, band: str, left: float, free: float, lang: Lang) -> Iterator[Node]:
    """Actions, with their words on a full face with so much free height; of low cards to be had the patriot alone."""
    y, court = here.y + here.h, band in ("court", "courts")
    r = 28.0 if here.roomy else 22.0 if here.h > _SMALL else 18.0
    colour = theme.SUITS[card.suit]
    sign = on(colour)
    spied = here.asked.slot is not None and any(here.asked.slot.spies)
    if here.roomy and free > 62 * len(card.actions) + (74 if spied else 12):
        for i, action in enumerate(card.actions):
            middle = y - 40 - 62 * (len(card.actions) - 1 - i)
            yield Sprite(left + r, middle, IconDisc(action, r, 1.4 * r, colour, sign))
            room = here.w - (left - here.x) - 2 * r - (130 if here.full else 70)
            yield from fit(noun(f"action.{action}", lang), room, BODY).runs(left + 2 * r + 14, middle, INK, room=room)
    elif here.full or court:
        for i, action in enumerate(card.actions):
            yield Sprite(left + r + (2 * r + 10) * i, y - r - 12, IconDisc(action, r, 1.4 * r, colour, sign))
    if card.patriot != "none":
        at = here.x + here.w - 40, y - 94
        if not here.full:
            at = (here.x + here.w - 36, y - 34) if court else (left + 22, y - 36)
        yield Sprite(*at, Emblem(card.patriot, 44))


def _spies(view: View, slot: CourtSlot, here: Face, free: float, left: float) -> Iterator[Node]:
    """The spies on a card in a line above its actions, or where it is low beside them, smaller where several actions
    begin at `left`; the holder of a hostage has a lock."""
    there = [(owner, n) for owner, n in enumerate(slot.spies) if n]
    if not there:
        return
    r = 24.0 if here.roomy else 19.0
    patriot = CONTENT.cards[slot.card].patriot != "none"
    above = free > 2 * r + (84 if patriot else 64)
    y = here.y + here.h - (124 if here.full and not above else 34)
    if above:
        y = here.y + here.h - free + r + 14
    beside = patriot and not above and not here.full
    right = here.x + here.w - 14 - (48 if beside else 0)
    if not above:
        action = 2 * (28.0 if here.roomy else 22.0 if here.h > _SMALL else 18.0) + 10
        room = right - left - action * len(CONTENT.cards[slot.card].actions)
        counted = sum(measure(f"×{n}", BODY) + 8 for _, n in there if n > 1)
        radii = 2 * len(there) + (1.75 if slot.hostage is not None else 0)
        r = min(r, (room - counted - 12 * len(there)) / radii)
    if r < _LEAST_SPY:  # too many owners: their sum
        yield from _spy_sum(slot, right, y)
        return
    x = right - r
    for owner, n in reversed(there):
        words = f"×{n}"
        if n > 1:
            w = measure(words, BODY)
            yield Text(x + r - w, y, words, BODY, INK, room=w + 2)
            x -= w + 8
        yield Sprite(x, y + (2 if owner == 2 else 0), SeatToken(owner, theme.SEATS[view.players[owner].color], r, True))
        x -= 2 * r + 12
    if slot.hostage is not None:
        yield Icon("lock", x, y, 1.5 * r, INK, WHITE)


def _spy_sum(slot: CourtSlot, right: float, y: float) -> Iterator[Node]:
    """How many spies are on a card, and the lock of a hostage."""
    words = f"×{sum(slot.spies)}"
    w = measure(words, BODY)
    yield Text(right - w, y, words, BODY, INK, room=w + 2)
    yield Icon("spy", right - w - 20, y, 30, INK, WHITE)
    if slot.hostage is not None:
        yield Icon("lock", right - w - 46, y, 22, INK, WHITE)


def _event(event: EventCard, here: Face, lang: Lang) -> Iterator[Node]:
    """An event or a dominance check; where there is room with what it does."""
    x, y, w, h = here.x, here.y, here.w, here.h
    fill, edge = (theme.NIGHT_2, GOLD) if event.is_check else (theme.MADDER, theme.MADDER_LINE)
    yield Box(x, y, w, h, 12, fill, edge, 3)
    words = (
        sentence("market.check", lang, check=noun("phase.dominance_check", lang))
        if event.is_check
        else title(f"event.{event.purchased}", lang)
    )
    room = w - 80
    label = fit(words, room, HEAD if here.full else BODY, 2)
    if here.full and event.is_check:
        for i, coalition in enumerate(COALITIONS):
            yield Sprite(x + w * (0.25 + 0.25 * i), y + h * 0.28, Emblem(coalition, 0.16 * w))
        yield from label.runs(x + w / 2, y + h * 0.58, WHITE, "m", room=room)
        return
    if not here.full:
        yield from label.runs(x + 52, y + h * 0.4, WHITE, room=room)
        return
    top = y + 50
    yield from label.runs(x + 52, top + label.size * 0.56 * len(label.lines), WHITE, room=room)
    top += label.size * 1.12 * len(label.lines) + 16
    told = paragraph(effect(event.purchased, lang), room, BODY)
    yield from told.runs(x + 52, top + BODY * 0.56 * len(told.lines), theme.PANEL, room=room)


def _thing(view: View, here: Face, kind: str, look: Look) -> Iterator[Node]:
    """A gift space, an end of the court, a player, a suit or a coalition: its sign, large, above its name."""
    x, y, w, h = here.x, here.y, here.w, here.h
    _, _, what = here.asked.place.partition(":")
    middle, size = x + w / 2, min(0.5 * h, 0.4 * w)
    centre = y + 0.4 * h
    yield Box(x, y, w, h, 12, WHITE)
    match kind:
        case "gift":
            yield Icon("gift", middle, centre - 0.1 * size, 0.8 * size, INK, WHITE)
            words = what
            yield Icon("rupee", middle - 40, y + h * 0.82, 48, INK, WHITE)
            yield Text(middle, y + h * 0.82, words, HEAD, INK, room=80)
            return
        case "end":
            words = noun(f"place.{what}_end", look.lang)
            yield Icon("arrow", middle, centre, size, INK, WHITE)
        case "player":
            number = int(what)
            seat = view.players[number]
            words = name(view, number, look)
            token = SeatToken(number, theme.SEATS[seat.color], 0.36 * size, ring=True)
            yield Sprite(middle - 0.62 * size, centre, token)
            yield Sprite(middle + 0.5 * size, centre - 0.22 * size, Seal(str(seat.vp), 0.3 * size))
            yield Icon("rupee", middle + 0.34 * size, centre + 0.34 * size, 48, INK, WHITE)
            yield Text(middle + 0.34 * size + 38, centre + 0.34 * size, str(seat.rupees), HEAD, INK, room=80)
        case "suit":
            words = title(f"suit.{what}", look.lang)
            yield Sprite(middle, centre, Suit(what, 0.56 * size))
        case _:
            words = noun(f"coalition.{what}", look.lang)
            yield Sprite(middle, centre, Emblem(what, 0.9 * size))
    label = fit_name(words, w - 24, HEAD) if kind == "player" else fit(words, w - 24, HEAD, 2)
    yield from label.runs(middle, y + h * 0.82, INK, "m", room=w - 24)
