"""The one question before everything that cannot be undone: what will happen, to whom, and *do it* or *keep things*.

The sentences are built from the table as it is. If they have changed when the button is pressed, the question comes
again with the new ones.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.layout import DANGER, Button, Page
from bot.discord_ui.text.localizer import Localizer
from bot.table import Table
from engines.kernel import Message

MAX_OPEN = 1_000
"""Open questions that are kept; older ones must be asked again, as after a restart."""


@dataclass(frozen=True, slots=True)
class IrreversibleAction:
    """Something that cannot be undone."""

    describe: Callable[[Table], Sequence[Message]]
    """The consequences, as sentences of the bot's catalogue. Raises Refused if the person may not do it."""
    carry_out: Callable[[Table], Awaitable[None]]
    done_key: Callable[[Table], str]
    """The sentence afterwards."""


@dataclass(frozen=True, slots=True)
class OpenConfirmation:
    """A question that waits for its person."""

    game: int
    person: int
    action: IrreversibleAction
    text: str
    """The consequences that the person has read."""


class Confirmations:
    """The open questions of all people, by the token in their buttons."""

    def __init__(self) -> None:
        self._open: OrderedDict[str, OpenConfirmation] = OrderedDict()

    def add(self, confirmation: OpenConfirmation) -> str:
        """Keep a question and return its token."""
        token = secrets.token_urlsafe(9)
        self._open[token] = confirmation
        while len(self._open) > MAX_OPEN:
            self._open.popitem(last=False)
        return token

    def take(self, token: str, game: int, person: int) -> OpenConfirmation | None:
        """Remove and return the person's question about a table; None if it is no longer open."""
        confirmation = self._open.get(token)
        if confirmation is None or (confirmation.game, confirmation.person) != (game, person):
            return None
        return self._open.pop(token)


async def ask_confirmation(ctx: InteractionContext, game: int, action: IrreversibleAction) -> None:
    """Ask the person before an action at a table. Raises Refused if they may not take it."""
    async with ctx.service.lock_table(game) as table:
        page = _build_page(ctx, table, action)
    await ctx.show_page(page, as_new=ctx.interaction.message is not None)


async def carry_out(ctx: InteractionContext, game: int, token: str) -> None:
    """Handle the confirming button."""
    confirmation = ctx.bot.confirmations.take(token, game, ctx.person.id)
    if confirmation is None:
        raise UserError("confirm.outdated")
    action = confirmation.action
    async with ctx.service.lock_table(game) as table:
        if _describe(table, action, ctx.localizer) != confirmation.text:
            page = _build_page(ctx, table, action).with_notice(ctx.localizer.render_line("confirm.changed"))
        else:
            await action.carry_out(table)
            page = Page((ctx.localizer.render_line(action.done_key(table)),))
    await ctx.show_page(page)


async def keep_things(ctx: InteractionContext, game: int, token: str) -> None:
    """Handle the button that cancels."""
    ctx.bot.confirmations.take(token, game, ctx.person.id)
    await ctx.show_page(Page((ctx.localizer.render_line("confirm.kept"),)))


def _build_page(ctx: InteractionContext, table: Table, action: IrreversibleAction) -> Page:
    text = _describe(table, action, ctx.localizer)
    token = ctx.bot.confirmations.add(OpenConfirmation(table.id, ctx.person.id, action, text))
    keys = (
        Button(build_table_id(table.key, "sure", token), ctx.localizer.render_label("confirm.do"), DANGER),
        Button(build_table_id(table.key, "keep", token), ctx.localizer.render_label("confirm.keep")),
    )
    return Page((text,), (keys,))


def _describe(table: Table, action: IrreversibleAction, localizer: Localizer) -> str:
    return "\n".join(localizer.render_message(sentence) for sentence in action.describe(table))
