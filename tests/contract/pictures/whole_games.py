"""Check the pictures of the questions of whole games, as `python -m tests.long pictures` does."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engines.kernel import LANGS, Decision, Match, Rng, SearchBudget, choose_line, list_policies
from render.kit.text import TextTooWide
from tests.contract.cases import Case, build_rng, random_decision

from .checks import list_problems
from .picture_sample import draw_question_picture

NAMES = ("Marco", "Bartholomew the Great", "ことり", "とてもながいなまえのひと", "Jules-Alexandre d'Arc")
SEARCH_BUDGET = 5
"""Budget of one search of a computer player: small, because the strength of play does not matter here."""


@dataclass
class QuestionPictures:
    """The pictures of one game's questions."""

    count: int = 0
    """Number of pictures, of which each question has one in each language."""
    problems: list[list[str]] = field(default_factory=list)
    """The problems of each picture that has any."""


def check_question_pictures(case: Case, every: int = 1) -> QuestionPictures:
    """Play a game and check the pictures of all questions at every `every`-th decision, in both languages.

    Cases with an odd number are played by computer players, whose games are more ordinary than random ones.
    """
    checked = QuestionPictures()
    for match in _play(case):
        if match.step % every:
            continue
        for seat in match.waiting_seats:
            before = match.build_public_match().build_view(seat) if match.acting_seat == seat else None
            for lang in LANGS:
                with warnings.catch_warnings(record=True) as too_wide:
                    warnings.simplefilter("always", TextTooWide)
                    sample = draw_question_picture(match, seat, NAMES[: case.seats], lang, before)
                if sample is None:
                    continue
                checked.count += 1
                problems = [*list_problems(sample), *(f"{sample.name} {lang}: {w.message}" for w in too_wide)]
                if problems:
                    place = f"{case}, decision {match.step}, seat {seat}"
                    checked.problems.append([f"{place}: {problem}" for problem in problems])
    return checked


def _play(case: Case) -> Iterator[Match[Any]]:
    """Yield the match before each decision."""
    match, rng = case.start(), build_rng(case, "questions")
    while not match.is_over:
        yield match
        match.apply(_choose_decision(case, match, rng) if case.number % 2 else random_decision(match, rng))


def _choose_decision(case: Case, match: Match[Any], rng: Rng) -> Decision:
    """Let the strongest computer player of the game decide."""
    seat, strongest = match.waiting_seats[0], next(iter(list_policies(case.definition).values()))
    return Decision(match.step, seat, choose_line(match, seat, strongest, rng, SearchBudget(SEARCH_BUDGET))[0])
