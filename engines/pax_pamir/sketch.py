"""A sketch: a copy of the table on which rules are tried out. Nothing that happens there happens."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from engines.kernel import SEED_BYTES, Rng, Table

from .state import State

_DECODER = msgspec.msgpack.Decoder(State)


def copy(s: State) -> State:
    """The same State, sharing nothing with it."""
    return _DECODER.decode(msgspec.msgpack.encode(s))


def sketch(s: State) -> Table[State]:
    """A table of its own, with a copy of the State and dice that mean nothing."""
    return Table(copy(s), Rng(bytes(SEED_BYTES)))


def outcome(s: State, rule: Callable[[Table[State]], Coroutine[Any, Any, Any]]) -> Table[State]:
    """The table as it would be after the rule, or when the rule asks its first question."""
    table = sketch(s)
    script = rule(table)
    try:
        script.send(None)
    except StopIteration:
        pass
    finally:
        script.close()
    return table
