"""Every paragraph of the rulebook is cited by code and by a test that plays it."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from engines.kernel import rulebook

PARAGRAPHS = [id for id in rulebook("engines.signorie").entries["en"] if re.fullmatch(r"R\d+(\.\d+)?", id)]
CODE = "".join(path.read_text("utf-8") for path in files("engines.signorie").iterdir() if path.name.endswith(".py"))
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


def test_prompts_name_paragraphs_of_the_rulebook() -> None:
    named = set(re.findall(r'rule="([^"]+)"', CODE))
    assert named
    assert named <= set(PARAGRAPHS)
