"""Confirmation of actions that cannot be undone: a question that says what will happen, and to whom.

Its sentences describe the present state. If they have changed when the button is pressed, the question is asked again
with the new ones.
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
"""Open questions that are stored; older ones must be asked again, as after a restart."""

S = TypeVar("S")
"""The subject of an action: a table, or a person's tables."""


@dataclass(frozen=True, slots=True)
class IrreversibleAction(Generic[S]):
    """An action that cannot be undone."""

    open_subject: Callable[[], AbstractAsyncContextManager[S]]
    """Opens the subject, which stays locked while it is described or changed."""
    describe: Callable[[S], Sequence[Message]]
    """The consequences, as sentences of the bot's catalogue. Raises Refused if the person may not do it."""
    carry_out: Callable[[S], Awaitable[None]]
    """Called only if the consequences are still those that the person has read."""
    done_key: Callable[[S], str]
    """Returns the key of the sentence that is shown afterwards."""


@dataclass(frozen=True, slots=True)
class OpenConfirmation:
    """A question that waits for its person."""

    person: int
    """Only this person can answer."""
    action: IrreversibleAction[Any]
    """The action, which is described again when the person answers."""
    text: str
    """The consequences that the person has read."""


class Confirmations:
    """The open questions of all people, by the token in their buttons."""

    def __init__(self) -> None:
        self._open: OrderedDict[str, OpenConfirmation] = OrderedDict()
        """By token, the oldest first."""

    def add(self, confirmation: OpenConfirmation, prefix: str = "") -> str:
        """Store a question and return its token. prefix: number of a shard of this process, if there are several."""
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
        _require_local_token(ctx, token)
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


async def cancel_action(ctx: InteractionContext, token: str) -> None:
    """Handle the button that cancels."""
    if ctx.bot.confirmations.take(token, ctx.person.id) is None:
        _require_local_token(ctx, token)
    await ctx.show_page(Page((ctx.localizer.render_line("confirm.kept"),)))


def _require_local_token(ctx: InteractionContext, token: str) -> None:
    """Raise ForeignTable if the process of another shard has the question, as its token says."""
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
