"""What a time-out answers: keys, or a rule of the moment that is legal for any hand; and frames of earlier rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from engines.kernel import FIRST, Default, Match, Msg, Option, Rng, Table
from tests.kernel.toys import SEED, Notes, answer, begin


def cards(t: Table[Notes]) -> list[Option]:
    return [Option(f"card:{card}", card, Msg("card")) for card in t.state.hands[0]]


LOWEST = Default(lambda options: (min(options, key=lambda o: o.value).key,), Msg("lowest"))


@pytest.mark.parametrize("default", [FIRST, LOWEST])
def test_a_default_is_found_when_the_clock_runs_out(default: Default) -> None:
    async def script(t: Table[Notes]) -> None:
        t.state.said.append(f"{await t.choose(0, 'q', lambda: cards(t), default=default)}")

    match = begin(script)
    for world in (match, *(match.world(1, Rng(SEED, n)) for n in range(5))):
        prompt = world.prompt(0)
        assert prompt is not None and prompt.default is default
        assert prompt.silence == (f"card:{world.state.hands[0][0]}",)  # the toy's hands are in order
    prompt = match.prompt(0)
    assert prompt is not None and prompt.silence is not None
    answer(match, 0, *prompt.silence)
    assert match.over


def test_a_default_that_is_not_legal_is_a_mistake_of_the_rule() -> None:
    async def script(t: Table[Notes]) -> None:
        await t.choose(0, "q", lambda: cards(t), default=Default(lambda options: ("card:none",), Msg("none")))

    with pytest.raises(RuntimeError, match="cannot answer its default"):
        begin(script)


def test_a_state_of_earlier_rules_is_brought_up_to_date() -> None:
    async def script(t: Table[Notes]) -> None:
        await t.choose(0, "q", lambda: cards(t))

    match = begin(script)
    old = match.frame.replace(b'"said"', b'"words"')

    def upgrade(state: dict[str, Any], version: int) -> dict[str, Any]:
        assert version == 1
        state["said"] = [*state.pop("words"), "upgraded"]
        return state

    game = replace(match.game, rules=2, upgrade=upgrade)
    again = Match.resume(game, match.setup, match.seed, old, [])
    assert again.state.said == ["upgraded"] and again.state.hands == match.state.hands
    assert Match.resume(replace(match.game, rules=2), match.setup, match.seed, match.frame, []).state == match.state


def test_a_frame_says_by_which_rules_it_was_written() -> None:
    async def script(t: Table[Notes]) -> None:
        await t.confirm(0, "q")

    match = begin(script, turns=2)
    later = Match.start(replace(match.game, rules=3), match.setup, SEED)
    answer(later, 0, "yes")
    assert msgspec.json.decode(later.frame)["rules"] == 3
