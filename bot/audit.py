"""Checks for the operator: is a database sound, does a game replay from its seed to the stored result.

A portable game file is JSON: the game, its setup, what its shuffle is made of (`bot.table.state.fairness_proof`), every
valid decision, and the checksum of the State after them. It contains the seed, so a reader of the file of a running
game knows everything in it. A file is consistent even if all of it is invented. It is tied to a table by the commitment
that was posted before the first shuffle, and the last link of the chain of moves that was posted with the scores.
"""

import zlib
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from bot.game_file_bounds import MAX_FILE_BYTES, MAX_LISTING, MAX_QUOTE, TimeBudget, check_bounds, escape_text
from bot.logs import describe_error
from bot.table.clock.waking_hours import MINUTE
from bot.table.state import fairness_proof
from bot.table.state.settings import TableSettings
from bot.table.state.stored_match import load_stored_match, read_decision
from engines.kernel import Decision, Game, Match, Refused, Setup, compute_commitment, load_games
from storage import DatabaseReader, DatabaseUnavailable, StorageError
from storage.messages import inbox_rows
from storage.play import deals, decisions
from storage.play import games as game_rows
from storage.play.games import GameRow
from storage.time import presence

FORMAT = "teban-game-1"
MAX_INBOX_WAIT = 5 * MINUTE
"""A running bot empties the inbox of a table long before; a row that is older shows that it cannot."""


class GameFile(msgspec.Struct, frozen=True):
    """A game that anybody can replay."""

    format: str
    """`FORMAT`; a file with another one is refused."""
    game_id: str = msgspec.field(name="engine")
    """Id of the game's rules."""
    setup: Setup
    """Seats, colours and table options, as the match was started with."""
    seed: str
    """Hexadecimal; all chance of the match comes from it."""
    commitment: str
    """The number posted before the shuffle, which `secret` (or `seed` without one) has to fit."""
    decisions: tuple[tuple[Decision, int], ...]
    """Each decision with the version of the rules that played it."""
    checksum: str
    """Of the State after the last of `decisions`."""
    is_over: bool = msgspec.field(name="over")
    """Whether the rules had ended the game then."""
    secret: str = ""
    """Part of the seed, in hexadecimal; "" in files of earlier versions, whose seed is the secret itself."""
    shares: tuple[str, ...] = ()
    """The people's shares by seat; () in files of earlier versions."""
    order: str = ""
    """The rule by which seats were numbered, one of ORDERS."""
    table: int = 0
    """Number of the table."""
    started: int = 0
    """Unix milliseconds."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of a report."""

    is_ok: bool
    """False: something does not fit, and the report as a whole fails."""
    table_id: int | None
    """None if it is about the whole file."""
    text: str
    """One sentence for the operator; what it quotes of a file is cut and escaped."""
    max_length: int = MAX_QUOTE
    """Maximum characters to print of the text of a file's finding."""


class NotAGameFile(ValueError):
    """The file is not a game file, or has an unknown format."""


async def check_database(db: DatabaseReader) -> AsyncIterator[Finding]:
    """Check a database: the file itself, every game in play, every finished game.

    Raises DatabaseUnavailable if it cannot be read on: after a failed query, a snapshot answers no other one.
    """
    problems = await db.list_problems()
    for text in problems:
        yield Finding(False, None, text)
    if not problems:
        sound = "the server keeps its own files in order (pg_amcheck reads them all)"
        yield Finding(True, None, sound if db.engine.is_on_server else "the file is sound")
    online_at = await presence.load_last_online(db) or 0
    for number, at in (await inbox_rows.list_oldest_times(db)).items():
        if online_at > at + MAX_INBOX_WAIT:
            yield Finding(False, number, "a change of one of its people cannot be applied to it; the log says why")
    rows, wrong = await game_rows.load_readable(db, "playing", "over")
    for number, problem in wrong.items():
        yield Finding(False, number, f"cannot be read: {problem}")
    for row in rows:
        examine = _check_playing if row.status == "playing" else _check_finished
        try:
            yield await examine(db, row)
        except DatabaseUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - a damaged row may raise anything
            yield Finding(False, row.id, f"cannot be read: {describe_error(error)}")


async def export_game(db: DatabaseReader, table_id: int) -> GameFile:
    """Return the game as a file. Raises Refused if there is no such game or it has not started."""
    row = await game_rows.load_game(db, table_id)
    if row is None:
        raise Refused("table.refused.unknown")
    setup = msgspec.json.decode(row.setup, type=TableSettings).setup
    if row.seed is None or row.commitment is None or setup is None:
        raise Refused("table.refused.not_started")
    if row.engine not in load_games():
        raise Refused("table.refused.unknown_game", game=row.engine)
    match = (await load_stored_match(db, load_games()[row.engine], row, setup)).match
    rows = await decisions.load_active(db, table_id)
    decision_pairs = tuple((read_decision(r), r.rules) for r in rows)
    deal, plan = await deals.load_deal(db, table_id), msgspec.json.decode(row.setup, type=TableSettings)
    return GameFile(
        FORMAT,
        row.engine,
        setup,
        row.seed.hex(),
        row.commitment,
        decision_pairs,
        match.compute_checksum(),
        match.is_over,
        secret="" if deal is None else deal.secret.hex(),
        shares=() if deal is None else deal.shares_by_seat or (),
        order=plan.order,
        table=table_id,
        started=row.started_at or 0,
    )


def read_game_file(path: Path) -> GameFile:
    """Read a game file. Raises NotAGameFile."""
    with path.open("rb") as opened:
        return decode_game_file(opened.read(MAX_FILE_BYTES + 1), str(path))


def decode_game_file(content: bytes, name: str) -> GameFile:
    """Parse a file's content. Raises NotAGameFile, whose message contains `name`."""
    if len(content) > MAX_FILE_BYTES:
        raise NotAGameFile(f"{name}: not a game file: it has more than {MAX_FILE_BYTES} bytes")
    try:
        file = msgspec.json.decode(content, type=GameFile)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:  # a ValueError: a text that is not UTF-8
        raise NotAGameFile(f"{name}: not a game file: {escape_text(str(error))}") from error
    if file.format != FORMAT:
        raise NotAGameFile(f"{name}: expected format {FORMAT}, got {escape_text(file.format)}")
    return file


class PostedValues(NamedTuple):
    """The values that a table posted; None: nobody copied it, so the findings say what to compare."""

    commitment: str | None = None
    """From the lobby, or from the post with which the game began: 32 digits, or 64 at tables older than 0.18."""
    seal: str | None = None
    """The second number of that post."""
    words: Sequence[str] | None = None
    """All shares, in any order, as the post listed them before 0.18."""
    head: str | None = None
    """The last link of the moves, from the post of the scores."""


NOTHING_POSTED = PostedValues()


def verify_game_file(file: GameFile, posted_values: PostedValues = NOTHING_POSTED) -> list[Finding]:
    """Replay the game and check it against the posted values. All findings have is_ok if the file is truthful.

    The file may hold anything: everything in it is bounded first, the replay ends in time, and the texts of the
    findings may be printed.
    """
    findings = _verify_game_file(file, posted_values)
    return [replace(finding, text=escape_text(finding.text, finding.max_length)) for finding in findings]


def _verify_game_file(file: GameFile, posted_values: PostedValues) -> list[Finding]:
    budget, game = TimeBudget(), load_games().get(file.game_id)
    if game is None:
        return [Finding(False, None, f"there is no game {file.game_id!r} here")]
    try:
        texts = (file.seed, file.secret, file.commitment, file.checksum, file.order, *file.shares)
        check_bounds(game, file.setup, file.decisions, texts, (file.table, file.started))
        seed = bytes.fromhex(file.seed)
        shuffle = list(_check_shuffle(file, seed))
        text = replay_game(game, file.setup, seed, file.decisions, file.checksum, is_over=file.is_over, budget=budget)
    except Exception as error:  # noqa: BLE001 - a file may hold anything
        return [Finding(False, None, f"does not replay: {type(error).__name__}: {error}")]
    newer = [version for _, version in file.decisions if version > game.rules_version]
    if newer:
        shuffle.append(Finding(False, None, f"{len(newer)} decisions name rules that this program does not know yet"))
    return [
        *shuffle,
        Finding(text is None, None, text or f"{len(file.decisions)} decisions lead to the stored State"),
        _compare_posted("commitment", file.commitment, posted_values.commitment, "when the table opened"),
        _compare_posted(
            "seal", fairness_proof.compute_seal(file.commitment, file.shares), posted_values.seal, "at the start"
        ),
        _check_shares(file.shares, posted_values.words),
        _compare_posted(
            "chain of moves",
            fairness_proof.compute_chain_head(file.commitment, file.decisions),
            posted_values.head,
            "with the scores",
        ),
    ]


def _check_shuffle(file: GameFile, seed: bytes) -> Iterator[Finding]:
    """Check that the seed is made of the commitment's secret and the shares, and that it gives the order of seats."""
    secret = bytes.fromhex(file.secret) if file.secret else seed
    fits = compute_commitment(secret) == file.commitment
    yield Finding(fits, None, "the secret fits the commitment" if fits else "the secret does not fit the commitment")
    fits = fairness_proof.derive_seed(secret, file.shares) == seed
    yield Finding(fits, None, "the seed is made of the secret and the shares" if fits else "the seed is another one")
    if file.shares and len(file.shares) != file.setup.seats:
        yield Finding(False, None, f"expected {file.setup.seats} shares, got {len(file.shares)}")
    elif file.shares and file.order == "random":
        gathered = sorted(file.shares, key=lambda share: (share == "", share))
        fits = tuple(gathered[nth] for nth in fairness_proof.pick_seat_order(seed, gathered)) == file.shares
        yield Finding(fits, None, "the seats were drawn from the seed" if fits else "the seats were not drawn from it")


def _compare_posted(subject: str, value: str, posted_value: str | None, occasion: str) -> Finding:
    """Compare a value with the posted one; without a posted one, tell the operator what to compare."""
    if posted_value is None:
        return Finding(True, None, f"compare the {subject} with what was posted {occasion}: {value}")
    digits = posted_value.strip().casefold()
    is_same = len(digits) >= min(len(value), fairness_proof.POSTED_DIGITS) and value.startswith(digits)
    return Finding(is_same, None, f"the {subject} is {'as' if is_same else 'not what was'} posted {occasion}: {value}")


def _check_shares(shares: Sequence[str], posted_shares: Sequence[str] | None) -> Finding:
    """Check that the shares are those that people contributed. Nothing else binds them: the holder of the secret could
    try other words, or omit all, until the shuffle suits them.
    """
    entries = sorted(filter(None, shares))
    listing = ", ".join(entries) if entries else "none, as at tables of versions before"
    if posted_shares is None:
        text = f"compare the words in the shuffle with those that people chose: {listing}"
        return Finding(True, None, text, MAX_LISTING)
    is_same = sorted(posted_shares) == entries
    text = f"the words in the shuffle are {'as' if is_same else 'not those that were'} posted: {listing}"
    return Finding(is_same, None, text, MAX_LISTING)


def replay_game(
    game: Game[Any],
    setup: Setup,
    seed: bytes,
    decision_pairs: Sequence[tuple[Decision, int]],
    checksum: str,
    *,
    is_over: bool,
    budget: TimeBudget | None = None,
) -> str | None:
    """Replay all decisions (each with its rules version) from the seed. budget: when to stop; None: never.

    Returns None if they lead to the checksum, and to the expected end or not; else the difference in words.
    """
    match = Match.start(game, setup, seed)
    for n, (decision, version) in enumerate(decision_pairs, 1):
        if budget is not None and budget.is_over:
            return f"stopped before decision {n} of {len(decision_pairs)}: no true game takes this program so long"
        try:
            match.apply(decision)
        except Refused as reason:
            if version != game.rules_version:
                return (
                    f"decisions 1 to {n - 1} replay; decision {n} was made under rules version {version},"
                    f" this program plays version {game.rules_version}"
                )
            return f"decision {n} does not fit the rules: {describe_error(reason)}"
        if problems := game.problems(match.state):
            return f"after decision {n}: {'; '.join(problems)}"
    if match.compute_checksum() != checksum:
        return f"the State differs: expected {checksum}, got {match.compute_checksum()}"
    if match.is_over != is_over:
        return f"the game should be {'over' if is_over else 'in play'}, it is {'over' if match.is_over else 'in play'}"
    return None


async def _check_playing(db: DatabaseReader, row: GameRow) -> Finding:
    """Check that a game in play resumes and its State is sound."""
    setup = msgspec.json.decode(row.setup, type=TableSettings).setup
    if row.engine not in load_games() or setup is None:
        return Finding(False, row.id, f"there is no game {row.engine!r} here")
    try:
        match, _, numbers, _ = await load_stored_match(db, load_games()[row.engine], row, setup)
    except DatabaseUnavailable:
        raise
    except (Refused, StorageError, msgspec.MsgspecError, zlib.error) as error:
        return Finding(False, row.id, f"does not resume: {describe_error(error)}")
    problems = match.game.problems(match.state)
    if problems:
        return Finding(False, row.id, "; ".join(problems))
    return Finding(True, row.id, f"resumes ({row.engine}, {len(numbers)} decisions since its checkpoint)")


async def _check_finished(db: DatabaseReader, row: GameRow) -> Finding:
    """Check that a finished game replays from its seed to the stored checksum."""
    setup = msgspec.json.decode(row.setup, type=TableSettings).setup
    if row.engine not in load_games() or setup is None or row.seed is None or row.checksum is None:
        return Finding(False, row.id, f"there is no game {row.engine!r} here")
    rows = await decisions.load_active(db, row.id)
    decision_pairs = [(read_decision(r), r.rules) for r in rows]
    text = replay_game(load_games()[row.engine], setup, row.seed, decision_pairs, row.checksum, is_over=True)
    return Finding(text is None, row.id, text or f"replays ({row.engine}, {len(rows)} decisions)")
