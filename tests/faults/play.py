"""The people of one table: they press what is offered, and their witness writes down what came of it."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from bot.discord_ui.page import picture_requests
from bot.discord_ui.panel.draft import Draft
from bot.discord_ui.text.voice import Voice, lang_of
from bot.standin import ApiError, Impossible, NoAnswer, Reply
from bot.standin.model import components as c
from bot.standin.model.events import Event
from engines.kernel import LANGS, Lang, Seat
from tests.clicker import ANSWERS, Clicker, tokens
from tests.fleet import Fleet, FleetTable

from .channel import Channel
from .shadow import BACK, Press
from .witness import Witness

UPDATE = 7
"""The answer to a press that changes the page on which it stood."""
LATER = (5, 6)
"""Answers that ask for more time: on a page of its own, on the page on which it stood."""
LATER_S = 10.0
PATIENT_S = 1.0
STALE = [Voice((lang,)).line("panel.stale") for lang in LANGS]
UNEXPECTED = [
    *(Voice((lang,)).line("error.unexpected", id="\0").partition("\0")[0] for lang in LANGS),
    *(Voice((lang,)).line("error.storage") for lang in LANGS),
]
"""Nothing in a run may bring these about: whatever else fails, the rules and the disk do not."""

TROUBLES = (Impossible, NoAnswer, ApiError)
"""An old card or panel that is just being replaced; no answer in time."""


class Player:
    """Somebody at the table."""

    def __init__(self, clicker: Clicker, seat: Seat, lang: Lang) -> None:
        self.clicker, self.seat, self.lang = clicker, seat, lang
        self.unanswered = 0
        """Commands to which no answer came in time."""


class Party:
    """One table and its people. now: counts all that happens; before_press: called before each press."""

    def __init__(
        self,
        fleet: Fleet,
        table: FleetTable,
        witness: Witness,
        channel: Channel,
        now: Callable[[], int],
        before_press: Callable[[], None],
        chance: random.Random,
    ) -> None:
        self.fleet, self.table, self.witness, self.channel = fleet, table, witness, channel
        self.now, self.before_press, self.chance = now, before_press, chance
        locales = fleet.driver.world.locales
        self.players = [
            Player(clicker, channel.seats[user], lang_of(locales[user])) for user, clicker in table.players.items()
        ]
        self.done: Counter[str] = Counter()
        self.stopping = False
        self.on_answer: Callable[[], None] | None = None
        """Called in the instant in which somebody reads that their answer counts."""
        self.patient = 0.0
        """Share of the visits before which they wait for the calls, as people do."""
        self._meant: tuple[tuple[int, int, int], tuple[str, ...]] | None = None
        """What the press that is just beginning would decide."""

    def hear(self, event: Event) -> None:
        """Something happens in the table's channel."""
        if event.t == "MESSAGE_CREATE":
            self.channel.hear(event, self.now())
        elif event.t == "INTERACTION_CREATE" and self._meant is not None:
            ref, keys = self._meant
            twice = event.d["id"] in self.fleet.gateway.doubled
            press = Press(int(event.d["id"]), ref, keys, self.now(), twice)
            self.witness.presses[press.interaction] = press
            self.witness.unknown(press)
            self._meant = None

    async def play(self) -> None:
        """Press until told to stop, or cancelled."""
        while not self.stopping:
            if not await self.visit():
                await asyncio.sleep(0.05)

    async def visit(self) -> bool:
        """Everybody at the table looks once, and whoever is asked answers; whether there was anything to look at."""
        card = self.fleet.card(self.table)
        if card is None or self.witness.is_done:
            return False
        if self.chance.random() < self.patient:
            await self._called()
        for player in self.chance.sample(self.players, len(self.players)):
            try:
                await self._turn(player, card)
            except TROUBLES as error:
                self.done[type(error).__name__] += 1
        return True

    async def look(self) -> bool:
        """Everybody opens the panel once, as far as there is a card; whether nothing stood in the way."""
        card = self.fleet.card(self.table)
        for player in self.players if card is not None else ():
            try:
                await self._open(player, card)
            except TROUBLES as error:
                self.done[type(error).__name__] += 1
                return False
        return True

    async def _called(self) -> None:
        """Wait a moment until those who are asked were called, as people do."""
        for _ in range(int(PATIENT_S / 0.02)):
            rung = {(ring.seat, ring.at) for ring in self.channel.rings}
            missing = [
                x for x in self.witness.world.asked.values() if not any(s == x.seat and a > x.at for s, a in rung)
            ]
            if not missing:
                return
            await asyncio.sleep(0.02)

    async def _open(self, player: Player, card: Any) -> Any:
        self.before_press()
        reply = await player.clicker.open(card)
        self.done["presses"] += 1
        if await self._came(reply) is None or self._told(reply):
            return None
        self.witness.saw(player.seat, reply.message, player.lang)
        return reply.message

    async def _turn(self, player: Player, card: Any) -> None:
        message = await self._open(player, card)
        while message is not None and self.witness.asks(player.seat) and not self.stopping:
            chosen = player.clicker.choose(message)
            if chosen is None:
                return
            self._meant = self._meaning(*chosen)
            decides = self._meant is not None
            self.before_press()
            try:
                reply = await player.clicker.press(message, chosen)
            finally:
                self._meant = None
            self.done["presses"] += 1
            before, came = tokens(message), await self._came(reply)
            if came is None or reply.type not in (UPDATE, *LATER):
                self._told(reply)
                return
            message = came
            if reply.type in LATER and tokens(message) == before:
                return  # the page, or a sentence beside it: nobody knows
            if decides:
                self._answered(int(reply.interaction.id), message)

    async def _came(self, reply: Reply) -> Any:
        """The message once it is there; None if more time was asked for and nothing came."""
        if reply.type in LATER:
            self.done["answered later"] += 1
            try:
                return await reply.next_change(within=LATER_S)
            except TimeoutError:
                return None
        return reply.message

    def _answered(self, interaction: int, message: Any) -> None:
        press = self.witness.presses[interaction]
        if any(sentence in c.text(message) for sentence in STALE):
            self.done["stale"] += 1
            self.witness.refused(press, message)
        else:
            self.done["acknowledged"] += 1
            self.witness.answered(press, message)
            if self.on_answer is not None:
                self.on_answer()

    def _told(self, reply: Reply) -> bool:
        """A sentence instead of a page: something stood in the way. That nobody expected it is a fault."""
        text = reply.text
        if any(sentence in text for sentence in UNEXPECTED):
            self.witness.wrong.append(f"words: game {self.witness.game}: {text}")
            return True
        is_page = bool(c.of_type(reply.message, c.BUTTON, *c.SELECTS))
        self.done["refused"] += not is_page
        return not is_page

    def _meaning(self, custom_id: str, values: list[str] | None) -> tuple[tuple[int, int, int], tuple[str, ...]] | None:
        """Which question the press answers, and how; None: it decides nothing."""
        _, token, verb, *rest = custom_id.split(":", 3)
        _, epoch, step, seat = map(int, token.split("."))
        arg = rest[0] if rest else ""
        ref = (epoch, step, seat)
        if verb == BACK:
            return ref, (BACK,)
        if verb not in ANSWERS:
            return None
        if verb == "pick":
            return ref, (arg,)
        if verb in ("choose", "aside"):
            return ref, tuple(values or ())
        draft = arg if verb == "ok" else (values or [""])[0]
        for world in self.witness.worlds:
            prompt = world.match.prompt(seat)
            if world.ref(seat) == ref and prompt is not None:
                prompt = picture_requests.arranged(world.page(), prompt)
                return ref, Draft.read(prompt, draft).keys(prompt)
        return None
