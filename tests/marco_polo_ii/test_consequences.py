"""Options say their consequences in numbers: dice on a space, a moved post, a goal card, a caravan's route."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engines.kernel import Prompt, resolve_text
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.rules.contracts import take_from_pile
from engines.marco_polo_ii.rules.gains import choose_any_goods, choose_two_different
from engines.marco_polo_ii.rules.posts import place_post
from engines.marco_polo_ii.rules.round.beginning import keep_goals
from engines.marco_polo_ii.rules.round.start import start_round
from engines.marco_polo_ii.table.state import Caravan, PlacedDie
from engines.marco_polo_ii.view import build_turn_info, build_view
from tests.kernel.scripted import Dice
from tests.marco_polo_ii.table import (
    NAMES,
    STAGE,
    WORDS,
    A,
    B,
    black_die,
    build_state,
    find_question,
    own_die,
    set_player,
)


def collect_details(prompt: Prompt) -> dict[str, str]:
    """Return the key of each option -> its detail in English."""
    detail_by_key = {}
    for option in (*prompt.options, *prompt.side_actions):
        detail_by_key[option.key] = (
            "" if option.detail is None else WORDS.render(resolve_text(option.detail), "en", NAMES)
        )
    return detail_by_key


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
def test_each_die_on_a_city_card_says_its_gain(card: str, low: str | None, high: str | None) -> None:
    s = build_state(3, cards={"card_common_1": card})
    set_player(s, A, coins=6, pepper=4, posts=["turfan", "kochi", "xian"], dice=[2, 6])
    detail_by_key = collect_details(find_question(s, "space:card_common_1"))
    if low is None or high is None:
        line = CONTENT.data.city_cards[card]
        assert line.kind == "per_pip"
        number = line.per.coins or line.per.camels
        low, high = f"brings {2 * number} ", f"brings {6 * number} "
    assert low in detail_by_key["dice:2"] and high in detail_by_key["dice:6"], detail_by_key


def test_repeated_exchange_says_the_stock_after_jade_of_the_first_has_paid_for_the_second() -> None:
    s = build_state(3, cards={"card_common_1": "k23"})
    set_player(s, A, coins=3, dice=[2])
    detail_by_key = collect_details(find_question(s, "space:card_common_1"))
    assert detail_by_key["times:1"].endswith("coins 3 → 1, jade 0 → 1"), detail_by_key
    assert detail_by_key["times:2"].endswith("coins 3 → 0, jade 0 → 1"), detail_by_key


def test_each_die_on_a_special_city_says_its_gain() -> None:
    """W12: twice the bonus of the improved seal with a 5."""
    s = build_state(3)
    set_player(s, A, posts=["hormuz"], seals={"spicer": True}, dice=[4, 5])
    detail_by_key = collect_details(find_question(s, "space:special_hormuz_a"))
    assert "4 coins, 3 pepper" in detail_by_key["dice:4"] and "6 coins, 4 pepper" in detail_by_key["dice:5"]


@pytest.mark.parametrize(
    ("there", "told"),
    [([], "the next die must show 3 or more"), ([own_die(B, 1), black_die(B, 1), own_die(B, 1)], None)],
)
def test_die_for_the_khan_says_the_requirement_for_the_next(there: Sequence[PlacedDie], told: str | None) -> None:
    dice = dict(zip(CONTENT.khan_spaces, [[die] for die in there], strict=False))
    s = build_state(4, dice=dice)
    set_player(s, A, dice=[3, 4])
    space = CONTENT.khan_spaces[len(there)]
    detail = collect_details(find_question(s, f"space:{space}"))["dice:3"]
    assert (told in detail) if told else ("must show" not in detail)


def test_moving_post_says_the_loss_of_its_city() -> None:
    """R14.2 The points of crests before and after; the income and the rights of a city are lost with its post."""
    s = build_state(2)
    posts = [city for city in CONTENT.trade_cities if city != "balkh"][:11]
    set_player(s, A, posts=posts)
    detail_by_key = collect_details(STAGE.find_prompt(s, lambda t: place_post(t, A, "balkh")))
    assert detail_by_key.keys() == {f"post:{city}" for city in posts}
    for city, text in detail_by_key.items():
        crests = [
            {CONTENT.data.cities[crest_set].crest for crest_set in kept}
            for kept in (posts, {*posts, "balkh"} - {city[5:]})
        ]
        was, now = (CONTENT.data.crest_scoring.vp[len(crest_set)] for crest_set in crests)
        assert text.startswith(f"crests {was} → {now} VP")
    assert "no more income of 3 VP" in detail_by_key["post:turfan"]
    assert "no more contracts from there" in detail_by_key["post:xian"] and "income" not in detail_by_key["post:xian"]
    assert "you can no longer use its action" in detail_by_key["post:lhasa"]


def test_goal_card_says_its_points() -> None:
    s = build_state(2)
    s.phase = "goals"
    set_player(s, A, dealt_goals=["g13", "g02", "g07"])
    set_player(s, B, dealt_goals=["g01", "g03", "g04"])
    seals = sum(CONTENT.data.guilds[guild].goal_vp for guild in CONTENT.data.goals["g13"].seals)
    detail_by_key = collect_details(STAGE.find_prompt(s, keep_goals))
    assert detail_by_key["goal:g13"].startswith(f"up to {seals} VP") and "counts twice" in detail_by_key["goal:g13"]


def test_moving_caravan_says_the_distance_of_the_figure() -> None:
    s = build_state(2, caravan=True)
    set_player(s, A, figures=["xian"], dice=[4], caravans=[Caravan("lhasa", ["pepper"])], tiles=["t02"])
    del s.routes["t02"]
    detail_by_key = collect_details(find_question(s, "space:market_silk", "offer:free_1"))
    assert detail_by_key["to:oasis_c"] == "2 steps from your figure", detail_by_key


def test_purse_says_the_resulting_stock_and_remaining_dice() -> None:
    s = build_state(2)
    set_player(s, A, coins=4, camels=1, dice=[2, 5], black=[3])
    detail_by_key = collect_details(find_question(s, "bonus:purse"))
    assert detail_by_key["purse:1.2"] == "coins 4 → 7, leaves the 5, black 3"
    assert detail_by_key["purse:2.3b"] == "camels 1 → 3, leaves the 2, 5"
    set_player(s, A, dice=[2], black=[])
    assert collect_details(find_question(s, "bonus:purse"))["purse:1.2"].endswith("your last die")


def test_rerolled_or_turned_dice_say_the_remaining_money() -> None:
    """R7 Jade stands for the camel that is missing, and for no more."""
    s = build_state(2)
    set_player(s, A, camels=1, jade=2, dice=[2, 5])
    detail_by_key = collect_details(find_question(s))
    assert (
        detail_by_key["bonus:reroll"] == "camels 1 → 0" and detail_by_key["bonus:adjust"] == "camels 1 → 0, jade 2 → 1"
    )
    assert detail_by_key["bonus:black"] == "camels 1 → 0, jade 2 → 0"
    assert set(collect_details(find_question(s, "bonus:adjust")).values()) == {"camels 1 → 0, jade 2 → 1"}
    assert set(collect_details(find_question(s, "bonus:reroll")).values()) == {"camels 1 → 0"}
    assert collect_details(find_question(s, "bonus:reroll", "reroll:5")) == {"yes": "camels 1 → 0"}


def test_exchanges_say_the_remaining_stock() -> None:
    s = build_state(2, cards={"card_common_1": "k17", "card_common_2": "k20"})
    set_player(s, A, coins=5, pepper=2, silk=1, dice=[3])
    gained = collect_details(find_question(s, "space:card_common_1"))
    assert gained["good:gold"] == "for one: coins 5 → 3, gold 0 → 1"
    paid = collect_details(find_question(s, "space:card_common_2"))
    assert paid["good:pepper"] == "for one: coins 5 → 7, pepper 2 → 1, jade 0 → 1"
    assert "good:gold" not in paid


REPEATED = [
    ident
    for ident, line in CONTENT.data.city_cards.items()
    if line.kind == "exchange" and not (line.reward.move or line.cost.any_good or line.reward.any_good)
]
"""City cards that ask for a number of repetitions."""


@pytest.mark.parametrize("card", REPEATED)
def test_every_number_of_times_says_the_stock_before_and_after(card: str) -> None:
    line = CONTENT.data.city_cards[card]
    s = build_state(2, cards={"card_common_1": card})
    set_player(s, A, coins=20, camels=20, pepper=5, silk=5, gold=5, jade=5, dice=[4])
    for key, text in collect_details(find_question(s, "space:card_common_1")).items():
        n = int(key.removeprefix("times:"))
        for name in ("coins", "camels", "pepper", "silk", "gold", "jade"):
            change = n * (getattr(line.reward, name) - getattr(line.cost, name))
            was = 20 if name in ("coins", "camels") else 5
            assert (f"{name} {was} → {was + change}" in text) == bool(change), (card, text)


def test_contract_says_the_remaining_stock() -> None:
    """R9.1 Cost and gain: the contract also brings three coins, and R12 Abha's jade."""
    s = build_state(2)
    set_player(s, A, camels=3, pepper=2, dice=[4], contracts=["c01"])
    assert CONTENT.contracts["c01"].cost.camels == 1
    coins = s.players[A].coins
    expected = f"coins {coins} → {coins + 3}, camels 3 → 2, pepper 2 → 0"
    assert collect_details(find_question(s))["fulfil:c01"] == expected
    set_player(s, A, character="abha", camels=3, pepper=2, dice=[4], contracts=["c01"])
    jade = s.players[A].jade
    assert collect_details(find_question(s))["fulfil:c01"] == f"{expected}, jade {jade} → {jade + 1}"


def test_good_of_choice_says_the_resulting_number() -> None:
    s = build_state(2)
    set_player(s, A, silk=1, dice=[4])
    detail_by_key = collect_details(STAGE.find_prompt(s, lambda t: choose_any_goods(t, A, 1, "spaces")))
    assert detail_by_key["good:silk"] == "silk 1 → 2"
    two = collect_details(STAGE.find_prompt(s, lambda t: choose_any_goods(t, A, 2, "spaces")))
    assert two["good:gold"] == "for one: gold 0 → 1"
    pairs = collect_details(STAGE.find_prompt(s, lambda t: choose_two_different(t, A, "spaces")))
    assert pairs["pair:silk.gold"] == "silk 1 → 2, gold 0 → 1"


@pytest.mark.parametrize(
    ("held", "told"),
    [
        (["c01", "c02"], "Both your contract slots are full: a drawn contract or one that you hold will be discarded"),
        (["c01"], ""),
    ],
)
def test_drawing_a_contract_warns_of_a_discard(held: list[str], told: str) -> None:
    s = build_state(3)
    set_player(s, A, contracts=held)
    (yes,) = STAGE.find_prompt(s, lambda t: take_from_pile(t, A, 1)).options
    assert ("" if yes.detail is None else WORDS.render(resolve_text(yes.detail), "en", NAMES)) == told


def test_drawing_several_contracts_says_how_many_fit() -> None:
    s = build_state(3)
    set_player(s, A, contracts=["c01"])
    (yes,) = STAGE.find_prompt(s, lambda t: take_from_pile(t, A, 2)).options
    assert yes.detail is not None
    assert WORDS.render(resolve_text(yes.detail), "en", NAMES).startswith("1 slot is free:")


def test_r8_3_seal_says_its_routes_and_single_improvement() -> None:
    s = build_state(3)
    set_player(s, A, coins=9, dice=[6, 6])
    detail_by_key = collect_details(find_question(s, "space:guild"))
    assert detail_by_key["guild:tailor"].startswith(
        "Gains 2 jade, opens oasis U–Kochi, Jaipur–Hormuz; improved once for 4 coins"
    )
    assert detail_by_key["guild:farmer"].startswith("Opens no route;")


def test_r13_caravan_starts_say_distance_of_own_figure() -> None:
    s = build_state(caravan=True)
    set_player(s, A, pepper=1, dice=[1], figures=["xian"])
    detail_by_key = collect_details(find_question(s, "bonus:start"))
    assert detail_by_key["route:t02.kabul"] == "3 steps from your figure"


@pytest.mark.parametrize(("number", "told"), [(3, "Round 4 of 5."), (4, "Round 5 of 5, the last one.")])
def test_last_round_is_announced_as_the_last(number: int, told: str) -> None:
    s = build_state(2, number=number)
    s.phase, s.playing = "round", None
    assert told in [WORDS.render(msg, "en", NAMES) for msg in STAGE.play(s, start_round, rng=Dice([3] * 10)).messages]
    assert WORDS.render(build_turn_info(build_view(s, None)).heading, "en", NAMES) == told.rstrip(".")
