"""Tables that go to another channel, by vote or because their own is deleted; people who are invited by name."""

from __future__ import annotations

import itertools

from bot.table import LiveTable, consent
from bot.table.life import moving, vacancy, votes
from bot.table.lobby import inviting
from engines.kernel import Refused

from .homes import Homes
from .ticks import DAY, HOUR

FIRST = 50_000
"""The first channel that a table moves to."""
PATIENCE = 22
"""Ticks in which somebody who is awake has to be told."""


class Places(Homes):
    """Where tables stand, and who is asked to come."""

    _channels = itertools.count(FIRST)

    async def moves(self, live: LiveTable, number: int, _seat: int) -> None:
        """Asks the others to go elsewhere."""
        await consent.ask(self.reached(), live, self.who(number), votes.named("move", next(self._channels)))
        self.done["moves asked"] += 1

    async def deletes(self) -> None:
        """Somebody deletes the channel of a table: Discord tells the bot, or it finds out when it next speaks."""
        games = [game for game, table in self.tables.items() if table.playing and table.channel not in self.office.gone]
        if not games or self.machine is None:
            self.at(self.now + 7 * HOUR, self.deletes)
            return
        game = self.chance.choice(games)
        self.office.gone.add(self.tables[game].channel)
        self.done["channels deleted"] += 1
        tables = self.service()
        if tables is not None and self.chance.random() < 0.7:
            async with tables.at(game) as live:
                await moving.lost(tables, live)
            await self.observe(game)
        self.at(self.now + self.chance.randrange(DAY, 5 * DAY), lambda: self.rescues(game))

    async def rescues(self, game: int) -> None:
        """One of its people takes the table elsewhere, if it knows that it is lost."""
        tables, table = self.service(), self.tables[game]
        here = [s.person for s in table.seats.values() if s.person in self.souls and s.person is not None]
        if tables is None or not here or game not in self.adrift:
            self.at(self.now + DAY, lambda: self.rescues(game))
            return
        try:
            async with tables.at(game) as live:
                await moving.take_along(tables, live, self.who(self.chance.choice(here)), 1, next(self._channels))
                self.done["channels found"] += 1
        except Refused:
            pass
        await self.observe(game)

    async def offers(self, live: LiveTable, number: int, seat: int) -> None:
        """Seeks somebody by name for the own seat, who may come."""
        guest = self.souls[self.chance.choice(list(self.souls))].person
        await vacancy.offer(self.reached(), live, self.who(number), guest)
        self.expects(live.id, guest.id)
        if self.chance.random() < 0.6:
            self.at(self.now + self.chance.randrange(HOUR, 3 * DAY), lambda: self.takes(guest.id, live.id, seat))

    async def takes(self, number: int, game: int, seat: int) -> None:
        """Somebody takes a seat that is free."""
        tables = self.service()
        if tables is None or not self.souls[number].is_here(self.now):
            return
        try:
            async with tables.at(game) as live:
                await vacancy.take(tables, live, self.who(number), seat)
                self.done["seats taken"] += 1
        except Refused:
            pass
        await self.observe(game)

    async def invites(self, live: LiveTable, host: int) -> None:
        """The host of a table that has not started names somebody."""
        guest = self.souls[self.chance.choice(list(self.souls))].person
        if live.seat_of(guest.id) is None:
            await inviting.invite(self.reached(), live, self.who(host), (guest,))
            self.expects(live.id, guest.id)

    def expects(self, game: int, person: int) -> None:
        """The person is to be told once, awake; who wants no calls is not."""
        self.done["people invited"] += 1
        unreached = person in self.office.no_direct and self.model.people[person].way == "direct"
        if self.model.people[person].way != "silent" and not unreached:
            self.invited[game, person] = self.now

    def look_for_the_untold(self) -> None:
        """What people should have been told by now."""
        for what, waits in (("lost its channel", self.lost), ("invited them", self.invited)):
            for (game, person), since in list(waits.items()):
                if what == "invited them" and (game in self.adrift or self.is_over(game)):
                    del waits[game, person]  # there is no seat to come to
                    continue
                at = self.told_by(person, since)
                if at is not None and at < self.now:
                    del waits[game, person]
                    self.model.wrong(f"table {game} {what} {self.model.text(since)}, and {person} was not told")

    def is_over(self, game: int) -> bool:
        """It has started, and nobody plays there any more."""
        return game in self.tables and not self.tables[game].playing

    def told_by(self, person: int, since: int) -> int | None:
        """When somebody was awake long enough, with the bot there, to have been told; None: not yet."""
        bits, at = self.awake_for_all(person), since
        while at <= self.now:
            away = next((end for start, end in self.model.away if start <= at < end), None)
            if away is not None:
                at = away
            elif self.away_since and at >= self.away_since:
                return None
            elif not bits[at]:
                at = bits.find(1, at) if bits.find(1, at) >= 0 else self.now + 1
            else:
                return at + PATIENCE if bits.count(1, at, at + PATIENCE) == PATIENCE else None
        return None
