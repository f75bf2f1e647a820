"""A forged game file is detected by comparison with the posts, for each forgery in R16 of the review of trust."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import pytest_asyncio
from msgspec.structs import replace

from bot import audit
from bot.audit import GameFile
from bot.table import TableService
from bot.table.lobby import seating, shuffle_shares
from bot.table.state import fairness_proof
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Decision, Match, Rng, compute_commitment, load_games, pick_random_answer
from storage import Database
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def file(tmp_path_factory: pytest.TempPathFactory) -> GameFile:
    """A finished game of three people, seats by lot."""
    async with await Database.open(tmp_path_factory.mktemp("file") / "teban.db") as db:
        clock = Clock()
        players = Players(TableService(db, clock, "en"), clock)
        table_id = await players.start_table(AOI, MARCO, JULES, order="random")
        await players.play_to_end(table_id)
        return await audit.export_game(db, table_id)


def is_accepted(file: GameFile, posted: GameFile) -> bool:
    """Whether the file passes, given what was posted of the true one."""
    head = fairness_proof.compute_chain_head(posted.commitment, posted.decisions)
    seal = fairness_proof.compute_seal(posted.commitment, posted.shares)
    values = audit.PostedValues(posted.commitment, seal, posted.shares, head)
    return all(finding.is_ok for finding in audit.verify_game_file(file, values))


def invent_other_game(file: GameFile) -> GameFile:
    """Forge a complete and consistent game that never happened: another secret, and invented moves."""
    secret = bytes(32)
    seed = fairness_proof.derive_seed(secret, file.shares)
    sorted_shares = sorted(file.shares)
    shares = tuple(sorted_shares[nth] for nth in fairness_proof.pick_seat_order(seed, sorted_shares))
    return invent_moves(
        replace(file, secret=secret.hex(), seed=seed.hex(), commitment=compute_commitment(secret), shares=shares)
    )


def invent_other_moves(file: GameFile) -> GameFile:
    """Forge other moves with the same shuffle."""
    return invent_moves(file)


def cut_game_short(file: GameFile) -> GameFile:
    """The game as it stood in the middle."""
    match = Match.start(load_games()[file.game_id], file.setup, bytes.fromhex(file.seed))
    half = file.decisions[: len(file.decisions) // 2]
    for decision, _ in half:
        match.apply(decision)
    return replace(file, decisions=half, checksum=match.compute_checksum(), is_over=match.is_over)


def claim_newer_rules(file: GameFile) -> GameFile:
    """Forge a version of the rules that does not exist."""
    return replace(file, decisions=tuple((decision, 99) for decision, _ in file.decisions))


def choose_seed(file: GameFile) -> GameFile:
    """Forge a seed chosen by the operator, instead of one derived from the secret and the shares."""
    return invent_moves(replace(file, seed=bytes(32).hex()))


def reorder_seats(file: GameFile) -> GameFile:
    """Forge another order of the seats."""
    return replace(file, shares=(*file.shares[1:], file.shares[0]))


def invent_moves(file: GameFile) -> GameFile:
    """Random moves to the end of the game of this seed."""
    game = load_games()[file.game_id]
    match = Match.start(game, file.setup, bytes.fromhex(file.seed))
    rng, decisions = Rng(b"f" * 32), []
    while not match.is_over:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        decision = Decision(match.step, seat, pick_random_answer(match, prompt, rng))
        match.apply(decision)
        decisions.append((decision, game.rules_version))
    return replace(file, decisions=tuple(decisions), checksum=match.compute_checksum(), is_over=True)


async def test_the_true_file_passes(file: GameFile) -> None:
    assert is_accepted(file, file)


@pytest.mark.parametrize(
    "forge", [invent_other_game, invent_other_moves, cut_game_short, claim_newer_rules, choose_seed, reorder_seats]
)
async def test_a_forged_file_is_refused(file: GameFile, forge: Callable[[GameFile], GameFile]) -> None:
    assert not is_accepted(forge(file), file)


@pytest.mark.parametrize("forge", [claim_newer_rules, choose_seed, reorder_seats])
async def test_some_forgeries_are_detected_without_posts(file: GameFile, forge: Callable[[GameFile], GameFile]) -> None:
    assert not all(finding.is_ok for finding in audit.verify_game_file(forge(file)))


@pytest.mark.parametrize("words", [(), ("tried", "until", "it suits")])
async def test_deal_with_unposted_words_is_detected(file: GameFile, words: tuple[str, ...]) -> None:
    """The operator knows the secret, so a game dealt with the operator's own words has true posts and a consistent
    file. Only the words, or the seal of all shares, that people saw when it started reveal the fraud.
    """
    secret = bytes.fromhex(file.secret)
    seed = fairness_proof.derive_seed(secret, words)
    shares = tuple(sorted(words)[nth] for nth in fairness_proof.pick_seat_order(seed, sorted(words)))
    played = invent_moves(replace(file, seed=seed.hex(), shares=shares))
    head = fairness_proof.compute_chain_head(played.commitment, played.decisions)
    posted = audit.PostedValues(file.commitment[:32], head=head)
    assert all(finding.is_ok for finding in audit.verify_game_file(played, posted)), "all but the words fit"
    seal = fairness_proof.compute_seal(file.commitment, file.shares)
    for more in (posted._replace(words=file.shares), posted._replace(seal=seal)):
        assert not all(finding.is_ok for finding in audit.verify_game_file(played, more))
        assert all(finding.is_ok for finding in audit.verify_game_file(file, more._replace(head=None)))
    assert any("compare the words in the shuffle" in finding.text for finding in audit.verify_game_file(played))


async def test_self_consistent_file_is_not_called_proved(file: GameFile) -> None:
    findings = [finding.text for finding in audit.verify_game_file(invent_other_game(file))]
    assert any("compare the commitment with what was posted" in text for text in findings)
    assert any("compare the chain of moves with what was posted" in text for text in findings)


async def test_own_word_changes_the_shuffle(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        assert table.deal is not None
        secret, before = table.deal.secret, dict(table.shares)
        await shuffle_shares.set_share(service, table, MARCO, "  tea `and`  silk ")
        assert table.shares == {**before, MARCO.id: "tea and silk"}
        await seating.start_game(service, table, AOI)
        assert table.row.seed == fairness_proof.derive_seed(secret, [before[AOI.id], "tea and silk"])
        assert table.row.seed != fairness_proof.derive_seed(secret, list(before.values()))
        assert table.row.commitment == compute_commitment(secret)
