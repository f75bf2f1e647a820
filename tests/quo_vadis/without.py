"""Check that for each skill a test fails if no player has it: `python -m tests.quo_vadis.without [skill ...]`.

As a plugin of pytest (`-p tests.quo_vadis.without`, with TEBAN_WITHOUT=S07) it takes the skill out of every hand-made
table.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.table.state import Player

from . import stage

NAME = "TEBAN_WITHOUT"
RULES = ("area", "asides", "building", "cards", "scoring", "setup", "war", "workers", "wrath")
SET = "S12"
"""It works by the terrain that is chosen when it is set, so its tests set it in play and not by hand."""

_person = stage.set_player


def set_player_without_skill(*args: Any, skills: Any = None, **rest: Any) -> Player:
    """Set a player as the stage does, without the skill."""
    remaining_skills = None if skills is None else [skill for skill in skills if skill != os.environ[NAME]]
    return _person(*args, skills=remaining_skills, **rest)


if NAME in os.environ:
    stage.set_player = set_player_without_skill


def find_failing_test(skill: str) -> str | None:
    """Return the first test that fails without the skill."""
    files = [f"tests/quo_vadis/test_{name}.py" for name in RULES]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-xq", "--no-header", "-p", "tests.quo_vadis.without", *files],
        env={**os.environ, NAME: skill},
        capture_output=True,
        text=True,
        check=False,
    )
    failed = [line.split()[1] for line in ran.stdout.splitlines() if line.startswith("FAILED")]
    return failed[0] if failed else None


def main() -> int:
    test_by_skill = {skill: find_failing_test(skill) for skill in sys.argv[1:] or CONTENT.skills if skill != SET}
    for skill, test in test_by_skill.items():
        print(skill, test or "is missed by no test")
    return int(None in test_by_skill.values())


if __name__ == "__main__":
    sys.exit(main())
