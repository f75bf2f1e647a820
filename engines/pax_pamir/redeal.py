"""R13 Deal anew what a seat cannot see: the hands of others, the deck, the cards that left the game unseen."""

from __future__ import annotations

from itertools import pairwise

from engines.kernel import Rng, Seat
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table.deck import pile_borders
from engines.pax_pamir.table.state import State

OPEN_HANDS = "open_hands"
Kind = tuple[bool, bool]


def redeal(s: State, seat: Seat | None, rng: Rng) -> None:
    """R13 In place. What is public stays: the sizes of hands, how many court cards, events and checks are left in each
    pile of the deck, a card that was announced in an open bribe request, the back of Wakhan's next card.
    """
    hands = hidden_hands(s, seat)
    hidden = [*s.deck, *s.unseen, *(card for player, cards in hands for card in cards)]
    pools: dict[Kind, list[int]] = {}
    for card in hidden:
        pools.setdefault(_kind(card), []).append(card)
    for pool in pools.values():
        rng.shuffle(pool)
    for player, cards in hands:
        kept = [card for card in s.players[player].hand if card not in cards]
        s.players[player].hand = kept + [pools[_kind(card)].pop() for card in cards]
    s.unseen = [pools[_kind(card)].pop() for card in s.unseen]
    for start, end in pairwise(pile_borders(s)):
        kinds = [_kind(card) for card in s.deck[start:end]]
        rng.shuffle(kinds)
        s.deck[start:end] = [pools[kind].pop() for kind in kinds]
    _redeal_automa(s, rng)


def _kind(card: int) -> Kind:
    """Court card, dominance check or other event."""
    return card in CONTENT.cards, card in CONTENT.checks


def hidden_hands(s: State, seat: Seat | None) -> list[tuple[int, list[int]]]:
    """Hand cards that the seat does not know, by player."""
    if OPEN_HANDS in s.options:
        return []
    request = s.turn.request if s.turn is not None else None
    announced = request.card if request is not None and request.kind == "play" else None
    return [
        (number, [card for card in player.hand if card != announced])
        for number, player in enumerate(s.players)
        if number != seat
    ]


def _redeal_automa(s: State, rng: Rng) -> None:
    """R13 Wakhan's deck is shuffled; the back of its top card is seen by everybody."""
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
