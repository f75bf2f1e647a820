"""Standing answers that every game has: confirm by itself, pass until my turn, always this answer to this question.

They are kept beside the orders that a game declares, under topics that no game uses.
"""

from __future__ import annotations

import msgspec

from bot.table.live import LiveTable
from engines.kernel import Msg, Prompt, Refused, Text, read

CONFIRM, PASS, ALWAYS = "~confirm", "~pass", "~always:"
"""Topics: what begins with ~ belongs to no game. ALWAYS is followed by the key of the question's sentence."""
ON = "on"


class Always(msgspec.Struct, frozen=True):
    """The value of an ALWAYS order: the key of the answer, and how question and answer read when it was given."""

    key: str
    question: Msg
    answer: Text


def is_general(topic: str) -> bool:
    """Whether an order on this topic is one of those that every game has."""
    return topic.startswith("~")


def answer(live: LiveTable, prompt: Prompt) -> tuple[str, ...] | None:
    """What the seat's general orders say to this question; None: ask."""
    keys = _answer(live, prompt)
    if keys is not None:
        try:
            prompt.read(keys)
        except Refused:  # the answer is not offered this time: the person decides
            return None
    return keys


def _answer(live: LiveTable, prompt: Prompt) -> tuple[str, ...] | None:
    seat = prompt.seat
    always = live.orders.get((seat, ALWAYS + prompt.name))
    if always is not None:
        return (msgspec.json.decode(always, type=Always).key,)
    if prompt.kind == "confirm" and (seat, CONFIRM) in live.orders:
        return (prompt.options[0].key,)
    if (seat, PASS) in live.orders and live.turn not in (None, seat):
        return prompt.silence
    return None


def over(live: LiveTable) -> list[tuple[int, str]]:
    """Orders that have ended: whoever passes until their turn is on turn."""
    return [(seat, topic) for seat, topic in live.orders if topic == PASS and live.turn == seat]


def value(live: LiveTable, seat: int, topic: str, key: str) -> str:
    """How an order is kept. Raises Refused for one that there cannot be."""
    if topic in (CONFIRM, PASS):
        if topic == PASS and (live.game.moment is None or live.turn in (None, seat)):
            raise Refused("table.refused.pass_on_turn")
        return ON
    prompt = None if live.match is None else live.match.prompt(seat)
    option = None if prompt is None else next((option for option in prompt.options if option.key == key), None)
    if prompt is None or option is None or not may_be_always(live, prompt) or topic != ALWAYS + prompt.name:
        raise Refused("table.refused.no_order", got=key, allowed=())
    return msgspec.json.encode(Always(key, prompt.text, read(option.label))).decode()


def may_be_always(live: LiveTable, prompt: Prompt) -> bool:
    """Whether answering the question the same way for ever makes sense: it asks for yes or no, or interrupts somebody
    else's turn. What one does with one's own turn is no such question.
    """
    yes_or_no = len(prompt.options) == 2 and all(isinstance(option.value, bool) for option in prompt.options)
    off_turn = live.turn not in (None, prompt.seat)
    return prompt.kind == "one" and (yes_or_no or off_turn) and len(ALWAYS) + len(prompt.name) <= MOST


MOST = 70
"""Characters of a topic that fits into a button."""
