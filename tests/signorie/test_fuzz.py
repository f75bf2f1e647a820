"""Random games over all numbers of players and all combinations of variants: sound at every step, and they end."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import pytest

from bot.discord_ui.text.results import TIE
from bot.table.terms.first_use_glosses import CATALOGUE_TABLE as GLOSS
from engines.kernel import (
    LANGS,
    OFF_ON,
    Decision,
    Game,
    LazyText,
    LogEvent,
    Match,
    Message,
    Text,
    load_catalogue,
    resolve_text,
)
from engines.kernel.catalogue import BRIEF_PREFIX, OLD_SUFFIX, Importance
from engines.signorie import GAME
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import VARIANTS, SlotId
from engines.signorie.phases.setup import EVERY_STEP
from engines.signorie.table.state import State
from engines.signorie.turn_info import build_turn_info

from .extremes import EXTREMES, build_extreme_game

TABLES: list[tuple[int, dict[str, str]]] = [
    (seats, dict(zip(VARIANTS, values, strict=True)))
    for seats in GAME.seat_counts
    for values in product(("off", "on"), repeat=len(VARIANTS))
]
GAMES_OF_EACH = 2
WORDS = load_catalogue("engines.signorie")


def play_random_game(
    seats: int,
    options: dict[str, str],
    seed: int,
    step: Callable[[Match[State], Sequence[LogEvent]], None],
    game: Game[State] = GAME,
) -> Match[State]:
    """Play at random, passing rarely (games with many actions show more). `step` gets the match and the new events."""
    rng = random.Random(f"{seats} {options} {seed}")
    match = Match.start(game, game.build_setup(seats, options=options), rng.randbytes(32))
    step(match, match.opening_events)
    while match.open_prompts is not None:
        (prompt,) = match.open_prompts.prompts
        keys = [option.key for option in prompt.options if option.key != "pass" or rng.random() < 0.1]
        applied = match.apply(Decision(match.step, prompt.seat, (rng.choice(keys or ["pass"]),)))
        step(match, applied.events)
    return match


@pytest.mark.parametrize(
    ("seats", "options"), TABLES, ids=lambda value: "-".join(value.values()) if isinstance(value, dict) else value
)
def test_random_games_are_sound(seats: int, options: dict[str, str]) -> None:
    def assert_sound(match: Match[State], events: Sequence[LogEvent]) -> None:
        assert GAME.problems(match.state) == []
        for prompt in match.open_prompts.prompts if match.open_prompts else ():
            keys = [option.key for option in prompt.options]
            assert len(set(keys)) == len(keys)
            assert all(option.detail is not None or option.key in ("no", "yes") for option in prompt.options)

    for seed in range(GAMES_OF_EACH):
        match = play_random_game(seats, options, seed, assert_sound)
        scores = match.compute_scores()
        assert [score.place for score in scores] == list(range(1, seats + 1))
        assert all(sum(vp for _, vp in score.parts) == score.total for score in scores)
        assert match.state.slot == 7
        assert match.build_view(None).rounds == (6 if options["short_season"] == "on" else 7)


def test_r6_1_color_actions_equal_the_actions_of_the_cheapest_die() -> None:
    """The View's colour actions, used by the pictures, equal the main actions that are asked about after that die."""
    question_count = 0

    def compare_actions(match: Match[State], _: Sequence[LogEvent]) -> None:
        nonlocal question_count
        prompt = None if match.open_prompts is None else match.open_prompts.prompts[0]
        if prompt is None or prompt.text.key not in ("die.choose", "extra.choose"):
            return
        cheapest = {str(key).split(":")[1]: key for key in sorted(o.key for o in prompt.options if o.key != "pass")}
        opened = {group.color: set(group.actions) for group in match.build_view(prompt.seat).color_actions}
        assert opened.keys() == cheapest.keys()
        for group in match.build_view(
            prompt.seat
        ).color_actions:  # a closed action has a reason, except for full columns and letters
            left = {"signoria", "hire", *(match.state.assignments[slot] for slot in CONTENT.slots_of[group.color])}
            closed_actions = {shut.action for shut in group.closed_actions}
            turned = {match.state.assignments[slot] for slot in match.state.turned}
            assert not closed_actions & set(group.actions) and left - closed_actions - set(group.actions) <= {
                "hire",
                *turned,
            }
        for color, key in cheapest.items():
            after = match.fork()
            after.apply(Decision(after.step, prompt.seat, (key,)))
            then = after.find_prompt(prompt.seat)
            if then is not None and then.text.key == "action.choose":
                offered_actions = {_find_action(match.state, option.key) for option in then.options}
                assert offered_actions == opened[color]
                question_count += 1
            elif then is not None:
                assert len(opened[color]) == 1, "the only one is not asked about"

    for seed in range(2):
        play_random_game(3, {}, seed, compare_actions)
    assert question_count > 100


def _find_action(state: State, key: str) -> str:
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
    def assert_sound(match: Match[State], events: Sequence[LogEvent]) -> None:
        assert GAME.problems(match.state) == []
        for event in events:
            assert all(WORDS.render(event.text, lang, ("Aoi", "Marco", "Jules", "ことり")) for lang in LANGS)
        for prompt in match.open_prompts.prompts if match.open_prompts else ():
            assert prompt.timeout_answer is not None
            for option in prompt.options:
                resolve_text(option.label)

    for seed, (seats, options) in enumerate(TABLES[::5]):
        match = play_random_game(seats, options, seed, assert_sound, build_extreme_game(names, seed))
        assert match.is_over and all(
            sum(vp for _, vp in score.parts) == score.total for score in match.compute_scores()
        )


def test_full_cities_open_the_gates_or_close_missions() -> None:
    """R13 The extremes are reached: missions and marriages through the gates, and none without the variant."""
    keys_by_option: dict[str, set[str]] = {"on": set(), "off": set()}
    for gates, heard in keys_by_option.items():

        def hear_keys(_: Match[State], events: Sequence[LogEvent], heard: set[str] = heard) -> None:
            heard.update(event.text.key for event in events)

        for seed in range(4):
            options: dict[str, str] = {**dict.fromkeys(VARIANTS, "off"), "open_gates": gates}
            game = build_extreme_game(("full_cities", "men_at_the_top", "empty_stack"), seed)
            play_random_game(3, options, seed, hear_keys, game)
    assert {"mission.gates"} <= keys_by_option["on"] and "mission.done" not in keys_by_option["on"]
    assert not {"mission.gates", "marriage.gates", "mission.done", "marriage.done"} & keys_by_option["off"]


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
"""Sentences of full cities, an empty stack and a tie, seldom reached at random; rules tests cover them."""


@pytest.mark.release
def test_catalogues_hold_exactly_the_used_sentences() -> None:
    """A label fits on a button, a detail below an entry of a list, in both languages."""
    said: set[str] = set()

    def check_text(text: LazyText | None, max_length: int = 4000) -> None:
        if text is not None:
            msg = resolve_text(text)
            if collect_keys(msg) - said or max_length < 4000:
                said.update(collect_keys(msg))
                for lang in LANGS:
                    assert 0 < len(WORDS.render(msg, lang, ("Aoi", "Marco", "Jules", "ことり"))) <= max_length

    def check_step(match: Match[State], events: Sequence[LogEvent]) -> None:
        for event in events:
            check_text(event.text)
        check_text(build_turn_info(match.build_view(None)).heading, 80)
        for prompt in match.open_prompts.prompts if match.open_prompts else ():
            check_text(prompt.text)
            for option in prompt.options:
                check_text(option.label, 80)
                check_text(option.detail, 400 if prompt.kind == "confirm" else 100)  # below the question, not in a list
                check_text(option.group, 100)
        for score in match.compute_scores() if match.is_over else ():
            for source, _ in score.parts:
                check_text(source)

    for seed in range(4):
        for seats, options in TABLES[::3]:
            play_random_game(seats, options | {EVERY_STEP: OFF_ON[seed % 2]}, seed, check_step)
    unsaid = WORDS.list_keys() - said - RARE
    beside = ("option.", "aid.", GLOSS, BRIEF_PREFIX, TIE)  # used by the bot, around the game
    assert {key for key in unsaid if not key.startswith(beside) and not key.endswith(OLD_SUFFIX)} == set()


def collect_keys(msg: Text) -> set[str]:
    assert isinstance(msg, Message), "a noun is no sentence of ours"
    keys = {msg.key}
    waiting: list[Any] = list(msg.args.values())
    while waiting:
        value = waiting.pop()
        if isinstance(value, Message):
            keys |= collect_keys(value)
        elif isinstance(value, tuple):
            waiting += value
    return keys


def test_summary_keeps_missions_logged_in_older_words() -> None:
    assert WORDS.rate_importance(Message("mission.done_before")) == Importance.FIRST
