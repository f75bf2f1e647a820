"""`problems` names each broken invariant; every one is broken once."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from engines.kernel import Match, Rng
from engines.kilia import GAME
from engines.kilia.problems import list_problems
from engines.kilia.table.state import SPRAT, Merchant, State, Warehouse
from tests.contract.cases import random_decision
from tests.kilia.stage import RED, WHITE, build_table, set_player


def build_sound_state() -> State:
    s = build_table(3)
    set_player(
        s,
        WHITE,
        zones=(1, 2, 0, 1),
        coins=3,
        goods=(1, 0, 2, 0),
        market="M1:W02 M2:R02*1",
        abilities="Y10",
        canal={1: "Y02 turned"},
        active="C01",
        fulfilled="C02 C03 C04",
    )
    s.players[WHITE].active.append("SW")
    return s


def test_a_table_in_the_middle_of_a_game_is_sound() -> None:
    assert list_problems(build_sound_state()) == []


def test_finished_state_is_stored_as_before() -> None:
    """Its checksum is that of games which ended before traded sprats were counted."""
    match = Match.start(GAME, GAME.build_setup(2, (), {}), bytes(32))
    assert match.state.traded_sprats == 0
    rng = Rng(bytes(32))
    while not match.is_over:
        match.apply(random_decision(match, rng))
    assert "traded_sprats" not in msgspec.to_builtins(match.state)


def end_turns(s: State) -> None:
    s.phase = "council"


def break_state(*changes: Callable[[State], object]) -> list[str]:
    s = build_sound_state()
    for change in changes:
        change(s)
    return list_problems(s)


BROKEN: dict[str, Callable[[State], object]] = {
    "action cards: too many": lambda s: s.deck.append("W02"),
    "action cards: too many [], missing": lambda s: s.deck.pop(),
    "contracts: too many": lambda s: s.contract_deck.append("C01"),
    "sprats on the table and 1 traded": lambda s: setattr(s, "traded_sprats", 1),
    "], market ['M1'": lambda s: s.players[0].zones.pop("castle"),
    "wheels ['": lambda s: s.wheels.pop("full_market"),
    "sprats in the box": lambda s: setattr(s, "sprats", 3),
    "offer of action cards has 6 slots": lambda s: s.offer.append(None),
    "offer of action cards was not refilled": lambda s: (
        end_turns(s),
        s.deck.append(s.offer.pop(0) or ""),
        s.offer.append(None),
    ),
    "in the middle of a turn": lambda s: (end_turns(s), setattr(s, "has_taken_card", True)),
    "is asked about outside a turn": lambda s: (end_turns(s), setattr(s, "building", "W03")),
    "an extra action before the main one": lambda s: setattr(s, "has_extra_action", True),
    "the final round triggers": lambda s: (setattr(s, "is_final_round", True), setattr(s, "is_ending", True)),
    "no seat: active 7": lambda s: setattr(s, "active", 7),
    "two players of one colour": lambda s: setattr(s.players[1], "color", "white"),
    "wheel one_zone_4: markers on": lambda s: s.wheels["one_zone_4"].markers[1].append(RED),
    "wheel one_zone_4: markers wait": lambda s: (setattr(s, "phase", "over"), s.wheels["one_zone_4"].waiting.append(1)),
    "more than one extra wheel": lambda s: [setattr(wheel, "extra", "e1") for wheel in s.wheels.values()],
    "coins -1": lambda s: setattr(s.players[0], "coins", -1),
    "goods ['wheat'": lambda s: setattr(s.players[0], "goods", dict(reversed(s.players[0].goods.items()))),
    "5 cards under castle": lambda s: s.players[0].zones["castle"].extend(s.deck.pop() for _ in range(4)),
    "cards of another colour": lambda s: s.players[0].zones["castle"].append("R02"),
    "more than one sprat": lambda s: s.players[0].zones["castle"].extend([SPRAT, SPRAT]),
    "a sprat from nowhere": lambda s: setattr(s.players[0], "sprat", "held"),
    "3 abilities with 2": lambda s: s.players[0].abilities.extend(["B01", "B02"]),
    "the same ability twice": lambda s: s.players[0].abilities.append("B02"),
    "stands on nothing": lambda s: s.players[0].market["M6"].append(Merchant("W03")),
    "coins on M2, at most 1": lambda s: setattr(s.players[0].market["M2"][0], "coins", 2),
    "the printed warehouse is on segments []": lambda s: s.players[0].canal.__setitem__(2, None),
    "2 warehouses built with 1": lambda s: s.players[0].canal.__setitem__(4, Warehouse("Y03")),
    "0 markers on three_contracts, 1 earned": lambda s: s.wheels["three_contracts"].markers[0].clear(),
    "4 chips left after 1 markers": lambda s: setattr(s.players[0], "chips", 4),
}


@pytest.mark.parametrize("expected", BROKEN)
def test_each_invariant_fails_once(expected: str) -> None:
    errors = break_state(BROKEN[expected])
    assert any(expected in problem for problem in errors), errors


def test_every_invariant_is_tested() -> None:
    """Every sentence of problems.py comes up when its invariant is broken."""
    source = Path(list_problems.__code__.co_filename).read_text("utf-8")
    errors = [problem for change in BROKEN.values() for problem in break_state(change)]
    for sentence in re.findall(r'yield f?"(.*)"', source):
        stem = max(re.split(r"\{.*?\}+", sentence), key=len).strip(" []},")
        assert any(stem in problem for problem in errors), sentence
