"""A button of an option that is alone under its heading."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from bot.discord_ui.panel.menus import BUTTON_ROOM
from bot.discord_ui.panel.question import Question
from bot.discord_ui.panel.rows import HEADING_ROOM, _headed
from bot.discord_ui.text.voice import Voice


def test_a_long_heading_never_takes_the_die_away() -> None:
    """The button ended in "hire in grey: Light blu…", and nobody knew which die it was."""
    question = cast(Question, SimpleNamespace(voice=Voice(("en",))))
    heading = "Light blue: Marriage (2 meeples), Politician 2/4/6, hire in grey"
    label = _headed(question, "Light blue 4", heading)
    assert label.startswith("Light blue 4 · Marriage (2 meeples)") and label.count("Light blue") == 1
    assert len(label) <= BUTTON_ROOM + HEADING_ROOM
    assert _headed(question, "dowry 4", "Roma") == "Roma: dowry 4"
    assert _headed(question, "Silk", "") == "Silk"
