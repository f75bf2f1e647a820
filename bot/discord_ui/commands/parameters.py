"""Parsing and completion of command parameters: a table's players, games, days, members of the server."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from unicodedata import normalize
from zoneinfo import ZoneInfo

import discord
from discord import Interaction
from discord.app_commands import Choice

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.interaction.handling import complete_parameter
from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import Localizer
from bot.discord_ui.text.names import clean_name
from bot.table import Person, Table
from bot.table.state.seats import SeatAssignment
from engines.kernel import LANGS, Game, Refused, Seat, load_catalogue, load_games
from engines.kernel.kana import fold_text, list_readings, replace_with_readings
from storage.persons import people

from .channels import find_table_id_here

FIRST_YEAR, LAST_YEAR = 2000, 2100
"""Range of the years of a typed day: date arithmetic fails for years at the limits of Python."""


def find_seat(
    table: Table, typed_text: str, is_eligible: Callable[[SeatAssignment], bool] = lambda seated: True
) -> Seat:
    """Return the seat with this number (from a completion) or name. Raises Refused if there is none."""
    target = typed_text.casefold().strip()
    for seated in table.seats:
        if is_eligible(seated) and target in (str(seated.seat), seated.name.casefold()):
            return seated.seat
    raise Refused("table.refused.no_person_there")


def find_game_id(typed_text: str) -> str:
    """Return the id of the game with this id or title in either language; else the typed text."""
    target = typed_text.casefold().strip()
    for name, game in load_games().items():
        if target in (name, *_list_titles(game)):
            return name
    return typed_text


def complete_game(ctx: InteractionContext, typed_text: str) -> list[Choice[str]]:
    """Return completions: games whose title contains the text, in either language, as it is written or pronounced."""
    readings = list_readings("".join(typed_text.split()))
    return [
        Choice(name=titles.name_game(game, ctx.localizer), value=name)
        for name, game in load_games().items()
        if any(
            reading in fold_text("|".join((name, *_list_titles(game), *_list_readings(game))).replace(" ", ""))
            for reading in readings
        )
    ]


def _list_titles(game: Game[Any]) -> tuple[str, ...]:
    return tuple(titles.name_game(game, Localizer((lang,))).casefold() for lang in LANGS)


def _list_readings(game: Game[Any]) -> tuple[str, ...]:
    """Return the readings of the title."""
    return tuple(
        replace_with_readings(titles.name_game(game, Localizer((lang,))), load_catalogue(game.package).readings)
        for lang in LANGS
    )


def is_person(seated: SeatAssignment) -> bool:
    return seated.person is not None


def is_person_or_vacant(seated: SeatAssignment) -> bool:
    return not seated.is_computer


async def complete_seat(
    interaction: Interaction[Any],
    typed_text: str,
    is_eligible: Callable[[SeatAssignment], bool],
    includes_own: bool = False,
) -> list[Choice[str]]:
    """Return completions: eligible seats of this channel's table. includes_own: also the person's own seat."""

    async def list_choices(ctx: InteractionContext) -> list[Choice[str]]:
        async with ctx.service.lock_table(await find_table_id_here(ctx)) as table:
            eligible_seats = [
                seat_holder
                for seat_holder in table.seats
                if is_eligible(seat_holder) and (includes_own or seat_holder.person != ctx.person.id)
            ]
        return [
            Choice(name=s.name, value=str(s.seat)) for s in eligible_seats if typed_text.casefold() in s.name.casefold()
        ]

    return await complete_parameter(interaction, list_choices)


def build_guest(ctx: InteractionContext, user: discord.abc.User) -> Person:
    """Return the Person for a user named in a command. Raises UserError for a bot."""
    if user.bot:
        raise UserError("life.refused.bot_named")
    return Person(user.id, clean_name(user.display_name), ctx.person.lang)


async def parse_end_of_day(ctx: InteractionContext, typed_text: str) -> int:
    """Return the end of a day like 2027-01-31 in the person's time zone, Unix milliseconds. Raises UserError."""
    person_row = await people.load_person(ctx.service.db, ctx.person.id)
    return parse_day(typed_text, ZoneInfo((person_row and person_row.zone) or "UTC"), plus_days=1)


def parse_day(typed_text: str, zone: ZoneInfo, plus_days: int = 0) -> int:
    """Return the beginning of a day like 2027-01-31 (plus `plus_days`) in a time zone, Unix milliseconds.

    Raises UserError for another format and for a year that is out of bounds.
    """
    try:
        day = datetime.strptime(normalize("NFKC", typed_text).strip(), "%Y-%m-%d").replace(tzinfo=zone)
    except ValueError as error:
        raise UserError("me.refused.day", got=typed_text[:40]) from error
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise UserError("me.refused.year", got=typed_text[:40], first=str(FIRST_YEAR), last=str(LAST_YEAR))
    return int((day + timedelta(days=plus_days)).timestamp() * 1000)
