"""What the people of a table agree on before it starts, and what no table can agree on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from bot.table.life import votes
from bot.table.live import FIXED, ORDERS, Plan
from bot.table.time import leave as leave_of
from bot.table.time.pace import PACES, USUAL
from engines.kernel import Game, Refused, games
from storage.play.games import GameRow

PublicLang = Literal["ja", "en", "both"]
PUBLIC_LANGUAGES: tuple[PublicLang, ...] = get_args(PublicLang)
UNDO_POLICIES = ("consent", "own")
"""consent: beyond the barrier with everybody's consent; own: never beyond it."""

REMINDER_HOURS = (1, 24 * 14)
"""The shortest and the longest time between two reminders."""
USUAL_REMINDER = 24

NO_PACE = "none"
SPEEDS = (*PACES, NO_PACE)
"""What a new table may choose."""

PLANNED = ("players", "order", "pace", "leave_days", "rated", "closed")
"""The fields of a Plan that may be changed until the start, not after it."""

LEAVE_DAYS = (7, leave_of.AT_A_TABLE, None)
"""Days of each person's leave that may stop its clock; None: all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """The terms on which a table is opened. What is not said is as usual.

    language: of what everybody reads, one of PUBLIC_LANGUAGES
    options:  table options of the game by their ids; those not named have their defaults
    reminder_hours: between two reminders; None: no reminders
    undo:     one of UNDO_POLICIES
    players:  how many are wanted; None: as many as the game takes
    order:    of the seats, one of ORDERS
    pace:     one of SPEEDS
    leave_days: of each person's leave that may stop its clock, one of LEAVE_DAYS
    closed:   before the start only those who are invited may join
    """

    language: str
    options: Mapping[str, str] | None = None
    reminder_hours: int | None = USUAL_REMINDER
    undo: str = UNDO_POLICIES[0]
    players: int | None = None
    order: str = ORDERS[0]
    pace: str = USUAL
    leave_days: int | None = leave_of.AT_A_TABLE
    rated: bool = False
    closed: bool = False

    @classmethod
    def of(cls, row: GameRow, plan: Plan) -> Agreement:
        """The terms that a table was opened on, for another one."""
        planned = {field: getattr(plan, field) for field in PLANNED}
        return cls(
            language=row.language,
            options=plan.options,
            reminder_hours=row.reminder_hours,
            undo=row.undo_policy,
            **planned,
        )

    def plan(self, engine: str) -> tuple[Game[Any], Plan]:
        """The game and the plan of a table of it. Raises Refused for what no table can agree on."""
        game = games().get(engine)
        if game is None:
            raise Refused("table.refused.no_engine", game=engine)
        chosen = game.setup(game.seats[0], (), self.options).options
        plan = Plan(
            chosen,
            players=self.players,
            order=self.order,
            pace=self.pace,
            leave_days=self.leave_days,
            rated=self.rated,
            closed=self.closed,
            ballot=votes.NOW,
        )
        check_plan(plan, game)
        check_settings(self.language, self.reminder_hours, self.undo)
        return game, plan


def check_plan(plan: Plan, game: Game[Any]) -> None:
    """Raises Refused for what cannot be agreed before the start."""
    allowed = game.seats_with(plan.options)
    if plan.players is not None and plan.players not in allowed:
        raise Refused("table.refused.players", got=plan.players, allowed=allowed)
    if plan.order not in ORDERS:
        raise Refused("table.refused.setting", got=plan.order, allowed=ORDERS)
    if plan.leave_days not in LEAVE_DAYS:
        raise Refused(
            "table.refused.setting", got=plan.leave_days or 0, allowed=tuple(days or 0 for days in LEAVE_DAYS)
        )
    if plan.pace not in (*SPEEDS, FIXED):
        raise Refused("table.refused.setting", got=plan.pace, allowed=SPEEDS)


def check_settings(language: str, reminder_hours: int | None, undo: str) -> None:
    """Raises Refused for settings, changeable until the end, that no table has."""
    if language not in PUBLIC_LANGUAGES:
        raise Refused("table.refused.setting", got=language, allowed=PUBLIC_LANGUAGES)
    if undo not in UNDO_POLICIES:
        raise Refused("table.refused.setting", got=undo, allowed=UNDO_POLICIES)
    least, most = REMINDER_HOURS
    if reminder_hours is not None and not least <= reminder_hours <= most:
        raise Refused("table.refused.hours", got=reminder_hours, least=least, most=most)
