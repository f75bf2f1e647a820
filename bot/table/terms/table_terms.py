"""Terms on which tables are opened, and their allowed values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import structs

from bot.table.clock.leave import DEFAULT_TABLE_DAYS
from bot.table.clock.time_control import DEFAULT_PACE, INVITED_PACE, PACES
from bot.table.state.settings import FIXED, ORDERS, TableSettings
from bot.table.state.table import Table
from engines.kernel import Game, Refused, load_games
from storage.play.games import GameRow

from . import votes
from .languages import ENGLISH_FIRST, PUBLIC_LANGUAGES

UNDO_POLICIES = ("consent", "own")
"""consent: beyond the barrier if everybody agrees; own: never beyond it."""

REMINDER_HOURS = (1, 24 * 14)
"""Minimum and maximum of the time between two reminders."""
DEFAULT_REMINDER_HOURS = 24
"""Time between two reminders at a table whose host has chosen none."""

NO_PACE = "none"
TIME_CONTROLS = ("friends", "steady", "slow", NO_PACE)
"""Time controls that are offered for a new table."""
KNOWN_CONTROLS = (*PACES, NO_PACE)
"""Time controls that a table may have; defaults of a server and rematches keep those that were offered before."""

PLANNED_FIELDS = ("players", "order", "pace", "leave_days", "is_rated", "is_invite_only")
"""The fields of TableSettings that may be changed until the start, not after it."""

LEAVE_DAYS = (7, DEFAULT_TABLE_DAYS, None)
"""Choices for the days of each person's leave that may stop their clock; None: all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTerms:
    """The terms on which a table is opened; missing ones have their defaults."""

    language: str
    """Language of posts, one of PUBLIC_LANGUAGES."""
    options: Mapping[str, str] | None = None
    """Table options of the game by id; missing ones have their defaults."""
    reminder_hours: int | None = DEFAULT_REMINDER_HOURS
    """Time between two reminders; None: no reminders."""
    undo: str = UNDO_POLICIES[0]
    """One of UNDO_POLICIES."""
    players: int | None = None
    """Number of seats to fill; None: the game's maximum."""
    order: str = ORDERS[0]
    """The rule by which seats are numbered, one of ORDERS."""
    pace: str = DEFAULT_PACE
    """One of KNOWN_CONTROLS."""
    has_default_pace: bool = False
    """See `TableSettings`."""
    leave_days: int | None = DEFAULT_TABLE_DAYS
    """One of LEAVE_DAYS."""
    is_rated: bool = False
    """The result counts for ratings, so only people may play."""
    is_invite_only: bool = False
    """Only invited people may join before the start."""
    adds_languages: bool = False
    """See `TableSettings`."""
    server_language: str | None = None
    """See `TableSettings`."""

    @classmethod
    def from_table(cls, row: GameRow, settings: TableSettings) -> TableTerms:
        """Return the terms of an existing table, to open another one like it."""
        planned_settings = {field: getattr(settings, field) for field in PLANNED_FIELDS}
        return cls(
            language=row.language,
            adds_languages=settings.adds_languages,
            server_language=settings.server_language,
            options=settings.options,
            reminder_hours=row.reminder_hours,
            undo=row.undo_policy,
            **planned_settings,
        )

    def build_settings(self, game_id: str) -> tuple[Game[Any], TableSettings]:
        """Return the game and the settings of a new table of it. Raises Refused for invalid terms."""
        game = load_games().get(game_id)
        if game is None:
            raise Refused("table.refused.unknown_game", game=game_id)
        chosen_options = game.build_setup(game.seat_counts[0], (), self.options).options
        settings = TableSettings(
            chosen_options,
            players=self.players,
            order=self.order,
            pace=self.pace,
            has_default_pace=self.has_default_pace,
            leave_days=self.leave_days,
            is_rated=self.is_rated,
            is_invite_only=self.is_invite_only,
            adds_languages=self.adds_languages,
            server_language=self.server_language,
            ballot=votes.CURRENT_VERSION,
        )
        check_table_settings(settings, game)
        check_changeable_settings(self.language, self.reminder_hours, self.undo)
        return game, settings


def set_invited_pace(settings: TableSettings, table: Table) -> TableSettings:
    """Return the settings of a table of invited people: it has their pace, unless another was chosen, or somebody sits
    already besides the host, who came for the pace that they saw.
    """
    if not settings.has_default_pace or any(seated.person != table.row.host for seated in table.held_seats):
        return settings
    return structs.replace(settings, pace=INVITED_PACE, has_default_pace=False)


def check_table_settings(settings: TableSettings, game: Game[Any]) -> None:
    """Raises Refused for settings that are invalid before the start."""
    allowed = game.list_seat_counts(settings.options)
    if settings.players is not None and settings.players not in allowed:
        raise Refused("table.refused.players", got=settings.players, allowed=allowed)
    if settings.order not in ORDERS:
        raise Refused("table.refused.setting", got=settings.order, allowed=ORDERS)
    if settings.leave_days not in LEAVE_DAYS:
        raise Refused(
            "table.refused.setting", got=settings.leave_days or 0, allowed=tuple(days or 0 for days in LEAVE_DAYS)
        )
    if settings.pace not in (*KNOWN_CONTROLS, FIXED):
        raise Refused("table.refused.setting", got=settings.pace, allowed=TIME_CONTROLS)


def check_changeable_settings(language: str, reminder_hours: int | None, undo: str) -> None:
    """Raises Refused for invalid values of the settings that may be changed until the end."""
    if language not in (*PUBLIC_LANGUAGES, ENGLISH_FIRST):
        raise Refused("table.refused.setting", got=language, allowed=PUBLIC_LANGUAGES)
    if undo not in UNDO_POLICIES:
        raise Refused("table.refused.setting", got=undo, allowed=UNDO_POLICIES)
    min_hours, max_hours = REMINDER_HOURS
    if reminder_hours is not None and not min_hours <= reminder_hours <= max_hours:
        raise Refused("table.refused.hours", got=reminder_hours, least=min_hours, most=max_hours)
