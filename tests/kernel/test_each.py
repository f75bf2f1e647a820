"""Exactly one of each group, and distributions with a range."""

from __future__ import annotations

import pytest

from engines.kernel import Msg, Option, Refused, Rng, Table, Term, catalogue, random_answer
from tests.kernel.toys import SEED, Notes, answer, begin


def windows(**groups: str) -> list[Option]:
    return [Option(f"{name}:{k}", f"{name}{k}", Msg(k), group=Msg(name)) for name, keys in groups.items() for k in keys]


async def each(t: Table[Notes]) -> None:
    t.state.said.append(f"{await t.choose_each(0, 'q', windows(north='ab', south='cd'), rule='R1')}")


def test_one_of_each_group_in_the_order_of_the_groups() -> None:
    match = begin(each)
    answer(match, 0, "south:d", "north:a")
    assert match.state.said == ["('northa', 'southd')"]


@pytest.mark.parametrize("keys", [("north:a", "north:b"), ("north:a",), ("north:a", "south:c", "south:d"), ("x", "y")])
def test_two_of_one_group_or_none_are_refused(keys: tuple[str, ...]) -> None:
    match = begin(each)
    with pytest.raises(Refused) as refused:
        answer(match, 0, *keys)
    assert refused.value.rule == "R1"
    assert match.position == 0


def test_the_refusal_names_the_group() -> None:
    offered = [Option(k, k, Msg(k), group=Msg("kernel.confirm")) for k in "ab"] + windows(other="cd")
    with pytest.raises(Refused) as refused:
        Table(None, Rng(SEED)).each(0, "q", offered).read(("a", "b"))
    book = catalogue("engines.kernel")
    assert book.render(refused.value.reason, "en") == "Choose exactly one of Confirm, not 2."
    assert book.render(refused.value.reason, "ja") == "確定からはちょうど1つ選んでください（2個選ばれました）。"


def test_groups_of_one_each_resolve_themselves() -> None:
    async def script(t: Table[Notes]) -> None:
        t.state.said.append(f"{await t.choose_each(0, 'q', windows(north='a', south='c'))}")
        t.state.said.append(f"{await t.choose_each(0, 'q', [])}")

    match = begin(script)
    assert match.over and match.state.said == ["('northa', 'southc')", "()"]


def test_a_group_that_is_torn_apart_is_a_mistake_of_the_rule() -> None:
    async def script(t: Table[Notes]) -> None:
        await t.choose_each(0, "q", windows(north="ab", south="c") + windows(north="d"))

    with pytest.raises(RuntimeError, match="torn apart"):
        begin(script)


def test_several_seats_with_several_choices_each_wait_for_one_another_once() -> None:
    async def script(t: Table[Notes]) -> None:
        said = await t.together([t.each(seat, "q", windows(north="ab", south="cd")) for seat in (0, 1)])
        t.state.said.append(f"{said}")

    match = begin(script)
    answer(match, 1, "north:b", "south:c")
    answer(match, 0, "north:a", "south:c")
    assert match.over and match.state.said == ["{0: ('northa', 'southc'), 1: ('northb', 'southc')}"]


def test_a_random_player_chooses_one_of_each() -> None:
    match = begin(each)
    prompt = match.prompt(0)
    assert prompt is not None
    for n in range(20):
        prompt.read(random_answer(match, prompt, Rng(SEED, 100 * n)))


async def spread(t: Table[Notes]) -> None:
    slots = [Option(k, k, Msg(k), limit=2) for k in "ab"]
    t.state.said.append(f"{await t.allocate(0, 'q', slots, 3, at_least=1)}")


@pytest.mark.parametrize(("keys", "said"), [("a", "{'a': 1}"), ("aab", "{'a': 2, 'b': 1}")])
def test_a_distribution_with_a_range(keys: str, said: str) -> None:
    match = begin(spread)
    answer(match, 0, *keys)
    assert match.state.said == [said]


@pytest.mark.parametrize("keys", ["", "aabb"])
def test_a_distribution_outside_its_range_is_refused(keys: str) -> None:
    match = begin(spread)
    with pytest.raises(Refused):
        answer(match, 0, *keys)


def test_a_noun_is_a_label() -> None:
    book = catalogue("engines.flotsam")
    path = next(iter(book.terms))
    assert book.render(Term(path), "en") == book.term(path, "en")[:1].upper() + book.term(path, "en")[1:]
    assert book.render(Term(path), "ja") == book.term(path, "ja")
