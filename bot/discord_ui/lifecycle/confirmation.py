"""The one question before everything that cannot be undone: what will happen, to whom, and *do it* or *keep things*.

The sentences are built from what the action is about as it is. If they have changed when the button is pressed, the
question comes again with the new ones.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.page.custom_ids import build_help_id
from bot.discord_ui.page.pages import DANGER, Button, Page
from bot.discord_ui.text.localizer import Localizer
from engines.kernel import Message
from storage import ForeignTable
from storage.shards.ownership import ID_SHIFT

MAX_OPEN = 1_000
"""Open questions that are kept; older ones must be asked again, as after a restart."""

S = TypeVar("S")
"""The subject of an action: a table, or a person's tables."""


@dataclass(frozen=True, slots=True)
class IrreversibleAction(Generic[S]):
    """An action that cannot be undone."""

    open_subject: Callable[[], AbstractAsyncContextManager[S]]
    """Yields what the action is about, locked while it is described or carried out."""
    describe: Callable[[S], Sequence[Message]]
    """The consequences, as sentences of the bot's catalogue. Raises Refused if the person may not do it."""
    carry_out: Callable[[S], Awaitable[None]]
    """Called only if the consequences are still those that the person has read."""
    done_key: Callable[[S], str]
    """The sentence afterwards."""


@dataclass(frozen=True, slots=True)
class OpenConfirmation:
    """A question that waits for its person."""

    person: int
    """The only one whose press counts."""
    action: IrreversibleAction[Any]
    """Described again at the press, and carried out."""
    text: str
    """The consequences that the person has read."""


class Confirmations:
    """The open questions of all people, by the token in their buttons."""

    def __init__(self) -> None:
        self._open: OrderedDict[str, OpenConfirmation] = OrderedDict()
        """By token, the oldest first."""

    def add(self, confirmation: OpenConfirmation, prefix: str = "") -> str:
        """Keep a question and return its token. prefix: names a shard of this process."""
        token = prefix + secrets.token_urlsafe(9)
        self._open[token] = confirmation
        while len(self._open) > MAX_OPEN:
            self._open.popitem(last=False)
        return token

    def take(self, token: str, person: int) -> OpenConfirmation | None:
        """Remove and return the person's question; None if it is no longer open."""
        confirmation = self._open.get(token)
        if confirmation is None or confirmation.person != person:
            return None
        return self._open.pop(token)


async def ask_confirmation(ctx: InteractionContext, action: IrreversibleAction[Any]) -> None:
    """Ask the person before an action. Raises Refused if they may not take it."""
    async with action.open_subject() as subject:
        page = _build_page(ctx, action, _describe(action, subject, ctx.localizer))
    await ctx.show_page(page, is_new_message=ctx.interaction.message is not None)


async def carry_out(ctx: InteractionContext, token: str) -> None:
    """Handle the confirming button."""
    confirmation = ctx.bot.confirmations.take(token, ctx.person.id)
    if confirmation is None:
        _require_kept_here(ctx, token)
        raise UserError("confirm.outdated")
    action = confirmation.action
    async with action.open_subject() as subject:
        text = _describe(action, subject, ctx.localizer)
        if text != confirmation.text:
            page = _build_page(ctx, action, text).with_notice(ctx.localizer.render_line("confirm.changed"))
        else:
            await action.carry_out(subject)
            page = Page((ctx.localizer.render_line(action.done_key(subject)),))
    await ctx.show_page(page)


async def keep_things(ctx: InteractionContext, token: str) -> None:
    """Handle the button that cancels."""
    if ctx.bot.confirmations.take(token, ctx.person.id) is None:
        _require_kept_here(ctx, token)
    await ctx.show_page(Page((ctx.localizer.render_line("confirm.kept"),)))


def _require_kept_here(ctx: InteractionContext, token: str) -> None:
    """Raise ForeignTable if the token says that a process of another shard keeps the question."""
    ownership, shard = ctx.service.db.ownership, token.partition(".")[0]
    if not ownership.is_alone and shard.isdecimal() and int(shard) not in ownership.served_shards:
        raise ForeignTable("another process keeps the question", int(shard) << ID_SHIFT)


def _build_page(ctx: InteractionContext, action: IrreversibleAction[Any], text: str) -> Page:
    ownership = ctx.service.db.ownership
    prefix = "" if ownership.is_alone else f"{next(iter(ownership.served_shards), '')}."
    token = ctx.bot.confirmations.add(OpenConfirmation(ctx.person.id, action, text), prefix)
    buttons = (
        Button(build_help_id("sure", token), ctx.localizer.render_label("confirm.do"), DANGER),
        Button(build_help_id("keep", token), ctx.localizer.render_label("confirm.keep")),
    )
    return Page((text,), (buttons,))


def _describe(action: IrreversibleAction[S], subject: S, localizer: Localizer) -> str:
    return "\n".join(localizer.render_message(sentence) for sentence in action.describe(subject))
