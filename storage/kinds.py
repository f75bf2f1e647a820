"""Stored kinds: of outbox rows and of the posts that show them (docs/decisions/004), of timers, pauses and inboxes.
Also the jobs that several processes do in turn.
"""

from enum import IntEnum, StrEnum


class OutboxKind(StrEnum):
    """Kind of an outbox row or post. Values are stored and used literally in SQL: a name may change, a value never.

    The lists below name the kinds that share a behaviour.
    """

    CARD = "card"
    TURN = "turn"
    TURN_UNDONE = "strike"
    """A turn that was published has been undone."""
    TURN_NOTIFICATION = "ping"
    """A turn notification. Its post is removed when the question is answered, like the posts of reminders and notes."""
    REMINDER = "reminder"
    PERSONAL_NOTE = "note"
    """A short notice for one person."""
    RETRACTION = "unping"
    """A turn notification or note is no longer true."""
    NOTICE = "notice"
    NOTICE_EXPIRED = "spent"
    """The offer of a notice is no longer open."""
    REQUEST = "request"
    FINAL_RESULT = "final"
    REPLAY = "replay"
    SUMMARY = "digest"
    """The list of tables that wait for a person."""
    CHANNEL_LOST = "orphan"
    """The table's channel no longer exists."""
    STALE = "stale"
    """For posts only: the post has been replaced and is to be deleted."""
    CHANNEL_BLOCKED = "trouble"
    """For posts only: the host was notified that the bot cannot post in the table's channel."""


PERSONAL_KINDS = (OutboxKind.TURN_NOTIFICATION, OutboxKind.REMINDER, OutboxKind.PERSONAL_NOTE)
"""Kinds of rows for the `person` of their payload: they wait for the morning, and go to the channel if a direct message
is refused.
"""
DIRECT_KINDS = (OutboxKind.SUMMARY, OutboxKind.CHANNEL_LOST)
"""Kinds of direct messages to their target: they wait for the morning, and are dropped if they are refused."""
KINDS_KEYED_BY_PERSON = (OutboxKind.TURN_NOTIFICATION, OutboxKind.REMINDER, OutboxKind.RETRACTION)
"""Kinds of rows whose keys end with the person's id: they are deleted with the person."""
PERMANENT_KINDS = (OutboxKind.TURN, OutboxKind.NOTICE, OutboxKind.FINAL_RESULT)
"""Kinds of posts that stay: the card belongs below them."""
NOTIFYING_KINDS = (OutboxKind.CARD, OutboxKind.TURN_NOTIFICATION)
"""Kinds of posts that may carry a turn notification, which is repeated if somebody deletes the post."""
REPOSTED_KINDS = (*NOTIFYING_KINDS, OutboxKind.REQUEST, OutboxKind.NOTICE)
"""Kinds of posts that may be posted again if somebody deletes them."""


class TimerKind(StrEnum):
    """Kind of a timer. Values are stored and used literally in SQL: a name may change, a value never."""

    POSTPONED_NOTIFICATION = "call"
    """A turn notification was postponed until the morning. Key: the seat."""
    REMINDER = "reminder"
    """A person gets a reminder. Key: the seat."""
    QUIET_HOURS_END = "nudge"
    """A person's quiet hours end, and postponed messages are sent. Key: the person."""
    TIMEOUT = "timeout"
    """A question gets its time-out answer. Key: its reference."""
    LATE = "late"
    """The player of a turn has used up all time, and the others may act. Key: the seat."""
    REQUEST = "request"
    """Silence on a request counts as an abstention, or the request expires. Key: its kind."""
    EXPIRY = "expiry"
    """A table that has not started gets a warning that it will be closed, or is closed. Key: which of the two."""
    OPEN_SEAT = "vacant"
    """An open seat has found no successor. Key: the seat."""
    SUBSTITUTE_END = "sitter"
    """The time of a substitute is over. Key: the seat."""
    PAUSE_END = "pause"
    """A pause ends automatically. Key: its reason."""
    SLEEP = "sleep"
    """The players of a sleeping table are notified, or it is archived. Key: which of the two."""


class InboxKind(StrEnum):
    """Kind of an inbox row: what happened to a person of the table, or to the bot. Values are stored: a name may
    change, a value never.
    """

    HOURS_CHANGED = "hours"
    """The person has other hours or absences."""
    LANGUAGE_CHANGED = "language"
    """The person has chosen another language."""
    CAME_BACK = "back"
    """Automatic leave has ended, because the person answered somewhere."""
    LEFT_SERVER = "left"
    """The person has left the table's server, or was banned from it."""
    FORGOTTEN = "forgotten"
    """The person's data was deleted."""
    DEPARTS = "departs"
    """Another process is about to delete the person's data: before that, the person leaves this table."""
    LIST_DUE = "list"
    """The process of this table sends the person the list of tables that wait for them, since their own process serves
    none of these.
    """
    ARRIVED = "arrived"
    """The table was moved to a server of another process, which has to start serving it."""
    OUTAGE = "outage"
    """The bot was away, or the machine's clock was set: that time has to be taken out of the table's clocks."""
    OUTAGE_SETTLED = "settled"
    """The time of an outage is out of the table's clocks; its deadlines have to be set again."""


class PauseReason(StrEnum):
    """Why a table is paused. Values are stored: a name may change, a value never."""

    VOTE = "vote"
    """The players agreed on it."""
    MODERATOR = "moderator"
    """A moderator of the server stopped the table."""
    CHANNEL_LOST = "channel"
    """The table's channel no longer exists."""
    ASLEEP = "asleep"
    """The players were inactive for a long time."""
    INCOMPATIBLE_RULES = "rules"
    """The present version of the rules cannot continue the game."""


class Job(IntEnum):
    """A job that the processes of an installation do in turn. Values are keys of locks."""

    PUBLISH_COMMANDS = 1
    """Compare Discord's list of commands with this version's, and publish them."""
    UPLOAD_EMOJI = 2
    """List the application's emoji, and upload those that are missing."""
    TRIM = 3
    """Delete old rows."""
    IDENTIFY = 5  # 4 was another job's
    """Open a session of Discord's gateway, which allows few in five seconds."""
    UPGRADE = 6
    """Bring the database's tables up to date."""
