"""What everybody has read in a table's channel, and whom it rang, against what had to be posted there.

Asked when nothing waits to be said: then each turn stands there once and in order, one card shows who is asked, every
open question has called its person, and nobody was called without one.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.discord_ui.card.page import breakdown, card
from bot.discord_ui.text.voice import Voice
from bot.standin.model import components as c
from bot.standin.model.events import Event
from engines.kernel import LANGS, Seat
from tests.fleet import is_card

from .shadow import Call, Shadow, shown, words_of

LATE_S = 60.0
"""A call that was on its way when its person answered may still arrive so much later."""
LAST = [Voice((lang,)).line("note.last") for lang in LANGS]
QUOTED = re.compile(r"^> (• .*)$", re.MULTILINE)
"""What was done to somebody, told again on the card."""
TIMES = re.compile(r" · <t:\d+:R>| <@\d+>|^-# .*<t:\d+:.*$\n?", re.MULTILINE)
"""What depends on the clock, and who is named as called (`rings` sees to that)."""


@dataclass(frozen=True, slots=True)
class Ring:
    """A post has rung a person. at: on the counter of the run; when: seconds."""

    seat: Seat
    at: int
    when: float


@dataclass(slots=True)
class Channel:
    """One table's channel. seats: by Discord id of who sits there."""

    game: int
    commitment: str
    seats: Mapping[str, Seat]
    rings: list[Ring] = field(default_factory=list)
    """Calls to a question."""
    notes: list[Ring] = field(default_factory=list)
    """Words to the last one who is missing."""
    posted: int = 0
    """Posts that tell something for good, deleted ones too."""
    compared: int = 0

    def hear(self, event: Event, at: int) -> None:
        """A new message of the bot."""
        message = event.d
        kind = kind_of(message)
        if kind == "told":
            self.posted += 1
        if kind in ("card", "call", "note"):
            rung = [Ring(self.seats.get(str(user["id"]), -1), at, time.monotonic()) for user in message["mentions"]]
            (self.notes if kind == "note" else self.rings).extend(rung)

    def told(self, shadow: Shadow, messages: list[dict[str, Any]]) -> list[str]:
        """What is wrong with the posts that tell something for good."""
        found = [message for message in messages if kind_of(message) == "told"]
        self.compared += len(found)
        texts = [shown(c.text(message)) for message in found]
        expected = [self.commitment, *shadow.turns()]
        wrong = []
        if shadow.over:
            result = breakdown(shadow.page(), Voice.of_table(shadow.look.row.language))
            if not texts or result not in texts.pop():
                wrong.append("the scores are not posted as they are")
        if not texts or self.commitment not in texts[0]:
            wrong.append("the beginning is not told")
        if texts[1:] != expected[1:]:
            wrong.append(_first_difference(texts[1:], expected[1:]))
        elif self.posted != len(found):
            wrong.append(f"{self.posted} posts were made, {len(found)} are there")
        return [f"posts: game {self.game}: {text}" for text in wrong]

    def card(self, shadow: Shadow, messages: list[dict[str, Any]], left_behind: int = 0) -> list[str]:
        """What is wrong with the card: exactly one lives, and it says who is asked what. left_behind: how many older
        messages the bot still means to delete.
        """
        cards = [message for message in messages if is_card(message)]
        wanted = 0 if shadow.over else 1
        if not wanted <= len(cards) <= wanted + left_behind:
            return [f"card: game {self.game}: {len(cards)} living cards"]
        voice = Voice.of_table(shadow.look.row.language)
        expected = TIMES.sub("", words_of(card(shadow.page(), (), voice).texts)).strip()
        quotes = voice.line("ping.done").partition("\n")[0]
        said = [shown(c.text(message)).partition(quotes) for message in cards]
        if not wanted:
            return []
        newest = TIMES.sub("", said[-1][0]).strip()
        if newest != expected:
            return [f"card: game {self.game}: the card says {newest!r}, expected {expected!r}"]
        told = set("\n".join(shadow.turns()).split("\n"))
        unheard = [line for line in QUOTED.findall(said[-1][2]) if line not in told]
        return [f"card: game {self.game}: it quotes {line!r}, which no post told" for line in unheard]

    def calls(self, shadow: Shadow, messages: list[dict[str, Any]]) -> list[str]:
        """Who was rung too often, not at all, without a question; calls that stand there though they were answered."""
        wrong = []
        for seat in sorted({*self.seats.values(), *(ring.seat for ring in self.rings)}):
            calls = [call for call in shadow.calls if call.seat == seat]
            wrong += self._rung(seat, calls)
            notes, shared = sum(note.seat == seat for note in self.notes), sum(call.shared for call in calls)
            if notes > shared:
                wrong.append(f"seat {seat} was told {notes} times that it is the last, in {shared} shared questions")
        asked = set(shadow.waiting)
        for message in messages:
            named = {self.seats.get(str(user["id"]), -1) for user in message["mentions"]}
            if kind_of(message) == "call" and not named <= asked:
                wrong.append(f"a call to seats {sorted(named)} stands there, {sorted(asked)} are asked")
            if kind_of(message) == "note" and named != asked:
                wrong.append(f"seats {sorted(named)} are said to be the last ones, {sorted(asked)} are asked")
        return [f"calls: game {self.game}: {text}" for text in wrong]

    def _rung(self, seat: Seat, calls: list[Call]) -> list[str]:
        """Each ring belongs to the newest call before it that has none yet; a call may stay without if it was answered
        first.
        """
        free, wrong = list(calls), []
        for ring in (ring for ring in self.rings if ring.seat == seat):
            before = [call for call in free if call.at <= ring.at]
            if before and (before[-1] is calls[-1] or not self._retired(before[-1], ring)):
                free.remove(before[-1])
            else:
                wrong.append(f"seat {seat} was rung without a question, or twice for one")
        wrong += [f"seat {seat} is asked and was not called" for call in free if call.open]
        return wrong

    def _retired(self, call: Call, ring: Ring) -> bool:
        """Answered so long before the ring that it cannot be meant."""
        return call.answered_when is not None and ring.when - call.answered_when > LATE_S


def kind_of(message: Mapping[str, Any]) -> str:
    """card, call (to one person), note (to the last one who is missing), told: something for good; "" for what is
    private.
    """
    if message["flags"] & c.IS_EPHEMERAL:
        return ""
    ids = [str(part.get("custom_id", "")).split(":") for part in c.of_type(message, c.BUTTON, *c.SELECTS)]
    verbs = {parts[2] for parts in ids if parts[0] == "t" and len(parts) > 2}
    if verbs & {"changed"}:
        return "card"
    if any(sentence in c.text(message) for sentence in LAST):
        return "note"
    return "call" if "play" in verbs else "told"


def _first_difference(found: list[str], expected: list[str]) -> str:
    for n, (one, other) in enumerate(zip(found, expected, strict=False)):
        if one != other:
            return f"post {n + 1} of {len(found)} (of {len(expected)}) says {one[:200]!r}, expected {other[:200]!r}"
    if len(found) < len(expected):
        return f"{len(found)} turns are told of {len(expected)}; the next would be {expected[len(found)][:200]!r}"
    return f"{len(found)} turns are told, expected {len(expected)}; too many: {found[len(expected)][:200]!r}"
