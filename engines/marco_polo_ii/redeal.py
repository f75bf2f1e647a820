"""R2 Redeal the information hidden from a seat, in place."""

from engines.kernel import Rng, Seat, redeal_cards
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.scoring import is_over
from engines.marco_polo_ii.table.state import State


def redeal_hidden(s: State, seat: Seat | None, rng: Rng) -> None:
    """R2 Redeal the other seats' goals, the order of both piles and the offer tiles that are still face down."""
    if not is_over(s):
        _redeal_goals(s, seat, rng)
    # All seats have seen a contract that was put under the pile.
    redeal_cards({"letters": s.contract_pile.cards}, rng, must_stay=lambda card, zone: card in s.contract_pile.known_by)
    rng.shuffle(s.cards.cards)
    for book, tiles in s.tiles.items():
        hidden = [*tiles[2:], s.removed[book]]
        rng.shuffle(hidden)
        s.removed[book] = hidden.pop()
        tiles[2:] = hidden


def _redeal_goals(s: State, seat: Seat | None, rng: Rng) -> None:
    """R2.11 Redeal the goal cards of the other seats; a seat knows only the three goals it was dealt."""
    known = s.players[seat].dealt_goals if seat is not None else []
    goals = [goal for goal in CONTENT.data.goals if goal not in known]
    rng.shuffle(goals)
    for other, player in enumerate(s.players):
        if other != seat:
            player.dealt_goals = [goals.pop() for _ in player.dealt_goals]
            if player.goal is not None:
                player.goal = rng.pick(player.dealt_goals)
