"""What lies before a player but is not asked about: hand, court and market, quiet and small, and why it must wait."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import PlayerView, View
from render.kit.colour import INK, WHITE, on
from render.kit.look import Lang, Look
from render.kit.scene import BODY, DETAIL, KEY, MICRO, Box, Icon, Node, Sprite, Text
from render.kit.text import fit, measure, paragraph
from render.kit.tokens import SeatToken
from render.pax_pamir import theme
from render.pax_pamir.cards.market import OnCard, on_small_card, small_card
from render.pax_pamir.catalogue import noun, sentence, title
from render.pax_pamir.layout import CARD_PITCH, CARD_W, COLUMNS, LEFT, SPACE_H
from render.pax_pamir.pieces import SUIT_ICONS

_LABEL, _GAP, _APART = 58, 10, 12  # height of a line of words; between two rows; above each kind
TALL, LOW = float(SPACE_H), 80.0
"""Of the cards: as in the market, and where there is less room."""
_BAND, _PRICED = 46, 64  # px of a low card for its suit, and for its price below that
_PRICES = 40  # px above other cards for their prices
MENU = "menu.ask"
"""R5 What to do in the own turn."""


@dataclass(frozen=True, slots=True)
class Left:
    """A card that is not asked about. price: in the market; spies: by player, where it lies in the own court."""

    card: int
    price: int | None = None
    rupees: int = 0
    locked: bool = False
    spies: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """Cards of one kind: icon, words, and why none of them can be chosen now."""

    icon: str
    words: str
    why: str
    cards: tuple[Left, ...]


def rest(view: View, player: PlayerView, look: Look) -> tuple[Kind, ...]:
    """Own hand, own court and market, without what can be chosen; a hand that holds nothing says so."""
    places, lang = {mark.place for mark in look.marks}, look.lang
    hand = [card for card in player.hand or () if f"hand:{card}" not in places]
    court = [slot for slot in player.court if f"court:{slot.card}" not in places]
    market = [s for s in view.market if s.card is not None and f"market:{s.index}" not in places]
    found: list[Kind] = []
    if hand or not player.hand:
        words = sentence("hand.held", lang, n=player.held, limit=player.hand_limit)
        reasons = [_hand(view)] * len(hand) or ["none"]
        cards = tuple(Left(card, player.bribes.get(card)) for card in hand)
        found.append(Kind("hand", words, _why(view, player, look, reasons), cards))
    if court:
        words = sentence("turn.court", lang, n=len(player.court), limit=player.court_limit)
        reasons = [_court(view, player, slot.card) for slot in court]
        cards = tuple(Left(slot.card, spies=slot.spies) for slot in court)
        found.append(Kind("political", words, _why(view, player, look, reasons), cards))
    if market:
        cards = tuple(Left(s.card, s.cost, s.rupees, s.locked) for s in market if s.card is not None)
        reasons = [_market(view, one) for one in cards]
        found.append(Kind("purchase", sentence("market.title", lang), _why(view, player, look, reasons), cards))
    return tuple(found)


def _why(view: View, player: PlayerView, look: Look, reasons: Sequence[str]) -> str:
    """R5 In the own turn each reason once; while actions are left and something else is asked, that it comes first."""
    own = view.turn is not None and view.turn.player == player.number
    if reasons == ["none"]:
        keys: Sequence[str] = reasons
    elif not own:
        keys = ["turn"]
    elif look.question is not None and look.question.key != MENU and not _spent(view):
        keys = ["after"]
    else:
        keys = [key for key in dict.fromkeys(reasons) if not (key == "idle" and "idle_or_bribe" in reasons)]
    return " · ".join(sentence(f"rest.{key}", look.lang) for key in keys)


def _spent(view: View) -> bool:
    return view.turn is not None and not view.turn.actions


def _hand(view: View) -> str:
    """R6.2, R7 An action, and the bribe to whoever rules the region."""
    return "no_action" if _spent(view) else "bribe"


def _court(view: View, player: PlayerView, card: int) -> str:
    """R5, R4.7, R7 One action of each card in a turn; a bonus action needs none left; a hostage's holder is bribed."""
    slot = next(slot for slot in player.court if slot.card == card)
    if slot.used:
        return "used"
    if _spent(view) and not slot.favored:
        return "no_action"
    dear = slot.hostage is not None and slot.spies[slot.hostage] > player.rupees and not player.declines
    return "idle_or_bribe" if dear else "idle"


def _market(view: View, one: Left) -> str:
    """R6.1 An action, the price, no rupee put on it in this turn, and no event that cannot be bought."""
    if _spent(view):
        return "no_action"
    event = CONTENT.events.get(one.card)
    if event is not None and not event.purchasable:
        return "unsold"
    return "locked" if one.locked else "dear"


Row = list[tuple[int, int, Kind]]
"""Kinds beside each other, each with its first column and how many it has."""


def height(kinds: Sequence[Kind], card: float) -> float:
    """Of all of it, where its cards are so high."""
    return sum(_APART + _LABEL + _deep(row) * (card + _GAP + _above(row, card)) for row in _rows(kinds))


def drawn(view: View, kinds: Sequence[Kind], y: float, h: float, lang: Lang) -> Iterator[Node]:
    """From y on, with cards h high."""
    for row in _rows(kinds):
        y += _APART + _LABEL
        above = _above(row, h)
        pitch = h + _GAP + above
        for start, columns, kind in row:
            left = LEFT + CARD_PITCH * start
            yield from _label(kind, left, y - _LABEL / 2 - 10, CARD_PITCH * columns - _GAP)
            for i, one in enumerate(kind.cards):
                x, top = left + CARD_PITCH * (i % COLUMNS), y + above + pitch * (i // COLUMNS)
                if above and one.price is not None:
                    yield from _price(one.price, x + 4, top - 24)
                yield from _card(view, one, x, top, h, lang)
        y += pitch * _deep(row)


def _above(row: Row, card: float) -> int:
    """px above each card that is so high: prices, where there are any."""
    return _PRICES if card >= TALL and any(one.price is not None for _, _, kind in row for one in kind.cards) else 0


def _price(price: int, x: float, middle: float) -> Iterator[Node]:
    """As at the head of a column of the market."""
    yield Icon("rupee", x + 16, middle, 32, WHITE, theme.NIGHT)
    yield Text(x + 40, middle, str(price), BODY, WHITE, room=60)


def _rows(kinds: Sequence[Kind]) -> list[Row]:
    """Kinds stand beside each other where there is room for their cards and their words."""
    rows: list[Row] = []
    used: int = COLUMNS
    for kind in kinds:
        columns = max(1, min(COLUMNS, max(len(kind.cards), ceil((_words(kind) + _GAP) / CARD_PITCH))))
        if used + columns > COLUMNS:
            rows.append([])
            used = 0
        rows[-1].append((used, columns, kind))
        used += columns
    return rows


def _deep(row: Row) -> int:
    return max(-(-len(kind.cards) // COLUMNS) for _, _, kind in row)


_WHY = 26
"""px between what the cards are and why they must wait."""


def _words(kind: Kind) -> float:
    """px: the width of icon, words and reason."""
    return 50 + measure(kind.words, BODY) + _WHY + measure(kind.why, KEY)


def _label(kind: Kind, x: float, y: float, room: float) -> Iterator[Node]:
    yield Icon(kind.icon, x + 20, y, 34, theme.MUTED, theme.NIGHT)
    yield Text(x + 50, y, kind.words, BODY, WHITE, room=400)
    left = x + 50 + measure(kind.words, BODY) + _WHY
    yield from fit(kind.why, x + room - left, KEY).runs(left, y, theme.MUTED, room=x + room - left)


def _card(view: View, one: Left, x: float, y: float, h: float, lang: Lang) -> Iterator[Node]:
    if h < TALL:
        yield from _low(one, x, y, lang)
    else:
        space = OnCard(one.rupees, None, one.locked, view.checks_left)
        yield from small_card(one.card, x, y, lang, space)
        yield from on_small_card(x, y, space, one.card)
    r, middle = (17, y + h - 22) if h >= TALL else (14, y + 1)  # on a low card above its name, as prices are
    for i, owner in enumerate(reversed([owner for owner, n in enumerate(one.spies) if n])):
        token = SeatToken(owner, theme.SEATS[view.players[owner].color], r, ring=True)
        yield Sprite(x + CARD_W - 26 - 42 * i, middle, token)


def _low(one: Left, x: float, y: float, lang: Lang) -> Iterator[Node]:
    """Suit and name, or an event's; the price at the left."""
    card, band = CONTENT.cards.get(one.card), _BAND if one.price is None else _PRICED
    lower = 0.0 if one.price is None else 17.0
    if card is None:
        event = CONTENT.events[one.card]
        told = sentence("market.check", lang, check=noun("phase.dominance_check", lang))
        words = told if event.is_check else title(f"event.{event.purchased}", lang)
        yield Box(x, y, CARD_W, LOW, 12, theme.NIGHT_2 if event.is_check else theme.QUIET_MADDER)
        ink = WHITE
    else:
        words, ink, colour = card.name, INK, theme.QUIET_SUITS[card.suit]
        yield Box(x, y, CARD_W, LOW, 12, theme.QUIET)
        yield Box(x, y, band, LOW, 12, colour, corners=(True, False, False, True))
        yield Icon(SUIT_ICONS[card.suit], x + band / 2, y + LOW / 2 - lower, 32, on(colour), colour)
    left = x + 14 if card is None and one.price is None else x + band + 8
    room = x + CARD_W - 6 - left
    name = fit(words, room, DETAIL, 2)
    if name.cut:
        name = paragraph(words, room, MICRO)
    yield from name.runs(left, y + LOW / 2 + (4 if one.price is None else 0), ink, room=room)
    if one.price is not None:
        middle = y + LOW / 2 + (0 if card is None else 20)
        yield Box(x + 3, middle - 16, band - 6, 32, 12, theme.NIGHT)
        yield Icon("rupee", x + 17, middle, 22, WHITE, theme.NIGHT)
        yield Text(x + (band + 26) / 2, middle, str(one.price), DETAIL, WHITE, "m", room=band - 28)
