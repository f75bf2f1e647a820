"""What is offered says its consequence in numbers: dice on a space, a post that moves, a goal card, a caravan's way."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engines.kernel import Prompt, read
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.moment import moment
from engines.marco_polo_ii.rules.goods import any_goods, two_different
from engines.marco_polo_ii.rules.letters import draw
from engines.marco_polo_ii.rules.posts import put
from engines.marco_polo_ii.rules.round.beginning import keep_goals
from engines.marco_polo_ii.rules.round.start import start_round
from engines.marco_polo_ii.table.state import Caravan, Placed
from engines.marco_polo_ii.view import view
from tests.kernel.scripted import Dice
from tests.marco_polo_ii.table import NAMES, STAGE, WORDS, A, B, black, game, own, person, question


def details(prompt: Prompt) -> dict[str, str]:
    """Key of each option -> its detail in English."""
    found = {}
    for option in (*prompt.options, *prompt.asides):
        found[option.key] = "" if option.detail is None else WORDS.render(read(option.detail), "en", NAMES)
    return found


@pytest.mark.parametrize(
    ("card", "low", "high"),
    [
        ("k01", "brings 2 VP", "brings 3 VP"),
        ("k06", None, None),
        ("k09", "brings 1 silk", "brings 3 silk"),
        ("k21", "up to 2 times", "up to 4 times"),
        ("k04", "up to 2 times", "up to 6 times"),
        ("k03", "1 city bonus", "2 city bonuses"),
    ],
)
def test_each_die_on_a_city_card_says_what_it_brings(card: str, low: str | None, high: str | None) -> None:
    s = game(3, cards={"card_common_1": card})
    person(s, A, coins=6, pepper=4, posts=["turfan", "kochi", "xian"], dice=[2, 6])
    told = details(question(s, "space:card_common_1"))
    if low is None or high is None:
        line = CONTENT.data.city_cards[card]
        assert line.kind == "per_pip"
        number = line.per.coins or line.per.camels
        low, high = f"brings {2 * number} ", f"brings {6 * number} "
    assert low in told["dice:2"] and high in told["dice:6"], told


def test_each_die_on_a_special_city_says_what_it_brings() -> None:
    """W12: twice the bonus of the improved seal with a 5."""
    s = game(3)
    person(s, A, posts=["hormuz"], seals={"spicer": True}, dice=[4, 5])
    told = details(question(s, "space:special_hormuz_a"))
    assert "4 coins, 3 pepper" in told["dice:4"] and "6 coins, 4 pepper" in told["dice:5"]


@pytest.mark.parametrize(
    ("there", "told"),
    [([], "the next die must show 3 or more"), ([own(B, 1), black(B, 1), own(B, 1)], None)],
)
def test_a_die_for_the_khan_says_what_it_asks_of_the_next(there: Sequence[Placed], told: str | None) -> None:
    dice = dict(zip(CONTENT.khan_spaces, [[die] for die in there], strict=False))
    s = game(4, dice=dice)
    person(s, A, dice=[3, 4])
    space = CONTENT.khan_spaces[len(there)]
    found = details(question(s, f"space:{space}"))["dice:3"]
    assert (told in found) if told else ("must show" not in found)


def test_a_post_that_moves_says_what_its_city_loses() -> None:
    """R14.2 The points of crests before and after; the income and the rights of a city go with its post."""
    s = game(2)
    posts = [city for city in CONTENT.trade_cities if city != "balkh"][:11]
    person(s, A, posts=posts)
    told = details(STAGE.question(s, lambda t: put(t, A, "balkh")))
    assert told.keys() == {f"post:{city}" for city in posts}
    for city, text in told.items():
        crests = [{CONTENT.data.cities[one].crest for one in kept} for kept in (posts, {*posts, "balkh"} - {city[5:]})]
        was, now = (CONTENT.data.crest_scoring.vp[len(one)] for one in crests)
        assert text.startswith(f"crests {was} → {now} VP")
    assert "no more income of 3 VP" in told["post:turfan"]
    assert "no more contracts from there" in told["post:xian"] and "income" not in told["post:xian"]
    assert "its action is shut" in told["post:lhasa"]


def test_a_goal_card_says_what_it_is_worth() -> None:
    s = game(2)
    s.phase = "goals"
    person(s, A, dealt=["g13", "g02", "g07"])
    person(s, B, dealt=["g01", "g03", "g04"])
    seals = sum(CONTENT.data.guilds[guild].goal_vp for guild in CONTENT.data.goals["g13"].seals)
    told = details(STAGE.question(s, keep_goals))
    assert told["goal:g13"].startswith(f"up to {seals} VP") and "+1 crest" in told["goal:g13"]


def test_a_caravan_on_its_way_says_how_far_the_figure_is() -> None:
    s = game(2, caravan=True)
    person(s, A, figures=["xian"], dice=[4], caravans=[Caravan("lhasa", ["pepper"])], tiles=["t02"])
    del s.routes["t02"]
    told = details(question(s, "space:market_silk", "offer:free_1"))
    assert told["to:oasis_c"] == "2 steps from your figure", told


def test_the_purse_says_what_the_stock_is_then_and_which_dice_stay() -> None:
    s = game(2)
    person(s, A, coins=4, camels=1, dice=[2, 5], black=[3])
    told = details(question(s, "bonus:purse"))
    assert told["purse:1.2"] == "coins 4 → 7, leaves 5, black 3"
    assert told["purse:2.3b"] == "camels 1 → 3, leaves 2, 5"
    person(s, A, dice=[2], black=[])
    assert details(question(s, "bonus:purse"))["purse:1.2"].endswith("your last die")


def test_dice_that_are_rolled_or_turned_say_what_is_left_to_pay_with() -> None:
    """R7 Jade stands for the camel that is missing, and for no more."""
    s = game(2)
    person(s, A, camels=1, jade=2, dice=[2, 5])
    asked = details(question(s))
    assert asked["bonus:reroll"] == "camels 1 → 0" and asked["bonus:adjust"] == "camels 1 → 0, jade 2 → 1"
    assert asked["bonus:black"] == "camels 1 → 0, jade 2 → 0"
    assert set(details(question(s, "bonus:adjust")).values()) == {"camels 1 → 0, jade 2 → 1"}
    assert set(details(question(s, "bonus:reroll")).values()) == {"camels 1 → 0"}
    assert details(question(s, "bonus:reroll", "reroll:5")) == {"yes": "camels 1 → 0"}


def test_exchanges_say_what_is_left() -> None:
    s = game(2, cards={"card_common_1": "k17", "card_common_2": "k20"})
    person(s, A, coins=5, pepper=2, silk=1, dice=[3])
    gained = details(question(s, "space:card_common_1"))
    assert gained["good:gold"] == "for one: coins 5 → 3, gold 0 → 1"
    paid = details(question(s, "space:card_common_2"))
    assert paid["good:pepper"] == "for one: coins 5 → 7, pepper 2 → 1, jade 0 → 1"
    assert "good:gold" not in paid


REPEATED = [
    ident
    for ident, line in CONTENT.data.city_cards.items()
    if line.kind == "exchange" and not (line.reward.move or line.cost.any_good or line.reward.any_good)
]
"""City cards that ask how often."""


@pytest.mark.parametrize("card", REPEATED)
def test_every_number_of_times_says_the_stock_before_and_after(card: str) -> None:
    line = CONTENT.data.city_cards[card]
    s = game(2, cards={"card_common_1": card})
    person(s, A, coins=20, camels=20, pepper=5, silk=5, gold=5, jade=5, dice=[4])
    for key, text in details(question(s, "space:card_common_1")).items():
        n = int(key.removeprefix("times:"))
        for name in ("coins", "camels", "pepper", "silk", "gold", "jade"):
            change = n * (getattr(line.reward, name) - getattr(line.cost, name))
            was = 20 if name in ("coins", "camels") else 5
            assert (f"{name} {was} → {was + change}" in text) == bool(change), (card, text)


def test_a_contract_says_what_it_leaves_of_the_stock() -> None:
    """R9.1 Paid and gained: three coins come with it, and R12 Abha's jade."""
    s = game(2)
    person(s, A, camels=3, pepper=2, dice=[4], contracts=["c01"])
    assert CONTENT.contracts["c01"].cost.camels == 1
    coins = s.players[A].coins
    told = f"coins {coins} → {coins + 3}, camels 3 → 2, pepper 2 → 0"
    assert details(question(s))["fulfil:c01"] == told
    person(s, A, character="abha", camels=3, pepper=2, dice=[4], contracts=["c01"])
    jade = s.players[A].jade
    assert details(question(s))["fulfil:c01"] == f"{told}, jade {jade} → {jade + 1}"


def test_a_good_of_ones_choice_says_how_many_there_are_then() -> None:
    s = game(2)
    person(s, A, silk=1, dice=[4])
    one = details(STAGE.question(s, lambda t: any_goods(t, A, 1, "spaces")))
    assert one["good:silk"] == "silk 1 → 2"
    two = details(STAGE.question(s, lambda t: any_goods(t, A, 2, "spaces")))
    assert two["good:gold"] == "for one: gold 0 → 1"
    pairs = details(STAGE.question(s, lambda t: two_different(t, A, "spaces")))
    assert pairs["pair:silk.gold"] == "silk 1 → 2, gold 0 → 1"


@pytest.mark.parametrize(
    ("held", "told"),
    [
        (["c01", "c02"], "Both your contract slots are full: a drawn contract or one that you hold will be discarded"),
        (["c01"], ""),
    ],
)
def test_before_a_contract_is_drawn_it_is_said_that_one_must_go(held: list[str], told: str) -> None:
    s = game(3)
    person(s, A, contracts=held)
    (yes,) = STAGE.question(s, lambda t: draw(t, A, 1)).options
    assert ("" if yes.detail is None else WORDS.render(read(yes.detail), "en", NAMES)) == told


def test_of_several_contracts_that_are_drawn_it_is_said_how_many_find_a_slot() -> None:
    s = game(3)
    person(s, A, contracts=["c01"])
    (yes,) = STAGE.question(s, lambda t: draw(t, A, 2)).options
    assert yes.detail is not None
    assert WORDS.render(read(yes.detail), "en", NAMES).startswith("1 slot is free:")


def test_r8_3_a_seal_says_which_routes_it_opens_and_that_it_is_improved_once() -> None:
    s = game(3)
    person(s, A, coins=9, dice=[6, 6])
    told = details(question(s, "space:guild"))
    assert told["guild:tailor"].startswith(
        "Gains 2 jade, opens oasis U–Kochi, Jaipur–Hormuz; improved once for 4 coins"
    )
    assert told["guild:farmer"].startswith("Opens no route;")


def test_r13_where_a_caravan_may_start_says_how_far_the_own_figure_is() -> None:
    s = game(caravan=True)
    person(s, A, pepper=1, dice=[1], figures=["xian"])
    told = details(question(s, "bonus:start"))
    assert told["route:t02.kabul"] == "3 steps from your figure"


@pytest.mark.parametrize(("number", "told"), [(3, "Round 4 of 5."), (4, "Round 5 of 5, the last one.")])
def test_the_last_round_is_told_as_the_last(number: int, told: str) -> None:
    s = game(2, number=number)
    s.phase, s.playing = "round", None
    assert told in [WORDS.render(msg, "en", NAMES) for msg in STAGE.play(s, start_round, rng=Dice([3] * 10)).told]
    assert WORDS.render(moment(view(s, None)).heading, "en", NAMES) == told.rstrip(".")
