"""The check knows from where a panel counts gains and costs, and which gains it cannot date."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from engines.kernel import Message
from engines.kernel.messages import LazyText
from engines.kernel.stars.suggestions import Advice, PlannedAnswer
from tests.reasons.accounts import Account, Group, PlanStep, Retelling, iter_spans

DOOR, HALL, EXIT = (Message("door"), Message("hall"), Message("exit"))
STEPS = [PlanStep((label,), is_free=True) for label in (DOOR, HALL, EXIT)]
LINE = tuple(PlannedAnswer((label.key,), (label,)) for label in (DOOR, HALL))
PLAN = tuple((label.key,) for label in (DOOR, HALL, EXIT))


class Purse(NamedTuple):
    """A View of the only things that count here."""

    coins: int
    has_map: bool = True


def count_coins(before: Purse, after: Purse, _: int, __: Message) -> set[int] | None:
    return {after.coins - before.coins} if after.coins > before.coins else None


def find_map(_: Purse, after: Purse, __: int, ___: Message) -> set[int] | None:
    return set() if after.has_map else None


def render(text: LazyText, _: object) -> str:
    assert isinstance(text, Message)
    return f"{text.args['n']} coins" if "n" in text.args else text.key


def retell(shown: Message) -> Retelling:
    """Return a check of a reason of which a panel makes this."""
    accounts = {"gain": Account(("coins", "coins"), count_coins), "map": Account(("map", "map"), find_map)}
    nothing: Any = None
    prompt: Any = SimpleNamespace(seat=0)
    advice = Advice(0, {}, (PLAN,), LINE)
    return Retelling(nothing, prompt, advice, render, accounts, lambda *_: {}, nothing, lambda *_: shown)


def plan(key: str, why: Message) -> Message:
    return Message(f"kernel.aid.{key}", {"what": (EXIT,), "why": why})


def test_costs_beside_the_steps_of_a_press_are_counted_from_the_next_choice_on() -> None:
    """Where the panel leaves out the gains of the press, the costs of what comes after it stay as they are."""
    gain = Message("gain", {"n": 3})
    priced = plan("then", Message("kernel.aid.priced", {"why": gain, "costs": (Message("spent", {"n": 1}),)}))
    both = Message("kernel.aid.both", {"now": gain, "then": priced})
    groups = [group for group in retell(priced).iter_groups_shown(both, PLAN, None) if group.costs]
    assert groups and {start for group in groups for start, _ in iter_spans(group, STEPS)} == {1}
    groups = [group for group in retell(priced).iter_groups_shown(priced, PLAN, None) if group.costs]
    assert groups and {start for group in groups for start, _ in iter_spans(group, STEPS)} == {0}


@pytest.mark.parametrize(("gain", "is_brought"), [(Message("gain", {"n": 2}), True), (Message("map"), False)])
def test_gains_that_are_there_without_a_change_are_not_said_to_come_in_the_press(
    gain: Message, is_brought: bool
) -> None:
    """A territory bonus was always there for its account, and so was said to come within the press."""
    views = [Purse(0), Purse(1), Purse(3), Purse(3)]
    after = Group((gain,), (), is_later=True, what=(EXIT,), press=2)
    assert retell(gain).is_brought(after, views, STEPS) == is_brought
    assert retell(gain).is_brought(after._replace(what=(HALL,)), views, STEPS), "the press gives that answer itself"
