"""Every reason of a star is true among the options beside which it stands, in whole games of every game."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files

import pytest

from engines.kernel import Decision, Message, Prompt, load_catalogue
from engines.kernel.catalogue import Lang
from engines.kernel.messages import resolve_text
from engines.kernel.stars.shown_reasons import fit_to_line
from engines.kernel.stars.suggestions import Advice, compute_advice, continue_plan, is_advisable
from tests.contract.cases import NAMES, Case, build_rng, cover_setups, random_decision
from tests.discovered import list_shipped_games, load_samples
from tests.reasons.accounts import Retelling
from tests.reasons.truth import SUPERLATIVE, Fact, StarredQuestion

LOOK_EVERY = 8
"""Suggestions are computed at one in this many questions of a whole game, and at the rest of a turn that follows them.
`python -m tests.long reasons --every 1` looks at all of them.
"""
QUESTIONS_OF_SLICE = 4


def list_cases() -> list[Case]:
    """Return a game for each number of seats of each game."""
    return [
        Case(name, seats, next(options for number, options in cover_setups(name) if number == seats), seats)
        for name, game in list_shipped_games().items()
        for seats in game.seat_counts
    ]


def iter_untrue_reasons(
    case: Case,
    limit: int | None = None,
    spoil: Callable[[Prompt, Advice], Advice] | None = None,
    *,
    respell: Callable[[Lang, str], str] = lambda lang, sentence: sentence,
    fit: Callable[..., Message] = fit_to_line,
    every: int = 4,
) -> Iterator[str]:
    """Play a game, most stars followed, and yield the untrue reasons of the questions looked at.

    limit: number of questions looked at (None: to the end of the game)
    spoil: puts a deliberate fault into the reasons of a question
    respell: puts one into its sentences; fit: into what a panel makes of them
    every: one in this many questions is looked at
    """
    match, rng, advice_by_seat, looked = case.start(), build_rng(case, "reasons"), dict[int, Advice](), 0
    words, aids = load_catalogue(case.definition.package), case.definition.aids
    assert aids is not None
    facts, samples = load_facts(case.game), load_samples(case.game)
    while not match.is_over and (limit is None or looked < limit):
        decision = random_decision(match, rng)
        seat, prompt = decision.seat, match.find_prompt(decision.seat)
        assert prompt is not None
        earlier = advice_by_seat.get(seat)
        is_same_turn = earlier is not None and match.frame_position <= earlier.position
        if is_advisable(prompt) and (is_same_turn or not rng.pick_below(every)):
            advice = compute_advice(match, seat, aids, earlier)
            told = spoil(prompt, advice) if spoil and advice.best else advice
            question = StarredQuestion(
                match,
                prompt,
                aids,
                told,
                lambda text: words.render(text, "en", NAMES),
                facts,
                continue_plan(match, seat, earlier),
                getattr(samples, "NAMING_LABELS", ()),
            )
            yield from (f"step {match.step}, {line}" for line in question.list_untrue_reasons())
            retelling = Retelling(
                match,
                prompt,
                told,
                lambda text, lang: respell(lang, words.render(resolve_text(text), lang, NAMES)),
                samples.REASON_ACCOUNTS,
                samples.list_losses,
                aids.player,
                fit,
            )
            yield from (f"step {match.step}, {line}" for line in retelling.iter_false_sentences(aids))
            advice_by_seat[seat], looked = advice, looked + 1
            if advice.plans and rng.pick_below(4):
                decision = Decision(match.step, seat, advice.plans[0][0])
        match.apply(decision)


def load_facts(game: str) -> Mapping[str, Fact]:
    """Return the facts behind the superlatives of a game; most games have none."""
    facts: Mapping[str, Fact] = getattr(load_samples(game), "REASON_FACTS", {})
    return facts


@pytest.mark.parametrize("game", list_shipped_games())
def test_reasons_are_true_at_the_first_questions(game: str) -> None:
    case = next(case for case in list_cases() if case.game == game)
    assert list(iter_untrue_reasons(case, QUESTIONS_OF_SLICE)) == []


def list_release_cases() -> list[Case]:
    """Return the games with the fewest and with the most seats of each game."""
    counts = {name: game.seat_counts for name, game in list_shipped_games().items()}
    return [case for case in list_cases() if case.seats in (min(counts[case.game]), max(counts[case.game]))]


@pytest.mark.release
@pytest.mark.parametrize("case", list_release_cases(), ids=str)
def test_reasons_are_true_in_whole_games(case: Case) -> None:
    """A slice of `python -m tests.long reasons`, which plays with every number of seats."""
    assert list(iter_untrue_reasons(case, every=LOOK_EVERY)) == []


@pytest.mark.parametrize("game", list_shipped_games())
def test_each_superlative_of_a_game_has_a_fact(game: str) -> None:
    """A comparison in words that nobody checks would be shown even if it is false."""
    superlatives = {
        f"aid.{key}" for key, text in load_reasons(game).items() if SUPERLATIVE.search(re.sub(r"{.*?}", "", str(text)))
    }
    assert superlatives <= load_facts(game).keys()


@pytest.mark.parametrize("game", list_shipped_games())
def test_each_reason_of_a_game_has_an_account(game: str) -> None:
    """Or a fact; else the game's samples say what else checks it, or why nothing can."""
    reasons = {f"aid.{key}" for key, text in load_reasons(game).items() if isinstance(text, str)}
    counted = {*load_samples(game).REASON_ACCOUNTS, *load_facts(game)}
    uncounted: Mapping[str, str] = load_samples(game).UNCOUNTED_REASONS
    assert reasons - counted == uncounted.keys()


def load_reasons(game: str) -> dict[str, object]:
    """Return the words of a game's reasons in English by key; a group of words, such as those of abilities, is one."""
    package = files(list_shipped_games()[game].package)
    reasons: dict[str, object] = tomllib.loads(package.joinpath("locale/en.toml").read_text(encoding="utf-8"))["aid"]
    return reasons
