"""Play one random game and check everything that must hold for all games."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engines.kernel import (
    LANGS,
    Applied,
    Catalogue,
    Decision,
    Lang,
    LogEvent,
    Match,
    Message,
    Option,
    Prompt,
    Rulebook,
    Text,
    load_catalogue,
    load_rulebook,
    resolve_text,
)
from tests.contract.cases import NAMES, Case, build_rng, random_decision

KEY = re.compile(r"[a-z0-9_:.+-]{1,40}")
MAX_DECISIONS = 5_000
"""Maximum number of decisions: a longer game is treated as endless."""
TURN_INFO_INTERVAL = 3
"""The game's turn info is checked at least after every third decision."""
_RESUMED_FIELDS = (
    *("step", "position", "frame_position", "undo_barrier", "acting_seat", "waiting_seats", "hidden_answers"),
    *("private_events", "is_over"),
)
"""Fields of a Match that a resumed match must have in common with the original."""


@dataclass
class Playthrough:
    """The record of a playthrough, for reports and for tests that compare two of them."""

    case: Case
    decisions: list[Decision] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    match: Match[Any] | None = None


class ContractBroken(AssertionError):
    """A clause of the contract is violated; the message names the case, the decision and the clause."""


def play_case(case: Case, every: int = 1, texts_every: int = 1) -> Playthrough:
    """Play the case to its end. Raises ContractBroken.

    every: the costly comparisons are made at every `every`-th decision
    texts_every: the lazy texts of the options are checked at every `texts_every`-th decision
    """
    played = Playthrough(case)
    try:
        for _ in _play_steps(case, played, every, texts_every):
            if len(played.decisions) > MAX_DECISIONS:
                raise ContractBroken(f"not over after {MAX_DECISIONS} decisions")
    except Exception as error:
        raise ContractBroken(f"{case}, decision {len(played.decisions)}: {type(error).__name__}: {error}") from error
    return played


def _play_steps(case: Case, played: Playthrough, every: int, texts_every: int) -> Iterator[None]:
    words = WordsChecker(case, played.keys)
    rng = build_rng(case, "play")
    match = played.match = case.start()
    frame, tail = match.frame, list[Decision]()
    words.check_events(match.opening_events)
    check_state(match, words)
    check_turn_info(match, words)
    while not match.is_over:
        yield
        costly = len(played.decisions) % every == 0
        for prompt in match.open_prompts.prompts if match.open_prompts else ():
            check_prompt(prompt, words, with_option_texts=len(played.decisions) % texts_every == 0)
        decision = random_decision(match, rng)
        before = match.compute_checksum() if costly else ""
        twin = Match.resume(match.game, match.setup, match.seed, frame, tail) if costly else None
        views = {seat: match.build_view(seat) for seat in list_viewers(match)} if costly else {}
        view_texts = {seat: repr(view) for seat, view in views.items()}

        applied = match.apply(decision)
        played.decisions.append(decision)
        tail.append(decision)
        if applied.frames:
            frame, tail = applied.frames[-1], []

        words.check_events(applied.events)
        check_state(match, words)
        if len(played.decisions) % min(every, TURN_INFO_INTERVAL) == 0 or match.is_over:
            check_turn_info(match, words)
        require(view_texts == {seat: repr(view) for seat, view in views.items()}, "a View holds parts of the State")
        if twin is not None:
            check_twin(match, twin, decision, applied)
            check_resumed(match, Match.resume(match.game, match.setup, match.seed, frame, tail))
            check_undo(match, decision, before)
    check_replay(case, played, match)


def list_viewers(match: Match[Any]) -> tuple[int | None, ...]:
    """Return all viewers: a spectator (None) and every seat."""
    return (None, *range(match.setup.seats))


def require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ContractBroken(otherwise)


# ---------------------------------------------------------------------- the clauses


def check_state(match: Match[Any], words: WordsChecker) -> None:
    """Check the game's invariants, and that the scores and places are consistent."""
    problems = match.game.problems(match.state)
    require(not problems, f"problems: {problems}")
    scores = match.compute_scores()
    players = match.setup.seats + (match.game.automa is not None and len(scores) > match.setup.seats)
    require(sorted(score.seat for score in scores) == list(range(players)), f"seats in scores: {scores}")
    for score in scores:
        require(sum(points for _, points in score.parts) == score.total, f"parts do not add up: {score}")
        words.check_texts(*(label for label, _ in score.parts))
    places = [score.place for score in scores]
    fair = [sum(p < place for p in places) + 1 for place in places]
    require(places == sorted(places) == fair, f"places {places}: expected the best first, ties sharing a place")


def check_turn_info(match: Match[Any], words: WordsChecker) -> None:
    """Check the game's turn info, its seat colours and its evaluation of the State."""
    game, seats, view = match.game, range(match.setup.seats), match.build_view(None)
    if game.turn_info is not None:
        public_view = match.rebuild_at(match.undo_barrier).build_view(None)
        require(match.find_turn_info() == game.turn_info(public_view), "moment: not that of the barrier")
        now = game.turn_info(view)
        words.check_texts(now.heading)
        require(now.turn is None or now.turn in seats, f"moment: turn of {now.turn}")
        following = [*now.following, *(() if now.turn is None else (now.turn,))]
        require(len(set(following)) == len(following) and set(following) <= set(seats), f"moment: next {following}")
        points = now.public_points
        require(points is None or len(points) == len(seats), f"moment: public points {points}")
        require(
            not match.is_over or (now.turn, now.following) == (None, ()), "moment: somebody comes next after the end"
        )
    if game.seat_colors is not None:
        colors = game.seat_colors(view)
        chosen = [color for color in colors if color is not None]
        require(len(colors) == len(seats) and len(set(chosen)) == len(chosen), f"colours of seats: {colors}")
        require(set(chosen) <= set(game.colors), f"colours of seats: {colors}, the game has {game.colors}")
    if game.evaluate is not None:
        values = [game.evaluate(match.state, seat) for seat in seats]
        require(all(map(math.isfinite, values)), f"worth: {values}")


def check_prompt(prompt: Prompt, words: WordsChecker, *, with_option_texts: bool) -> None:
    """Check that a seat of the table is asked, keys are valid, values are hashable, and texts exist. See Prompt.check.

    with_option_texts: also check the lazy texts of the options
    """
    keys = [option.key for option in (*prompt.options, *prompt.side_actions)]
    prompt.check()
    require(0 <= prompt.seat < len(words.names), f"{prompt.text.key}: there is no seat {prompt.seat}")
    for option in (*prompt.options, *prompt.side_actions):
        require(KEY.fullmatch(option.key) is not None, f"{prompt.text.key}: bad option key {option.key!r}")
        require(option.limit >= 1, f"{prompt.text.key}: {option.key} may be chosen {option.limit} times")
        hash(option.value)
        if with_option_texts:
            words.check_option(option)
    require(prompt.kind != "confirm" or len(prompt.options) == 1, f"{prompt.text.key}: a confirmation with {keys}")
    if prompt.rule is not None:
        require(words.has_rule(prompt.rule), f"{prompt.text.key}: no paragraph or chapter {prompt.rule}")
    words.check_texts(prompt.text)


def list_texts(option: Option) -> tuple[Text, ...]:
    """Return the texts of an option, with lazy texts resolved."""
    label, detail = resolve_text(option.label), None if option.detail is None else resolve_text(option.detail)
    group = None if option.group is None else resolve_text(option.group)
    return tuple(text for text in (label, detail, group) if text is not None)


def describe_prompt(prompt: Prompt) -> tuple[Any, ...]:
    """Return the content of a prompt in a comparable form."""
    options = tuple((o.key, o.value, list_texts(o), o.place, o.limit) for o in (*prompt.options, *prompt.side_actions))
    numbers = (prompt.min, prompt.max, prompt.kind, prompt.timeout_answer)
    return (prompt.seat, prompt.text, *numbers, prompt.rule, prompt.subject, options)


def check_resumed(match: Match[Any], again: Match[Any]) -> None:
    """Check that a resumed game is complete: State, questions, barrier, unconfirmed log entries, random numbers."""
    require(again.state == match.state, "resumed State differs")
    require(again.compute_checksum() == match.compute_checksum(), "resumed checksum differs")
    for name in _RESUMED_FIELDS:
        original, resumed = getattr(match, name), getattr(again, name)
        require(original == resumed, f"resumed {name}: live {original}, resumed {resumed}")
    require(again.context.rng.counter == match.context.rng.counter, "resumed random counter differs")
    prompts_of_both = [
        [describe_prompt(prompt) for prompt in (m.open_prompts.prompts if m.open_prompts else ())]
        for m in (match, again)
    ]
    require(prompts_of_both[0] == prompts_of_both[1], f"resumed questions differ: {prompts_of_both}")


def check_twin(live: Match[Any], twin: Match[Any], decision: Decision, applied: Applied) -> None:
    """Check that a decision has the same effect after a restart: log entries, checkpoints, undo barrier."""
    require(twin.apply(decision) == applied, "a resumed game plays the decision differently")
    check_resumed(live, twin)


def check_undo(live: Match[Any], decision: Decision, before: str) -> None:
    """Check that undo restores the game before the decision, and repeating the decision restores the game after it."""
    if live.position == live.frame_position:
        return
    undone = live.undo()
    require(undone.compute_checksum() == before, "undo does not lead back")
    undone.apply(decision)
    check_resumed(live, undone)


def check_replay(case: Case, played: Playthrough, match: Match[Any]) -> None:
    """Check that the seed and the decisions alone reproduce the end of the game."""
    again = case.start()
    for decision in played.decisions:
        again.apply(decision)
    require(again.is_over and again.compute_checksum() == match.compute_checksum(), "replay from the seed differs")
    require(again.compute_scores() == match.compute_scores(), "replay gives other scores")


class WordsChecker:
    """Checks that messages exist in both languages, and collects their keys."""

    def __init__(self, case: Case, used: set[str]) -> None:
        package = case.definition.package
        self.book: Catalogue = load_catalogue(package)
        self.rules: Rulebook = load_rulebook(package)
        self.names = NAMES[: case.seats]
        self.used = used

    def check_texts(self, *texts: Text) -> None:
        for text in texts:
            if isinstance(text, Message):
                self._collect_keys(text)
            for lang in LANGS:
                rendered = self.render_text(text, lang)
                require(bool(rendered.strip()) and rendered == rendered.strip(), f"{text} ({lang}) reads {rendered!r}")

    def check_option(self, option: Option) -> None:
        """Check the texts of an option; a lazy detail may be empty."""
        detail = None if option.detail is None else resolve_text(option.detail)
        if isinstance(detail, Message) and not any(self.render_text(detail, lang) for lang in LANGS):
            self.used.add(detail.key)
            detail = None
        group = None if option.group is None else resolve_text(option.group)
        self.check_texts(*(msg for msg in (resolve_text(option.label), detail, group) if msg is not None))

    def check_events(self, events: tuple[LogEvent, ...]) -> None:
        self.check_texts(*(event.text for event in events))

    def has_rule(self, paragraph: str) -> bool:
        """Return whether the rulebook has this paragraph, or paragraphs of this chapter."""
        return any(known == paragraph or known.startswith(f"{paragraph}.") for known in self.rules.entries["en"])

    def render_text(self, text: Text, lang: Lang) -> str:
        return self.book.render(text, lang, self.names)

    def _collect_keys(self, msg: Message) -> None:
        self.used.add(msg.key)
        todo: list[Any] = list(msg.args.values())
        while todo:
            match todo.pop():
                case Message() as inner:
                    self._collect_keys(inner)
                case tuple() as items:
                    todo += items
                case _:
                    pass
