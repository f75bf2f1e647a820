"""R2 Dealing anew, in place, what a seat cannot see."""

from __future__ import annotations

from engines.kernel import Rng, Seat, deal_anew
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.scoring import over
from engines.marco_polo_ii.table.state import State


def redeal(s: State, seat: Seat | None, rng: Rng) -> None:
    """R2 Goals of others, the order of both piles, the offer tiles that nobody has seen yet."""
    if not over(s):
        _goals(s, seat, rng)
    # A contract that went under the pile was seen by all.
    deal_anew({"letters": s.letters.cards}, rng, stays=lambda card, zone: card in s.letters.seen)
    rng.shuffle(s.cards.cards)
    for book, tiles in s.tiles.items():
        hidden = [*tiles[2:], s.removed[book]]
        rng.shuffle(hidden)
        s.removed[book] = hidden.pop()
        tiles[2:] = hidden


def _goals(s: State, seat: Seat | None, rng: Rng) -> None:
    """R2.11 A seat knows the three goals that it was dealt, and nothing of the others."""
    known = s.players[seat].dealt if seat is not None else []
    goals = [goal for goal in CONTENT.data.goals if goal not in known]
    rng.shuffle(goals)
    for other, player in enumerate(s.players):
        if other != seat:
            player.dealt = [goals.pop() for _ in player.dealt]
            if player.goal is not None:
                player.goal = rng.pick(player.dealt)
