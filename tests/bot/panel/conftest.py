"""A fixture that builds a panel's page from a question alone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord_ui.page.pages import Page, build_view
from bot.discord_ui.panel.page import build_panel
from bot.discord_ui.panel.question import PanelState
from bot.table import QuestionRef, Table
from engines.kernel import Prompt

from .fake_table import EN, FakeTable, Show


@pytest.fixture
def show_panel(monkeypatch: pytest.MonkeyPatch) -> Show:
    monkeypatch.setattr("bot.discord_ui.text.titles.name_game", lambda game, localizer: "Toy")
    monkeypatch.setattr("bot.discord_ui.page.picture_requests.find_art", lambda table_state: None)

    def build_panel_page(
        prompt: Prompt,
        *,
        acting_seat: int | None = None,
        is_simultaneous: bool = False,
        dice: bool = False,
        **more: Any,
    ) -> Page:
        prompt_set = SimpleNamespace(is_simultaneous=is_simultaneous)
        player = SimpleNamespace(is_last=lambda prompt: dice)
        game = SimpleNamespace(aids=SimpleNamespace(player=player, is_repeat=lambda reason, part: False))
        match = SimpleNamespace(
            find_prompt=lambda seat: prompt,
            open_prompts=prompt_set,
            acting_seat=acting_seat,
            hidden_answers={},
            private_events=[],
        )
        table_state = FakeTable(
            id=12,
            key="12",
            game=game,
            match=match,
            build_question_ref=lambda seat: QuestionRef(12, 0, 45, seat),
            waiting=(0,),
            seats=(),
        )
        page = build_panel(cast(Table, table_state), 0, EN, PanelState(**more))
        build_view(page)  # raises if discord.py refuses the page
        return page

    return build_panel_page
