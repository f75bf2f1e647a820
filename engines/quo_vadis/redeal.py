"""R11 Redeal everything hidden from a seat: hands, deck, face-down skills, draft packs, skills out of the game."""

from collections.abc import Mapping, MutableSequence, Sequence

from engines.kernel import Rng, Seat, redeal_cards
from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.rules.draft import name_pack_zone
from engines.quo_vadis.table.state import State

BOX_ZONE = "box"
"""Zone of the skills that were not dealt."""


def redeal_hidden(s: State, seat: Seat | None, rng: Rng) -> None:
    """R11 Redeal hidden cards in place, consistent with what the seat has seen of the draft."""
    _redeal_cards(s, seat, rng)
    _redeal_skills(s, seat, rng)


def _redeal_cards(s: State, seat: Seat | None, rng: Rng) -> None:
    """Redeal the epic cards. A seat knows only its own hand and the open cards."""
    others = [player for other, player in enumerate(s.players) if other != seat]
    pool = [*s.deck.cards, *(card for player in others for card in player.hand)]
    rng.shuffle(pool)
    for player in others:
        player.hand = sorted((pool.pop() for _ in player.hand), key=CONTENT.find_kind_place)
    s.deck.cards = pool


def _redeal_skills(s: State, seat: Seat | None, rng: Rng) -> None:
    """Redeal the skills: each may go to any zone that the seat has not ruled out by what it has seen."""
    dealt = list_hidden_zones(s)
    hidden = {zone: cards for zone, cards in dealt.items() if seat is None or not _is_own_zone(s, seat, zone)}
    redeal_cards(hidden, rng, may_lie=lambda card, zone: s.knowledge.may_lie_in(seat, card, zone))
    s.boxed = list(dealt[BOX_ZONE])
    for player in s.players:
        player.face_down = {zone: dealt[zone][0] for zone in player.face_down}
        player.offer = sorted(dealt[name_pack_zone(player.pack)]) if player.offer else []
    for other in s.seats:
        if other != seat:
            _reset_knowledge(s, other, dealt)


def _reset_knowledge(s: State, seat: Seat, dealt: Mapping[str, Sequence[str]]) -> None:
    """Replace another seat's knowledge, which is hidden too: in the redealt State it has seen its own new cards."""
    s.knowledge.possible_zones[seat] = {}
    for zone, skills in dealt.items():
        if _is_own_zone(s, seat, zone):
            s.knowledge.note_seen(seat, zone, skills)


def list_hidden_zones(s: State) -> dict[str, MutableSequence[str]]:
    """Return the zones of hidden skills: the box, each pack in hand, and each pick by itself."""
    zones_by_name: dict[str, MutableSequence[str]] = {BOX_ZONE: list(s.boxed)}
    for player in s.players:
        zones_by_name |= {zone: [skill] for zone, skill in player.face_down.items()}
        if player.offer:
            zones_by_name[name_pack_zone(player.pack)] = list(player.offer)
    return zones_by_name


def _is_own_zone(s: State, seat: Seat, zone: str) -> bool:
    """Return whether the cards of the zone are the seat's own."""
    player = s.players[seat]
    return zone in player.face_down or (bool(player.offer) and zone == name_pack_zone(player.pack))
