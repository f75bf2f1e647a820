"""What a choice would mean: the sentences below an option, made by trying the rule on a copy."""

from __future__ import annotations

from functools import partial

from engines.kernel import Table
from engines.pax_pamir import battle, consequences, gift, pieces, sketch
from engines.pax_pamir.move import Step, take_step
from engines.pax_pamir.state import State
from tests.pax_pamir.table import NAMES, WORDS, A, B, person, state


def words(s: State, rule: object) -> str:
    return WORDS.render(consequences.of(s, rule, A), "en", NAMES)  # type: ignore[arg-type]


def test_r4_6_hostages_taken_and_freed() -> None:
    s = state(2, spies={4: {A: 1}, 5: {B: 1}})
    person(s, A, court=[5])
    person(s, B, court=[4])
    placed = partial(pieces.put_cylinder, player=A, source=pieces.SUPPLY, target="spy:5")
    assert words(s, placed) == "Ann's Shah Shuja Durrani #5 is no longer a hostage"
    moved = partial(take_step, player=A, step=Step("spy:4", "spy:5"))
    assert words(s, moved) == (
        "Ann's Shah Shuja Durrani #5 is no longer a hostage, Bela's Charles Stoddart #4 is no longer a hostage"
    )
    s.spies = {}
    placed = partial(pieces.put_cylinder, player=A, source=pieces.SUPPLY, target="spy:4")
    assert words(s, placed) == "Ann holds Bela's Charles Stoddart #4 hostage"


def test_r4_5_rulers_gained_and_lost() -> None:
    s = state(2, armies={"kabul": {"afghan": 1}}, roads={"kabul_punjab": {"afghan": 1}}, tribes={"punjab": {B: 1}})
    person(s, B, loyalty="british")
    assert (
        words(s, partial(take_step, player=A, step=Step("army:kabul", "army:punjab"))) == "Bela no longer rules Punjab"
    )
    placed = partial(pieces.put_cylinder, player=A, source=pieces.SUPPLY, target="tribe:kabul")
    assert words(s, placed) == "Ann rules Kabul"


def test_r4_9_overthrow_names_the_cards_and_the_debt() -> None:
    """E10 as it is announced: what follows the debt is B's choice and stays open."""
    s = state(2, armies={"punjab": {"british": 1}}, tribes={"punjab": {B: 2}})
    person(s, A, loyalty="british")
    person(s, B, loyalty="russian", rupees=1, court=[27, 90, 4])
    fought = partial(battle.remove, player=A, site="punjab", removed={"tribe:1": 2})
    said = words(s, fought)
    for part in ("Bela no longer rules Punjab", "#27", "Bela loses 2 tribes in Punjab", "Bela pays 1", "cannot pay 1"):
        assert part in said, said


def test_r8_the_cost_and_what_is_left() -> None:
    s = state(2)
    person(s, A, rupees=5)
    assert words(s, partial(gift.give, player=A, price=4)) == "costs 4, leaves 1"


def test_nothing_happens_on_a_sketch() -> None:
    """The copy shares nothing with the table."""
    s = state(2, market={"T0": 30}, spies={30: {A: 1}})
    person(s, A, rupees=5, court=[4])
    before = sketch.copy(s)
    sketch.outcome(s, partial(gift.give, player=A, price=4))
    assert s == before
    assert isinstance(sketch.sketch(s), Table)
