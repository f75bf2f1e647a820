"""Privacy of the whole bot by non-interference: two tables that differ only in what one person may not know.

At a checkpoint everything hidden from that person is redealt in a copy of the database. Then the real bot plays on at
both tables, and everything that the person can see is recorded from the fake Discord server: posts, cards,
notifications, private pages, direct messages, push notifications and forum tags, with their words, buttons, custom_ids,
alternative texts, names and bytes of files. The records must be equal until a rule shows the person something that
differs; a separate Match for each table tells when that is (`tests/contract` checks that the rules themselves keep
their secrets).
"""

from __future__ import annotations

import copy
import random
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import msgspec

from bot.table import Person as Player
from bot.table import Table, TableService
from bot.table.lobby import seating
from bot.table.play import answers as play
from bot.table.state.stored_match import pack_frame, read_decision
from bot.table.terms.table_terms import TableTerms
from engines.kernel import AIDS, Applied, Decision, Frame, Match, Refused, Rng, Seat, load_games, pick_random_answer
from storage import Database
from storage.play import checkpoints, decisions
from tests.bot.conftest import TableHarness
from tests.bot.privacy.observer import Json, Observer, Worlds, WorldsCase
from tests.contract.privacy import describe_difference, observe

MOST_TRIED = 400
"""Maximum number of decisions played in search of a position with hidden information."""


class BotLeak(AssertionError):
    """The person receives different messages in the two worlds."""


@dataclass(slots=True)
class WorldRecord:
    """The record of one world."""

    observations: list[Json] = field(default_factory=list)
    """Everything that the person could see, before each act and at the end."""
    decisions_by_act: list[list[Decision]] = field(default_factory=list)
    """The decisions of each act."""


async def compare_worlds(table: TableHarness, folder: Path, case: WorldsCase) -> int:
    """Play both worlds and return the number of acts that the person could not tell apart. Raises BotLeak."""
    await table.stop()
    worlds = await build_worlds(table, folder, case)
    first = await play_world(table, worlds, worlds.databases[0], case)
    second = await play_world(table, worlds, worlds.databases[1], case, follow=first)
    for n, (first_messages, second_messages) in enumerate(zip(first.observations, second.observations, strict=False)):
        for channel in {**first_messages, **second_messages}:
            if first_messages.get(channel) != second_messages.get(channel):
                what = describe_difference(str(first_messages.get(channel)), str(second_messages.get(channel)))
                raise BotLeak(f"{case}, act {n}, {channel}: {what}")
        if n == len(first.decisions_by_act) or _may_differ(worlds, first.decisions_by_act[n], case.looker):
            return n
        first_decisions, second_decisions = first.decisions_by_act[n], second.decisions_by_act[n : n + 1]
        if second_decisions != [first_decisions]:
            raise BotLeak(f"{case}, act {n}: {first_decisions} in one world, {second_decisions} in the other")
    raise BotLeak(f"{case}: the other world ended after {len(second.decisions_by_act)} acts")


def _may_differ(worlds: Worlds, made: Sequence[Decision], looker: Seat | None) -> bool:
    """Return whether the worlds may differ visibly after these decisions: a rule has shown the person different things,
    or another seat's answer is not possible in the other world.
    """
    for decision in made:
        applied_truth = worlds.truth.apply(decision)
        try:
            applied_altered = worlds.altered.apply(decision)
        except Refused:
            if decision.seat == looker:
                raise
            return True
        if (applied_truth.has_revealed or applied_altered.has_revealed) and _list_revealed(
            worlds.truth, applied_truth, looker
        ) != _list_revealed(worlds.altered, applied_altered, looker):
            return True
    return False


def _list_revealed(match: Match[Any], applied: Applied, looker: Seat | None) -> Any:
    heard = [event for event in applied.events if event.is_visible_to(looker)]
    return applied.has_revealed, heard, observe(match, looker, False)


# ---------------------------------------------------------------------- two worlds


async def build_worlds(table: TableHarness, folder: Path, case: WorldsCase) -> Worlds:
    """Play a table for some decisions, copy it, and redeal in the copy everything that the person cannot see."""
    driver, first_database, second_database = table.driver, folder / "one.db", folder / "other.db"
    people = [driver.add_user(f"{case.game} {n}", locale=("ja", "en-US")[n % 2]) for n in range(case.seats)]
    channel_id = _add_channel(table, case)
    people = [person.in_channel(channel_id) for person in people]
    watcher = driver.add_user("Watcher", locale="en-US").in_channel(channel_id)
    rng = Rng(sha256(str(case).encode() + bytes([case.seed])).digest())
    async with await Database.open(first_database) as db:
        service = TableService(db, table.clock)
        players = [
            Player(int(person.id), str(person.user["global_name"]), "en", 1000 + n) for n, person in enumerate(people)
        ]
        # The search for suggestions redeals hidden cards at random, so its result depends on the hidden cards.
        options = {AIDS.id: "off"} if AIDS in load_games()[case.game].options else {}
        agreement = TableTerms(language="en", reminder_hours=None, order="joined", options=options)
        guild = int(driver.guild_id)
        dealt = SimpleNamespace(token_bytes=lambda size: rng.pick_seed()[:size])  # the same game each time
        with patch.object(seating, "secrets", dealt):
            table_id = await seating.open_table(service, guild, int(channel_id), players[0], case.game, agreement)
        async with service.lock_table(table_id) as table_state:
            for player in players[1:]:
                await seating.join_table(service, table_state, player)
            await seating.start_game(service, table_state, msgspec.structs.replace(players[0], interaction_id=None))
            truth = table_state.match
            assert truth is not None
            steps = count_steps_with_secrets(truth, case.looker, rng) if case.is_near_end else case.steps
            for played in range(MOST_TRIED):
                truth = table_state.match
                assert truth is not None and not truth.is_over, f"{case}: nothing is hidden from there on"
                frame = imagine_frame(truth, case.looker, rng) if played >= steps else None
                if frame is not None:
                    break
                await _give_answer(service, table_state, *_choose_answer(truth, rng))
            else:
                raise LookupError(f"{case}: nothing was hidden at {MOST_TRIED} decisions")
            base_n = table_state.base_n
    shutil.copy(first_database, second_database)
    async with await Database.open(second_database) as db, db.transaction() as tx:
        latest = await checkpoints.load_latest(tx, table_id)
        assert latest is not None and latest.n == base_n
        await checkpoints.rewrite_state(tx, replace(latest, state=pack_frame(frame)))
        await tx.execute("UPDATE outbox SET nonce = 'other-' || id")  # Discord has seen those of the first world
    resumed = [Match.resume(truth.game, truth.setup, truth.seed, of, []) for of in (truth.frame, frame)]
    looker = watcher if case.looker is None else people[case.looker]
    return Worlds(table_id, base_n, people, looker, resumed[0], resumed[1], (first_database, second_database))


def _add_channel(table: TableHarness, case: WorldsCase) -> str:
    """Add the channel of the table, and return its id."""
    driver, name = table.driver, f"{case.game}-{case.looker}-{case.steps}"
    if not case.is_in_forum:
        return driver.add_channel(name).id
    forum = driver.add_forum("boards", {"name": "Seeking players"}, {"name": "In play"}, {"name": "Over"})
    return str(driver.world.add_thread(forum.id, name, str(driver.world.me["id"]))["id"])


def imagine_frame(match: Match[Any], looker: Seat | None, rng: Rng) -> bytes | None:
    """Return the frame of another world that looks the same to the person, or None if this position has none."""
    if match.position != match.frame_position or match.hidden_answers:
        return None
    frame = msgspec.json.decode(match.frame, type=Frame)
    state = msgspec.json.decode(frame.state, type=match.game.state_type)
    match.game.redeal(state, looker, rng)
    raw = msgspec.Raw(msgspec.json.encode(state))
    if raw == frame.state:
        return None
    other = msgspec.json.encode(Frame(frame.position, frame.step, frame.rng_counter, raw, frame.rules))
    world = Match.resume(match.game, match.setup, match.seed, other, [])
    same = world.state != match.state and observe(world, looker, False) == observe(match, looker, False)
    return other if same and not world.game.problems(world.state) else None


def count_steps_with_secrets(match: Match[Any], looker: Seat | None, rng: Rng) -> int:
    """Return after how many random decisions something is hidden from the person for the last time. rng: stays as it
    is.
    """
    match, rng = match.fork(), copy.copy(rng)
    played, last = 0, 0
    while not match.is_over:
        if imagine_frame(match, looker, Rng(bytes(32))) is not None:
            last = played
        match.apply(Decision(match.step, *_choose_answer(match, rng)))
        played += 1
    return last


def _choose_answer(match: Match[Any], rng: Rng) -> tuple[Seat, tuple[str, ...]]:
    seat = match.waiting_seats[0]
    prompt = match.find_prompt(seat)
    assert prompt is not None
    return seat, pick_random_answer(match, prompt, rng)


async def _give_answer(service: TableService, table: Table, seat: Seat, keys: tuple[str, ...]) -> bool:
    """Give the seat's answer; return False if the seat is not asked or the answer is not possible."""
    ref, seated = table.build_question_ref(seat), table.seats[seat]
    if ref is None:
        return False
    try:
        await play.answer_question(service, table, Player(seated.person or 0, seated.name, "en"), ref, keys)
    except Refused:
        return False
    return True


# ---------------------------------------------------------------------- playing one world


async def play_world(
    table: TableHarness, worlds: Worlds, database: Path, case: WorldsCase, follow: WorldRecord | None = None
) -> WorldRecord:
    """Start the bot on this database, play, and return the record.

    follow: the record of the first world, whose decisions the other seats repeat.
    """
    record, rng = WorldRecord(), Rng(sha256(f"course {case}".encode()).digest())
    observer = Observer(table, worlds)
    table.database = database
    await table.boot()
    tables = table.bot.service
    try:
        for n in range(case.acts + 1):
            await observer.wait_until_idle()
            async with tables.lock_table(worlds.table_id) as table_state:
                over, waiting = table_state.match is None or table_state.match.is_over, table_state.waiting
            if over:
                await observer.open_lasting_pages()
            else:
                await observer.open_pages(full=n % 4 == 0)
            record.observations.append(observer.list_observations())
            if over or n == case.acts or (follow is not None and n == len(follow.decisions_by_act)):
                break
            before = len(await decisions.load_active(tables.db, worlds.table_id, worlds.base_n))
            mine = case.looker is not None and case.looker in waiting
            if not mine:
                async with tables.lock_table(worlds.table_id) as table_state:
                    assert table_state.match is not None
                    answers = (
                        [_choose_answer(table_state.match, rng)]
                        if follow is None
                        else [(d.seat, d.keys) for d in follow.decisions_by_act[n]]
                    )
                    for seat, keys in answers:
                        if not await _give_answer(tables, table_state, seat, keys):
                            return record  # needs hidden cards; `compare` decides whether that may be noticed
            tables.wake_workers()
            if mine:
                await observer.answer_question(random.Random(f"{case} {n}"))
            rows = await decisions.load_active(tables.db, worlds.table_id, worlds.base_n)
            record.decisions_by_act.append([read_decision(row) for row in rows[before:]])
        return record
    finally:
        await table.stop()
