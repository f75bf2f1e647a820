"""Suggestions: the best options, each with a true reason, without use of hidden information."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from msgspec.structs import replace as replaced

from engines.kernel import (
    Aids,
    GameContext,
    GreedyPlayer,
    Match,
    Message,
    Option,
    Prompt,
    SearchBudget,
    Seat,
    build_advised_prompt,
    list_suggestions,
    load_catalogue,
)
from engines.kernel.messages import resolve_text
from engines.kernel.stars.aids import AnswerForecast
from engines.kernel.stars.suggestions import (
    Advice,
    _select_best,
    add_advice,
    is_suggested,
)
from tests.kernel.toys import SEED, Notes, Script, build_options, build_toy_game, count_points, start_match


def explain_gains(before: Notes, after: Notes, seat: Seat) -> Iterator[Message]:
    """Yield the sum of gained numbers, then each new word."""
    gained = int(count_points(after, seat) - count_points(before, seat))
    if gained > 0:
        yield Message("gains", {"points": gained})
    for word in after.entries[len(before.entries) :]:
        if word.isalpha():
            yield Message("word", {"word": word})


AIDS = Aids(GreedyPlayer(count_points), explain_gains)


def start_aided_match(script: Script) -> Match[Notes]:
    game = replace(build_toy_game(script), aids=AIDS)
    return Match.start(game, game.build_setup(2), SEED)


def render_reason(why: Message) -> str:
    if why.key == "kernel.aid.gains":
        gains = why.args["gains"]
        assert isinstance(gains, tuple)
        return " ".join(render_reason(gain) for gain in gains if isinstance(gain, Message))
    return (
        " ".join(render_reason(arg) if isinstance(arg, Message) else str(arg) for arg in why.args.values()) or why.key
    )


def list_stars(script: Script) -> dict[str, str]:
    return {key: render_reason(why) for key, why in list_suggestions(start_aided_match(script), 0, AIDS).items()}


async def play_prizes(ctx: GameContext[Notes]) -> None:
    """Offer doors: no prize behind the first, different prizes behind the others, a loss behind the last."""
    doors = {"a": (), "b": ("2",), "c": ("1", "1"), "d": ("4",), "e": ("5", "sword"), "f": ("3",), "g": ("-3",)}
    door = await ctx.choose(0, "door", build_options(*doors))
    ctx.state.entries += doors[door]
    await ctx.choose(0, "more", build_options("yes", "no"))


def test_best_option_is_starred_with_its_gain() -> None:
    assert list_stars(play_prizes) == {"e": "5 sword"}, "the next one is clearly worse"


async def play_close(ctx: GameContext[Notes]) -> None:
    """Offer doors of which two are about equally good for different reasons, and a third is good as well."""
    entries = {
        "a": ("2",),
        "b": ("0",),
        "c": ("3", "0", "sword"),
        "d": ("3", "0", "shield"),
        "e": ("0",),
        "f": ("1",),
        "g": (),
    }
    ctx.state.entries += entries[await ctx.choose(0, "door", build_options(*entries))]
    await ctx.choose(0, "more", build_options("yes", "no"))


def test_at_most_two_options_are_starred_each_with_its_own_gain() -> None:
    assert list_stars(play_close) == {"c": "sword", "d": "shield"}


def suggest_beside_help(help_value: float) -> list[str]:
    """Return the starred options of four doors with the side action "help" of this value."""

    async def play_turn(ctx: GameContext[Notes]) -> None:
        async def take(value: str) -> None:
            ctx.state.entries.append(value)

        with ctx.side_actions(0, lambda: [] if "help" in ctx.state.entries else build_options("help"), take):
            ctx.state.entries.append(await ctx.choose(0, "door", lambda: build_options("0", "1", "2", "5")))
        await ctx.choose(0, "more", build_options("yes", "no"))

    player = GreedyPlayer(lambda state, seat: count_points(state, seat) + help_value * state.entries.count("help"))
    aids = Aids(player, explain_gains)
    match = Match.start(game := replace(build_toy_game(play_turn), aids=aids), game.build_setup(2), SEED)
    return [*list_suggestions(match, 0, aids)]


def test_side_action_is_starred_only_if_it_is_worth_much() -> None:
    assert suggest_beside_help(0.1) == ["5"], (
        "with help first it would be a little better; the door is what is asked about"
    )
    assert suggest_beside_help(2.0) == ["help"]


def test_joint_gain_of_several_options_is_named_as_joint() -> None:
    async def play_turn(ctx: GameContext[Notes]) -> None:
        taken = await ctx.choose_some(0, "take", lambda: build_options("1", "-2", "3"), 0, 3, default=())
        ctx.state.entries += taken
        await ctx.choose(0, "more", build_options("yes", "no"))

    said = list_suggestions(start_aided_match(play_turn), 0, AIDS)
    assert {key: why.key for key, why in said.items()} == {"1": "kernel.aid.together", "3": "kernel.aid.along"}
    assert said["3"].args["first"] == Message("1"), "the reason stands once, and the other says where"


def test_no_option_is_starred_if_choosing_none_is_best() -> None:
    async def play_turn(ctx: GameContext[Notes]) -> None:
        taken = await ctx.choose_some(0, "take", lambda: build_options("-3", "-2", "-1"), 0, 3, default=())
        ctx.state.entries += taken
        await ctx.choose(0, "more", build_options("yes", "no"))

    assert list_suggestions(start_aided_match(play_turn), 0, AIDS) == {}


def test_reason_of_a_distribution_names_the_amounts() -> None:
    async def play_turn(ctx: GameContext[Notes]) -> None:
        slots = [replaced(option, limit=3) for option in build_options("1", "2")]
        spread = await ctx.allocate(0, "spread", lambda: slots, 4)
        ctx.state.entries += ["9"] if spread == {"1": 1, "2": 3} else []
        await ctx.choose(0, "more", build_options("yes", "no"))

    said = list_suggestions(start_aided_match(play_turn), 0, AIDS)
    first = next(why for why in said.values() if why.key == "kernel.aid.shared")
    what = first.args["what"]
    assert isinstance(what, tuple)
    counted = {message.args["n"] for message in what if isinstance(message, Message)}
    assert counted == {1, 3} and len(said) == 2
    assert all(message.key == "kernel.aid.counted" for message in what if isinstance(message, Message)), (
        "an amount, not how often"
    )


def test_reason_omits_what_the_plan_says_more_precisely() -> None:
    """A reason never names two odds of the same war, only the final odds."""

    async def play_turn(ctx: GameContext[Notes]) -> None:
        for _ in range(2):
            ctx.state.entries += (await ctx.choose(0, "door", build_options("1", "2", "5", "0")),)
        await ctx.choose(0, "more", build_options("yes", "no"))

    [once] = list_suggestions(
        start_aided_match(play_turn), 0, replace(AIDS, is_repeat=lambda reason, part: reason.key == part.key)
    ).values()
    assert once.key == "kernel.aid.then_more" and render_reason(once).endswith("10")
    [twice] = list_suggestions(start_aided_match(play_turn), 0, AIDS).values()
    assert twice.key == "kernel.aid.both"


def test_option_detail_does_not_repeat_the_reason() -> None:
    """Repetition is removed from the option's own detail only, not from later gains of the plan."""

    def find_shown_detail(detail: Message | None, why: Message) -> object:
        first_option = Option("a", "a", Message("label"), detail)
        starred = add_advice(Prompt(0, Message("door"), (first_option,)), Advice(0, {"a": why}, ()), aids)
        (option,) = starred.options
        assert option.detail is not None
        return resolve_text(option.detail).args.get("detail")  # type: ignore[union-attr]

    aids = replace(AIDS, is_repeat=lambda reason, part: reason.args == part.args)
    word, gains = Message("word", {"word": "sword"}), Message("gains", {"points": 5})
    both = Message("all", {"parts": (Message("takes", {"word": "sword"}), Message("costs", {"points": 2}))})
    rest = Message("all", {"parts": (Message("costs", {"points": 2}),)})
    assert (
        find_shown_detail(both, word)
        == find_shown_detail(both, Message("kernel.aid.gains", {"gains": (gains, word)}))
        == rest
    )
    assert (
        find_shown_detail(both, gains)
        == find_shown_detail(both, Message("kernel.aid.then", {"what": (), "why": word}))
        == both
    )
    assert find_shown_detail(Message("takes", {"word": "sword"}), word) is None


async def play_shared(ctx: GameContext[Notes]) -> None:
    """All doors bring the sword; the extra effect of one door is not named as a reason."""
    door = await ctx.choose(0, "door", build_options("a", "b", "c"))
    ctx.state.entries += ["sword", "-1"] if door != "b" else ["sword"]
    await ctx.choose(0, "more", build_options("yes", "no"))


def test_reason_shared_by_all_options_is_named_as_shared() -> None:
    assert list_stars(play_shared) == {"b": "sword"}
    assert {why.key for why in list_suggestions(start_aided_match(play_shared), 0, AIDS).values()} == {
        "kernel.aid.alike"
    }
    plain = list_suggestions(start_aided_match(play_shared), 0, replace(AIDS, stars_plain_best=False))
    assert plain == {}, "a game may have it that a star without a reason of its own stands nowhere"


async def play_alike(ctx: GameContext[Notes]) -> None:
    """Offer doors most of which are equally good."""
    entries = {"a": ("1", "1"), "b": ("2",), "c": ("sword", "2"), "d": ("x", "0")}
    ctx.state.entries += entries[await ctx.choose(0, "door", build_options(*entries))]
    await ctx.choose(0, "more", build_options("yes", "no"))


def test_no_option_is_starred_if_most_are_equal() -> None:
    assert list_stars(play_alike) == {}


async def play_circle(ctx: GameContext[Notes]) -> None:
    """Let a man walk to and fro; stopping is equally good."""
    for _ in range(4):
        step = await ctx.choose(0, "where", build_options("there", "back", "stop", "away"))
        if step == "stop":
            break
        ctx.state.entries += {"there": ["hill"], "back": ["dale"], "away": ["-3"]}[step]
    await ctx.choose(0, "more", build_options("yes", "no"))


def test_option_no_better_than_stopping_is_not_starred() -> None:
    assert list_stars(play_circle).keys() <= {"stop"}


def test_best_answer_without_a_gain_keeps_its_star_against_a_worse_one() -> None:
    match = start_aided_match(play_prizes)
    world, prompt = match.imagine_world(0, match.derive_rng("aids", 0)), match.find_prompt(0)
    assert prompt is not None
    place = AIDS.player.explore(world, 0, SearchBudget(0)).children[0]
    ways = [
        AnswerForecast((key,), 5.0 - n / 2, place, (Message(key),) if n else (), ()) for n, key in enumerate("abcd")
    ]
    assert _select_best(ways, 0.0, prompt, ())[0].answer == ("a",)


@pytest.mark.parametrize(("prize", "starred"), [("0", "yes"), ("0.1", "yes"), ("3", "help"), ("-2", "yes")])
def test_stopping_has_the_star_unless_something_beside_it_is_worth_much(prize: str, starred: str) -> None:
    async def play_turn(ctx: GameContext[Notes]) -> None:
        async def take(value: str) -> None:
            ctx.state.entries.append(value)

        with ctx.side_actions(0, lambda: [] if ctx.state.entries else build_options("help"), take):
            await ctx.confirm(0, "done")

    player = GreedyPlayer(lambda state, seat: float(prize) * state.entries.count("help"))
    aids = Aids(player, lambda before, after, seat: [Message("gains")] if len(after.entries) > 0 else [])
    match = Match.start(game := replace(build_toy_game(play_turn), aids=aids), game.build_setup(2), SEED)
    assert [*list_suggestions(match, 0, aids)] == [starred]


def test_best_option_without_gain_names_the_drawback_of_another() -> None:
    def explain_contrast(other: Notes, best: Notes, seat: Seat) -> list[Message]:
        return [Message("keeps", {"points": int(count_points(best, seat) - count_points(other, seat))})]

    aids = replace(AIDS, explain_gains=lambda before, after, seat: (), stars_plain_best=False)
    assert list_suggestions(start_aided_match(play_discard), 0, aids) == {}
    [(key, why)] = list_suggestions(
        start_aided_match(play_discard), 0, replace(aids, explain_contrast=explain_contrast)
    ).items()
    assert (key, why.key, why.args["what"]) == ("b", "kernel.aid.rather", (Message("c"),))


async def play_costly(ctx: GameContext[Notes], best: str = "3") -> None:
    """The best door costs an eye."""
    entries = {"a": (best, "0", "eye"), "b": ("3", "0", "shield"), "c": ("0",), "d": ("0",)}
    ctx.state.entries += entries[await ctx.choose(0, "door", build_options(*entries))]
    await ctx.choose(0, "more", build_options("yes", "no"))


async def play_very_costly(ctx: GameContext[Notes]) -> None:
    await play_costly(ctx, "9")


def test_costly_option_is_starred_only_if_much_better_and_names_its_cost_first() -> None:
    def explain_dangers(before: Notes, after: Notes, seat: Seat) -> list[Message]:
        return [Message("blind")] if "eye" in after.entries and "eye" not in before.entries else []

    aids = replace(AIDS, explain_dangers=explain_dangers)
    assert list(list_suggestions(start_aided_match(play_costly), 0, aids)) == ["b"]
    why = list_suggestions(start_aided_match(play_very_costly), 0, aids)["a"]
    assert why.key == "kernel.aid.careful" and why.args["dangers"] == (Message("blind"),)


async def play_discard(ctx: GameContext[Notes]) -> None:
    """Ask the player to give something up; every option brings a sword."""
    costs = {"a": "-5", "b": "-1", "c": "-4"}
    keep = await ctx.choose(0, "give up", build_options(*costs))
    ctx.state.entries += [costs[keep], "sword", *(["shield"] if keep == "b" else [])]
    await ctx.choose(0, "more", build_options("yes", "no"))


def test_least_bad_option_is_starred_if_one_must_be_chosen() -> None:
    assert list_stars(play_discard) == {"b": "shield"}, "what every choice brings is no reason"


async def play_gamble(ctx: GameContext[Notes]) -> None:
    """Offer doors that lead to a drawn card, a question to another seat, or a prize."""
    door = await ctx.choose(0, "door", build_options("card", "offer", "prize"))
    if door == "card":
        ctx.state.entries += [str(100 + ctx.take_from(ctx.state.pile))]
    elif door == "offer":
        ctx.state.entries += [await ctx.choose(1, "reply", build_options("5", "4"))]
    else:
        ctx.state.entries += ["3"]
    await ctx.choose(0, "more", build_options("yes", "no"))


def test_options_with_unknown_results_are_not_starred() -> None:
    assert list_stars(play_gamble) == {"prize": "3"}


async def play_hidden(ctx: GameContext[Notes]) -> None:
    """The prize of one door depends on the other seat's hand, without any log entry."""
    door = await ctx.choose(0, "door", build_options("a", "b", "c"))
    ctx.state.entries += [str(sum(ctx.state.hands[1])) if door == "a" else "3"]
    await ctx.choose(0, "more", build_options("yes", "no"))


def test_advice_comes_from_an_imagined_world() -> None:
    """The prize computed from the true hand never appears."""
    match = start_aided_match(play_hidden)
    truth = sum(match.state.hands[1])
    why = list_suggestions(match, 0, AIDS).get("a")
    assert why is None or why.args["points"] != truth
    assert list_suggestions(match, 0, AIDS) == list_suggestions(match, 0, AIDS)


async def play_described(ctx: GameContext[Notes]) -> None:
    offered = [Option("a", "3", Message("a"), lambda: Message("kernel.confirm")), *build_options("0", "1", "2")]
    ctx.state.entries.append(await ctx.choose(0, "number", offered))
    await ctx.choose(0, "more", build_options("yes", "no"))


def test_option_details_contain_the_star() -> None:
    match = start_aided_match(play_described)
    prompt = build_advised_prompt(match, 0, AIDS)
    assert prompt is not None
    first, *others = (None if option.detail is None else resolve_text(option.detail) for option in prompt.options)
    why = Message("gains", {"points": 3})
    assert first == Message("kernel.aid.also", {"why": why, "detail": Message("kernel.confirm")})
    assert others == [None, None, None] and [option.key for option in prompt.options] == ["a", "0", "1", "2"]
    assert [is_suggested(said) for said in (first, *others)] == [True, False, False, False]
    confirm = Message("kernel.aid.only", {"why": Message("kernel.confirm")})
    assert load_catalogue("engines.kernel").render(confirm, "en") == "★ Confirm"


def test_no_suggestion_without_aids_or_question() -> None:
    plain = start_match(play_prizes)
    assert build_advised_prompt(plain, 0, None) == plain.find_prompt(0)
    assert (
        build_advised_prompt(plain, 1, AIDS) is None and list_suggestions(start_aided_match(play_prizes), 1, AIDS) == {}
    )
