"""Answers that a seat may give in advance to the questions before and after the roll (R4)."""

from __future__ import annotations

from engines.kernel import Option, Prompt, Seat, Standing, say
from engines.marco_polo_ii.view import View

COMPENSATION = (Option("coins", None, say("orders.coins")), Option("camels", None, say("orders.camels")))
INCOME = (Option("first", None, say("orders.first")),)


def _firsts(prompt: Prompt) -> list[str]:
    return [group[0].key for group in prompt.groups]


def answer_income(prompt: Prompt, _order: str) -> tuple[str, ...]:
    """The first form of each income."""
    return tuple(_firsts(prompt))


def answer_compensation(prompt: Prompt, order: str) -> tuple[str, ...] | None:
    """All in coins or all in camels; who has pairs to decide on (R12) is asked."""
    groups = prompt.groups
    if len(groups) != 1 or not groups[0][0].key.startswith("coins:"):
        return None
    return (groups[0][0 if order == "coins" else -1].key,)


def orders_income(_view: View, _seat: Seat) -> tuple[Option, ...]:
    return INCOME


def orders_compensation(_view: View, _seat: Seat) -> tuple[Option, ...]:
    return COMPENSATION


STANDING = {
    "income": Standing(say("standing.income"), orders_income, answer_income),
    "compensation": Standing(say("standing.compensation"), orders_compensation, answer_compensation),
}
