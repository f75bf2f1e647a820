"""R4 Redeal hidden information: the order of both decks. The back of the top action card is public."""

from engines.kernel import Rng, Seat

from .data.content import CONTENT
from .table.state import State


def redeal_hidden(s: State, _seat: Seat | None, rng: Rng) -> None:
    """R4 Shuffle both decks. The top action card keeps its colour, which every player sees."""
    rng.shuffle(s.contract_deck)
    if s.deck:
        color = CONTENT.cards[s.deck[-1]].zone
        rng.shuffle(s.deck)
        same_color = [index for index, card in enumerate(s.deck) if CONTENT.cards[card].zone == color]
        top = rng.pick(same_color)
        s.deck[top], s.deck[-1] = s.deck[-1], s.deck[top]
