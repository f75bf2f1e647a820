"""The private picture of a turn: market, own hand and own court, and the facts that decide.

They are in the order of the options, so that the numbers run from top to bottom.
"""

from collections.abc import Iterator, Sequence

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import PlayerView, View
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.backdrop import draw_lapis, draw_private_backdrop
from render.pax_pamir.board import market
from render.pax_pamir.cards import court_cards
from render.pax_pamir.cards.engravings import draw_country
from render.pax_pamir.cards.face import draw_card_count
from render.pax_pamir.cards.market import build_coin, draw_court_card
from render.pax_pamir.catalogue import is_reader_on_turn, render_message, render_noun
from render.pax_pamir.courts.cards import NumberCorner, draw_court_cards
from render.pax_pamir.courts.layout import CourtPlace, layout_row, layout_tall_row
from render.pax_pamir.layout import CARD_H, CARD_PITCH, CARD_W, COLUMNS, HEIGHT, LEFT, MARKET_H, MARKET_TOP, WIDTH
from render.pax_pamir.private.hand import build_hand_anchors, draw_ruler_note, find_play_cost
from render.pax_pamir.private.options_page import draw_options, has_table_options
from render.pax_pamir.private.playability import draw_facts_line

HAND_Y, COURT_Y = 642, 946
_MARKET = (0, 152 - MARKET_TOP, 1)  # offset and scale relative to the overview's market
_FACTS_Y = 78
_LABEL, _LOW_PITCH, _TALL = 52, 122, 531
_BADGE = NumberCorner(8, -8, 20, CARD_PITCH - 60)  # above the names


def _find_column_x(i: int) -> float:
    return LEFT + CARD_PITCH * i


def draw_turn(view: View, number: int, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the options of a question, or without one all that a player can act on, 1600 x 1200 px.

    ValueError if the View does not show the player's hand.
    """
    player = view.players[number]
    if player.hand is None:
        raise ValueError(f"the View does not show the hand of player {number}")
    lang = ctx.lang
    if has_table_options(view, player, ctx):
        return draw_options(view, player, ctx)
    hand_places = layout_row(len(player.hand), (LEFT, HAND_Y), 225, _LOW_PITCH)
    limit, count = max(player.court_limit, len(player.court)), len(player.court)
    is_hand_omitted = not hand_places and 0 < count <= limit <= COLUMNS  # the court takes the place of an empty hand
    court_places = (
        layout_tall_row(limit, (LEFT, HAND_Y), _TALL)
        if is_hand_omitted
        else layout_row(count, (LEFT, COURT_Y), 227, _LOW_PITCH)
    )
    used_places = court_places[:count]
    live = (
        *kit.draw_notice(render_message("private.notice", lang), theme.NIGHT, 64, max_width=340),
        kit.Sprite(506, 64, kit.SeatToken(number, theme.SEATS[player.color], 34, has_ring=True)),
        *draw_facts_line(view, player, ctx, [_find_column_x(i) for i in range(2, COLUMNS)], _FACTS_Y, CARD_W),
        *(kit.transform_node(node, *_MARKET) for node in market.draw_cards(view, lang)),
        kit.FRAME_LAYER,  # below hand, court, and rupees and locks on the market's cards
        *(kit.transform_node(node, *_MARKET) for node in market.draw_tokens(view, is_reader_on_turn(view, ctx))),
        *draw_card_count(
            _find_column_x(COLUMNS // 2) if is_hand_omitted else LEFT,
            HAND_Y - _LABEL,
            render_message("hand.held", lang, n=len(hand_places), limit=player.hand_limit),
            kit.BODY,
            (len(hand_places), player.hand_limit),
            max_width=300,
        ),
        *([] if is_hand_omitted else _draw_hand(view, player, hand_places, lang)),
        *draw_card_count(
            LEFT,
            (HAND_Y if is_hand_omitted else COURT_Y) - _LABEL,
            render_message("turn.court", lang, n=len(used_places), limit=player.court_limit),
            kit.BODY,
            (len(used_places), player.court_limit),
            max_width=300,
        ),
        *build_hand_anchors(player, [_BADGE.build_placement(card_place) for card_place in hand_places]),
        *draw_court_cards(view, player, used_places, lang, _BADGE),
        *_draw_free_places(court_places[count:]),
        *_draw_free_room(hand_places),
        *([] if is_hand_omitted else _draw_free_room(used_places)),
        *([] if used_places else [_draw_empty_text(render_message("court.empty", lang), COURT_Y)]),
    )
    backdrop = (*draw_private_backdrop(HEIGHT), *draw_lapis(MARKET_TOP + 8 + _MARKET[1], MARKET_H - 8))
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.NIGHT, backdrop, live)


def _draw_empty_text(words: str, y: float) -> kit.Node:
    return kit.TextRun(WIDTH / 2, y + CARD_H / 2, words, kit.KEY, theme.MUTED, "m", max_width=900)


def _draw_free_room(card_places: Sequence[CourtPlace]) -> Iterator[kit.Node]:
    """Draw the country beside few cards in a row."""
    if card_places and not card_places[0].is_low:
        x = card_places[-1].x + CARD_PITCH
        yield from draw_country(x, card_places[0].y, WIDTH - LEFT - x, card_places[0].foot - card_places[0].y)


def _draw_free_places(free_places: Sequence[CourtPlace]) -> Iterator[kit.Node]:
    """Draw the free places up to the limit."""
    return (
        kit.Box(
            card_place.x,
            card_place.y,
            card_place.w,
            card_place.foot - card_place.y,
            12,
            None,
            theme.NIGHT_2,
            3,
            material="hollow",
        )
        for card_place in free_places
    )


def _draw_hand(view: View, player: PlayerView, card_places: Sequence[CourtPlace], lang: kit.Lang) -> kit.Nodes:
    """Draw the cards in hand, and below each the ruler of its region and the cost of playing it."""
    nodes: list[kit.Node] = [] if card_places else [_draw_empty_text(render_message("hand.empty", lang), HAND_Y)]
    for card, card_place in zip(player.hand or (), card_places, strict=True):
        if card_place.is_low:
            nodes += court_cards.draw_low_card(card, card_place.x, card_place.y, is_in_hand=True)
            nodes += _draw_low_note(view, player, card, card_place, lang)
        else:
            nodes += draw_court_card(card, card_place.x, card_place.y, lang)
            nodes += draw_ruler_note(
                view, player, card, (card_place.x, card_place.tray_y, card_place.w, card_place.tray_h), lang
            )
    return tuple(nodes)


def _draw_low_note(
    view: View, player: PlayerView, card: int, card_place: CourtPlace, lang: kit.Lang
) -> Iterator[kit.Node]:
    """Draw the region of a low card, the token of its ruler, and the bribe in a coin."""
    middle = card_place.tray_y + card_place.tray_h / 2
    yield kit.Box(card_place.x, card_place.tray_y, card_place.w, card_place.tray_h, 8, theme.NIGHT_2, material="pill")
    yield from kit.fit_text(render_noun(f"region.{CONTENT.cards[card].region}", lang), 178, kit.MICRO).build_runs(
        card_place.x + 10, middle, theme.CREAM, max_width=180
    )
    _, ruler, due = find_play_cost(view, player, card, is_own=True)
    if ruler is not None:
        token = kit.SeatToken(ruler, theme.SEATS[view.players[ruler].color], 10, has_ring=True)
        yield kit.Sprite(card_place.x + card_place.w - 42, middle, token)
    if due:
        yield kit.Sprite(card_place.x + card_place.w - 15, middle, build_coin(due, 12))
