"""Random games from the start and from late boards: sound at every step; the deadlock rule is reached; words fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engines.kernel import LANGS, Decision, LogEvent, Match, Message, NounRef, Prompt, load_catalogue, resolve_text
from engines.kilia.game import GAME
from engines.kilia.table.questions import Subject
from engines.kilia.table.state import State
from tests.kilia.fuzz import list_tables, play_randomly, start_game

WORDS = load_catalogue("engines.kilia")
NAMES = ("Aoi", "Marco", "Jules", "ことり")


def assert_sound(match: Match[State], events: Sequence[LogEvent]) -> None:
    assert GAME.problems(match.state) == []


@pytest.mark.parametrize("late", [False, True], ids=["whole", "late"])
def test_random_games_are_sound(late: bool) -> None:
    """`python -m tests.kilia.fuzz 3000` plays thousands of them."""
    for number in range(len(list_tables()) if late else 9):
        match = play_randomly(start_game(number, late=late), number, assert_sound)
        assert match.state.is_final_round and match.is_over


def test_the_deadlock_rule_is_reached_in_play() -> None:
    """R18.22: two players who only stack merchants never place four chips; the cards run out, and
    the game still ends.
    """
    match = Match.start(GAME, GAME.build_setup(2), bytes(32))
    logged_keys: list[str] = []
    while match.open_prompts is not None:
        (seat,) = match.waiting_seats[:1]
        prompt = match.find_prompt(seat)
        assert prompt is not None and prompt.timeout_answer is not None
        applied = match.apply(Decision(match.step, seat, prompt.timeout_answer))
        logged_keys += [key for event in applied.events for key in collect_keys(event.text)]
    assert "council.deadlock" in logged_keys and "action.skipped" in logged_keys
    assert match.state.is_final_round and not match.state.deck and not any(match.state.offer)
    assert all(player.chips == 3 for player in match.state.players)  # the full market


def test_every_question_has_a_time_out_answer_and_a_subject() -> None:
    """Every question has a typed subject of its own, and a time-out always has an answer."""
    kinds: dict[type, set[str]] = {}

    def check_prompts(match: Match[State], events: Sequence[LogEvent]) -> None:
        for prompt in match.open_prompts.prompts if match.open_prompts else ():
            assert isinstance(prompt.subject, Subject), prompt.text.key
            assert prompt.timeout_answer is not None, prompt.text.key
            assert prompt.rule is not None, prompt.text.key
            kinds.setdefault(type(prompt.subject), set()).add(prompt.text.key.partition("_")[0])

    for number in range(30):
        play_randomly(start_game(number, late=True), number, check_prompts)
    assert {kind.__name__ for kind in kinds} == {kind.__name__ for kind in Subject.__subclasses__()}
    assert all(len({key.partition(".")[0] for key in keys}) == 1 for keys in kinds.values()), kinds


def test_labels_fit_a_button_and_details_a_line() -> None:
    def check_prompts(match: Match[State], events: Sequence[LogEvent]) -> None:
        for prompt in match.open_prompts.prompts if match.open_prompts else ():
            assert_fits(prompt)

    for number in range(12):
        play_randomly(start_game(number, late=number % 2 == 1), number, check_prompts)


def assert_fits(prompt: Prompt) -> None:
    """A line of a menu has 100 characters; a confirmation may be longer."""
    for option in (*prompt.options, *prompt.side_actions):
        for text, max_length in ((option.label, 100), (option.detail, 100 if prompt.kind != "confirm" else 400)):
            if text is not None:
                for lang in LANGS:
                    text_shown = WORDS.render(resolve_text(text), lang, NAMES)
                    assert 0 < len(text_shown) <= max_length, (
                        f"{prompt.text.key} {option.key}: {len(text_shown)} {text_shown}"
                    )


def collect_keys(text: Message | NounRef) -> set[str]:
    if isinstance(text, NounRef):
        return set()
    keys = {text.key}
    waiting: list[Any] = list(text.args.values())
    while waiting:
        value = waiting.pop()
        if isinstance(value, Message):
            keys |= collect_keys(value)
        elif isinstance(value, tuple):
            waiting += value
    return keys
