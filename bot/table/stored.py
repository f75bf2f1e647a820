"""A Match as the database keeps it: a checkpoint and the decisions since."""

from __future__ import annotations

import lzma
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from engines.kernel import Decision, Event, Game, Match, Moment, Setup
from storage import Source, StorageError
from storage.play import archives, checkpoints, decisions
from storage.play.checkpoints import CheckpointRow
from storage.play.decisions import DecisionRow
from storage.play.games import GameRow


class Stored(NamedTuple):
    """The Match, the stored number of the decision at its frame, and the numbers of the decisions since.

    as_told: those among them that other rules had played tell today what they told then
    """

    match: Match[Any]
    base_n: int
    numbers: list[int]
    as_told: bool = True


def pack_frame(frame: bytes) -> bytes:
    """A frame as a checkpoint keeps it."""
    return zlib.compress(frame, 6)


def read_decision(row: DecisionRow) -> Decision:
    return Decision(row.step, row.seat, tuple(row.keys.split()))


def write_keys(decision: Decision) -> str:
    """Option keys have no spaces."""
    return " ".join(decision.keys)


_EVENTS = msgspec.json.Decoder(tuple[Event, ...])


def pack_events(events: tuple[Event, ...]) -> bytes:
    """Sentences as they are stored with their decision."""
    return msgspec.json.encode(events)


def unpack_events(blob: bytes) -> tuple[Event, ...]:
    return _EVENTS.decode(blob)


_MOMENT = msgspec.json.Decoder(Moment)


def pack_moment(match: Match[Any]) -> bytes | None:
    """Where the game stands now, as everybody may know it; None: the game does not say."""
    moment = match.game.moment
    return None if moment is None else msgspec.json.encode(moment(match.public().view(None)))


def unpack_moment(blob: bytes) -> Moment:
    return _MOMENT.decode(blob)


def pack_states(states: Sequence[tuple[int, bytes]]) -> bytes:
    """The frames of all checkpoints, each (n, as a checkpoint keeps it), for an archive: alike, they pack well."""
    frames = {str(n): msgspec.Raw(zlib.decompress(state)) for n, state in states}
    return lzma.compress(msgspec.json.encode(frames), preset=6)


@lru_cache(maxsize=2)
def _unpacked(packed: bytes) -> dict[str, msgspec.Raw]:
    """Whoever steps through an old game reads it again and again."""
    return msgspec.json.decode(lzma.decompress(packed), type=dict[str, msgspec.Raw])


async def _frame(source: Source, checkpoint: CheckpointRow) -> bytes:
    if checkpoint.state:
        return zlib.decompress(checkpoint.state)
    packed = await archives.get(source, checkpoint.game)
    if packed is None:
        raise StorageError(
            f"game {checkpoint.game}: the State after decision {checkpoint.n} is neither here nor packed"
        )
    return bytes(_unpacked(packed)[str(checkpoint.n)])


async def at_checkpoint(
    source: Source, game: Game[Any], row: GameRow, setup: Setup, upto: int | None = None
) -> tuple[Match[Any], int]:
    """The Match at its last checkpoint up to decision `upto` (None: now), and the number of the decision there.

    Raises StorageError if there is no checkpoint; whatever the rules raise if they have changed and cannot read it.
    """
    checkpoint = await checkpoints.latest(source, row.id, upto)
    if checkpoint is None or row.seed is None:
        raise StorageError(f"game {row.id} has no checkpoint")
    return Match.resume(game, setup, row.seed, await _frame(source, checkpoint), []), checkpoint.n


async def match_at(source: Source, game: Game[Any], row: GameRow, setup: Setup, upto: int | None = None) -> Stored:
    """The Match after decision `upto` (None: now).

    Raises as `at_checkpoint`, and whatever the rules raise if they cannot play the decisions any more.
    """
    match, base = await at_checkpoint(source, game, row, setup, upto)
    rows = [r for r in await decisions.live(source, row.id, base) if upto is None or r.n <= upto]
    as_told = True
    for r in rows:
        applied = match.apply(read_decision(r))
        as_told = as_told and (r.rules == game.rules or applied.events == unpack_events(r.events))
    return Stored(match, base, [r.n for r in rows], as_told)
