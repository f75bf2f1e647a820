"""Cards in market size, 244 x 168 px: court cards, events, checks, vacant spaces; and court cards as wide in rows.

Small text and signs on them are for the picture at full size; the large card says the same in words.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import CourtCard, EventCard
from render import kit
from render.pax_pamir import pieces, theme
from render.pax_pamir.cards.engravings import draw_event_engraving
from render.pax_pamir.cards.face import draw_card_face, draw_medallion, draw_vacant_face, draw_velvet
from render.pax_pamir.catalogue import render_effect, render_message, render_noun, render_title
from render.pax_pamir.layout import CARD_H, CARD_W, SPACE_H

BAND = 52
COIN_R, WAITING_R = 24, 30
_TEXT, _NAME = 57, 177  # left edge of text in the market, and width of a name, which ends at the corner of new cards
_PRIZE, _STAR = 33, 26  # px: width of a prize and of the star of an ability
_ONE, _PAIR = (0, 22), (-11, 11)
_STARS = (
    ((0, 0),),
    tuple((0, dy) for dy in _ONE),
    ((0, 0), *((dx, 21) for dx in _PAIR)),
    tuple((dx, dy) for dy in _ONE for dx in _PAIR),
)
"""By rank: offsets from the first star. Three or more are side by side, because the sign of a patriot is below them."""
_IMPACT_AND_NUMBER = 3  # maximum of impact icons that leave space for the card's number beside them


@dataclass(frozen=True, slots=True)
class CardState:
    """The state of a market space that is drawn on its card."""

    rupees: int = 0
    """Rupees on the card."""
    price: int | None = None
    """The card's own price, if it differs from its column's (R11)."""
    is_locked: bool = False
    """It cannot be bought."""
    checks_left: int = 0
    """Dominance checks left in the game."""
    is_payable: bool = False
    """The player on turn can buy it now."""
    is_due: bool = False
    """It is a check that is scored as this turn ends, bought or not."""


def draw_market_card(card: int, x: float, y: float, lang: kit.Lang, space: CardState) -> kit.Nodes:
    """Draw a market card with its upper left corner at (x, y): white if the player on turn can buy it, else grey."""
    if card in CONTENT.cards:
        return tuple(_draw_space_card(card, x, y, lang, space))
    if CONTENT.events[card].is_check:
        return tuple(_draw_check(x, y, lang, space))
    return tuple(_draw_event(CONTENT.events[card], x, y, lang, space))


def draw_things_on_card(x: float, y: float, space: CardState, card: int) -> kit.Nodes:
    """Draw the things on a market card: its rupees, and at the upper left corner a lock or its own price.

    An option's number covers only the coin of that price.
    """
    nodes: list[kit.Node] = []
    if space.is_locked:
        nodes.append(kit.Sprite(x + 12, y + 10, pieces.SignDisc("lock", 18)))
    elif space.price is not None:
        nodes.append(kit.Sprite(x + 25, y + 2, pieces.PriceTag(space.price)))
    if space.rupees:
        nodes.append(kit.Sprite(*find_coin_centre(x, y, card), build_coin(space.rupees)))
    return tuple(nodes)


def draw_court_card(card: int, x: float, y: float, lang: kit.Lang, h: float = CARD_H) -> kit.Nodes:
    """Draw a court card in a row, `h` px high. The name leaves space for badges on the upper edge."""
    name = kit.fit_text(CONTENT.cards[card].name, _NAME, kit.DETAIL if h > 0.9 * CARD_H else kit.MICRO, 2)
    return tuple(_draw_row_card(card, x, y, h, lang, name))


def build_coin(rupees: int, r: float = COIN_R) -> kit.Coin:
    return kit.Coin(str(rupees), r, theme.COIN, theme.COIN_RING)


def find_coin_centre(x: float, y: float, card: int | None = None) -> tuple[float, float]:
    """Return the middle of the rupees on a card: in the lower right corner, on an event beside its second heading."""
    event = CONTENT.events.get(card or 0)
    is_raised = event is not None and not event.is_check and event.discarded != "no_effect"
    return x + CARD_W - 34, y + (79 if is_raised else SPACE_H - 28)


def draw_vacant_space(x: float, y: float) -> kit.Nodes:
    """Draw an empty space."""
    return (draw_vacant_face(x, y, CARD_W, SPACE_H), *draw_medallion(x + CARD_W / 2, y + SPACE_H / 2))


def draw_waiting_rupees(x: float, y: float, rupees: int) -> kit.Nodes:
    """Draw the rupees that wait on an empty space for a card."""
    return (kit.Sprite(*find_waiting_centre(x, y), build_coin(rupees, WAITING_R)),) if rupees else ()


def find_waiting_centre(x: float, y: float) -> tuple[float, float]:
    """Return the middle of the rupees on an empty space."""
    return x + CARD_W / 2, y + SPACE_H / 2


def _draw_space_card(number: int, x: float, y: float, lang: kit.Lang, space: CardState) -> Iterator[kit.Node]:
    """Draw a court card in the market. Its lines are at the same height on all cards of a row."""
    card = CONTENT.cards[number]
    bands = theme.SUITS if space.is_payable else theme.QUIET_SUITS
    colour, left = bands[card.suit], x + _TEXT
    ink = kit.pick_ink(colour)
    yield from draw_card_face(x, y, CARD_W, SPACE_H, BAND, number, not space.is_payable)
    yield kit.Icon(pieces.SUIT_ICONS[card.suit], x + BAND / 2, y + 46, 36, ink, colour)
    for dx, dy in _STARS[card.rank - 1]:
        yield kit.Icon("star", x + BAND / 2 + dx, y + 77 + dy, 21, ink, colour)
    if card.patriot != "none":
        yield kit.Sprite(x + BAND / 2, y + SPACE_H - 22, pieces.Emblem(card.patriot, 34))
    name = kit.fit_text(card.name, _NAME, kit.BODY, 2)
    yield from name.build_runs(left, y + (39 if len(name.lines) > 1 else 26), theme.INK, max_width=_NAME, face="sans")
    reward_x, reward_y = _find_rewards_centre(card, x, y, space.rupees)
    if card.prize != "none":
        yield kit.Sprite(reward_x, reward_y, pieces.PrizeRibbon(card.prize, 34))
        reward_x -= _PRIZE
    if card.ability != "none":
        yield kit.Sprite(reward_x, reward_y + 2, pieces.AbilityStar(12))
        reward_x -= _STAR
    end = x + CARD_W - 66 if space.rupees else reward_x
    region_max_width = reward_x + 12 - left if reward_y < y + 100 else _NAME
    region = render_noun(f"region.{card.region}", lang)
    size = kit.DETAIL if kit.measure_text(region, kit.DETAIL, "regular") <= region_max_width else kit.MICRO
    yield kit.TextRun(left, y + 86, region, size, theme.INK_2, weight="regular", max_width=_NAME)
    pitch = min(37.0, (end + 8 - left) / max(1, len(card.impact)))
    for i, icon in enumerate(card.impact):
        yield from draw_impact_icon(icon, left + 15 + pitch * i, y + 113, 29)
    for i, action in enumerate(card.actions):
        yield kit.Sprite(left + 18.5 + 42 * i, y + 145, kit.IconDisc(action, 18.5, 26, colour, ink))


def _find_rewards_centre(card: CourtCard, x: float, y: float, rupees: int) -> kit.Point:
    """Return the middle of the prize (or of the ability, without a prize).

    It is on the line of the impact icons; with rupees on the card it is beside them if the actions leave space, else
    above them.
    """
    if not rupees:
        return x + CARD_W - 22, y + 114
    w = _PRIZE * (card.prize != "none") + _STAR * (card.ability != "none")
    fits_beside = _TEXT + 42 * len(card.actions) + w <= CARD_W - 58
    return (x + CARD_W - 76, y + 145) if fits_beside else (x + CARD_W - 22, y + 92)


def _draw_row_card(
    number: int, x: float, y: float, h: float, lang: kit.Lang, name: kit.FittedText
) -> Iterator[kit.Node]:
    card = CONTENT.cards[number]
    k = h / CARD_H  # signs and lines of a lower card are smaller and closer
    colour = theme.SUITS[card.suit]
    ink, left = kit.pick_ink(colour), x + 64
    yield from draw_card_face(x, y, CARD_W, h, BAND, number)
    # below the numbers of options
    yield kit.Icon(pieces.SUIT_ICONS[card.suit], x + BAND / 2, y + 58 * k, 34, ink, colour)
    for i in range(card.rank):
        yield kit.Icon("star", x + BAND / 2, y + 58 * k + 30 + 22 * i * k, 20 * k, ink, colour)
    if card.patriot != "none":
        yield kit.Sprite(x + BAND / 2, y + h - 24 * k, pieces.Emblem(card.patriot, 34 * k))
    yield from name.build_runs(left, y + 48 * k, theme.INK, max_width=_NAME, face="sans")
    region = 92 if len(name.lines) > 1 else 84
    yield kit.TextRun(
        left, y + region * k, render_noun(f"region.{card.region}", lang), kit.MICRO, theme.INK_2, max_width=_NAME
    )
    for i, icon in enumerate(card.impact):
        yield from draw_impact_icon(icon, left + 16 + 39 * i, y + 121 * k, 31 * k)
    pitch = 46 if len(card.actions) < 3 else 43  # three leave room for a prize
    for i, action in enumerate(card.actions):
        yield kit.Sprite(left + 20 + pitch * i, y + 157 * k, kit.IconDisc(action, 20 * k, 27 * k, colour, ink))
    right = x + CARD_W - 28
    if card.prize != "none":
        yield kit.Sprite(right, y + 157 * k, pieces.PrizeRibbon(card.prize, 42 * k))
        right -= 37
    if card.ability != "none":
        yield kit.Sprite(right, y + 157 * k, pieces.AbilityStar())
        right -= 37
    fits_beside = len(card.impact) <= _IMPACT_AND_NUMBER
    number_point = (x + CARD_W - 10, y + 121 * k) if fits_beside else (right + 18, y + 157 * k)
    yield kit.TextRun(*number_point, f"#{number}", kit.MICRO, theme.INK_2, "r", "regular", max_width=60)


def draw_impact_icon(icon: str, x: float, y: float, size: float) -> kit.Nodes:
    """Draw an impact icon around (x, y)."""
    if icon in ("road", "army"):
        return (kit.Sprite(x, y, pieces.CoalitionBlock(icon, "", size)),)
    if icon.startswith("suit_"):
        return (kit.Sprite(x, y, pieces.SuitLozenge(icon.removeprefix("suit_"), size * 0.57)),)
    return (kit.Icon(icon, x, y, size, theme.INK, theme.IVORY),)


def _draw_event(card: EventCard, x: float, y: float, lang: kit.Lang, space: CardState) -> Iterator[kit.Node]:
    yield draw_velvet(x, y, CARD_W, SPACE_H, theme.MADDER if space.is_payable else theme.QUIET_MADDER)
    yield from draw_event_engraving(card.purchased, x, y, CARD_W, SPACE_H)
    max_width = CARD_W - 40
    name = render_title(f"event.{card.purchased}", lang)
    fitted = (
        kit.fit_text(name, max_width, kit.BODY)
        if kit.measure_text(name, kit.BODY) <= max_width
        else kit.fit_text(name, max_width, kit.DETAIL, 2)
    )
    yield from fitted.build_runs(x + 22, y + 38, theme.CREAM, max_width=max_width, face="sans")
    if card.discarded == "no_effect":
        side_text = kit.wrap_paragraph(render_effect(card.purchased, lang), max_width, kit.MICRO)
        yield from side_text.build_runs(
            x + 22, y + 70 + kit.MICRO * kit.LEADING * len(side_text.lines) / 2, theme.ROSE, max_width=max_width
        )
        return
    yield kit.TextRun(
        x + 22, y + 84, render_message("market.discarded", lang), kit.MICRO, theme.ROSE, max_width=max_width
    )
    side_text = kit.fit_text(render_title(f"event.{card.discarded}", lang), max_width, kit.DETAIL, 2)
    if space.rupees and len(side_text.lines) > 1:  # clear of the coin
        side_text = kit.fit_text(render_title(f"event.{card.discarded}", lang), max_width - COIN_R, kit.DETAIL, 2)
    yield from side_text.build_runs(
        x + 22, y + (127 if len(side_text.lines) == 2 else 122), theme.CREAM, max_width=max_width, face="sans"
    )


def _draw_check(x: float, y: float, lang: kit.Lang, space: CardState) -> Iterator[kit.Node]:
    middle = x + CARD_W / 2
    yield draw_velvet(x, y, CARD_W, SPACE_H, theme.CHECK)
    for i, coalition in enumerate(("afghan", "british", "russian")):
        yield kit.Sprite(middle + 60 * (i - 1), y + 46, pieces.CoalitionBlock("army", coalition, 66))
    words = render_message("market.check", lang, check=render_noun("phase.dominance_check", lang))
    yield from kit.fit_text(words, CARD_W - 36, kit.BODY).build_runs(
        middle, y + 98, theme.CREAM, "m", max_width=CARD_W - 36, face="sans"
    )
    left = render_message("market.check_due" if space.is_due else "market.checks_left", lang, n=space.checks_left)
    max_width = CARD_W - 36 - (2 * COIN_R if space.rupees else 0)
    yield from kit.fit_text(left, max_width, kit.DETAIL).build_runs(
        x + 18 + max_width / 2, y + 135, kit.GOLD, "m", max_width=max_width
    )
