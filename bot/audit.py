"""Proofs for the operator: is a database sound, does a game replay from its seed to the stored result.

A portable game file is JSON: the game, its setup, what its shuffle is made of (`bot.table.fairness.proof`), every
decision that stands, and the checksum of the State after them. It holds the seed, so whoever has the file of a running
game can read everything in it. A file agrees with itself even if all of it is invented: what ties it to a table are the
commitment that was posted before the first shuffle and the last link of the chain of moves that was posted with the
scores.
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from bot.table.fairness import proof
from bot.table.live import Plan
from bot.table.stored import match_at, read_decision
from engines.kernel import Decision, Game, Match, Refused, Setup, games
from engines.kernel import commitment as commitment_of
from storage import Database, StorageError
from storage.play import deals, decisions
from storage.play import games as game_rows
from storage.play.games import GameRow

FORMAT = "teban-game-1"


class GameFile(msgspec.Struct, frozen=True):
    """A game that anybody can replay. decisions: (decision, version of the rules that played it).

    secret, shares: what the seed is made of, in hexadecimal and by seat; "" and () in files of versions before, whose
    seed is the secret itself. order: how the seats were numbered. table, started: its number and Unix milliseconds.
    """

    format: str
    engine: str
    setup: Setup
    seed: str
    commitment: str
    decisions: tuple[tuple[Decision, int], ...]
    checksum: str
    over: bool
    secret: str = ""
    shares: tuple[str, ...] = ()
    order: str = ""
    table: int = 0
    started: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of a report. game: None if it is about the whole file."""

    ok: bool
    game: int | None
    text: str


class NotAGameFile(ValueError):
    """The file is not a game file, or of a format that this version does not know."""


async def doctor(db: Database) -> AsyncIterator[Finding]:
    """Examine a database: the file itself, every game in play, every finished game."""
    problems = await db.problems()
    for text in problems:
        yield Finding(False, None, text)
    if not problems:
        yield Finding(True, None, "the file is sound")
    rows, wrong = await game_rows.readable(db, "playing", "over")
    for number, trouble in wrong.items():
        yield Finding(False, number, f"cannot be read: {trouble}")
    for row in rows:
        examine = _playing if row.status == "playing" else _finished
        try:
            yield await examine(db, row)
        except Exception as error:  # noqa: BLE001 - whatever a damaged row raises
            yield Finding(False, row.id, f"cannot be read: {type(error).__name__}: {error}")


async def export(db: Database, game: int) -> GameFile:
    """The game as a file. Raises Refused if there is no such game or it has not started."""
    row = await game_rows.get(db, game)
    if row is None:
        raise Refused("table.refused.unknown")
    setup = msgspec.json.decode(row.setup, type=Plan).setup
    if row.seed is None or row.commitment is None or setup is None:
        raise Refused("table.refused.not_started")
    if row.engine not in games():
        raise Refused("table.refused.no_engine", game=row.engine)
    match = (await match_at(db, games()[row.engine], row, setup)).match
    rows = await decisions.live(db, game)
    played = tuple((read_decision(r), r.rules) for r in rows)
    deal, plan = await deals.get(db, game), msgspec.json.decode(row.setup, type=Plan)
    return GameFile(
        FORMAT,
        row.engine,
        setup,
        row.seed.hex(),
        row.commitment,
        played,
        match.checksum(),
        match.over,
        secret="" if deal is None else deal.secret.hex(),
        shares=() if deal is None else deal.seated or (),
        order=plan.order,
        table=game,
        started=row.started_at or 0,
    )


def read(path: Path) -> GameFile:
    """Raises NotAGameFile."""
    return decode(path.read_bytes(), str(path))


def decode(content: bytes, name: str) -> GameFile:
    """The game of a file's content. Raises NotAGameFile, which calls it `name`."""
    try:
        file = msgspec.json.decode(content, type=GameFile)
    except msgspec.MsgspecError as error:
        raise NotAGameFile(f"{name}: not a game file: {error}") from error
    if file.format != FORMAT:
        raise NotAGameFile(f"{name}: expected format {FORMAT}, got {file.format}")
    return file


def verify(
    file: GameFile, commitment: str | None = None, head: str | None = None, words: Sequence[str] | None = None
) -> list[Finding]:
    """Replay from the first shuffle. All findings are ok if the file tells the truth.

    commitment, words, head: as posted when the table began (words: of all people, in any order) and with the scores;
    without them the findings say what to compare.
    """
    game = games().get(file.engine)
    if game is None:
        return [Finding(False, None, f"there is no game {file.engine!r} here")]
    try:
        seed = bytes.fromhex(file.seed)
        shuffle = list(_shuffle(file, seed))
        text = replay(game, file.setup, seed, file.decisions, file.checksum, over=file.over)
    except Exception as error:  # noqa: BLE001 - a file may hold anything
        return [Finding(False, None, f"does not replay: {type(error).__name__}: {error}")]
    newer = [version for _, version in file.decisions if version > game.rules]
    if newer:
        shuffle.append(Finding(False, None, f"{len(newer)} decisions name rules that this program does not know yet"))
    return [
        *shuffle,
        Finding(text is None, None, text or f"{len(file.decisions)} decisions lead to the stored State"),
        _posted("commitment", file.commitment, commitment, "when the table began"),
        _put_in(file.shares, words),
        _posted("chain of moves", proof.head(file.commitment, file.decisions), head, "with the scores"),
    ]


def _shuffle(file: GameFile, seed: bytes) -> Iterator[Finding]:
    """Whether the seed is made of what was committed to and put in, and the seats were drawn from it."""
    secret = bytes.fromhex(file.secret) if file.secret else seed
    fits = commitment_of(secret) == file.commitment
    yield Finding(fits, None, "the secret fits the commitment" if fits else "the secret does not fit the commitment")
    fits = proof.seed_of(secret, file.shares) == seed
    yield Finding(fits, None, "the seed is made of the secret and the shares" if fits else "the seed is another one")
    if file.shares and len(file.shares) != file.setup.seats:
        yield Finding(False, None, f"expected {file.setup.seats} shares, got {len(file.shares)}")
    elif file.shares and file.order == "random":
        gathered = sorted(file.shares, key=lambda share: (share == "", share))
        fits = tuple(gathered[nth] for nth in proof.drawn(seed, gathered)) == file.shares
        yield Finding(fits, None, "the seats were drawn from the seed" if fits else "the seats were not drawn from it")


def _posted(what: str, found: str, posted: str | None, when: str) -> Finding:
    """Whether something is what was posted; what to compare, if nobody said what that was."""
    if posted is None:
        return Finding(True, None, f"compare the {what} with what was posted {when}: {found}")
    same = posted.strip().casefold() == found
    return Finding(same, None, f"the {what} is {'as' if same else 'not what was'} posted {when}: {found}")


def _put_in(shares: Sequence[str], posted: Sequence[str] | None) -> Finding:
    """Whether the shares are what people put in. Nothing else binds them: whoever knows the secret could try words, or
    leave all out, until the shuffle suits them.
    """
    found = sorted(filter(None, shares))
    told = ", ".join(found) if found else "none, as at tables of versions before"
    if posted is None:
        return Finding(True, None, f"compare the words in the shuffle with those posted when the table began: {told}")
    same = sorted(posted) == found
    return Finding(same, None, f"the words in the shuffle are {'as' if same else 'not those that were'} posted: {told}")


def replay(
    game: Game[Any],
    setup: Setup,
    seed: bytes,
    played: Sequence[tuple[Decision, int]],
    checksum: str,
    *,
    over: bool,
) -> str | None:
    """Play the whole log (decisions and the rules version of each) from the seed.

    None if it ends at the checksum, and the game is over or not as told; else what is wrong, in words.
    """
    match = Match.start(game, setup, seed)
    for n, (decision, version) in enumerate(played, 1):
        try:
            match.apply(decision)
        except Refused as reason:
            if version != game.rules:
                return (
                    f"decisions 1 to {n - 1} replay; decision {n} was made under rules version {version},"
                    f" this program plays version {game.rules}"
                )
            return f"decision {n} does not fit the rules: {reason}"
        if problems := game.problems(match.state):
            return f"after decision {n}: {'; '.join(problems)}"
    if match.checksum() != checksum:
        return f"the State differs: expected {checksum}, got {match.checksum()}"
    if match.over != over:
        return f"the game should be {'over' if over else 'in play'}, it is {'over' if match.over else 'in play'}"
    return None


async def _playing(db: Database, row: GameRow) -> Finding:
    """A game in play must resume, and its State must be sound."""
    setup = msgspec.json.decode(row.setup, type=Plan).setup
    if row.engine not in games() or setup is None:
        return Finding(False, row.id, f"there is no game {row.engine!r} here")
    try:
        match, _, numbers, _ = await match_at(db, games()[row.engine], row, setup)
    except (Refused, StorageError, msgspec.MsgspecError, zlib.error) as error:
        return Finding(False, row.id, f"does not resume: {error}")
    problems = match.game.problems(match.state)
    if problems:
        return Finding(False, row.id, "; ".join(problems))
    return Finding(True, row.id, f"resumes ({row.engine}, {len(numbers)} decisions since its checkpoint)")


async def _finished(db: Database, row: GameRow) -> Finding:
    """A finished game must replay from its seed to the stored checksum."""
    setup = msgspec.json.decode(row.setup, type=Plan).setup
    if row.engine not in games() or setup is None or row.seed is None or row.checksum is None:
        return Finding(False, row.id, f"there is no game {row.engine!r} here")
    rows = await decisions.live(db, row.id)
    played = [(read_decision(r), r.rules) for r in rows]
    text = replay(games()[row.engine], setup, row.seed, played, row.checksum, over=True)
    return Finding(text is None, row.id, text or f"replays ({row.engine}, {len(rows)} decisions)")
