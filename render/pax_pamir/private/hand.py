"""The hand of one player: the cards, who rules their regions, and the facts that decide whether a card can be played.

It is private; where hands lie open (R13) it is public and stands on paper.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import PlayerView, View
from render.kit.colour import WHITE
from render.kit.look import Lang, Look
from render.kit.marks.notice import notice
from render.kit.scene import BODY, DETAIL, HEAD, Anchor, Box, Node, Nodes, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, fit_name, measure
from render.kit.tokens import LETTERS, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.cards.large import large_cards
from render.pax_pamir.cards.market import court_card
from render.pax_pamir.catalogue import name, sentence
from render.pax_pamir.courts.detail import printed
from render.pax_pamir.courts.layout import HEIGHT, MID, SMALL_H, SMALL_W, WIDTH
from render.pax_pamir.private.asked import ends
from render.pax_pamir.private.playability import Field, fields

CARDS_Y = 142


@dataclass(frozen=True, slots=True)
class Place:
    """A card of the hand, and the note on its ruler below."""

    x: float
    y: float
    w: float
    h: float
    note: float
    note_h: float
    large: bool


def places(count: int) -> tuple[Place, ...]:
    """Up to three large cards with the facts on the right; up to six with the facts below; more in rows of six.

    From three rows on there are no facts, and from four on no notes: more cards than anybody has held.
    """
    if count <= 3:
        return tuple(Place(44 + 376 * i, CARDS_Y, 340, 738, 892, 64, True) for i in range(count))
    if count <= 6:
        return tuple(Place(44 + 254 * i, CARDS_Y, 236, 528, 680, 58, True) for i in range(count))
    rows = -(-count // 6)
    pitch = 300.0 if rows == 2 else (HEIGHT - 44 - CARDS_Y) / rows
    note_h = min(60, pitch - SMALL_H - 20)
    return tuple(_small(44 + 254 * (i % 6), CARDS_Y + pitch * (i // 6), note_h) for i in range(count))


def _small(x: float, y: float, note_h: float) -> Place:
    return Place(x, y, SMALL_W, SMALL_H, y + SMALL_H + 8, note_h, False)


def hand(view: View, number: int, look: Look, private: bool = True) -> Scene:
    """The hand of a player, 1600 x 1000. ValueError if the View does not show it."""
    player = view.players[number]
    if player.hand is None:
        raise ValueError(f"the View does not show the hand of player {number}")
    ground = theme.NIGHT if private else theme.WOOL
    spots = places(len(player.hand))
    live: list[Node] = [*_head(view, player, look, private)]
    if not spots:
        quiet = theme.MUTED if private else theme.INK_2
        live.append(Text(608, 480, sentence("hand.empty", look.lang), HEAD, quiet, "m", room=1000))
    elif spots[0].large:
        corners = [(place.x, place.y) for place in spots]
        live += large_cards(player.hand, corners, spots[0].w, spots[0].h, look.lang)
    else:
        for card, place in zip(player.hand, spots, strict=True):
            live += court_card(card, place.x, place.y, look.lang)
    noted = [(card, place) for card, place in zip(player.hand, spots, strict=True) if place.note_h > 30]
    for card, place in noted:
        live += note(view, player, card, (place.x, place.note, place.w, place.note_h), look.lang, private)
    if len(spots) <= 12:
        below = Field(44, 762, 1512, 194)
        live += fields(view, player, look, below if len(spots) > 3 else Field(1172, CARDS_Y, 384, 814))
    live += anchors(player, [_spot(place) for place in spots])
    for card, place in zip(player.hand, spots, strict=True):
        live += _ends(card, place, look)
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.NIGHT, printed(ground), tuple(live))


def _head(view: View, player: PlayerView, look: Look, private: bool) -> Nodes:
    """The notice or whose hand it is, and how many cards it may hold after the turn."""
    over = player.held > player.hand_limit
    held = sentence("hand.held", look.lang, n=player.held, limit=player.hand_limit)
    y, right = MID + (10 if private else -4), 1540 if over else 1556
    count: list[Node] = [Text(right, y, held, HEAD, WHITE, "r", room=440)]
    if over:  # cards must go in cleanup (R9.2)
        w = measure(held, HEAD) + 32
        count.insert(0, Box(1556 - w, y - 40, w, 80, 12, theme.MADDER))
    token = SeatToken(player.number, theme.SEATS[player.color], 34, ring=True)
    if private:
        return (*notice(sentence("private.notice", look.lang), theme.NIGHT), Sprite(1010, 66, token), *count)
    who = fit_name(name(view, player.number, look), 800, HEAD)
    return (Sprite(84, MID, token), *who.runs(136, MID, WHITE, room=800), *count)


def duty(view: View, player: PlayerView, card: int, own: bool) -> tuple[str, int | None, int]:
    """R4.5, R7 What a card in hand costs beside its action: a key of [hand], who rules its region, and the full bribe.

    own: the hand is the reader's.
    """
    ruler = next(region.ruler for region in view.regions if region.id == CONTENT.cards[card].region)
    due = player.bribes.get(card, 0)
    if due:
        return "may" if player.declines else "bribe", ruler, due
    if ruler is None:
        return "no_ruler", None, 0
    if ruler == player.number:
        return "own_region" if own else "ruler", ruler, 0
    return "free", ruler, 0


def note(
    view: View,
    player: PlayerView,
    card: int,
    box: tuple[float, float, float, float],
    lang: Lang,
    private: bool = True,
) -> Nodes:
    """Who rules the card's region, and what playing it costs, in a box: x, y, width, height."""
    x, y, w, h = box
    key, ruler, due = duty(view, player, card, private)
    middle, wide = y + h / 2, w > 300
    ground = Box(x, y, w, h, 12, theme.NIGHT_2)
    want = BODY if wide else DETAIL
    if ruler is None:
        words = fit(sentence("hand.no_ruler", lang), w - 32, want)
        return ground, *words.runs(x + 20, middle, theme.MUTED, room=w - 30)
    r = min(24.0, h / 2.6)
    left = x + 2 * r + 32
    room = x + w - left - 8
    words = fit(sentence(f"{'hand' if wide else 'hand.narrow'}.{key}", lang, who=LETTERS[ruler], n=due), room, want)
    token = SeatToken(ruler, theme.SEATS[view.players[ruler].color], r, ring=True)
    return ground, Sprite(x + r + 16, middle, token), *words.runs(left, middle, WHITE, room=room)


def anchors(player: PlayerView, spots: Sequence[Spot]) -> Iterator[Anchor]:
    """The cards in hand at these places."""
    return (Anchor(f"hand:{card}", at, "held", "hand") for card, at in zip(player.hand or (), spots, strict=True))


def _ends(card: int, place: Place, look: Look) -> Iterator[Anchor]:
    """R6.2 Where the numbers of both ends of the court stand: on its side of the card each."""
    spot = _spot(place)
    for point, mark in ends(f"hand:{card}", look).items():
        x = place.x + 1.1 * spot.badge_r if point < 0 else place.x + place.w - 1.7 * spot.badge_r
        yield Anchor(mark.own, replace(spot, badge=(x, spot.first[1]), point=point))


def _spot(place: Place) -> Spot:
    """A card; of several numbers the second stands above the suit."""
    r = 28 if place.w > 300 else 26
    return Spot(place.x, place.y, place.w, place.h, 12, (place.x + 6, place.y - 8), r, room=place.w)
