"""A game file that was forged, in each way of R16 of the review of trust, is told from what was posted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from bot import audit
from bot.audit import GameFile
from bot.table import TableService
from bot.table.fairness import proof, shuffle
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from engines.kernel import Decision, Match, Rng, commitment, games, random_answer
from tests.table.conftest import AOI, JULES, MARCO, Players


@pytest.fixture
async def file(tables: TableService, players: Players) -> GameFile:
    """A finished game of three people, seats by lot."""
    game = await players.open(AOI, MARCO, JULES, order="random")
    await players.finish(game)
    return await audit.export(tables.db, game)


def holds(file: GameFile, posted: GameFile) -> bool:
    """Whether the file passes, given what was posted of the true one."""
    head = proof.head(posted.commitment, posted.decisions)
    return all(finding.ok for finding in audit.verify(file, posted.commitment, head, posted.shares))


def another_game(file: GameFile) -> GameFile:
    """A whole game that never was, sound in itself: another secret, all moves invented."""
    secret = bytes(32)
    seed = proof.seed_of(secret, file.shares)
    gathered = sorted(file.shares)
    shares = tuple(gathered[nth] for nth in proof.drawn(seed, gathered))
    return invented(replace(file, secret=secret.hex(), seed=seed.hex(), commitment=commitment(secret), shares=shares))


def other_moves(file: GameFile) -> GameFile:
    """The same shuffle, and other moves."""
    return invented(file)


def cut_off(file: GameFile) -> GameFile:
    """The game as it stood in the middle."""
    match = Match.start(games()[file.engine], file.setup, bytes.fromhex(file.seed))
    half = file.decisions[: len(file.decisions) // 2]
    for decision, _ in half:
        match.apply(decision)
    return replace(file, decisions=half, checksum=match.checksum(), over=match.over)


def newer_rules(file: GameFile) -> GameFile:
    """Versions of the rules that there are not."""
    return replace(file, decisions=tuple((decision, 99) for decision, _ in file.decisions))


def chosen_seed(file: GameFile) -> GameFile:
    """A seed that is not made of the secret and the shares: chosen by whoever runs the bot."""
    return invented(replace(file, seed=bytes(32).hex()))


def chosen_seats(file: GameFile) -> GameFile:
    """Other people in front."""
    return replace(file, shares=(*file.shares[1:], file.shares[0]))


def invented(file: GameFile) -> GameFile:
    """Random moves to the end of the game of this seed."""
    game = games()[file.engine]
    match = Match.start(game, file.setup, bytes.fromhex(file.seed))
    rng, played = Rng(b"f" * 32), []
    while not match.over:
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        decision = Decision(match.step, seat, random_answer(match, prompt, rng))
        match.apply(decision)
        played.append((decision, game.rules))
    return replace(file, decisions=tuple(played), checksum=match.checksum(), over=True)


async def test_the_true_file_passes(file: GameFile) -> None:
    assert holds(file, file)


@pytest.mark.parametrize("forge", [another_game, other_moves, cut_off, newer_rules, chosen_seed, chosen_seats])
async def test_a_forged_file_is_refused(file: GameFile, forge: Callable[[GameFile], GameFile]) -> None:
    assert not holds(forge(file), file)


@pytest.mark.parametrize("forge", [newer_rules, chosen_seed, chosen_seats])
async def test_some_forgeries_need_no_post_to_be_seen(file: GameFile, forge: Callable[[GameFile], GameFile]) -> None:
    assert not all(finding.ok for finding in audit.verify(forge(file)))


@pytest.mark.parametrize("words", [(), ("tried", "until", "it suits")])
async def test_whoever_deals_with_other_words_than_were_posted_is_found_out(
    file: GameFile, words: tuple[str, ...]
) -> None:
    """The operator knows the secret. A table dealt with words of their own has true posts and a sound file: only the
    words that people saw when it began tell.
    """
    secret = bytes.fromhex(file.secret)
    seed = proof.seed_of(secret, words)
    shares = tuple(sorted(words)[nth] for nth in proof.drawn(seed, sorted(words)))
    played = invented(replace(file, seed=seed.hex(), shares=shares))
    head = proof.head(played.commitment, played.decisions)
    assert all(finding.ok for finding in audit.verify(played, file.commitment, head)), "all but the words fit"
    assert not all(finding.ok for finding in audit.verify(played, file.commitment, head, file.shares))
    assert any("compare the words in the shuffle" in finding.text for finding in audit.verify(played))


async def test_what_agrees_with_itself_alone_is_not_called_proved(file: GameFile) -> None:
    findings = [finding.text for finding in audit.verify(another_game(file))]
    assert any("compare the commitment with what was posted" in text for text in findings)
    assert any("compare the chain of moves with what was posted" in text for text in findings)


async def test_a_word_of_ones_own_changes_the_shuffle(tables: TableService) -> None:
    game = await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en"))
    async with tables.at(game) as live:
        await seating.join(tables, live, MARCO)
        assert live.deal is not None
        secret, before = live.deal.secret, dict(live.shares)
        await shuffle.put_in(tables, live, MARCO, "  tea `and`  silk ")
        assert live.shares == {**before, MARCO.id: "tea and silk"}
        await seating.start(tables, live, AOI)
        assert live.row.seed == proof.seed_of(secret, [before[AOI.id], "tea and silk"])
        assert live.row.seed != proof.seed_of(secret, list(before.values()))
        assert live.row.commitment == commitment(secret)
