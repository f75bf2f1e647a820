"""Hidden cards: piles to draw from, what each seat has seen of them, and dealing the rest anew.

Cards are text ids, each of its own. A game keeps Piles and a Seen in its State, and its `redeal` calls `deal_anew`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from typing import Any

import msgspec

from .chance import Rng
from .table import Table
from .words import Seat


class Pile(msgspec.Struct):
    """Cards face down (`cards`, top last) and their discards face up (`discard`, top last).

    seen: seats that know where a card of the pile lies, by card
    """

    cards: list[str]
    discard: list[str] = []
    seen: dict[str, list[Seat]] = {}

    def take(self, rng: Rng) -> str | None:
        """The top card, moved face down for all: nobody is shown anything. None if all cards are gone."""
        if not self.cards:
            self.reshuffle(rng)
        if not self.cards:
            return None
        card = self.cards.pop()
        self.seen.pop(card, None)
        return card

    def draw(self, t: Table[Any]) -> str | None:
        """The top card, shown to somebody: a reveal. None if all cards are gone."""
        t.reveal()
        return self.take(t.rng)

    def draw_some(self, t: Table[Any], most: int) -> list[str]:
        """The top cards, the topmost first, as many as there are."""
        drawn: list[str] = []
        while len(drawn) < most and (card := self.draw(t)) is not None:
            drawn.append(card)
        return drawn

    def show(self, t: Table[Any], most: int, seats: Iterable[Seat]) -> tuple[str, ...]:
        """Show the top cards to these seats, the topmost first; they stay where they are. No reshuffle."""
        t.reveal()
        top = tuple(reversed(self.cards[-most:])) if most else ()
        for card in top:
            self._known(card, seats)
        return top

    def put_under(self, card: str, seats: Iterable[Seat] = ()) -> None:
        """A card face down to the bottom; these seats know which."""
        self.cards.insert(0, card)
        self._known(card, seats)

    def shuffle(self, rng: Rng) -> None:
        """Shuffle the face-down cards; from now on no seat knows where any of them lies."""
        rng.shuffle(self.cards)
        self.seen.clear()

    def reshuffle(self, rng: Rng) -> None:
        """The discards, shuffled, go under what is left."""
        rng.shuffle(self.discard)
        self.cards[:0] = self.discard
        self.discard.clear()

    def dealt(self, moves: Mapping[str, str], viewer: Seat | None) -> None:
        """Call it after `deal_anew` for `viewer`: what other seats knew of a card now holds for its replacement."""
        seen: dict[str, list[Seat]] = {}
        for card, seats in self.seen.items():
            for seat in seats:
                seen.setdefault(card if seat == viewer else moves.get(card, card), []).append(seat)
        self.seen = {card: sorted(seats) for card, seats in seen.items()}

    def knows(self, seat: Seat | None, card: str) -> bool:
        """Whether the seat knows where in the pile the card lies."""
        return seat is not None and seat in self.seen.get(card, ())

    def _known(self, card: str, seats: Iterable[Seat]) -> None:
        known = sorted({*self.seen.get(card, ()), *seats})
        if known:
            self.seen[card] = known


class Seen(msgspec.Struct):
    """What each seat has seen of cards that are hidden now: in which zones each of them may lie.

    A zone is a place of hidden cards by a name of the game's own: a hand, a pack of a draft. Where one card goes from a
    pack that somebody has seen, make its new place a zone of its own ("pick:1:3"): then nothing is lost.
    """

    where: list[dict[str, list[str]]]

    @classmethod
    def by(cls, seats: int) -> Seen:
        """An empty record for this number of seats."""
        return cls([{} for _ in range(seats)])

    def saw(self, seat: Seat, zone: str, cards: Iterable[str]) -> None:
        """The seat knows that these cards lie in the zone now."""
        for card in cards:
            self.where[seat][card] = [zone]

    def moved(self, card: str, source: str, target: str, knowing: Sequence[Seat] = ()) -> None:
        """A card went face down from one zone to another; `knowing` seats know which."""
        for seat, where in enumerate(self.where):
            if seat in knowing:
                where[card] = [target]
                continue
            for zones in where.values():
                if source in zones and target not in zones:
                    zones.append(target)

    def shown(self, cards: Iterable[str]) -> None:
        """These cards lie face up now, or have left the game: what seats knew of them is dropped."""
        for card in cards:
            for where in self.where:
                where.pop(card, None)

    def dealt(self, moves: Mapping[str, str], viewer: Seat | None) -> None:
        """Call it after `deal_anew` for `viewer`: what other seats saw of a card now holds for its replacement.

        What they have really seen would be a secret told, and would contradict the deal.
        """
        for seat, where in enumerate(self.where):
            if seat != viewer:
                self.where[seat] = {moves.get(card, card): zones for card, zones in where.items()}

    def may(self, seat: Seat | None, card: str, zone: str) -> bool:
        """Whether the card may lie in the zone, for all that the seat (None: a spectator) has seen."""
        zones = None if seat is None else self.where[seat].get(card)
        return zones is None or zone in zones

    def problems(self, zones: Mapping[str, Sequence[str]]) -> list[str]:
        """Cards that lie where a seat has seen that they do not, in words. Part of a game's `problems`."""
        return [
            f"seat {seat} has seen that {card} is not in {zone}"
            for zone, cards in zones.items()
            for card in cards
            for seat in range(len(self.where))
            if not self.may(seat, card, zone)
        ]


def deal_anew(
    zones: Mapping[str, MutableSequence[str]],
    rng: Rng,
    may: Callable[[str, str], bool] = lambda card, zone: True,
    stays: Callable[[str, str], bool] = lambda card, zone: False,
) -> dict[str, str]:
    """Shuffle the cards of these zones among their places, in place; every zone keeps its number of cards.

    may(card, zone): whether a card may lie in a zone. stays(card, zone): whether it keeps its very place. RuntimeError
    if no deal is possible: then the cards do not lie now where `may` says that they may.

    Returns which card lies now where a card lay, for `Pile.dealt` and `Seen.dealt`.
    """
    places = {zone: [i for i, card in enumerate(cards) if not stays(card, zone)] for zone, cards in zones.items()}
    loose = [cards[i] for zone, cards in zones.items() for i in places[zone]]
    rng.shuffle(loose)
    dealt: dict[str, list[str]] = {zone: [] for zone in zones}
    names = list(zones)

    def deal(card: str, tried: set[str]) -> bool:
        """Into a free place, or into that of another card which can go elsewhere."""
        allowed = [zone for zone in names if zone not in tried and may(card, zone)]
        free = [zone for zone in allowed for _ in range(len(places[zone]) - len(dealt[zone]))]
        if free:
            dealt[rng.pick(free)].append(card)
            return True
        for zone in rng.sample(allowed, len(allowed)):
            tried.add(zone)
            for _ in range(len(dealt[zone])):
                other = dealt[zone].pop(0)
                if deal(other, tried):
                    dealt[zone].append(card)
                    return True
                dealt[zone].append(other)
        return False

    # Cards that may lie in few zones come first: the others leave them room.
    for card in sorted(loose, key=lambda card: sum(may(card, zone) for zone in names)):
        if not deal(card, set()):
            raise RuntimeError(f"no deal gives {card} a place where it may lie")
    moves: dict[str, str] = {}
    for zone, cards in zones.items():
        rng.shuffle(dealt[zone])
        for i, card in zip(places[zone], dealt[zone], strict=True):
            moves[cards[i]] = card
            cards[i] = card
    return moves
