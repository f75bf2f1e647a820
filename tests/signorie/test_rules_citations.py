"""Every paragraph of the rulebook is cited by code and by a test that plays it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engines.kernel import Decision, Match, Rng, random_answer, rulebook
from engines.signorie import GAME
from tests.contract.code import sources

PARAGRAPHS = [
    paragraph for paragraph in rulebook("engines.signorie").entries["en"] if re.fullmatch(r"R\d+(\.\d+)?", paragraph)
]
CODE = "".join(path.read_text("utf-8") for path in sources("engines.signorie"))
HERE = Path(__file__)
TESTS = "".join(
    path.read_text("utf-8") for path in sorted(HERE.parent.glob("test_rules_*.py")) if path.name != HERE.name
)
EXAMPLES = HERE.with_name("test_examples.py").read_text("utf-8")


def cites(text: str, paragraph: str) -> bool:
    return re.search(rf"\b{re.escape(paragraph)}(?!\d|\.\d)", text) is not None


@pytest.mark.parametrize("paragraph", PARAGRAPHS)
def test_cited(paragraph: str) -> None:
    assert cites(CODE, paragraph), f"no code cites {paragraph}"
    assert cites(TESTS, paragraph), f"no rules test cites {paragraph}"


@pytest.mark.parametrize("number", range(1, 26))
def test_every_worked_example_is_a_test(number: int) -> None:
    assert f"def test_e{number}_" in EXAMPLES


@pytest.mark.parametrize("options", [{}, {"short_season": "on", "open_gates": "on", "secret_letters": "on"}], ids=str)
def test_every_question_names_a_paragraph_or_a_chapter(options: dict[str, str]) -> None:
    """Of a chapter, the reader is shown the first paragraph."""
    chapters = {paragraph.rpartition(".")[0] for paragraph in PARAGRAPHS}
    match = Match.start(GAME, GAME.setup(3, options=options), bytes(32))
    rng, rules = Rng(bytes(32)), dict[str, str | None]()
    while match.ask is not None:
        (prompt,) = match.ask.prompts
        rules[prompt.text.key] = prompt.rule
        match.apply(Decision(match.step, prompt.seat, random_answer(match, prompt, rng)))
    assert {key: rule for key, rule in rules.items() if rule not in {*PARAGRAPHS, *chapters}} == {}
    assert (rules["action.choose"], rules["turn.confirm"], rules["reward.confirm"]) == ("R7", "R6", "R11")
