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

from engines.kernel import Pile, Seen, outcome
from engines.quo_vadis import GAME
from engines.quo_vadis.data.content import CONTENT, DATA
from engines.quo_vadis.data.types import Race
from engines.quo_vadis.rules.draft import pick_zone
from engines.quo_vadis.rules.end import snapshot
from engines.quo_vadis.rules.setup import lay
from engines.quo_vadis.table.state import FREE, Player, State, Town, Turn
from tests.kernel.scripted import Dice, Played, Rule, Stage

A, B, C, D, E = range(5)
NAMES = ("Ann", "Bela", "Cem", "Dana", "Eiko")
STAGE = Stage("engines.quo_vadis", NAMES)
RACES: tuple[Race, ...] = ("gigant", "deep_one", "glorious", "mystic", "sandwalker")
R3 = ("2-4", "2-5", "1-2", "1-3", "1-4", "1-5", "2-3", "3-4", "3-5", "4-5")
DOUBLES = {3: (), 4: ("1-1", "3-3"), 5: ("1-1", "3-3", "4-4", "5-5")}
UNHEEDED = ("has played", "hidden skills after")
"""A table in the middle of things need not have played a card each turn."""


def table(players: int = 3, active: int = A, *, first: int = A, options: Mapping[str, str] | None = None) -> State:
    """So many players; `active` is on turn in the second round."""
    tiles = (*R3, *DOUBLES[players])
    positions = [DATA.geometry.centre, *DATA.geometry.ring, *DATA.geometry.extra][: len(tiles)]
    values = {option.id: option.default for option in GAME.options} | dict(options or {})
    s = State(
        players=[Player(race=RACES[seat]) for seat in range(players)],
        areas=lay(tiles, positions, [0] * len(tiles), players),
        unused=[tile for tile in CONTENT.tiles if tile not in tiles],
        tokens=dict(DATA.components.tokens),
        markers=[FREE, FREE],
        deck=Pile([]),
        boxed=[],
        seen=Seen.by(players),
        options=values,
        phase="turn",
        first=first,
        turns=players + (active - first) % players,
    )
    for player in s.players:
        player.skills.append(CONTENT.races[player.race or "gigant"].recommended)
    settle(s)
    for player in s.players:
        player.skills.clear()
    return s


def person(
    s: State,
    seat: int,
    *,
    hand: str | None = None,
    stacks: Sequence[str] | None = None,
    skills: Sequence[str] | None = None,
    wrath: int | None = None,
    **stock: int,
) -> Player:
    """Set one player; what is not named stays. Cards of a stack from its oldest to its top."""
    who = s.players[seat]
    if hand is not None:
        who.hand = hand.split()
    if stacks is not None:
        who.generations = [stack.split() for stack in stacks]
    if skills is not None:
        who.skills = list(skills)
    if wrath is not None:
        who.wrath = wrath
    for resource, amount in stock.items():
        assert resource in who.stock
        who.stock[resource] = amount
    settle(s)
    return who


def put(s: State, space: str, *seats: int) -> None:
    """A worker for each seat named."""
    for seat in seats:
        s.space(space).workers[seat] += 1
        s.players[seat].workers -= 1


def town(s: State, space: str, owner: int, population: int = 1) -> Town:
    """population: 0 = destroyed."""
    s.players[owner].towns -= 1
    found = s.space(space).town = Town(owner, population)
    return found


def turn(s: State, me: int, area: str | None = None, **known: Any) -> Turn:
    """The turn of a player, in an area."""
    s.turns = len(s.players) + (me - s.first) % len(s.players)
    s.turn = Turn(me, area=area, start=snapshot(s.players[me]), **known)
    return s.turn


def settle(s: State) -> None:
    """Every card and skill that lies nowhere lies in the deck, face down before somebody, or out of the game."""
    out = [card for player in s.players for card in (*player.hand, *(c for stack in player.generations for c in stack))]
    out += s.deck.discard
    s.deck.cards = [kind.id for kind in DATA.kind for _ in range(kind.count - out.count(kind.id))]
    rest = [skill for skill in CONTENT.drafted if not any(skill in player.skills for player in s.players)]
    for seat, player in enumerate(s.players):
        changes = max(0, len(player.generations) - 1)
        player.kept = {pick_zone(seat, step): rest.pop() for step in range(1, DATA.setup.pack + 1 - changes)}
        s.seen.where[seat] = {skill: [zone] for zone, skill in player.kept.items()}
    s.boxed = rest


def problems(s: State) -> list[str]:
    """What is not sound, but for what a table in the middle of things need not have."""
    return [found for found in GAME.problems(s) if not any(word in found for word in (*UNHEEDED, "basic skills"))]


def play(s: State, rule: Rule, *answers: str, dice: Sequence[int] = ()) -> Played:
    """Play a rule with these answers and dice; then the table is sound."""
    played = STAGE.play(s, rule, *answers, rng=Dice(dice))
    assert problems(s) == []
    return played


def keys(s: State, rule: Rule, *before: str) -> list[str]:
    """The options of the question that a rule puts after these answers, asides at the end."""
    prompt = STAGE.question(s, rule, *before)
    return [option.key for option in (*prompt.options, *prompt.asides)]


def asked(s: State, rule: Rule) -> bool:
    """Whether a rule asks anything, tried on a copy."""
    return outcome(s, rule).question is not None
