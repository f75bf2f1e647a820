"""What people choose from in commands about a table: one of its people, a day, somebody of the server."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from unicodedata import normalize
from zoneinfo import ZoneInfo

import discord
from discord import Interaction
from discord.app_commands import Choice

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.interaction.errors import offered
from bot.discord_ui.interaction.user_error import UserError
from bot.discord_ui.text import titles
from bot.discord_ui.text.names import clean
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable, Person
from bot.table.seated import Seated
from engines.kernel import LANGS, Game, Refused, Seat, catalogue, games
from engines.kernel.kana import folded, heard, spoken
from storage.persons import people

from .channels import table_here


def seat_named(live: LiveTable, typed: str, of: Callable[[Seated], bool] = lambda seated: True) -> Seat:
    """The seat meant: the number that the list gives, or the name on it. Raises Refused."""
    wanted = typed.casefold().strip()
    for seated in live.seats:
        if of(seated) and wanted in (str(seated.seat), seated.name.casefold()):
            return seated.seat
    raise Refused("table.refused.no_person_there")


def engine_named(typed: str) -> str:
    """The id of the game meant: its id, or its title in either language; else what was typed."""
    wanted = typed.casefold().strip()
    for name, game in games().items():
        if wanted in (name, *_titles(game)):
            return name
    return typed


def games_offered(click: Click, typed: str) -> list[Choice[str]]:
    """Completions: games whose title holds what is typed, in either language, as it is written or read."""
    wanted = heard("".join(typed.split()))
    return [
        Choice(name=titles.game_title(game, click.voice), value=name)
        for name, game in games().items()
        if any(one in folded("|".join((name, *_titles(game), *_aloud(game))).replace(" ", "")) for one in wanted)
    ]


def _titles(game: Game[Any]) -> tuple[str, ...]:
    return tuple(titles.game_title(game, Voice((lang,))).casefold() for lang in LANGS)


def _aloud(game: Game[Any]) -> tuple[str, ...]:
    """The title as it is read."""
    return tuple(spoken(titles.game_title(game, Voice((lang,))), catalogue(game.package).readings) for lang in LANGS)


def is_person(seated: Seated) -> bool:
    return seated.person is not None


def is_person_or_vacant(seated: Seated) -> bool:
    return not seated.is_computer


async def seats_offered(
    interaction: Interaction[Any], typed: str, of: Callable[[Seated], bool], own: bool = False
) -> list[Choice[str]]:
    """Completions: seats of this channel's table; own: the person's too."""

    async def offers(click: Click) -> list[Choice[str]]:
        async with click.tables.at(await table_here(click)) as live:
            found = [one for one in live.seats if of(one) and (own or one.person != click.person.id)]
        return [Choice(name=s.name, value=str(s.seat)) for s in found if typed.casefold() in s.name.casefold()]

    return await offered(interaction, offers)


def guest(click: Click, user: discord.abc.User) -> Person:
    """Somebody named in a command. Raises UserError for a bot."""
    if user.bot:
        raise UserError("life.refused.bot_named")
    return Person(user.id, clean(user.display_name), click.person.lang)


async def end_of_day(click: Click, typed: str) -> int:
    """The end of a day like 2027-01-31 in the person's zone, Unix milliseconds. Raises UserError."""
    known = await people.get(click.tables.db, click.person.id)
    return day_named(typed, ZoneInfo((known and known.zone) or "UTC"), after=1)


def day_named(typed: str, zone: ZoneInfo, after: int = 0) -> int:
    """The beginning of a day like 2027-01-31 in a zone (of the day `after` it), Unix milliseconds. Raises UserError."""
    try:
        day = datetime.strptime(normalize("NFKC", typed).strip(), "%Y-%m-%d").replace(tzinfo=zone)
    except ValueError as error:
        raise UserError("me.refused.day", got=typed[:40]) from error
    return int((day + timedelta(days=after)).timestamp() * 1000)
