"""The computer player's evaluation, and the reasons of first-game aids."""

from __future__ import annotations

from engines.kernel import GameContext, Option, Prompt, Rng, copy_state, message
from engines.kernel.stars.shown_reasons import iter_shorter
from engines.kilia.computer.evaluation import estimate_rounds_left, evaluate, evaluate_sailing, list_options_to_try
from engines.kilia.computer.reasons import explain_gains
from engines.kilia.council.scoring import compute_tally
from engines.kilia.rules.achievements import place_marker
from engines.kilia.rules.turn import take_turn
from engines.kilia.table.cargo import find_other_end
from engines.kilia.table.questions import RefreshOffer
from engines.kilia.table.state import State
from tests.kilia.stage import WHITE, build_table, play, render_text, set_player

OFFER = "B02 R13 W01 Y10 W10"


def explain(before: State, after: State, lang: str = "en") -> list[str]:
    return [render_text(reason, lang) for reason in explain_gains(before, after, WHITE)]


def test_final_state_is_evaluated_by_its_points() -> None:
    s = build_table()
    set_player(s, WHITE, zones=(2, 0, 0, 0), goods=(1, 0, 0, 0), fulfilled="C05")
    s.phase = "over"
    assert int(evaluate(s, WHITE)) == compute_tally(s, WHITE).total == 11


def test_more_of_anything_has_more_value() -> None:
    s = build_table(offer=OFFER)
    plain = set_player(s, WHITE, goods=(1, 1, 1, 1), coins=3)
    base_value = evaluate(s, WHITE)
    plain.coins += 1
    assert evaluate(s, WHITE) > base_value
    plain.goods["wood"] += 1
    richer = evaluate(s, WHITE)
    place_marker(GameContext(s, Rng(bytes(32))), WHITE, "full_market")
    assert evaluate(s, WHITE) > richer + 5


def test_bigger_ship_and_warehouse_are_evaluated_by_their_cargo() -> None:
    s = build_table()
    small = evaluate_sailing(set_player(s, WHITE))
    assert evaluate_sailing(set_player(s, WHITE, zones=(0, 0, 3, 0))) > small
    assert evaluate_sailing(set_player(s, WHITE, zones=(0, 0, 0, 1), canal={1: "Y02"})) > small
    assert evaluate_sailing(set_player(s, WHITE), extra_size=2) > small  # a gain two steps away counts a little


def test_the_end_comes_nearer_with_the_chips() -> None:
    s = build_table()
    assert estimate_rounds_left(s) > 5
    s.players[2].chips = 1
    near = estimate_rounds_left(s)
    s.is_ending = True
    assert estimate_rounds_left(s) == 1 < near
    s.is_ending, s.is_final_round = False, True
    assert estimate_rounds_left(s) == 0


def test_unfulfillable_contract_is_not_taken() -> None:
    """In the final round, after the main action, it would only look foolish."""
    s = build_table()
    set_player(s, WHITE)
    s.is_final_round = s.is_action_over = True
    without = evaluate(s, WHITE)
    s.players[WHITE].active.append("C01")
    assert without - 0.01 < evaluate(s, WHITE) < without


def test_reasons_name_the_gains() -> None:
    s = build_table(offer=OFFER)
    set_player(s, WHITE, goods=(0, 0, 1, 0))
    before = copy_state(s)
    play(s, take_turn, "expand:1", "yes")
    assert explain(before, s)[0].startswith("ship 2")
    assert "船2" in explain(before, s, "ja")[0]

    s = build_table(offer=OFFER)
    set_player(s, WHITE, zones=(3, 0, 0, 0), goods=(4, 0, 0, 0))
    before = copy_state(s)
    play(s, take_turn, "expand:3", "none", "yes")
    assert explain(before, s) == ["a chip on “one zone expanded four times” (8 points)", "5 keys"]
    assert explain(before, before) == []


def test_reasons_mention_only_sailings_that_happen() -> None:
    """R17 In the round before the final one a ship sails once more, in the final one never."""
    s = build_table()
    set_player(s, WHITE, zones=(0, 0, 0, 1))
    before = copy_state(s)
    set_player(s, WHITE, zones=(0, 0, 3, 1), canal={5: "Y02"})
    assert explain(before, s) == ["ship 4", "the next two sailings bring 13 more goods or coins"]
    s.is_ending = True
    assert explain(before, s) == ["ship 4", "the last sailing brings 6 more goods or coins"]
    s.is_ending, s.is_final_round = False, True
    assert explain(before, s) == []


def test_reasons_add_to_the_option_text() -> None:
    """The space of a merchant, the use of an ability, the distance to a contract: each tells similar options apart."""
    s = build_table()
    set_player(s, WHITE, goods=(2, 0, 0, 0))
    before = copy_state(s)
    set_player(s, WHITE, goods=(2, 0, 0, 0), market="M2:Y01")
    assert explain(before, s, "ja") == ["M2で小麦を1ターンに1つ買える、6つの市場スペースのうち1つが埋まる"]
    assert [render_text(why, "ja") for gain in explain_gains(before, s, WHITE) for why in iter_shorter(gain)] == [
        "M2で小麦を1ターンに1つ買えるなど"
    ]
    for card, why in ABILITIES.items():
        s = copy_state(before)
        set_player(s, WHITE, goods=(2, 0, 0, 0), abilities=card)
        assert explain(before, s, "ja") == [why]
    none = copy_state(before)
    set_player(none, WHITE, goods=(0, 0, 0, 0), abilities="W04")
    assert explain(before, none, "ja") == ["塩はまだないが、終了時に1つ1ポイント"], "0 salt now is no reason"
    s = copy_state(before)
    set_player(s, WHITE, goods=(0, 2, 0, 1), active="SW")
    assert explain(before, s, "ja") == ["2ポイントの契約をすぐ履行できる"]
    set_player(s, WHITE, goods=(0, 1, 0, 0), active="SW")
    assert explain(before, s, "ja") == ["2ポイントの契約（履行まであとレンガ1、小麦1）"]
    before = copy_state(s)
    set_player(s, WHITE, goods=(0, 2, 0, 0), active="SW")
    assert explain(before, s, "ja") == ["取ってある2ポイントの契約の履行まであと小麦1になる"]
    set_player(s, WHITE, goods=(0, 2, 0, 1), active="SW")
    assert explain(before, s, "ja") == ["取ってある2ポイントの契約を履行できるようになる"]


def test_equal_contracts_are_counted() -> None:
    """Their reason read "a contract of 1 point, a contract of 1 point"."""
    s = build_table()
    set_player(s, WHITE, coins=2)
    before = copy_state(s)
    set_player(s, WHITE, coins=3, active="C21 C22")
    assert explain(before, s) == ["2 contracts of 1 point, each 1 coin short"]
    assert explain(before, s, "ja") == ["1ポイントの契約2枚（それぞれ履行まであとコイン1）"]
    taken = copy_state(s)
    taken.players[WHITE].coins = 4
    assert explain(before, taken) == ["2 contracts of 1 point that you can each fulfil at once"]
    assert explain(before, taken, "ja") == ["1ポイントの契約2枚をそれぞれすぐ履行できる"]
    assert explain(s, taken) == ["each of 2 contracts of 1 point can be fulfilled"]
    assert explain(s, taken, "ja") == ["取ってある1ポイントの契約2枚をそれぞれ履行できるようになる"]
    s.players[WHITE].coins = 2
    before = copy_state(s)
    s.players[WHITE].coins = 3
    assert explain(before, s) == ["each of 2 contracts of 1 point is only 1 coin short"]
    assert explain(before, s, "ja") == ["取ってある1ポイントの契約2枚は、それぞれ履行まであとコイン1になる"]


def test_an_ability_without_any_use_left_is_no_reason() -> None:
    s = build_table()
    set_player(s, WHITE, zones=(0, 4, 0, 0))
    before = copy_state(s)
    set_player(s, WHITE, zones=(0, 4, 0, 0), abilities="W01")
    assert explain(before, s) == []


def test_star_at_a_sailing_says_the_whole_cargo() -> None:
    s = build_table()
    set_player(s, WHITE, goods=(2, 0, 0, 0), coins=3)
    before = copy_state(s)
    after = set_player(s, WHITE, goods=(2, 1, 1, 0), coins=4)
    assert explain(before, s) == [], "what is got elsewhere stands beside the option"
    after.side = find_other_end(after.side)
    assert explain(before, s) == ["brings 2 goods and 1 coin in all"]
    assert explain(before, s, "ja") == ["合わせて商品2・コイン1を受け取る"]


ABILITIES = {
    "W01": "大学を拡張すると追加アクション（あと4枚拡張できる）",
    "W04": "塩2、終了時に1つ1ポイント",
    "W05": "支払いで塩と木材を互いの代わりに使える",
}
"""One card of each kind of ability."""


def test_computer_takes_a_card_after_asking_for_a_new_offer() -> None:
    """R7.3 A new offer without taking a card changes nothing, so a computer player could ask for ever (and did)."""
    options = (Option("refresh", True, message("refresh.yes")), Option("keep", False, message("refresh.no")))
    prompt = Prompt(WHITE, message("refresh.ask", coins=1), options, subject=RefreshOffer())
    assert [option.key for option in list_options_to_try(build_table(offer=OFFER), prompt)] == ["refresh"]
