"""Handlers of notice buttons: take a seat, substitute, force a late answer, wake a table, rematch."""

from collections.abc import Awaitable, Callable, Mapping

from bot.discord_ui.interaction.arguments import read_seat
from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.lobby.handlers import leave_table as leave_lobby
from bot.discord_ui.lobby.handlers import start_game as start_lobby
from bot.table import Table
from bot.table.history import game_log
from bot.table.lobby import invitations
from bot.table.policy import votes
from bot.table.seats import autopilot, open_seats, substitutes, table_sleep
from engines.kernel import Refused

from . import confirmation, irreversible
from .page import build_briefing, build_open_seat_page


async def show_open_seat(ctx: InteractionContext, game: int, arg: str) -> None:
    """Show the open seat; it is taken by a button on that page."""
    async with ctx.service.lock_table(game) as table:
        table.require_match()
        seat = read_seat(table, arg)
        if not table.seats[seat].is_vacant:
            raise Refused("life.refused.seat_taken")
        open_seats.check_may_take(table, ctx.person.id, seat)
        page = build_open_seat_page(table, seat, ctx.localizer)
    await ctx.show_page(page)


async def leave_table(ctx: InteractionContext, game: int, arg: str) -> None:
    """Handle the lobby's button Leave; a host is asked first, because the table may get another one."""
    async with ctx.service.lock_table(game) as table:
        is_host = irreversible.is_seated_host(table, ctx.person.id)
    if is_host:
        await confirmation.ask_confirmation(ctx, irreversible.build_departure(ctx, game))
    else:
        await leave_lobby(ctx, game, arg)


async def start_game(ctx: InteractionContext, game: int, arg: str) -> None:
    """Handle the lobby's button Start; a host of other people is asked first."""
    async with ctx.service.lock_table(game) as table:
        is_alone = not irreversible.list_other_people(table, ctx.person)
    if is_alone:
        await start_lobby(ctx, game, arg)
    else:
        await confirmation.ask_confirmation(ctx, irreversible.build_start(ctx, game))


async def take_seat(ctx: InteractionContext, game: int, arg: str) -> None:
    async with ctx.service.lock_table(game) as table:
        seat = read_seat(table, arg)
        await open_seats.take_seat(ctx.service, table, ctx.person, seat)
        lines = await game_log.load_log_lines(ctx.service, table, seat)
        page = build_briefing(table, seat, lines, ctx.localizer)
    await ctx.show_page(page)


async def accept_substitution(ctx: InteractionContext, game: int, arg: str) -> None:
    async with ctx.service.lock_table(game) as table:
        seat = read_seat(table, arg)
        await substitutes.accept_substitution(ctx.service, table, ctx.person, seat)
        lines = await game_log.load_log_lines(ctx.service, table, seat)
        page = build_briefing(table, seat, lines, ctx.localizer)
    await ctx.show_page(page)


async def wake_table(ctx: InteractionContext, game: int, _: str) -> None:
    async with ctx.service.lock_table(game) as table:
        await resume_table(ctx, table)
    await ctx.acknowledge()


async def resume_table(ctx: InteractionContext, table: Table) -> None:
    """Resume a sleeping table for the person, ending their autopilot."""
    own_seat = table.seat_of(ctx.person.id)
    if own_seat is not None and table.seats[own_seat].autopilot_policy is not None:
        await autopilot.stop_own_autopilot(ctx.service, table, ctx.person)
    else:
        await table_sleep.wake_for_person(ctx.service, table, ctx.person)


async def ask_to_finish(ctx: InteractionContext, game: int, _: str) -> None:
    """Ask a person alone with computers before these play the game to its end."""
    await confirmation.ask_confirmation(ctx, irreversible.build_last_stretch(ctx, game))


async def open_rematch(ctx: InteractionContext, game: int, _: str) -> None:
    """Open a new table with the same players and game (rematch)."""
    async with ctx.service.lock_table(game) as table:
        opened = await invitations.open_rematch(ctx.service, table, ctx.person)
        channel = table.row.channel_id
    await ctx.send_text(ctx.localizer.render_line("table.opened", id=opened, channel=f"<#{channel}>"))


def _build_request_handler(name: str) -> Callable[[InteractionContext, int, str], Awaitable[None]]:
    """Return a handler that asks the other players for consent about a seat."""

    async def ask_consent(ctx: InteractionContext, game: int, seat: str) -> None:
        async with ctx.service.lock_table(game) as table:
            kind = votes.build_kind(name, read_seat(table, seat))
        if await irreversible.make_request(ctx, game, kind):
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
    "keep": confirmation.keep_things,
    "forget": ask_forgetting,
}
"""forget: on pages of before 0.14."""
