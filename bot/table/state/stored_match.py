"""A Match as the database stores it: a checkpoint and the decisions since."""

import lzma
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from engines.kernel import Decision, Game, LogEvent, Match, Setup, TurnInfo
from storage import Source, StorageError
from storage.play import checkpoints, decisions
from storage.play.checkpoints import CheckpointRow
from storage.play.decisions import DecisionRow
from storage.play.games import GameRow


class StoredMatch(NamedTuple):
    """A Match loaded from the database."""

    match: Match[Any]
    """Resumed at its last checkpoint, with the decisions since."""
    base_n: int
    """Stored number of the decision at its frame."""
    decision_numbers: list[int]
    """Stored numbers of the decisions since."""
    has_same_log: bool = True
    """Whether decisions made under older rules still produce the same log entries."""


def pack_frame(frame: bytes) -> bytes:
    """Compress a frame for its checkpoint."""
    return zlib.compress(frame, 6)


def read_decision(row: DecisionRow) -> Decision:
    """Convert a stored row to a Decision."""
    return Decision(row.step, row.seat, tuple(row.keys.split()))


def write_keys(decision: Decision) -> str:
    """Join the option keys for storage. Keys contain no spaces."""
    return " ".join(decision.keys)


_EVENTS = msgspec.json.Decoder(tuple[LogEvent, ...])


def pack_events(events: tuple[LogEvent, ...]) -> bytes:
    """Encode a decision's log entries for storage."""
    return msgspec.json.encode(events)


def unpack_events(blob: bytes) -> tuple[LogEvent, ...]:
    return _EVENTS.decode(blob)


_TURN_INFO = msgspec.json.Decoder(TurnInfo)


def pack_turn_info(match: Match[Any]) -> bytes | None:
    """Encode the public turn info; None if the game has none."""
    info = match.find_turn_info()
    return None if info is None else msgspec.json.encode(info)


def unpack_turn_info(blob: bytes) -> TurnInfo:
    return _TURN_INFO.decode(blob)


def pack_states(states: Sequence[tuple[int, bytes]]) -> bytes:
    """Pack the frames of all checkpoints, each (n, compressed frame), into one archive. Frames are alike and compress
    well.
    """
    frames = {str(n): msgspec.Raw(zlib.decompress(state)) for n, state in states}
    return lzma.compress(msgspec.json.encode(frames), preset=6)


@lru_cache(maxsize=2)
def _unpack_archive(archive: bytes) -> dict[str, msgspec.Raw]:
    """Decode an archive; cached, because a reader who steps through an old game needs it repeatedly."""
    return msgspec.json.decode(lzma.decompress(archive), type=dict[str, msgspec.Raw])


async def _load_frame(source: Source, checkpoint: CheckpointRow) -> bytes:
    if checkpoint.state:
        return zlib.decompress(checkpoint.state)
    archive = await checkpoints.load_archive(source, checkpoint.game)
    if archive is None:
        raise StorageError(
            f"table {checkpoint.game}: the State after decision {checkpoint.n} is neither here nor packed"
        )
    return bytes(_unpack_archive(archive)[str(checkpoint.n)])


async def load_checkpoint(
    source: Source, game: Game[Any], row: GameRow, setup: Setup, until_n: int | None = None
) -> tuple[Match[Any], int]:
    """Return the Match at its last checkpoint up to decision `until_n` (None: now), and the number of the decision
    there.

    Raises StorageError if there is no checkpoint, and any exception of rules that have changed and cannot read it.
    """
    checkpoint = await checkpoints.load_latest(source, row.id, until_n)
    if checkpoint is None or row.seed is None:
        raise StorageError(f"table {row.id} has no checkpoint")
    return Match.resume(game, setup, row.seed, await _load_frame(source, checkpoint), []), checkpoint.n


async def load_stored_match(
    source: Source, game: Game[Any], row: GameRow, setup: Setup, until_n: int | None = None
) -> StoredMatch:
    """Return the Match after decision `until_n` (None: now).

    Raises as `load_checkpoint`, and any exception of rules that can no longer play the decisions.
    """
    match, base = await load_checkpoint(source, game, row, setup, until_n)
    rows = await decisions.load_active(source, row.id, base, until_n)
    has_same_log = True
    for r in rows:
        applied = match.apply(read_decision(r))
        has_same_log = has_same_log and (r.rules == game.rules_version or applied.events == unpack_events(r.events))
    return StoredMatch(match, base, [r.n for r in rows], has_same_log)
