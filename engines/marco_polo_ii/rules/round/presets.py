"""Preset answers to the questions before and after the roll (R4)."""

from engines.kernel import Option, PresetTopic, Prompt, Seat, message
from engines.marco_polo_ii.table.questions import AfterRoll
from engines.marco_polo_ii.view import View

ALL_COINS, ALL_CAMELS = 0, -1
"""Index of the option among the possible mixes of a compensation."""
COMPENSATION = (
    Option("coins", ALL_COINS, message("orders.coins")),
    Option("camels", ALL_CAMELS, message("orders.camels")),
)
INCOME = (Option("first", None, message("orders.first")),)


def _list_first_keys(prompt: Prompt) -> list[str]:
    return [group[0].key for group in prompt.groups]


def answer_income(prompt: Prompt, _preset: None) -> tuple[str, ...]:
    """Choose the first alternative of each income."""
    return tuple(_list_first_keys(prompt))


def answer_compensation(prompt: Prompt, mix_index: int) -> tuple[str, ...] | None:
    """Choose all coins or all camels; None (ask the seat) if it has pairs to decide on (R12)."""
    question: AfterRoll = prompt.subject
    if question.pairs:
        return None
    (mixes,) = prompt.groups
    return (mixes[mix_index].key,)


def list_income_presets(_view: View, _seat: Seat) -> tuple[Option, ...]:
    return INCOME


def list_compensation_presets(_view: View, _seat: Seat) -> tuple[Option, ...]:
    return COMPENSATION


PRESETS = {
    "income": PresetTopic(message("standing.income"), list_income_presets, answer_income),
    "compensation": PresetTopic(message("standing.compensation"), list_compensation_presets, answer_compensation),
}
