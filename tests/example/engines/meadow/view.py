"""What a seat may see, built up from nothing; where the game stands; and what a seat cannot see, dealt anew."""

from msgspec import Struct

from engines.kernel import Moment, Rng, Score, Seat, deal_anew, say

from .content import CONTENT, FLOWER
from .scoring import over, scores
from .state import Phase, State, hand_of


class Bench(Struct, frozen=True):
    """A keeper as others see them. color: of the hive, once chosen; hand: only in the owner's View, until the end."""

    color: str | None
    honey: int
    held: int
    hand: tuple[str, ...] | None


class View(Struct, frozen=True):
    """The table for one seat (None: a spectator).

    order: the seats in turn order; turn: whose it is at the market; basket: what stands before the reader; top: the
    flower on top of the pile, for who has scouted it; scores: empty before the end.
    """

    seat: Seat | None
    phase: Phase
    round: int
    rounds: int
    order: tuple[Seat, ...]
    turn: Seat | None
    keepers: tuple[Bench, ...]
    demand: dict[str, int]
    basket: tuple[str, ...]
    top: str | None
    pile: int
    discard: tuple[str, ...]
    scores: tuple[Score, ...]


def view(s: State, seat: Seat | None) -> View:
    """The View of a seat."""
    ended = over(s)
    top = s.pile.cards[-1] if s.pile.cards else None
    return View(
        seat=seat,
        phase=s.phase,
        round=s.round,
        rounds=CONTENT.rounds,
        order=tuple(s.order),
        turn=s.order[s.served] if s.phase == "market" else None,
        keepers=tuple(
            Bench(keeper.color, keeper.honey, len(keeper.hand), flowers(keeper.hand) if ended or n == seat else None)
            for n, keeper in enumerate(s.keepers)
        ),
        demand=dict(s.demand),
        basket=() if seat is None else flowers(s.baskets[s.before(seat)]),
        top=FLOWER[top] if top is not None and s.pile.knows(seat, top) else None,
        pile=len(s.pile.cards),
        discard=flowers(s.pile.discard),
        scores=scores(s) if ended else (),
    )


def flowers(cards: list[str]) -> tuple[str, ...]:
    return tuple(sorted((FLOWER[card] for card in cards), key=CONTENT.flowers.index))


def moment(view: View) -> Moment:
    """The round and its phase, whose turn it is, who comes next. Points are secret: there are flowers in the hands."""
    heading = say(f"moment.{view.phase}", round=view.round, rounds=view.rounds)
    if view.turn is None:
        return Moment(heading)
    return Moment(heading, view.turn, view.order[view.order.index(view.turn) + 1 :])


def seat_colors(view: View) -> tuple[str | None, ...]:
    """R2 The colours of the hives that were chosen."""
    return tuple(bench.color for bench in view.keepers)


def redeal(s: State, seat: Seat | None, rng: Rng) -> None:
    """All cards that the seat cannot see, but where it has seen that they cannot lie. The others have then seen what
    lies there now: their real memories would be a secret told."""
    if over(s):
        return
    own = () if seat is None else (hand_of(seat), f"basket:{s.round}:{s.before(seat)}")
    moves = deal_anew(
        {zone: cards for zone, cards in s.zones().items() if zone not in own},
        rng,
        may=lambda card, zone: s.seen.may(seat, card, zone),
        stays=lambda card, zone: zone == "pile" and s.pile.knows(seat, card),
    )
    s.pile.dealt(moves, seat)
    s.seen.dealt(moves, seat)
