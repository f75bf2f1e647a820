"""One thing that one person did: a command, a button, a choice in a menu. Who it was, and how to answer."""

from __future__ import annotations

import asyncio
import io
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import discord
from discord import Interaction

from bot import metrics
from bot.discord_ui.page.layout import Key, Page, Sheet, Unadvised, file_sheet, picture_of, rows_of, sheet
from bot.discord_ui.page.pictures import Picture
from bot.discord_ui.page.studio import DrawingFailed
from bot.discord_ui.text.names import clean
from bot.discord_ui.text.voice import Voice, lang_of
from bot.table import Person, TableService
from engines.kernel import Game
from storage.persons import people

from .context import BotContext
from .first_answer import FirstAnswer, on_own_page
from .user_error import UserError

log = logging.getLogger(__name__)

SOON_SECONDS = 0.4
"""So long an answer waits for its picture. Discord takes first answers for three seconds."""
INVALID = 400
"""Status of what Discord refuses for its form."""


class Click:
    """An interaction, the person behind it and the language in which that person reads."""

    def __init__(self, interaction: Interaction[Any], person: Person, first: FirstAnswer | None = None) -> None:
        self.interaction = interaction
        self.first = first or FirstAnswer(interaction)
        self.person = person
        self.voice = Voice((person.lang,))
        self._reads_anew = False
        """Discord reports another language than the one that is stored."""

    @classmethod
    async def of(cls, interaction: Interaction[Any], first: FirstAnswer | None = None) -> Click:
        """The person's own choice of language counts before the one that Discord reports."""
        bot: BotContext = interaction.client
        known = await people.get(bot.tables.db, interaction.user.id)
        lang = lang_of((known and known.language) or interaction.locale)
        name = clean(interaction.user.display_name)
        click = cls(interaction, Person(interaction.user.id, name, lang, interaction.id), first)
        click._reads_anew = known is not None and known.reads != str(interaction.locale)
        return click

    async def keep_language(self) -> None:
        """Direct messages are written in the language that Discord reports; called after the answer, as nobody waits
        for it.
        """
        if self._reads_anew:
            async with self.tables.db.transaction() as tx:
                await people.set_reads(tx, self.person.id, str(self.interaction.locale))

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

    @property
    def chosen(self) -> str:
        """The one value chosen in the menu. Raises UserError for a button with the menu's id."""
        if len(self.values) != 1:
            raise UserError("error.old_control")
        return self.values[0]

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
        return on_own_page(self.interaction)

    async def take_time(self) -> None:
        """What follows may take longer than the three seconds that Discord gives."""
        await self.first.reprieve()

    async def show(self, page: Page, *more: Page, beside: bool = False) -> None:
        """Answer, for this person alone: words, buttons and picture at once where it is drawn within `SOON_SECONDS`;
        else the picture that stands there stays until the new one follows by a later edit. Suggestions are thought
        out beside the drawing; the answer does not wait for them, and those that come later follow by an edit, too.

        more: pages of words that follow as messages of their own; beside: leave the page that was pressed as it is.
        """
        self.first.is_known()
        there = None if beside or not self.on_own_page else self.interaction.message
        if there is not None:
            self.bot.latest_edits.mark(there.id, self.id, page)
        async with self.advising(page) as advising:
            page, picture, drawing = await self._soon(page)
            page = advised_by_now(page, advising)
            if there is not None:
                self.bot.latest_edits.mark(there.id, self.id, page)
            message = await self._answer(page, picture, there)
            self.bot.followed.shown(self, message, page)
            for further in more:
                await self.interaction.followup.send(view=sheet(further), ephemeral=True)
            try:
                await self._complete(message, page, picture, drawing, advising)
            except discord.NotFound as error:  # dismissed, or a newer panel has taken its place: nobody looks at it
                log.info("what came later has no page any more: %s", error)

    async def _soon(self, page: Page) -> tuple[Page, Picture | None, asyncio.Task[Picture] | None]:
        """The page with its picture, or with the drawing of it that still goes on."""
        if page.shot is None:
            return page, None, None
        picture = self.bot.pictures.ready(page.shot)
        if picture is not None:
            return page, picture, None
        drawing = asyncio.create_task(self.bot.pictures.draw(page.shot))
        done, _ = await asyncio.wait((drawing,), timeout=SOON_SECONDS)
        if not done:
            return page, None, drawing
        page, picture = await self.drawn(page, drawing)
        return page, picture, None

    async def drawn(self, page: Page, drawing: Awaitable[Picture]) -> tuple[Page, Picture | None]:
        """The page's picture, once it is drawn; without one the page says so, for all else of it stands in words."""
        assert page.shot is not None
        try:
            return page, await drawing
        except DrawingFailed:
            error_id = secrets.token_hex(3)
            log.exception("unexpected error %s: %s of game %d", error_id, page.shot.picture, page.shot.game)
            return replace(page, shot=None).with_notice(self.voice.line("error.no_picture", id=error_id)), None

    async def _complete(
        self,
        message: int,
        page: Page,
        picture: Picture | None,
        drawing: asyncio.Task[Picture] | None,
        advising: asyncio.Task[Page | None] | None,
    ) -> None:
        """What was not there yet with the first answer: the picture, and what is suggested."""
        if drawing is not None:
            page, picture = await self.drawn(page, drawing)
            page = advised_by_now(page, advising)
            await self.replace_page(message, page, picture)
        if page.unadvised is not None and advising is not None:
            await self.add_advice(message, page, picture, advising)

    @asynccontextmanager
    async def advising(self, page: Page) -> AsyncIterator[asyncio.Task[Page | None] | None]:
        """While this is open, what is suggested for the page is thought out: the page with it, None if its question
        is not open any more. Yields None where nothing is to be suggested.
        """
        if page.unadvised is None:
            yield None
            return
        task = asyncio.create_task(self._advised(page.unadvised))
        try:
            yield task
        finally:
            task.cancel()

    async def _advised(self, lacking: Unadvised) -> Page | None:
        wanted = lacking.wanted
        with metrics.timed(metrics.ADVICE):
            await self.bot.suggesting.find(wanted)
        async with self.tables.at(wanted.game) as live:
            is_theirs = live.seat_of(self.person.id) == wanted.wish.seat
            return lacking.again(live) if is_theirs and live.moment == wanted.moment else None

    async def add_advice(
        self, message: int, page: Page, picture: Picture | None, advising: asyncio.Task[Page | None]
    ) -> None:
        """Once it is thought out; what says nothing new is not shown again."""
        await asyncio.wait((advising,))
        found = advised_by_now(page, advising)
        if (found.texts, found.rows) != (page.texts, page.rows):
            await self.replace_page(message, found, picture, is_there=True)

    async def replace_page(self, message: int, page: Page, picture: Picture | None, *, is_there: bool = False) -> bool:
        """Edit the message that this click has answered with; False if it shows the answer to a later one. is_there:
        it shows the picture already.
        """
        if not self.bot.latest_edits.is_newest(message, self.id):
            return False
        with self.bot.latest_edits.editing(message) as overtaken:
            if is_there and picture is not None:
                await self.interaction.edit_original_response(view=sheet(page, picture.file, picture.alt))
            else:
                await self._edit(page, picture)
            newer = overtaken()
            if newer is not None:  # a press was answered while this edit was on its way, and may have lost against it
                await self._bring_back(newer, picture)
        return True

    async def _bring_back(self, page: Page, shown: Picture | None) -> None:
        """The page that was overtaken; below it the picture that is shown now, until its own is drawn."""
        picture = None if page.shot is None else self.bot.pictures.ready(page.shot)
        if picture is None and page.shot is not None and shown is not None:
            await self.interaction.edit_original_response(view=sheet(self._with_hint(page), shown.file, shown.alt))
        else:
            await self._edit(page, picture)

    def _with_hint(self, page: Page) -> Page:
        """The page says that its picture is still the one of before."""
        return replace(page, texts=(*page.texts, self.voice.line("panel.picture_follows")))

    async def _edit(self, page: Page, picture: Picture | None) -> int:
        view, files = render_page(page, picture)
        return (await self.interaction.edit_original_response(view=view, attachments=files)).id

    async def _answer(self, page: Page, picture: Picture | None, there: discord.Message | None) -> int:
        """The id of the message that now shows the page. there: the message that is replaced by it."""
        async with self.first.sending:
            return await self._first(page, picture, there)

    async def _first(self, page: Page, picture: Picture | None, there: discord.Message | None) -> int:
        response = self.interaction.response
        if response.is_done():
            return await self._late(page, picture, there)
        if there is None:
            view, files = render_page(page, picture)
            sent = await response.send_message(view=view, files=files, ephemeral=True)
            return sent.message_id or self.id
        if not self.bot.latest_edits.is_newest(there.id, self.id):
            await response.defer()  # a later press was answered while this one waited for its picture
        elif picture is None and page.shot is not None and (kept := picture_of(there)) is not None:
            await self._answer_keeping(page, kept)
        else:
            view, files = render_page(page, picture)
            await response.edit_message(view=view, attachments=files)
        return there.id

    async def _late(self, page: Page, picture: Picture | None, there: discord.Message | None) -> int:
        """Something was answered before: more time was asked for, or (a command) another page shown."""
        if there is not None and not self.bot.latest_edits.is_newest(there.id, self.id):
            return there.id
        if there is None and self.on_own_page:  # that page stays as it is
            view, files = render_page(page, picture)
            return (await self.interaction.followup.send(view=view, files=files, ephemeral=True, wait=True)).id
        message = await self._edit(page, picture)
        self.first.answered()
        return message

    async def _answer_keeping(self, page: Page, kept: tuple[str, str]) -> None:
        """Words and buttons change; the picture of before stays, and the page says that a new one comes."""
        response = self.interaction.response
        try:
            await response.edit_message(view=sheet(self._with_hint(page), *kept))
        except discord.HTTPException as error:
            if error.status != INVALID:
                raise
            await response.edit_message(view=sheet(page), attachments=[])

    async def tell(self, text: str, *keys: Key) -> None:
        """A sentence of its own, for this person alone; what stands on the screen stays."""
        self.first.is_known()
        view = sheet(Page((text,), rows_of(keys)))
        async with self.first.sending:
            if self.first.awaited:
                await self.interaction.edit_original_response(view=view)
                self.first.answered()
            elif self.interaction.response.is_done():
                await self.interaction.followup.send(view=view, ephemeral=True)
            else:
                await self.interaction.response.send_message(view=view, ephemeral=True)

    async def hand_over(self, page: Page, name: str, content: bytes) -> None:
        """A file for this person alone, with words above it; what stands on the screen stays."""
        self.first.is_known()
        view, file = file_sheet(page, name), discord.File(io.BytesIO(content), name)
        async with self.first.sending:
            if self.interaction.response.is_done():
                await self.interaction.followup.send(view=view, file=file, ephemeral=True)
                self.first.answered()  # the first one takes the place of "thinking ..."
            else:
                await self.interaction.response.send_message(view=view, file=file, ephemeral=True)

    async def redraw(self, page: Page) -> None:
        """Change the public message that was pressed, without a picture."""
        self.first.is_known()
        message = self.interaction.message
        async with self.first.sending:
            if not self.interaction.response.is_done():
                await self.interaction.response.edit_message(view=sheet(page))
            elif message is not None:
                await message.edit(view=sheet(page))
                await self.first.settle()

    async def acknowledge(self) -> None:
        """It was heard; what changes on the screen comes from the sender."""
        self.first.is_known()
        async with self.first.sending:
            if not self.interaction.response.is_done():
                await self.interaction.response.defer()
            await self.first.settle()


def advised_by_now(page: Page, advising: asyncio.Task[Page | None] | None) -> Page:
    """The page with what is suggested, if that is thought out; and with no other picture than it has."""
    if advising is None or not advising.done() or advising.cancelled():
        return page
    if (error := advising.exception()) is not None:
        log.error("the page stays without suggestions", exc_info=error)
        return replace(page, unadvised=None)
    found = advising.result()
    return replace(page, unadvised=None) if found is None else replace(found, shot=page.shot)


def render_page(page: Page, picture: Picture | None, mark: int | None = None) -> tuple[Sheet, list[discord.File]]:
    """The view of a page and the files that belong to it. mark: see `sheet`."""
    if picture is None:
        return sheet(page, mark=mark), []
    return sheet(page, picture.file, picture.alt, mark), [discord.File(io.BytesIO(picture.content), picture.file)]
