"""Handlers of the log's controls: pages, player, round, and the reasons of a turn."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

import msgspec

from bot import audit
from bot.discord_ui.interaction.arguments import read_number
from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.pages import Page
from bot.table import Table
from bot.table.history import finished_games, game_log, timeline
from bot.table.history.timeline import GameHistory, find_step_index, load_history, load_view_after
from bot.table.state.recent_actions import find_credited_seat
from engines.kernel import Refused, Seat
from render import RecentStep

from .log import LogExtract, build_log_page, build_reason_pages
from .page import HistoryContent, HistoryPosition, build_history_page


async def show_log(
    ctx: InteractionContext, table_id: int, extract: LogExtract, *, is_new_message: bool = False
) -> None:
    """Show an extract of the log, as far as the reader may know it. is_new_message: in a new message."""
    async with ctx.service.lock_table(table_id) as table:
        all_chapters = (
            timeline.group_chapters(await timeline.load_checkpoint_outlines(ctx.service, table))
            if table.row.started_at is not None
            else ()
        )
        chapter = next((candidate for candidate in all_chapters if candidate.after_n == extract.after_n), None)
        since_n, until_n = (0, None) if chapter is None else (chapter.after_n, chapter.last_n)
        own_seat, person = table.find_seat(ctx.person.id), ctx.person.id
        lines = await game_log.load_log_lines(
            ctx.service, table, own_seat, since=since_n, until_n=until_n, person=person
        )
        page = build_log_page(table, lines, ctx.localizer, extract, all_chapters)
    await ctx.show_page(page, is_new_message=is_new_message)


async def open_log(ctx: InteractionContext, table_id: int, extract: str) -> None:
    """Handle log buttons: without an extract open the log in a new message, else turn to the extract."""
    await show_log(ctx, table_id, LogExtract.decode(extract), is_new_message=not extract)


async def select_log_player(ctx: InteractionContext, table_id: int, extract: str) -> None:
    chosen = ctx.selected_value
    player = None if chosen == "-" else chosen
    await show_log(ctx, table_id, replace(LogExtract.decode(extract), page_number=0, player=player))


async def select_log_chapter(ctx: InteractionContext, table_id: int, extract: str) -> None:
    chosen = ctx.selected_value
    after_n = None if chosen == "-" else read_number(chosen)
    await show_log(ctx, table_id, replace(LogExtract.decode(extract), page_number=0, after_n=after_n))


async def show_reasons(ctx: InteractionContext, table_id: int, span: str) -> None:
    """Handle *Why* below a turn's post: show it with reasons, in the reader's language.

    The id's argument is `<first decision>.<last decision>`.
    """
    first, _, last = span.partition(".")
    async with ctx.service.lock_table(table_id) as table:
        lines = await game_log.load_published_lines(ctx.service, table, read_number(first), read_number(last))
        pages = build_reason_pages(table, lines, ctx.localizer)
    await ctx.show_page(*pages)


LOG_VERBS: Mapping[str, Callable[[InteractionContext, int, str], Awaitable[None]]] = {
    "log": open_log,
    "logby": select_log_player,
    "login": select_log_chapter,
    "why": show_reasons,
}


NEWEST_N = 10**9


async def show_position(ctx: InteractionContext, table_id: int, position: HistoryPosition | None = None) -> None:
    """Show a position in the game's history (None: the last turn)."""
    async with ctx.service.lock_table(table_id) as table:
        page = await _load_page(ctx, table, position or HistoryPosition(NEWEST_N))
    await ctx.show_page(page)


async def _load_page(ctx: InteractionContext, table: Table, position: HistoryPosition) -> Page:
    if table.row.started_at is None:
        table.require_not_ended()
        raise Refused("table.refused.not_started")
    reader = table.find_seat(ctx.person.id)
    history = await load_history(ctx.service, table)
    return build_history_page(
        table, history, await _load_step(ctx, table, history, position, reader), reader, ctx.localizer
    )


async def _load_step(
    ctx: InteractionContext, table: Table, history: GameHistory, position: HistoryPosition, reader: Seat | None
) -> HistoryContent:
    steps = position.select_steps(table, history)
    step = steps[find_step_index(steps, position.n)]
    previous = history.find_previous(step, position.is_by_turn)
    since, viewer = 0 if previous is None else previous.n, reader if position.shows_own_view else None
    lines = await game_log.load_log_lines(ctx.service, table, viewer, since=since, until_n=step.n, person=ctx.person.id)
    past_view = await load_view_after(ctx.service, table, step.view_n, viewer, ctx.person.id)
    picture_request = None
    if past_view is not None:
        earlier = (
            None
            if previous is None
            else await load_view_after(ctx.service, table, previous.view_n, past_view.seat, ctx.person.id)
        )
        marked_view = earlier.view if earlier is not None and earlier.seat == past_view.seat else None
        actors = {line.seat for line in lines}
        actor = actors.pop() if len(actors) == 1 else None
        actions = tuple(e.text for line in lines for e in line.events if e.is_action)
        actor = find_credited_seat(actor, history.find_turn_seat(step), actions)
        turn = None if actor is None or marked_view is None else RecentStep(actor, marked_view, messages=actions)
        picture_request = picture_requests.build_past_picture(
            table, past_view.view, ctx.localizer.first_lang, past_view.seat, step.n, marked_view, since, turn
        )
    return HistoryContent(replace(position, n=step.n), step, lines, picture_request, past_view is not None)


async def show_history(ctx: InteractionContext, table_id: int, position: str) -> None:
    await show_position(ctx, table_id, HistoryPosition.decode(position))


async def select_history_player(ctx: InteractionContext, table_id: int, position: str) -> None:
    chosen = ctx.selected_value
    await show_position(
        ctx, table_id, replace(HistoryPosition.decode(position), player=None if chosen == "-" else chosen)
    )


async def jump_to_chapter(ctx: InteractionContext, table_id: int, position: str) -> None:
    chosen = ctx.selected_value
    await show_position(ctx, table_id, replace(HistoryPosition.decode(position), n=read_number(chosen)))


STEP_VERBS: Mapping[str, Callable[[InteractionContext, int, str], Awaitable[None]]] = {
    "history": show_history,
    "historyby": select_history_player,
    "historyat": jump_to_chapter,
}


async def send_export(ctx: InteractionContext, table_id: int, _: str) -> None:
    """Send the game as a file. Only after its end, because the seed reveals everything hidden."""
    async with ctx.service.lock_table(table_id) as table:
        if table.row.status not in ("over", "ended"):
            raise Refused("table.refused.not_over")
    file = await audit.export_game(ctx.service.db, table_id)
    text = ctx.localizer.render_line("history.file", id=table_id, decisions=len(file.decisions))
    await ctx.send_file(Page((text,)), f"teban-{table_id}.json", msgspec.json.format(msgspec.json.encode(file)))


async def post_replay(ctx: InteractionContext, table_id: int, _: str) -> None:
    """Post the game's animation, once, at the request of one of its players."""
    async with ctx.service.lock_table(table_id) as table:
        table.require_seat(ctx.person.id)
        if table.row.status != "over":
            raise Refused("table.refused.not_over")
        was_posted = await finished_games.post_replay(ctx.service, table, ctx.person)
    await ctx.send_text(ctx.localizer.render_line("history.replay_coming" if was_posted else "history.replay_there"))


EXPORT_VERBS: Mapping[str, Callable[[InteractionContext, int, str], Awaitable[None]]] = {
    "export": send_export,
    "replay": post_replay,
}
