"""A seat is not a person: after a change of seats every page and file of both people holds their own decisions only."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from typing import Any

import pytest

from bot.discord_ui.history.page import HistoryPosition
from bot.fake_discord import FakeUser, Reply
from bot.fake_discord.model import components as c
from bot.table import Person, Table
from bot.table.history import seat_players, timeline
from bot.table.history.summary import load_actions_against
from bot.table.play import answers
from bot.table.player_records.habits import load_habits
from bot.table.player_records.ratings import list_entrants
from bot.table.seats import open_seats
from bot.table.state.stored_match import unpack_events
from engines.kernel import pick_random_answer
from engines.kernel.chance import Rng
from storage.play import decisions, results, seat_tenures
from tests.bot.conftest import TableHarness, list_custom_ids
from tests.bot.history.test_history import read_attachment
from tests.bot.lifecycle.test_seats import format_day
from tests.discovered import list_shipped_games

SEAT = 0
DECISIONS = 40
"""Decisions before the change of seats, and after it."""


class Played:
    """Random answers at a table, and the decisions that each person made."""

    def __init__(self, table: TableHarness, people: list[FakeUser]) -> None:
        self.table = table
        self.people = {int(person.id): str(person.user["global_name"]) for person in people}
        self.rng = Rng(bytes(32))
        self.numbers: dict[int, list[int]] = defaultdict(list)
        """Numbers of the decisions by person."""

    async def answer(self, table_state: Table, count: int) -> None:
        for _ in range(count):
            if not table_state.is_playing:
                return
            seat = table_state.waiting[-1] if SEAT not in table_state.waiting else SEAT
            assert table_state.match is not None
            prompt, ref, holder = (
                table_state.match.find_prompt(seat),
                table_state.build_question_ref(seat),
                table_state.seats[seat].person,
            )
            assert prompt is not None and ref is not None and holder is not None
            keys = pick_random_answer(table_state.match, prompt, self.rng)
            before = table_state.last_n
            person = Person(holder, self.people[holder], "en")
            await answers.answer_question(self.table.bot.service, table_state, person, ref, keys)
            assert table_state.last_n > before
            self.numbers[holder].append(table_state.last_n)


def read_file(table: TableHarness, reply: Reply) -> Any:
    """Return the JSON file of a reply."""
    (attachment,) = reply.message["attachments"]
    return json.loads(read_attachment(table, attachment))


async def read_log(person: FakeUser, player: str | None) -> str:
    """Return all pages of the person's log, of one player or of all."""
    page: Reply = await person.send_command("log", **({} if player is None else {"player": player}))
    texts = [page.text]
    while older := [i for i in list_custom_ids(page.message, "t:", "log") if int(i.split(":")[3].split(".")[0]) > 0]:
        if int(older[0].split(":")[3].split(".")[0]) < len(texts):
            break
        page = await person.click(page, older[0])
        texts.append(page.text)
    return "\n".join(texts)


@pytest.mark.parametrize("game", list_shipped_games())
async def test_pages_and_files_of_both_people(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser, game: str
) -> None:
    emma = table.driver.add_user("Emma", locale="en-US")
    await table.open_and_start(ada, jiro, marco, game=game)
    service, played = table.bot.service, Played(table, [ada, jiro, marco, emma])
    first, second = int(ada.id), int(emma.id)
    async with service.lock_table(1) as table_state:
        await played.answer(table_state, DECISIONS)
        while table_state.match is not None and table_state.match.acting_seat == SEAT:
            await played.answer(table_state, 1)
        await open_seats.resign_seat(service, table_state, Person(first, "Ada", "en"))
        await open_seats.take_seat(service, table_state, Person(second, "Emma", "en"), SEAT)
        change = table_state.last_n + 1
        assert not [line for line in await load_actions_against(service, table_state, SEAT) if line.n < change]
        await played.answer(table_state, DECISIONS)
        while table_state.match is not None and table_state.match.acting_seat is not None:
            await played.answer(table_state, 1)
        public_n = table_state.public_n
        public = [row for row in await decisions.load_public(service.db, 1) if row.origin == "person"]
        former, present = [player for player in seat_players.list_players(table_state) if player.seat == SEAT]
        secrets = [
            table_state.catalogue.render(event.text, lang, table_state.names_at(row.n))
            for row in public
            if row.n < change
            for event in unpack_events(row.events)
            if event.to == (SEAT,)
            for lang in ("en",)
        ]
    await table.wait_for_outbox()
    assert (former.name, present.name) == ("Ada", "Emma") and played.numbers[second]

    for person in (ada, emma):
        own = int(person.id)
        file = read_file(table, await table.press_in_settings(person, "export"))
        own_rows = [row for row in await decisions.load_all(service.db, 1) if row.n in played.numbers[own]]
        assert [(row["step"], row["keys"]) for row in file["decisions"]] == [(row.step, row.keys) for row in own_rows]

        for player, name, absent in ((former, "Ada", "Emma"), (present, "Emma", "Ada")):
            text = await read_log(person, player.key)
            is_told = re.search(rf"\*\*{name}\*\*", text) and not re.search(rf"\b{absent}\b", text)
            assert is_told, "the log of one person, not of a seat"
        everything = await read_log(person, None)
        assert not [text for text in secrets if text in everything]

        for player, numbers in ((former, played.numbers[first]), (present, played.numbers[second])):
            position = HistoryPosition(10**9, is_by_turn=False, player=player.key)
            async with service.lock_table(1) as table_state:
                steps = position.select_steps(table_state, await timeline.load_history(service, table_state))
                ranges = await timeline.list_lookback_ranges(service, table_state, own, None)
            assert sorted(step.decision_n for step in steps[1:]) == [n for n in numbers if n <= public_n]
        last_public = max(n for n in played.numbers[own] if n <= public_n)
        assert {span.after_n for span in ranges if span.name == "mine"} <= {last_public}
        assert last_public == public_n or any(span.after_n == last_public for span in ranges)

        report = read_file(table, await person.send_command("report", what="odd"))
        assert report["report"]["seat"] == (None if person is ada else SEAT)
        card = await table.find_card()
        changed = await person.click(card, list_custom_ids(card, "t:", "changed")[0])
        assert not [text for text in secrets if text in changed.text]
        habits = await load_habits(service.db, own, table.clock())
        assert 0 < habits.turns <= len(played.numbers[own])

    rows = [
        results.ResultRow(1, seat, int(p.id), None, seat + 1, 0, 1, 0) for seat, p in enumerate((emma, jiro, marco))
    ]
    entrants = list_entrants(rows, await seat_tenures.load_tenures(service.db, 1))
    assert [(e.person, e.place) for e in entrants] == [(first, 4), (int(jiro.id), 2), (int(marco.id), 3)]
    assert not [m for m in table.driver.view_channel().messages for text in secrets if text in c.read_text(m)]


async def test_briefing_of_a_substitute_tells_what_only_the_holder_was_told_to_nobody(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    """The substitute sees the hand as it is now, and reads the time before with the eyes of a spectator."""
    emma = table.driver.add_user("Emma", locale="en-US")
    await table.open_and_start(ada, jiro, pace="none")
    async with table.bot.service.lock_table(1) as table_state:
        assert table_state.row.opening is not None
        [secret] = [
            table_state.catalogue.render(event.text, "en", table_state.names)
            for event in unpack_events(table_state.row.opening)
            if event.to == (SEAT,)
        ]
    assert secret in (await ada.send_command("log")).text
    await ada.send_command("table sitter", person=emma, until=format_day(3))
    await table.wait_for_outbox()
    invitation = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "sit")))
    briefing = await emma.click(invitation, list_custom_ids(invitation, "t:", "sit")[0])
    assert "You are filling in for Ada" in briefing.text and secret not in briefing.text
    assert secret not in (await emma.send_command("log")).text
