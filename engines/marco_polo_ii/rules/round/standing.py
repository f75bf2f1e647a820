"""Answers that a seat may give in advance to the questions before and after the roll (R4)."""

from __future__ import annotations

from engines.kernel import Option, Prompt, Seat, Standing, say
from engines.marco_polo_ii.table.questions import AfterRoll
from engines.marco_polo_ii.view import View

ALL_COINS, ALL_CAMELS = 0, -1
"""Where they stand among the mixes that a compensation may be."""
COMPENSATION = (Option("coins", ALL_COINS, say("orders.coins")), Option("camels", ALL_CAMELS, say("orders.camels")))
INCOME = (Option("first", None, say("orders.first")),)


def _firsts(prompt: Prompt) -> list[str]:
    return [group[0].key for group in prompt.groups]


def answer_income(prompt: Prompt, _order: None) -> tuple[str, ...]:
    """The first form of each income."""
    return tuple(_firsts(prompt))


def answer_compensation(prompt: Prompt, which: int) -> tuple[str, ...] | None:
    """All in coins or all in camels; who has pairs to decide on (R12) is asked."""
    asked: AfterRoll = prompt.about
    if asked.pairs:
        return None
    (mixes,) = prompt.groups
    return (mixes[which].key,)


def orders_income(_view: View, _seat: Seat) -> tuple[Option, ...]:
    return INCOME


def orders_compensation(_view: View, _seat: Seat) -> tuple[Option, ...]:
    return COMPENSATION


STANDING = {
    "income": Standing(say("standing.income"), orders_income, answer_income),
    "compensation": Standing(say("standing.compensation"), orders_compensation, answer_compensation),
}
