"""One thing that one person did: a command, a button, a choice in a menu. Who it was, and how to answer."""

from __future__ import annotations

import io
import logging
import secrets
from typing import Any

import discord
from discord import Interaction, InteractionResponseType, InteractionType

from bot.discord_ui.page.layout import Key, Page, Sheet, file_sheet, rows_of, sheet
from bot.discord_ui.page.pictures import Picture
from bot.discord_ui.text.names import clean
from bot.discord_ui.text.voice import Voice, lang_of
from bot.table import Person, TableService
from engines.kernel import Game
from storage.persons import people

from .context import BotContext

log = logging.getLogger(__name__)


class Click:
    """An interaction, the person behind it and the language in which that person reads."""

    def __init__(self, interaction: Interaction[Any], person: Person) -> None:
        self.interaction = interaction
        self.person = person
        self.voice = Voice((person.lang,))

    @classmethod
    async def of(cls, interaction: Interaction[Any]) -> Click:
        """The person's own choice of language counts before the one that Discord reports."""
        bot: BotContext = interaction.client
        known = await people.get(bot.tables.db, interaction.user.id)
        lang = lang_of((known and known.language) or interaction.locale)
        name = clean(interaction.user.display_name)
        return cls(interaction, Person(interaction.user.id, name, lang, interaction.id))

    @property
    def bot(self) -> BotContext:
        bot: BotContext = self.interaction.client
        return bot

    @property
    def tables(self) -> TableService:
        return self.bot.tables

    @property
    def id(self) -> int:
        return self.interaction.id

    @property
    def values(self) -> tuple[str, ...]:
        """The values chosen in the menu; empty for a button."""
        data: Any = self.interaction.data or {}
        return tuple(data.get("values", ()))

    async def game_here(self) -> Game[Any] | None:
        """The game of this channel's table: the one in play, else the last one."""
        game = await self.tables.find(self.interaction.channel_id or 0)
        if game is None:
            return None
        async with self.tables.at(game) as live:
            return live.game

    @property
    def on_own_page(self) -> bool:
        """It was pressed on a message that only this person sees: the answer replaces that."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral and self.interaction.type is InteractionType.component

    async def show(self, page: Page, *more: Page, beside: bool = False) -> None:
        """Answer, for this person alone: words and buttons at once, the picture by a later edit unless it is ready.

        more: pages of words that follow as messages of their own; beside: leave the page that was pressed as it is.
        """
        picture = None if page.shot is None else self.bot.pictures.ready(page.shot)
        message = await self._answer(page, picture, beside)
        for further in more:
            await self.interaction.followup.send(view=sheet(further), ephemeral=True)
        if page.shot is not None and picture is None:
            await self._add_picture(message, page)

    async def _add_picture(self, message: int, page: Page) -> None:
        assert page.shot is not None
        picture: Picture | None = None
        try:
            picture = await self.bot.pictures.draw(page.shot)
        except Exception:
            # The answer stands in words; only its picture is missing.
            error_id = secrets.token_hex(3)
            log.exception("unexpected error %s: %s of game %d", error_id, page.shot.picture, page.shot.game)
            page = page.with_notice(self.voice.line("error.no_picture", id=error_id))
        if not self.bot.latest_edits.is_newest(message, self.id):
            return
        with self.bot.latest_edits.editing(message) as overtaken:
            await self._edit(page, picture)
            newer = overtaken()
            if newer is not None:  # a press was answered while this edit was on its way, and may have lost against it
                await self._edit(newer, None if newer.shot is None else self.bot.pictures.ready(newer.shot))

    async def _edit(self, page: Page, picture: Picture | None) -> int:
        view, files = render_page(page, picture)
        return (await self.interaction.edit_original_response(view=view, attachments=files)).id

    async def _answer(self, page: Page, picture: Picture | None, beside: bool) -> int:
        """The id of the message that now shows the page."""
        response = self.interaction.response
        if response.is_done():
            return await self._edit(page, picture)
        view, files = render_page(page, picture)
        if not beside and self.on_own_page and self.interaction.message is not None:
            message = self.interaction.message.id
            self.bot.latest_edits.mark(message, self.id, page)
            await response.edit_message(view=view, attachments=files)
            return message
        sent = await response.send_message(view=view, files=files, ephemeral=True)
        return sent.message_id or self.id

    async def tell(self, text: str, *keys: Key) -> None:
        """A sentence of its own, for this person alone; what stands on the screen stays."""
        view = sheet(Page((text,), rows_of(keys)))
        response = self.interaction.response
        if response.type is InteractionResponseType.deferred_channel_message:
            await self.interaction.edit_original_response(view=view)
        elif response.is_done():
            await self.interaction.followup.send(view=view, ephemeral=True)
        else:
            await response.send_message(view=view, ephemeral=True)

    async def hand_over(self, page: Page, name: str, content: bytes) -> None:
        """A file for this person alone, with words above it; what stands on the screen stays."""
        view, file = file_sheet(page, name), discord.File(io.BytesIO(content), name)
        response = self.interaction.response
        if response.is_done():
            await self.interaction.followup.send(view=view, file=file, ephemeral=True)
        else:
            await response.send_message(view=view, file=file, ephemeral=True)

    async def redraw(self, page: Page) -> None:
        """Change the public message that was pressed, without a picture."""
        await self.interaction.response.edit_message(view=sheet(page))

    async def acknowledge(self) -> None:
        """It was heard; what changes on the screen comes from the sender."""
        await self.interaction.response.defer()


def render_page(page: Page, picture: Picture | None, mark: int | None = None) -> tuple[Sheet, list[discord.File]]:
    """The view of a page and the files that belong to it. mark: see `sheet`."""
    if picture is None:
        return sheet(page, mark=mark), []
    return sheet(page, picture.file, picture.alt, mark), [discord.File(io.BytesIO(picture.content), picture.file)]
