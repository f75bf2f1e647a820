"""R11 Deal anew what a seat cannot see: hands and deck, face-down skills, packs of the draft, skills nobody has."""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence, Sequence

from engines.kernel import Rng, Seat, deal_anew
from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.rules.draft import pack_zone
from engines.quo_vadis.table.state import State

BOX = "box"
"""Where the skills lie that nobody was dealt."""


def redeal(s: State, seat: Seat | None, rng: Rng) -> None:
    """R11 In place; what the seat has seen of the draft stays true."""
    _redeal_cards(s, seat, rng)
    _redeal_skills(s, seat, rng)


def _redeal_cards(s: State, seat: Seat | None, rng: Rng) -> None:
    """The epic cards: nobody knows more than the own hand and what lies open."""
    others = [player for other, player in enumerate(s.players) if other != seat]
    pool = [*s.deck.cards, *(card for player in others for card in player.hand)]
    rng.shuffle(pool)
    for player in others:
        player.hand = sorted((pool.pop() for _ in player.hand), key=CONTENT.order)
    s.deck.cards = pool


def _redeal_skills(s: State, seat: Seat | None, rng: Rng) -> None:
    """The skills: each may lie where the seat has not seen that it does not."""
    dealt = zones(s)
    hidden = {zone: cards for zone, cards in dealt.items() if seat is None or not _known(s, seat, zone)}
    deal_anew(hidden, rng, may=lambda card, zone: s.seen.may(seat, card, zone))
    s.boxed = list(dealt[BOX])
    for player in s.players:
        player.kept = {zone: dealt[zone][0] for zone in player.kept}
        player.offer = sorted(dealt[pack_zone(player.pack)]) if player.offer else []
    for other in s.seats:
        if other != seat:
            _forget(s, other, dealt)


def _forget(s: State, seat: Seat, dealt: Mapping[str, Sequence[str]]) -> None:
    """What another seat has seen is hidden as well: in the imagined world it has seen what it holds there."""
    s.seen.where[seat] = {}
    for zone, skills in dealt.items():
        if _known(s, seat, zone):
            s.seen.saw(seat, zone, skills)


def zones(s: State) -> dict[str, MutableSequence[str]]:
    """Where skills lie hidden: the box, packs in hand, and each pick by itself."""
    found: dict[str, MutableSequence[str]] = {BOX: list(s.boxed)}
    for player in s.players:
        found |= {zone: [skill] for zone, skill in player.kept.items()}
        if player.offer:
            found[pack_zone(player.pack)] = list(player.offer)
    return found


def _known(s: State, seat: Seat, zone: str) -> bool:
    """Whether the seat holds these cards itself."""
    player = s.players[seat]
    return zone in player.kept or (bool(player.offer) and zone == pack_zone(player.pack))
