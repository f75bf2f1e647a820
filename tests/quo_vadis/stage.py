"""A table in the middle of a game, as the examples of the rules describe it.

    s = table(4, A, options={"petition": "off"})
    person(s, B, food=3, skills=["S10"], stacks=["blessing blessing", "labour"])
    put(s, "2-4:a", A, A, B)                      # workers
    town(s, "2-4:c", C, 1)
    turn(s, B, "2-4")
    played = play(s, lambda t: place_workers(t, B), "place:a")

The map is the reference map R3 of the specification (R4 from four players on), all rotations 0. Players are Gigant,
Deep One, Glorious, Mystic, Sandwalker in turn order from A, without skills.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.kernel import CardKnowledge, Pile, simulate_rule
from engines.quo_vadis import GAME
from engines.quo_vadis.data.content import CONTENT, DATA
from engines.quo_vadis.data.types import Race
from engines.quo_vadis.rules.draft import name_pick_zone
from engines.quo_vadis.rules.setup import build_areas
from engines.quo_vadis.rules.turn_end import take_snapshot
from engines.quo_vadis.table.state import FREE, Player, State, Town, Turn
from tests.kernel.scripted import Dice, Played, Rule, Stage

A, B, C, D, E = range(5)
NAMES = ("Ann", "Bela", "Cem", "Dana", "Eiko")
STAGE = Stage("engines.quo_vadis", NAMES)
RACES: tuple[Race, ...] = ("gigant", "deep_one", "glorious", "mystic", "sandwalker")
R3 = ("2-4", "2-5", "1-2", "1-3", "1-4", "1-5", "2-3", "3-4", "3-5", "4-5")
DOUBLES = {3: (), 4: ("1-1", "3-3"), 5: ("1-1", "3-3", "4-4", "5-5")}
IGNORED_ERRORS = ("has played", "hidden skills after")
"""A constructed table need not have played a card each turn."""


def build_table(
    players: int = 3, active: int = A, *, first: int = A, options: Mapping[str, str] | None = None
) -> State:
    """Build a table with this number of players; `active` is on turn in the second round."""
    tiles = (*R3, *DOUBLES[players])
    positions = [DATA.geometry.centre, *DATA.geometry.ring, *DATA.geometry.extra][: len(tiles)]
    values = {option.id: option.default for option in GAME.options} | dict(options or {})
    s = State(
        players=[Player(race=RACES[seat]) for seat in range(players)],
        areas=build_areas(tiles, positions, [0] * len(tiles), players),
        unused=[tile for tile in CONTENT.tiles if tile not in tiles],
        tokens=dict(DATA.components.tokens),
        markers=[FREE, FREE],
        deck=Pile([]),
        boxed=[],
        knowledge=CardKnowledge.create_empty(players),
        options=values,
        phase="turn",
        first=first,
        turns=players + (active - first) % players,
    )
    for player in s.players:
        player.skills.append(CONTENT.races[player.race or "gigant"].recommended)
    place_remaining_cards(s)
    for player in s.players:
        player.skills.clear()
    return s


def set_player(
    s: State,
    seat: int,
    *,
    hand: str | None = None,
    stacks: Sequence[str] | None = None,
    skills: Sequence[str] | None = None,
    wrath: int | None = None,
    **stock: int,
) -> Player:
    """Set the named values of one player; the others stay. Cards of a stack go from its oldest to its top."""
    player = s.players[seat]
    if hand is not None:
        player.hand = hand.split()
    if stacks is not None:
        player.generations = [stack.split() for stack in stacks]
    if skills is not None:
        player.skills = list(skills)
    if wrath is not None:
        player.wrath = wrath
    for resource, amount in stock.items():
        assert resource in player.stock
        player.stock[resource] = amount
    place_remaining_cards(s)
    return player


def put_workers(s: State, space: str, *seats: int) -> None:
    """Place a worker for each named seat."""
    for seat in seats:
        s.find_space(space).workers[seat] += 1
        s.players[seat].workers -= 1


def place_town(s: State, space: str, owner: int, population: int = 1) -> Town:
    """Build a town; population 0 means destroyed."""
    s.players[owner].towns -= 1
    new_town = s.find_space(space).town = Town(owner, population)
    return new_town


def start_turn(s: State, seat: int, area: str | None = None, **known: Any) -> Turn:
    """Start the turn of a player, in an area."""
    s.turns = len(s.players) + (seat - s.first) % len(s.players)
    s.turn = Turn(seat, area=area, start=take_snapshot(s.players[seat]), **known)
    return s.turn


def place_remaining_cards(s: State) -> None:
    """Put every unplaced card and skill into the deck, face down before a player, or out of the game."""
    out = [card for player in s.players for card in (*player.hand, *(c for stack in player.generations for c in stack))]
    out += s.deck.discard
    s.deck.cards = [kind.id for kind in DATA.kind for _ in range(kind.count - out.count(kind.id))]
    rest = [skill for skill in CONTENT.drafted if not any(skill in player.skills for player in s.players)]
    for seat, player in enumerate(s.players):
        changes = max(0, len(player.generations) - 1)
        player.face_down = {name_pick_zone(seat, step): rest.pop() for step in range(1, DATA.setup.pack + 1 - changes)}
        s.knowledge.possible_zones[seat] = {skill: [zone] for zone, skill in player.face_down.items()}
    s.boxed = rest


def list_state_errors(s: State) -> list[str]:
    """Return the errors in the state, without those that are normal on a constructed table."""
    return [error for error in GAME.problems(s) if not any(word in error for word in (*IGNORED_ERRORS, "basic skills"))]


def play(s: State, rule: Rule, *answers: str, dice: Sequence[int] = ()) -> Played:
    """Play a rule with these answers and dice, and check that the table is sound afterwards."""
    played = STAGE.play(s, rule, *answers, rng=Dice(dice))
    assert list_state_errors(s) == []
    return played


def list_keys(s: State, rule: Rule, *before: str) -> list[str]:
    """Return the options of the question that a rule asks after these answers, side actions at the end."""
    prompt = STAGE.find_prompt(s, rule, *before)
    return [option.key for option in (*prompt.options, *prompt.side_actions)]


def has_question(s: State, rule: Rule) -> bool:
    """Return whether a rule asks anything, tried on a copy."""
    return simulate_rule(s, rule).prompt is not None
