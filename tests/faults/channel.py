"""Compare the posts and notifications of a table's channel with those expected.

The comparison is made when the outbox is empty. Then each turn is posted once and in order, one card shows the open
questions, every open question has notified its player, and no player was notified without a question.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.discord_ui.card.page import build_card
from bot.discord_ui.text.localizer import Localizer
from bot.discord_ui.text.results import format_breakdown
from bot.fake_discord.model import components as c
from bot.fake_discord.model.events import GatewayEvent
from engines.kernel import LANGS, Seat
from tests.fleet import is_card

from .shadow import ExpectedNotification, ShadowTable, join_texts, replace_seat_emoji

MAX_LATE_S = 60.0
"""A call that was on its way when its person answered may still arrive so much later."""
LAST_PLAYER_SENTENCES = [Localizer((lang,)).render_line("note.last") for lang in LANGS]
TURN_CALLS = [
    Localizer((lang,)).render_line(key, table="|", question="|").split("|")
    for lang in LANGS
    for key in ("push.turn", "push.again")
]
"""The fixed parts of the sentences that call somebody to a turn."""
QUOTED_LINE = re.compile(r"^> (• .*)$", re.MULTILINE)
"""A log line about an action against a player, quoted on the card."""
CLOCK_TEXT = re.compile(r" · <t:\d+:R>| <@\d+>|^-# .*<t:\d+:.*$\n?", re.MULTILINE)
"""Parts of a card that are not compared: times, and mentions (`check_notifications` compares those)."""


@dataclass(frozen=True, slots=True)
class ReceivedNotification:
    """A post that mentioned the player of a seat."""

    seat: Seat
    event_number: int
    """Number of the event in the run."""
    received_s: float
    """Monotonic time, in seconds."""


@dataclass(slots=True)
class ChannelObserver:
    """Records the bot's messages in one table's channel and compares them with the expected ones."""

    table_id: int
    commitment: str
    seats: Mapping[str, Seat]
    """Seat by the Discord id of its player."""
    notifications: list[ReceivedNotification] = field(default_factory=list)
    """Notifications of open questions."""
    last_player_notes: list[ReceivedNotification] = field(default_factory=list)
    """Messages to a player who is the last one to answer."""
    post_ids: set[str] = field(default_factory=set)
    """Ids of the lasting posts (turns, beginning, results), including deleted ones."""
    transient_ids: set[str] = field(default_factory=set)
    """Ids of the cards and calls; a card becomes the post of its turn."""
    compared_count: int = 0
    """Number of lasting posts that were compared."""

    def record_message(self, event: GatewayEvent, event_number: int) -> None:
        """Record a new message of the bot."""
        message = event.d
        kind = classify_message(message)
        (self.post_ids if kind == "told" else self.transient_ids).add(message["id"])
        if kind in ("card", "call", "note"):
            received = [
                ReceivedNotification(self.seats.get(str(user["id"]), -1), event_number, time.monotonic())
                for user in message["mentions"]
            ]
            (self.last_player_notes if kind == "note" else self.notifications).extend(received)

    def record_edit(self, event: GatewayEvent) -> None:
        """Record an edited message: a card that has become a post."""
        if event.d["id"] in self.transient_ids and classify_message(event.d) == "told":
            self.post_ids.add(event.d["id"])

    def check_posts(self, shadow: ShadowTable, messages: list[dict[str, Any]]) -> list[str]:
        """Return the problems with the lasting posts: beginning, turns and results."""
        posts = [message for message in messages if classify_message(message) == "told"]
        self.compared_count += len(posts)
        texts = [replace_seat_emoji(c.read_text(message)) for message in posts]
        expected = [self.commitment, *shadow.build_turn_texts()]
        wrong = []
        if shadow.is_over:
            result = format_breakdown(shadow.refresh_table(), Localizer.of_table(shadow.table.row.language))
            if not texts or result not in texts.pop():
                wrong.append("the scores are not posted as they are")
        if not texts or self.commitment not in texts[0]:
            wrong.append("the beginning was not posted")
        if texts[1:] != expected[1:]:
            wrong.append(_describe_first_difference(texts[1:], expected[1:]))
        elif len(self.post_ids) != len(posts):
            wrong.append(f"{len(self.post_ids)} posts were made, {len(posts)} are there")
        return [f"posts: table {self.table_id}: {text}" for text in wrong]

    def check_card(self, shadow: ShadowTable, messages: list[dict[str, Any]], left_behind: int = 0) -> list[str]:
        """Return the problems with the card: there must be exactly one, and it must show the open questions.

        left_behind: number of older messages that the bot will still delete.
        """
        cards = [message for message in messages if is_card(message)]
        expected_count = 0 if shadow.is_over else 1
        if not expected_count <= len(cards) <= expected_count + left_behind:
            return [f"card: table {self.table_id}: {len(cards)} living cards"]
        localizer = Localizer.of_table(shadow.table.row.language)
        expected = CLOCK_TEXT.sub("", join_texts(build_card(shadow.refresh_table(), (), localizer).texts)).strip()
        seat = shadow.table.seat_on_turn or 0
        quotes = localizer.render_line("ping.done", who=shadow.table.names[seat]).partition("\n")[0]
        card_texts = [replace_seat_emoji(c.read_text(message)).partition(quotes) for message in cards]
        if not expected_count:
            return []
        newest = CLOCK_TEXT.sub("", card_texts[-1][0]).strip()
        if newest != expected:
            return [f"card: table {self.table_id}: the card says {newest!r}, expected {expected!r}"]
        posted_lines = set("\n".join(shadow.build_turn_texts()).split("\n"))
        unposted_lines = [line for line in QUOTED_LINE.findall(card_texts[-1][2]) if line not in posted_lines]
        return [f"card: table {self.table_id}: it quotes {line!r}, which no post has" for line in unposted_lines]

    def check_notifications(self, shadow: ShadowTable, messages: list[dict[str, Any]]) -> list[str]:
        """Return the problems with notifications: missing, repeated, without a question, or not deleted after the
        answer.
        """
        wrong = []
        for seat in sorted({*self.seats.values(), *(notification.seat for notification in self.notifications)}):
            expected = [call for call in shadow.notifications if call.seat == seat]
            wrong += self._check_seat(seat, expected)
            notes, shared = (
                sum(note.seat == seat for note in self.last_player_notes),
                sum(call.is_simultaneous for call in expected),
            )
            if notes > shared:
                wrong.append(f"seat {seat} was told {notes} times that it is the last, in {shared} shared questions")
        waiting = set(shadow.waiting)
        for message in messages:
            # a turn that Discord refuses as a page is posted as text
            if is_plain(message) and "<@" in message["content"]:
                wrong.append(f"{message['content'][:80]!r} did not become its page")
            mentioned = {self.seats.get(str(user["id"]), -1) for user in message["mentions"]}
            if classify_message(message) == "call" and not mentioned <= waiting:
                wrong.append(f"a call to seats {sorted(mentioned)} stands there, {sorted(waiting)} are asked")
            if classify_message(message) == "note" and mentioned != waiting:
                wrong.append(f"seats {sorted(mentioned)} are said to be the last ones, {sorted(waiting)} are asked")
        return [f"calls: table {self.table_id}: {text}" for text in wrong]

    def _check_seat(self, seat: Seat, expected: list[ExpectedNotification]) -> list[str]:
        """Return the problems with one seat's notifications.

        Each received notification belongs to the newest earlier expected one that has none yet. An expected
        notification may be missing if the question was answered first.
        """
        unmatched, wrong = list(expected), []
        for notification in (notification for notification in self.notifications if notification.seat == seat):
            earlier = [call for call in unmatched if call.event_number <= notification.event_number]
            if earlier and (earlier[-1] is expected[-1] or not self._was_answered_before(earlier[-1], notification)):
                unmatched.remove(earlier[-1])
            else:
                wrong.append(f"seat {seat} was rung without a question, or twice for one")
        wrong += [f"seat {seat} is asked and was not called" for call in unmatched if call.is_open]
        return wrong

    def _was_answered_before(self, expected: ExpectedNotification, notification: ReceivedNotification) -> bool:
        """Return whether the question was answered too long before the notification for them to belong together."""
        return expected.answered_at_s is not None and notification.received_s - expected.answered_at_s > MAX_LATE_S


def classify_message(message: Mapping[str, Any]) -> str:
    """Return the kind of a message: "card", "call" (notification of a question), "note" (to the last player who has
    not answered), "told" (a lasting post), or "" if it is private.
    """
    if message["flags"] & c.IS_EPHEMERAL:
        return ""
    ids = [str(part.get("custom_id", "")).split(":") for part in c.list_of_types(message, c.BUTTON, *c.SELECTS)]
    verbs = {parts[2] for parts in ids if parts[0] == "t" and len(parts) > 2}
    if verbs & {"changed"}:
        return "card"
    text = c.read_text(message)
    if any(sentence in text for sentence in LAST_PLAYER_SENTENCES):
        return "note"
    if is_plain(message):  # a call that is not yet edited into its page
        return "call" if any(all(part in text for part in parts) for parts in TURN_CALLS) else "told"
    return "call" if "play" in verbs else "told"


def is_plain(message: Mapping[str, Any]) -> bool:
    """Return whether a message is text, not a page of components."""
    return bool(message.get("content")) and not message["flags"] & c.IS_V2


def _describe_first_difference(texts: list[str], expected: list[str]) -> str:
    for n, (text, expected_text) in enumerate(zip(texts, expected, strict=False)):
        if text != expected_text:
            post = f"post {n + 1} of {len(texts)} (of {len(expected)})"
            return f"{post} says {text[:200]!r}, expected {expected_text[:200]!r}"
    if len(texts) < len(expected):
        return f"{len(texts)} turns were posted of {len(expected)}; the next would be {expected[len(texts)][:200]!r}"
    return f"{len(texts)} turns were posted, expected {len(expected)}; too many: {texts[len(expected)][:200]!r}"
