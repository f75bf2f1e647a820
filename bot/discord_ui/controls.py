"""Dispatch of button and menu interactions to their handlers by custom_id.

One DynamicItem per kind of id, matched by pattern, so buttons work after a restart. The handlers are in the `VERBS` of
each folder; `handle_interaction` runs them.
"""

from collections.abc import Awaitable, Callable, Mapping

from bot.table import QuestionRef

from .card import handlers as card_handlers
from .help import handlers as help_handlers
from .history import changes
from .history import handlers as history_handlers
from .interaction.context import InteractionContext
from .interaction.handling import Control
from .interaction.origin import check_origin
from .learn import lesson
from .lifecycle import handlers as lifecycle_handlers
from .lobby import handlers as lobby_handlers
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
HELP_VERBS: Mapping[str, HelpHandler] = {**help_handlers.VERBS, **lesson.VERBS, **lifecycle_handlers.PERSONAL_VERBS}


VERBS_ANYWHERE = frozenset(["join"])
"""Verbs of controls on public posts outside the table's channel: a new thread is announced in the channel above it."""


class TableControl(Control, template=custom_ids.TABLE_PATTERN):
    """Control of a card or lobby; its id contains a table."""

    async def run_handler(self, ctx: InteractionContext) -> None:
        handler, game = self.find_handler(TABLE_VERBS), int(self.match["game"])
        await check_origin(ctx, game, self.match["tag"] or "", is_anywhere=self.match["verb"] in VERBS_ANYWHERE)
        await handler(ctx, game, self.match["arg"] or "")


class QuestionControl(Control, template=custom_ids.PANEL_PATTERN):
    """Control of a panel; its id contains a question."""

    async def run_handler(self, ctx: InteractionContext) -> None:
        handler, ref = self.find_handler(QUESTION_VERBS), QuestionRef.decode(self.match["ref"])
        await check_origin(ctx, ref.game, ref.tag)
        await handler(ctx, ref, self.match["arg"] or "")


class HelpControl(Control, template=custom_ids.HELP_PATTERN):
    """Control of a help page, language menu or rulebook; its id contains no table."""

    async def run_handler(self, ctx: InteractionContext) -> None:
        await self.find_handler(HELP_VERBS)(ctx, self.match["arg"] or "")


CONTROLS = (TableControl, QuestionControl, HelpControl)
