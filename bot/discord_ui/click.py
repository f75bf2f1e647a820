"""One thing that one person did: a command, a button, a choice in a menu. Who it was, and how to answer."""

from __future__ import annotations

import io
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import discord
from discord import Interaction, InteractionResponseType, InteractionType

from engines.kernel import Game
from storage import people

from ..table import House, Person
from .names import clean
from .page import Key, Page, Sheet, rows_of, sheet
from .pictures import Picture
from .words import Voice, lang_of

if TYPE_CHECKING:
    from .client import Teban

log = logging.getLogger(__name__)

PICTURE_FILE = "picture.png"


class Newest:
    """The last interaction answered on each message: a picture that comes late must not bring an older page back."""

    def __init__(self, capacity: int = 4096) -> None:
        self._last: OrderedDict[int, int] = OrderedDict()
        self._pages: dict[int, Page | None] = {}
        """The last page of messages that are being edited; None as long as nothing newer came."""
        self._capacity = capacity

    def mark(self, message: int, interaction: int, page: Page) -> None:
        """The interaction's answer is on its way to the message."""
        if interaction < self._last.get(message, 0):
            return
        self._last[message] = interaction
        self._last.move_to_end(message)
        if message in self._pages:
            self._pages[message] = page
        if len(self._last) > self._capacity:
            self._last.popitem(last=False)

    def is_newest(self, message: int, interaction: int) -> bool:
        return self._last.get(message, interaction) <= interaction

    @contextmanager
    def editing(self, message: int) -> Iterator[Callable[[], Page | None]]:
        """While an edit is on its way; what it yields tells the page that was overtaken by it, if there is one."""
        self._pages[message] = None
        try:
            yield lambda: self._pages.get(message)
        finally:
            self._pages.pop(message, None)


class Click:
    """An interaction, the person behind it and the language in which that person reads."""

    def __init__(self, interaction: Interaction[Any], person: Person) -> None:
        self.interaction = interaction
        self.person = person
        self.voice = Voice((person.lang,))

    @classmethod
    async def of(cls, interaction: Interaction[Any]) -> Click:
        """The person's own choice of language counts before the one that Discord reports."""
        bot: Teban = interaction.client
        known = await people.get(bot.house.db, interaction.user.id)
        lang = lang_of((known and known.language) or interaction.locale)
        name = clean(interaction.user.display_name)
        return cls(interaction, Person(interaction.user.id, name, lang, interaction.id))

    @property
    def bot(self) -> Teban:
        bot: Teban = self.interaction.client
        return bot

    @property
    def house(self) -> House:
        return self.bot.house

    @property
    def id(self) -> int:
        return self.interaction.id

    @property
    def values(self) -> tuple[str, ...]:
        """What was chosen in the menu."""
        data: Any = self.interaction.data or {}
        return tuple(data.get("values", ()))

    async def game_here(self) -> Game[Any] | None:
        """What is (or was last) played in this channel."""
        id = await self.house.find(self.interaction.channel_id or 0)
        if id is None:
            return None
        async with self.house.at(id) as live:
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
        picture = None if page.shot is None else self.bot.studio.ready(page.shot)
        message = await self._answer(page, picture, beside)
        for further in more:
            await self.interaction.followup.send(view=sheet(further), ephemeral=True)
        if page.shot is not None and picture is None:
            await self._add_picture(message, page)

    async def _add_picture(self, message: int, page: Page) -> None:
        assert page.shot is not None
        picture: Picture | None = None
        try:
            picture = await self.bot.studio.draw(page.shot)
        except Exception:
            # The answer stands in words; only its picture is missing.
            id = secrets.token_hex(3)
            log.exception("unexpected error %s: %s of game %d", id, page.shot.picture, page.shot.game)
            page = page.with_notice(self.voice.line("error.no_picture", id=id))
        if not self.bot.newest.is_newest(message, self.id):
            return
        with self.bot.newest.editing(message) as overtaken:
            await self._edit(page, picture)
            newer = overtaken()
            if newer is not None:  # a press was answered while this edit was on its way, and may have lost against it
                await self._edit(newer, None if newer.shot is None else self.bot.studio.ready(newer.shot))

    async def _edit(self, page: Page, picture: Picture | None) -> int:
        view, files = dressed(page, picture)
        return (await self.interaction.edit_original_response(view=view, attachments=files)).id

    async def _answer(self, page: Page, picture: Picture | None, beside: bool) -> int:
        """The id of the message that now shows the page."""
        response = self.interaction.response
        if response.is_done():
            return await self._edit(page, picture)
        view, files = dressed(page, picture)
        if not beside and self.on_own_page and self.interaction.message is not None:
            message = self.interaction.message.id
            self.bot.newest.mark(message, self.id, page)
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

    async def redraw(self, page: Page) -> None:
        """Change the public message that was pressed, without a picture."""
        await self.interaction.response.edit_message(view=sheet(page))

    async def acknowledge(self) -> None:
        """It was heard; what changes on the screen comes from the sender."""
        await self.interaction.response.defer()


def dressed(page: Page, picture: Picture | None) -> tuple[Sheet, list[discord.File]]:
    """The view of a page and the files that belong to it."""
    if picture is None:
        return sheet(page), []
    return sheet(page, PICTURE_FILE, picture.alt), [discord.File(io.BytesIO(picture.png), PICTURE_FILE)]
