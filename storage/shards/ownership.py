"""The tables and people that belong to this process: all, or the shards that it has leased (`leases`).

A table belongs to its server's shard, a person to a shard by their id. Workers look for rows of their own process only.
"""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from math import inf
from typing import Self

ID_SHIFT = 22
"""Discord's rule: a server belongs to the gateway shard `(id >> 22) % number of shards`."""


def find_shard(discord_id: int, shard_count: int) -> int:
    """Return the shard of a server or a person."""
    return (discord_id >> ID_SHIFT) % shard_count


@dataclass(slots=True)
class Ownership:
    """The shards of this process. Without leases one process owns everything, and no statement has a condition."""

    shard_count: int | None = None
    """Number of shards of all processes; None: this process is alone and owns everything."""
    tokens: dict[int, int] = field(default_factory=dict)
    """The leased shards with the tokens that prove it."""
    resting: set[int] = field(default_factory=set)
    """Leased shards whose tables are not served: just taken, and the earlier time is not out of their clocks yet, or
    about to be given back.
    """
    given_back_shards: set[int] = field(default_factory=set)
    """Shards that were given back and are still connected, until their new process is: presses from there are forwarded
    to it.
    """
    trusted_until_ms: float = inf
    """Until when, by the machine's steady clock, this process may answer without asking: reads have no fence.

    It is well before the end of its leases by the server's clock: a process that hangs or is cut off stops by itself.
    """
    leased_until_ms: float = inf
    """Until when no other process can have taken its shards, by the same clock; afterwards the other one answers."""

    @property
    def is_alone(self) -> bool:
        """Whether this process owns everything."""
        return self.shard_count is None

    @property
    def shards(self) -> tuple[int, ...]:
        """The shards of this process, in order. One that is alone has shard 0 of 1, to which everything belongs."""
        return (0,) if self.shard_count is None else tuple(sorted(self.tokens))

    @property
    def served_shards(self) -> tuple[int, ...]:
        """The shards of this process whose tables it serves, in order."""
        return tuple(shard for shard in self.shards if shard not in self.resting)

    @property
    def leased_fraction(self) -> float:
        """The fraction of all shards that this process has leased, from 0 to 1."""
        return 1.0 if self.shard_count is None else len(self.tokens) / self.shard_count

    def select_shards(self, shards: Collection[int]) -> Self:
        """Return an ownership of these shards only, as far as they belong to this process, resting or not."""
        if self.is_alone:
            return self
        return replace(self, tokens={s: t for s, t in self.tokens.items() if s in shards}, resting=set())

    def is_trusted(self, steady_ms: int) -> bool:
        """Return whether this process has prolonged its leases lately."""
        return steady_ms < self.trusted_until_ms

    def may_answer(self, steady_ms: int) -> bool:
        """Return whether this process is the one that answers presses: no other can have taken its shards."""
        return steady_ms < self.leased_until_ms

    def owns(self, discord_id: int) -> bool:
        """Return whether this process serves the tables of a server, or a person. (Tables of a person belong to their
        servers.)
        """
        return self.shard_count is None or self.find_shard(discord_id) in self.served_shards

    def has_leased(self, discord_id: int) -> bool:
        """Return whether this process has the lease of a server's shard, also of one whose tables it does not serve for
        the moment.
        """
        return self.shard_count is None or self.find_shard(discord_id) in self.tokens

    def was_given_back(self, discord_id: int) -> bool:
        """Return whether the shard of a server, or of direct messages (0), was given back and is still connected."""
        if self.shard_count is None:
            return False
        shard = self.find_shard(discord_id)
        return shard in self.given_back_shards and shard not in self.tokens

    def find_shard(self, discord_id: int) -> int:
        """Return the shard of a server, a person or direct messages (0)."""
        return find_shard(discord_id, self.shard_count or 1)

    def build_shard_expression(self, column: str) -> str:
        """Return an expression for the shard of rows whose column holds a server or a person."""
        return "0" if self.shard_count is None else f"({column} >> {ID_SHIFT}) % {self.shard_count}"

    def build_condition(self, column: str) -> str:
        """Return ` AND ...` for rows whose column holds a server or a person of this process; empty: any."""
        if self.shard_count is None:
            return ""
        return f" AND {_build_membership(self.build_shard_expression(column), self.served_shards)}"

    def build_game_condition(self, column: str) -> str:
        """Return ` AND ...` for rows whose column holds a table of this process; empty: any."""
        if self.shard_count is None:
            return ""
        return f" AND {column} IN (SELECT id FROM games WHERE TRUE{self.build_condition('guild_id')})"

    def build_shard_condition(self) -> str:
        """Return ` AND ...` for rows of this process's shards, or of another number of shards, which no process has
        now; empty: any.
        """
        if self.shard_count is None:
            return ""
        return f" AND (of <> {self.shard_count} OR {_build_membership('shard', self.served_shards)})"


def _build_membership(expression: str, values: Collection[int]) -> str:
    return f"{expression} IN ({', '.join(map(str, sorted(values)))})" if values else "FALSE"
