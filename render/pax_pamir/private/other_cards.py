"""Cards of hand, court and market that are not options of a question, drawn small and grey, with the reason."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import PlayerView, View
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.cards.face import draw_card_face
from render.pax_pamir.cards.market import CardState, draw_market_card, draw_things_on_card
from render.pax_pamir.catalogue import render_message, render_noun, render_title
from render.pax_pamir.layout import CARD_PITCH, CARD_W, COLUMNS, LEFT, SPACE_H
from render.pax_pamir.pieces import SUIT_ICONS

_LABEL, _GAP, _APART = 58, 10, 12  # height of a group's title; px between two rows; px above each group
TALL_H, LOW_H = float(SPACE_H), 80.0
"""Height of the cards: as in the market, and if there is less space."""
_BAND, _PRICED = 46, 64  # px: width of a low card's band with the suit, and with a price
_PRICES = 40  # px above higher cards for their prices
TURN_QUESTIONS = ("menu.ask", "menu.ask_bonus")
"""R5 Keys of the question for an action in the reader's turn."""


@dataclass(frozen=True, slots=True)
class OtherCard:
    """A card that is not an option."""

    card: int  # printed number, 1-116
    price: int | None = None
    """In the market; in hand: the bribe, if any."""
    rupees: int = 0
    """Rupees on it in the market."""
    is_locked: bool = False  # in the market: it cannot be bought this turn (R6.1)
    spies: tuple[int, ...] = ()
    """In the reader's court: number of spies by player."""


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards of hand, court or market under one title."""

    icon: str  # name of the icon before the title
    heading: str
    """The title."""
    reason: str
    """The reason why none of them can be chosen now."""
    cards: tuple[OtherCard, ...]  # in the order of hand, court or market; empty for an empty hand


def group_other_cards(view: View, player: PlayerView, ctx: kit.RenderContext) -> tuple[CardGroup, ...]:
    """Group the cards of hand, court and market that the reader cannot choose; an empty hand has a group as well."""
    places, lang = {mark.place for mark in ctx.marks}, ctx.lang
    hand = [card for card in player.hand or () if f"hand:{card}" not in places]
    court = [slot for slot in player.court if f"court:{slot.card}" not in places]
    market = [s for s in view.market if s.card is not None and f"market:{s.index}" not in places]
    groups: list[CardGroup] = []
    if hand or not player.hand:
        words = render_message("hand.held", lang, n=player.hand_size, limit=player.hand_limit)
        reasons = [_explain_hand_card(view)] * len(hand) or ["none"]
        cards = tuple(OtherCard(card, player.bribes.get(card)) for card in hand)
        groups.append(CardGroup("hand", words, _render_reasons(view, player, ctx, reasons), cards))
    if court:
        words = render_message("turn.court", lang, n=len(player.court), limit=player.court_limit)
        reasons = [_explain_court_card(view, player, slot.card) for slot in court]
        cards = tuple(OtherCard(slot.card, spies=slot.spies) for slot in court)
        groups.append(CardGroup("political", words, _render_reasons(view, player, ctx, reasons), cards))
    if market:
        cards = tuple(OtherCard(s.card, s.cost, s.rupees, s.is_locked) for s in market if s.card is not None)
        reasons = [_explain_market_card(view, entry) for entry in cards]
        groups.append(
            CardGroup(
                "purchase", render_message("market.title", lang), _render_reasons(view, player, ctx, reasons), cards
            )
        )
    return tuple(groups)


def _render_reasons(view: View, player: PlayerView, ctx: kit.RenderContext, reasons: Sequence[str]) -> str:
    """R5 Return the text of the reasons, each once.

    Out of turn: that it is not the reader's turn. During another question, with actions left: that it comes first.
    """
    is_own_turn = view.turn is not None and view.turn.player == player.number
    if reasons == ["none"]:
        keys: Sequence[str] = reasons
    elif not is_own_turn:
        keys = ["turn"]
    elif ctx.question is not None and ctx.question.key not in TURN_QUESTIONS and not _has_no_actions(view):
        keys = ["after"]
    else:
        keys = [key for key in dict.fromkeys(reasons) if not (key == "idle" and "idle_or_bribe" in reasons)]
    return " · ".join(render_message(f"rest.{key}", ctx.lang) for key in keys)


def _has_no_actions(view: View) -> bool:
    return view.turn is not None and not view.turn.actions


def _explain_hand_card(view: View) -> str:
    """R6.2, R7 Return why a card in hand cannot be played: no action left, or the bribe to the region's ruler."""
    return "no_action" if _has_no_actions(view) else "bribe"


def _explain_court_card(view: View, player: PlayerView, card: int) -> str:
    """R5, R4.7, R7 Return why a court card cannot be used: used this turn, no action left, nothing to do, or a bribe.

    A bonus action needs no action left. Using a hostage costs a bribe to its holder.
    """
    slot = next(slot for slot in player.court if slot.card == card)
    if slot.is_used:
        return "used"
    if _has_no_actions(view) and not slot.is_favored:
        return "no_action"
    is_bribe_too_dear = slot.hostage is not None and slot.spies[slot.hostage] > player.rupees and not player.may_decline
    return "idle_or_bribe" if is_bribe_too_dear else "idle"


def _explain_market_card(view: View, entry: OtherCard) -> str:
    """R6.1 Return why a market card cannot be bought: no action left, an event not for sale, locked, or the price.

    A card is locked while a rupee put on it in this turn lies there.
    """
    if _has_no_actions(view):
        return "no_action"
    event = CONTENT.events.get(entry.card)
    if event is not None and not event.is_purchasable:
        return "unsold"
    return "locked" if entry.is_locked else "dear"


GroupRow = list[tuple[int, int, CardGroup]]
"""Groups beside each other, each with its first column and its number of columns."""


def measure_groups(groups: Sequence[CardGroup], card_h: float) -> float:
    """Return the height of all groups with cards of height `card_h`."""
    return sum(
        _APART + _LABEL + _count_lines(row) * (card_h + _GAP + _find_price_height(row, card_h))
        for row in _arrange_rows(groups)
    )


def draw_other_cards(view: View, groups: Sequence[CardGroup], y: float, h: float, lang: kit.Lang) -> Iterator[kit.Node]:
    """Draw the groups from y down, with cards of height h."""
    for row in _arrange_rows(groups):
        y += _APART + _LABEL
        price_h = _find_price_height(row, h)
        pitch = h + _GAP + price_h
        for start, columns, group in row:
            left = LEFT + CARD_PITCH * start
            yield from _draw_heading(group, left, y - _LABEL / 2 - 10, CARD_PITCH * columns - _GAP)
            for i, entry in enumerate(group.cards):
                x, top = left + CARD_PITCH * (i % COLUMNS), y + price_h + pitch * (i // COLUMNS)
                if price_h and entry.price is not None:
                    yield from _draw_price(entry.price, x + 4, top - 24)
                yield from _draw_card(view, entry, x, top, h, lang)
        y += pitch * _count_lines(row)


def _find_price_height(row: GroupRow, card_h: float) -> int:
    """Return the px above each card for prices; 0 without prices, or for low cards."""
    return (
        _PRICES
        if card_h >= TALL_H and any(entry.price is not None for _, _, group in row for entry in group.cards)
        else 0
    )


def _draw_price(price: int, x: float, middle: float) -> Iterator[kit.Node]:
    """Draw a price as at the head of a market column."""
    yield kit.Icon("rupee", x + 16, middle, 32, theme.CREAM, theme.NIGHT)
    yield kit.TextRun(x + 40, middle, str(price), kit.BODY, theme.CREAM, max_width=60)


def _arrange_rows(groups: Sequence[CardGroup]) -> list[GroupRow]:
    """Arrange groups beside each other if their cards and titles fit."""
    rows: list[GroupRow] = []
    used_columns: int = COLUMNS
    for group in groups:
        columns = max(1, min(COLUMNS, max(len(group.cards), ceil((_measure_heading(group) + _GAP) / CARD_PITCH))))
        if used_columns + columns > COLUMNS:
            rows.append([])
            used_columns = 0
        rows[-1].append((used_columns, columns, group))
        used_columns += columns
    return rows


def _count_lines(row: GroupRow) -> int:
    return max(-(-len(group.cards) // COLUMNS) for _, _, group in row)


_REASON_GAP = 26
"""px between a group's title and the reason."""


def _measure_heading(group: CardGroup) -> float:
    """Return the width of icon, title and reason, in px."""
    return 50 + kit.measure_text(group.heading, kit.BODY) + _REASON_GAP + kit.measure_text(group.reason, kit.KEY)


def _draw_heading(group: CardGroup, x: float, y: float, max_width: float) -> Iterator[kit.Node]:
    yield kit.Icon(group.icon, x + 20, y, 34, theme.MUTED, theme.NIGHT)
    yield kit.TextRun(x + 50, y, group.heading, kit.BODY, theme.CREAM, max_width=400)
    left = x + 50 + kit.measure_text(group.heading, kit.BODY) + _REASON_GAP
    yield from kit.fit_text(group.reason, x + max_width - left, kit.KEY).build_runs(
        left, y, theme.MUTED, max_width=x + max_width - left
    )


def _draw_card(view: View, entry: OtherCard, x: float, y: float, h: float, lang: kit.Lang) -> Iterator[kit.Node]:
    if h < TALL_H:
        yield from _draw_low_card(entry, x, y, lang)
    else:
        space = CardState(entry.rupees, None, entry.is_locked, view.checks_left)
        yield from draw_market_card(entry.card, x, y, lang, space)
        yield from draw_things_on_card(x, y, space, entry.card)
    r, middle = (17, y + h - 22) if h >= TALL_H else (14, y + 1)  # on a low card above its name, like prices
    for i, owner in enumerate(reversed([owner for owner, n in enumerate(entry.spies) if n])):
        token = kit.SeatToken(owner, theme.SEATS[view.players[owner].color], r, has_ring=True)
        yield kit.Sprite(x + CARD_W - 26 - 42 * i, middle, token)


def _draw_low_card(entry: OtherCard, x: float, y: float, lang: kit.Lang) -> Iterator[kit.Node]:
    """Draw a low card: suit and name, or the name of an event; the price at the left."""
    card, band = CONTENT.cards.get(entry.card), _BAND if entry.price is None else _PRICED
    icon_dy = 0.0 if entry.price is None else 17.0
    if card is None:
        event = CONTENT.events[entry.card]
        check_name = render_message("market.check", lang, check=render_noun("phase.dominance_check", lang))
        words = check_name if event.is_check else render_title(f"event.{event.purchased}", lang)
        yield kit.Box(x, y, CARD_W, LOW_H, 12, theme.CHECK if event.is_check else theme.QUIET_MADDER, material="cloth")
        ink = theme.CREAM
    else:
        words, ink, colour = card.name, theme.INK, theme.QUIET_SUITS[card.suit]
        yield from draw_card_face(x, y, CARD_W, LOW_H, band, card.id, is_quiet=True)
        yield kit.Icon(SUIT_ICONS[card.suit], x + band / 2, y + LOW_H / 2 - icon_dy, 32, kit.pick_ink(colour), colour)
    left = x + 14 if card is None and entry.price is None else x + band + 8
    max_width = x + CARD_W - 6 - left
    name = kit.fit_text(words, max_width, kit.DETAIL, 2)
    if name.is_too_wide:
        name = kit.wrap_paragraph(words, max_width, kit.MICRO)
    yield from name.build_runs(
        left, y + LOW_H / 2 + (4 if entry.price is None else 0), ink, max_width=max_width, face="sans"
    )
    if entry.price is not None:
        middle = y + LOW_H / 2 + (0 if card is None else 20)
        yield kit.Box(x + 3, middle - 16, band - 6, 32, 12, theme.NIGHT)
        yield kit.Icon("rupee", x + 17, middle, 22, theme.CREAM, theme.NIGHT)
        yield kit.TextRun(
            x + (band + 26) / 2, middle, str(entry.price), kit.DETAIL, theme.CREAM, "m", max_width=band - 28
        )
