"""Recent actions, which the card marks and lists: kept in memory and loaded from the database."""

from __future__ import annotations

from copy import copy
from itertools import product
from typing import Any

import pytest

from bot.table import Table, TableService, consent
from bot.table.history import game_log
from bot.table.play import answers
from bot.table.play.preset_lookup import PresetAnswer
from bot.table.state.recent_actions import RecentAction, RecentActions
from engines.kernel import Decision, LogEvent, Match, Message, Refused, SeatRef, message, pick_random_answer
from storage.play import decisions
from tests.discovered import list_shipped_games, mark_slice, pick_game
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players


async def test_published_actions_name_their_seats(service: TableService, players: Players) -> None:
    """The card marks each change with the letter of its player; successive decisions of a seat form one action."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    seen_before: object = None
    earlier_actions: tuple[RecentAction, ...] = ()
    publications = 0
    for _ in range(30):
        async with service.lock_table(table_id) as table:
            published_before = table.published_n
            await players.answer_randomly(table)
            if table.published_n == published_before:
                continue
            rows = await decisions.load_public(service.db, table_id, published_before)
            deciding_seats = {row.seat for row in rows if row.n <= table.published_n}
            new_actions = [
                action
                for action in table.recent_actions.published
                if all(action is not other for other in earlier_actions)
            ]
            is_new_list, earlier_actions = (
                len(new_actions) < len(table.recent_actions.published),
                table.recent_actions.published,
            )
            acting_seats = [action.seat for action in new_actions]
            # bids are revealed together and belong to no seat
            assert acting_seats in ([*deciding_seats], [None]) or len(deciding_seats) > 1
            assert {*acting_seats} <= {None, *deciding_seats}
            assert not table.recent_actions.unpublished
            assert table.recent_actions.published[0].view_before == table.recent_actions.view_before
            assert seen_before is None or is_new_list or table.recent_actions.view_before == seen_before
            seen_before = table.recent_actions.view_after
            publications += 1
    assert publications > 5


async def test_recent_actions_match_the_log(service: TableService, players: Players) -> None:
    """Steps that were taken back are not recent actions."""
    table_id = await players.start_table(AOI, MARCO)
    compared = backs = 0
    while not (compared > 20 and backs > 3):
        async with service.lock_table(table_id) as table:
            published_before, seat = table.published_n, table.waiting[0]
            await players.answer_randomly(table)
            if (
                backs < 9
                and table.match is not None
                and table.match.acting_seat == seat
                and (ref := table.build_question_ref(seat))
            ):
                await answers.take_back_step(service, table, (AOI, MARCO)[seat], ref)
                assert table.last_n not in {
                    n for action in table.recent_actions.unpublished for n, _ in action.log_entries
                }
                backs += 1
                await players.answer_randomly(table)
            if table.published_n > published_before:
                lines = await game_log.load_published_lines(service, table, published_before + 1, table.published_n)
                logged_texts = [
                    event.text for line in lines for event in line.events if event.is_action and not line.is_undone
                ]
                recent_texts = [
                    text
                    for action in table.recent_actions.published
                    for text in action.list_messages(table.published_n)
                ]
                assert recent_texts[len(recent_texts) - len(logged_texts) :] == logged_texts
                compared += len(logged_texts)


def build_sentences(*keys: str, seat: int | None = None) -> list[tuple[int, Message]]:
    """Return one sentence for each of the decisions 4, 5, ..."""
    return [(n, message(key) if seat is None else message(key, who=SeatRef(seat))) for n, key in enumerate(keys, 4)]


def add_decision(recent: RecentActions, match: Match[Any], seat: int, n: int, *events: LogEvent) -> None:
    recent.add_decision(recent.find_pending_action(match, seat, n), n, events)


async def test_only_public_actions_are_listed(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        match, recent = table.require_match(), RecentActions()
        add_decision(
            recent,
            match,
            1,
            4,
            LogEvent(Message("a")),
            LogEvent(Message("b"), to=(1,)),
            LogEvent(Message("c"), is_reason=True),
        )
        match.decisions_since_frame = [Decision(0, 1, ())]
        add_decision(recent, match, 1, 5, LogEvent(Message("d")))
        [acted] = recent.unpublished
        assert acted.list_messages(4) == (Message("a"),) and acted.list_messages(9) == (Message("a"), Message("d"))


async def test_oldest_of_many_actions_lose_their_seat(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        match, recent = table.require_match(), RecentActions()
        for n in range(20):
            add_decision(recent, match, n % 3, n)
        assert [action.seat for action in recent.unpublished] == [None, 1, 2, 0, 1, 2, 0, 1]


async def test_new_turn_starts_a_new_action(service: TableService, players: Players) -> None:
    """An answer in another's turn and the beginning of the seat's own turn are two separate actions."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        match, recent = table.require_match(), RecentActions()
        match.decisions_since_frame = [Decision(0, 1, ())]
        add_decision(recent, match, 1, 1)
        add_decision(recent, match, 1, 2)
        assert len(recent.unpublished) == 1
        match.decisions_since_frame = []
        add_decision(recent, match, 1, 3)
        assert [action.seat for action in recent.unpublished] == [1, 1]


@pytest.mark.parametrize("another", [False, True])
async def test_interrupted_turn_is_published_whole(service: TableService, players: Players, another: bool) -> None:
    """Regression: a purchase made before the question about a lower bribe was forgotten when the answer came, and
    again if a computer player was next.
    """
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        match, recent, middle = table.require_match(), RecentActions(), [Decision(0, 1, ())]

        def publish(tail: list[Decision], last_n: int) -> list[tuple[int | None, bool]]:
            match.decisions_since_frame = tail
            recent.mark_published(match, last_n)
            return [(action.seat, action.continues_turn) for action in recent.published]

        match.decisions_since_frame = []
        add_decision(recent, match, 1, 1)
        assert publish(middle, 1) == [(1, False)]
        add_decision(recent, match, 2, 2)
        add_decision(recent, match, 1, 3)
        match.decisions_since_frame = []
        if another:
            add_decision(recent, match, 0, 4)
        assert publish([], 4) == [(1, False), (2, True), (1, True), *([(0, False)] if another else [])]
        add_decision(recent, match, 2, 5)
        assert publish([], 5) == [(2, False)], "the next turn begins anew"


async def test_unconfirmed_actions_are_not_published(service: TableService, players: Players) -> None:
    """A preset answer may be the first step of a turn that its player must still confirm."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        match, recent = table.require_match(), RecentActions()
        match.decisions_since_frame = []
        add_decision(recent, match, 1, 1)
        add_decision(recent, match, 2, 2)
        match.decisions_since_frame = [Decision(0, 2, ())]
        recent.mark_published(match, 1)
        assert [action.seat for action in recent.published] == [1] and [
            action.seat for action in recent.unpublished
        ] == [2]
        add_decision(recent, match, 2, 3)
        match.decisions_since_frame = []
        recent.mark_published(match, 3)
        assert [action.seat for action in recent.published] == [2], "one step, told once"


async def test_refused_answer_changes_no_recent_action(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        recent = vars(table.recent_actions).copy()
        ref = table.build_question_ref(table.waiting[0])
        assert ref is not None
        with pytest.raises(Refused):
            await answers.answer_question(service, table, (AOI, MARCO)[table.waiting[0]], ref, ("no:such",))
        assert vars(table.recent_actions) == recent


def test_released_action_is_credited_to_its_own_seat() -> None:
    """Regression: the card's picture credited the seat that accepted a lower bribe with playing the card, later only if
    the sentences named a third seat, too."""

    def find_actor(turn_seat: int | None, *messages: tuple[int, Message]) -> int | None:
        return RecentAction(1, None, turn_seat is not None, 4, list(messages), turn_seat).find_actor(9)

    mine, theirs, others = (
        build_sentences("a", seat=1),
        build_sentences("a", "b", seat=0),
        build_sentences("a", seat=2),
    )
    assert find_actor(0, *theirs) == 0 and find_actor(0, *mine) == 1
    assert find_actor(0, *theirs, *mine) == 0, "what the answering seat loses by it comes later"
    assert find_actor(0, *theirs, *mine, *others) == 0, "it is the turn's seat, whoever else is named"
    assert find_actor(0, *others) == 1, "neither the seat that answers nor the one whose turn it is"
    assert find_actor(0, *mine, *theirs) == 1 and find_actor(0) == 1 and find_actor(0, *build_sentences("c")) == 1
    assert find_actor(None, *theirs) == 1


@pytest.mark.parametrize(
    ("game_id", "orders"),
    mark_slice(product(list_shipped_games(), (False, True)), lambda case: case[1] or case[0] == pick_game(3)),
)
async def test_recent_actions_survive_a_reload(
    game_id: str, orders: bool, service: TableService, players: Players, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table loaded after a restart or eviction, in the middle of turns, after steps back and refused answers, and
    (orders) where preset answers follow.
    """
    preset_seats: list[int] = []

    def give_preset_answer(table: Table) -> PresetAnswer | None:
        """Return a preset answer for the seat asked next, one at a time."""
        if not table.waiting or table.waiting[0] in preset_seats or table.match is None:
            return None
        preset_seats[:] = [table.waiting[0]]
        prompt = table.match.find_prompt(table.waiting[0])
        assert prompt is not None
        keys = pick_random_answer(table.match, prompt, players.rng)
        return PresetAnswer(Decision(table.match.step, table.waiting[0], keys), None)

    if orders:
        monkeypatch.setattr(answers, "find_preset_answer", give_preset_answer)
    table_id = await players.start_table(AOI, MARCO, JULES, game_id=game_id)
    published = in_turn = 0
    for n in range(60):
        async with service.lock_table(table_id) as table:
            seat = preset_seats[:] = table.waiting[:1]
            person, ref = (AOI, MARCO, JULES)[seat[0]], table.build_question_ref(seat[0])
            assert ref is not None
            with pytest.raises(Refused):
                await answers.answer_question(service, table, person, ref, ("no:such",))
            await players.answer_randomly(table)
            if (
                n % 7 == 3
                and table.match is not None
                and table.match.acting_seat == seat[0]
                and (ref := table.build_question_ref(seat[0]))
            ):
                await answers.take_back_step(service, table, person, ref)
            if not table.is_playing:
                break
            async with TableService(service.db, clock).lock_table(table_id) as reloaded:
                assert vars(reloaded.recent_actions) == vars(table.recent_actions)
            published += bool(table.recent_actions.published)
            in_turn += bool(table.recent_actions.unpublished)
    assert published > 15 and in_turn > 3


@pytest.mark.parametrize("game_id", list_shipped_games())
async def test_undone_actions_are_not_recent(game_id: str, service: TableService, players: Players) -> None:
    """The previously published actions become the latest again, unless part of the newer ones still stands."""
    people = [AOI, MARCO, JULES]
    table_id = await players.start_table(*people, game_id=game_id)
    publications: list[tuple[int, int, RecentActions]] = []
    async with service.lock_table(table_id) as table:
        while len(publications) < 8:
            published_before = table.published_n
            await players.answer_randomly(table)
            if table.published_n > published_before:
                publications.append((published_before + 1, table.published_n, copy(table.recent_actions)))
        asker = people.pop((await decisions.load_public_outlines(service.db, table_id))[-1].seat)
        await consent.request_consent(service, table, asker, "undo")
        for person in people:
            await consent.vote_yes(service, table, person, "undo")
        valid_numbers = {row.n for row in await decisions.load_public_outlines(service.db, table_id)}
        first, _, earlier = next(
            action for action in reversed(publications) if valid_numbers & {*range(action[0], action[1] + 1)}
        )
        assert table.recent_actions.view_before == earlier.view_before
        published_numbers = [n for action in earlier.published for n, _ in action.log_entries]
        remaining_numbers = [
            n for action in table.recent_actions.published for n, _ in action.log_entries if n <= table.public_n
        ]
        assert remaining_numbers == [n for n in published_numbers if n < first or n in valid_numbers]
        assert table.recent_actions.view_after == table.require_match().build_public_match().build_view(None)


async def test_steps_since_last_visit_group_decisions_by_seat(service: TableService, players: Players) -> None:
    """Successive decisions of a seat form one step, which starts with the spectator's view before it."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    for _ in range(30):
        async with service.lock_table(table_id) as table:
            if table.is_playing:
                await players.answer_randomly(table)
    async with service.lock_table(table_id) as table:
        assert await game_log.load_steps_since(service, table, table.public_n) == []
        steps = await game_log.load_steps_since(service, table, 3)
        seats = [row.seat for row in await decisions.load_public(service.db, table_id, 3)]
        assert [seat for seat, _ in steps] == [seat for i, seat in enumerate(seats) if i == 0 or seats[i - 1] != seat]
        stored_match = await service.load_match_at(service.db, table, 3)
        assert steps[0][1] == stored_match.match.build_view(None)
        assert all(view.seat is None for _, view in steps)
