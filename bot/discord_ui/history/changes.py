"""The page *What changed*: events since the reader's last look or in a chosen period, and the board with the changes.

More than a page of events is summarized first; *Show all* pages through everything in the same message.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from discord import ButtonStyle

from bot.discord_ui.interaction.arguments import read_number
from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.pages import PRIMARY, SECONDARY, ActionRow, Button, Choice, Page, SelectMenu
from bot.discord_ui.page.pictures import PictureRequest
from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import Localizer, split_text
from bot.table import Table, TableService
from bot.table.history import game_log
from bot.table.history.game_log import LogLine
from bot.table.history.summary import LogSummary, filter_news, summarize_lines
from bot.table.history.timeline import LookbackRange, list_lookback_ranges
from engines.kernel import Lang, Refused, Seat

from .log import write_log
from .page import HistoryPosition

MAX_TEXT_PER_PAGE: dict[Lang, int] = {"en": 2000, "ja": 1000}
"""Maximum characters of events on one page: two phone screens."""


@dataclass(frozen=True, slots=True)
class ChangesSelection:
    """The selection that a *What changed* page shows, as encoded in its buttons."""

    since_n: int
    """Show the events after this decision."""
    page_number: int = 0
    """0: everything, or a summary if that is more than a page; from 1: a page of everything."""
    is_last_look: bool = False
    """`since_n` is the reader's last look."""

    def encode(self) -> str:
        """Return the argument of a button: `34.1.l`."""
        return f"{self.since_n}.{self.page_number}.{'l' if self.is_last_look else ''}"

    @classmethod
    def decode(cls, text: str) -> ChangesSelection:
        since, leaf, last_look, *_ = (*text.split("."), "", "")
        return cls(read_number(since), read_number(leaf or "0"), last_look == "l")


def write_summary(table: Table, summary: LogSummary, localizer: Localizer, more_in: str = "turn.more") -> list[str]:
    """Return the text of a summary, with a hint where the omitted events can be read."""
    text = write_log(table, summary.lines, localizer)
    first, *further = (
        split_text(text, MAX_TEXT_PER_PAGE[localizer.first_lang])
        if text
        else [localizer.render_line("changed.nothing")]
    )
    omitted = summary.omitted_count + sum(len(piece.splitlines()) for piece in further)
    return [first, "-# " + localizer.render_line(more_in, count=omitted)] if omitted else [first]


def build_changes_page(
    table: Table,
    lines: Sequence[LogLine],
    reader: Seat | None,
    localizer: Localizer,
    picture_request: PictureRequest | None,
    selection: ChangesSelection,
    offered_spans: Sequence[LookbackRange] = (),
) -> Page:
    """Return the page of the given events (all of the selected period, oldest first).

    picture_request: the board with the changes. offered_spans: other periods to choose from.
    """
    head = f"## {localizer.render_label('changed.head')}\n-# {titles.name_table(table, localizer)}"
    whole = write_log(table, lines, localizer)
    pages = (
        split_text(whole, MAX_TEXT_PER_PAGE[localizer.first_lang])
        if whole
        else [localizer.render_line("changed.nothing")]
    )
    page_number = min(selection.page_number, len(pages))
    rows: list[ActionRow] = []
    if len(pages) == 1:
        texts = [head, *pages]
    elif page_number == 0:
        texts = [
            head,
            *write_summary(table, summarize_lines(lines, reader, table.catalogue), localizer, "changed.more"),
        ]
        rows.append((_build_page_button(table, selection, 1, localizer.render_label("changed.all"), PRIMARY),))
    else:
        texts = [f"{head} · {page_number} / {len(pages)}", pages[page_number - 1]]
        rows.append(
            (
                _build_page_button(table, selection, page_number - 1, localizer.render_label("log.older")),
                _build_page_button(
                    table,
                    selection,
                    page_number + 1,
                    localizer.render_label("log.newer"),
                    is_disabled=page_number == len(pages),
                ),
            )
        )
    if lines:
        rows.append(
            (
                Button(build_table_id(table.key, "log"), localizer.render_label("changed.log")),
                Button(
                    build_table_id(table.key, "history", HistoryPosition(selection.since_n, is_by_turn=True).encode()),
                    localizer.render_label("changed.history"),
                ),
            )
        )
    if len(offered_spans) > 1:
        choices = tuple(
            Choice(
                str(span.after_n),
                localizer.render_label(f"changed.since_{span.name}"),
                is_selected=span.after_n == selection.since_n,
            )
            for span in offered_spans
        )
        rows.append(SelectMenu(build_table_id(table.key, "span"), localizer.render_label("changed.span"), choices))
    return Page(tuple(texts), tuple(rows), picture_request)


def _build_page_button(
    table: Table,
    selection: ChangesSelection,
    page_number: int,
    label: str,
    style: ButtonStyle = SECONDARY,
    is_disabled: bool = False,
) -> Button:
    return Button(
        build_table_id(table.key, "since", replace(selection, page_number=page_number).encode()),
        label,
        style,
        is_disabled,
    )


async def show_changes(ctx: InteractionContext, table_id: int, _: str) -> None:
    """Handle the button *What changed*: show the events since the person's last look, or the last move if none are new.

    Last looks are not stored for spectators: they see the shortest of the offered periods in which something happened.
    """
    async with ctx.service.lock_table(table_id) as table:
        own_seat = table.find_seat(ctx.person.id)
        _require_started(table)
        if own_seat is None:
            since = await _find_last_events(ctx.service, table)
        else:
            since = await game_log.load_last_seen(ctx.service, table, ctx.person)
        if since < table.public_n:
            page = await _build_page(ctx, table, ChangesSelection(since, is_last_look=own_seat is not None))
            if own_seat is not None:
                await game_log.mark_seen(ctx.service, table, ctx.person)
        else:
            lines = (await game_log.load_log_lines(ctx.service, table, own_seat, person=ctx.person.id))[-1:]
            picture_request = picture_requests.build_overview(table, ctx.localizer.first_lang)
            offered_spans = await list_lookback_ranges(ctx.service, table, ctx.person.id, None)
            page = build_changes_page(
                table,
                lines,
                own_seat,
                ctx.localizer,
                picture_request,
                ChangesSelection(table.public_n - 1),
                offered_spans,
            )
            if own_seat is not None and since and lines:  # since is 0 if the person has never looked before
                page = page.with_notice(ctx.localizer.render_line("changed.again"))
    await ctx.show_page(page)


async def show_changes_since(ctx: InteractionContext, table_id: int, selection: str) -> None:
    async with ctx.service.lock_table(table_id) as table:
        _require_started(table)
        page = await _build_page(ctx, table, ChangesSelection.decode(selection))
    await ctx.show_page(page)


async def show_selected_span(ctx: InteractionContext, table_id: int, _: str) -> None:
    chosen = ctx.selected_value
    await show_changes_since(ctx, table_id, chosen)


def _require_started(table: Table) -> None:
    if table.match is None:
        table.require_not_ended()
        raise Refused("table.refused.not_started")


async def _find_last_events(service: TableService, table: Table) -> int:
    """Return the last decision before the shortest of the offered periods in which something happened."""
    for span in await list_lookback_ranges(service, table, None, None):
        if await game_log.load_log_lines(service, table, None, since=span.after_n):
            return span.after_n
    return table.public_n


async def _build_page(ctx: InteractionContext, table: Table, selection: ChangesSelection) -> Page:
    own_seat, since = table.find_seat(ctx.person.id), selection.since_n
    lines = await game_log.load_log_lines(ctx.service, table, own_seat, since=since, person=ctx.person.id)
    if own_seat is not None and selection.is_last_look and since:
        lines = [*await _load_own_results(ctx, table, own_seat, since), *lines]
    steps = await game_log.load_steps_since(ctx.service, table, since)
    picture_request = picture_requests.build_changes_picture(table, ctx.localizer.first_lang, steps, since)
    offered_spans = await list_lookback_ranges(
        ctx.service, table, ctx.person.id, since if selection.is_last_look else None
    )
    return build_changes_page(table, lines, own_seat, ctx.localizer, picture_request, selection, offered_spans)


async def _load_own_results(ctx: InteractionContext, table: Table, own_seat: Seat, last_look: int) -> list[LogLine]:
    """Return the results of the reader's own last answer, if it was their last look; they have not seen those yet."""
    last = await game_log.load_log_lines(
        ctx.service, table, own_seat, since=last_look - 1, until_n=last_look, person=ctx.person.id
    )
    results = [
        filter_news(line, own_seat, table.catalogue)
        for line in last
        if line.n == last_look and line.person == ctx.person.id
    ]
    return [line for line in results if line.events]


CHANGES_VERBS: Mapping[str, Callable[[InteractionContext, int, str], Awaitable[None]]] = {
    "changed": show_changes,
    "since": show_changes_since,
    "span": show_selected_span,
}
