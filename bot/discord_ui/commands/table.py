"""/table: open, join, leave, start, seats, settings, host, relief, end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from discord import Interaction, app_commands
from discord.app_commands import Choice, Range

from bot.discord_ui.card.seat import relief_over
from bot.discord_ui.interaction.click import Click
from bot.discord_ui.interaction.errors import guarded, offered
from bot.discord_ui.lobby.page import seats_page
from bot.discord_ui.lobby.presses import ask_hours
from bot.discord_ui.text import titles
from bot.discord_ui.text.voice import Voice, lang_of
from bot.table import consent
from bot.table.fairness import proof, shuffle
from bot.table.life import hosting, relief, sitting, votes
from bot.table.live import ORDERS
from bot.table.lobby import seating
from bot.table.lobby.agreement import PUBLIC_LANGUAGES, REMINDER_HOURS, SPEEDS, UNDO_POLICIES, Agreement
from engines.kernel import LETTERS
from storage.persons import guilds, people

from .channels import announce_thread, name_thread, new_thread, require_permissions, table_here
from .choices import engine_named, games_offered, is_person, is_person_or_vacant, seat_named, seats_offered
from .opening import Wishes, opening
from .translate import describe, description, text

IN_GUILDS = app_commands.AppCommandContext(guild=True)
table = app_commands.Group(name="table", description=description("table"), allowed_contexts=IN_GUILDS)


def _choices(key: str, values: tuple[str, ...]) -> list[Choice[str]]:
    return [Choice(name=text(f"{key}.{value}"), value=value) for value in values]


@table.command(name="open", description=description("table.open"))
@describe("table.open", "game", "players", "thread", "language", "reminder", "pace", "undo", "order", "rated")
@app_commands.choices(
    language=_choices("setting.language", PUBLIC_LANGUAGES),
    pace=_choices("setting.pace", SPEEDS),
    undo=_choices("setting.undo", UNDO_POLICIES),
    order=_choices("setting.order", ORDERS),
)
async def open_(  # noqa: PLR0917 - Discord's command has these
    interaction: Interaction[Any],
    game: str,
    players: Range[int, 1, len(LETTERS)] | None = None,
    thread: bool = False,
    language: str | None = None,
    reminder: Range[int, 0, REMINDER_HOURS[1]] | None = None,
    pace: str | None = None,
    undo: str | None = None,
    order: str = ORDERS[0],
    rated: bool = False,
) -> None:
    async def work(click: Click) -> None:
        engine = engine_named(game)
        spoken = language or await default_language(click)
        usual = Agreement(language=spoken, players=players, order=order, rated=rated)
        agreed = await opening(click, Wishes(reminder, pace, undo), usual)
        definition, _ = agreed.plan(engine)  # before a thread is made that nobody needs
        require_permissions(click, thread)
        where = interaction.channel_id
        assert interaction.guild_id is not None and where is not None
        if not thread:
            game_id = await seating.open_table(click.tables, interaction.guild_id, where, click.person, engine, agreed)
        else:
            await click.take_time()
            title, host = titles.game_title(definition, Voice.of_table(spoken)), click.person.name
            async with new_thread(click, f"{title} – {host}") as made:
                where = made.id
                game_id = await seating.open_table(
                    click.tables, interaction.guild_id, where, click.person, engine, agreed
                )
            await name_thread(game_id, made, f"{title} #{game_id} – {host}")
            await announce_thread(click, game_id, where, Voice.of_table(spoken))
        await click.tell(click.voice.line("table.opened", id=game_id, channel=f"<#{where}>"))

    await guarded(interaction, work)


@open_.autocomplete("game")
async def _games(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    async def offers(click: Click) -> list[Choice[str]]:
        return games_offered(click, typed)

    return await offered(interaction, offers)


async def default_language(click: Click) -> str:
    """What the server has chosen, else its locale, else how the host reads, else what the operator has set.

    American English is Discord's default, for servers and people alike, and says nothing.
    """
    interaction = click.interaction
    chosen = await guilds.language(click.tables.db, interaction.guild_id or 0)
    if chosen is not None:
        return chosen
    person = await people.get(click.tables.db, click.person.id)
    if interaction.guild_locale not in (None, discord.Locale.american_english):
        return lang_of(interaction.guild_locale)
    if person is not None and person.language is not None:
        return person.language
    if interaction.locale is not discord.Locale.american_english:
        return lang_of(interaction.locale)
    return click.bot.language


@table.command(name="join", description=description("table.join"))
@describe("table.join", "colour")
async def join(interaction: Interaction[Any], colour: str | None = None) -> None:
    async def work(click: Click) -> None:
        async with click.tables.at(await table_here(click)) as live:
            await seating.join(click.tables, live, click.person, colour)
            page = seats_page(live, click.voice)
            game = live.id
        await click.show(page)
        await ask_hours(click, game)

    await guarded(interaction, work)


@join.autocomplete("colour")
async def _colours(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    async def offers(click: Click) -> list[Choice[str]]:
        async with click.tables.at(await table_here(click)) as live:
            taken = {seated.colour for seated in live.seats}
            chosen = live.game.seat_colors is None
            free = [colour for colour in live.game.colors if chosen and colour not in taken]
            named = [(titles.colour(live.words, colour, click.voice), colour) for colour in free]
        return [Choice(name=name, value=colour) for name, colour in named if typed in name or typed in colour]

    return await offered(interaction, offers)


@table.command(name="leave", description=description("table.leave"))
async def leave(interaction: Interaction[Any]) -> None:
    async def work(click: Click) -> None:
        async with click.tables.at(await table_here(click)) as live:
            own = live.seat_of(click.person.id)
            if own is not None and live.seats[own].sitter == click.person.id:
                await sitting.stop(click.tables, live, click.person)
                page = None
            elif live.row.status == "playing":
                await relief.leave(click.tables, live, click.person)
                page = seats_page(live, click.voice).with_notice(click.voice.line("relief.yours"))
                page = replace(page, rows=(*page.rows, (relief_over(live, click.voice),)))
            else:
                await seating.leave(click.tables, live, click.person)
                page = None
        if page is None:
            await click.tell(click.voice.line("table.left"))
        else:
            await click.show(page)

    await guarded(interaction, work)


@table.command(name="word", description=description("table.word"))
@describe("table.word", "word")
async def word(interaction: Interaction[Any], word: Range[str, 1, proof.LONGEST_SHARE]) -> None:
    async def work(click: Click) -> None:
        async with click.tables.at(await table_here(click)) as live:
            await shuffle.put_in(click.tables, live, click.person, word)
        await click.tell(click.voice.line("table.word"))

    await guarded(interaction, work)


@table.command(name="start", description=description("table.start"))
async def start(interaction: Interaction[Any]) -> None:
    async def work(click: Click) -> None:
        async with click.tables.at(await table_here(click)) as live:
            await seating.start(click.tables, live, click.person)
        await click.tell(click.voice.line("table.started"))

    await guarded(interaction, work)


@table.command(name="seats", description=description("table.seats"))
async def seats(interaction: Interaction[Any]) -> None:
    async def work(click: Click) -> None:
        async with click.tables.at(await table_here(click)) as live:
            page = seats_page(live, click.voice)
        await click.show(page)

    await guarded(interaction, work)


@table.command(name="settings", description=description("table.settings"))
async def settings(interaction: Interaction[Any]) -> None:
    async def work(click: Click) -> None:
        async with click.tables.at(await table_here(click)) as live:
            page = seats_page(live, click.voice)
        await click.show(page)

    await guarded(interaction, work)


@table.command(name="host", description=description("table.host"))
@describe("table.host", "player")
async def host(interaction: Interaction[Any], player: str) -> None:
    async def work(click: Click) -> None:
        async with click.tables.at(await table_here(click)) as live:
            seat = seat_named(live, player, is_person)
            if live.row.host == click.person.id:
                await hosting.hand_over(click.tables, live, click.person, seat)
            else:
                await consent.ask(click.tables, live, click.person, votes.named("host", seat))
            handed = live.row.host == live.seats[seat].person
        await click.tell(click.voice.line("table.handed" if handed else "consent.asked"))

    await guarded(interaction, work)


@table.command(name="relief", description=description("table.relief"))
@describe("table.relief", "player")
async def relieve(interaction: Interaction[Any], player: str) -> None:
    async def work(click: Click) -> None:
        async with click.tables.at(await table_here(click)) as live:
            seat = seat_named(live, player, is_person_or_vacant)
            await consent.ask(click.tables, live, click.person, votes.named("relief", seat))
            given = live.seats[seat].relief is not None
        await click.tell(click.voice.line("relief.given" if given else "consent.asked"))

    await guarded(interaction, work)


@host.autocomplete("player")
async def _others(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    return await seats_offered(interaction, typed, is_person)


@relieve.autocomplete("player")
async def _relievable(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    return await seats_offered(interaction, typed, is_person_or_vacant)


@table.command(name="end", description=description("table.end"))
async def end(interaction: Interaction[Any]) -> None:
    async def work(click: Click) -> None:
        async with click.tables.at(await table_here(click)) as live:
            if live.is_open:
                await consent.end_open_table(click.tables, live, click.person)
            else:
                await consent.ask(click.tables, live, click.person, "end")
            ended = live.row.status == "ended"
        await click.tell(click.voice.line("table.ended" if ended else "consent.asked"))

    await guarded(interaction, work)
