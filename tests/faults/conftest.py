"""Shared parts of the fault run's tests: a table that follows the bot's, presses and messages."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from bot.discord_ui.page.pages import Page, build_view
from bot.discord_ui.panel.page import build_panel
from bot.discord_ui.text.localizer import Localizer
from bot.fake_discord import FakeDiscord, World
from bot.fake_discord.model import components as c
from engines.kernel import Seat
from tests.fleet import Fleet

from .shadow import Press, ShadowTable

EN = Localizer(("en",))


@pytest.fixture
async def shadow(tmp_path: Path) -> ShadowTable:
    """A game of Flotsam that has just started: seat 0 must raise two prices, then confirm, then all bid."""
    shadows: list[ShadowTable] = []
    fleet = Fleet(FakeDiscord(World(), is_strict=False), tmp_path / "one.db")
    await fleet.fill_tables(
        ["flotsam"], 1, steps=0, watch=lambda table_state, decision: shadows.append(ShadowTable.start(table_state, 0))
    )
    return shadows[0]


NEXT_INTERACTION = itertools.count(1)


def build_press(shadow: ShadowTable, seat: Seat, *keys: str) -> Press:
    ref, interaction = shadow.build_question_ref(seat), next(NEXT_INTERACTION)
    assert ref is not None
    return Press(interaction, ref, keys, interaction)


def apply_presses(shadow: ShadowTable, *presses: Press) -> ShadowTable:
    other = shadow.copy_table()
    for press in presses:
        other.apply_press(press)
    return other


def render_panel(shadow: ShadowTable, seat: Seat) -> dict[str, Any]:
    """The panel as the bot would show it."""
    return render_message(build_panel(shadow.refresh_table(), seat, EN))


MESSAGE_IDS = itertools.count(1)


def render_message(page: Page, *mentioned: int, private: bool = False) -> dict[str, Any]:
    flags = c.IS_EPHEMERAL if private else 0
    mentions = [{"id": str(person)} for person in mentioned]
    parts = build_view(page).to_components()  # type: ignore[no-untyped-call]
    return {"id": str(next(MESSAGE_IDS)), "components": parts, "flags": flags, "mentions": mentions}
