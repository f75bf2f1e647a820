"""Handlers of the lobby's controls. They answer with the changed lobby; after the start the sender posts the card."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.discord_ui.interaction.arguments import read_number
from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.me.settings_page import load_settings_page
from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.entry_forms import EntryForm, TextField, build_modal, read_entry_form
from bot.discord_ui.page.pages import SUCCESS, Button
from bot.discord_ui.text.localizer import Localizer
from bot.table import Table
from bot.table.clock import time_zone_guess
from bot.table.lobby import seating, shuffle_shares
from bot.table.personal import preferences
from bot.table.state.fairness_proof import MAX_SHARE_LENGTH
from engines.kernel import Refused
from storage.persons import people
from storage.play import games as game_rows

from .details import build_seats_page
from .options_entry_forms import build_options_entry_form, describe_kept_options, read_changes
from .page import build_lobby

WORD = "word"
"""The field of the entry form with a person's word for the shuffle."""
FLAGS = {"rated": "is_rated", "closed": "is_invite_only"}
"""Settings that are on or off, by their names in the controls."""


async def _change_table(ctx: InteractionContext, table_id: int, change: Callable[[Table], Awaitable[None]]) -> None:
    try:
        async with ctx.service.lock_table(table_id) as table:
            await change(table)
    except Refused:
        if ctx.selected_values and not ctx.is_on_private_page:
            await _show_seats(ctx, table_id)  # before an edit, Discord does not send the same choice again
        raise
    await _show_seats(ctx, table_id)


async def _show_seats(ctx: InteractionContext, table_id: int) -> None:
    """Show the table's seats as they are now on the message that was pressed."""
    if ctx.is_on_private_page:
        await show_details(ctx, table_id)
        return
    async with ctx.service.lock_table(table_id) as table:
        lobby = build_lobby(table, Localizer.of_table(table.row.language)) if table.is_open else None
    if lobby is None:
        await ctx.acknowledge()
    else:
        await ctx.edit_public_message(lobby)


async def show_details(ctx: InteractionContext, table_id: int, _: str = "") -> None:
    """Show seats, options and settings to this person, with the controls that they may use."""
    async with ctx.service.lock_table(table_id) as table:
        page = build_seats_page(table, ctx.localizer, ctx.person.id)
    await ctx.show_page(page)


async def join_table(ctx: InteractionContext, table_id: int, _: str) -> None:
    await _change_table(ctx, table_id, lambda table: seating.join_table(ctx.service, table, ctx.person))
    await ask_sleeping_hours(ctx, table_id)


async def ask_sleeping_hours(ctx: InteractionContext, table_id: int) -> None:
    """Ask a person without time zone for their sleeping hours, with a guess; the question ends with any answer."""
    known = await people.load_person(ctx.service.db, ctx.person.id)
    if known is not None and known.zone is not None:
        return
    zone = await time_zone_guess.guess_zone_of(ctx.service.db, ctx.person.id, str(ctx.interaction.locale))
    key = await game_rows.load_key(ctx.service.db, table_id)
    keys = (
        [Button(build_table_id(key, "hours", f"{zone}/-"), ctx.localizer.render_label("me.hours_none"))] if zone else []
    )
    if zone is None:
        text = ctx.localizer.render_line("me.hours_ask")
    else:
        keys.insert(
            0, Button(build_table_id(key, "hours", zone), ctx.localizer.render_label("me.hours_right"), SUCCESS)
        )
        text = ctx.localizer.render_line("me.hours_guess", zone=zone)
    await ctx.send_text(text, *keys)


async def set_sleeping_hours(ctx: InteractionContext, _table_id: int, arg: str) -> None:
    """Handle the answer to the guess: store the time zone, with the usual night or (`/-`) with none."""
    zone = arg.removesuffix("/-")
    await preferences.set_hours(
        ctx.service, ctx.person, zone, None if zone != arg else time_zone_guess.PROPOSED_NIGHT, ()
    )
    await ctx.show_page(await load_settings_page(ctx))


async def leave_table(ctx: InteractionContext, table_id: int, _: str) -> None:
    await _change_table(ctx, table_id, lambda table: seating.leave_table(ctx.service, table, ctx.person))


async def ask_word(ctx: InteractionContext, table_id: int, _: str) -> None:
    """Open the entry form for a word of the person's own in the shuffle."""
    async with ctx.service.lock_table(table_id) as table:
        table.require_open()
        table.require_seat(ctx.person.id)
        custom_id = build_table_id(table.key, "word")
    label = ctx.localizer.render_label("lobby.word_label")
    field = TextField(WORD, label, MAX_SHARE_LENGTH)
    await ctx.first_answer.send_entry_form(
        build_modal(EntryForm(custom_id, ctx.localizer.render_label("lobby.word"), (field,)))
    )


async def set_word(ctx: InteractionContext, table_id: int, _: str) -> None:
    """Handle the entry form of `ask_word`."""
    [word] = read_entry_form(ctx.interaction).get(WORD, ("",))
    async with ctx.service.lock_table(table_id) as table:
        await shuffle_shares.set_share(ctx.service, table, ctx.person, word)
        page = build_seats_page(table, ctx.localizer, ctx.person.id)
    await ctx.show_page(page.with_notice(ctx.localizer.render_line("table.word")))


async def start_game(ctx: InteractionContext, table_id: int, _: str) -> None:
    await _change_table(ctx, table_id, lambda table: seating.start_game(ctx.service, table, ctx.person))


async def choose_colour(ctx: InteractionContext, table_id: int, _: str) -> None:
    chosen = ctx.selected_value
    colour_choice = None if chosen == "-" else chosen
    await _change_table(
        ctx, table_id, lambda table: seating.choose_colour(ctx.service, table, ctx.person, colour_choice)
    )


async def change_computers(ctx: InteractionContext, table_id: int, _: str) -> None:
    chosen = ctx.selected_value
    operation, argument = chosen[0], chosen[1:]
    if operation == "+":
        await _change_table(ctx, table_id, lambda table: seating.add_computer(ctx.service, table, ctx.person, argument))
    else:
        await _change_table(
            ctx, table_id, lambda table: seating.remove_computer(ctx.service, table, ctx.person, read_number(argument))
        )


async def move_seat_up(ctx: InteractionContext, table_id: int, _: str) -> None:
    seat = read_number(ctx.selected_value)
    await _change_table(ctx, table_id, lambda table: seating.move_seat(ctx.service, table, ctx.person, seat, seat - 1))


def _read_choice(ctx: InteractionContext) -> tuple[str, str]:
    """Return the name and the value that are selected in a menu of several settings."""
    name, is_pair, value = ctx.selected_value.partition("=")
    if not is_pair:
        raise UserError("error.old_control")
    return name, value


async def set_option(ctx: InteractionContext, table_id: int, _: str) -> None:
    """Handle the menu of options that pages older than 0.14 have."""
    name, value = _read_choice(ctx)
    await _change_table(ctx, table_id, lambda table: seating.set_options(ctx.service, table, ctx.person, {name: value}))


async def ask_options(ctx: InteractionContext, table_id: int, page: str) -> None:
    """Open an entry form with options of the game."""
    async with ctx.service.lock_table(table_id) as table:
        table.require_open()
        table.require_host(ctx.person.id)
        entry_form = build_options_entry_form(table, page, ctx.localizer)
    await ctx.first_answer.send_entry_form(build_modal(entry_form))


async def set_options(ctx: InteractionContext, table_id: int, arg: str) -> None:
    """Handle an entry form of `ask_options`: set the options that the person has changed and nobody else has."""
    async with ctx.service.lock_table(table_id) as table:
        changes = read_changes(table, arg, read_entry_form(ctx.interaction))
        await seating.set_options(ctx.service, table, ctx.person, changes.new_values)
        page = build_seats_page(table, ctx.localizer, ctx.person.id)
        if changes.kept_values:
            page = page.with_notice(describe_kept_options(table, changes.kept_values, ctx.localizer))
    await ctx.show_page(page)


async def change_setting(ctx: InteractionContext, table_id: int, _: str) -> None:
    name, text = _read_choice(ctx)
    value: Any = (read_number(text) or None) if text.isdigit() else text  # 0 means unlimited
    if name in FLAGS:
        value = text == "1"
    await _change_table(
        ctx,
        table_id,
        lambda table: seating.set_settings(ctx.service, table, ctx.person, **{FLAGS.get(name, name): value}),
    )


VERBS: Mapping[str, Callable[[InteractionContext, int, str], Awaitable[None]]] = {
    "join": join_table,
    "terms": show_details,
    "hours": set_sleeping_hours,
    "word": ask_word,
    "colour": choose_colour,
    "computer": change_computers,
    "up": move_seat_up,
    "option": set_option,
    "options": ask_options,
    "setting": change_setting,
}
ENTRY_FORM_VERBS: Mapping[str, Callable[[InteractionContext, int, str], Awaitable[None]]] = {
    "word": set_word,
    "options": set_options,
}
