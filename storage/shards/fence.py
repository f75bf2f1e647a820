"""The fence: each transaction proves by tokens that no other process has taken a shard of this one over.

A transaction locks the rows of its process's leases until the commit. A take-over changes a token, so it waits for
these locks (`leases`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from .ownership import Ownership

UNFENCED_TABLE = "forwarded"
"""The table that a process without a lease may write, too: its rows belong to no shard."""
_UNFENCED_CHANGE = re.compile(rf"(?:INSERT INTO|DELETE FROM) {UNFENCED_TABLE}\b")

REQUIRE_LEASES = """
CREATE OR REPLACE FUNCTION pg_temp.require_leases(lease_of bigint, shards bigint[], tokens bigint[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    held bigint;
BEGIN
    PERFORM 1 FROM shard_leases l JOIN unnest(shards, tokens) AS own (shard, token)
        ON l.shard = own.shard AND l.token = own.token WHERE l.of = lease_of ORDER BY l.shard FOR KEY SHARE OF l;
    GET DIAGNOSTICS held = ROW_COUNT;
    IF held = 0 OR held <> cardinality(shards) THEN
        RAISE EXCEPTION 'another process owns tables of this one now' USING ERRCODE = 'TB001';
    END IF;
END $$
"""
"""Defines the function that refuses the transaction of a process that was taken over."""


class Fence(NamedTuple):
    """Values of `require_leases`."""

    shard_count: int | None
    """Number of shards of all processes; None: nothing is required."""
    shards: Sequence[int]
    """The shards of this process."""
    tokens: Sequence[int]
    """The tokens of their leases, in the same order."""

    @property
    def requirement(self) -> str:
        """The statement behind a BEGIN; empty if nothing is required."""
        if self.shard_count is None:
            return ""
        shards, tokens = (f"ARRAY{[*numbers]}::bigint[]" for numbers in (self.shards, self.tokens))
        return f"; SELECT pg_temp.require_leases({self.shard_count}, {shards}, {tokens})"


NO_FENCE = Fence(None, [], [])


def build_fence(ownership: Ownership) -> Fence:
    """Return the fence of a process that owns these shards; one that is alone needs none."""
    if ownership.shard_count is None:
        return NO_FENCE
    return Fence(ownership.shard_count, [*ownership.tokens], [*ownership.tokens.values()])


def needs_fence(sql: str) -> bool:
    """Return whether a statement changes anything else than the table that may be written without a lease."""
    return not sql.startswith("SELECT") and _UNFENCED_CHANGE.match(sql) is None
