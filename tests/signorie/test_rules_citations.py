"""Every paragraph of the rulebook is cited by code and by a test that plays it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engines.kernel import Decision, Match, Rng, load_rulebook, pick_random_answer
from engines.signorie import GAME
from tests.check_each import check_each
from tests.contract.code import list_sources

PARAGRAPHS = [
    paragraph
    for paragraph in load_rulebook("engines.signorie").entries["en"]
    if re.fullmatch(r"R\d+(\.\d+)?", paragraph)
]
CODE = "".join(path.read_text("utf-8") for path in list_sources("engines.signorie"))
HERE = Path(__file__)
TESTS = "".join(
    path.read_text("utf-8") for path in sorted(HERE.parent.glob("test_rules_*.py")) if path.name != HERE.name
)
EXAMPLES = HERE.with_name("test_examples.py").read_text("utf-8")


def has_citation(text: str, paragraph: str) -> bool:
    return re.search(rf"\b{re.escape(paragraph)}(?!\d|\.\d)", text) is not None


@check_each("paragraph", PARAGRAPHS)
def test_paragraph_is_cited_by_code_and_test(paragraph: str) -> None:
    assert has_citation(CODE, paragraph), f"no code cites {paragraph}"
    assert has_citation(TESTS, paragraph), f"no rules test cites {paragraph}"


@check_each("number", range(1, 26))
def test_every_worked_example_has_a_test(number: int) -> None:
    assert f"def test_e{number}_" in EXAMPLES


@pytest.mark.parametrize("options", [{}, {"short_season": "on", "open_gates": "on", "secret_letters": "on"}], ids=str)
def test_every_question_names_a_paragraph_or_a_chapter(options: dict[str, str]) -> None:
    """For a cited chapter, the reader is shown its first paragraph."""
    chapters = {paragraph.rpartition(".")[0] for paragraph in PARAGRAPHS}
    match = Match.start(GAME, GAME.build_setup(3, options=options), bytes(32))
    rng, rules = Rng(bytes(32)), dict[str, str | None]()
    while match.open_prompts is not None:
        (prompt,) = match.open_prompts.prompts
        rules[prompt.text.key] = prompt.rule
        match.apply(Decision(match.step, prompt.seat, pick_random_answer(match, prompt, rng)))
    assert {key: rule for key, rule in rules.items() if rule not in {*PARAGRAPHS, *chapters}} == {}
    assert (rules["action.choose"], rules["turn.confirm"], rules["reward.confirm"]) == ("R7", "R6", "R11")
