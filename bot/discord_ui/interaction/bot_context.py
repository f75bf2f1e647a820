"""Protocols of the bot as seen by pages, handlers and the outbox, so that none of them imports the client."""

import asyncio
from collections.abc import Sequence
from typing import Any, Protocol

import discord

from bot.discord_ui.interaction.latest_messages import LatestEdits, NewestMessages
from bot.discord_ui.page.pages import Page
from bot.discord_ui.page.pictures import PictureCache
from bot.table import SuggestionRequest, Table, TableService
from bot.table.history.game_log import LogLine
from engines.kernel import Seat
from storage import ForeignTable


class PanelTracker(Protocol):
    """Tracker of each person's newest panel at each table (`panel.tracking`)."""

    def track_panel(self, ctx: Any, message: int, page: Page) -> None:
        """Record that the message now shows the interaction's answer."""
        ...


class NewsStore(Protocol):
    """Store of the log lines shown above each person's question (`panel.news`)."""

    def store_lines(self, table: Table, seat: Seat, person: int, lines: Sequence[LogLine]) -> Sequence[LogLine]:
        """Store the lines and return them."""
        ...

    def load_lines(self, table: Table, seat: Seat, person: int) -> Sequence[LogLine]:
        """Return the stored lines if they are still current."""
        ...


class SuggestionFinder(Protocol):
    """Computes suggestions for newcomers (`bot.table.computers.search_workers`)."""

    async def compute_suggestions(self, request: SuggestionRequest) -> None:
        """Compute the suggestion and store it at the table if the question is still open."""
        ...


class ConfirmationStore(Protocol):
    """Store of the open questions before irreversible actions (`lifecycle.confirmation`)."""

    def add(self, confirmation: Any, prefix: str = ..., /) -> str:
        """Keep a question and return its token."""
        ...

    def take(self, token: str, person: int) -> Any:
        """Remove and return the person's question; None if it is no longer open."""
        ...


class Forwarder(Protocol):
    """Forwards presses to other processes (`interaction.forwarding`)."""

    async def forward(self, first_answer: Any, error: ForeignTable, /) -> None:
        """Forward the press that this task handles, and wait until it is taken. Raises StorageError if it is not."""
        ...


class BotContext(Protocol):
    """The running bot."""

    service: TableService
    """All tables in memory, with the database."""
    pictures: PictureCache
    """Pictures that were drawn, and the pool that draws."""
    latest_edits: LatestEdits
    """By message: a press that is answered late must not overwrite the answer to a newer one."""
    newest_messages: NewestMessages
    """By channel: they show whether a card is still the last message."""
    language: str
    """Language of public posts if the server's locale decides none."""
    failing_tables: set[int]
    """Tables whose posts Discord refused."""
    answering_tasks: set[asyncio.Task[Any]]
    """Tasks of interactions not yet completely answered."""

    @property
    def confirmations(self) -> ConfirmationStore: ...

    @property
    def panel_tracker(self) -> PanelTracker: ...

    @property
    def news(self) -> NewsStore: ...

    @property
    def suggestion_finder(self) -> SuggestionFinder: ...

    @property
    def forwarder(self) -> Forwarder: ...

    @property
    def user(self) -> discord.ClientUser | None: ...

    def get_guild(self, guild: int, /) -> discord.Guild | None: ...

    def get_partial_messageable(self, channel: int, /) -> discord.PartialMessageable: ...

    async def fetch_user(self, user_id: int, /) -> object: ...

    async def fetch_channel(self, channel_id: int, /) -> object: ...

    async def create_dm(self, user: discord.abc.Snowflake, /) -> discord.DMChannel: ...
