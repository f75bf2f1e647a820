"""The options of a question about cards, as large as the picture allows: nothing that cannot be chosen is drawn.

Market, hand and court have a band each; a card shows what decides: suit, rank, name, what it does, what it costs.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import CourtCard, EventCard
from engines.pax_pamir.view import PlayerView, View
from render.kit.colour import GOLD, INK, WHITE, on
from render.kit.look import Lang, Look
from render.kit.scene import BODY, HEAD, KEY, Anchor, Box, Disc, Icon, Node, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, fit_all, measure
from render.kit.tokens import IconDisc, Seal, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.cards.market import coin, impact
from render.pax_pamir.catalogue import noun, sentence, title
from render.pax_pamir.layout import HEIGHT, LEFT
from render.pax_pamir.pieces import SUIT_ICONS, Emblem, Suit
from render.pax_pamir.private.hand import duty

_TOP, _FOOT, _RIGHT, _GAP = 132, HEIGHT - 26, 1556, 14
_HEAD = 52  # of a band: its icon and its word
_FEW = 6  # so many options have full faces
_TALLEST = 640.0
_WEIGHTS = {"market": 1.0, "hand": 1.5, "court": 1.1}
_ICONS = {"market": "purchase", "hand": "hand", "court": "political"}


@dataclass(frozen=True, slots=True)
class Face:
    """A card as an option, or a vacant space of the market, and where it lies."""

    place: str
    card: int | None
    x: float
    y: float
    w: float
    h: float

    @property
    def full(self) -> bool:
        return self.w > 440 and self.h > 280


def options(view: View, player: PlayerView, look: Look) -> dict[str, list[tuple[str, int | None]]]:
    """Band -> (place, card) of what can be chosen, in the order in which it lies."""
    asked = {mark.place for mark in look.marks}
    found: dict[str, list[tuple[str, int | None]]] = {
        "market": [(f"market:{space.index}", space.card) for space in view.market],
        "hand": [(f"hand:{card}", card) for card in player.hand or ()],
        "court": [(f"court:{slot.card}", slot.card) for slot in player.court],
    }
    shown = {band: [(place, card) for place, card in cards if place in asked] for band, cards in found.items()}
    return {band: cards for band, cards in shown.items() if cards}


def choice(view: View, player: PlayerView, look: Look) -> Iterator[Node]:
    """Head and bands; some card can be chosen."""
    bands = options(view, player, look)
    yield from _head(view, player, look)
    lines = {band: _lines(band, len(cards), sum(map(len, bands.values()))) for band, cards in bands.items()}
    weight = sum(_WEIGHTS[band] * len(rows) for band, rows in lines.items())
    room = _FOOT - _TOP - _HEAD * len(bands) - _GAP * sum(map(len, lines.values()))
    unit = min(_TALLEST / max(_WEIGHTS[band] for band in bands), room / weight)
    y = float(_TOP)
    for band, cards in bands.items():
        yield from _title(band, look.lang, y)
        y += _HEAD
        cells = iter(cards)
        h = unit * _WEIGHTS[band]
        for across in lines[band]:
            pitch = (_RIGHT - LEFT + _GAP) / max(2, *lines[band])
            for i in range(across):
                place, card = next(cells)
                yield from _face(view, player, Face(place, card, LEFT + pitch * i, y, pitch - _GAP, h), band, look.lang)
            y += h + _GAP


def _lines(band: str, number: int, total: int) -> list[int]:
    """How many cards stand in each line of a band."""
    if total <= _FEW:
        columns = 2 if number in (2, 4) else min(3, number)
    else:
        columns = 6 if band == "hand" and number > 4 else 4 if number > 3 else 3
    full, rest = divmod(number, columns)
    return [columns] * full + [rest] * bool(rest)


def _title(band: str, lang: Lang, y: float) -> Iterator[Node]:
    yield Icon(_ICONS[band], LEFT + 140, y + 24, 36, WHITE, theme.NIGHT)
    words = {"market": "market.title", "hand": "hand.cards", "court": "hand.court"}[band]
    yield Text(LEFT + 170, y + 24, sentence(words, lang), KEY, WHITE, room=500)


def _head(view: View, player: PlayerView, look: Look) -> Iterator[Node]:
    """For whom it is, and the means that decide."""
    y, lang = 68, look.lang
    yield Icon("eye_off", 80, y, 56, GOLD, theme.NIGHT)
    own = view.turn is not None and view.turn.player == player.number
    words = fit(sentence("turn.title" if own else "private.notice", lang), 300, HEAD)
    yield from words.runs(122, y, GOLD, room=310)
    x = 122 + measure(words.lines[0], words.size) + 44
    if own and view.turn is not None:
        for i in range(max(2, view.turn.actions)):
            left = i < view.turn.actions
            yield Disc(x + 68 * i, y, 26, GOLD) if left else Disc(x + 68 * i, y, 26, None, GOLD, 4)
        x += 68 * max(2, view.turn.actions) + 10
    for icon, told, over in (
        ("rupee", str(player.rupees), False),
        ("hand", f"{player.held}/{player.hand_limit}", player.held > player.hand_limit),
        ("political", f"{len(player.court)}/{player.court_limit}", len(player.court) > player.court_limit),
    ):
        yield Icon(icon, x, y, 50, WHITE, theme.NIGHT)
        yield Text(x + 38, y, told, HEAD, theme.COALITIONS["british"] if over else WHITE, room=150)
        x += 38 + measure(told, HEAD) + 58
    yield Sprite(1320, y, Suit(view.favored, 42, rim=2.5))
    if player.loyalty is not None:
        yield Sprite(1414, y, Emblem(player.loyalty, 68))
    yield Sprite(1508, y, Seal(str(player.vp), 42))


def _face(view: View, player: PlayerView, face: Face, band: str, lang: Lang) -> Iterator[Node]:
    x, y, w, h = face.x, face.y, face.w, face.h
    yield Anchor(face.place, Spot(x, y, w, h, 12, (x + 8, y + 6), 28, room=min(w, 220)))
    if face.card is None:
        yield Box(x, y, w, h, 12, None, theme.VACANT, 3)
        return
    if face.card in CONTENT.cards:
        yield from _court_card(CONTENT.cards[face.card], face, band, lang)
    else:
        yield from _event(CONTENT.events[face.card], face, lang)
    if band == "market":
        cost = next(space.cost for space in view.market if space.card == face.card)
        pill = 74 + measure(str(cost), KEY)
        yield Box(x + w - pill - 8, y + h - 60, pill, 52, 26, theme.NIGHT)
        yield Icon("rupee", x + w - pill + 22, y + h - 34, 36, WHITE, theme.NIGHT)
        yield Text(x + w - pill + 48, y + h - 34, str(cost), KEY, WHITE, room=60)
    elif band == "hand":
        _, ruler, due = duty(view, player, face.card, own=True)
        if due and ruler is not None:
            colour = theme.SEATS[view.players[ruler].color]
            yield Sprite(x + w - 84, y + h - 36, SeatToken(ruler, colour, 20, ring=True))
            yield Sprite(x + w - 36, y + h - 36, coin(due, 25))


def _court_card(card: CourtCard, face: Face, band: str, lang: Lang) -> Iterator[Node]:
    x, y, w, h = face.x, face.y, face.w, face.h
    colour, strip = theme.SUITS[card.suit], min(104.0, max(58.0, w * 0.22))
    sign, k = on(colour), min(1.0, h / 150)
    yield Box(x, y, w, h, 12, WHITE)
    yield Box(x, y, strip, h, 12, colour, corners=(True, False, False, True))
    size = strip * 0.62 * min(1.0, k)
    middle = y + max(40 + size / 2, h * 0.42)
    yield Icon(SUIT_ICONS[card.suit], x + strip / 2, middle, size, sign, colour)
    star = min(26.0, (strip - 8) / max(1, card.rank))
    for i in range(card.rank):
        at = x + strip / 2 + star * (i - (card.rank - 1) / 2)
        yield Icon("star", at, middle + size / 2 + 14, star - 1, sign, colour)
    left, room = x + strip + 16, w - strip - 26
    name = fit(card.name, room, HEAD if face.full else KEY if w > 440 else BODY, 2)
    top = y + (44 if band == "hand" else 12)
    yield from name.runs(left, top + name.size * 0.56 * len(name.lines), INK, room=room)
    at = top + name.size * 1.12 * len(name.lines)
    if face.full:
        region = fit_all([noun(f"region.{region}", lang) for region in CONTENT.regions], room, KEY, weight="regular")
        here = region[list(CONTENT.regions).index(card.region)]
        yield from here.runs(left, at + 26, theme.INK_2, room=room, weight="regular")
        at += 56
    if face.full or (band == "hand" and y + h - at > 92):
        step = 64 if face.full else 44
        for i, icon in enumerate(card.impact):
            yield from impact(
                icon, left + step * 0.4 + min(step, room / max(1, len(card.impact))) * i, at + step * 0.5, step * 0.8
            )
        at += step
    yield from _foot(card, face, band, left, y + h - at, lang)


def _foot(card: CourtCard, face: Face, band: str, left: float, free: float, lang: Lang) -> Iterator[Node]:
    """Actions, with their words on a full face with so much free height; of low cards to be had the patriot alone."""
    y, r = face.y + face.h, 28.0 if face.full else 22.0
    colour = theme.SUITS[card.suit]
    sign = on(colour)
    if face.full and free > 62 * len(card.actions) + 12:
        for i, action in enumerate(card.actions):
            middle = y - 40 - 62 * (len(card.actions) - 1 - i)
            yield Sprite(left + r, middle, IconDisc(action, r, 1.4 * r, colour, sign))
            room = face.w - (left - face.x) - 2 * r - 130
            yield from fit(noun(f"action.{action}", lang), room, BODY).runs(left + 2 * r + 14, middle, INK, room=room)
    elif face.full or band == "court":
        for i, action in enumerate(card.actions):
            yield Sprite(left + r + (2 * r + 10) * i, y - r - 12, IconDisc(action, r, 1.4 * r, colour, sign))
    if card.patriot != "none":
        at = (left + 22, y - 36) if not face.full and band != "court" else (face.x + face.w - 40, y - 94)
        if band == "court" and not face.full:
            at = face.x + face.w - 36, y - 34
        yield Sprite(*at, Emblem(card.patriot, 44))


def _event(event: EventCard, face: Face, lang: Lang) -> Iterator[Node]:
    """An event or a dominance check by its name alone."""
    x, y, w, h = face.x, face.y, face.w, face.h
    fill, edge = (theme.NIGHT, GOLD) if event.is_check else (theme.MADDER, theme.MADDER_LINE)
    yield Box(x, y, w, h, 12, fill, edge, 3)
    words = (
        sentence("market.check", lang, check=noun("phase.dominance_check", lang))
        if event.is_check
        else title(f"event.{event.purchased}", lang)
    )
    room = w - 80
    yield from fit(words, room, HEAD if face.full else BODY, 2).runs(x + 52, y + h * 0.4, WHITE, room=room)
