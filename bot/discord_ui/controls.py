"""Dispatch of button and menu interactions to their handlers by custom_id.

One DynamicItem per kind of id, matched by pattern, so buttons work after a restart. discord.py has nothing like that
for entry forms: the client passes submitted ones to `handle_entry_form`. The handlers are in the `VERBS` of each
folder; `handle_interaction` runs them.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from discord import Interaction

from bot.table import QuestionRef

from .card import handlers as card_handlers
from .help import handlers as help_handlers
from .history import changes
from .history import handlers as history_handlers
from .interaction.context import InteractionContext
from .interaction.errors import UserError
from .interaction.handling import Control, check_origin, handle_interaction
from .learn import lesson
from .lifecycle import handlers as lifecycle_handlers
from .lobby import handlers as lobby_handlers
from .me import settings_page
from .page import custom_ids
from .panel import handlers as panel_handlers

TableHandler = Callable[[InteractionContext, int, str], Awaitable[None]]
QuestionHandler = Callable[[InteractionContext, QuestionRef, str], Awaitable[None]]
HelpHandler = Callable[[InteractionContext, str], Awaitable[None]]

TABLE_VERBS: Mapping[str, TableHandler] = {
    **lobby_handlers.VERBS,
    **card_handlers.VERBS,
    **history_handlers.LOG_VERBS,
    **history_handlers.STEP_VERBS,
    **changes.CHANGES_VERBS,
    **history_handlers.EXPORT_VERBS,
    **lifecycle_handlers.VERBS,
}
QUESTION_VERBS: Mapping[str, QuestionHandler] = panel_handlers.VERBS
HELP_VERBS: Mapping[str, HelpHandler] = {
    **help_handlers.VERBS,
    **lesson.VERBS,
    **settings_page.VERBS,
    **lifecycle_handlers.PERSONAL_VERBS,
}
ENTRY_FORM_VERBS: Mapping[str, TableHandler] = {**lobby_handlers.ENTRY_FORM_VERBS, **help_handlers.ENTRY_FORM_VERBS}
"""Verbs of submitted entry forms, all of which belong to a table."""


VERBS_ANYWHERE = frozenset(["join", "report"])
"""Verbs of public posts outside the table's channel: a new thread is announced in the channel above it."""


class TableControl(Control, template=custom_ids.TABLE_PATTERN):
    """Control of a card or lobby; its id contains a table."""

    async def run_handler(self, ctx: InteractionContext) -> None:
        handler, table_id = self.find_handler(TABLE_VERBS), int(self.match["table"])
        await check_origin(ctx, table_id, self.match["tag"] or "", is_anywhere=self.match["verb"] in VERBS_ANYWHERE)
        await handler(ctx, table_id, self.match["arg"] or "")


class QuestionControl(Control, template=custom_ids.PANEL_PATTERN):
    """Control of a panel; its id contains a question."""

    async def run_handler(self, ctx: InteractionContext) -> None:
        handler, ref = self.find_handler(QUESTION_VERBS), QuestionRef.decode(self.match["ref"])
        await check_origin(ctx, ref.table_id, ref.tag)
        await handler(ctx, ref, self.match["arg"] or "")


class HelpControl(Control, template=custom_ids.HELP_PATTERN):
    """Control of a help page, language menu or rulebook; its id contains no table."""

    async def run_handler(self, ctx: InteractionContext) -> None:
        await self.find_handler(HELP_VERBS)(ctx, self.match["arg"] or "")


CONTROLS = (TableControl, QuestionControl, HelpControl)


async def handle_entry_form(interaction: Interaction[Any]) -> None:
    """Run the handler of a submitted entry form, found by its custom_id."""
    data: Any = interaction.data
    match = re.fullmatch(custom_ids.TABLE_PATTERN, data["custom_id"])

    async def run_handler(ctx: InteractionContext) -> None:
        handler = None if match is None else ENTRY_FORM_VERBS.get(match["verb"])
        if match is None or handler is None:
            raise UserError("error.old_control")
        table_id = int(match["table"])
        await check_origin(ctx, table_id, match["tag"] or "", is_anywhere=match["verb"] in VERBS_ANYWHERE)
        await handler(ctx, table_id, match["arg"] or "")

    await handle_interaction(interaction, run_handler)
