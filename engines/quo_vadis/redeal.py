"""R11 Redeal everything hidden from a seat: hands, deck, face-down skills, draft packs, skills out of the game."""

from collections.abc import Mapping, MutableSequence, Sequence

from engines.kernel import Rng, Seat, redeal_cards
from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.rules.draft import name_pack_zone
from engines.quo_vadis.table.state import State

BOX_ZONE = "box"
"""Zone of the skills that were not dealt."""


def redeal_hidden(state: State, seat: Seat | None, rng: Rng) -> None:
    """R11 Redeal hidden cards in place, consistent with what the seat has seen of the draft."""
    _redeal_cards(state, seat, rng)
    _redeal_skills(state, seat, rng)


def _redeal_cards(state: State, seat: Seat | None, rng: Rng) -> None:
    """Redeal the epic cards. A seat knows only its own hand and the open cards."""
    others = [player for other, player in enumerate(state.players) if other != seat]
    pool = [*state.deck.cards, *(card for player in others for card in player.hand)]
    rng.shuffle(pool)
    for player in others:
        player.hand = sorted((pool.pop() for _ in player.hand), key=CONTENT.find_kind_place)
    state.deck.cards = pool


def _redeal_skills(state: State, seat: Seat | None, rng: Rng) -> None:
    """Redeal the skills: each may go to any zone that the seat has not ruled out by what it has seen."""
    dealt = list_hidden_zones(state)
    hidden = {zone: cards for zone, cards in dealt.items() if seat is None or not _is_own_zone(state, seat, zone)}
    redeal_cards(hidden, rng, may_lie=lambda card, zone: state.knowledge.may_lie_in(seat, card, zone))
    state.boxed = list(dealt[BOX_ZONE])
    for player in state.players:
        player.face_down = {zone: dealt[zone][0] for zone in player.face_down}
        player.offer = sorted(dealt[name_pack_zone(player.pack)]) if player.offer else []
    for other in state.seats:
        if other != seat:
            _reset_knowledge(state, other, dealt)


def _reset_knowledge(state: State, seat: Seat, dealt: Mapping[str, Sequence[str]]) -> None:
    """Replace another seat's knowledge, which is hidden too: in the redealt State it has seen its own new cards."""
    state.knowledge.possible_zones[seat] = {}
    for zone, skills in dealt.items():
        if _is_own_zone(state, seat, zone):
            state.knowledge.note_seen(seat, zone, skills)


def list_hidden_zones(state: State) -> dict[str, MutableSequence[str]]:
    """Return the zones of hidden skills: the box, each pack in hand, and each pick by itself."""
    zones_by_name: dict[str, MutableSequence[str]] = {BOX_ZONE: list(state.boxed)}
    for player in state.players:
        zones_by_name |= {zone: [skill] for zone, skill in player.face_down.items()}
        if player.offer:
            zones_by_name[name_pack_zone(player.pack)] = list(player.offer)
    return zones_by_name


def _is_own_zone(state: State, seat: Seat, zone: str) -> bool:
    """Return whether the cards of the zone are the seat's own."""
    player = state.players[seat]
    return zone in player.face_down or (bool(player.offer) and zone == name_pack_zone(player.pack))
