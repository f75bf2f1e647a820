"""The hand of one player: the cards, the rulers of their regions, and the facts that decide what can be played.

It is private; with open hands (R13) it is public and on a paper background.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import PlayerView, View
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.backdrop import draw_desk, draw_private_backdrop
from render.pax_pamir.cards.court_cards import draw_court_face, draw_large_cards
from render.pax_pamir.cards.engravings import draw_country
from render.pax_pamir.cards.face import draw_card_count
from render.pax_pamir.cards.market import draw_court_card
from render.pax_pamir.catalogue import find_player_name, render_message
from render.pax_pamir.courts.layout import CARD_GAP, HEADER_Y, HEIGHT, SMALL_H, SMALL_W, WIDTH
from render.pax_pamir.private.playability import FactsArea, draw_facts
from render.pax_pamir.private.targets import list_end_options

CARDS_Y = 142
_MAX_LARGE, _LARGE_PITCH, _FACTS_X = 3, 376, 1172
"""Most cards that are drawn large beside the facts; px from one to the next; left edge of the facts."""


@dataclass(frozen=True, slots=True)
class HandPlace:
    """The place of a card in hand, and of the note on its region's ruler below."""

    x: float  # left edge, in px of the page
    y: float  # upper edge of the card
    w: float  # px, of the card and of its note
    h: float  # px, of the card alone
    note_y: float
    """Upper edge of the note."""
    note_h: float  # px; up to 30 there is no room for a note
    is_large: bool  # drawn as a large card, with its actions in words


def layout_hand(count: int) -> tuple[HandPlace, ...]:
    """Lay out the cards: up to three large ones with the facts on the right, up to six that share the width with the
    facts below, more in rows of six.

    From three rows on there are no facts, and from four on no notes; no real hand has been that large.
    """
    if count <= _MAX_LARGE:
        return tuple(HandPlace(44 + _LARGE_PITCH * i, CARDS_Y, 340, 738, 892, 64, True) for i in range(count))
    if count <= 6:
        w = (WIDTH - 2 * 44 + CARD_GAP) / count - CARD_GAP
        return tuple(HandPlace(44 + (w + CARD_GAP) * i, CARDS_Y, w, 528, 680, 58, count == 6) for i in range(count))
    rows = -(-count // 6)
    pitch = 300.0 if rows == 2 else (HEIGHT - 44 - CARDS_Y) / rows
    note_h = min(60, pitch - SMALL_H - 20)
    return tuple(_build_small_place(44 + 254 * (i % 6), CARDS_Y + pitch * (i // 6), note_h) for i in range(count))


def _build_small_place(x: float, y: float, note_h: float) -> HandPlace:
    return HandPlace(x, y, SMALL_W, SMALL_H, y + SMALL_H + 8, note_h, False)


def draw_hand(view: View, number: int, ctx: kit.RenderContext, is_private: bool = True) -> kit.Scene:
    """Draw the hand of a player, 1600 x 1000 px. ValueError if the View does not show it."""
    player = view.players[number]
    if player.hand is None:
        raise ValueError(f"the View does not show the hand of player {number}")
    card_places = layout_hand(len(player.hand))
    live: list[kit.Node] = [*_draw_header(view, player, ctx, is_private)]
    if not card_places:
        quiet_ink = theme.MUTED if is_private else theme.INK_2
        live.append(
            kit.TextRun(608, 480, render_message("hand.empty", ctx.lang), kit.HEAD, quiet_ink, "m", max_width=1000)
        )
    elif card_places[0].is_large:
        corners = [(place.x, place.y) for place in card_places]
        live += draw_large_cards(player.hand, corners, card_places[0].w, card_places[0].h, ctx.lang)
        if len(card_places) < _MAX_LARGE:
            x = card_places[-1].x + _LARGE_PITCH
            ink = theme.THREAD if is_private else theme.INK_2
            live += draw_country(x, CARDS_Y, _FACTS_X - 18 - x, card_places[0].h, ink)
    else:
        for card, place in zip(player.hand, card_places, strict=True):
            if place.h > SMALL_H:
                live += draw_court_face(card, place.x, place.y, place.w, place.h, ctx.lang)
            else:
                live += draw_court_card(card, place.x, place.y, ctx.lang)
    cards_with_note = [(card, place) for card, place in zip(player.hand, card_places, strict=True) if place.note_h > 30]
    for card, place in () if is_private and count_discards(player, ctx) else cards_with_note:  # nothing is played
        live += draw_ruler_note(
            view, player, card, (place.x, place.note_y, place.w, place.note_h), ctx.lang, is_private
        )
    if len(card_places) <= 12:
        facts_below = FactsArea(44, 762, 1512, 194)
        live += draw_facts(
            view, player, ctx, facts_below if len(card_places) > _MAX_LARGE else FactsArea(_FACTS_X, CARDS_Y, 384, 814)
        )
    live += build_hand_anchors(player, [_build_placement(place) for place in card_places])
    for card, place in zip(player.hand, card_places, strict=True):
        live += _build_end_anchors(card, place, ctx)
    backdrop = draw_private_backdrop(HEIGHT) if is_private else draw_desk(HEIGHT)
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.NIGHT, backdrop, tuple(live))


def count_discards(player: PlayerView, ctx: kit.RenderContext) -> int:
    """Return how many hand cards the reader is asked to discard: those over the limit (R9.2), one by Confidence
    Failure; 0: the reader is asked something else, or nothing.
    """
    match None if ctx.question is None else ctx.question.key:
        case "cleanup.hand":
            return player.hand_size - player.hand_limit
        case "event.confidence":
            return 1
        case _:
            return 0


def _draw_header(view: View, player: PlayerView, ctx: kit.RenderContext, is_private: bool) -> kit.Nodes:
    """Draw the privacy notice or the player's name, and the number of cards with the limit after the turn."""
    over = player.hand_size - player.hand_limit
    count_text = render_message("hand.held", ctx.lang, n=player.hand_size, limit=player.hand_limit)
    y, right = HEADER_Y + (10 if is_private else -4), 1556 if over < 0 else 1544
    held = (player.hand_size, player.hand_limit)
    count = tuple(draw_card_count(right, y, count_text, kit.HEAD, held, "r", max_width=440))
    token = kit.SeatToken(player.number, theme.SEATS[player.color], 34, has_ring=True)
    if is_private:
        discards = count_discards(player, ctx)
        title = render_message("hand.discard", ctx.lang, n=discards) if discards else ""
        return (
            *kit.draw_notice(title or render_message("private.notice", ctx.lang), theme.NIGHT),
            kit.Sprite(1010, 66, token),
            *count,
        )
    name_text = kit.fit_name(find_player_name(view, player.number, ctx), 800, kit.HEAD)
    return (kit.Sprite(84, HEADER_Y, token), *name_text.build_runs(136, HEADER_Y, theme.CREAM, max_width=800), *count)


def find_play_cost(view: View, player: PlayerView, card: int, is_own: bool) -> tuple[str, int | None, int]:
    """R4.5, R7 Return the cost of playing a card besides its action.

    The cost is a key of [hand] in the locale, the region's ruler, and the full bribe.
    is_own: the hand is the reader's.
    """
    ruler = next(region.ruler for region in view.regions if region.id == CONTENT.cards[card].region)
    due = player.bribes.get(card, 0)
    if due:
        return "may" if player.may_decline else "bribe", ruler, due
    if ruler is None:
        return "no_ruler", None, 0
    if ruler == player.number:
        return "own_region" if is_own else "ruler", ruler, 0
    return "free", ruler, 0


def draw_ruler_note(
    view: View,
    player: PlayerView,
    card: int,
    box: tuple[float, float, float, float],
    lang: kit.Lang,
    is_private: bool = True,
) -> kit.Nodes:
    """Draw the ruler of the card's region and the cost of playing it. box: x, y, width, height."""
    x, y, w, h = box
    key, ruler, due = find_play_cost(view, player, card, is_private)
    middle, is_wide = y + h / 2, w > 300
    background = kit.Box(x, y, w, h, 12, theme.NIGHT_2, material="lacquer")
    max_size = kit.BODY if is_wide else kit.DETAIL
    if ruler is None:
        words = kit.fit_text(render_message("hand.no_ruler", lang), w - 32, max_size)
        return background, *words.build_runs(x + 20, middle, theme.MUTED, max_width=w - 30)
    r = min(24.0, h / 2.6)
    left = x + 2 * r + 32
    max_width = x + w - left - 8
    words = kit.fit_text(
        render_message(f"{'hand' if is_wide else 'hand.narrow'}.{key}", lang, who=kit.SEAT_LETTERS[ruler], n=due),
        max_width,
        max_size,
    )
    token = kit.SeatToken(ruler, theme.SEATS[view.players[ruler].color], r, has_ring=True)
    return (
        background,
        kit.Sprite(x + r + 16, middle, token),
        *words.build_runs(left, middle, theme.CREAM, max_width=max_width),
    )


def build_hand_anchors(player: PlayerView, placements: Sequence[kit.Placement]) -> Iterator[kit.Anchor]:
    """Build the anchors of the cards in hand."""
    return (
        kit.Anchor(f"hand:{card}", placement, "held", "hand")
        for card, placement in zip(player.hand or (), placements, strict=True)
    )


def _build_end_anchors(card: int, place: HandPlace, ctx: kit.RenderContext) -> Iterator[kit.Anchor]:
    """R6.2 Build the anchors of playing a card at each end of the court: numbers on the left and right of the card."""
    placement = _build_placement(place)
    for tip_side, mark in list_end_options(f"hand:{card}", ctx).items():
        x = (
            place.x + 1.1 * placement.number_radius
            if tip_side < 0
            else place.x + place.w - 1.7 * placement.number_radius
        )
        yield kit.Anchor(
            mark.own_anchor, replace(placement, number_centre=(x, placement.first_number_centre[1]), tip_side=tip_side)
        )


def _build_placement(place: HandPlace) -> kit.Placement:
    """Return the placement of a card in hand."""
    r = 28 if place.w > 300 else 26
    return kit.Placement(place.x, place.y, place.w, place.h, 12, (place.x + 6, place.y - 8), r, max_width=place.w)
