"""The players of one table: they press offered options, and the answers are recorded in their witness."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bot.discord_ui.page import picture_requests
from bot.discord_ui.panel.distribution import HANDFUL, find_doubled_option, is_full, read_amounts
from bot.discord_ui.panel.draft import Draft
from bot.discord_ui.panel.preview import asks_before_end
from bot.discord_ui.panel.star_button import STAR
from bot.discord_ui.text.localizer import Localizer
from bot.fake_discord import ApiError, ImpossibleAction, NoAnswer, Reply
from bot.fake_discord.model import components as c
from bot.fake_discord.model.events import GatewayEvent
from bot.table import QuestionRef
from bot.table.terms.languages import choose_lang
from engines.kernel import LANGS, Lang, Prompt, Seat
from tests.clicker import ENDS, Clicker, list_controls, list_tokens
from tests.fleet import Fleet, FleetTable

from .channel import ChannelObserver
from .report import LINE_PRESSES
from .shadow import BACK, LINE, Press, ShadowTable
from .witness import Witness

UPDATE_TYPE = 7
"""Response type that edits the message of the button."""
DEFERRED_TYPES = (5, 6)
"""Response types that defer the answer: with a new message, or by editing the message of the button."""
MAX_DEFERRED_S = 10.0
MAX_PATIENCE_S = 1.0
MAX_LINE_WAIT_S = 4.0
LINE_SHARE, TAKEN_LINES_SHARE = 0.9, 0.95
"""Share of the questions at a table with suggestions at which a player waits for them, and of those that are taken."""
IDLE_LOOK_SHARE = 0.25
"""Share of the visits at which a player looks at the panel while others are asked."""
STALE_SENTENCES = [Localizer((lang,)).render_line("panel.stale") for lang in LANGS]
UNEXPECTED_SENTENCES = [
    *(Localizer((lang,)).render_line("error.unexpected", id="\0").partition("\0")[0] for lang in LANGS),
    *(Localizer((lang,)).render_line("error.storage") for lang in LANGS),
]
"""Sentences that must never appear in a run, because neither the rules nor the disk fail."""

COUNT_CHANGES = {"plus": "1", "minus": "-1", "handful": str(HANDFUL), "rest": ""}
"""Numbers that the buttons of a slot add to it; "" stands for all that is left."""

EXPECTED_ERRORS = (ImpossibleAction, NoAnswer, ApiError)
"""An old card or panel that is just being replaced; no answer in time."""


class Player:
    """A player at the table."""

    def __init__(self, clicker: Clicker, seat: Seat, lang: Lang) -> None:
        self.clicker, self.seat, self.lang = clicker, seat, lang
        self.unanswered_count = 0
        """Number of commands without an answer in time."""


class Party:
    """One table and its players.

    next_number: returns the next event number of the run; before_press: called before each press.
    """

    def __init__(
        self,
        fleet: Fleet,
        table: FleetTable,
        witness: Witness,
        channel: ChannelObserver,
        next_number: Callable[[], int],
        before_press: Callable[[], None],
        rng: random.Random,
    ) -> None:
        self.fleet, self.table, self.witness, self.channel = fleet, table, witness, channel
        self.next_number, self.before_press, self.rng = next_number, before_press, rng
        locales = fleet.driver.world.locales
        self.players = [
            Player(clicker, channel.seats[user], choose_lang(locales[user])) for user, clicker in table.players.items()
        ]
        self.counts: Counter[str] = Counter()
        self.is_stopping = False
        self.on_answer: Callable[[], None] | None = None
        """Called when a player reads that their answer was accepted."""
        self.patient_share = 0.0
        """Share of the visits before which the players wait for their notifications, as people do."""
        self._pending_decision: tuple[tuple[int, int, int], tuple[str, ...]] | None = None
        """Question and answer of the press that is about to be sent; None if it decides nothing."""

    def record_event(self, event: GatewayEvent) -> None:
        """Record an event of the table's channel."""
        if event.t == "MESSAGE_CREATE":
            self.channel.record_message(event, self.next_number())
        elif event.t == "MESSAGE_UPDATE":
            self.channel.record_edit(event)
        elif event.t == "INTERACTION_CREATE" and self._pending_decision is not None:
            ref, keys = self._pending_decision
            is_doubled = event.d["id"] in self.fleet.gateway.duplicated_ids
            press = Press(int(event.d["id"]), ref, keys, self.next_number(), is_doubled)
            self.witness.presses[press.interaction] = press
            self.witness.record_unanswered(press)
            self._pending_decision = None

    async def press_until_stopped(self) -> None:
        """Press until `is_stopping` is set or the task is cancelled."""
        while not self.is_stopping:
            if not await self.visit_table():
                await asyncio.sleep(0.05)

    async def visit_table(self) -> bool:
        """Let all people who are asked answer, and some others look. Return whether there was anything to look at."""
        card = self.fleet.find_card(self.table)
        if card is None or self.witness.is_done:
            return False
        if self.rng.random() < self.patient_share:
            await self._wait_for_notifications()
        for player in self.rng.sample(self.players, len(self.players)):
            if not self.witness.may_be_asked(player.seat) and self.rng.random() >= IDLE_LOOK_SHARE:
                continue
            try:
                await self._play_turn(player, card)
            except EXPECTED_ERRORS as error:
                self.counts[type(error).__name__] += 1
        return True

    async def open_all_panels(self) -> bool:
        """Let all people open the panel once, if there is a card. Return whether nothing stood in the way."""
        card = self.fleet.find_card(self.table)
        for player in self.players if card is not None else ():
            try:
                await self._open_panel(player, card)
            except EXPECTED_ERRORS as error:
                self.counts[type(error).__name__] += 1
                return False
        return True

    async def _wait_for_notifications(self) -> None:
        """Wait briefly until all players with open questions have been notified, as people do."""
        for _ in range(int(MAX_PATIENCE_S / 0.02)):
            received = {(ring.seat, ring.event_number) for ring in self.channel.notifications}
            missing = [
                x
                for x in self.witness.first_history.open_notifications.values()
                if not any(s == x.seat and a > x.event_number for s, a in received)
            ]
            if not missing:
                return
            await asyncio.sleep(0.02)

    async def _open_panel(self, player: Player, card: Any) -> Any:
        self.before_press()
        reply = await player.clicker.open_panel(card)
        self.counts["presses"] += 1
        if await self._wait_for_message(reply) is None or self._is_refusal(reply):
            return None
        self.witness.record_panel(player.seat, reply.message, player.lang)
        await self._wait_for_line(player, reply)
        return reply.message

    async def _wait_for_line(self, player: Player, reply: Reply) -> None:
        """Wait, at a share of the questions that can have suggestions, until the panel shows them.

        Some suggest a single answer that has a button of its own, and have no *Do ★*.
        """
        can_come = self.witness.has_suggestions and self.witness.may_be_advised(player.seat)
        for _ in range(int(MAX_LINE_WAIT_S / 0.05) if can_come and self.rng.random() < LINE_SHARE else 0):
            if STAR in json.dumps(reply.message, ensure_ascii=False):
                break
            await asyncio.sleep(0.05)

    async def _play_turn(self, player: Player, card: Any) -> None:
        message = await self._open_panel(player, card)
        while message is not None and self.witness.may_be_asked(player.seat) and not self.is_stopping:
            chosen = player.clicker.choose_press(message)
            if chosen is None:
                return
            self._pending_decision = self._parse_decision(message, chosen[0], chosen[1] or ())
            decides = self._pending_decision is not None
            self.counts[LINE_PRESSES] += self._pending_decision is not None and self._pending_decision[1] == (LINE,)
            self.before_press()
            try:
                reply = await player.clicker.press_choice(message, chosen)
            finally:
                self._pending_decision = None
            self.counts["presses"] += 1
            earlier_tokens, changed = list_tokens(message), await self._wait_for_message(reply)
            if changed is None or reply.type not in (UPDATE_TYPE, *DEFERRED_TYPES):
                self._is_refusal(reply)
                return
            message = changed
            if reply.type in DEFERRED_TYPES and list_tokens(message) == earlier_tokens:
                return  # the page, or a sentence beside it: nobody knows
            if decides:
                self._record_answer(int(reply.interaction.id), message)
                await self._wait_for_line(player, reply)
                message = reply.message

    async def _wait_for_message(self, reply: Reply) -> Any:
        """Return the answer's message; None if the answer was deferred and did not come."""
        if reply.type in DEFERRED_TYPES:
            self.counts["answered later"] += 1
            try:
                return await reply.wait_for_change(max_seconds=MAX_DEFERRED_S)
            except TimeoutError:
                return None
        return reply.message

    def _record_answer(self, interaction: int, message: Any) -> None:
        press = self.witness.find_line(self.witness.presses[interaction])
        token = f"{self.witness.table_id}.{'.'.join(map(str, press.ref))}"
        if press.is_open_line and list_tokens(message) == {token}:
            self.counts["suggestions computed anew"] += 1  # or still to be computed: the question is shown again
        elif any(sentence in c.read_text(message) for sentence in STALE_SENTENCES):
            self.counts["stale"] += 1
            self.witness.record_refusal(press, message)
        else:
            self.counts["acknowledged"] += 1
            self.counts["Do ★ gave several answers"] += bool(press.following)
            self.witness.record_answer(press, message)
            if self.on_answer is not None:
                self.on_answer()

    def _is_refusal(self, reply: Reply) -> bool:
        """Return whether the reply is a sentence instead of a page; record a problem if it is an unexpected one."""
        text = reply.text
        if any(sentence in text for sentence in UNEXPECTED_SENTENCES):
            self.witness.problems.append(f"words: table {self.witness.table_id}: {text}")
            return True
        is_page = bool(c.list_of_types(reply.message, c.BUTTON, *c.SELECTS))
        self.counts["refused"] += not is_page
        return not is_page

    def _parse_decision(
        self, message: Any, custom_id: str, values: Sequence[str]
    ) -> tuple[tuple[int, int, int], tuple[str, ...]] | None:
        """Return the question and the answer of a press on the message; None if it decides nothing."""
        question = QuestionRef.decode(custom_id.split(":")[1])
        ref = (question.epoch, question.step, question.seat)
        verb = custom_id.split(":")[2]
        if verb in (BACK, LINE):
            return ref, (verb,)
        keys = self._find_keys(question, message, custom_id, values)
        if keys is None or (verb not in ENDS and self._asks_before_end(question, keys)):
            return None
        return ref, keys

    def _find_keys(
        self, question: QuestionRef, message: Any, custom_id: str, values: Sequence[str]
    ) -> tuple[str, ...] | None:
        """Return the answer of a press on the message; None if it completes none."""
        verb, arg = [*custom_id.split(":", 3)[2:], ""][:2]
        if verb in ("pick", "end"):
            return (arg,)
        if verb in ("choose", "aside"):
            return tuple(values)
        for world in self._iter_worlds(question):
            prompt = world.match.find_prompt(question.seat)
            assert prompt is not None
            prompt = picture_requests.arrange_prompt(world.refresh_table(), prompt)
            return find_completed_keys(prompt, message, custom_id, values)
        return None

    def _asks_before_end(self, question: QuestionRef, keys: tuple[str, ...]) -> bool:
        """Return whether the answer would end the game, so that the bot asks first."""
        worlds = self._iter_worlds(question)
        return any(asks_before_end(world.refresh_table(), question, keys) for world in worlds)

    def _iter_worlds(self, question: QuestionRef) -> Iterator[ShadowTable]:
        """Yield the histories in which the question is open."""
        ref = (question.epoch, question.step, question.seat)
        return (world for world in self.witness.histories if world.build_question_ref(question.seat) == ref)


def find_completed_keys(prompt: Prompt, message: Any, custom_id: str, values: Sequence[str]) -> tuple[str, ...] | None:
    """Return the answer that a press on a control of a draft gives; None if it gives none.

    A control that changes the draft gives it as soon as nothing can be added to it.
    """
    verb, arg = [*custom_id.split(":", 3)[2:], ""][:2]
    if verb in ("ok", "enddraft", "way"):
        return Draft.decode(prompt, values[0] if verb == "way" else arg).list_keys(prompt)
    draft = _change_draft(prompt, message, custom_id, values)
    if draft is None:
        return None
    if verb == "amounts":
        is_given = draft.is_answer(prompt) and find_doubled_option(prompt, values) is None
    else:
        is_given = is_full(prompt, draft)
    return draft.list_keys(prompt) if is_given else None


def _change_draft(prompt: Prompt, message: Any, custom_id: str, values: Sequence[str]) -> Draft | None:
    """Return the draft after a press on one of its controls; None if the control changes no draft."""
    verb, arg = [*custom_id.split(":", 3)[2:], ""][:2]
    target, _, text = arg.partition(".")
    if verb == "tick":
        menu = next(part for part in list_controls(message, verb, *c.SELECTS) if part["custom_id"] == custom_id)
        shown = {row["value"] for row in menu["options"]}
        among = tuple(option for option in prompt.options if option.key in shown)
        if prompt.kind == "each":
            among = next(group for group in prompt.groups if among[0] in group)
        return Draft.decode(prompt, text).with_selection(prompt, among, tuple(values))
    if verb == "amounts":
        return read_amounts(prompt, values)
    if verb == "put":
        target, _, change = values[0].partition(".")
        draft = Draft.decode(prompt, arg)
    elif verb in COUNT_CHANGES:
        draft, change = Draft.decode(prompt, text), COUNT_CHANGES[verb]
    else:
        return None
    left = prompt.max - draft.total
    return draft.with_change(int(target), min(int(change or left), left), prompt.options[int(target)].limit)
