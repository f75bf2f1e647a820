"""The path of an interaction, and error reports to the person.

First, `PressForwarder.receive_press` lets an interaction through or forwards it to another process. Then the callback
of a slash command (`commands`) or `Control.callback` (buttons and menus) calls `handle_interaction`.
It builds the InteractionContext (the person, their language) and runs the handler, which authorizes (the table's
methods raise Refused), acts on the table and answers through the context (`show_page`, `send_text`, `acknowledge`).
Errors are reported in the person's language: discord.py would only log them, and the person would read "interaction
failed". Meanwhile `FirstAnswer` asks Discord for more time if needed.
"""

import asyncio
import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Self, TypeVar

import discord
from discord import Interaction, ui
from discord.app_commands import Choice

from bot import metrics
from bot.discord_ui.page.pages import Button
from bot.discord_ui.rulebook.lookup import build_rule_button
from bot.operating_system import read_steady_clock
from bot.table import Person
from bot.table.terms.abuse_limits import COMPLETIONS, AbuseLimiter
from bot.table.terms.languages import choose_lang
from engines.kernel import Refused
from storage import ChangedMeanwhile, DatabaseTakenOver, ForeignTable, StorageError

from .context import InteractionContext
from .errors import DISCORD_ERRORS, UserError, describe_failure, describe_refusal
from .first_answer import FirstAnswer

log = logging.getLogger(__name__)

MAX_REPETITIONS = 2
"""Maximum number of times that a handler is run again after another process has changed the same rows."""

Handler = TypeVar("Handler", bound=Callable[..., Awaitable[None]])


class Control(ui.DynamicItem[ui.Item[Any]], template=r"(?!)"):
    """A used button or menu; `match` holds the parts of its custom_id."""

    def __init__(self, item: ui.Item[Any], match: re.Match[str]) -> None:
        super().__init__(item)
        self.match = match

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction[discord.Client], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(item, match)

    async def callback(self, interaction: Interaction[Any]) -> None:
        await handle_interaction(interaction, self.run_handler)

    async def run_handler(self, ctx: InteractionContext) -> None:
        raise NotImplementedError

    def find_handler(self, verbs: Mapping[str, Handler]) -> Handler:
        """Return the handler of the id's verb. Raises UserError for a verb of an earlier version."""
        try:
            return verbs[self.match["verb"]]
        except KeyError as error:
            raise UserError("error.old_control") from error


async def handle_interaction(
    interaction: Interaction[Any], handler: Callable[[InteractionContext], Awaitable[None]]
) -> None:
    """Run the handler of an interaction and report any error to the person."""
    if not _may_answer(interaction):
        return
    metrics.PRESSES.labels(interaction.client.service.db.ownership.find_shard(interaction.guild_id or 0)).inc()
    ctx: InteractionContext | None = None
    answering: set[asyncio.Task[Any]] = interaction.client.answering_tasks
    task = asyncio.current_task()
    assert task is not None
    answering.add(task)
    task.add_done_callback(answering.discard)
    first_answer = FirstAnswer(interaction)
    async with first_answer.defer_in_time():
        try:
            with metrics.observe_time(metrics.INTERACTIONS.labels(interaction.type.name)):
                ctx = await InteractionContext.from_interaction(interaction, first_answer)
                await _run_handler(ctx, handler)
            await _store_language(ctx)
        except Exception as error:  # noqa: BLE001 - the last place that can answer the person
            failure = await _forward_if_foreign(first_answer, error)
            if failure is not None:
                ctx = ctx or InteractionContext(interaction, _build_person(interaction), first_answer)
                await report_error(interaction, failure, ctx)


def _may_answer(interaction: Interaction[Any]) -> bool:
    """Return whether this process answers: no other one can have taken its shards, else that one answers."""
    may_answer: bool = interaction.client.service.db.ownership.may_answer(read_steady_clock())
    if not may_answer:
        log.warning("%s: left to the process that may have taken it over", _describe_interaction(interaction))
    return may_answer


async def _run_handler(ctx: InteractionContext, handler: Callable[[InteractionContext], Awaitable[None]]) -> None:
    """Run the handler, and again if another process has changed the same person at the same time, so that nothing was
    stored.
    """
    for _ in range(MAX_REPETITIONS):
        try:
            await handler(ctx)
        except ChangedMeanwhile as error:
            if ctx.first_answer.is_decided:
                raise
            log.info("%s is tried again: %s", _describe_interaction(ctx.interaction), error)
        else:
            return
    await handler(ctx)


async def _store_language(ctx: InteractionContext) -> None:
    """Store the person's language, unless another process does so now."""
    try:
        await ctx.store_language()
    except ChangedMeanwhile as error:
        log.info("the language of a person is stored at their next press: %s", error)


async def _forward_if_foreign(first_answer: FirstAnswer, error: Exception) -> Exception | None:
    """If the error says that another process serves the table, let that process answer, and return None. Otherwise
    return the error that the person has to read.
    """
    if not isinstance(error, ForeignTable):
        return error
    try:
        await first_answer.interaction.client.forwarder.forward(first_answer, error)
    except StorageError as failure:
        return failure
    return None


async def report_error(
    interaction: Interaction[Any], error: BaseException, ctx: InteractionContext | None = None
) -> None:
    """Report an error to the person; an unexpected one is logged under an id that the person sees.

    A process that was taken over says nothing: it may hide what the new owner answers to the same press.
    """
    if isinstance(error, DatabaseTakenOver):
        log.warning("%s: left to another process: %s", _describe_interaction(interaction), error)
        return
    ctx = ctx or InteractionContext(interaction, _build_person(interaction))
    localizer = ctx.localizer
    text = describe_refusal(localizer, error) or describe_failure(localizer, error)
    if text is None:
        error_id = secrets.token_hex(3)
        metrics.ERRORS.inc()
        log.error("unexpected error %s in %s", error_id, _describe_interaction(interaction), exc_info=error)
        text = localizer.render_line("error.unexpected", id=error_id)
    elif not isinstance(error, Refused | UserError):
        log.warning("%s: %s", _describe_interaction(interaction), error)
    buttons = await _build_rule_buttons(ctx, error)
    try:
        if not isinstance(error, DISCORD_ERRORS):  # after those the choice may be stored
            await ctx.renew_menu()
        await ctx.send_text(text, *buttons)
    except DISCORD_ERRORS as send_error:
        # Too late to answer (the token has expired), or Discord itself is down: only the log is left.
        log.warning("%s: no answer possible: %s", _describe_interaction(interaction), send_error)


async def _build_rule_buttons(ctx: InteractionContext, error: BaseException) -> tuple[Button, ...]:
    """Return a button to the rule paragraph that an error cites, or () if there is none or the table cannot be read."""
    if not isinstance(error, Refused) or error.rule is None:
        return ()
    try:
        game = await ctx.find_game_here()
    except Exception:  # the table itself may be broken; the first error is reported anyway
        log.exception("%s: the cited paragraph is not offered", _describe_interaction(ctx.interaction))
        return ()
    button = None if game is None else build_rule_button(game, error.rule, ctx.localizer)
    return () if button is None else (button,)


def _build_person(interaction: Interaction[Any]) -> Person:
    return Person(interaction.user.id, interaction.user.display_name, choose_lang(interaction.locale))


def _describe_interaction(interaction: Interaction[Any]) -> str:
    data: Any = interaction.data or {}
    control = ":".join(str(data.get("custom_id", "")).split(":")[:3])  # the rest may be a hidden option
    return f"{interaction.type.name} {data.get('name') or control or interaction.id}"


async def complete_parameter(
    interaction: Interaction[Any], list_choices: Callable[[InteractionContext], Awaitable[list[Choice[str]]]]
) -> list[Choice[str]]:
    """Return the completions for a text parameter; empty if there are none (the command itself explains why), or if
    the person asks for them more often than typing does.

    Raises CancelledError if another process answers: discord.py would answer with whatever this returns.
    """
    if not _may_answer(interaction):
        raise asyncio.CancelledError
    limiter: AbuseLimiter = interaction.client.service.limiter
    if limiter.find_free_time(COMPLETIONS, interaction.user.id) is not None:
        return []
    limiter.record(COMPLETIONS, interaction.user.id)
    try:
        return (await list_choices(await InteractionContext.from_interaction(interaction)))[:25]
    except (Refused, UserError):
        return []
    except ForeignTable as error:
        if await _forward_if_foreign(FirstAnswer(interaction), error) is None:
            raise asyncio.CancelledError from None
        return []
    except DatabaseTakenOver:
        log.warning("%s: left to another process", _describe_interaction(interaction))
        raise asyncio.CancelledError from None
    except Exception:  # as in `handle_interaction`, but Discord accepts no error text here: the list is empty
        log.exception("completion of %s", _describe_interaction(interaction))
        return []


async def check_origin(ctx: InteractionContext, table_id: int, tag: str, *, is_anywhere: bool = False) -> None:
    """Raise UserError if the control is another table's with this number, or is on a public post in another channel.

    After a restore the number may belong to a newer table. Private pages and direct messages may be anywhere.
    is_anywhere: so may the public post of this control, within the server.
    """
    row = await ctx.service.load_row(table_id)
    if row is None:
        return  # the handler says that there is no such table
    if tag != (row.tag or ""):
        raise UserError("error.other_table")
    interaction = ctx.interaction
    if interaction.guild_id is None or ctx.is_on_private_page:
        return
    if interaction.guild_id != row.guild_id or not (is_anywhere or interaction.channel_id == row.channel_id):
        raise UserError("error.other_channel")
