"""The agreement of a table before the start."""

import msgspec

from bot.table.clock import leave
from engines.kernel import (
    Setup,
)

FIXED = "fixed"
"""Time control of tables opened by early versions: a question with a time-out answer answers itself after timeout_hours
of wall-clock time.
"""


class TableSettings(msgspec.Struct, frozen=True):
    """Settings that the table agreed on before the start. Stored in the game's row as JSON."""

    options: dict[str, str] = {}
    """Value by id of the table option; a missing one has its default."""
    players: int | None = None
    """Number of seats to fill. None: as many people as join, up to the game's maximum."""
    order: str = "random"
    """The rule by which seats are numbered at the start, one of ORDERS."""
    timeout_hours: int | None = 72
    """Only for pace FIXED: wall-clock hours until the default answer is given. None: never."""
    pace: str = FIXED
    """Time control: a key of PACES, "none" or FIXED."""
    has_default_pace: bool = False
    """The pace is the default: it becomes that of friends as soon as the host invites people."""
    leave_days: int | None = leave.DEFAULT_TABLE_DAYS
    """Days of each person's leave that may stop their clock. None: all."""
    setup: Setup | None = None
    """The game's setup; None until the start."""
    is_rated: bool = msgspec.field(default=False, name="rated")
    """The result counts for ratings, so only people may play."""
    is_invite_only: bool = msgspec.field(default=False, name="closed")
    """Only invited guests may join before the start."""
    adds_languages: bool = False
    """Public posts are in both languages as soon as somebody sits who reads the other one; False once the host has
    chosen a language.
    """
    server_language: str | None = None
    """The language of posts, one of PUBLIC_LANGUAGES, that the server had at the opening; None: it had none."""
    ballot: int = 1
    """Version of the voting rules (`votes`). A table keeps the version under which it was opened."""


ORDERS = ("random", "joined")
