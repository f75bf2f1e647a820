"""Every picture of every game is sound: nothing cut, nothing hidden, every option numbered where the reader looks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from engines.kernel import LANGS, Match, games
from render import Look, Step, arts
from render.kit.scene import Sprite
from render.kit.tokens import Tick
from tests.contract.cases import Case, chance, random_decision, tables
from tests.contract.pictures.checks import AWAY, CHECKS, Check, legible, problems, seats_told_apart, tells_the_turn
from tests.contract.pictures.faults import FAULTS, Fault
from tests.contract.pictures.latest import LATEST, tells_how_far
from tests.contract.pictures.phone import FULLEST, ORDINARY, QUESTION
from tests.contract.pictures.shown import Shown, away, heard, latest, public, question

NAMES = ("Marco", "Hanako", "ことり", "Jules", "Bartholomew")
LOOKS = 3
"""So many times all pictures of a game are looked at, beside the fullest moment and the end: the overview and what
is new in both languages, the others in one and the next time in the other."""
AWAY_FOR = (1, 4, 9, 15, 40)
"""So many steps somebody is away."""
LATEST_TURNS = (1, 3, 2, 1, 2, 3, 4)
"""So many turns are told at once."""
EVERY_QUESTION = 5
"""So many questions of a game are looked at, beside the first of each kind."""

TABLES = [
    Case(game, seats, options, 700 + n)
    for game in games()
    if game in arts()
    for n, (seats, options) in enumerate(dict(reversed(tables(game))).items())
]
"""One game for every number of seats."""

SINGLE: dict[str, Check] = {
    check.__name__: check for check in (legible, seats_told_apart, tells_the_turn, tells_how_far)
}
"""Checks of an overview, of which two paint it or look at colours only."""


def names(seats: int) -> tuple[str, ...]:
    return NAMES[:seats]


def shown(case: Case) -> Iterator[Shown]:
    """Pictures of a random game: at moments along it, at its fullest one, at its end; and its questions."""
    match, rng = case.start(), chance(case, "sound")
    length = _length(case)
    before, asked, fullest, most = match.view(None), set[str](), match.fork(), 0
    step, known = 0, set[str]()
    apart = max(1, length // LOOKS)
    while not match.over:
        if step % apart == 0:
            lang, other = LANGS if step // apart % 2 else LANGS[::-1]
            yield from public(match, names(case.seats), other, before, known)
            yield from public(match, names(case.seats), lang, before)
            known.update(arts()[case.game].pictures(match.view(None))[1:])
            before = match.view(None)
        for seat in match.waiting[:1]:
            prompt = match.prompt(seat)
            assert prompt is not None
            if prompt.text.key not in asked or step % max(1, length // EVERY_QUESTION) == 0:
                then = match.public().view(seat) if match.acting == seat else None
                for lang in LANGS if prompt.text.key not in asked else (LANGS[step % 2],):
                    if (panel := question(match, seat, names(case.seats), lang, then)) is not None:
                        yield panel
                asked.add(prompt.text.key)
        if step % 10 == 0 and (nodes := _nodes(match)) > most:
            fullest, most = match.fork(), nodes
        match.apply(random_decision(match, rng))
        step += 1
    for moment in (fullest, match):
        for lang in LANGS:
            yield from public(moment, names(case.seats), lang, before)


@cache
def _length(case: Case) -> int:
    match, rng, steps = case.start(), chance(case, "sound"), 0
    while not match.over:
        match.apply(random_decision(match, rng))
        steps += 1
    return steps


def _nodes(match: Match[Any]) -> int:
    art, view = arts()[match.game.id], match.view(None)
    return len(art.draw(view, art.pictures(view)[0], Look("en", NAMES[: match.setup.seats])).live)


@pytest.mark.parametrize("case", TABLES, ids=str)
def test_every_picture_is_sound(case: Case) -> None:
    found = [problem for picture in shown(case) for problem in problems(picture)]
    assert not found, "\n".join([f"{len(found)} problems", *found[:12]])


def questions(case: Case) -> Iterator[Shown]:
    """The pictures of a random game's questions: of each kind the one with fewest options and that with most."""
    match, rng = case.start(), chance(case, "phone")
    fewest: dict[str, tuple[int, Match[Any]]] = {}
    most: dict[str, tuple[int, Match[Any]]] = {}
    while not match.over:
        prompt = match.prompt(match.waiting[0])
        assert prompt is not None
        kind, number = prompt.text.key, len(prompt.options)
        if kind not in fewest or number < fewest[kind][0]:
            fewest[kind] = number, match.fork()
        if number > most.get(kind, fewest[kind])[0]:
            most[kind] = number, match.fork()
        match.apply(random_decision(match, rng))
    for _, then in (*fewest.values(), *most.values()):
        panel = question(then, then.waiting[0], names(case.seats), LANGS[case.number % 2])
        if panel is not None:
            yield panel


@pytest.mark.parametrize("case", TABLES, ids=str)
def test_questions_can_be_answered_on_a_phone(case: Case) -> None:
    found = [
        f"{shown.name}, {shown.asked[0][0]}, {name}: {what}"
        for shown in questions(case)
        for name, check in QUESTION.items()
        for what in check(shown)
    ]
    assert not found, "\n".join(found[:12])


@pytest.mark.parametrize("case", TABLES, ids=str)
def test_overviews_can_be_read_on_a_phone(case: Case) -> None:
    match, rng, found = case.start(), chance(case, "sound"), list[str]()
    moments = {round(_length(case) * share) for share in (0.15, 0.4, 0.6, 0.8)}
    for step in range(_length(case)):
        if step in moments:
            overview = next(public(match, names(case.seats), LANGS[step % 2]))
            found += [f"{name}: {what}" for name, check in ORDINARY.items() for what in check(overview)]
        match.apply(random_decision(match, rng))
    assert not found, "\n".join(found[:12])


def is_somebodys_turn(match: Match[Any]) -> bool:
    """A setup or the end of a round is nobody's."""
    moment = match.game.moment
    return match.ask is not None and (moment is None or moment(match.view(None)).turn is not None)


@pytest.mark.parametrize("case", TABLES, ids=str)
def test_overviews_can_be_read(case: Case) -> None:
    match, rng = case.start(), chance(case, "overview")
    for step in range(60):
        if step % 30 == 5:
            for lang in LANGS:
                overview = next(public(match, names(case.seats), lang))
                for name, check in SINGLE.items():
                    if check not in (tells_the_turn, tells_how_far) or is_somebodys_turn(match):
                        assert not list(check(overview)), name
        if match.over:
            break
        match.apply(random_decision(match, rng))


def returns(case: Case) -> Iterator[Shown]:
    """The overview as it is found by somebody who comes back after so many steps of the others, in one language after
    the other."""
    match, rng = case.start(), chance(case, "away")
    steps: list[Step] = []
    spans = iter(AWAY_FOR)
    span = next(spans)
    while not match.over:
        seat = match.waiting[0]
        if not steps or steps[-1].seat != seat:
            if len(steps) > span:
                lang = LANGS[(case.number + AWAY_FOR.index(span)) % 2]
                yield away(match, names(case.seats), lang, tuple(steps))
                if (span := next(spans, 0)) == 0:
                    return
                steps = []
            steps.append(Step(seat, match.public().view(None)))
        steps[-1] = heard(steps[-1], match.apply(random_decision(match, rng)).events)


@pytest.mark.parametrize("case", TABLES, ids=str)
def test_what_changed_is_marked_with_who_changed_it(case: Case) -> None:
    for picture in returns(case):
        for name, check in AWAY.items():
            assert not list(check(picture)), f"{picture.look.lang}, {len(picture.look.steps)} steps, {name}"


def told(case: Case) -> Iterator[Shown]:
    """The overview on the card after one turn or several, at moments along a random game, in one language after the
    other."""
    match, rng, length = case.start(), chance(case, "sound"), _length(case)
    steps, langs = list[Step](), LANGS
    moments = iter((round(length * (i + 1) / (len(LATEST_TURNS) + 1)), n) for i, n in enumerate(LATEST_TURNS))
    due, number = next(moments)
    for i in range(length):
        seat = match.waiting[0]
        if not steps or steps[-1].seat != seat:
            if i >= due and len(steps) >= number:
                langs = LANGS[::-1] if langs == LANGS else LANGS
                yield latest(match, names(case.seats), langs[case.number % 2], tuple(steps[-number:]))
                if (following := next(moments, None)) is None:
                    return
                due, number = following
            steps.append(Step(seat, match.public().view(None)))
        steps[-1] = heard(steps[-1], match.apply(random_decision(match, rng)).events)


@pytest.mark.parametrize("case", TABLES, ids=str)
def test_the_card_says_who_has_just_done_what(case: Case) -> None:
    found = [
        f"{picture.look.lang}, {len(picture.look.turns)} turns, {name}: {what}"
        for picture in told(case)
        for name, check in (CHECKS | AWAY | LATEST).items()
        for what in check(picture)
    ]
    assert not found, "\n".join([f"{len(found)} problems", *found[:12]])


@pytest.mark.parametrize("game", [game for game in games() if game in arts()])
def test_states_that_chance_does_not_reach_are_sound(game: str) -> None:
    """Those that a game offers as `CROWDED` in `tests/<game>/pictures/boards.py`."""
    place = f"tests.{game}.pictures.boards"
    if find_spec(f"tests.{game}") is None or find_spec(f"tests.{game}.pictures") is None or find_spec(place) is None:
        pytest.skip("no hand-made boards")
    art = arts()[game]
    found: list[str] = []
    for name, view in import_module(place).CROWDED.items():
        for lang in LANGS:
            for picture in art.pictures(view):
                look = Look(lang, NAMES)
                shown = Shown(picture, art.compose(view, picture, look), look)
                found += (f"{name} {what}" for what in problems(shown))
                if picture == "board":
                    found += (f"{name} {what}" for check in FULLEST.values() for what in check(shown))
    assert not found, "\n".join([f"{len(found)} problems", *found[:12]])


def has_letters(shown: Shown) -> bool:
    """What the last turns did is seen on the board."""
    return any(isinstance(node, Sprite) and isinstance(node.piece, Tick) for node in shown.painted)


@pytest.fixture(scope="module")
def sound() -> dict[str, Shown]:
    """An overview, the picture of a question with several numbers, what somebody finds who was away, and the card."""
    case = Case("flotsam", 4, (("length", "short"),), 3)
    match, rng = case.start(), chance(case, "faults")
    while True:
        panel = question(match, match.waiting[0], names(4), "en")
        if panel is not None and len(panel.badges) > 2:
            return {
                "overview": next(public(match, names(4), "en")),
                "question": panel,
                "away": next(returns(case)),
                "latest": next(one for one in told(case) if one.told and has_letters(one)),
            }
        match.apply(random_decision(match, rng))


@pytest.mark.parametrize(
    ("picture", "fault"),
    [(picture, fault) for picture, faults in FAULTS.items() for fault in faults],
    ids=lambda given: given if isinstance(given, str) else given.__name__,
)
def test_every_deliberate_fault_is_noticed(picture: str, fault: Fault, sound: dict[str, Shown]) -> None:
    check = (CHECKS | SINGLE | AWAY | LATEST | QUESTION | ORDINARY | FULLEST)[FAULTS[picture][fault]]
    assert not list(check(sound[picture]))
    assert list(check(fault(sound[picture])))


def test_every_check_has_its_fault() -> None:
    noticing = {check for faults in FAULTS.values() for check in faults.values()}
    assert {*CHECKS, *SINGLE, *AWAY, *LATEST, *QUESTION, *ORDINARY, *FULLEST} == noticing
