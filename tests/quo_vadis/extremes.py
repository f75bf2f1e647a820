"""Late and extreme games that random play seldom reaches: whole games that go on from such a state."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Raw, json

from engines.kernel import Frame, Match
from engines.quo_vadis import GAME
from engines.quo_vadis.data.content import CONTENT, DATA, KINDS
from engines.quo_vadis.rules.draft import name_pick_zone
from engines.quo_vadis.table.board import find_max_wrath, find_maximum, find_race
from engines.quo_vadis.table.state import State, Town
from tests.quo_vadis.stage import build_table

Change = Callable[[State], None]
STACKS = {"one": [8], "six": [1, 1, 1, 1, 1, 3], "four": [2, 2, 2, 2]}
"""Eight cards in different numbers of generations."""


def stack_cards(s: State, shape: Sequence[int]) -> None:
    """Set the state after eight rounds: generations, the skills of their changes, hands of four, a deck."""
    s.turns = 8 * len(s.players)
    cards: list[str] = [kind.id for kind in DATA.kind for _ in range(kind.count)]
    skills = list(CONTENT.drafted)
    for seat, player in enumerate(s.players):
        player.generations = [[cards.pop(37 * (seat + 1) % len(cards)) for _ in range(n)] for n in shape]
        player.hand = sorted((cards.pop(11 % len(cards)) for _ in range(4)), key=CONTENT.find_kind_place)
        player.skills = [find_race(player).recommended, *(skills.pop(0) for _ in shape[1:])]
        left = DATA.setup.pack - len(shape) + 1
        player.face_down = {name_pick_zone(seat, step): skills.pop() for step in range(1, left + 1)}
        player.adapted = "tundra" if "S12" in player.skills else None
        s.knowledge.possible_zones[seat] = {skill: [zone] for zone, skill in player.face_down.items()}
    s.deck.cards, s.boxed = cards, skills


def fill_tracks(s: State) -> None:
    """Fill every resource track."""
    for player in s.players:
        player.stock = {resource: find_maximum(s, player, resource) for resource in player.stock}
        player.wrath = find_max_wrath(s, player)


def empty_tracks_and_map(s: State) -> None:
    """Leave the players without resources and without workers on the map."""
    for player in s.players:
        player.stock = dict.fromkeys(player.stock, 0)


def crowd_map(s: State) -> None:
    """Put ten workers of each race on the map, five on some spaces; towns and ruins beside them."""
    spaces = list(s.iter_spaces())
    for seat, player in enumerate(s.players):
        for n in range(player.workers):
            spaces[3 * n][1].workers[seat] += 1
        player.workers = 0


def build_all_towns(s: State) -> None:
    """Build all towns; every third one is destroyed, one has a population of twelve."""
    free = [space for _, space in s.iter_spaces() if not any(space.workers)]
    for seat, player in enumerate(s.players):
        for n in range(player.towns):
            if free:
                free.pop().town = Town(seat, (12, 1, 0, 2, 1)[n])
                player.towns -= 1


def use_up_tokens(s: State) -> None:
    """Use up all terrain tokens: they lie on the map."""
    areas = iter(s.areas.values())
    for terrain in s.tokens:
        while s.tokens[terrain] and (area := next(areas, None)) is not None:
            area.token = terrain
            s.tokens[terrain] -= 1


def leave_one_card(s: State) -> None:
    """Leave one card to draw; the others have been discarded."""
    s.deck.discard, s.deck.cards = s.deck.cards[1:], s.deck.cards[:1]


CHANGES: dict[str, Change] = {
    "rich": fill_tracks,
    "poor": empty_tracks_and_map,
    "crowded": crowd_map,
    "towns": build_all_towns,
    "no_tokens": use_up_tokens,
    "dry_deck": leave_one_card,
}


def build_extreme_game(seats: int, shape: str, names: Sequence[str], **options: str) -> Match[State]:
    """Return a game at the beginning of its ninth round, with these changes made."""
    s = build_table(seats, options=options)
    stack_cards(s, STACKS[shape])
    for name in names:
        CHANGES[name](s)
    assert all(kind in KINDS for player in s.players for kind in player.hand)
    frame = json.encode(Frame(0, 0, 0, Raw(json.encode(s))))
    return Match(GAME, GAME.build_setup(seats, options=options), bytes(range(32)), frame)
