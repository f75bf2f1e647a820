"""General preset answers, available in every game: confirm automatically, pass until my turn, always this answer.

They are stored beside the presets that a game declares, under topics that no game uses.
"""

import msgspec

from bot.table.state.table import Table
from engines.kernel import Message, Prompt, Refused, Text, resolve_text
from storage.play.preset_answers import PresetRow

CONFIRM, PASS, ALWAYS = "~confirm", "~pass", "~always:"
"""Topics; those beginning with ~ belong to no game. ALWAYS is followed by the key of the question's sentence."""
ON = "on"


class AlwaysPreset(msgspec.Struct, frozen=True):
    """The value of an ALWAYS preset."""

    key: str
    """Key of the answer."""
    question: Message
    """The question, as it read when the preset was set."""
    answer: Text
    """The answer, as it read when the preset was set."""


def is_general(topic: str) -> bool:
    """Return whether this topic is a general one, available in every game."""
    return topic.startswith("~")


def find_general_preset(table: Table, prompt: Prompt) -> PresetRow | None:
    """Return the general preset of the seat that answers this question; None: ask the player."""
    seat, presets = prompt.seat, table.presets
    if always := presets.get((seat, ALWAYS + prompt.question_key)):
        return always
    if prompt.kind == "confirm" and (confirm := presets.get((seat, CONFIRM))):
        return confirm
    return presets.get((seat, PASS)) if table.seat_on_turn not in (None, seat) else None


def find_general_answer(prompt: Prompt, preset: PresetRow) -> tuple[str, ...] | None:
    """Return the answer of a general preset to this question; None: ask the player."""
    keys: tuple[str, ...] | None
    if preset.topic.startswith(ALWAYS):
        keys = (msgspec.json.decode(preset.value, type=AlwaysPreset).key,)
    else:
        keys = (prompt.options[0].key,) if preset.topic == CONFIRM else prompt.timeout_answer
    if keys is not None:
        try:
            prompt.parse_answer(keys)
        except Refused:  # the answer is not offered this time: the person decides
            return None
    return keys


def list_ended_presets(table: Table) -> list[tuple[int, str]]:
    """Return the presets that have ended: "pass until my turn" when the seat is on turn."""
    return [(seat, topic) for seat, topic in table.presets if topic == PASS and table.seat_on_turn == seat]


def encode_preset(table: Table, seat: int, topic: str, key: str) -> str:
    """Return the value to store for a preset. Raises Refused for an invalid one."""
    if topic in (CONFIRM, PASS):
        if topic == PASS and (table.game.turn_info is None or table.seat_on_turn in (None, seat)):
            raise Refused("table.refused.pass_on_turn")
        return ON
    prompt = None if table.match is None else table.match.find_prompt(seat)
    option = None if prompt is None else next((option for option in prompt.options if option.key == key), None)
    if prompt is None or option is None or not may_be_always(table, prompt) or topic != ALWAYS + prompt.question_key:
        raise Refused("table.refused.no_order", got=key, allowed=())
    return msgspec.json.encode(AlwaysPreset(key, prompt.text, resolve_text(option.label))).decode()


def may_be_always(table: Table, prompt: Prompt) -> bool:
    """Return whether the question may always have the same answer: it asks yes or no, or comes in another seat's
    turn. Decisions in one's own turn do not qualify.
    """
    yes_or_no = len(prompt.options) == 2 and all(isinstance(option.value, bool) for option in prompt.options)
    off_turn = table.seat_on_turn not in (None, prompt.seat)
    return (
        prompt.kind == "one" and (yes_or_no or off_turn) and len(ALWAYS) + len(prompt.question_key) <= MAX_TOPIC_LENGTH
    )


MAX_TOPIC_LENGTH = 70
"""Maximum length of a topic that fits into a button."""
