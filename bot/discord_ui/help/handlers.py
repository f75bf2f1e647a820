"""Handlers of controls that belong to no table (language menus, help pages, rulebook), and reports of a problem."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.lifecycle.page import build_votes_page
from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.entry_forms import EntryForm, TextField, build_modal, read_entry_form
from bot.discord_ui.page.pages import Page
from bot.discord_ui.rulebook.page import build_contents_page, build_rule_pages
from bot.discord_ui.text.localizer import Localizer
from bot.table.history import player_reports
from bot.table.personal import preferences
from bot.table.terms.languages import choose_lang
from engines.kernel import Game, load_games
from storage.persons import guilds, people
from storage.play import games as game_rows

from . import page

REPORT = "what"
"""The field of the entry form for a report."""


async def set_language(ctx: InteractionContext, _: str) -> None:
    """Handle the menu of the person's language (ja, en, or Discord's) and show the page in it."""
    value = ctx.selected_value
    await preferences.set_language(ctx.service, ctx.person, None if value == page.AS_DISCORD else choose_lang(value))
    await show_help(ctx)


async def set_public_language(ctx: InteractionContext, _: str) -> None:
    """Handle the menu of this server's default language of public posts."""
    guild = ctx.interaction.guild_id
    if guild is None or not _manages_server(ctx):
        raise UserError("help.managers_only")
    value = ctx.selected_value
    async with ctx.service.db.transaction() as tx:
        await guilds.set_language(tx, guild, None if value == page.AS_DISCORD else value)
    await show_help(ctx)


async def show_help(ctx: InteractionContext) -> None:
    """Show the help page in the person's current language."""
    known = await people.load_person(ctx.service.db, ctx.person.id)
    chosen = known.language if known else None
    guild = ctx.interaction.guild_id
    server = None
    if guild is not None and ctx.interaction.is_guild_integration() and _manages_server(ctx):
        server = page.ServerLanguage(await guilds.load_language(ctx.service.db, guild))
    await ctx.show_page(
        page.build_help_page(Localizer((choose_lang(chosen or ctx.interaction.locale),)), chosen, server)
    )


def _manages_server(ctx: InteractionContext) -> bool:
    return ctx.interaction.permissions.manage_guild


def _find_game(game_id: str) -> Game[Any]:
    """Return a game by its id. Raises UserError if there is none, as in a control of another version."""
    game = load_games().get(game_id)
    if game is None:
        raise UserError("error.old_control")
    return game


async def show_selected_rule(ctx: InteractionContext, arg: str) -> None:
    """Handle a menu of rulebook entries. The id's argument is `<game>` or `<game>.<first entry of the menu>`."""
    paragraph = ctx.selected_value
    await ctx.show_page(*build_rule_pages(_find_game(arg.partition(".")[0]), paragraph, ctx.localizer))


async def show_contents(ctx: InteractionContext, arg: str) -> None:
    """Show the contents of a rulebook. The id's argument is `<game>` or `<game>.<page>`."""
    game_id, _, number = arg.partition(".")
    page_number = int(number) if number.isascii() and number.isdecimal() else 0
    await ctx.show_page(build_contents_page(_find_game(game_id), ctx.localizer, page_number))


async def turn_to_rule(ctx: InteractionContext, arg: str) -> None:
    """Show another rulebook entry in the same message. The id's argument is `<game>.<id of the entry>`."""
    game_id, _, paragraph = arg.partition(".")
    await ctx.show_page(*build_rule_pages(_find_game(game_id), paragraph, ctx.localizer))


async def show_rule(ctx: InteractionContext, arg: str) -> None:
    """Show a rulebook entry in a new message. The id's argument is `<game>.<id of the entry>`."""
    game_id, _, paragraph = arg.partition(".")
    await ctx.show_page(*build_rule_pages(_find_game(game_id), paragraph, ctx.localizer), is_new_message=True)


async def show_votes(ctx: InteractionContext, _: str) -> None:
    """Show the table of votes."""
    await ctx.show_page(build_votes_page(ctx.localizer), is_new_message=True)


async def show_table_commands(ctx: InteractionContext, _: str) -> None:
    await ctx.show_page(page.build_table_commands_page(ctx.localizer), is_new_message=True)


async def show_personal_commands(ctx: InteractionContext, _: str) -> None:
    await ctx.show_page(page.build_personal_commands_page(ctx.localizer), is_new_message=True)


async def show_moderator_commands(ctx: InteractionContext, _: str) -> None:
    await ctx.show_page(page.build_moderators_page(ctx.localizer), is_new_message=True)


async def open_report_form(ctx: InteractionContext, table_id: int, message_id: int) -> None:
    """Open the entry form of a report about a message; it carries the number of that message."""
    custom_id = build_table_id(await game_rows.load_key(ctx.service.db, table_id), "report", str(message_id))
    label = ctx.localizer.render_label("report.label")
    field = TextField(REPORT, label, player_reports.MAX_TEXT_LENGTH, is_long=True)
    await ctx.first_answer.send_entry_form(
        build_modal(EntryForm(custom_id, ctx.localizer.render_label("menu.report"), (field,)))
    )


async def handle_report(ctx: InteractionContext, table_id: int, message_id: str) -> None:
    [text] = read_entry_form(ctx.interaction).get(REPORT, ("",))
    await store_report(ctx, table_id, text, message_id if message_id.isdecimal() else "")


async def store_report(ctx: InteractionContext, table_id: int, text: str, message_id: str = "") -> None:
    """Store a report about a table with what the person sees now, and send it to them as a file."""
    async with ctx.service.lock_table(table_id) as table:
        stored_report = await player_reports.store_report(ctx.service, table, ctx.person, text, message_id)
    page = Page((ctx.localizer.render_line("report.noted", id=stored_report.report.id),))
    await ctx.send_file(
        page, f"teban-report-{stored_report.report.id}.json", msgspec.json.format(msgspec.json.encode(stored_report))
    )


VERBS: Mapping[str, Callable[[InteractionContext, str], Awaitable[None]]] = {
    "language": set_language,
    "public": set_public_language,
    "rule": show_selected_rule,
    "contents": show_contents,
    "turn": turn_to_rule,
    "look": show_rule,
    "votes": show_votes,
    "tables": show_table_commands,
    "yours": show_personal_commands,
    "moderators": show_moderator_commands,
}
ENTRY_FORM_VERBS: Mapping[str, Callable[[InteractionContext, int, str], Awaitable[None]]] = {"report": handle_report}
