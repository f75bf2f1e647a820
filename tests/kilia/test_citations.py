"""Every paragraph of the rulebook is cited by code and by a test that plays it."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from engines.kernel import load_rulebook
from tests.check_each import check_each

PARAGRAPHS = [entry for entry in load_rulebook("engines.kilia").entries["en"] if re.fullmatch(r"R\d+(\.\d+)?", entry)]
CODE = "".join(path.read_text("utf-8") for path in sorted(Path(str(files("engines.kilia"))).rglob("*.py")))
HERE = Path(__file__)
TESTS = "".join(path.read_text("utf-8") for path in sorted(HERE.parent.glob("test_*.py")) if path.name != HERE.name)


def has_citation(text: str, paragraph: str) -> bool:
    return re.search(rf"\b{re.escape(paragraph)}(?!\d|\.\d)", text) is not None


@check_each("paragraph", PARAGRAPHS)
def test_paragraph_is_cited_by_code_and_test(paragraph: str) -> None:
    assert has_citation(CODE, paragraph), f"no code cites {paragraph}"
    name = rf"def test_r{paragraph[1:].replace('.', '_')}_(?!\d)"
    assert has_citation(TESTS, paragraph) or re.search(name, TESTS), f"no test cites {paragraph}"


@check_each("number", range(1, 25))
def test_every_worked_example_has_a_test(number: int) -> None:
    assert f"def test_e{number}_" in HERE.with_name("test_examples.py").read_text("utf-8")
