"""Hidden cards: piles that cards are taken from, the knowledge of each seat about them, and redealing the rest.

Cards are unique text ids. A game keeps Piles and a CardKnowledge in its State, and its `redeal` calls `redeal_cards`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from typing import Any

import msgspec

from .chance import Rng
from .context import GameContext
from .messages import Seat


class Pile(msgspec.Struct):
    """A pile that cards are taken from, and its discards."""

    cards: list[str]
    """Face down, the top last."""
    discard: list[str] = []
    """Face up, the top last; shuffled into `cards` when those run out."""
    known_by: dict[str, list[Seat]] = msgspec.field(default_factory=dict, name="seen")
    """By card: the seats that know where in the pile it lies."""

    def take_unseen(self, rng: Rng) -> str | None:
        """Take the top card face down for all: it is shown to no seat. None if all cards are gone."""
        if not self.cards:
            self.reshuffle_discards(rng)
        if not self.cards:
            return None
        card = self.cards.pop()
        self.known_by.pop(card, None)
        return card

    def take_top(self, ctx: GameContext[Any]) -> str | None:
        """Take the top card and show it to a player: a reveal. None if all cards are gone."""
        ctx.mark_revealed()
        return self.take_unseen(ctx.rng)

    def take_some(self, ctx: GameContext[Any], max_count: int) -> list[str]:
        """Take up to `max_count` top cards, the topmost first, as many as there are, and show them: a reveal."""
        cards: list[str] = []
        while len(cards) < max_count and (card := self.take_top(ctx)) is not None:
            cards.append(card)
        return cards

    def show_top(self, ctx: GameContext[Any], max_count: int, seats: Iterable[Seat]) -> tuple[str, ...]:
        """Show the top cards to these seats, the topmost first; the cards stay in the pile. No reshuffle."""
        ctx.mark_revealed()
        top = tuple(reversed(self.cards[-max_count:])) if max_count else ()
        for card in top:
            self._add_knowledge(card, seats)
        return top

    def put_at_bottom(self, card: str, seats: Iterable[Seat] = ()) -> None:
        """Put a card face down at the bottom; these seats know which."""
        self.cards.insert(0, card)
        self._add_knowledge(card, seats)

    def shuffle(self, rng: Rng) -> None:
        """Shuffle the face-down cards; from now on no seat knows where any of them lies."""
        rng.shuffle(self.cards)
        self.known_by.clear()

    def reshuffle_discards(self, rng: Rng) -> None:
        """Shuffle the discards and put them under the remaining cards."""
        rng.shuffle(self.discard)
        self.cards[:0] = self.discard
        self.discard.clear()

    def apply_redeal(self, moves: Mapping[str, str], viewer: Seat | None) -> None:
        """Move the other seats' knowledge of each card to its replacement. Call it after
        `redeal_cards` for `viewer`.
        """
        known_by: dict[str, list[Seat]] = {}
        for card, seats in self.known_by.items():
            for seat in seats:
                known_by.setdefault(card if seat == viewer else moves.get(card, card), []).append(seat)
        self.known_by = {card: sorted(seats) for card, seats in known_by.items()}

    def is_known_to(self, seat: Seat | None, card: str) -> bool:
        """Return whether the seat knows where in the pile the card lies."""
        return seat is not None and seat in self.known_by.get(card, ())

    def _add_knowledge(self, card: str, seats: Iterable[Seat]) -> None:
        all_seats = sorted({*self.known_by.get(card, ()), *seats})
        if all_seats:
            self.known_by[card] = all_seats


class CardKnowledge(msgspec.Struct):
    """The knowledge of each seat about hidden cards: in which zones each of them may lie.

    A zone is a place of hidden cards with a name of the game's own: a hand, a draft pack. If one card leaves a pack
    that a player has seen, give its new place its own zone ("pick:1:3"), to keep the knowledge.
    """

    possible_zones: list[dict[str, list[str]]] = msgspec.field(name="where")
    """By seat: card -> zones where it may lie, as far as the seat knows."""

    @classmethod
    def create_empty(cls, seat_count: int) -> CardKnowledge:
        """Return an empty record for this number of seats."""
        return cls([{} for _ in range(seat_count)])

    def note_seen(self, seat: Seat, zone: str, cards: Iterable[str]) -> None:
        """Record that the seat knows that these cards lie in the zone now."""
        for card in cards:
            self.possible_zones[seat][card] = [zone]

    def note_moved(self, card: str, source: str, target: str, knowing: Sequence[Seat] = ()) -> None:
        """Record that a card went face down from one zone to another; `knowing` seats know which."""
        for seat, zones_by_card in enumerate(self.possible_zones):
            if seat in knowing:
                zones_by_card[card] = [target]
                continue
            for zones in zones_by_card.values():
                if source in zones and target not in zones:
                    zones.append(target)

    def forget_cards(self, cards: Iterable[str]) -> None:
        """Drop the knowledge about these cards, because they lie face up now or have left the game."""
        for card in cards:
            for zones_by_card in self.possible_zones:
                zones_by_card.pop(card, None)

    def apply_redeal(self, moves: Mapping[str, str], viewer: Seat | None) -> None:
        """Move the other seats' knowledge of each card to its replacement. Call it after `redeal_cards` for `viewer`.

        Their real knowledge would leak a secret, and would contradict the deal.
        """
        for seat, zones_by_card in enumerate(self.possible_zones):
            if seat != viewer:
                self.possible_zones[seat] = {moves.get(card, card): zones for card, zones in zones_by_card.items()}

    def may_lie_in(self, seat: Seat | None, card: str, zone: str) -> bool:
        """Return whether the card may lie in the zone, as far as the seat (None: a spectator) knows."""
        zones = None if seat is None else self.possible_zones[seat].get(card)
        return zones is None or zone in zones

    def list_problems(self, zones: Mapping[str, Sequence[str]]) -> list[str]:
        """Return in words the cards that contradict the knowledge of a seat. Part of a game's `problems`."""
        return [
            f"seat {seat} has seen that {card} is not in {zone}"
            for zone, cards in zones.items()
            for card in cards
            for seat in range(len(self.possible_zones))
            if not self.may_lie_in(seat, card, zone)
        ]


def redeal_cards(
    zones: Mapping[str, MutableSequence[str]],
    rng: Rng,
    may_lie: Callable[[str, str], bool] = lambda card, zone: True,
    must_stay: Callable[[str, str], bool] = lambda card, zone: False,
) -> dict[str, str]:
    """Shuffle the cards of these zones among their places, in place; every zone keeps its number of cards.

    may_lie(card, zone): whether a card may lie in a zone. must_stay(card, zone): whether it keeps its very place.
    Raises RuntimeError if no deal is possible: then the present position of the cards contradicts `may_lie`.

    Returns old card -> card that now lies in its place, for `Pile.apply_redeal` and `CardKnowledge.apply_redeal`.
    """
    places = {zone: [i for i, card in enumerate(cards) if not must_stay(card, zone)] for zone, cards in zones.items()}
    movable = [cards[i] for zone, cards in zones.items() for i in places[zone]]
    rng.shuffle(movable)
    dealt_cards: dict[str, list[str]] = {zone: [] for zone in zones}
    names = list(zones)

    def place_card(card: str, tried_cards: set[str]) -> bool:
        """Put the card into a free place, or into that of another card which can go elsewhere."""
        allowed = [zone for zone in names if zone not in tried_cards and may_lie(card, zone)]
        free = [zone for zone in allowed for _ in range(len(places[zone]) - len(dealt_cards[zone]))]
        if free:
            dealt_cards[rng.pick(free)].append(card)
            return True
        for zone in rng.sample(allowed, len(allowed)):
            tried_cards.add(zone)
            for _ in range(len(dealt_cards[zone])):
                other = dealt_cards[zone].pop(0)
                if place_card(other, tried_cards):
                    dealt_cards[zone].append(card)
                    return True
                dealt_cards[zone].append(other)
        return False

    # Place cards with few possible zones first: the others can go elsewhere.
    for card in sorted(movable, key=lambda card: sum(may_lie(card, zone) for zone in names)):
        if not place_card(card, set()):
            raise RuntimeError(f"no deal gives {card} a place where it may lie")
    moves: dict[str, str] = {}
    for zone, cards in zones.items():
        rng.shuffle(dealt_cards[zone])
        for i, card in zip(places[zone], dealt_cards[zone], strict=True):
            moves[cards[i]] = card
            cards[i] = card
    return moves
