"""Buttons and menus find their handlers here.

One DynamicItem per kind of id, found by its pattern: buttons outlive the program.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Self, TypeVar

import discord
from discord import Interaction, ui

from bot.table import QuestionRef

from .card import presses as card_presses
from .help import presses as help_presses
from .history import changed, keep, log_presses
from .history import presses as history_presses
from .interaction.click import Click
from .interaction.errors import guarded
from .interaction.user_error import UserError
from .learn import presses as learn_presses
from .life import presses as life_presses
from .lobby import presses as lobby_presses
from .me import kept
from .page import ids
from .panel import presses as panel_presses

AtTable = Callable[[Click, int, str], Awaitable[None]]
AtQuestion = Callable[[Click, QuestionRef, str], Awaitable[None]]
ForHelp = Callable[[Click, str], Awaitable[None]]
Handler = TypeVar("Handler", AtTable, AtQuestion, ForHelp)

AT_TABLE: Mapping[str, AtTable] = {
    **lobby_presses.VERBS,
    **card_presses.VERBS,
    **log_presses.VERBS,
    **history_presses.VERBS,
    **changed.VERBS,
    **keep.VERBS,
    **life_presses.VERBS,
}
AT_QUESTION: Mapping[str, AtQuestion] = panel_presses.VERBS
FOR_HELP: Mapping[str, ForHelp] = {**help_presses.VERBS, **learn_presses.VERBS, **kept.VERBS}


class _Control(ui.DynamicItem[ui.Item[Any]], template=r"(?!)"):
    """A pressed button or menu; `match` holds the parts of its id."""

    def __init__(self, item: ui.Item[Any], match: re.Match[str]) -> None:
        super().__init__(item)
        self.match = match

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction[discord.Client], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(item, match)

    async def callback(self, interaction: Interaction[Any]) -> None:
        await guarded(interaction, self.press)

    async def press(self, click: Click) -> None:
        raise NotImplementedError

    def handler(self, verbs: Mapping[str, Handler]) -> Handler:
        """What the id's verb does. Raises UserError for a button of an earlier version that does nothing any more."""
        try:
            return verbs[self.match["verb"]]
        except KeyError as error:
            raise UserError("error.old_control") from error


class TableControl(_Control, template=ids.TABLE):
    """Controls of cards and lobbies: their ids name a table."""

    async def press(self, click: Click) -> None:
        await self.handler(AT_TABLE)(click, int(self.match["game"]), self.match["arg"] or "")


class QuestionControl(_Control, template=ids.PANEL):
    """Controls of panels: their ids name a question."""

    async def press(self, click: Click) -> None:
        await self.handler(AT_QUESTION)(click, QuestionRef.decode(self.match["ref"]), self.match["arg"] or "")


class HelpControl(_Control, template=ids.HELP):
    """Controls of help pages, language menus and rulebooks: their ids name no table."""

    async def press(self, click: Click) -> None:
        await self.handler(FOR_HELP)(click, self.match["arg"] or "")


CONTROLS = (TableControl, QuestionControl, HelpControl)
