"""R13 Redealing of the cards that a seat cannot see: other hands, the deck, the cards that left the game unseen."""

from itertools import pairwise

from engines.kernel import Rng, Seat
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table.market import list_pile_borders
from engines.pax_pamir.table.state import State

OPEN_HANDS = "open_hands"
CardKind = tuple[bool, bool]


def redeal_hidden(s: State, seat: Seat | None, rng: Rng) -> None:
    """R13 Redeal the hidden cards in place.

    Public facts stay: hand sizes, the numbers of court cards, events and checks in each pile, a card announced in an
    open bribe request, and the back of Wakhan's next card.
    """
    hands = list_hidden_hands(s, seat)
    hidden = [*s.deck, *s.unseen, *(card for player, cards in hands for card in cards)]
    pools: dict[CardKind, list[int]] = {}
    for card in hidden:
        pools.setdefault(_classify_card(card), []).append(card)
    for pool in pools.values():
        rng.shuffle(pool)
    for player, cards in hands:
        known_cards = [card for card in s.players[player].hand if card not in cards]
        s.players[player].hand = known_cards + [pools[_classify_card(card)].pop() for card in cards]
    s.unseen = [pools[_classify_card(card)].pop() for card in s.unseen]
    for start, end in pairwise(list_pile_borders(s)):
        kinds = [_classify_card(card) for card in s.deck[start:end]]
        rng.shuffle(kinds)
        s.deck[start:end] = [pools[kind].pop() for kind in kinds]
    _reshuffle_automa(s, rng)


def _classify_card(card: int) -> CardKind:
    """Return the kind of a card: court card, dominance check or other event."""
    return card in CONTENT.cards, card in CONTENT.checks


def list_hidden_hands(s: State, seat: Seat | None) -> list[tuple[int, list[int]]]:
    """Return (player, hand cards that the seat does not know)."""
    if OPEN_HANDS in s.options:
        return []
    request = s.turn.request if s.turn is not None else None
    announced = request.card if request is not None and request.kind == "play" else None
    return [
        (number, [card for card in player.hand if card != announced])
        for number, player in enumerate(s.players)
        if number != seat
    ]


def _reshuffle_automa(s: State, rng: Rng) -> None:
    """R13 Shuffle Wakhan's deck, but keep the visible back of its top card."""
    if s.automa is None or not s.automa.deck:
        return
    deck = s.automa.deck
    top = CONTENT.ai[deck[-1]]
    same_back = [
        card
        for card in deck
        if (CONTENT.ai[card].back_columns, CONTENT.ai[card].back_rows) == (top.back_columns, top.back_rows)
    ]
    next_card = rng.pick(same_back)
    deck.remove(next_card)
    rng.shuffle(deck)
    deck.append(next_card)
