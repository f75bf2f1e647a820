"""One random game, with everything checked that holds for all games (DESIGN 8.1)."""

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
    Event,
    Lang,
    Match,
    Msg,
    Option,
    Prompt,
    Rulebook,
    Text,
    catalogue,
    read,
    rulebook,
)
from tests.contract.cases import NAMES, Case, chance, random_decision

KEY = re.compile(r"[a-z0-9_:.+-]{1,40}")
LONGEST = 5_000
"""More decisions than any game has: a game that goes on longer does not end."""
MOMENTS = 3
"""Where a game says that it stands is looked at at least after every so many-th decision."""


@dataclass
class Played:
    """What a playthrough was: for reports, and for tests that compare two of them."""

    case: Case
    decisions: list[Decision] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    match: Match[Any] | None = None


class Broken(AssertionError):
    """A clause of the contract does not hold: in which case, at which decision, and what."""


def play(case: Case, every: int = 1, told: int = 1) -> Played:
    """Play the case to its end. Raises Broken.

    every: the costly comparisons are made at every so many-th decision
    told:  the texts of the options, which are made when they are read, at every so many-th
    """
    played = Played(case)
    try:
        for _ in _steps(case, played, every, told):
            if len(played.decisions) > LONGEST:
                raise Broken(f"not over after {LONGEST} decisions")
    except Exception as error:
        raise Broken(f"{case}, decision {len(played.decisions)}: {type(error).__name__}: {error}") from error
    return played


def _steps(case: Case, played: Played, every: int, told: int) -> Iterator[None]:
    words = Words(case, played.keys)
    rng = chance(case, "play")
    match = played.match = case.start()
    frame, tail = match.frame, list[Decision]()
    words.check_events(match.opening)
    check_state(match, words)
    check_moment(match, words)
    while not match.over:
        yield
        costly = len(played.decisions) % every == 0
        for prompt in match.ask.prompts if match.ask else ():
            check_prompt(prompt, words, told=len(played.decisions) % told == 0)
        decision = random_decision(match, rng)
        before = match.checksum() if costly else ""
        twin = Match.resume(match.game, match.setup, match.seed, frame, tail) if costly else None
        views = {seat: match.view(seat) for seat in seats(match)} if costly else {}
        looks = {seat: repr(view) for seat, view in views.items()}

        applied = match.apply(decision)
        played.decisions.append(decision)
        tail.append(decision)
        if applied.frames:
            frame, tail = applied.frames[-1], []

        words.check_events(applied.events)
        check_state(match, words)
        if len(played.decisions) % min(every, MOMENTS) == 0 or match.over:
            check_moment(match, words)
        expect(looks == {seat: repr(view) for seat, view in views.items()}, "a View holds parts of the State")
        if twin is not None:
            check_twin(match, twin, decision, applied)
            check_resumed(match, Match.resume(match.game, match.setup, match.seed, frame, tail))
            check_undo(match, decision, before)
    check_replay(case, played, match)


def seats(match: Match[Any]) -> tuple[int | None, ...]:
    """All who look: a spectator and every seat."""
    return (None, *range(match.setup.seats))


def expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Broken(otherwise)


# ---------------------------------------------------------------------- the clauses


def check_state(match: Match[Any], words: Words) -> None:
    """Invariants hold, and the standing adds up."""
    problems = match.game.problems(match.state)
    expect(not problems, f"problems: {problems}")
    scores = match.scores()
    players = match.setup.seats + (match.game.automa is not None and len(scores) > match.setup.seats)
    expect(sorted(score.seat for score in scores) == list(range(players)), f"seats in scores: {scores}")
    for score in scores:
        expect(sum(points for _, points in score.parts) == score.total, f"parts do not add up: {score}")
        words.check(*(label for label, _ in score.parts))
    places = [score.place for score in scores]
    fair = [sum(p < place for p in places) + 1 for place in places]
    expect(places == sorted(places) == fair, f"places {places}: expected the best first, ties sharing a place")


def check_moment(match: Match[Any], words: Words) -> None:
    """Where the game says that it stands, what it says its colours are, and what a State is worth."""
    game, seats, view = match.game, range(match.setup.seats), match.view(None)
    if game.moment is not None:
        now = game.moment(view)
        words.check(now.heading)
        expect(now.turn is None or now.turn in seats, f"moment: turn of {now.turn}")
        following = [*now.following, *(() if now.turn is None else (now.turn,))]
        expect(len(set(following)) == len(following) and set(following) <= set(seats), f"moment: next {following}")
        expect(now.standing is None or len(now.standing) == len(seats), f"moment: standing {now.standing}")
        expect(not match.over or (now.turn, now.following) == (None, ()), "moment: somebody comes next after the end")
    if game.seat_colors is not None:
        colors = game.seat_colors(view)
        chosen = [color for color in colors if color is not None]
        expect(len(colors) == len(seats) and len(set(chosen)) == len(chosen), f"colours of seats: {colors}")
        expect(set(chosen) <= set(game.colors), f"colours of seats: {colors}, the game has {game.colors}")
    if game.worth is not None:
        values = [game.worth(match.state, seat) for seat in seats]
        expect(all(map(math.isfinite, values)), f"worth: {values}")


def check_prompt(prompt: Prompt, words: Words, *, told: bool) -> None:
    """A seat of the table is asked; keys are good; values cannot be changed; all texts exist. See also Prompt.check.

    told: the texts of the options too, which are made when they are read
    """
    keys = [option.key for option in (*prompt.options, *prompt.asides)]
    prompt.check()
    expect(0 <= prompt.seat < len(words.names), f"{prompt.text.key}: there is no seat {prompt.seat}")
    for option in (*prompt.options, *prompt.asides):
        expect(KEY.fullmatch(option.key) is not None, f"{prompt.text.key}: bad option key {option.key!r}")
        expect(option.limit >= 1, f"{prompt.text.key}: {option.key} may be chosen {option.limit} times")
        hash(option.value)
        if told:
            words.check_option(option)
    expect(prompt.kind != "confirm" or len(prompt.options) == 1, f"{prompt.text.key}: a confirmation with {keys}")
    if prompt.rule is not None:
        expect(words.has_rule(prompt.rule), f"{prompt.text.key}: no paragraph or chapter {prompt.rule}")
    words.check(prompt.text)


def texts(option: Option) -> tuple[Text, ...]:
    """The texts of an option, made now."""
    label, detail = read(option.label), None if option.detail is None else read(option.detail)
    group = None if option.group is None else read(option.group)
    return tuple(text for text in (label, detail, group) if text is not None)


def shown(prompt: Prompt) -> tuple[Any, ...]:
    """All that a prompt is, in a form that can be compared."""
    options = tuple((o.key, o.value, texts(o), o.place, o.limit) for o in (*prompt.options, *prompt.asides))
    numbers = (prompt.min, prompt.max, prompt.kind, prompt.silence)
    return (prompt.seat, prompt.text, *numbers, prompt.rule, prompt.about, options)


def check_resumed(live: Match[Any], again: Match[Any]) -> None:
    """What was stored is the whole game: State, questions, barrier, unconfirmed sentences, chance."""
    expect(again.state == live.state, "resumed State differs")
    expect(again.checksum() == live.checksum(), "resumed checksum differs")
    for name in ("step", "position", "base", "barrier", "acting", "waiting", "answers", "tail_events", "over"):
        one, two = getattr(live, name), getattr(again, name)
        expect(one == two, f"resumed {name}: live {one}, resumed {two}")
    expect(again.table.rng.counter == live.table.rng.counter, "resumed random counter differs")
    asked = [[shown(prompt) for prompt in (m.ask.prompts if m.ask else ())] for m in (live, again)]
    expect(asked[0] == asked[1], f"resumed questions differ: {asked}")


def check_twin(live: Match[Any], twin: Match[Any], decision: Decision, applied: Applied) -> None:
    """A decision does the same after a restart: sentences, checkpoints, barrier."""
    expect(twin.apply(decision) == applied, "a resumed game plays the decision differently")
    check_resumed(live, twin)


def check_undo(live: Match[Any], decision: Decision, before: str) -> None:
    """One decision less is the game before it; the same decision again is the game after it."""
    if live.position == live.base:
        return
    undone = live.undo()
    expect(undone.checksum() == before, "undo does not lead back")
    undone.apply(decision)
    check_resumed(live, undone)


def check_replay(case: Case, played: Played, match: Match[Any]) -> None:
    """The seed and the decisions alone give the same end."""
    again = case.start()
    for decision in played.decisions:
        again.apply(decision)
    expect(again.over and again.checksum() == match.checksum(), "replay from the seed differs")
    expect(again.scores() == match.scores(), "replay gives other scores")


class Words:
    """Checks that sentences exist in both languages, and collects their keys."""

    def __init__(self, case: Case, used: set[str]) -> None:
        package = case.definition.package
        self.book: Catalogue = catalogue(package)
        self.rules: Rulebook = rulebook(package)
        self.names = NAMES[: case.seats]
        self.used = used

    def check(self, *texts: Text) -> None:
        for text in texts:
            if isinstance(text, Msg):
                self._collect(text)
            for lang in LANGS:
                told = self.text(text, lang)
                expect(bool(told.strip()) and told == told.strip(), f"{text} ({lang}) reads {told!r}")

    def check_option(self, option: Option) -> None:
        """A detail that is made when it is read may find that it has nothing to say."""
        detail = None if option.detail is None else read(option.detail)
        if isinstance(detail, Msg) and not any(self.text(detail, lang) for lang in LANGS):
            self.used.add(detail.key)
            detail = None
        group = None if option.group is None else read(option.group)
        self.check(*(msg for msg in (read(option.label), detail, group) if msg is not None))

    def check_events(self, events: tuple[Event, ...]) -> None:
        self.check(*(event.text for event in events))

    def has_rule(self, paragraph: str) -> bool:
        """Whether the rulebook has this paragraph, or paragraphs of this chapter."""
        return any(known == paragraph or known.startswith(f"{paragraph}.") for known in self.rules.entries["en"])

    def text(self, text: Text, lang: Lang) -> str:
        return self.book.render(text, lang, self.names)

    def _collect(self, msg: Msg) -> None:
        self.used.add(msg.key)
        todo: list[Any] = list(msg.args.values())
        while todo:
            match todo.pop():
                case Msg() as inner:
                    self._collect(inner)
                case tuple() as items:
                    todo += items
                case _:
                    pass
