"""Which blocks a player built: those that no card of the turn has brought."""

from collections.abc import Iterable, Sequence

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render.pax_pamir.words.places import Piece, is_own_block
from render.pax_pamir.words.thrown import BLOCKS


def built(found: Sequence[Piece], cards: Iterable[int], before: View, view: View, seat: int) -> int:
    """R8.3 How many blocks of the player's coalition have come beyond those printed on the `cards` that may have been
    played this turn: at least so many were built. 0 where it cannot be told: after a change of loyalty, and beside
    Wakhan, whose turn may have brought some.
    """
    side = view.players[seat].loyalty
    if side is None or side != before.players[seat].loyalty or view.wakhan is not None:
        return 0
    come = sum(fact.more for fact in found if is_own_block(fact, seat, view))
    printed = sum(CONTENT.cards[card].impact.count(icon) for card in cards for icon in BLOCKS)
    return max(0, come - printed)
