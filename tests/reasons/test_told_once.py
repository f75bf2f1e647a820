"""A phone's panel tells once what a star's press gives, and in two lines why that is better."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.discord_ui.page import phone_screen
from bot.discord_ui.page.phone_screen import SMALL
from bot.discord_ui.panel.planned_line import MAX_LINES
from bot.discord_ui.panel.star_text import STAR_NAME
from bot.discord_ui.text.localizer import Localizer
from engines.kernel import Lang
from tests.contract.cases import build_cases
from tests.discovered import list_shipped_games
from tests.phone.questions import iter_questions, turn_aids_on

LOOK_EVERY = 29
MAX_REASON_LINES = 2
MIN_PHRASE = 6
"""Characters from which the name of an answer is noticed if it stands twice."""
QUOTED = re.compile("[“「](.+?)[”」]")
NAMING = re.compile("(?:then|after that|このあと|そのあと)[ ]?([“「].+?[”」])")
"""The beginning of a part of a reason that names a later answer."""


def list_faults(small_print: str, lang: Lang) -> list[str]:
    """Return the answers that both the reason of the best star and the line of the plan name, and what is too long."""
    lines = [line for line in small_print.split("\n") if line.startswith(SMALL)]
    beginning = Localizer((lang,)).render_line("panel.line", steps="")
    reason = next((line for line in lines if STAR_NAME.match(line)), "")
    plan = next((line for line in lines if line.startswith(beginning)), "")
    named = {name for phrase in NAMING.findall(reason) for name in QUOTED.findall(phrase)}
    faults = [f"told twice: {name}" for name in named if len(name) >= MIN_PHRASE and name in plan]
    for text, max_lines in ((reason, MAX_REASON_LINES), (plan, MAX_LINES)):
        if (height := round(phone_screen.measure_text(text) / (phone_screen.SMALL_SIZE * 1.5))) > max_lines:
            faults.append(f"{height} lines: {text}")
    return faults


def iter_faults(game: str) -> Iterator[str]:
    """Yield the faults of the stars of a whole game."""
    (case,) = build_cases(game, 1, 1)
    stars = 0
    for shown in iter_questions(turn_aids_on(case), LOOK_EVERY):
        texts = "\n".join(shown.page.texts)
        stars += STAR_NAME.search(texts) is not None
        yield from (f"{shown.name} {shown.lang}: {fault}" for fault in list_faults(texts, shown.lang))
    assert stars


@pytest.mark.parametrize("game", list_shipped_games())
def test_a_star_tells_everything_once(game: str) -> None:
    assert list(iter_faults(game)) == []


@pytest.mark.parametrize(
    ("lang", "reason", "fault"),
    [
        ("en", "then “Travel to Fuzhou”: +3 VP", "told twice: Travel to Fuzhou"),
        ("ja", "このあと「福州へ移動する」を選ぶと、+3点", "told twice: 福州へ移動する"),
        ("en", "a reason " * 11, "3 lines"),
        ("ja", "理由" * 28, "3 lines"),
    ],
)
def test_what_is_told_twice_is_noticed(lang: Lang, reason: str, fault: str) -> None:
    step = {"en": "Travel to Fuzhou", "ja": "福州へ移動する"}[lang]
    plan = Localizer((lang,)).render_line("panel.line", steps=f"5 ▸ {step}")
    colon = Localizer((lang,)).colon
    [found] = list_faults(f"-# ★ **1**{colon}{reason}\n{plan}", lang)
    assert found.startswith(fault)
    assert list_faults(f"-# ★ **1**{colon}+3\n{plan}", lang) == []
