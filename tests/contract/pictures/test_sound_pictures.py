"""Every picture of every game is sound: no text is cut or hidden, and every option's number is visible."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from engines.kernel import LANGS, Match, load_games
from render import RecentStep, RenderContext, load_arts
from render.kit.marks.badges import AuthorBadge
from render.kit.scene import Sprite
from tests.contract.cases import Case, build_rng, cover_setups, random_decision
from tests.contract.pictures.checks import (
    AWAY,
    CHECKS,
    Check,
    list_problems,
    names_seat_on_turn,
    seat_colours_differ,
    text_is_legible,
)
from tests.contract.pictures.faults import FAULTS, Fault
from tests.contract.pictures.latest import LATEST, shows_progress
from tests.contract.pictures.phone import FULLEST, ORDINARY, QUESTION
from tests.contract.pictures.picture_sample import (
    PictureSample,
    add_log_entries,
    draw_absence_overview,
    draw_card_overview,
    draw_question_picture,
    iter_public_pictures,
)
from tests.discovered import mark_slice

NAMES = ("Marco", "Hanako", "ことり", "Jules", "Bartholomew")
CHECK_COUNT = 3
"""Number of checks of all pictures of a game, besides the most crowded position and the end. The overview and new
pictures are checked in both languages, the others in alternating languages."""
ABSENCES = (1, 4, 9, 15, 40)
"""Numbers of steps for which the reader is away."""
TURN_COUNTS = (1, 3, 2, 1, 2, 3, 4)
"""Numbers of turns that one card describes."""
QUESTION_COUNT = 5
"""Number of checked questions of a game, besides the first of each kind."""

CASES = [
    Case(game, seats, options, 700 + n)
    for game in load_games()
    if game in load_arts()
    for n, (seats, options) in enumerate(dict(reversed(cover_setups(game))).items())
]
"""One game for every number of seats."""
SLICE = mark_slice(CASES, lambda case: case.seats == case.definition.seat_counts[-1])
"""The same cases; the slice is the largest table of every game."""

SLOW_CHECKS: dict[str, Check] = {
    check.__name__: check for check in (text_is_legible, seat_colours_differ, names_seat_on_turn, shows_progress)
}
"""Checks of an overview that need only a few pictures."""


def list_names(seats: int) -> tuple[str, ...]:
    return NAMES[:seats]


def iter_sound_samples(case: Case) -> Iterator[PictureSample]:
    """Iterate over pictures of a random game: several positions, the most crowded one, the end; and its questions."""
    match, rng = case.start(), build_rng(case, "sound")
    length = _count_decisions(case)
    before, asked_keys, fullest, max_nodes = match.build_view(None), set[str](), match.fork(), 0
    step, known_pictures = 0, set[str]()
    interval = max(1, length // CHECK_COUNT)
    while not match.is_over:
        if step % interval == 0:
            lang, other = LANGS if step // interval % 2 else LANGS[::-1]
            yield from iter_public_pictures(match, list_names(case.seats), other, before, known_pictures)
            yield from iter_public_pictures(match, list_names(case.seats), lang, before)
            known_pictures.update(load_arts()[case.game].list_pictures(match.build_view(None))[1:])
            before = match.build_view(None)
        for seat in match.waiting_seats[:1]:
            prompt = match.find_prompt(seat)
            assert prompt is not None
            if prompt.text.key not in asked_keys or step % max(1, length // QUESTION_COUNT) == 0:
                then = match.build_public_match().build_view(seat) if match.acting_seat == seat else None
                for lang in LANGS if prompt.text.key not in asked_keys else (LANGS[step % 2],):
                    if (panel := draw_question_picture(match, seat, list_names(case.seats), lang, then)) is not None:
                        yield panel
                asked_keys.add(prompt.text.key)
        if step % 10 == 0 and (nodes := _count_nodes(match)) > max_nodes:
            fullest, max_nodes = match.fork(), nodes
        match.apply(random_decision(match, rng))
        step += 1
    for moment in (fullest, match):
        for lang in LANGS:
            yield from iter_public_pictures(moment, list_names(case.seats), lang, before)


@cache
def _count_decisions(case: Case) -> int:
    match, rng, steps = case.start(), build_rng(case, "sound"), 0
    while not match.is_over:
        match.apply(random_decision(match, rng))
        steps += 1
    return steps


def _count_nodes(match: Match[Any]) -> int:
    art, view = load_arts()[match.game.id], match.build_view(None)
    return len(art.draw(view, art.list_pictures(view)[0], RenderContext("en", NAMES[: match.setup.seats])).live_part)


@pytest.mark.parametrize("case", SLICE, ids=str)
def test_every_picture_is_sound(case: Case) -> None:
    complaints = [problem for picture in iter_sound_samples(case) for problem in list_problems(picture)]
    assert not complaints, "\n".join([f"{len(complaints)} problems", *complaints[:12]])


def iter_question_samples(case: Case) -> Iterator[PictureSample]:
    """Iterate over pictures of a random game's questions: for each kind those with the fewest and the most options."""
    match, rng = case.start(), build_rng(case, "phone")
    fewest_options: dict[str, tuple[int, Match[Any]]] = {}
    most_options: dict[str, tuple[int, Match[Any]]] = {}
    while not match.is_over:
        prompt = match.find_prompt(match.waiting_seats[0])
        assert prompt is not None
        kind, number = prompt.text.key, len(prompt.options)
        if kind not in fewest_options or number < fewest_options[kind][0]:
            fewest_options[kind] = number, match.fork()
        if number > most_options.get(kind, fewest_options[kind])[0]:
            most_options[kind] = number, match.fork()
        match.apply(random_decision(match, rng))
    for _, then in (*fewest_options.values(), *most_options.values()):
        panel = draw_question_picture(then, then.waiting_seats[0], list_names(case.seats), LANGS[case.number % 2])
        if panel is not None:
            yield panel


@pytest.mark.parametrize("case", SLICE, ids=str)
def test_questions_can_be_answered_on_a_phone(case: Case) -> None:
    complaints = [
        f"{sample.name}, {sample.options[0][0]}, {name}: {what}"
        for sample in iter_question_samples(case)
        for name, check in QUESTION.items()
        for what in check(sample)
    ]
    assert not complaints, "\n".join(complaints[:12])


@pytest.mark.parametrize("case", SLICE, ids=str)
def test_overviews_can_be_read_on_a_phone(case: Case) -> None:
    match, rng, complaints = case.start(), build_rng(case, "sound"), list[str]()
    moments = {round(_count_decisions(case) * share) for share in (0.15, 0.4, 0.6, 0.8)}
    for step in range(_count_decisions(case)):
        if step in moments:
            overview = next(iter_public_pictures(match, list_names(case.seats), LANGS[step % 2]))
            complaints += [f"{name}: {what}" for name, check in ORDINARY.items() for what in check(overview)]
        match.apply(random_decision(match, rng))
    assert not complaints, "\n".join(complaints[:12])


def has_seat_on_turn(match: Match[Any]) -> bool:
    """Return whether a seat is on turn, which is false in a setup or at the end of a round."""
    moment = match.game.turn_info
    return match.open_prompts is not None and (moment is None or moment(match.build_view(None)).turn is not None)


@pytest.mark.parametrize("case", SLICE, ids=str)
def test_overviews_can_be_read(case: Case) -> None:
    match, rng = case.start(), build_rng(case, "overview")
    for step in range(60):
        if step % 30 == 5:
            for lang in LANGS:
                overview = next(iter_public_pictures(match, list_names(case.seats), lang))
                for name, check in SLOW_CHECKS.items():
                    if check not in (names_seat_on_turn, shows_progress) or has_seat_on_turn(match):
                        assert not list(check(overview)), name
        if match.is_over:
            break
        match.apply(random_decision(match, rng))


def iter_absence_samples(case: Case) -> Iterator[PictureSample]:
    """Iterate over overviews for a reader who returns after several steps of the others, in alternating languages."""
    match, rng = case.start(), build_rng(case, "away")
    steps: list[RecentStep] = []
    spans = iter(ABSENCES)
    span = next(spans)
    while not match.is_over:
        seat = match.waiting_seats[0]
        if not steps or steps[-1].seat != seat:
            if len(steps) > span:
                lang = LANGS[(case.number + ABSENCES.index(span)) % 2]
                yield draw_absence_overview(match, list_names(case.seats), lang, tuple(steps))
                if (span := next(spans, 0)) == 0:
                    return
                steps = []
            steps.append(RecentStep(seat, match.build_public_match().build_view(None)))
        steps[-1] = add_log_entries(steps[-1], match.apply(random_decision(match, rng)).events)


@pytest.mark.parametrize("case", SLICE, ids=str)
def test_changes_are_marked_with_their_authors(case: Case) -> None:
    for picture in iter_absence_samples(case):
        for name, check in AWAY.items():
            assert not list(check(picture)), f"{picture.ctx.lang}, {len(picture.ctx.steps)} steps, {name}"


def iter_card_samples(case: Case) -> Iterator[PictureSample]:
    """Iterate over overviews on the card after one or several turns of a random game, in alternating languages."""
    match, rng, length = case.start(), build_rng(case, "sound"), _count_decisions(case)
    steps, langs = list[RecentStep](), LANGS
    moments = iter((round(length * (i + 1) / (len(TURN_COUNTS) + 1)), n) for i, n in enumerate(TURN_COUNTS))
    due, turn_count = next(moments)
    for i in range(length):
        seat = match.waiting_seats[0]
        if not steps or steps[-1].seat != seat:
            if i >= due and len(steps) >= turn_count:
                langs = LANGS[::-1] if langs == LANGS else LANGS
                yield draw_card_overview(
                    match, list_names(case.seats), langs[case.number % 2], tuple(steps[-turn_count:])
                )
                if (following := next(moments, None)) is None:
                    return
                due, turn_count = following
            steps.append(RecentStep(seat, match.build_public_match().build_view(None)))
        steps[-1] = add_log_entries(steps[-1], match.apply(random_decision(match, rng)).events)


@pytest.mark.parametrize("case", SLICE, ids=str)
def test_card_names_recent_actions_and_authors(case: Case) -> None:
    complaints = [
        f"{picture.ctx.lang}, {len(picture.ctx.turns)} turns, {name}: {what}"
        for picture in iter_card_samples(case)
        for name, check in (CHECKS | AWAY | LATEST).items()
        for what in check(picture)
    ]
    assert not complaints, "\n".join([f"{len(complaints)} problems", *complaints[:12]])


@pytest.mark.parametrize("game", [game for game in load_games() if game in load_arts()])
def test_crowded_states_are_sound(game: str) -> None:
    """These states are defined as `CROWDED` in `tests/<game>/pictures/boards.py`."""
    place = f"tests.{game}.pictures.boards"
    if find_spec(f"tests.{game}") is None or find_spec(f"tests.{game}.pictures") is None or find_spec(place) is None:
        pytest.skip("no hand-made boards")
    art = load_arts()[game]
    complaints: list[str] = []
    for name, view in import_module(place).CROWDED.items():
        for lang in LANGS:
            for picture in art.list_pictures(view):
                ctx = RenderContext(lang, NAMES)
                sample = PictureSample(picture, art.compose(view, picture, ctx), ctx)
                complaints += (f"{name} {what}" for what in list_problems(sample))
                if picture == "board":
                    complaints += (f"{name} {what}" for check in FULLEST.values() for what in check(sample))
    assert not complaints, "\n".join([f"{len(complaints)} problems", *complaints[:12]])


def has_letters(sample: PictureSample) -> bool:
    """Return whether the board shows author badges of the last turns."""
    return any(isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge) for node in sample.visible_nodes)


@pytest.fixture(scope="module")
def sound() -> dict[str, PictureSample]:
    """Return sound pictures: overview, question with several numbers, overview after an absence, card's picture."""
    case = Case("flotsam", 4, (("length", "short"),), 3)
    match, rng = case.start(), build_rng(case, "faults")
    while True:
        panel = draw_question_picture(match, match.waiting_seats[0], list_names(4), "en")
        if panel is not None and len(panel.badges) > 2:
            return {
                "overview": next(iter_public_pictures(match, list_names(4), "en")),
                "question": panel,
                "away": next(iter_absence_samples(case)),
                "latest": next(
                    card_sample
                    for card_sample in iter_card_samples(case)
                    if card_sample.seats_with_lines and has_letters(card_sample)
                ),
            }
        match.apply(random_decision(match, rng))


@pytest.mark.parametrize(
    ("picture", "fault"),
    [(picture, fault) for picture, faults in FAULTS.items() for fault in faults],
    ids=lambda parameter: parameter if isinstance(parameter, str) else parameter.__name__,
)
def test_every_deliberate_fault_is_noticed(picture: str, fault: Fault, sound: dict[str, PictureSample]) -> None:
    check = (CHECKS | SLOW_CHECKS | AWAY | LATEST | QUESTION | ORDINARY | FULLEST)[FAULTS[picture][fault]]
    assert not list(check(sound[picture]))
    assert list(check(fault(sound[picture])))


def test_every_check_has_its_fault() -> None:
    noticing = {check for faults in FAULTS.values() for check in faults.values()}
    assert {*CHECKS, *SLOW_CHECKS, *AWAY, *LATEST, *QUESTION, *ORDINARY, *FULLEST} == noticing
