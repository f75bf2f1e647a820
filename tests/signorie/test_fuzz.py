"""Random games over all numbers of players and all combinations of variants: sound at every step, and they end."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import pytest

from bot.discord_ui.card.page import TIE
from bot.table.knowing.gloss import TABLE as GLOSS
from engines.kernel import LANGS, OFF_ON, Decision, Event, Game, Lazy, Match, Msg, Text, catalogue, read
from engines.kernel.catalogue import BEFORE, BRIEF, Weight
from engines.signorie import GAME
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import VARIANTS, SlotId
from engines.signorie.moment import moment
from engines.signorie.phases.setup import EVERY_STEP
from engines.signorie.table.state import State

from .extremes import EXTREMES, extreme

TABLES: list[tuple[int, dict[str, str]]] = [
    (seats, dict(zip(VARIANTS, values, strict=True)))
    for seats in GAME.seats
    for values in product(("off", "on"), repeat=len(VARIANTS))
]
GAMES_OF_EACH = 2
WORDS = catalogue("engines.signorie")


def random_game(
    seats: int,
    options: dict[str, str],
    seed: int,
    step: Callable[[Match[State], Sequence[Event]], None],
    game: Game[State] = GAME,
) -> Match[State]:
    """Play at random, passing rarely (games with many actions show more). `step` sees the game and what was told."""
    chance = random.Random(f"{seats} {options} {seed}")
    match = Match.start(game, game.setup(seats, options=options), chance.randbytes(32))
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


def test_r6_1_what_a_colour_opens_is_what_its_cheapest_die_lets_one_do() -> None:
    """In the View, for whoever draws it: the main actions that are asked about after that die."""
    asked = 0

    def step(match: Match[State], _: Sequence[Event]) -> None:
        nonlocal asked
        prompt = None if match.ask is None else match.ask.prompts[0]
        if prompt is None or prompt.text.key not in ("die.choose", "extra.choose"):
            return
        cheapest = {str(key).split(":")[1]: key for key in sorted(o.key for o in prompt.options if o.key != "pass")}
        opened = {opening.color: set(opening.actions) for opening in match.view(prompt.seat).openings}
        assert opened.keys() == cheapest.keys()
        for opening in match.view(
            prompt.seat
        ).openings:  # what is not open has a reason, but for full columns and letters
            left = {"signoria", "hire", *(match.state.assignments[slot] for slot in CONTENT.slots_of[opening.color])}
            told = {shut.action for shut in opening.closed}
            turned = {match.state.assignments[slot] for slot in match.state.turned}
            assert not told & set(opening.actions) and left - told - set(opening.actions) <= {"hire", *turned}
        for color, key in cheapest.items():
            after = match.fork()
            after.apply(Decision(after.step, prompt.seat, (key,)))
            then = after.prompt(prompt.seat)
            if then is not None and then.text.key == "action.choose":
                found = {_opens(match.state, option.key) for option in then.options}
                assert found == opened[color]
                asked += 1
            elif then is not None:
                assert len(opened[color]) == 1, "the only one is not asked about"

    for seed in range(2):
        random_game(3, {}, seed, step)
    assert asked > 100


def _opens(state: State, key: str) -> str:
    kind, *rest = key.split(":")
    return state.assignments[SlotId(rest[0])] if kind == "assign" else kind


SINGLE = [(name,) for name in EXTREMES]
ALL_FULL = ("full_cities", "empty_stack")
MIXED = [
    *((*ALL_FULL, name) for name in ("empty_stocks", "empty_supplies", "men_at_the_top", "last_round")),
    ("nearly_full_cities", "men_at_the_top", "empty_stocks"),
    ("nearly_full_cities", "empty_stack", "first_vp_round"),
    ("empty_supplies", "all_helpers", "last_round"),
    ("empty_stocks", "all_helpers", "men_at_the_top", "first_vp_round"),
]


@pytest.mark.parametrize("names", [*SINGLE, *MIXED], ids="+".join)
def test_games_go_on_soundly_from_late_and_extreme_tables(names: tuple[str, ...]) -> None:
    def sound(match: Match[State], events: Sequence[Event]) -> None:
        assert GAME.problems(match.state) == []
        for event in events:
            assert all(WORDS.render(event.text, lang, ("Aoi", "Marco", "Jules", "ことり")) for lang in LANGS)
        for prompt in match.ask.prompts if match.ask else ():
            assert prompt.silence is not None
            for option in prompt.options:
                read(option.label)

    for seed, (seats, options) in enumerate(TABLES[::5]):
        match = random_game(seats, options, seed, sound, extreme(names, seed))
        assert match.over and all(sum(vp for _, vp in score.parts) == score.total for score in match.scores())


def test_full_cities_open_the_gates_or_close_missions() -> None:
    """R13 The extremes are reached: missions and marriages through the gates, and none without the variant."""
    told: dict[str, set[str]] = {"on": set(), "off": set()}
    for gates, heard in told.items():

        def hear(_: Match[State], events: Sequence[Event], heard: set[str] = heard) -> None:
            heard.update(event.text.key for event in events)

        for seed in range(4):
            options: dict[str, str] = {**dict.fromkeys(VARIANTS, "off"), "open_gates": gates}
            game = extreme(("full_cities", "men_at_the_top", "empty_stack"), seed)
            random_game(3, options, seed, hear, game)
    assert {"mission.gates"} <= told["on"] and "mission.done" not in told["on"]
    assert not {"mission.gates", "marriage.gates", "mission.done", "marriage.done"} & told["off"]


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
        say(moment(match.view(None)).heading, 80)
        for prompt in match.ask.prompts if match.ask else ():
            say(prompt.text)
            for option in prompt.options:
                say(option.label, 80)
                say(option.detail, 400 if prompt.kind == "confirm" else 100)  # below the question, not in a list
                say(option.group, 100)
        for score in match.scores() if match.over else ():
            for source, _ in score.parts:
                say(source)

    for seed in range(4):
        for seats, options in TABLES[::3]:
            random_game(seats, options | {EVERY_STEP: OFF_ON[seed % 2]}, seed, listen)
    unsaid = WORDS.keys() - said - RARE
    beside = ("option.", "aid.", GLOSS, BRIEF, TIE)  # said by the bot, around the game
    assert {key for key in unsaid if not key.startswith(beside) and not key.endswith(BEFORE)} == set()


def keys_of(msg: Text) -> set[str]:
    assert isinstance(msg, Msg), "a noun is no sentence of ours"
    found = {msg.key}
    waiting: list[Any] = list(msg.args.values())
    while waiting:
        value = waiting.pop()
        if isinstance(value, Msg):
            found |= keys_of(value)
        elif isinstance(value, tuple):
            waiting += value
    return found


def test_a_short_account_keeps_a_mission_that_was_told_in_older_words_too() -> None:
    assert WORDS.weight(Msg("mission.done_before")) == Weight.FIRST
