"""What pages, presses and the outbox need of the bot, so that none of them has to know the client itself."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Protocol

import discord

from bot.discord_ui.page.latest_edits import LatestEdits
from bot.discord_ui.page.layout import Page
from bot.discord_ui.page.pictures import PictureCache
from bot.table import LiveTable, TableService, Wanted
from bot.table.history import Line
from engines.kernel import Seat


class Followed(Protocol):
    """One panel for each person at each table (`panel.followed`)."""

    def shown(self, click: Any, message: int, page: Page) -> None:
        """The click's answer stands on the message now."""
        ...


class TellsNews(Protocol):
    """What stands above the question of a person (`panel.news`)."""

    def tell(self, live: LiveTable, seat: Seat, person: int, lines: Sequence[Line]) -> Sequence[Line]:
        """These lines, which stand there from now on."""
        ...

    def told(self, live: LiveTable, seat: Seat, person: int) -> Sequence[Line]:
        """What stood there, if it still holds."""
        ...


class Suggests(Protocol):
    """Who thinks out what a newcomer is told (`bot.table.computers.suggesting`)."""

    async def find(self, wanted: Wanted) -> None:
        """From now on the table has it, if the question is still open."""
        ...


class BotContext(Protocol):
    """The running bot.

    language: of public posts where the server's locale says nothing. troubled: tables whose posts were refused.
    calls_in_card: the card calls whoever is on turn; else a post of its own does.
    answering: clicks that are not yet answered to the end.
    """

    tables: TableService
    pictures: PictureCache
    latest_edits: LatestEdits
    language: str
    troubled: set[int]
    calls_in_card: bool
    answering: set[asyncio.Task[Any]]

    @property
    def followed(self) -> Followed: ...

    @property
    def news(self) -> TellsNews: ...

    @property
    def suggesting(self) -> Suggests: ...

    @property
    def user(self) -> discord.ClientUser | None: ...

    def get_guild(self, guild: int, /) -> discord.Guild | None: ...

    def get_partial_messageable(self, channel: int, /) -> discord.PartialMessageable: ...

    async def fetch_channel(self, channel_id: int, /) -> object: ...

    async def create_dm(self, user: discord.abc.Snowflake, /) -> discord.DMChannel: ...
