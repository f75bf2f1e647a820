"""Random games from the start and from late boards: sound at every step; the deadlock rule is reached; words fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engines.kernel import LANGS, Decision, Event, Match, Msg, Prompt, Term, catalogue, read
from engines.kilia.game import GAME
from engines.kilia.table.questions import About
from engines.kilia.table.state import State
from tests.kilia.fuzz import play, start, tables

WORDS = catalogue("engines.kilia")
NAMES = ("Aoi", "Marco", "Jules", "ことり")


def sound(match: Match[State], events: Sequence[Event]) -> None:
    assert GAME.problems(match.state) == []


@pytest.mark.parametrize("late", [False, True], ids=["whole", "late"])
def test_random_games_are_sound(late: bool) -> None:
    """`python -m tests.kilia.fuzz 3000` plays thousands of them."""
    for number in range(len(tables()) if late else 9):
        match = play(start(number, late=late), number, sound)
        assert match.state.final and match.over


def test_the_deadlock_rule_is_reached_in_play() -> None:
    """R18.22: two who only stack merchants never place four chips; the cards run out, and the game still ends."""
    match = Match.start(GAME, GAME.setup(2), bytes(32))
    told: list[str] = []
    while match.ask is not None:
        (seat,) = match.waiting[:1]
        prompt = match.prompt(seat)
        assert prompt is not None and prompt.silence is not None
        applied = match.apply(Decision(match.step, seat, prompt.silence))
        told += [key for event in applied.events for key in keys_of(event.text)]
    assert "council.deadlock" in told and "action.skipped" in told
    assert match.state.final and not match.state.deck and not any(match.state.offer)
    assert all(player.chips == 3 for player in match.state.players)  # the full market


def test_silence_answers_every_question_and_each_says_what_it_is_about() -> None:
    """A typed `about` of its own for every question; a time-out always has an answer."""
    kinds: dict[type, set[str]] = {}

    def ask(match: Match[State], events: Sequence[Event]) -> None:
        for prompt in match.ask.prompts if match.ask else ():
            assert isinstance(prompt.about, About), prompt.text.key
            assert prompt.silence is not None, prompt.text.key
            assert prompt.rule is not None, prompt.text.key
            kinds.setdefault(type(prompt.about), set()).add(prompt.text.key.partition("_")[0])

    for number in range(30):
        play(start(number, late=True), number, ask)
    assert {kind.__name__ for kind in kinds} == {kind.__name__ for kind in About.__subclasses__()}
    assert all(len({key.partition(".")[0] for key in keys}) == 1 for keys in kinds.values()), kinds


def test_labels_fit_a_button_and_details_a_line() -> None:
    def listen(match: Match[State], events: Sequence[Event]) -> None:
        for prompt in match.ask.prompts if match.ask else ():
            fits(prompt)

    for number in range(12):
        play(start(number, late=number % 2 == 1), number, listen)


def fits(prompt: Prompt) -> None:
    """A line of a menu has 100 characters; a confirmation has more room."""
    for option in (*prompt.options, *prompt.asides):
        for text, room in ((option.label, 100), (option.detail, 100 if prompt.kind != "confirm" else 400)):
            if text is not None:
                for lang in LANGS:
                    shown = WORDS.render(read(text), lang, NAMES)
                    assert 0 < len(shown) <= room, f"{prompt.text.key} {option.key}: {len(shown)} {shown}"


def keys_of(text: Msg | Term) -> set[str]:
    if isinstance(text, Term):
        return set()
    found = {text.key}
    waiting: list[Any] = list(text.args.values())
    while waiting:
        value = waiting.pop()
        if isinstance(value, Msg):
            found |= keys_of(value)
        elif isinstance(value, tuple):
            waiting += value
    return found
