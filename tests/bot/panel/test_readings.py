"""Names that a game prints in Latin letters are read to Japanese readers where they first meet them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from bot.discord_ui.panel.question import Question
from bot.discord_ui.text.readings import latin_names
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable, QuestionRef
from engines.kernel import Catalogue, Option, say

from .toy import TEXT, Show, Toy, options, prompt

READINGS = {"市場": "シジョウ", "Aga Mehdi": "アーガー・メフディー", "Shah Shujah": "シャー・シュジャー"}


def test_names_follow_each_other_as_in_the_text() -> None:
    found = latin_names(READINGS, "Shah Shujah、市場、Aga Mehdi")
    assert list(found.values()) == ["シャー・シュジャー", "アーガー・メフディー"]


def test_a_name_is_read_in_the_first_question_that_has_it() -> None:
    words = Catalogue({"ja": TEXT | {"buy": "{n}を購入"}, "en": TEXT | {"buy": "Buy {n}"}}, {}, readings=READINGS)
    match = SimpleNamespace(answers={}, position=3)
    live = cast(LiveTable, Toy(id=12, game=None, match=match, words=words, met={}))

    def asked(lang: str, *names: str) -> str:
        found = prompt([Option(name, name, say("buy", n=name)) for name in names])
        voice = Voice(("ja",) if lang == "ja" else ("en",))
        return Question.of(live, 0, voice, found, QuestionRef(12, 0, 45, 0)).names()

    assert "アーガー" not in asked("en", "Aga Mehdi", "Shah Shujah")
    assert "-# 読み方：Aga Mehdi＝アーガー・メフディー" in asked("ja", "Aga Mehdi", "市場")
    assert "アーガー" in asked("ja", "Aga Mehdi"), "the same question, read again"
    match.position = 4
    both = asked("ja", "Aga Mehdi", "Shah Shujah")
    assert "Shah Shujah＝シャー・シュジャー" in both and "アーガー" not in both


def test_how_names_are_read_stands_below_picture_and_controls(monkeypatch: pytest.MonkeyPatch, shown: Show) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.Question.names", lambda question: "how names are read")
    page = shown(prompt(options(9)))
    assert page.foot == "how names are read" and all("names" not in text for text in page.texts)
