"""A game in play: decisions, barriers, checkpoints, stale answers, resuming."""

from __future__ import annotations

import msgspec
import pytest

from engines.kernel import (
    Decision,
    GameContext,
    Match,
    Message,
    Refused,
    StaleAnswer,
    load_catalogue,
    load_games,
    message,
)
from engines.kernel.match import Frame
from tests.kernel.toys import (
    SEED,
    Notes,
    Script,
    answer,
    build_options,
    build_toy_game,
    choose_letters,
    render_events,
    resume,
    start_match,
)

# ---------------------------------------------------------------------- playing


def test_decisions_play_the_script_to_its_end() -> None:
    match = start_match(choose_letters)
    assert render_events(match.opening_events) == ["shuffled"]
    for step, letter in enumerate("abc"):
        assert (match.step, match.position, match.waiting_seats) == (step, step, (0,))
        applied = answer(match, 0, letter)
        assert render_events(applied.events) == [f"said {letter}"]
    assert match.is_over and match.waiting_seats == () and match.find_prompt(0) is None
    assert match.state.entries == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("decision", "error", "en", "ja"),
    [
        (
            Decision(0, 0, ("a",)),
            StaleAnswer,
            "it was number 0, the game is at number 1",
            "0番の質問でした。いまは1番です",
        ),
        (
            Decision(2, 0, ("a",)),
            StaleAnswer,
            "it was number 2, the game is at number 1",
            "2番の質問でした。いまは1番です",
        ),
        (Decision(1, 1, ("a",)), Refused, "Nothing is asked of you now.", "いま、あなたへの質問はありません。"),
        (Decision(1, 0, ("x",)), Refused, "You can choose: a, b, c.", "選べるもの：a、b、c。"),
        (
            Decision(1, 0, ("a", "b")),
            Refused,
            "Choose exactly 1, not 2.",
            "ちょうど1個選んでください（2個選ばれました）。",
        ),
    ],
)
def test_a_refused_decision_changes_nothing(decision: Decision, error: type[Refused], en: str, ja: str) -> None:
    match = start_match(choose_letters)
    answer(match, 0, "a")
    before = (match.compute_checksum(), match.step, match.position, match.decisions_since_frame[:])
    with pytest.raises(Refused) as refused:
        match.apply(decision)
    assert type(refused.value) is error
    book = load_catalogue("engines.kernel")
    assert en in book.render(refused.value.reason, "en")
    assert ja in book.render(refused.value.reason, "ja")
    assert (match.compute_checksum(), match.step, match.position, match.decisions_since_frame) == before
    answer(match, 0, "b")


def test_a_finished_game_answers_that_it_is_over() -> None:
    match = start_match(choose_letters)
    for letter in "abc":
        answer(match, 0, letter)
    with pytest.raises(StaleAnswer) as stale:
        answer(match, 0, "a")
    assert stale.value.reason == message("kernel.refused.over")


# ---------------------------------------------------------------------- checkpoints


def test_end_of_a_turn_is_a_checkpoint() -> None:
    match = start_match(choose_letters, turns=2)
    start = match.frame
    assert answer(match, 0, "a").frames == ()
    assert answer(match, 0, "b").frames == ()
    frames = answer(match, 0, "c").frames
    assert frames == (match.frame,) and match.frame != start
    assert (match.frame_position, match.decisions_since_frame) == (3, [])
    frame = msgspec.json.decode(match.frame, type=Frame)
    assert (frame.position, frame.step) == (3, 3)
    assert msgspec.json.decode(frame.state, type=Notes) == match.state


def test_turns_without_a_question_are_checkpoints_too() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        if ctx.state.turns == 1:
            await ctx.choose(0, "q", build_options("a", "b"))
        ctx.log_event("turn", n=ctx.state.turns)

    match = start_match(script, turns=4)
    assert render_events(match.opening_events) == ["shuffled", "turn 0"]
    applied = answer(match, 0, "a")
    assert render_events(applied.events) == ["turn 1", "turn 2", "turn 3"]
    assert len(applied.frames) == 3
    assert match.is_over


def test_no_coroutine_lives_through_a_checkpoint() -> None:
    """Values that a script keeps in the State survive; local variables would not."""

    async def script(ctx: GameContext[Notes]) -> None:
        ctx.state.entries.append(await ctx.choose(0, "q", build_options("a", "b")))

    match = start_match(script, turns=3)
    for letter in "aba":
        again = resume(match)
        assert again.compute_checksum() == match.compute_checksum()
        answer(match, 0, letter)
        answer(again, 0, letter)
        assert again.compute_checksum() == match.compute_checksum()


def test_resume_plays_the_decisions_since_the_frame() -> None:
    match = start_match(choose_letters, turns=2)
    for letter in "abcab":
        answer(match, 0, letter)
        again = resume(match)
        assert (again.position, again.step, again.undo_barrier) == (match.position, match.step, match.undo_barrier)
        assert again.state == match.state
        assert again.private_events == match.private_events
        assert again.open_prompts == match.open_prompts


def test_resume_refuses_decisions_that_no_longer_fit_the_rules() -> None:
    match = start_match(choose_letters)
    with pytest.raises(Refused):
        Match.resume(match.game, match.setup, match.seed, match.frame, [Decision(0, 0, ("z",))])


def test_same_die_is_rolled_after_a_resume() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        await ctx.choose(0, "roll", build_options("go", "wait"))
        ctx.state.entries.append(str(ctx.roll_die(1000)))

    match = start_match(script, turns=4)
    for _ in range(4):
        again = resume(match)
        answer(match, 0, "go")
        answer(again, 0, "wait")
        assert again.state.entries == match.state.entries


def test_an_error_in_a_rule_leaves_a_game_that_can_be_resumed() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        ctx.state.entries.append(await ctx.choose(0, "q", build_options("a", "b")))
        if await ctx.choose(0, "q", build_options("fine", "bug")) == "bug":
            ctx.state.entries.append("half done")
            raise ZeroDivisionError

    match = start_match(script, turns=2)
    answer(match, 0, "a")
    frame, tail = match.frame, tuple(match.decisions_since_frame)
    with pytest.raises(ZeroDivisionError):
        answer(match, 0, "bug")
    again = Match.resume(match.game, match.setup, match.seed, frame, tail)
    assert again.state.entries == ["a"]
    answer(again, 0, "fine")
    assert again.state.turns == 1


# ---------------------------------------------------------------------- barriers


async def ask_twice(ctx: GameContext[Notes]) -> None:
    await ctx.choose(0, "first", build_options("a", "b"))
    await ctx.choose(0, "next", build_options("a", "b"))


async def roll_between(ctx: GameContext[Notes]) -> None:
    await ctx.choose(0, "first", build_options("a", "b"))
    ctx.roll_die()
    await ctx.choose(0, "next", build_options("a", "b"))


async def take_between(ctx: GameContext[Notes]) -> None:
    await ctx.choose(0, "first", build_options("a", "b"))
    ctx.take_from(ctx.state.pile)
    await ctx.choose(0, "next", build_options("a", "b"))


async def reveal_between(ctx: GameContext[Notes]) -> None:
    await ctx.choose(0, "first", build_options("a", "b"))
    ctx.mark_revealed()
    await ctx.choose(0, "next", build_options("a", "b"))


async def move_face_down(ctx: GameContext[Notes]) -> None:
    await ctx.choose(0, "first", build_options("a", "b"))
    ctx.state.hands[1].append(ctx.state.pile.pop())
    await ctx.choose(0, "next", build_options("a", "b"))


async def confirm_first(ctx: GameContext[Notes]) -> None:
    await ctx.confirm(0, "first")
    await ctx.choose(0, "next", build_options("a", "b"))


async def ask_another(ctx: GameContext[Notes]) -> None:
    await ctx.choose(0, "first", build_options("a", "b"))
    await ctx.choose(1, "next", build_options("a", "b"))


async def ask_all(ctx: GameContext[Notes]) -> None:
    await ctx.choose(0, "first", build_options("a", "b"))
    await ctx.ask_together([ctx.build_choice_prompt(seat, "next", build_options("a", "b")) for seat in (0, 1)])


async def ask_once(ctx: GameContext[Notes]) -> None:
    await ctx.choose(0, "first", build_options("a", "b"))


@pytest.mark.parametrize(
    ("script", "turns", "public", "revealed"),
    [
        (ask_twice, 1, False, False),
        (move_face_down, 1, False, False),
        (roll_between, 1, True, True),
        (take_between, 1, True, True),
        (reveal_between, 1, True, True),
        (confirm_first, 1, True, False),
        (ask_another, 1, True, False),
        (ask_all, 1, True, False),
        (ask_once, 1, True, False),  # the game
        (ask_once, 2, True, False),  # a turn: a checkpoint
    ],
)
def test_undo_barrier_falls_after_irreversible_answers(
    script: Script, turns: int, public: bool, revealed: bool
) -> None:
    match = start_match(script, turns)
    prompt = match.find_prompt(0)
    assert prompt is not None
    applied = answer(match, 0, prompt.options[0].key)
    assert (applied.is_public, applied.has_revealed) == (public, revealed)
    assert match.acting_seat == (None if public else 0)
    assert match.undo_barrier == (1 if public else 0)


def test_reveal_before_the_first_question_does_not_count_for_its_answer() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        ctx.take_from(ctx.state.pile)
        await ask_twice(ctx)

    assert not answer(start_match(script), 0, "a").has_revealed


def test_other_seats_see_the_game_as_of_the_undo_barrier() -> None:
    match = start_match(choose_letters)
    answer(match, 0, "a")
    answer(match, 0, "b")
    assert match.build_view(0).entries == ("a", "b")
    assert match.build_view(1).entries == match.build_view(None).entries == ()
    assert match.build_public_match().position == 0
    assert render_events(match.private_events) == ["said a", "said b"]
    answer(match, 0, "c")
    assert match.build_view(1).entries == ("a", "b", "c")
    assert match.private_events == []


def test_last_simultaneous_answer_is_an_undo_barrier_for_every_seat() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        await ctx.ask_together([ctx.build_choice_prompt(seat, "bid", build_options("1", "2")) for seat in (0, 1)])
        await ctx.choose(0, "next", build_options("a", "b"))

    match = start_match(script)
    answer(match, 1, "1")
    assert answer(match, 0, "2").is_public
    assert match.acting_seat is None


def test_a_reveal_counts_once() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        await ctx.choose(0, "first", build_options("a", "b"))
        ctx.roll_die()
        await ctx.choose(0, "second", build_options("a", "b"))
        await ctx.choose(0, "third", build_options("a", "b"))

    match = start_match(script)
    assert answer(match, 0, "a").has_revealed
    applied = answer(match, 0, "a")
    assert (applied.has_revealed, applied.is_public) == (False, False)


def test_view_of_other_seats_moves_with_the_undo_barrier() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        for n in range(4):
            ctx.state.entries.append(await ctx.choose(0, f"letter {n}", build_options("a", "b")))
            if n == 1:
                ctx.mark_revealed()

    match = start_match(script)
    answer(match, 0, "a")
    assert match.build_view(1).entries == ()
    answer(match, 0, "b")
    assert match.build_view(1).entries == ("a", "b")
    answer(match, 0, "a")
    assert match.build_view(1).entries == ("a", "b")


# ---------------------------------------------------------------------- undo


def test_undo_takes_one_decision_back() -> None:
    match = start_match(choose_letters)
    answer(match, 0, "a")
    before = match.compute_checksum()
    answer(match, 0, "b")
    match = match.undo()
    assert match.compute_checksum() == before
    assert (match.step, match.position, match.acting_seat) == (1, 1, 0)
    assert render_events(match.private_events) == ["said a"]
    answer(match, 0, "c")
    assert match.state.entries == ["a", "c"]
    match = match.undo().undo()
    assert match.acting_seat is None and match.state.entries == []


def test_undo_restores_the_barrier_and_rolls_the_same_die() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        await ctx.choose(0, "first", build_options("a", "b"))
        await ctx.choose(0, "roll", build_options("a", "b"))
        ctx.state.entries.append(str(ctx.roll_die(1000)))
        await ctx.choose(0, "next", build_options("a", "b"))

    match = start_match(script)
    answer(match, 0, "a")
    answer(match, 0, "a")
    assert match.acting_seat is None
    rolled = match.state.entries[:]
    match = match.undo()
    assert match.acting_seat == 0 and match.undo_barrier == 0
    answer(match, 0, "b")
    assert match.state.entries == rolled


def test_undo_does_not_cross_a_checkpoint() -> None:
    match = start_match(ask_once, turns=2)
    answer(match, 0, "a")
    with pytest.raises(ValueError, match=r"position 0 is outside 1\.\.1"):
        match.undo()


def test_a_fork_does_not_touch_the_game() -> None:
    match = start_match(choose_letters)
    answer(match, 0, "a")
    fork = match.fork()
    answer(fork, 0, "c")
    assert (match.state.entries, fork.state.entries) == (["a"], ["a", "c"])


# ---------------------------------------------------------------------- checksums and prompts by seat


def test_the_checksum_is_of_the_whole_state() -> None:
    first, second = start_match(choose_letters), start_match(choose_letters)
    assert first.compute_checksum() == second.compute_checksum()
    answer(first, 0, "a")
    assert first.compute_checksum() != second.compute_checksum()
    game = build_toy_game(choose_letters)
    assert Match.start(game, game.build_setup(2), SEED[::-1]).compute_checksum() != second.compute_checksum()


def test_the_checksum_does_not_depend_on_the_order_of_a_dict() -> None:
    game = load_games()["flotsam"]
    match = Match.start(game, game.build_setup(2), SEED)
    before = match.compute_checksum()
    match.state.prices = dict(reversed(match.state.prices.items()))
    assert match.compute_checksum() == before


def test_a_seat_that_is_not_asked_has_no_prompt() -> None:
    assert start_match(choose_letters).find_prompt(1) is None
    assert start_match(choose_letters).find_prompt(0).text == Message("letter 0")  # type: ignore[union-attr]
