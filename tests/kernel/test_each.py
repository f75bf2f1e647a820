"""Choices of exactly one option per group, and distributions with a minimum and a maximum."""

from __future__ import annotations

import pytest

from engines.kernel import GameContext, Message, NounRef, Option, Refused, Rng, load_catalogue, pick_random_answer
from tests.kernel.toys import SEED, Notes, answer, start_match


def build_windows(**groups: str) -> list[Option]:
    return [
        Option(f"{name}:{k}", f"{name}{k}", Message(k), group=Message(name))
        for name, keys in groups.items()
        for k in keys
    ]


async def choose_windows(ctx: GameContext[Notes]) -> None:
    ctx.state.entries.append(f"{await ctx.choose_each(0, 'q', build_windows(north='ab', south='cd'), rule='R1')}")


def test_answer_has_one_option_per_group_in_group_order() -> None:
    match = start_match(choose_windows)
    answer(match, 0, "south:d", "north:a")
    assert match.state.entries == ["('northa', 'southd')"]


@pytest.mark.parametrize("keys", [("north:a", "north:b"), ("north:a",), ("north:a", "south:c", "south:d"), ("x", "y")])
def test_two_of_one_group_or_none_are_refused(keys: tuple[str, ...]) -> None:
    match = start_match(choose_windows)
    with pytest.raises(Refused) as refused:
        answer(match, 0, *keys)
    assert refused.value.rule == "R1"
    assert match.position == 0


def test_the_refusal_names_the_group() -> None:
    offered = [Option(k, k, Message(k), group=Message("kernel.confirm")) for k in "ab"] + build_windows(other="cd")
    with pytest.raises(Refused) as refused:
        GameContext(None, Rng(SEED)).build_each_prompt(0, "q", offered).parse_answer(("a", "b"))
    book = load_catalogue("engines.kernel")
    assert book.render(refused.value.reason, "en") == "Choose exactly one of Confirm, not 2."
    assert book.render(refused.value.reason, "ja") == "確定からはちょうど1つ選んでください（2個選ばれました）。"


def test_groups_with_single_options_resolve_themselves() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        ctx.state.entries.append(f"{await ctx.choose_each(0, 'q', build_windows(north='a', south='c'))}")
        ctx.state.entries.append(f"{await ctx.choose_each(0, 'q', [])}")

    match = start_match(script)
    assert match.is_over and match.state.entries == ["('northa', 'southc')", "()"]


def test_split_group_is_a_rule_error() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        await ctx.choose_each(0, "q", build_windows(north="ab", south="c") + build_windows(north="d"))

    with pytest.raises(RuntimeError, match="torn apart"):
        start_match(script)


def test_simultaneous_group_choices_are_one_question() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        said = await ctx.ask_together(
            [ctx.build_each_prompt(seat, "q", build_windows(north="ab", south="cd")) for seat in (0, 1)]
        )
        ctx.state.entries.append(f"{said}")

    match = start_match(script)
    answer(match, 1, "north:b", "south:c")
    answer(match, 0, "north:a", "south:c")
    assert match.is_over and match.state.entries == ["{0: ('northa', 'southc'), 1: ('northb', 'southc')}"]


def test_random_player_chooses_one_option_per_group() -> None:
    match = start_match(choose_windows)
    prompt = match.find_prompt(0)
    assert prompt is not None
    for n in range(20):
        prompt.parse_answer(pick_random_answer(match, prompt, Rng(SEED, 100 * n)))


async def distribute_coins(ctx: GameContext[Notes]) -> None:
    slots = [Option(k, k, Message(k), limit=2) for k in "ab"]
    ctx.state.entries.append(f"{await ctx.allocate(0, 'q', slots, 3, at_least=1)}")


@pytest.mark.parametrize(("keys", "said"), [("a", "{'a': 1}"), ("aab", "{'a': 2, 'b': 1}")])
def test_a_distribution_with_a_range(keys: str, said: str) -> None:
    match = start_match(distribute_coins)
    answer(match, 0, *keys)
    assert match.state.entries == [said]


@pytest.mark.parametrize("keys", ["", "aabb"])
def test_a_distribution_outside_its_range_is_refused(keys: str) -> None:
    match = start_match(distribute_coins)
    with pytest.raises(Refused):
        answer(match, 0, *keys)


def test_noun_can_be_a_label() -> None:
    book = load_catalogue("engines.flotsam")
    path = next(iter(book.nouns))
    assert (
        book.render(NounRef(path), "en") == book.render_noun(path, "en")[:1].upper() + book.render_noun(path, "en")[1:]
    )
    assert book.render(NounRef(path), "ja") == book.render_noun(path, "ja")
