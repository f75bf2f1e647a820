"""What do you do? Market, own hand and own court on one private picture, and the facts that decide.

They stand in the order in which the options are listed, so that the numbers run from the top down.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import PlayerView, View
from render.kit.colour import WHITE
from render.kit.look import Lang, Look
from render.kit.marks.notice import notice
from render.kit.scene import BODY, FRAMES, KEY, MICRO, Box, Node, Nodes, Scene, Sprite, Text, place
from render.kit.text import fit, measure
from render.kit.tokens import SeatToken
from render.pax_pamir import theme
from render.pax_pamir.board import market
from render.pax_pamir.cards import low as low_cards
from render.pax_pamir.cards.market import coin, court_card
from render.pax_pamir.catalogue import noun, on_turn, sentence
from render.pax_pamir.courts.cards import Corner, cards
from render.pax_pamir.courts.layout import Place
from render.pax_pamir.courts.rows import row, tall
from render.pax_pamir.layout import CARD_H, CARD_PITCH, CARD_W, COLUMNS, HEIGHT, LEFT, MARKET_TOP, WIDTH
from render.pax_pamir.pieces import kilim
from render.pax_pamir.private.choice import choice, is_asked
from render.pax_pamir.private.hand import anchors, duty, note
from render.pax_pamir.private.playability import strip

HAND_Y, COURT_Y = 642, 946
_MARKET = (0, 152 - MARKET_TOP, 1)  # from where the market lies on the overview
_FACTS_Y = 78
_LABEL, _LOW_PITCH, _TALL = 52, 122, 531
_BADGE = Corner(8, -8, 20, CARD_PITCH - 60)  # above the names


def _column(i: int) -> float:
    return LEFT + CARD_PITCH * i


def turn(view: View, number: int, look: Look) -> Scene:
    """The options of a question, or without one all that a player can act on, 1600 x 1200.

    ValueError if the View does not show the player's hand.
    """
    player = view.players[number]
    if player.hand is None:
        raise ValueError(f"the View does not show the hand of player {number}")
    lang = look.lang
    if is_asked(view, player, look):
        return choice(view, player, look)
    held = row(len(player.hand), (LEFT, HAND_Y), 225, _LOW_PITCH)
    limit, count = max(player.court_limit, len(player.court)), len(player.court)
    bare = not held and 0 < count <= limit <= COLUMNS  # the court has the place of a hand that holds nothing
    room = tall(limit, (LEFT, HAND_Y), _TALL) if bare else row(count, (LEFT, COURT_Y), 227, _LOW_PITCH)
    court = room[:count]
    live = (
        *notice(sentence("private.notice", lang), theme.NIGHT, 64, room=340),
        Sprite(506, 64, SeatToken(number, theme.SEATS[player.color], 34, ring=True)),
        *strip(view, player, look, [_column(i) for i in range(2, COLUMNS)], _FACTS_Y, CARD_W),
        *(place(node, *_MARKET) for node in market.cards(view, lang)),
        FRAMES,  # below hand, court, and what lies on the market's cards
        *(place(node, *_MARKET) for node in market.tokens(view, on_turn(view, look))),
        *_label(
            sentence("hand.held", lang, n=len(held), limit=player.hand_limit),
            len(held) > player.hand_limit,
            HAND_Y - _LABEL,
            _column(COLUMNS // 2) if bare else LEFT,
        ),
        *([] if bare else _hand(view, player, held, lang)),
        *_label(
            sentence("turn.court", lang, n=len(court), limit=player.court_limit),
            len(court) > player.court_limit,
            (HAND_Y if bare else COURT_Y) - _LABEL,
        ),
        *anchors(player, [_BADGE.on(at) for at in held]),
        *cards(view, player, court, lang, _BADGE),
        *_free(room[count:]),
        *([] if court else [_nothing(sentence("court.empty", lang), COURT_Y)]),
    )
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.NIGHT, _printed(), live)


@cache
def _ends() -> Nodes:
    return (*kilim(0, 14, theme.MADDER, 0, WIDTH), *kilim(HEIGHT - 14, 14, theme.MADDER, 0, WIDTH))


@cache
def _printed() -> Nodes:
    """The night ground with its woven ends, and the market's."""
    return (*_ends(), *(place(node, *_MARKET) for node in market.printed()))


def _label(words: str, over: bool, y: float, x: float = LEFT) -> Nodes:
    """How many cards lie in a row, and the limit: on madder where cards must go in cleanup (R9)."""
    if not over:
        return (Text(x, y, words, BODY, WHITE, room=300),)
    ground = Box(x, y - 18, measure(words, BODY) + 24, 36, 8, theme.MADDER)
    return ground, Text(x + 12, y, words, BODY, WHITE, room=300)


def _nothing(words: str, y: float) -> Node:
    return Text(WIDTH / 2, y + CARD_H / 2, words, KEY, theme.MUTED, "m", room=900)


def _free(places: Sequence[Place]) -> Iterator[Node]:
    """So many more cards there may be."""
    return (Box(at.x, at.y, at.w, at.foot - at.y, 12, None, theme.NIGHT_2, 3) for at in places)


def _hand(view: View, player: PlayerView, spots: Sequence[Place], lang: Lang) -> Nodes:
    """The cards in hand, below each who rules its region and what playing it costs."""
    nodes: list[Node] = [] if spots else [_nothing(sentence("hand.empty", lang), HAND_Y)]
    for card, at in zip(player.hand or (), spots, strict=True):
        if at.low:
            nodes += low_cards.low_card(card, at.x, at.y, in_hand=True)
            nodes += _low_note(view, player, card, at, lang)
        else:
            nodes += court_card(card, at.x, at.y, lang)
            nodes += note(view, player, card, (at.x, at.tray, at.w, at.tray_h), lang)
    return tuple(nodes)


def _low_note(view: View, player: PlayerView, card: int, at: Place, lang: Lang) -> Iterator[Node]:
    """The region of a low card, the token of its ruler, and the bribe in a coin."""
    middle = at.tray + at.tray_h / 2
    yield Box(at.x, at.tray, at.w, at.tray_h, 8, theme.NIGHT_2)
    yield from fit(noun(f"region.{CONTENT.cards[card].region}", lang), 178, MICRO).runs(
        at.x + 10, middle, WHITE, room=180
    )
    _, ruler, due = duty(view, player, card, own=True)
    if ruler is not None:
        token = SeatToken(ruler, theme.SEATS[view.players[ruler].color], 10, ring=True)
        yield Sprite(at.x + at.w - 42, middle, token)
    if due:
        yield Sprite(at.x + at.w - 15, middle, coin(due, 12))
