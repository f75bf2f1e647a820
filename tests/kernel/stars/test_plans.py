"""Plans: a gain that only a later answer brings, and stars that last until something new is known."""

from __future__ import annotations

from dataclasses import replace

from engines.kernel import (
    Decision,
    GameContext,
    Message,
    SearchBudget,
    list_suggestions,
)
from engines.kernel.stars.aids import AnswerForecast
from engines.kernel.stars.suggestions import (
    _forecast_answers,
    _select_best,
    compute_advice,
    continue_plan,
)
from tests.kernel.stars.test_suggestions import AIDS, play_prizes, start_aided_match
from tests.kernel.toys import Notes, build_options


async def play_planned(ctx: GameContext[Notes]) -> None:
    """The only prize is in the chest, and only the key opens it."""
    tool = await ctx.choose(0, "tool", build_options("key", "rope", "lamp"))
    chest = await ctx.choose(0, "where", build_options("chest", "wall"))
    ctx.state.entries += ["4"] if tool == "key" and chest == "chest" else ["0"]
    await ctx.choose(0, "more", build_options("yes", "no"))


def test_later_gain_is_explained_as_a_plan() -> None:
    (why,) = list_suggestions(start_aided_match(play_planned), 0, AIDS).values()
    assert why == Message("kernel.aid.then", {"what": (Message("chest"),), "why": Message("gains", {"points": 4})})


def test_plan_is_continued_at_the_next_question() -> None:
    """The next question keeps the star without budget for a new search, but not after a different answer."""
    for tool, expected in (("key", ("chest",)), ("rope", ())):
        match = start_aided_match(play_planned)
        first = compute_advice(match, 0, AIDS)
        match.apply(Decision(match.step, 0, (tool,)))
        assert continue_plan(match, 0, first)[:1] == ((expected,) if expected else ())
        best = compute_advice(match, 0, replace(AIDS, tries=0), first).best
        assert tuple(best) == expected


def test_continued_plan_is_the_only_starred_option() -> None:
    """A player advised to start a plan is not advised to abandon it as well."""
    match = start_aided_match(play_prizes)
    root = AIDS.player.explore(match.imagine_world(0, match.derive_rng("aids", 0)), 0, SearchBudget(0))
    place, prompt = root.children[0], match.find_prompt(0)
    assert prompt is not None and len(prompt.options) >= 4
    ways = [AnswerForecast((key,), 5.0 - n / 2, place, (Message(key),), ()) for n, key in enumerate("abcd")]
    assert [way.answer for way in _select_best(ways, 0.0, prompt, ())] == [("a",), ("b",)]
    assert [way.answer for way in _select_best(ways, 0.0, prompt, (("a",),))] == [("a",)]


def test_promised_plan_keeps_its_star_until_something_new_is_known() -> None:
    """A star that changes at the next question makes the first one look like a mistake."""
    match = start_aided_match(play_prizes)
    world, prompt = match.imagine_world(0, match.derive_rng("aids", 0)), match.find_prompt(0)
    root = AIDS.player.explore(world, 0, SearchBudget(0))
    assert prompt is not None
    forecasts = _forecast_answers(world, 0, AIDS, root, ())
    assert [way.answer for way in forecasts][:2] == [("e",), ("d",)]
    for key in "edb":
        assert [way.answer for way in _select_best(forecasts, 0.0, prompt, ((key,),))] == [(key,)]
