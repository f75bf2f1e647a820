"""Tables that move to another channel, by vote or after a deletion, and people invited by name."""

from __future__ import annotations

import itertools

from bot.table import Table, consent
from bot.table.admin import channel_move
from bot.table.lobby import invitations
from bot.table.seats import open_seats
from bot.table.terms import votes
from engines.kernel import Refused

from .daily_life import DailyLife
from .ticks import DAY, HOUR

FIRST_CHANNEL = 50_000
"""Id of the first channel to which a table moves."""
PATIENCE = 22
"""Ticks within which a person who is awake must be notified."""


class MovesAndInvitations(DailyLife):
    """Moves tables between channels and invites people."""

    _channels = itertools.count(FIRST_CHANNEL)

    async def ask_move(self, table: Table, person_id: int, _seat: int) -> None:
        """Ask the others to move the table to a new channel."""
        await consent.request_consent(
            self.require_service(), table, self.build_actor(person_id), votes.build_kind("move", next(self._channels))
        )
        self.event_counts["moves asked"] += 1

    async def delete_channel(self) -> None:
        """Delete the channel of a table. Discord notifies the bot, or it finds out at its next post."""
        table_ids = [
            table_id
            for table_id, table in self.tables.items()
            if table.playing and table.channel not in self.office.deleted_channels
        ]
        if not table_ids or self.bot_run is None:
            self.schedule(self.now + 7 * HOUR, self.delete_channel)
            return
        table_id = self.rng.choice(table_ids)
        self.office.deleted_channels.add(self.tables[table_id].channel)
        self.event_counts["channels deleted"] += 1
        service = self.find_service()
        if service is not None and self.rng.random() < 0.7:
            async with service.lock_table(table_id) as table_state:
                await channel_move.handle_lost_channel(service, table_state)
            await self.observe(table_id)
        self.schedule(self.now + self.rng.randrange(DAY, 5 * DAY), lambda: self.rescue_table(table_id))

    async def rescue_table(self, table_id: int) -> None:
        """Let one of its people move the table, if it knows that its channel is lost."""
        service, model_table = self.find_service(), self.tables[table_id]
        present = [
            s.person for s in model_table.seats.values() if s.person in self.simulated_people and s.person is not None
        ]
        if service is None or not present or table_id not in self.orphaned_games:
            self.schedule(self.now + DAY, lambda: self.rescue_table(table_id))
            return
        try:
            async with service.lock_table(table_id) as table_state:
                await channel_move.move_without_vote(
                    service, table_state, self.build_actor(self.rng.choice(present)), 1, next(self._channels)
                )
                self.event_counts["channels found"] += 1
        except Refused:
            pass
        await self.observe(table_id)

    async def offer_seat(self, table: Table, person_id: int, seat: int) -> None:
        """Offer their own seat to a person by name, who may take it later."""
        guest = self.simulated_people[self.rng.choice(list(self.simulated_people))].person
        await open_seats.offer_own_seat(self.require_service(), table, self.build_actor(person_id), guest)
        self.expect_message(table.id, guest.id)
        if self.rng.random() < 0.6:
            self.schedule(
                self.now + self.rng.randrange(HOUR, 3 * DAY), lambda: self.take_seat(guest.id, table.id, seat)
            )

    async def take_seat(self, person_id: int, table_id: int, seat: int) -> None:
        """Let a person take an open seat."""
        service = self.find_service()
        if service is None or not self.simulated_people[person_id].is_here(self.now):
            return
        try:
            async with service.lock_table(table_id) as table:
                await open_seats.take_seat(service, table, self.build_actor(person_id), seat)
                self.event_counts["seats taken"] += 1
        except Refused:
            pass
        await self.observe(table_id)

    async def invite_guest(self, table: Table, host: int) -> None:
        """Let the host of a lobby invite a person."""
        guest = self.simulated_people[self.rng.choice(list(self.simulated_people))].person
        if table.find_seat(guest.id) is None:
            uncalled = await invitations.invite_guests(self.require_service(), table, self.build_actor(host), (guest,))
            if not uncalled:
                self.expect_message(table.id, guest.id)

    def expect_message(self, table_id: int, person: int) -> None:
        """Expect one message to the person while awake, unless they want no notifications."""
        self.event_counts["people invited"] += 1
        is_unreachable = person in self.office.no_direct and self.model.people[person].notify_channel == "direct"
        if self.model.people[person].notify_channel != "silent" and not is_unreachable:
            self.expected_invitations[table_id, person] = self.now

    def check_expected_messages(self) -> None:
        """Report people who should have been notified of a lost channel or an invitation by now."""
        for event, expected in (
            ("lost its channel", self.expected_loss_messages),
            ("invited them", self.expected_invitations),
        ):
            for (table_id, person), since in list(expected.items()):
                if event == "invited them" and (table_id in self.orphaned_games or self.is_over(table_id)):
                    del expected[table_id, person]  # the seat is gone
                    continue
                at = self.find_message_deadline(person, since)
                if at is not None and at < self.now:
                    del expected[table_id, person]
                    self.model.add_problem(
                        f"table {table_id} {event} {self.model.format_time(since)}, and {person} was not told"
                    )

    def is_over(self, table_id: int) -> bool:
        """Return whether the table has started and its game is over."""
        return table_id in self.tables and not self.tables[table_id].playing

    def find_message_deadline(self, person: int, since: int) -> int | None:
        """Return the time by which the person must have been notified, awake and without outage.

        None: that time has not come.
        """
        bits, at = self.build_awake_bits(person), since
        while at <= self.now:
            outage_end = next((end for start, end in self.model.outages if start <= at < end), None)
            if outage_end is not None:
                at = outage_end
            elif self.away_since and at >= self.away_since:
                return None
            elif not bits[at]:
                at = bits.find(1, at) if bits.find(1, at) >= 0 else self.now + 1
            else:
                return at + PATIENCE if bits.count(1, at, at + PATIENCE) == PATIENCE else None
        return None
