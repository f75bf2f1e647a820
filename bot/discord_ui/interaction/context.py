"""The context of one interaction (command, button, menu): the person, their language, and the ways to answer."""

from __future__ import annotations

import asyncio
import io
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import discord
from discord import Interaction

from bot.discord_ui.page import pages, phone_screen, shown_messages
from bot.discord_ui.page.picture_hints import add_picture_hint
from bot.discord_ui.page.pictures import Picture
from bot.discord_ui.page.render_pool import DrawingFailed
from bot.discord_ui.text.localizer import Localizer
from bot.discord_ui.text.names import clean_name
from bot.table import Person, TableService
from bot.table.personal import preferences
from bot.table.terms.languages import choose_lang
from engines.kernel import Game
from storage.persons import people

from .awaited_stars import AwaitedStars
from .bot_context import BotContext
from .errors import UserError, may_be_upload
from .first_answer import FirstAnswer, is_on_private_page

log = logging.getLogger(__name__)

PICTURE_WAIT_SECONDS = 0.4
"""Time that an answer waits for picture and stars. Discord allows three seconds for the first answer."""
BAD_REQUEST = 400
"""HTTP status of a malformed request."""


class InteractionContext:
    """An interaction, its person, and the language in which that person reads."""

    def __init__(self, interaction: Interaction[Any], person: Person, first_answer: FirstAnswer | None = None) -> None:
        self.interaction = interaction
        self.first_answer = first_answer or FirstAnswer(interaction)
        self.person = person
        self.localizer = Localizer((person.lang,))
        self._has_new_language = False
        """Discord reports a language that differs from the stored one."""
        self._takes_pictures = True
        """Whether pictures are sent: Discord has refused none in this answer."""
        self.page_version = 0
        """Raised when the answer's page is replaced by a refreshed one: nothing is added to the earlier page then."""
        self._edit_lock = asyncio.Lock()
        """Held during an edit, so that a late picture does not overtake a refreshed page."""

    @classmethod
    async def from_interaction(
        cls, interaction: Interaction[Any], first_answer: FirstAnswer | None = None
    ) -> InteractionContext:
        """Build the context of an interaction. The person's own choice of language precedes Discord's locale."""
        person_row = await people.load_person(interaction.client.service.db, interaction.user.id)
        lang = choose_lang((person_row and person_row.language) or interaction.locale)
        name = clean_name(interaction.user.display_name)
        ctx = cls(interaction, Person(interaction.user.id, name, lang, interaction.id), first_answer)
        ctx._has_new_language = person_row is None or person_row.reads != str(interaction.locale)
        return ctx

    async def store_language(self) -> None:
        """Store the language that Discord reports, in which the person is notified. To be called after the answer,
        because its action may be the first that stores the person.
        """
        if self._has_new_language:
            await preferences.store_locale(self.service, self.person.id, str(self.interaction.locale))

    @property
    def bot(self) -> BotContext:
        bot: BotContext = self.interaction.client
        return bot

    @property
    def service(self) -> TableService:
        return self.bot.service

    @property
    def id(self) -> int:
        return self.interaction.id

    @property
    def selected_values(self) -> tuple[str, ...]:
        """Values selected in the menu; empty for a button."""
        data: Any = self.interaction.data or {}
        return tuple(data.get("values", ()))

    @property
    def selected_value(self) -> str:
        """The one value selected in the menu. Raises UserError for a button with the menu's id."""
        if len(self.selected_values) != 1:
            raise UserError("error.old_control")
        return self.selected_values[0]

    async def find_game_here(self) -> Game[Any] | None:
        """Return the game of this channel's table (the running one, else the last one), or None."""
        table_id = await self.service.find_table(self.interaction.channel_id or 0)
        if table_id is None:
            return None
        async with self.service.lock_table(table_id) as table:
            return table.game

    @property
    def is_on_private_page(self) -> bool:
        """Whether the control is on a message that only this person sees; the answer then replaces it."""
        return is_on_private_page(self.interaction)

    async def defer(self) -> None:
        """Defer the interaction, because the following work may take more than three seconds."""
        await self.first_answer.defer()

    async def show_page(self, page: pages.Page, *further_pages: pages.Page, is_new_message: bool = False) -> None:
        """Answer with a page, for this person alone.

        Picture and suggestions are included if they come within PICTURE_WAIT_SECONDS; otherwise an edit brings them,
        and the old picture stays until then.

        further_pages: text pages, each sent as a message of its own. is_new_message: keep the pressed page, send a new
        message.
        """
        self.first_answer.mark_decided()
        old_message = None if is_new_message or not self.is_on_private_page else self.interaction.message
        if old_message is not None:
            self.bot.latest_edits.record_answer(old_message.id, self.id, page)
        async with self.search_stars(page) as stars:
            page, picture, drawing = await self._draw_quickly(page, stars)
            page = page if stars is None else stars.add_to(page)
            if old_message is not None:
                self.bot.latest_edits.record_answer(old_message.id, self.id, page)
            message = await self._send_answer(page, picture, old_message)
            self.bot.panel_tracker.track_panel(self, message, page)
            for further_page in further_pages:
                await self.interaction.followup.send(view=pages.build_view(further_page), ephemeral=True)
            try:
                await self._complete_page(message, page, picture, drawing, stars)
            except discord.NotFound as error:  # dismissed by the person, or deleted because of a newer panel
                log.info("the page is gone, so its picture or its stars are not added: %s", error)

    async def _draw_quickly(
        self, page: pages.Page, stars: AwaitedStars | None
    ) -> tuple[pages.Page, Picture | None, asyncio.Task[Picture] | None]:
        """Wait for picture and stars, at most PICTURE_WAIT_SECONDS: what comes later takes another edit.

        Return (page, picture, None), or (page, None, drawing task) if the picture takes longer.
        """
        request = page.picture_request
        picture = None if request is None else self.bot.pictures.find_picture(request)
        drawing = None
        if request is not None and picture is None:
            drawing = asyncio.create_task(self.bot.pictures.draw_picture(request))
        tasks = [task for task in (drawing, None if stars is None else stars.task) if task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=PICTURE_WAIT_SECONDS)
        if drawing is None or not drawing.done():
            return page, picture, drawing
        return *(await self.await_picture(page, drawing)), None

    async def await_picture(self, page: pages.Page, drawing: Awaitable[Picture]) -> tuple[pages.Page, Picture | None]:
        """Wait for the page's picture. If drawing fails, return the page with a notice and without picture."""
        request = page.picture_request
        assert request is not None
        try:
            return page, await drawing
        except DrawingFailed:
            error_id = secrets.token_hex(3)
            log.exception("unexpected error %s: %s of table %d", error_id, request.picture, request.table_id)
            notice = self.localizer.render_line("error.no_picture", id=error_id)
            return replace(page, picture_request=None).with_notice(notice), None

    async def _complete_page(
        self,
        message: int,
        page: pages.Page,
        picture: Picture | None,
        drawing: asyncio.Task[Picture] | None,
        stars: AwaitedStars | None,
    ) -> None:
        """Add the picture and the stars that were missing in the first answer."""
        if drawing is not None:
            page, picture = await self.await_picture(page, drawing)
            page = page if stars is None else stars.add_to(page)
            await self.replace_page(message, page, picture, 0)
        if page.pending_suggestions is not None and stars is not None:
            await self.add_stars(message, page, picture, stars, 0)

    @asynccontextmanager
    async def search_stars(self, page: pages.Page) -> AsyncIterator[AwaitedStars | None]:
        """Search for the page's stars while this context is open. Yields None if the page needs none."""
        if page.pending_suggestions is None:
            yield None
            return
        stars = AwaitedStars(self.bot, self.person.id, page.pending_suggestions)
        try:
            yield stars
        finally:
            stars.task.cancel()

    async def add_stars(
        self, message: int, page: pages.Page, picture: Picture | None, stars: AwaitedStars, page_version: int
    ) -> None:
        """Wait for the stars and edit the page, unless its question is closed."""
        await asyncio.wait((stars.task,))
        starred_page = stars.add_to(page)
        if (starred_page.texts, starred_page.rows) != (page.texts, page.rows):
            await self.replace_page(message, starred_page, picture, page_version, has_picture=True)

    async def replace_page(
        self, message: int, page: pages.Page, picture: Picture | None, page_version: int, *, has_picture: bool = False
    ) -> bool:
        """Edit this interaction's answer; return False if the message already shows a later answer or page.

        has_picture: the message shows the picture already.
        """
        edits = self.bot.latest_edits
        async with self._edit_lock:
            if page_version != self.page_version or not edits.is_newest(message, self.id):
                return False
            with edits.track_edit(message) as find_newer:
                if has_picture and picture is not None and self._takes_pictures:
                    view = pages.build_view(page, picture.file, picture.alt)
                    await self.interaction.edit_original_response(view=view)
                else:
                    await self._edit_answer(page, picture)
                newer = find_newer()
                if newer is not None:  # a later answer was sent during this edit and may have been overwritten by it
                    await self._restore_page(newer, picture)
        return True

    async def _restore_page(self, page: pages.Page, shown_picture: Picture | None) -> None:
        """Show the overwritten newer page again; if its picture is not drawn yet, with the one shown now."""
        picture = None if page.picture_request is None else self.bot.pictures.find_picture(page.picture_request)
        is_awaited = picture is None and page.picture_request is not None
        hinted_page = add_picture_hint(page, self.localizer) if is_awaited else None
        if hinted_page is not None and shown_picture is not None:
            view = pages.build_view(hinted_page, shown_picture.file, shown_picture.alt)
            await self.interaction.edit_original_response(view=view)
        else:
            await self._edit_answer(page, picture)

    async def _edit_answer(self, page: pages.Page, picture: Picture | None) -> int:
        async def edit(page: pages.Page, picture: Picture | None) -> int:
            view, files = pages.build_message(page, picture)
            return (await self.interaction.edit_original_response(view=view, attachments=files)).id

        return await self._send_unless_refused(page, picture, edit)

    async def _send_answer(self, page: pages.Page, picture: Picture | None, old_message: discord.Message | None) -> int:
        """Send the page and return the id of the message showing it. old_message: message to be replaced, if any."""
        async with self.first_answer.send_lock:
            return await self._send_unless_refused(page, picture, partial(self._send_first, old_message=old_message))

    async def _send_unless_refused(
        self, page: pages.Page, picture: Picture | None, send: Callable[[pages.Page, Picture | None], Awaitable[int]]
    ) -> int:
        """Send the page; if Discord refuses its picture, send words instead, now and in later edits of this answer."""
        if self._takes_pictures:
            try:
                return await send(page, picture)
            except discord.HTTPException as error:
                if picture is None or not may_be_upload(error):
                    raise
                log.warning("a picture was refused: %s", error)
                self._takes_pictures = False
        notice = self.localizer.render_line("error.picture_refused")
        return await send(replace(page, picture_request=None).with_notice(notice), None)

    async def _send_first(self, page: pages.Page, picture: Picture | None, old_message: discord.Message | None) -> int:
        response = self.interaction.response
        if response.is_done():
            return await self._send_later(page, picture, old_message)
        if old_message is None:
            view, files = pages.build_message(page, picture)
            response_message = await response.send_message(view=view, files=files, ephemeral=True)
            return response_message.message_id or self.id
        if not self.bot.latest_edits.is_newest(old_message.id, self.id):
            await response.defer()  # a later interaction was answered while this one waited for its picture
        elif picture is None and page.picture_request and (old_picture := shown_messages.find_picture(old_message)):
            await self._answer_keeping_picture(page, old_picture)
        else:
            view, files = pages.build_message(page, picture)
            await response.edit_message(view=view, attachments=files)
        return old_message.id

    async def _send_later(self, page: pages.Page, picture: Picture | None, old_message: discord.Message | None) -> int:
        """Send the page after an earlier response: a defer or (command) another page."""
        if old_message is not None and not self.bot.latest_edits.is_newest(old_message.id, self.id):
            return old_message.id
        if old_message is None and self.is_on_private_page:  # the pressed page stays as it is
            view, files = pages.build_message(page, picture)
            return (await self.interaction.followup.send(view=view, files=files, ephemeral=True, wait=True)).id
        message = await self._edit_answer(page, picture)
        self.first_answer.mark_replaced()
        return message

    async def _answer_keeping_picture(self, page: pages.Page, old_picture: shown_messages.ShownPicture) -> None:
        """Replace text and controls but keep the old picture, with a hint that a new one follows, if there is room."""
        response, hinted_page = self.interaction.response, add_picture_hint(page, self.localizer)
        if hinted_page is None:
            await response.edit_message(view=pages.build_view(page), attachments=[])
            return
        try:
            # An update drops the files that it does not name; a message's own list of files may be empty.
            view = pages.build_view(hinted_page, old_picture.file, old_picture.alt)
            await response.edit_message(view=view, attachments=shown_messages.keep_picture(old_picture))
        except discord.HTTPException as error:
            if error.status != BAD_REQUEST:
                raise
            await response.edit_message(view=pages.build_view(page), attachments=[])

    async def send_text(self, text: str, *buttons: pages.Button) -> None:
        """Send a sentence as a new message for this person alone."""
        self.first_answer.mark_decided()
        view = pages.build_view(pages.Page((text,), phone_screen.arrange_buttons(buttons)))
        async with self.first_answer.send_lock:
            if self.first_answer.is_thinking:
                await self.interaction.edit_original_response(view=view)
                self.first_answer.mark_replaced()
            elif self.interaction.response.is_done():
                await self.interaction.followup.send(view=view, ephemeral=True)
            else:
                await self.interaction.response.send_message(view=view, ephemeral=True)

    async def send_file(self, page: pages.Page, name: str, content: bytes) -> None:
        """Send a file below a page's text as a new message for this person alone."""
        self.first_answer.mark_decided()
        view, file = pages.build_file_view(page, name), discord.File(io.BytesIO(content), name)
        async with self.first_answer.send_lock:
            if self.interaction.response.is_done():
                await self.interaction.followup.send(view=view, file=file, ephemeral=True)
                self.first_answer.mark_replaced()  # the first follow-up replaces "thinking ..."
            else:
                await self.interaction.response.send_message(view=view, file=file, ephemeral=True)

    async def edit_public_message(self, page: pages.Page) -> None:
        """Edit the public message of the control, or leave it to the sender if that has just replaced its picture."""
        self.first_answer.mark_decided()
        message, response = self.interaction.message, self.interaction.response
        assert message is not None, "a public message has the control"
        picture = shown_messages.find_picture(message)
        file, alt = (None, "") if picture is None else (picture.file, picture.alt)
        # the sender may not know yet that the message was posted, and searches it by the code
        view = pages.build_view(page, file, alt, shown_messages.find_row_code(message))
        async with self.first_answer.send_lock:
            try:
                edit = message.edit if response.is_done() else response.edit_message
                await edit(view=view, attachments=shown_messages.keep_picture(picture))
            except discord.HTTPException as error:
                if error.status != BAD_REQUEST:
                    raise
                if not response.is_done():
                    await response.defer()
            await self.first_answer.delete_thinking()

    async def renew_menu(self) -> None:
        """Show a private page again as it was, if a choice in its menu leads to nothing. Discord sends the same choice
        a second time only after the message was edited.
        """
        message = self.interaction.message
        if message is None or not self.selected_values or not self.is_on_private_page:
            return
        if not self.bot.latest_edits.is_newest(message.id, self.id):
            return
        view, picture = shown_messages.build_shown_view(message), shown_messages.find_picture(message)
        kept_files = shown_messages.keep_picture(picture)
        response = self.interaction.response
        async with self.first_answer.send_lock:
            if not response.is_done():
                await response.edit_message(view=view, attachments=kept_files)
            elif response.type is discord.InteractionResponseType.deferred_message_update:
                await self.interaction.edit_original_response(view=view, attachments=kept_files)

    async def acknowledge(self) -> None:
        """Acknowledge the interaction without a message; the sender posts the visible change."""
        self.first_answer.mark_decided()
        async with self.first_answer.send_lock:
            if not self.interaction.response.is_done():
                await self.interaction.response.defer()
            await self.first_answer.delete_thinking()
