"""`/table`: open a table, leave it, change its seats, end it."""

from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import Interaction, app_commands
from discord.app_commands import Choice, Range

from bot.discord_ui.card.my_seat import build_return_button
from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.handling import complete_parameter, handle_interaction
from bot.discord_ui.interaction.opening_rights import require_allowed_channel, require_opener, require_permissions
from bot.discord_ui.lifecycle import irreversible
from bot.discord_ui.lifecycle.confirmation import ask_confirmation
from bot.discord_ui.lobby.details import build_seats_page
from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import Localizer
from bot.table.lobby import seating
from bot.table.seats import autopilot, substitutes
from bot.table.state.seat_names import name_at_seat, name_person
from bot.table.state.settings import ORDERS
from bot.table.terms.languages import PUBLIC_LANGUAGES, add_language, choose_lang, put_language_first
from bot.table.terms.server_settings import load_server_settings
from bot.table.terms.table_terms import REMINDER_HOURS, TIME_CONTROLS, UNDO_POLICIES, TableTerms
from engines.kernel import LETTERS
from storage.persons import guilds, people

from .channels import announce_thread, create_thread, find_table_id_here, rename_thread
from .forums import ForumParameter, choose_tags, create_forum_post, find_forum
from .parameters import complete_game, find_game_id
from .translation import describe_parameters, translatable, translate_description


@dataclass(frozen=True, slots=True)
class OpeningWishes:
    """Values typed with `/table open`; None: the server's default."""

    reminder: int | None
    """Hours between two reminders; 0: no reminders."""
    pace: str | None
    """One of KNOWN_CONTROLS."""
    undo: str | None
    """One of UNDO_POLICIES."""


async def build_terms(
    ctx: InteractionContext, wishes: OpeningWishes, usual: TableTerms, forum: int | None
) -> TableTerms:
    """Return the terms of a new table in this channel or forum: typed values, else the server's defaults, else `usual`.

    Raises UserError if the person may not open a table there.
    """
    server_settings = await load_server_settings(ctx.service.db, ctx.interaction.guild_id or 0)
    require_opener(ctx, server_settings)
    require_allowed_channel(ctx, server_settings, forum)
    reminder = next(
        h for h in (wishes.reminder, server_settings.reminder_hours, usual.reminder_hours, 0) if h is not None
    )
    pace = wishes.pace or server_settings.pace
    return replace(
        usual,
        reminder_hours=reminder or None,
        pace=pace or usual.pace,
        has_default_pace=pace is None,
        undo=wishes.undo or server_settings.undo or usual.undo,
    )


IN_GUILDS = app_commands.AppCommandContext(guild=True)
table_group = app_commands.Group(name="table", description=translate_description("table"), allowed_contexts=IN_GUILDS)


def _build_choices(key: str, values: tuple[str, ...]) -> list[Choice[str]]:
    return [Choice(name=translatable(f"{key}.{value}"), value=value) for value in values]


@table_group.command(name="open", description=translate_description("table.open"))
@describe_parameters(
    "table.open", "game", "players", "thread", "forum", "language", "reminder", "pace", "undo", "order", "rated"
)
@app_commands.choices(
    language=_build_choices("setting.language", PUBLIC_LANGUAGES),
    pace=_build_choices("setting.pace", TIME_CONTROLS),
    undo=_build_choices("setting.undo", UNDO_POLICIES),
    order=_build_choices("setting.order", ORDERS),
)
async def open_table(  # noqa: PLR0917 - Discord's command has these
    interaction: Interaction[Any],
    game: str,
    players: Range[int, 1, len(LETTERS)] | None = None,
    thread: bool | None = None,
    forum: ForumParameter | None = None,
    language: str | None = None,
    reminder: Range[int, 0, REMINDER_HOURS[1]] | None = None,
    pace: str | None = None,
    undo: str | None = None,
    order: str = ORDERS[0],
    rated: bool = False,
) -> None:
    async def work(ctx: InteractionContext) -> None:
        game_id = find_game_id(game)
        host_lang = ctx.person.lang
        server_language = await find_server_language(ctx)
        public_language = put_language_first(
            language or add_language(host_lang, server_language or host_lang), host_lang
        )
        forum_channel = await find_forum(ctx, forum, thread)
        defaults = TableTerms(
            language=public_language,
            adds_languages=language is None,
            server_language=server_language,
            players=players,
            order=order,
            is_rated=rated,
        )
        forum_id = None if forum_channel is None else forum_channel.id
        terms = await build_terms(ctx, OpeningWishes(reminder, pace, undo), defaults, forum_id)
        definition, _ = terms.build_settings(game_id)  # may refuse, so before a thread is created
        require_permissions(ctx, bool(thread), forum_channel)
        channel_id = interaction.channel_id
        assert interaction.guild_id is not None and channel_id is not None
        await seating.check_may_open(ctx.service, interaction.guild_id, ctx.person)
        remarks: tuple[str, ...] = ()
        if not thread and forum_channel is None:
            table_id = await seating.open_table(
                ctx.service, interaction.guild_id, channel_id, ctx.person, game_id, terms
            )
        else:
            await ctx.defer()
            localizer = Localizer.of_table(public_language)
            title = titles.name_game(definition, localizer)
            host = name_at_seat(ctx.person.name, 0)
            if forum_channel is None:
                creation = create_thread(ctx, f"{title} – {host}")
            else:
                tags, remarks = choose_tags(ctx, forum_channel, definition)
                text = localizer.render_line("table.forum_post", who=name_person(ctx.person.name), game=title)
                creation = create_forum_post(ctx, forum_channel, f"{title} – {host}", text, tags)
            async with creation as created_thread:
                channel_id = created_thread.id
                table_id = await seating.open_table(
                    ctx.service, interaction.guild_id, channel_id, ctx.person, game_id, terms
                )
            await rename_thread(table_id, created_thread, f"{title} #{table_id} – {host}")
            if forum_channel is None:
                await announce_thread(ctx, table_id, channel_id, localizer)
        opened = ctx.localizer.render_line("table.opened", id=table_id, channel=f"<#{channel_id}>")
        await ctx.send_text("\n".join((opened, *remarks)))

    await handle_interaction(interaction, work)


@open_table.autocomplete("game")
async def _complete_game(interaction: Interaction[Any], typed_text: str) -> list[Choice[str]]:
    async def list_choices(ctx: InteractionContext) -> list[Choice[str]]:
        return complete_game(ctx, typed_text)

    return await complete_parameter(interaction, list_choices)


async def find_server_language(ctx: InteractionContext) -> str | None:
    """Return the language of a server's public posts: the server's choice, its locale, or the bot's default if the host
    has no language; None: the host's language.

    American English is Discord's default for servers and people, so it is not taken as a choice.
    """
    interaction = ctx.interaction
    chosen = await guilds.load_language(ctx.service.db, interaction.guild_id or 0)
    if chosen is not None:
        return chosen
    person = await people.load_person(ctx.service.db, ctx.person.id)
    if interaction.guild_locale not in (None, discord.Locale.american_english):
        return choose_lang(interaction.guild_locale)
    if person is not None and person.language is not None:
        return None
    if interaction.locale is not discord.Locale.american_english:
        return None
    return ctx.bot.language


@table_group.command(name="leave", description=translate_description("table.leave"))
async def leave(interaction: Interaction[Any]) -> None:
    async def work(ctx: InteractionContext) -> None:
        table_id = await find_table_id_here(ctx)
        async with ctx.service.lock_table(table_id) as table:
            is_host = irreversible.is_seated_host(table, ctx.person.id)
            is_alone = irreversible.plays_alone(table, ctx.person.id)
        if is_host or is_alone:
            build_action = irreversible.build_departure if is_host else irreversible.build_last_stretch
            await ask_confirmation(ctx, build_action(ctx, table_id))
            return
        async with ctx.service.lock_table(table_id) as table:
            own_seat = table.find_seat(ctx.person.id)
            if own_seat is not None and table.seats[own_seat].substitute == ctx.person.id:
                await substitutes.stop_substitution(ctx.service, table, ctx.person)
                page = None
            elif table.row.status == "playing":
                await autopilot.start_own_autopilot(ctx.service, table, ctx.person)
                page = build_seats_page(table, ctx.localizer, ctx.person.id).with_notice(
                    ctx.localizer.render_line("relief.yours")
                )
                page = replace(page, rows=(*page.rows, (build_return_button(table, ctx.localizer),)))
            else:
                await seating.leave_table(ctx.service, table, ctx.person)
                page = None
        if page is None:
            await ctx.send_text(ctx.localizer.render_line("table.left"))
        else:
            await ctx.show_page(page)

    await handle_interaction(interaction, work)


@table_group.command(name="seats", description=translate_description("table.seats"))
async def seats(interaction: Interaction[Any]) -> None:
    async def work(ctx: InteractionContext) -> None:
        async with ctx.service.lock_table(await find_table_id_here(ctx)) as table:
            page = build_seats_page(table, ctx.localizer, ctx.person.id)
        await ctx.show_page(page)

    await handle_interaction(interaction, work)


@table_group.command(name="end", description=translate_description("table.end"))
async def end(interaction: Interaction[Any]) -> None:
    async def work(ctx: InteractionContext) -> None:
        await ask_confirmation(ctx, irreversible.build_end(ctx, await find_table_id_here(ctx)))

    await handle_interaction(interaction, work)
