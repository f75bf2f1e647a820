"""Random games over all numbers of players and all combinations of variants: sound at every step, and they end."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import pytest

from engines.kernel import LANGS, Decision, Event, Lazy, Match, Msg, catalogue, read
from engines.signorie import GAME
from engines.signorie.phases.setup import VARIANTS
from engines.signorie.table.state import State

TABLES = [
    (seats, dict(zip(VARIANTS, values, strict=True)))
    for seats in GAME.seats
    for values in product(("off", "on"), repeat=len(VARIANTS))
]
GAMES_OF_EACH = 3
WORDS = catalogue("engines.signorie")


def random_game(
    seats: int, options: dict[str, str], seed: int, step: Callable[[Match[State], Sequence[Event]], None]
) -> Match[State]:
    """Play at random, passing rarely (games with many actions show more). `step` sees the game and what was told."""
    chance = random.Random(f"{seats} {options} {seed}")
    match = Match.start(GAME, GAME.setup(seats, options=options), chance.randbytes(32))
    step(match, match.opening)
    while match.ask is not None:
        (prompt,) = match.ask.prompts
        keys = [option.key for option in prompt.options if option.key != "pass" or chance.random() < 0.1]
        applied = match.apply(Decision(match.step, prompt.seat, (chance.choice(keys or ["pass"]),)))
        step(match, applied.events)
    return match


@pytest.mark.parametrize(
    ("seats", "options"), TABLES, ids=lambda value: "-".join(value.values()) if isinstance(value, dict) else value
)
def test_random_games_are_sound(seats: int, options: dict[str, str]) -> None:
    def sound(match: Match[State], events: Sequence[Event]) -> None:
        assert GAME.problems(match.state) == []
        for prompt in match.ask.prompts if match.ask else ():
            keys = [option.key for option in prompt.options]
            assert len(set(keys)) == len(keys)
            assert all(option.detail is not None or option.key in ("no", "yes") for option in prompt.options)

    for seed in range(GAMES_OF_EACH):
        match = random_game(seats, options, seed, sound)
        scores = match.scores()
        assert [score.place for score in scores] == list(range(1, seats + 1))
        assert all(sum(vp for _, vp in score.parts) == score.total for score in scores)
        assert match.state.slot == 7
        assert match.view(None).rounds == (6 if options["short_season"] == "on" else 7)


RARE = {
    "mission.gates",
    "mission.gates_label",
    "mission.gates_detail",
    "marriage.gates",
    "marriage.gates_label",
    "marriage.gates_detail",
    "source.start",
    "tile.stack_empty",
    "tile.will_find_no_stack",
    "end.tie",
}
"""Sentences of full cities, an empty stack and a tie, seldom reached at random; rules tests say them."""


def test_the_catalogues_hold_what_is_said_and_nothing_else() -> None:
    """A label fits on a button, a detail below an entry of a list, in both languages."""
    said: set[str] = set()

    def say(text: Lazy | None, room: int = 4000) -> None:
        if text is not None:
            msg = read(text)
            if keys_of(msg) - said or room < 4000:
                said.update(keys_of(msg))
                for lang in LANGS:
                    assert 0 < len(WORDS.render(msg, lang, ("Aoi", "Marco", "Jules", "ことり"))) <= room

    def listen(match: Match[State], events: Sequence[Event]) -> None:
        for event in events:
            say(event.text)
        for prompt in match.ask.prompts if match.ask else ():
            say(prompt.text)
            for option in prompt.options:
                say(option.label, 80)
                say(option.detail, 100)
                say(option.group, 100)
        for score in match.scores() if match.over else ():
            for source, _ in score.parts:
                say(source)

    for seed in range(6):
        for seats, options in TABLES[::3]:
            random_game(seats, options, seed, listen)
    unsaid = WORDS.keys() - said - RARE
    assert {key for key in unsaid if not key.startswith("option.")} == set()


def keys_of(msg: Msg) -> set[str]:
    found = {msg.key}
    waiting: list[Any] = list(msg.args.values())
    while waiting:
        value = waiting.pop()
        if isinstance(value, Msg):
            found |= keys_of(value)
        elif isinstance(value, tuple):
            waiting += value
    return found
