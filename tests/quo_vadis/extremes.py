"""Late and extreme tables, which random play from the start seldom reaches, as whole games that go on from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Raw, json

from engines.kernel import Frame, Match
from engines.quo_vadis import GAME
from engines.quo_vadis.data.content import CONTENT, DATA, KINDS
from engines.quo_vadis.rules.draft import pick_zone
from engines.quo_vadis.table.board import maximum, most_wrath, race_of
from engines.quo_vadis.table.state import State, Town
from tests.quo_vadis.stage import table

Change = Callable[[State], None]
STACKS = {"one": [8], "six": [1, 1, 1, 1, 1, 3], "four": [2, 2, 2, 2]}
"""Eight cards in so many generations."""


def stacked(s: State, shape: Sequence[int]) -> None:
    """Eight rounds have been played: generations, the skills of their changes, hands of four, a deck."""
    s.turns = 8 * len(s.players)
    cards: list[str] = [kind.id for kind in DATA.kind for _ in range(kind.count)]
    skills = list(CONTENT.drafted)
    for seat, player in enumerate(s.players):
        player.generations = [[cards.pop(37 * (seat + 1) % len(cards)) for _ in range(n)] for n in shape]
        player.hand = sorted((cards.pop(11 % len(cards)) for _ in range(4)), key=CONTENT.order)
        player.skills = [race_of(player).recommended, *(skills.pop(0) for _ in shape[1:])]
        left = DATA.setup.pack - len(shape) + 1
        player.kept = {pick_zone(seat, step): skills.pop() for step in range(1, left + 1)}
        player.adapted = "tundra" if "S12" in player.skills else None
        s.seen.where[seat] = {skill: [zone] for zone, skill in player.kept.items()}
    s.deck.cards, s.boxed = cards, skills


def rich(s: State) -> None:
    """Every track is full."""
    for player in s.players:
        player.stock = {resource: maximum(s, player, resource) for resource in player.stock}
        player.wrath = most_wrath(s, player)


def poor(s: State) -> None:
    """Nobody has anything, nor a worker on the map."""
    for player in s.players:
        player.stock = dict.fromkeys(player.stock, 0)


def crowded(s: State) -> None:
    """Ten workers of each race on the map, five on some spaces; towns and ruins beside them."""
    spaces = list(s.spaces())
    for seat, player in enumerate(s.players):
        for n in range(player.workers):
            spaces[3 * n][1].workers[seat] += 1
        player.workers = 0


def towns(s: State) -> None:
    """All towns are built, each third one is destroyed, one has twelve people."""
    free = [space for _, space in s.spaces() if not any(space.workers)]
    for seat, player in enumerate(s.players):
        for n in range(player.towns):
            if free:
                free.pop().town = Town(seat, (12, 1, 0, 2, 1)[n])
                player.towns -= 1


def no_tokens(s: State) -> None:
    """No terrain token is left: they lie on the map."""
    areas = iter(s.areas.values())
    for terrain in s.tokens:
        while s.tokens[terrain] and (area := next(areas, None)) is not None:
            area.token = terrain
            s.tokens[terrain] -= 1


def dry_deck(s: State) -> None:
    """One card is left to draw; the others have been discarded."""
    s.deck.discard, s.deck.cards = s.deck.cards[1:], s.deck.cards[:1]


CHANGES: dict[str, Change] = {
    "rich": rich,
    "poor": poor,
    "crowded": crowded,
    "towns": towns,
    "no_tokens": no_tokens,
    "dry_deck": dry_deck,
}


def extreme(seats: int, shape: str, names: Sequence[str], **options: str) -> Match[State]:
    """A game at the beginning of its ninth round, in which these things have happened."""
    s = table(seats, options=options)
    stacked(s, STACKS[shape])
    for name in names:
        CHANGES[name](s)
    assert all(kind in KINDS for player in s.players for kind in player.hand)
    frame = json.encode(Frame(0, 0, 0, Raw(json.encode(s))))
    return Match(GAME, GAME.setup(seats, options=options), bytes(range(32)), frame)
