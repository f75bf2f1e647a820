"""Handlers of notice buttons: take a seat, substitute, force a late answer, wake a table, rematch."""

from collections.abc import Awaitable, Callable, Mapping

from bot.discord_ui.interaction.arguments import read_seat
from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.interaction.opening_rights import require_allowed_channel, require_opener, require_permissions
from bot.discord_ui.lobby.details import build_seats_page
from bot.discord_ui.lobby.handlers import leave_table as leave_lobby
from bot.discord_ui.lobby.handlers import start_game as start_lobby
from bot.discord_ui.lobby.players_menu import read_subject
from bot.table import Table, consent
from bot.table.history import game_log
from bot.table.lobby import invitations
from bot.table.seats import autopilot, open_seats, substitutes, table_sleep
from bot.table.seats import host as host_transfer
from bot.table.terms import votes
from bot.table.terms.server_settings import load_server_settings
from engines.kernel import Refused, Seat

from . import confirmation, irreversible
from .page import build_briefing, build_open_seat_page


async def show_open_seat(ctx: InteractionContext, table_id: int, arg: str) -> None:
    """Show the open seat; it is taken by a button on that page."""
    async with ctx.service.lock_table(table_id) as table:
        table.require_match()
        seat = read_seat(table, arg)
        if not table.seats[seat].is_vacant:
            raise Refused("life.refused.seat_taken")
        open_seats.check_may_take(table, ctx.person.id, seat)
        page = build_open_seat_page(table, seat, ctx.localizer)
    await ctx.show_page(page)


async def leave_table(ctx: InteractionContext, table_id: int, arg: str) -> None:
    """Handle the lobby's button Leave; a host is asked first, because the table may get another one."""
    async with ctx.service.lock_table(table_id) as table:
        is_host = irreversible.is_seated_host(table, ctx.person.id)
    if is_host:
        await confirmation.ask_confirmation(ctx, irreversible.build_departure(ctx, table_id))
    else:
        await leave_lobby(ctx, table_id, arg)


async def start_game(ctx: InteractionContext, table_id: int, arg: str) -> None:
    """Handle the lobby's button Start; a host of other people is asked first."""
    async with ctx.service.lock_table(table_id) as table:
        is_alone = not irreversible.list_other_people(table, ctx.person)
    if is_alone:
        await start_lobby(ctx, table_id, arg)
    else:
        await confirmation.ask_confirmation(ctx, irreversible.build_start(ctx, table_id))


async def take_seat(ctx: InteractionContext, table_id: int, arg: str) -> None:
    async with ctx.service.lock_table(table_id) as table:
        seat = read_seat(table, arg)
        await open_seats.take_seat(ctx.service, table, ctx.person, seat)
        lines = await game_log.load_log_lines(ctx.service, table, seat, person=ctx.person.id)
        page = build_briefing(table, seat, lines, ctx.localizer)
    await ctx.show_page(page)


async def accept_substitution(ctx: InteractionContext, table_id: int, arg: str) -> None:
    async with ctx.service.lock_table(table_id) as table:
        seat = read_seat(table, arg)
        await substitutes.accept_substitution(ctx.service, table, ctx.person, seat)
        lines = await game_log.load_log_lines(ctx.service, table, seat, person=ctx.person.id)
        page = build_briefing(table, seat, lines, ctx.localizer)
    await ctx.show_page(page)


async def wake_table(ctx: InteractionContext, table_id: int, _: str) -> None:
    async with ctx.service.lock_table(table_id) as table:
        await resume_table(ctx, table)
    await ctx.acknowledge()


async def resume_table(ctx: InteractionContext, table: Table) -> None:
    """Resume a sleeping table for the person, ending their autopilot."""
    own_seat = table.find_seat(ctx.person.id)
    if own_seat is not None and table.seats[own_seat].autopilot_policy is not None:
        await autopilot.stop_own_autopilot(ctx.service, table, ctx.person)
    else:
        await table_sleep.wake_for_person(ctx.service, table, ctx.person)


async def ask_to_finish(ctx: InteractionContext, table_id: int, _: str) -> None:
    """Ask a person alone with computers before these play the game to its end."""
    await confirmation.ask_confirmation(ctx, irreversible.build_last_stretch(ctx, table_id))


async def open_rematch(ctx: InteractionContext, table_id: int, _: str) -> None:
    """Open a new table with the same players and game (rematch), under the rules for `/table open`."""
    require_permissions(ctx, opens_thread=False)
    server_settings = await load_server_settings(ctx.service.db, ctx.interaction.guild_id or 0)
    require_opener(ctx, server_settings)
    require_allowed_channel(ctx, server_settings)
    opened = await invitations.open_rematch(ctx.service, table_id, ctx.person)
    async with ctx.service.lock_table(opened) as table:
        channel = table.row.channel_id
    await ctx.send_text(ctx.localizer.render_line("table.opened", id=opened, channel=f"<#{channel}>"))


async def ask_resignation(ctx: InteractionContext, table_id: int, _: str) -> None:
    """Ask a person before they give their seat up for good."""
    await confirmation.ask_confirmation(ctx, irreversible.build_resignation(ctx, table_id))


DONE_KEYS = {"host": "table.handed", "relief": "relief.given", "default": "seatcard.was_pressed"}
"""Sentences about requests of the players' menu that were carried out at once."""


async def choose_about_players(ctx: InteractionContext, table_id: int, _: str) -> None:
    """Handle the menu of what a person can do about others (`lobby.players_menu`)."""
    name, _, subject = ctx.selected_value.partition(":")
    if name not in ("extend", "remove", *DONE_KEYS):
        raise UserError("error.old_control")
    async with ctx.service.lock_table(table_id) as table:
        seat = None if name == "extend" else read_subject(table, subject)
        removed = table.seats[seat].person if name == "remove" and seat is not None else None
        if removed is None:
            done_key = await _ask_others(ctx, table, name, seat)
            notice = ctx.localizer.render_line(done_key)
            page = build_seats_page(table, ctx.localizer, ctx.person.id).with_notice(notice)
    if removed is None:
        await ctx.show_page(page)
    else:
        await confirmation.ask_confirmation(ctx, irreversible.build_removal(ctx, table_id, removed))


async def _ask_others(ctx: InteractionContext, table: Table, name: str, seat: Seat | None) -> str:
    """Carry out what the person may decide alone, else ask the others for consent; return the sentence about it."""
    if name == "host" and seat is not None and table.row.host == ctx.person.id:
        await host_transfer.hand_over_host(ctx.service, table, ctx.person, seat)
        return DONE_KEYS[name]
    kind = name if seat is None else votes.build_kind(name, seat)
    await consent.request_consent(ctx.service, table, ctx.person, kind)
    return "consent.asked" if consent.find_request(table, kind) else DONE_KEYS.get(name, "consent.done")


def _build_request_handler(name: str) -> Callable[[InteractionContext, int, str], Awaitable[None]]:
    """Return a handler that asks the other players for consent about a seat."""

    async def ask_consent(ctx: InteractionContext, table_id: int, seat: str) -> None:
        async with ctx.service.lock_table(table_id) as table:
            kind = votes.build_kind(name, read_seat(table, seat))
        if await irreversible.make_request(ctx, table_id, kind):
            await ctx.acknowledge()

    return ask_consent


VERBS: Mapping[str, Callable[[InteractionContext, int, str], Awaitable[None]]] = {
    "leave": leave_table,
    "start": start_game,
    "take": show_open_seat,
    "takeit": take_seat,
    "sit": accept_substitution,
    "wake": wake_table,
    "again": open_rematch,
    "finish": ask_to_finish,
    "resign": ask_resignation,
    "ask": choose_about_players,
    "press": _build_request_handler("default"),
    "autopilot": _build_request_handler("autopilot"),
    "score": _build_request_handler("score"),
    "void": _build_request_handler("void"),
}


async def ask_forgetting(ctx: InteractionContext, _: str = "") -> None:
    """Ask the person before everything about them is deleted."""
    await confirmation.ask_confirmation(ctx, irreversible.build_forgetting(ctx))


PERSONAL_VERBS: Mapping[str, Callable[[InteractionContext, str], Awaitable[None]]] = {
    "sure": confirmation.carry_out,
    "keep": confirmation.cancel_action,
    "forget": ask_forgetting,
}
