"""Pass the bot's posts and the state of its tables to the model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec

from bot.table import Table, consent
from bot.table.notices.outbox import Notice
from storage.kinds import OutboxKind
from storage.messages.outbox_rows import OutboxRow
from storage.play import decisions

from .model_data import ObservedQuestion, Seat
from .postoffice import DIRECT, Post
from .simulated_bot import read_rows
from .stage import Stage
from .table_model import TableModel
from .ticks import DAY, to_millis, to_tick

TABLE_NUMBER = re.compile(r"(?:· table |· 第)(\d+)")
"""The number in a table's title."""


class ModelFeed(Stage):
    """Receives posts and observes tables."""

    def receive_post(self, post: Post, edited: bool) -> None:
        """Check a posted or edited message."""
        if edited:
            self._receive_edit(post)
            return
        row = self.load_outbox_row(post.row_id)
        if row is None:
            self.model.counts["past the outbox"] += 1
            return
        self.post_counts[row.id] += 1
        self.model.counts["posts"] += 1
        table = self.tables.get(row.game)
        if self.post_counts[row.id] > 1:
            self.model.add_problem(f"{row.kind} {row.key} of table {row.game} was posted twice")
        by_card = (
            row.kind == OutboxKind.CARD
            or (row.kind == OutboxKind.TURN_NOTIFICATION and len(post.mentions) != 1)
            or self.is_card(post)
        )
        self.message_kinds[post.id] = row.game, "card" if by_card else row.kind
        self.check_any_post(row, post)
        if table is None:
            return
        if row.kind in ("ping", "reminder"):
            for person in post.mentions:
                table.check_notification(self.now, person, row.kind, to_tick(row.created_at))
                self.react_to_notification(person, row.game)
        elif row.kind == OutboxKind.PERSONAL_NOTE:
            for person in post.mentions:
                table.check_notification(self.now, person, "note" if row.key.startswith("nudge") else "hint")
        elif row.kind in ("notice", "request"):
            self.check_mentions(table, row, post)
        if by_card:
            self.note_card_shown(row.game)

    def _receive_edit(self, post: Post) -> None:
        """Check an edited message: a call that becomes its page, a changed card, or a card that becomes a post."""
        table_id, kind = self.message_kinds.get(post.id, (0, ""))
        if kind == "card" and self.note_reused_card(post):
            return
        if kind == OutboxKind.SUMMARY:
            self.check_morning_list(post.channel - DIRECT, post)
        if kind == OutboxKind.CHANNEL_LOST:
            self.check_loss_message(post)
        if kind != "card" and self.is_card(post):  # a call has become its card
            kind = "card"
            self.message_kinds[post.id] = table_id, kind
        if kind == "card":
            self.check_channel(table_id, post, "the card was changed")
            self.note_card_shown(table_id)

    def note_reused_card(self, post: Post) -> bool:
        """Note that a card has become the post of a turn, which counts like a new one; return whether it has."""
        row = self.load_outbox_row(post.marked_row_id)
        if row is None or row.kind != OutboxKind.TURN:
            return False
        self.message_kinds[post.id] = row.game, row.kind
        self.model.counts["cards that became posts"] += 1
        self.post_counts[row.id] += 1
        if self.post_counts[row.id] > 1:
            self.model.add_problem(f"{row.kind} {row.key} of table {row.game} was posted twice")
        self.check_channel(row.game, post, f"{row.kind} {row.key} became of the card")
        return True

    def check_any_post(self, row: OutboxRow, post: Post) -> None:
        """Check posts of any table, also of lobbies, and their channel."""
        self.check_channel(row.game, post, f"{row.kind} {row.key} was posted")
        if row.kind == OutboxKind.SUMMARY and post.is_page:
            self.check_morning_list(row.target, post)
        elif row.kind in ("notice", "note"):
            for person in post.mentions:
                self.expected_invitations.pop((row.game, person), None)

    def check_channel(self, table_id: int, post: Post, event: str) -> None:
        """Check that a table posts in its own channel only."""
        if post.channel < DIRECT:
            rows = read_rows(self.db, "SELECT channel_id FROM games WHERE id = ?", table_id)
            if rows and rows[0][0] != post.channel:
                self.model.add_problem(f"table {table_id} stands in {rows[0][0]}, and {event} in {post.channel}")

    def check_loss_message(self, post: Post) -> None:
        """Check a message to a person about the deleted channels of the tables that it names."""
        person = post.channel - DIRECT
        self.model.counts["told of a lost channel"] += 1
        if not self.build_awake_bits(person)[self.now]:
            self.model.add_problem(f"{person} was told at night that tables have lost their channels")
        for table_id in map(int, TABLE_NUMBER.findall(str(post.components))):
            if self.expected_loss_messages.pop((table_id, person), None) is None:
                self.model.add_problem(
                    f"{person} was told that table {table_id} has lost its channel: it has not, or twice"
                )

    def is_card(self, post: Post) -> bool:
        return post.channel < DIRECT and ":changed" in str(post.components)

    def load_outbox_row(self, number: int | None) -> OutboxRow | None:
        if number is None:
            return None
        rows = read_rows(
            self.db,
            "SELECT id, game, kind, key, target, payload, nonce, created_at, not_before, attempts, sent_at, message_id,"
            " dropped_at, last_error, direct FROM outbox WHERE id = ?",
            number,
        )
        return OutboxRow(*rows[0]) if rows else None

    def note_card_shown(self, table_id: int) -> None:
        """Note that the card shows questions to people who want no notifications."""
        table = self.tables.get(table_id)
        if table is None:
            return
        for seat, question in table.questions.items():
            person = question.person
            if (
                person is not None
                and question.notified_at is None
                and self.model.people[person].notify_channel == "silent"
            ):
                table.advance(self.now)
                if not table.paused and table.build_awake_bits(person, seat, drawn=False)[self.now]:
                    table.note_shown(self.now, seat)

    def check_mentions(self, table: TableModel, row: OutboxRow, post: Post) -> None:
        """Check the mentions of a notice or request: people awake now, the others on waking."""
        if row.kind == OutboxKind.NOTICE:
            notice = msgspec.json.decode(row.payload, type=Notice)
            intended: Sequence[int] = notice.mention
            table.check_notice(self.now, row.key, to_tick(row.created_at))
            if row.key.startswith("notice.drawn"):
                self.reload_automatic_leave(notice.mention)
            if row.key.startswith("late.may_answer"):  # the other players read it, too
                for seat in table.seats.values():
                    self.react_to_notification(seat.person or 0, row.game, probability=0.5)
            if row.key.startswith("advert."):
                self.react_to_offer(row.game, int(row.key.partition(":")[0].partition(".")[2]))
        else:
            assert self.bot_run is not None
            table_state = self.bot_run.service._tables.get(row.game)
            request = None if table_state is None else consent.find_request(table_state, row.key)
            intended = () if request is None else [p for p in request.undecided_ids if p != request.asked_by_id]
        for person in intended:
            if person not in self.simulated_people:
                continue
            model_person = self.model.people[person]
            if person in post.mentions:
                table.check_notification(self.now, person, row.kind)
            elif (
                model_person.notify_channel != "silent"
                and table.build_awake_bits(person, drawn=False)[self.now]
                and model_person.notify_channel == "channel"
            ):
                table.add_problem(f"{person} was awake and not rung by {row.kind} {row.key}")
            elif model_person.notify_channel != "silent":
                table.postponed.setdefault(person, []).append(
                    (self.now, row.key if row.kind == OutboxKind.REQUEST else None)
                )
            self.react_to_notification(person, row.game, probability=0.5)
        for person in post.mentions:
            if person not in intended:
                table.add_problem(f"{person} was rung by {row.kind} {row.key}, which does not concern them")

    def reload_automatic_leave(self, persons: Sequence[int | None]) -> None:
        """Reload the absences of people whose automatic leave may have started."""
        for number in persons:
            if number is None:
                continue
            rows = read_rows(
                self.db,
                "SELECT from_at, until_at, told_at, kind FROM absences WHERE person = ? AND until_at > from_at",
                number,
            )
            self.advance_all(number)
            self.model.people[number].absences = tuple(
                (to_tick(a), to_tick(b), to_tick(c), d) for a, b, c, d in rows or ()
            )

    def check_morning_list(self, person: int, post: Post) -> None:
        """Check the time of a morning list; `MorningLists` checks its contents."""
        del post
        last = self.last_lists.get(person)
        bits = self.model.build_awake_bits(person, 0, None, False)
        self.model.counts["digests"] += 1
        if not self.model.people[person].awake_bits[self.now] or not bits[self.now]:
            self.model.add_problem(f"the list of {person} came at night")
        zone = ZoneInfo(self.model.people[person].zone)
        days = [datetime.fromtimestamp(to_millis(at) / 1000, zone).date() for at in (last, self.now) if at is not None]
        if last is not None and days[0] == days[1] and self.now - last < DAY // 2:
            self.model.add_problem(f"two lists a day for {person}")
        self.last_lists[person] = self.now

    async def note_work(self, table_id: int, kind: str) -> None:
        """Note that a timer of the table fired or a computer player answered."""
        assert self.bot_run is not None
        if kind in ("timeout", "late") and table_id in self.tables:
            table, before = self.tables[table_id], self.known_n.get(table_id, 0)
            async with self.bot_run.service.lock_table(table_id) as table_state:
                for row in await decisions.load_active(self.db, table_id, before):
                    if row.origin == "timeout":
                        table.check_timeout(self.now, row.seat)
                opened = [s.seat for s in table_state.seats if s.is_vacant and not table.seats[s.seat].is_vacant]
            if kind == "late" and opened:
                table.check_stage(self.now, 2, self.now)
        await self.observe(table_id)

    async def observe(self, table_id: int) -> None:
        """Pass the state of the table to the model."""
        if table_id in self.tables and self.bot_run is not None:
            async with self.bot_run.service.lock_table(table_id) as table:
                self.observe_locked(table)

    def observe_locked(self, table: Table) -> None:
        """Pass the state of a table that is already locked to the model."""
        turn = table.seat_on_turn if table.waiting else None
        observed_questions = {}
        for seat in table.waiting:
            prompt = table.match.find_prompt(seat) if table.match else None
            default = prompt is not None and prompt.default is not None
            observed_questions[seat] = ObservedQuestion(turn in (None, seat) or not default, default)
        has_moved = table.last_n != self.known_n.get(table.id)
        self.known_n[table.id] = table.last_n
        self.tables[table.id].channel = table.row.channel_id
        is_channel_lost = "channel" in table.pauses
        if is_channel_lost and table.id not in self.orphaned_games:
            self.orphaned_games.add(table.id)
            self.tables[table.id].note_lost_channel(self.now)
            # notices were due there
            self.reload_automatic_leave([s.person for s in table.held_seats if s.person in self.simulated_people])
            for person in {s.person for s in table.held_seats if s.person in self.simulated_people}:
                if person is not None and person not in self.office.no_direct:
                    self.expected_loss_messages[table.id, person] = self.now
        elif not is_channel_lost and table.id in self.orphaned_games:
            self.orphaned_games.discard(table.id)
            self.expected_loss_messages = {
                key: at for key, at in self.expected_loss_messages.items() if key[0] != table.id
            }
        seats = {
            s.seat: Seat(s.person_to_notify, s.person, s.answering_policy is not None, s.autopilot_policy is not None)
            for s in table.seats
        }
        if table.row.status == "playing":
            self.autopilot_checks[table.id].observe(
                self.now, self.tables[table.id].seats, seats, {request.kind for request in table.requests}
            )
        self.tables[table.id].observe(
            self.now,
            playing=table.row.status == "playing",
            paused=bool(table.pauses),
            turn=table.base_n,
            observed_questions=observed_questions,
            seats=seats,
            moved=has_moved,
            requests={request.kind: request.undecided_ids for request in table.requests},
        )
