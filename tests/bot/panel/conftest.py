"""Panels as pages, from a question alone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord_ui.page.layout import Page, sheet
from bot.discord_ui.panel.page import panel
from bot.discord_ui.panel.question import Where
from bot.table import LiveTable, QuestionRef
from engines.kernel import Prompt

from .toy import EN, Show, Toy


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Show:
    monkeypatch.setattr("bot.discord_ui.text.titles.game_title", lambda game, voice: "Toy")
    monkeypatch.setattr("bot.discord_ui.page.picture_requests.art_of", lambda live: None)

    def show(
        asked: Prompt, *, acting: int | None = None, together: bool = False, dice: bool = False, **more: Any
    ) -> Page:
        ask = SimpleNamespace(together=together)
        game = SimpleNamespace(aids=SimpleNamespace(player=SimpleNamespace(last=lambda asked: dice)))
        match = SimpleNamespace(prompt=lambda seat: asked, ask=ask, acting=acting, answers={}, tail_events=[])
        live = Toy(
            id=12,
            game=game,
            match=match,
            ref=lambda seat: QuestionRef(12, 0, 45, seat),
            waiting=(0,),
            seats=(),
        )
        page = panel(cast(LiveTable, live), 0, EN, Where(**more))
        sheet(page)  # whatever discord.py itself refuses
        return page

    return show
