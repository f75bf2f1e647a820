"""Every invariant is broken once, and reported."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.kernel import GameContext, Match, Rng, Setup
from engines.marco_polo_ii import GAME
from engines.marco_polo_ii.problems import list_problems
from engines.marco_polo_ii.rules.round.beginning import assign_character
from engines.marco_polo_ii.table.setup import new_game
from engines.marco_polo_ii.table.state import Caravan, PlacedDie, State, Turn
from tests.contract.cases import random_decision


def build_sound_state(caravan: str = "on") -> State:
    """Return a table of three in the middle of round 1."""
    s = new_game(Setup(3, ("blue", "yellow", "green"), {"caravan": caravan}), GameContext[Any](None, Rng(bytes(32))))
    s.available_characters, s.phase, s.round = [], "turns", 1
    for seat, ident in enumerate(("abha", "de_wu", "isabella")):
        assign_character(s, seat, ident)
        s.players[seat].goal = s.players[seat].dealt_goals[0]
        s.players[seat].dice = [1, 2, 3, 4, 5]
    s.playing = Turn(s.next_seat)
    return s


def test_a_sound_table_has_no_problems() -> None:
    assert list_problems(build_sound_state()) == [] == list_problems(build_sound_state("off"))


def test_finished_state_is_stored_as_before() -> None:
    """Its checksum is that of games which ended before discarded starting contracts were counted."""
    match = Match.start(GAME, GAME.build_setup(2, (), {}), bytes(32))
    assert match.state.discarded_starts == 0
    rng = Rng(bytes(32))
    while not match.is_over:
        match.apply(random_decision(match, rng))
    assert "discarded_starts" not in msgspec.to_builtins(match.state)


Break = Callable[[State], object]
BROKEN: dict[str, Break] = {
    "round 6": lambda s: setattr(s, "round", 6),
    "start player 7": lambda s: setattr(s, "start", 7),
    "in phase round": lambda s: setattr(s, "phase", "round"),
    "characters ['abha', 'abha'": lambda s: setattr(s.players[1], "character", "abha"),
    "without the expansion": lambda s: (
        setattr(s, "has_caravan", False),
        setattr(s.players[0], "character", "vidal"),
    ),
    "without a character or a goal": lambda s: setattr(s.players[0], "goal", None),
    "goals dealt": lambda s: s.players[0].dealt_goals.__setitem__(1, s.players[1].dealt_goals[1]),
    "-1 coins": lambda s: setattr(s.players[0], "coins", -1),
    "-2 jade": lambda s: setattr(s.players[2], "jade", -2),
    "4 dice instead of 5": lambda s: s.players[0].dice.pop(),
    "a die that shows 7": lambda s: setattr(s.players[0], "dice", [1, 2, 3, 4, 7]),
    "dice out of order": lambda s: setattr(s.players[0], "dice", [2, 1, 3, 4, 5]),
    "posts in ['beijing']": lambda s: setattr(s.players[0], "posts", ["beijing"]),
    "posts in ['pagan', 'pagan']": lambda s: setattr(s.players[0], "posts", ["pagan", "pagan"]),
    "posts of 11": lambda s: setattr(
        s.players[0],
        "posts",
        [
            *[
                "karakorum",
                "xian",
                "fuzhou",
                "pagan",
                "jaipur",
                "lanzhou",
                "lhasa",
                "kabul",
                "sumatra",
                "kashgar",
                "turfan",
                "kochi",
            ]
        ],
    ),
    "figures at ['beijing', 'xian']": lambda s: setattr(s.players[0], "figures", ["beijing", "xian"]),
    "3 contract slots": lambda s: s.players[0].contract_slots.append(s.contract_pile.cards.pop()),
    "seals {'thief'": lambda s: setattr(s.players[0], "seals", {"thief": True}),
    "goal g99": lambda s: setattr(s.players[0], "goal", "g99"),
    "tokens ['red']": lambda s: setattr(s.players[0], "tokens", ["red"]),
    "kept outpost tiles": lambda s: s.players[0].outposts.append(s.outposts.pop("xian")),
    "action spaces": lambda s: s.spaces.pop("purse"),
    "black dice left": lambda s: s.players[0].black.extend([1] * 6),
    "market_silk: dice": lambda s: s.spaces["market_silk"].append(PlacedDie(4, "black", None)),
    "on a brown space": lambda s: s.spaces["card_lhasa_1"].extend([PlacedDie(4, "black", 0), PlacedDie(4, "black", 1)]),
    "dice of one colour": lambda s: (
        s.spaces["special_balkh_a"].append(PlacedDie(4, "own", 0)),
        s.spaces["special_balkh_b"].append(PlacedDie(4, "own", 0)),
        setattr(s.players[0], "dice", [1, 2, 3]),
    ),
    "does not rise": lambda s: (
        s.spaces["khan_2"].append(PlacedDie(4, "black", 0)),
        s.spaces["khan_3"].append(PlacedDie(3, "black", 0)),
    ),
    "contracts: too many": lambda s: s.contract_pile.cards.append(s.contract_pile.cards[0]),
    "missing {'c": lambda s: s.contract_pile.cards.pop(),
    "starting contracts": lambda s: s.players[0].fulfilled.append(s.players[0].contracts[0]),
    "2 starting contracts and 0 out of the game": lambda s: s.players[0].contract_slots.__setitem__(0, None),
    "3 characters for 3 players": lambda s: setattr(s, "phase", "characters"),
    "no outpost tile in a city without a post: ['xian']": lambda s: s.outposts.pop("xian"),
    "neutral dice": lambda s: s.spaces["khan_1"].clear(),
    "contract spaces": lambda s: s.contract_pile.cards.append(s.on_offer["xian"].pop() or ""),
    "seen in the pile": lambda s: setattr(s.contract_pile, "known_by", {"c99": [0]}),
    "city cards": lambda s: s.cards.cards.pop(),
    "offer tiles of the silk book: [": lambda s: s.tiles["silk"].__setitem__(0, "gold_1"),
    "4 offer tiles": lambda s: s.tiles["silk"].pop(),
    "city bonuses {": lambda s: s.bonuses.pop("kochi"),
    "a city bonus marker twice": lambda s: s.bonuses.__setitem__("kochi", s.bonuses["turfan"]),
    "outpost tiles {": lambda s: s.outposts.__setitem__("xian", s.outposts["pagan"]),
    "in a city with a post": lambda s: s.players[0].posts.append("xian"),
    "route tiles": lambda s: s.routes.pop("t01"),
    "caravans under way": lambda s: s.players[0].caravans.append(Caravan()),
    "a caravan at None with ['silk']": lambda s: s.players[0].caravans[0].goods.append("silk"),
    "a caravan at nowhere": lambda s: (
        s.routes.pop("t01"),
        s.players[0].tiles.append("t01"),
        s.players[0].caravans.__setitem__(0, Caravan("nowhere", ["silk"])),
    ),
}


@pytest.mark.parametrize("says", BROKEN)
def test_broken_table_is_reported(says: str) -> None:
    s = build_sound_state()
    BROKEN[says](s)
    assert any(says in problem for problem in list_problems(s)), list_problems(s)


def test_every_invariant_is_tested() -> None:
    """Every sentence of problems.py comes up when its invariant is broken."""
    source = Path(list_problems.__code__.co_filename).read_text("utf-8")
    errors = []
    for broken in BROKEN.values():
        s = build_sound_state()
        broken(s)
        errors += list_problems(s)
    sentences = re.findall(r'yield f?"(.*)"', source)
    assert len(sentences) >= 35
    for sentence in sentences:
        parts = [re.escape(part) for part in re.split(r"\{.*?\}+", sentence)]
        pattern = re.compile("(seat [0-9]: )?" + ".*".join(parts))
        assert any(pattern.fullmatch(problem) for problem in errors), sentence
