"""A panel that waits says how a confirmed turn is asked back, where the table does that."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from bot.discord_ui.panel.page import _may_ask_back
from bot.table import LiveTable


def test_it_is_said_once_something_was_decided_and_only_where_others_may_agree() -> None:
    """Neither card nor panel said anything: the command had to be guessed."""

    def said(policy: str, position: int) -> bool:
        live = SimpleNamespace(row=SimpleNamespace(undo_policy=policy), match=SimpleNamespace(position=position))
        return _may_ask_back(cast(LiveTable, live))

    assert said("consent", 3)
    assert not said("consent", 0) and not said("own", 3)
