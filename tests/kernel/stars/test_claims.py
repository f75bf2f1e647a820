"""Claims: a reason that compares an option holds among exactly the options shown, or is not shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.kernel import (
    Answer,
    Claim,
    GameContext,
    GreedyPlayer,
    Message,
    Option,
    PreviewedAmount,
    Prompt,
    equals_all,
    exceeds_all,
    is_unsurpassed,
    list_suggestions,
)
from engines.kernel.messages import resolve_text
from engines.kernel.stars.claims import RATED, exceeds_most, find_true_claim
from engines.kernel.stars.suggestions import Advice, add_advice, find_reason
from tests.kernel.stars.test_suggestions import AIDS, start_aided_match
from tests.kernel.toys import Notes, build_options, count_points

MOST, PLAIN = Message("most"), Message("plain")


@pytest.mark.parametrize(
    ("compare", "value", "others", "is_true"),
    [
        (exceeds_all, 3.0, (1.0, 2.0), True),
        (exceeds_all, 3.0, (1.0, 3.0), False),
        (exceeds_most, 3.0, (1.0, 1.0, 4.0), True),
        (exceeds_most, 3.0, (1.0, 4.0), False),
        (is_unsurpassed, 3.0, (3.0, 1.0), True),
        (is_unsurpassed, 3.0, (3.1, 1.0), False),
        (equals_all, 3.0, (3.01, 2.99), True),
        (equals_all, 3.0, (3.0, 2.0), False),
    ],
)
def test_a_comparison_holds_only_if_the_measures_say_so(
    compare: object, value: float, others: tuple[float, ...], is_true: bool
) -> None:
    measures = {("own",): value} | {(f"other{nth}",): other for nth, other in enumerate(others)}
    claim = Claim(MOST, measures, compare)  # type: ignore[arg-type]
    assert claim.holds(("own",), [*measures]) is is_true


def test_a_superlative_counts_the_options_shown_and_no_others() -> None:
    claims = [Claim(MOST, {("a",): 2.0, ("b",): 1.0, ("c",): 3.0}), Claim(PLAIN)]
    assert find_true_claim(claims, ("a",), [("a",), ("b",)]) == MOST, "the greater one is not on offer"
    assert find_true_claim(claims, ("a",), [("a",), ("b",), ("c",)]) == PLAIN
    assert find_true_claim(claims, ("a",), [("a",), ("b",), ("dice",)]) == PLAIN, "nobody knows what the dice bring"
    assert find_true_claim(claims[:1], ("a",), [("a",), ("c",)]) == RATED


async def play_two_spaces(ctx: GameContext[Notes]) -> None:
    ctx.state.entries.append(await ctx.choose(0, "space", build_options("-1", "-2", "-8", "-9")))
    if ctx.state.entries[-1] == "-2":
        ctx.state.entries.append(await ctx.choose(0, "further", build_options("-5", "-6")))
    await ctx.choose(0, "more", build_options("yes", "no"))


def test_the_advantage_over_another_option_is_the_one_that_its_preview_tells() -> None:
    """The reason said "2 more food" beside an option that costs 1: the rest of the turn would have cost another one."""

    def explain_contrast(other: Notes, own: Notes, seat: int) -> list[Message]:
        return [Message("more", {"n": int(count_points(own, seat) - count_points(other, seat))})]

    aids = replace(AIDS, explain_gains=lambda before, after, seat: (), explain_contrast=explain_contrast)
    rather = Message("kernel.aid.rather", {"what": (Message("-2"),), "why": Message("more", {"n": 1})})
    assert list_suggestions(start_aided_match(play_two_spaces), 0, aids) == {"-1": rather}


@pytest.mark.parametrize(
    ("beside", "value", "reason"), [("look", 0.0, "stop"), ("dice", 0.0, "stop_sure"), ("look", 0.1, "ends")]
)
def test_stopping_is_said_to_be_best_only_if_all_beside_it_is_known(beside: str, value: float, reason: str) -> None:
    """It said "most other options leave you worse off" beside rolls of which nobody knew what they bring."""

    async def play_turn(ctx: GameContext[Notes]) -> None:
        async def take(key: str) -> None:
            ctx.state.entries.append(key if key == "look" else str(ctx.take_from(ctx.state.pile)))

        with ctx.side_actions(0, lambda: [] if ctx.state.entries else build_options(beside), take):
            await ctx.confirm(0, "done")
        await ctx.choose(0, "more", build_options("yes", "no"))

    aids = replace(AIDS, player=GreedyPlayer(lambda state, seat: value * state.entries.count("look")))
    assert list_suggestions(start_aided_match(play_turn), 0, aids) == {"yes": Message(f"kernel.aid.{reason}")}


@pytest.mark.parametrize(("labels", "reason"), [("1234", "steady"), ("1234567", "rated")])
def test_a_combination_is_compared_with_all_or_with_none(labels: str, reason: str) -> None:
    """A combination was called better than most, though the search had tried the fewest of them."""

    async def play_bag(ctx: GameContext[Notes]) -> None:
        ctx.state.entries += await ctx.choose_some(0, "bag", build_options(*labels), 0, 3, default=())
        await ctx.choose(0, "more", build_options("yes", "no"))

    aids = replace(AIDS, explain_gains=lambda before, after, seat: ())
    first, *_ = list_suggestions(start_aided_match(play_bag), 0, aids).values()
    assert first == Message("kernel.aid.together", {"why": Message(f"kernel.aid.{reason}")})


def test_a_false_claim_of_a_game_is_not_shown() -> None:
    """The second highest price is called the highest."""
    prices: dict[Answer, float] = {(key,): -float(key) for key in ("-1", "-2", "-8", "-9")}

    def suggest(key: str) -> dict[str, Message]:
        aids = replace(AIDS, suggest_by_rule=lambda state, prompt: {key: [Claim(MOST, prices), Claim(PLAIN)]})
        return list_suggestions(start_aided_match(play_two_spaces), 0, aids)

    assert suggest("-9") == {"-9": MOST} and suggest("-8") == {"-8": PLAIN}


@pytest.mark.parametrize(("told", "is_total"), [(5, False), (3, True), (None, False)])
def test_a_number_that_the_option_tells_otherwise_is_called_the_total(told: int | None, is_total: bool) -> None:
    """The reason said "+16 VP" beside "+13 VP": a helper adds three of itself."""
    detail = Message("brings", {} if told is None else {"n": told})
    prompt = Prompt(0, Message("which"), (Option("a", "a", Message("label"), detail), *build_options("b")))
    why, parts = Message("gains", {"points": 5}), {"brings": "n"} if told else {}
    aids = replace(AIDS, previewed_amounts={"gains": PreviewedAmount("points", parts)})
    [option, _] = add_advice(prompt, Advice(0, {"a": why}), aids).options
    assert option.detail is not None
    assert find_reason(resolve_text(option.detail)) == (Message("kernel.aid.in_all", {"why": why}) if is_total else why)


def test_numbers_of_later_answers_are_not_compared_with_the_option() -> None:
    then = Message("kernel.aid.then", {"what": (Message("b"),), "why": Message("gains", {"points": 5})})
    prompt = Prompt(0, Message("which"), (Option("a", "a", Message("brings", {"n": 3})), *build_options("b")))
    aids = replace(AIDS, previewed_amounts={"gains": PreviewedAmount("points", {"brings": "n"})})
    [option, _] = add_advice(prompt, Advice(0, {"a": then}), aids).options
    assert option.detail is not None and find_reason(resolve_text(option.detail)) == then
