"""Limits on what one person may do to others unasked: call them, ask them, load the bot. Turns have none."""

import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.table.clock.waking_hours import HOUR
from bot.table.terms.server_settings import MAX_LOBBIES
from engines.kernel import Refused
from storage import DatabaseReader, StorageError

log = logging.getLogger(__name__)

MAX_KEYS = 20_000
"""Keys that are remembered; beyond them the oldest are forgotten."""


@dataclass(frozen=True, slots=True)
class AbuseLimit:
    """A limit on the uses of one key within a time."""

    name: str
    """Name of the limited action; part of the key under which uses are remembered."""
    max_uses: int
    """Number of uses that one key has within the window."""
    window_ms: int
    """Length of the window, which slides, in milliseconds."""
    total: "AbuseLimit | None" = None
    """The limit on all uses together of the first id of the key, the person's; None: there is none."""


CALLS_OF_PERSON = AbuseLimit("call", 30, HOUR)
"""Calls by one person (id), whomever they call: the guests of a whole evening, but not the members of a server."""
CALLS_OF_PAIR = AbuseLimit("call of one person", 1, HOUR, CALLS_OF_PERSON)
"""Calls of one person by another (both ids), besides turns: invitations to a table or a seat."""
REQUESTS = AbuseLimit("request", 4, HOUR)
"""Requests of a person (id) to the others at a table (id). Each is a post that calls them, however the earlier ones
ended: the person can end one by a step, and a friend by a No.
"""
COMPLETIONS = AbuseLimit("completion", 40, 10_000)
"""Completions while a person (id) types: several times what typing asks for."""
OPENINGS_PER_LOBBY = 4
"""Tables that one person may open on a server within an hour, for each that they may have open before the start: enough
for a whole evening's tables and the mistakes in them.
"""

CALLS_CHANNEL = "teban_calls"
"""The channel on which processes hear of calls: when (Unix milliseconds), the caller, and each person called (ids)."""


def build_opening_limit(lobbies: int) -> AbuseLimit:
    """Return the limit on the tables that a person opens on a server (both ids), those that have ended included: each
    makes a thread or posts. lobbies: number that the server allows one person before the start.
    """
    return AbuseLimit("opening", OPENINGS_PER_LOBBY * lobbies, HOUR)


class AbuseLimiter:
    """Remembers what was done lately, in memory. A restart forgets it, which gives each pair one more call: only the
    operator can restart the bot. Of several processes each informs the others of calls, since two people may meet at
    tables of all of them; the other limits are about a table, a server or what one process has to do.

    db: of this process; None: it is alone.
    """

    def __init__(self, clock: Callable[[], int], db: DatabaseReader | None = None) -> None:
        self._clock, self._db = clock, db
        self._times: OrderedDict[tuple[str, tuple[int, ...]], deque[int]] = OrderedDict()
        """(limit, key) -> when it was done lately; the key that was used last is at the end."""

    def find_free_time(self, limit: AbuseLimit, *key: int) -> int | None:
        """Return when it may be done again (Unix milliseconds); None: now."""
        total_at = None if limit.total is None else self.find_free_time(limit.total, key[0])
        if total_at is not None:
            return total_at
        now = self._clock()
        recent = [at for at in self._times.get((limit.name, key), ()) if now - limit.window_ms < at <= now]
        return None if len(recent) < limit.max_uses else recent[-limit.max_uses] + limit.window_ms

    def record(self, limit: AbuseLimit, *key: int) -> None:
        """Record that it was done now."""
        self._record_at(self._clock(), limit, *key)

    def _record_at(self, at: int, limit: AbuseLimit, *key: int) -> None:
        if limit.total is not None:
            self._record_at(at, limit.total, key[0])
        times = self._times.setdefault((limit.name, key), deque(maxlen=limit.max_uses))
        times.append(at)
        self._times.move_to_end((limit.name, key))
        while len(self._times) > MAX_KEYS:
            self._times.popitem(last=False)

    async def record_calls(self, caller: int, callees: Sequence[int]) -> None:
        """Record that a person has called others, here and in all processes that share the database. One that is not
        connected to it now, or starts later, does not know of these calls.
        """
        at = self._clock()
        for callee in callees:
            self._record_at(at, CALLS_OF_PAIR, caller, callee)
        if self._db is None or self._db.ownership.is_alone or not callees:
            return
        try:
            await self._db.engine.notify_processes(CALLS_CHANNEL, " ".join(map(str, (at, caller, *callees))))
        except StorageError as error:
            log.warning("the other processes do not know of a call: %s", error)

    def receive_calls(self, text: str) -> None:
        """Record calls that a process has announced. This one hears its own, too, which it has recorded already. text:
        as in CALLS_CHANNEL; empty after a break of the connection.
        """
        if not text:
            return
        at, caller, *callees = (int(number) for number in text.split())
        if self._clock() - at >= CALLS_OF_PAIR.window_ms:  # this process was stopped meanwhile
            return
        for callee in callees:
            if at not in self._times.get((CALLS_OF_PAIR.name, (caller, callee)), ()):
                self._record_at(at, CALLS_OF_PAIR, caller, callee)

    def record_opening(self, person: int, guild_id: int) -> None:
        """Record that the person opened a table on the server, whose limit may be changed later."""
        self.record(build_opening_limit(MAX_LOBBIES), person, guild_id)

    def require_opening(self, person: int, guild_id: int, lobbies: int) -> None:
        """Raise Refused if the person has opened too many tables on the server lately. lobbies: as for
        `build_opening_limit`.
        """
        limit = build_opening_limit(lobbies)
        free_at = self.find_free_time(limit, person, guild_id)
        if free_at is not None:
            raise Refused("server.refused.openings", most=limit.max_uses, at=-(-free_at // 1000))

    def require_call(self, caller: int, callee: int, name: str) -> None:
        """Raise Refused if the one has called the other lately, or too many people. name: of the person to call."""
        free_at = self.find_free_time(CALLS_OF_PERSON, caller)
        if free_at is not None:
            raise Refused("life.refused.rung_many", most=CALLS_OF_PERSON.max_uses, at=-(-free_at // 1000))
        free_at = self.find_free_time(CALLS_OF_PAIR, caller, callee)
        if free_at is not None:
            raise Refused("life.refused.rung", who=name, at=-(-free_at // 1000))

    def require_request(self, person: int, table_id: int) -> None:
        """Raise Refused if the person has asked the others at the table too often lately."""
        free_at = self.find_free_time(REQUESTS, person, table_id)
        if free_at is not None:
            raise Refused("table.refused.asked_often", most=REQUESTS.max_uses, at=-(-free_at // 1000))
