"""The View (everything that a seat may see), the turn info, and the redeal of everything hidden from a seat."""

from msgspec import Struct

from engines.kernel import Rng, Score, Seat, TurnInfo, message, redeal_cards

from .content import CONTENT, FLOWER
from .scoring import compute_scores, is_over
from .state import Phase, State, name_hand_zone


class KeeperView(Struct, frozen=True):
    """A keeper."""

    color: str | None
    """Colour of the hive, once chosen."""
    honey: int
    hand_size: int
    """Number of cards in hand."""
    hand: tuple[str, ...] | None
    """Only in the owner's View, and for all after the end."""


class View(Struct, frozen=True):
    """The table as one seat sees it."""

    seat: Seat | None
    """None: a spectator."""
    phase: Phase
    round: int
    rounds: int
    order: tuple[Seat, ...]
    """Seats in turn order."""
    turn: Seat | None
    """Seat on turn at the market; None in other phases."""
    keepers: tuple[KeeperView, ...]
    demand: dict[str, int]
    """Honey that each flower earns."""
    basket: tuple[str, ...]
    """Flowers in the basket in front of the seat."""
    top: str | None
    """Flower on top of the pile, if the seat has scouted it."""
    pile: int
    """Number of cards in the pile."""
    discard: tuple[str, ...]
    scores: tuple[Score, ...]
    """Empty before the end."""


def build_view(s: State, seat: Seat | None) -> View:
    """Build the View of a seat (None: a spectator)."""
    is_ended = is_over(s)
    top = s.pile.cards[-1] if s.pile.cards else None
    return View(
        seat=seat,
        phase=s.phase,
        round=s.round,
        rounds=CONTENT.rounds,
        order=tuple(s.order),
        turn=s.order[s.served_seats] if s.phase == "market" else None,
        keepers=tuple(
            KeeperView(
                keeper.color,
                keeper.honey,
                len(keeper.hand),
                list_flowers(keeper.hand) if is_ended or n == seat else None,
            )
            for n, keeper in enumerate(s.keepers)
        ),
        demand=dict(s.demand),
        basket=() if seat is None else list_flowers(s.baskets[s.find_basket_origin(seat)]),
        top=FLOWER[top] if top is not None and s.pile.is_known_to(seat, top) else None,
        pile=len(s.pile.cards),
        discard=list_flowers(s.pile.discard),
        scores=compute_scores(s) if is_ended else (),
    )


def list_flowers(cards: list[str]) -> tuple[str, ...]:
    return tuple(sorted((FLOWER[card] for card in cards), key=CONTENT.flowers.index))


def build_turn_info(view: View) -> TurnInfo:
    """Return round and phase, the active seat and those that follow. Points are secret, as hands hold flowers."""
    heading = message(f"moment.{view.phase}", round=view.round, rounds=view.rounds)
    if view.turn is None:
        return TurnInfo(heading)
    return TurnInfo(heading, view.turn, view.order[view.order.index(view.turn) + 1 :])


def list_seat_colors(view: View) -> tuple[str | None, ...]:
    """R2 Return the colour of each seat: that of its hive, once chosen."""
    return tuple(bench.color for bench in view.keepers)


def redeal_hidden(s: State, seat: Seat | None, rng: Rng) -> None:
    """Redeal all cards hidden from the seat, consistent with what it has seen.

    The knowledge of the other seats follows their new cards, since their real knowledge would reveal secrets.
    """
    if is_over(s):
        return
    own_zones = () if seat is None else (name_hand_zone(seat), f"basket:{s.round}:{s.find_basket_origin(seat)}")
    moves = redeal_cards(
        {zone: cards for zone, cards in s.list_hidden_zones().items() if zone not in own_zones},
        rng,
        may_lie=lambda card, zone: s.knowledge.may_lie_in(seat, card, zone),
        must_stay=lambda card, zone: zone == "pile" and s.pile.is_known_to(seat, card),
    )
    s.pile.apply_redeal(moves, seat)
    s.knowledge.apply_redeal(moves, seat)
