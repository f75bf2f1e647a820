"""/table sitter, replace, resign, press: who plays for somebody who does not."""

from __future__ import annotations

from typing import Any

import discord
from discord import Interaction
from discord.app_commands import Choice

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.interaction.errors import guarded
from bot.table import consent
from bot.table.life import sitting, vacancy, votes

from .channels import table_here
from .choices import end_of_day, guest, is_person, is_person_or_vacant, seat_named, seats_offered
from .table import table
from .translate import describe, description


@table.command(name="sitter", description=description("table.sitter"))
@describe("table.sitter", "person", "until")
async def sitter(interaction: Interaction[Any], person: discord.User, until: str) -> None:
    async def work(click: Click) -> None:
        end = await end_of_day(click, until)
        async with click.tables.at(await table_here(click)) as live:
            await sitting.invite(click.tables, live, click.person, guest(click, person), end)
        await click.tell(click.voice.line("consent.asked"))

    await guarded(interaction, work)


@table.command(name="replace", description=description("table.replace"))
@describe("table.replace", "player", "person")
async def replace(interaction: Interaction[Any], player: str | None = None, person: discord.User | None = None) -> None:
    async def work(click: Click) -> None:
        successor = None if person is None else guest(click, person)
        async with click.tables.at(await table_here(click)) as live:
            own = live.seat_or_refuse(click.person.id)
            seat = own if player is None else seat_named(live, player, is_person_or_vacant)
            if seat == own:
                await vacancy.offer(click.tables, live, click.person, successor)
            elif live.seats[seat].is_vacant:
                await vacancy.invite(click.tables, live, click.person, seat, successor)
            else:
                await consent.ask(click.tables, live, click.person, votes.named("replace", seat))
            done = live.seats[seat].is_vacant
        await click.tell(click.voice.line("seatcard.offered" if done else "consent.asked"))

    await guarded(interaction, work)


@replace.autocomplete("player")
async def _seats(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    return await seats_offered(interaction, typed, is_person_or_vacant, own=True)


@table.command(name="resign", description=description("table.resign"))
async def resign(interaction: Interaction[Any]) -> None:
    async def work(click: Click) -> None:
        async with click.tables.at(await table_here(click)) as live:
            await vacancy.resign(click.tables, live, click.person)
            ended = live.row.status == "ended"
        await click.tell(click.voice.line("table.ended" if ended else "seatcard.resigned"))

    await guarded(interaction, work)


@table.command(name="press", description=description("table.press"))
@describe("table.press", "player")
async def press(interaction: Interaction[Any], player: str) -> None:
    async def work(click: Click) -> None:
        async with click.tables.at(await table_here(click)) as live:
            seat = seat_named(live, player, is_person_or_vacant)
            before = live.last_n
            await consent.ask(click.tables, live, click.person, votes.named("default", seat))
            done = live.last_n > before
        await click.tell(click.voice.line("seatcard.was_pressed" if done else "consent.asked"))

    await guarded(interaction, work)


@press.autocomplete("player")
async def _late(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    return await seats_offered(interaction, typed, is_person)
