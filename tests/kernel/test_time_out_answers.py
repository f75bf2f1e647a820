"""Time-out answers (fixed keys, or computed so that they are legal for any hand), and frames of earlier rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from engines.kernel import FIRST_OPTION, ComputedDefault, GameContext, Match, Message, Option, Rng
from tests.kernel.toys import SEED, Notes, answer, start_match


def build_card_options(ctx: GameContext[Notes]) -> list[Option]:
    return [Option(f"card:{card}", card, Message("card")) for card in ctx.state.hands[0]]


LOWEST = ComputedDefault(lambda options: (min(options, key=lambda o: o.value).key,), Message("lowest"))


@pytest.mark.parametrize("default", [FIRST_OPTION, LOWEST])
def test_default_is_computed_at_the_time_out(default: ComputedDefault) -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        ctx.state.entries.append(f"{await ctx.choose(0, 'q', lambda: build_card_options(ctx), default=default)}")

    match = start_match(script)
    for world in (match, *(match.imagine_world(1, Rng(SEED, n)) for n in range(5))):
        prompt = world.find_prompt(0)
        assert prompt is not None and prompt.default is default
        assert prompt.timeout_answer == (f"card:{world.state.hands[0][0]}",)  # the toy's hands are in order
    prompt = match.find_prompt(0)
    assert prompt is not None and prompt.timeout_answer is not None
    answer(match, 0, *prompt.timeout_answer)
    assert match.is_over


def test_illegal_default_is_a_rule_error() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        await ctx.choose(
            0,
            "q",
            lambda: build_card_options(ctx),
            default=ComputedDefault(lambda options: ("card:none",), Message("none")),
        )

    with pytest.raises(RuntimeError, match="cannot answer its default"):
        start_match(script)


def test_state_of_earlier_rules_is_upgraded() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        await ctx.choose(0, "q", lambda: build_card_options(ctx))

    match = start_match(script)
    old = match.frame.replace(b'"entries"', b'"words"')

    def upgrade(state: dict[str, Any], version: int) -> dict[str, Any]:
        assert version == 1
        state["entries"] = [*state.pop("words"), "upgraded"]
        return state

    game = replace(match.game, rules_version=2, upgrade=upgrade)
    again = Match.resume(game, match.setup, match.seed, old, [])
    assert again.state.entries == ["upgraded"] and again.state.hands == match.state.hands
    assert (
        Match.resume(replace(match.game, rules_version=2), match.setup, match.seed, match.frame, []).state
        == match.state
    )


def test_frame_stores_its_rules_version() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        await ctx.confirm(0, "q")

    match = start_match(script, turns=2)
    later = Match.start(replace(match.game, rules_version=3), match.setup, SEED)
    answer(later, 0, "yes")
    assert msgspec.json.decode(later.frame)["rules"] == 3
