"""A preview shows the effect of an answer, without anything that its seat could not know."""

from __future__ import annotations

import pytest

from engines.kernel import Decision, GameContext, Match, Message, Option, Prompt, Refused
from engines.kernel.simulation import copy_state, ends_game, preview_answer, simulate_rule
from engines.kernel.stars.suggestions import foresee_line
from tests.kernel.toys import (
    Notes,
    Script,
    answer,
    build_options,
    build_toy_game,
    choose_letters,
    render_events,
    start_match,
)


async def say_and_pass(ctx: GameContext[Notes]) -> None:
    """Let the seat on turn say a letter; the next turn is the other seat's."""
    seat = ctx.state.turns % 2
    ctx.state.entries.append(await ctx.choose(seat, "letter", build_options("a", "b")))
    ctx.log_event("said", letter=ctx.state.entries[-1])


def test_preview_has_both_views_and_the_events() -> None:
    match = start_match(choose_letters)
    answer(match, 0, "a")
    before = match.compute_checksum()
    result = preview_answer(match, 0, ("b",))
    assert result is not None
    assert result.view_before == match.build_view(0) and result.view_before.entries == ("a",)
    assert result.view_after.entries == ("a", "b") and result.view_after.hand == tuple(match.state.hands[0])
    assert render_events(result.events) == ["said b"]
    assert result.next_prompt is not None and result.next_prompt.text.key == "letter 2"
    assert (match.compute_checksum(), match.position) == (before, 1)


def test_answer_that_ends_a_turn_has_a_preview() -> None:
    match = start_match(say_and_pass, turns=2)
    result = preview_answer(match, 0, ("a",))
    assert result is not None and result.next_prompt is None
    assert result.view_after.entries == ("a",)
    answer(match, 0, "a")
    result = preview_answer(match, 1, ("b",))
    assert result is not None and result.view_after.entries == ("a", "b")  # the end of the game


def test_preview_exists_only_for_legal_answers_of_the_asked_seat() -> None:
    match = start_match(choose_letters)
    assert preview_answer(match, 1, ("a",)) is None
    with pytest.raises(Refused):
        preview_answer(match, 0, ("x",))


async def play_take(ctx: GameContext[Notes]) -> None:
    await ctx.choose(0, "draw", build_options("a", "b"))
    ctx.state.entries.append(str(ctx.take_from(ctx.state.pile)))
    await ctx.choose(0, "more", build_options("a", "b"))


async def play_roll(ctx: GameContext[Notes]) -> None:
    await ctx.choose(0, "roll", build_options("a", "b"))
    ctx.rng.shuffle(ctx.state.pile)  # nothing is revealed, but the result cannot be foreseen
    await ctx.choose(0, "more", build_options("a", "b"))


async def ask_another(ctx: GameContext[Notes]) -> None:
    await ctx.choose(0, "ask", build_options("a", "b"))
    ctx.state.entries.append(await ctx.choose(1, "reply", build_options("a", "b")))


async def ask_both(ctx: GameContext[Notes]) -> None:
    await ctx.ask_together([ctx.build_choice_prompt(seat, "both", build_options("a", "b")) for seat in (0, 1)])


@pytest.mark.parametrize("script", [play_take, play_roll, ask_another, ask_both])
def test_preview_omits_reveals_rolls_and_answers_of_others(script: Script) -> None:
    assert preview_answer(start_match(script), 0, ("a",)) is None


async def play_forgetful(ctx: GameContext[Notes]) -> None:
    """Show a hidden card without declaring it (`GameContext.mark_revealed`)."""
    await ctx.choose(0, "peek", build_options("a", "b"))
    ctx.state.entries.append(str(ctx.state.hands[1][0]))
    await ctx.choose(0, "more", build_options("a", "b"))


async def play_chatty(ctx: GameContext[Notes]) -> None:
    await ctx.choose(0, "peek", build_options("a", "b"))
    ctx.log_event("said", card=ctx.state.pile[-1])
    await ctx.choose(0, "more", build_options("a", "b"))


async def play_meddling(ctx: GameContext[Notes]) -> None:
    """Ask a next question that depends on a hidden hand."""
    await ctx.choose(0, "peek", build_options("a", "b"))
    await ctx.choose(0, f"more than {sum(ctx.state.hands[1])}", build_options("a", "b"))


@pytest.mark.parametrize("script", [play_forgetful, play_chatty, play_meddling])
def test_preview_leaks_no_secret(script: Script) -> None:
    """Undeclared reveals are detected because imagined worlds differ."""
    match = start_match(script)
    assert preview_answer(match, 0, ("a",)) is None
    answer(match, 0, "a")


async def face_down(ctx: GameContext[Notes]) -> None:
    """Move a card face down from the pile into the other hand."""
    await ctx.choose(0, "give", build_options("a", "b"))
    ctx.state.hands[1].append(ctx.state.pile.pop())
    await ctx.choose(0, "more", build_options("a", "b"))


def test_cards_that_stay_hidden_allow_a_preview() -> None:
    result = preview_answer(start_match(face_down), 0, ("a",))
    assert result is not None and result.view_after == result.view_before


def test_preview_is_deterministic() -> None:
    match: Match[Notes] = start_match(choose_letters)
    assert preview_answer(match, 0, ("a",)) == preview_answer(match, 0, ("a",))


async def play_then_ask_all(ctx: GameContext[Notes]) -> None:
    """After a first turn of letters, ask both seats at once."""
    if ctx.state.turns == 0:
        ctx.state.entries.append(await ctx.choose(0, "letter", build_options("a", "b")))
        return
    prompts = [
        ctx.build_each_prompt(
            seat, f"hand {seat}", [Option(str(n), n, Message("n"), group=Message("g")) for n in (1, 2)]
        )
        for seat in (0, 1)
    ]
    await ctx.ask_together(prompts)


def test_preview_names_the_next_question_to_all() -> None:
    """After choosing a character the players are asked for a goal card; the preview once said that nothing follows."""
    result = preview_answer(start_match(play_then_ask_all, turns=2), 0, ("a",))
    assert result is not None and result.next_prompt is None
    assert result.later_question == Message("hand 0")


async def play_last(ctx: GameContext[Notes]) -> None:
    """Reveal a hand after the last answer."""
    await ctx.choose(0, "last", build_options("a", "b"))
    ctx.mark_revealed()
    ctx.log_event("said", hand=str(ctx.state.hands[1]))


LOW = 12
"""Below it a card is low: most of them are."""


async def go_on_after_low_card(ctx: GameContext[Notes]) -> None:
    """End after a high card, which nobody knows before."""
    await ctx.choose(0, "stop", build_options("a", "b"))
    if ctx.state.pile[-1] < LOW:
        await ctx.choose(0, "more", build_options("a", "b"))


@pytest.mark.parametrize(
    ("script", "is_end"),
    [(say_and_pass, True), (play_last, True), (choose_letters, False), (ask_another, False), (ask_both, False)],
)
def test_end_of_the_game_is_known_before_the_answer(script: Script, is_end: bool) -> None:
    match = start_match(script)
    assert ends_game(match, 0, ("a",)) is is_end
    assert not ends_game(match, 0, ("x",)) and not ends_game(match, 1, ("a",))
    assert match.position == 0 and not match.is_over


def list_told_ends() -> list[int]:
    """Return the deals in which it is told that the game ends, which only a hidden card decides."""
    game = build_toy_game(go_on_after_low_card)
    deals = [Match.start(game, game.build_setup(2), bytes([n]) * 32) for n in range(12)]
    return [n for n, match in enumerate(deals) if ends_game(match, 0, ("a",))]


def test_end_of_the_game_that_depends_on_a_secret_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list_told_ends() == []
    monkeypatch.setattr(Match, "imagine_world", lambda match, *_: match.fork())
    assert list_told_ends(), "a look at the true game would tell it"


def test_suggested_line_stops_before_the_end_of_the_game() -> None:
    match = start_match(choose_letters)
    line = foresee_line(match, 0, (("a",), ("b",), ("c",)))
    assert [planned.keys for planned in line] == [("a",), ("b",)]


def test_trial_does_not_change_the_state() -> None:
    state = Notes(entries=["x"], pile=[1, 2, 3])
    result = simulate_rule(state, choose_letters, lambda prompt: ("b",))
    assert result.state.entries == ["x", "b", "b", "b"] and result.prompt is None
    assert [event.text.key for event in result.events] == ["said"] * 3
    assert state == Notes(entries=["x"], pile=[1, 2, 3])
    again = copy_state(state)
    assert again == state and again.pile is not state.pile


def test_trial_stops_at_the_first_unanswered_question() -> None:
    def answer_first_question(prompt: Prompt) -> tuple[str, ...] | None:
        return ("c",) if prompt.text.key == "letter 0" else None

    result = simulate_rule(Notes(), choose_letters, answer_first_question)
    assert result.state.entries == ["c"]
    assert [prompt.text.key for prompt in result.answered_prompts] == ["letter 0"]
    assert result.prompt is not None and result.prompt.text.key == "letter 1"
    assert not (result.has_revealed or result.has_used_chance)


async def play_lottery(ctx: GameContext[Notes]) -> None:
    ctx.state.entries.append(str(ctx.roll_die()))
    await ctx.ask_together([ctx.build_choice_prompt(seat, "both", build_options("a", "b")) for seat in (0, 1)])


def test_trial_reports_chance_and_answers_for_one_seat_only() -> None:
    result = simulate_rule(Notes(), play_lottery, lambda prompt: ("a",))
    assert result.has_revealed and result.has_used_chance
    assert result.prompt is not None and result.prompt.text.key == "both"


async def play_notes(ctx: GameContext[Notes]) -> None:
    ctx.note_fact(3)
    ctx.log_event("said")
    ctx.note_fact(("b", 4))
    await ctx.choose(0, "more", build_options("yes", "no"))
    ctx.note_fact(5)


def test_trial_has_the_facts_noted_before_it_stopped() -> None:
    assert simulate_rule(Notes(), play_notes).facts == [3, ("b", 4)]
    assert simulate_rule(Notes(), play_notes, lambda prompt: ("yes",)).facts == [3, ("b", 4), 5]


def test_noted_facts_are_cleared_with_each_decision() -> None:
    match = start_match(play_notes)
    assert match.context.facts == []
    match.apply(Decision(match.step, 0, ("yes",)))
    assert match.context.facts == []
