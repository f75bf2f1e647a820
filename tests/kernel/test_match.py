"""A game in play: decisions, barriers, checkpoints, stale answers, resuming."""

from __future__ import annotations

import msgspec
import pytest

from engines.kernel import Decision, Match, Msg, Refused, Stale, Table, catalogue, games, say
from engines.kernel.match import Frame
from tests.kernel.toys import SEED, Notes, Script, abc, answer, begin, options, resumed, toy, words

# ---------------------------------------------------------------------- playing


def test_decisions_play_the_script_to_its_end() -> None:
    match = begin(abc)
    assert words(match.opening) == ["shuffled"]
    for step, letter in enumerate("abc"):
        assert (match.step, match.position, match.waiting) == (step, step, (0,))
        applied = answer(match, 0, letter)
        assert words(applied.events) == [f"said {letter}"]
    assert match.over and match.waiting == () and match.prompt(0) is None
    assert match.state.said == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("decision", "error", "en", "ja"),
    [
        (Decision(0, 0, ("a",)), Stale, "it was number 0, the game is at number 1", "質問0、いまは1"),
        (Decision(2, 0, ("a",)), Stale, "it was number 2, the game is at number 1", "質問2、いまは1"),
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
    match = begin(abc)
    answer(match, 0, "a")
    before = (match.checksum(), match.step, match.position, match.tail[:])
    with pytest.raises(Refused) as refused:
        match.apply(decision)
    assert type(refused.value) is error
    book = catalogue("engines.kernel")
    assert en in book.render(refused.value.reason, "en")
    assert ja in book.render(refused.value.reason, "ja")
    assert (match.checksum(), match.step, match.position, match.tail) == before
    answer(match, 0, "b")


def test_a_finished_game_answers_that_it_is_over() -> None:
    match = begin(abc)
    for letter in "abc":
        answer(match, 0, letter)
    with pytest.raises(Stale) as stale:
        answer(match, 0, "a")
    assert stale.value.reason == say("kernel.refused.over")


# ---------------------------------------------------------------------- checkpoints


def test_a_turn_that_returns_is_a_checkpoint() -> None:
    match = begin(abc, turns=2)
    start = match.frame
    assert answer(match, 0, "a").frames == ()
    assert answer(match, 0, "b").frames == ()
    frames = answer(match, 0, "c").frames
    assert frames == (match.frame,) and match.frame != start
    assert (match.base, match.tail) == (3, [])
    frame = msgspec.json.decode(match.frame, type=Frame)
    assert (frame.position, frame.step) == (3, 3)
    assert msgspec.json.decode(frame.state, type=Notes) == match.state


def test_turns_without_a_question_are_checkpoints_too() -> None:
    async def script(t: Table[Notes]) -> None:
        if t.state.turns == 1:
            await t.choose(0, "q", options("a", "b"))
        t.tell("turn", n=t.state.turns)

    match = begin(script, turns=4)
    assert words(match.opening) == ["shuffled", "turn 0"]
    applied = answer(match, 0, "a")
    assert words(applied.events) == ["turn 1", "turn 2", "turn 3"]
    assert len(applied.frames) == 3
    assert match.over


def test_no_coroutine_lives_through_a_checkpoint() -> None:
    """What a script keeps in the State survives; a local variable could not."""

    async def script(t: Table[Notes]) -> None:
        t.state.said.append(await t.choose(0, "q", options("a", "b")))

    live = begin(script, turns=3)
    for letter in "aba":
        again = resumed(live)
        assert again.checksum() == live.checksum()
        answer(live, 0, letter)
        answer(again, 0, letter)
        assert again.checksum() == live.checksum()


def test_resume_plays_the_decisions_since_the_frame() -> None:
    live = begin(abc, turns=2)
    for letter in "abcab":
        answer(live, 0, letter)
        again = resumed(live)
        assert (again.position, again.step, again.barrier) == (live.position, live.step, live.barrier)
        assert again.state == live.state
        assert again.tail_events == live.tail_events
        assert again.ask == live.ask


def test_resume_refuses_decisions_that_no_longer_fit_the_rules() -> None:
    live = begin(abc)
    with pytest.raises(Refused):
        Match.resume(live.game, live.setup, live.seed, live.frame, [Decision(0, 0, ("z",))])


def test_the_die_that_falls_after_a_resume_is_the_same() -> None:
    async def script(t: Table[Notes]) -> None:
        await t.choose(0, "roll", options("go", "wait"))
        t.state.said.append(str(t.roll(1000)))

    live = begin(script, turns=4)
    for _ in range(4):
        again = resumed(live)
        answer(live, 0, "go")
        answer(again, 0, "wait")
        assert again.state.said == live.state.said


def test_an_error_in_a_rule_leaves_a_game_that_can_be_resumed() -> None:
    async def script(t: Table[Notes]) -> None:
        t.state.said.append(await t.choose(0, "q", options("a", "b")))
        if await t.choose(0, "q", options("fine", "bug")) == "bug":
            t.state.said.append("half done")
            raise ZeroDivisionError

    match = begin(script, turns=2)
    answer(match, 0, "a")
    frame, tail = match.frame, tuple(match.tail)
    with pytest.raises(ZeroDivisionError):
        answer(match, 0, "bug")
    again = Match.resume(match.game, match.setup, match.seed, frame, tail)
    assert again.state.said == ["a"]
    answer(again, 0, "fine")
    assert again.state.turns == 1


# ---------------------------------------------------------------------- barriers


async def quiet(t: Table[Notes]) -> None:
    await t.choose(0, "first", options("a", "b"))
    await t.choose(0, "next", options("a", "b"))


async def rolls(t: Table[Notes]) -> None:
    await t.choose(0, "first", options("a", "b"))
    t.roll()
    await t.choose(0, "next", options("a", "b"))


async def draws(t: Table[Notes]) -> None:
    await t.choose(0, "first", options("a", "b"))
    t.draw(t.state.pile)
    await t.choose(0, "next", options("a", "b"))


async def reveals(t: Table[Notes]) -> None:
    await t.choose(0, "first", options("a", "b"))
    t.reveal()
    await t.choose(0, "next", options("a", "b"))


async def moves_face_down(t: Table[Notes]) -> None:
    await t.choose(0, "first", options("a", "b"))
    t.state.hands[1].append(t.state.pile.pop())
    await t.choose(0, "next", options("a", "b"))


async def confirms(t: Table[Notes]) -> None:
    await t.confirm(0, "first")
    await t.choose(0, "next", options("a", "b"))


async def asks_another(t: Table[Notes]) -> None:
    await t.choose(0, "first", options("a", "b"))
    await t.choose(1, "next", options("a", "b"))


async def asks_all(t: Table[Notes]) -> None:
    await t.choose(0, "first", options("a", "b"))
    await t.together([t.question(seat, "next", options("a", "b")) for seat in (0, 1)])


async def ends(t: Table[Notes]) -> None:
    await t.choose(0, "first", options("a", "b"))


@pytest.mark.parametrize(
    ("script", "turns", "public", "revealed"),
    [
        (quiet, 1, False, False),
        (moves_face_down, 1, False, False),
        (rolls, 1, True, True),
        (draws, 1, True, True),
        (reveals, 1, True, True),
        (confirms, 1, True, False),
        (asks_another, 1, True, False),
        (asks_all, 1, True, False),
        (ends, 1, True, False),  # the game
        (ends, 2, True, False),  # a turn: a checkpoint
    ],
)
def test_where_the_barrier_falls(script: Script, turns: int, public: bool, revealed: bool) -> None:
    match = begin(script, turns)
    prompt = match.prompt(0)
    assert prompt is not None
    applied = answer(match, 0, prompt.options[0].key)
    assert (applied.public, applied.revealed) == (public, revealed)
    assert match.acting == (None if public else 0)
    assert match.barrier == (1 if public else 0)


def test_what_was_revealed_before_the_first_question_is_no_reveal_of_its_answer() -> None:
    async def script(t: Table[Notes]) -> None:
        t.draw(t.state.pile)
        await quiet(t)

    assert not answer(begin(script), 0, "a").revealed


def test_the_others_see_the_game_as_it_was_at_the_barrier() -> None:
    match = begin(abc)
    answer(match, 0, "a")
    answer(match, 0, "b")
    assert match.view(0).said == ("a", "b")
    assert match.view(1).said == match.view(None).said == ()
    assert match.public().position == 0
    assert words(match.tail_events) == ["said a", "said b"]
    answer(match, 0, "c")
    assert match.view(1).said == ("a", "b", "c")
    assert match.tail_events == []


def test_the_last_answer_of_a_together_is_a_barrier_even_for_the_seat_that_goes_on() -> None:
    async def script(t: Table[Notes]) -> None:
        await t.together([t.question(seat, "bid", options("1", "2")) for seat in (0, 1)])
        await t.choose(0, "next", options("a", "b"))

    match = begin(script)
    answer(match, 1, "1")
    assert answer(match, 0, "2").public
    assert match.acting is None


def test_a_reveal_counts_once() -> None:
    async def script(t: Table[Notes]) -> None:
        await t.choose(0, "first", options("a", "b"))
        t.roll()
        await t.choose(0, "second", options("a", "b"))
        await t.choose(0, "third", options("a", "b"))

    match = begin(script)
    assert answer(match, 0, "a").revealed
    applied = answer(match, 0, "a")
    assert (applied.revealed, applied.public) == (False, False)


def test_what_the_others_see_moves_with_the_barrier() -> None:
    async def script(t: Table[Notes]) -> None:
        for n in range(4):
            t.state.said.append(await t.choose(0, f"letter {n}", options("a", "b")))
            if n == 1:
                t.reveal()

    match = begin(script)
    answer(match, 0, "a")
    assert match.view(1).said == ()
    answer(match, 0, "b")
    assert match.view(1).said == ("a", "b")
    answer(match, 0, "a")
    assert match.view(1).said == ("a", "b")


# ---------------------------------------------------------------------- undo


def test_back_takes_one_decision_back() -> None:
    match = begin(abc)
    answer(match, 0, "a")
    before = match.checksum()
    answer(match, 0, "b")
    match = match.undo()
    assert match.checksum() == before
    assert (match.step, match.position, match.acting) == (1, 1, 0)
    assert words(match.tail_events) == ["said a"]
    answer(match, 0, "c")
    assert match.state.said == ["a", "c"]
    match = match.undo().undo()
    assert match.acting is None and match.state.said == []


def test_undo_finds_the_barrier_anew_and_the_same_die_falls() -> None:
    async def script(t: Table[Notes]) -> None:
        await t.choose(0, "first", options("a", "b"))
        await t.choose(0, "roll", options("a", "b"))
        t.state.said.append(str(t.roll(1000)))
        await t.choose(0, "next", options("a", "b"))

    match = begin(script)
    answer(match, 0, "a")
    answer(match, 0, "a")
    assert match.acting is None
    rolled = match.state.said[:]
    match = match.undo()
    assert match.acting == 0 and match.barrier == 0
    answer(match, 0, "b")
    assert match.state.said == rolled


def test_undo_does_not_cross_a_checkpoint() -> None:
    match = begin(ends, turns=2)
    answer(match, 0, "a")
    with pytest.raises(ValueError, match=r"position 0 is outside 1\.\.1"):
        match.undo()


def test_a_fork_does_not_touch_the_game() -> None:
    match = begin(abc)
    answer(match, 0, "a")
    fork = match.fork()
    answer(fork, 0, "c")
    assert (match.state.said, fork.state.said) == (["a"], ["a", "c"])


# ---------------------------------------------------------------------- what identifies a game, and who is asked


def test_the_checksum_is_of_the_whole_state() -> None:
    one, two = begin(abc), begin(abc)
    assert one.checksum() == two.checksum()
    answer(one, 0, "a")
    assert one.checksum() != two.checksum()
    game = toy(abc)
    assert Match.start(game, game.setup(2), SEED[::-1]).checksum() != two.checksum()


def test_the_checksum_does_not_depend_on_the_order_of_a_dict() -> None:
    game = games()["flotsam"]
    match = Match.start(game, game.setup(2), SEED)
    before = match.checksum()
    match.state.prices = dict(reversed(match.state.prices.items()))
    assert match.checksum() == before


def test_a_seat_that_is_not_asked_has_no_prompt() -> None:
    assert begin(abc).prompt(1) is None
    assert begin(abc).prompt(0).text == Msg("letter 0")  # type: ignore[union-attr]
