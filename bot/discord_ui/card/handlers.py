"""Handlers of the card's controls. They are open to everyone; people without a seat see public information."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from bot.discord_ui.history.changes import write_summary
from bot.discord_ui.interaction.arguments import read_number, read_seat
from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.lobby.details import build_seats_page
from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.pages import DANGER, Button, Page
from bot.discord_ui.panel.page import build_panel, find_ending_key
from bot.discord_ui.panel.question import PanelState
from bot.discord_ui.rulebook.lookup import find_paragraph
from bot.discord_ui.rulebook.page import build_rule_pages
from bot.discord_ui.text import titles
from bot.table import Table, consent
from bot.table.history import game_log
from bot.table.history.game_log import LogLine
from bot.table.history.summary import summarize_lines
from bot.table.personal import snooze
from bot.table.play import presets as table_presets
from bot.table.play import undo
from bot.table.play.undo import PublicUndo
from bot.table.seats import autopilot, lateness, substitutes
from bot.table.terms import votes
from engines.kernel import Seat

from .board import build_board_pages, build_overview_page
from .my_seat import build_return_button, build_seat_page, describe_clock


async def open_panel(ctx: InteractionContext, table_id: int, _: str) -> None:
    """Handle the button Play: show the panel with the person's question."""
    async with ctx.service.lock_table(table_id) as table:
        is_failing = table_id in ctx.bot.failing_tables
        page = _build_panel_page(
            ctx, table, ctx.localizer.render_line("posting_failure.for_reader") if is_failing else ""
        )
    await ctx.show_page(page)


def _build_panel_page(ctx: InteractionContext, table: Table, notice: str = "", since: Sequence[LogLine] = ()) -> Page:
    """Return the person's panel, or what they see without one. notice: a sentence on top"""
    seat = table.find_seat(ctx.person.id)
    page = _find_page_without_question(ctx, table, seat)
    if page is not None or seat is None:
        assert page is not None
        return page.with_notice(notice) if notice else page
    news, person = ctx.bot.news, ctx.person.id
    news_lines = news.store_lines(table, seat, person, since) if since else news.load_lines(table, seat, person)
    return build_panel(table, seat, ctx.localizer, PanelState(notice=notice), since=news_lines)


def _find_page_without_question(ctx: InteractionContext, table: Table, seat: Seat | None) -> Page | None:
    """Return what is shown in place of a panel: seats, final board, or overview; None if the seat has a panel."""
    if table.is_open:
        return build_seats_page(table, ctx.localizer, ctx.person.id).with_notice(
            ctx.localizer.render_line("card.not_started")
        )
    if seat is None:
        return _build_spectator_page(ctx, table)
    return _build_finished_page(ctx, table) or _build_autopilot_page(ctx, table, seat)


def _build_autopilot_page(ctx: InteractionContext, table: Table, seat: Seat) -> Page | None:
    """Return the board with a button to end the autopilot if it answers for the person, else None."""
    if table.seats[seat].autopilot_policy is None:
        return None
    page = build_overview_page(table, ctx.localizer).with_notice(ctx.localizer.render_line("relief.yours"))
    return replace(page, rows=((build_return_button(table, ctx.localizer),), *page.rows))


def _build_finished_page(ctx: InteractionContext, table: Table) -> Page | None:
    """Return the final board if the game is not in play, else None."""
    if table.is_playing:
        return None
    return build_overview_page(table, ctx.localizer).with_notice(ctx.localizer.render_line(find_ending_key(table)))


def _build_spectator_page(ctx: InteractionContext, table: Table) -> Page:
    return _build_finished_page(ctx, table) or build_overview_page(table, ctx.localizer).with_notice(
        ctx.localizer.render_line("card.no_seat")
    )


async def show_seat(ctx: InteractionContext, table_id: int, page_number: str) -> None:
    """Handle the button My seat: show the person's private picture and their preset answers."""
    async with ctx.service.lock_table(table_id) as table:
        page = await _load_seat_page(ctx, table, read_number(page_number or "0"))
    await ctx.show_page(page)


async def _load_seat_page(ctx: InteractionContext, table: Table, page_number: int = 0) -> Page:
    own_seat = table.find_seat(ctx.person.id)
    if table.is_open:
        return build_seats_page(table, ctx.localizer, ctx.person.id)
    if own_seat is None:
        return _build_spectator_page(ctx, table)
    if not table.is_playing:
        return build_seat_page(table, own_seat, ctx.localizer, {}, {}).with_notice(
            ctx.localizer.render_line(find_ending_key(table))
        )
    offers, presets = table_presets.list_choices(table, ctx.person), table_presets.list_presets(table, ctx.person)
    clock = await describe_clock(ctx.service, table, own_seat, ctx.localizer)
    held_topics = table_presets.list_held_topics(table, ctx.person)
    return build_seat_page(table, own_seat, ctx.localizer, offers, presets, page_number, clock, held_topics)


async def set_preset(ctx: InteractionContext, table_id: int, arg: str) -> None:
    """Handle a topic's menu: set or revoke a preset answer. The id's argument is `<topic>.<number of the menu>`."""
    key = ctx.selected_value
    topic = arg.rpartition(".")[0]
    async with ctx.service.lock_table(table_id) as table:
        await table_presets.set_preset(ctx.service, table, ctx.person, topic, key)
        page = await _load_seat_page(ctx, table)
    await ctx.show_page(page)


async def set_general_preset(ctx: InteractionContext, table_id: int, topic: str) -> None:
    """Set a general preset answer, one that every game has and that needs no choice."""
    async with ctx.service.lock_table(table_id) as table:
        await table_presets.set_preset(ctx.service, table, ctx.person, topic, "")
        page = await _load_seat_page(ctx, table)
    await ctx.show_page(page)


async def revoke_preset(ctx: InteractionContext, table_id: int, topic: str) -> None:
    async with ctx.service.lock_table(table_id) as table:
        await table_presets.revoke_preset(ctx.service, table, ctx.person, topic)
        page = await _load_seat_page(ctx, table)
    await ctx.show_page(page)


async def show_board(ctx: InteractionContext, table_id: int, _: str) -> None:
    """Show large what the reader's question is about, else most of the board, with a menu of the other pictures."""
    async with ctx.service.lock_table(table_id) as table:
        picture_name = picture_requests.find_question_picture(table, table.find_seat(ctx.person.id))
        pages = _add_unconfirmed_notice(ctx, table, build_board_pages(table, picture_name, ctx.localizer))
    await ctx.show_page(*pages)


async def show_picture(ctx: InteractionContext, table_id: int, _: str) -> None:
    name = ctx.selected_value
    async with ctx.service.lock_table(table_id) as table:
        pages = _add_unconfirmed_notice(ctx, table, build_board_pages(table, name, ctx.localizer))
    await ctx.show_page(*pages)


def _add_unconfirmed_notice(ctx: InteractionContext, table: Table, pages: tuple[Page, ...]) -> tuple[Page, ...]:
    """Add a notice for a reader with unconfirmed steps: the public board does not show those."""
    if (
        table.match is None
        or table.match.acting_seat is None
        or table.match.acting_seat != table.find_seat(ctx.person.id)
    ):
        return pages
    first, *further = pages
    return first.with_notice(ctx.localizer.render_line("board.unconfirmed")), *further


async def show_rules(ctx: InteractionContext, table_id: int, _: str) -> None:
    """Handle the button Rules: show the paragraph of the open question, else the first entry of the rulebook."""
    async with ctx.service.lock_table(table_id) as table:
        own_seat = table.find_seat(ctx.person.id)
        prompt = None
        if table.match is not None and table.waiting:
            asked_seat = table.waiting[0] if own_seat is None or own_seat not in table.waiting else own_seat
            prompt = (
                table.match.find_prompt(asked_seat)
                if asked_seat == own_seat
                else table.match.build_public_match().find_prompt(asked_seat)
            )
        rule = find_paragraph(table.game, prompt.rule if prompt else None, ctx.localizer.first_lang)
        pages = build_rule_pages(table.game, rule, ctx.localizer)
    await ctx.show_page(*pages)


async def agree_to_request(ctx: InteractionContext, table_id: int, kind: str) -> None:
    """Handle the button Agree: consent to the open request. The sender updates its message and the card."""
    async with ctx.service.lock_table(table_id) as table:
        await consent.vote_yes(ctx.service, table, ctx.person, kind)
    await ctx.acknowledge()


async def refuse_request(ctx: InteractionContext, table_id: int, kind: str) -> None:
    async with ctx.service.lock_table(table_id) as table:
        await consent.vote_no(ctx.service, table, ctx.person, kind)
    await ctx.acknowledge()


async def give_day(ctx: InteractionContext, table_id: int, seat: str) -> None:
    """Handle the button Give a day: a waiting player gives a late seat one more day."""
    async with ctx.service.lock_table(table_id) as table:
        await lateness.give_day(ctx.service, table, ctx.person, read_seat(table, seat))
    await ctx.acknowledge()


async def postpone_reminder(ctx: InteractionContext, table_id: int, choice: str) -> None:
    """Handle the buttons Remind me later: postpone the next reminder."""
    async with ctx.service.lock_table(table_id) as table:
        remind_at = await snooze.snooze_reminder(ctx.service, table, ctx.person, choice)
    await ctx.send_text(
        ctx.localizer.render_line("snooze.never")
        if remind_at is None
        else ctx.localizer.render_line("snooze.until", at=remind_at // 1000)
    )


async def ask_autopilot(ctx: InteractionContext, table_id: int, seat: str) -> None:
    """Handle the autopilot button: ask the others to let a computer player answer for a late seat."""
    async with ctx.service.lock_table(table_id) as table:
        await consent.request_consent(
            ctx.service, table, ctx.person, votes.build_kind("relief", read_seat(table, seat))
        )
    await ctx.acknowledge()


async def return_to_seat(ctx: InteractionContext, table_id: int, _: str) -> None:
    """Handle the button I am back: end the autopilot or substitution; show the panel with the actions since."""
    async with ctx.service.lock_table(table_id) as table:
        own_seat = table.find_seat(ctx.person.id)
        if own_seat is not None and table.seats[own_seat].substitute is not None:
            await substitutes.stop_substitution(ctx.service, table, ctx.person)
        else:
            await autopilot.stop_own_autopilot(ctx.service, table, ctx.person)
        lines = [] if own_seat is None else await game_log.load_decisions_for(ctx.service, table, own_seat)
        notice = ctx.localizer.render_line("relief.done", count=len(lines)) if lines else ""
        page = _build_panel_page(ctx, table, notice, lines)
    await ctx.show_page(page)


async def undo_decision(ctx: InteractionContext, table_id: int, confirmed_n: str) -> None:
    """Undo the person's last step; ask before others are asked to take back a confirmed decision.

    confirmed_n: number of the decision for which the confirmation page was shown; "" if none was shown yet.
    """
    async with ctx.service.lock_table(table_id) as table:
        public_undo = await undo.find_public_undo(ctx.service, table, ctx.person)
        if public_undo is not None and str(public_undo.first) != confirmed_n:
            page = await _build_confirmation(ctx, table, public_undo)
        else:
            page = await _undo(ctx, table)
    await ctx.show_page(page)


async def _undo(ctx: InteractionContext, table: Table) -> Page:
    await consent.request_consent(ctx.service, table, ctx.person, "undo")
    is_pending = consent.find_request(table, "undo") is not None
    notice = ctx.localizer.render_line("consent.asked" if is_pending else "undo.done")
    return build_panel(table, table.require_seat(ctx.person.id), ctx.localizer, PanelState(notice=notice))


async def _build_confirmation(ctx: InteractionContext, table: Table, public_undo: PublicUndo) -> Page:
    own_seat, localizer, first = table.require_seat(ctx.person.id), ctx.localizer, public_undo.first
    lines = await game_log.load_reopened_lines(ctx.service, table, first, own_seat, ctx.person.id)
    names = localizer.join_names(titles.name_seat(table, table.seats[seat]) for seat in public_undo.other_seats)
    summary = summarize_lines(lines, own_seat, table.catalogue)
    is_alone = consent.needs_no_vote(table, ctx.person, "undo")
    sentences = (
        localizer.render_line("undo.sure"),
        localizer.render_line("undo.others", names=names) if names else "",
        "" if is_alone else localizer.render_line("undo.asks"),
        localizer.render_line("request.reopened" if summary.lines else "request.reopened_nothing"),
    )
    texts = (
        f"-# {titles.name_table(table, localizer)}",
        "\n".join(filter(None, sentences)),
        *(write_summary(table, summary, localizer) if summary.lines else ()),
    )
    label = localizer.render_label("undo.take_back" if is_alone else "undo.ask_others")
    buttons = (
        Button(build_table_id(table.key, "undo", str(first)), label, DANGER),
        Button(build_table_id(table.key, "play"), localizer.render_label("undo.keep")),
    )
    return Page(texts, (buttons,))


VERBS: Mapping[str, Callable[[InteractionContext, int, str], Awaitable[None]]] = {
    "play": open_panel,
    "seat": show_seat,
    "give": set_preset,
    "revoke": revoke_preset,
    "standing": set_general_preset,
    "zoom": show_board,
    "picture": show_picture,
    "rules": show_rules,
    "agree": agree_to_request,
    "refuse": refuse_request,
    "day": give_day,
    "relieve": ask_autopilot,
    "snooze": postpone_reminder,
    "back": return_to_seat,
    "undo": undo_decision,
}
