"""R8 Forecasts of card actions in the menu: the reach of each action, and its certain effects."""

from __future__ import annotations

from engines.kernel import LANGS, resolve_text
from engines.pax_pamir.menu import list_starts
from engines.pax_pamir.table.state import State
from tests.pax_pamir.table import NAMES, WORDS, A, B, build_state, set_player


def render_option(s: State, key: str) -> list[str]:
    """Return the detail of an option of A's turn in Japanese and in English."""
    (words,) = (option.detail for option in list_starts(s, A) if option.key == key)
    assert words is not None
    return [WORDS.render(resolve_text(words), lang, NAMES) for lang in LANGS]


def test_r8_1_tax_detail_names_its_limit_and_the_available_rupees() -> None:
    s = build_state(2, market={"T0": (30, 3), "B1": (31, 2)})
    set_player(s, A, rupees=0, court=[13])
    assert render_option(s, "use:13:tax") == [
        "アクション1回、最大2ルピー（対象は計5）",
        "one action, up to 2 of the 5 rupees within reach",
    ]


def test_r8_1_a_tax_with_one_source_names_it() -> None:
    """With a single rupee no question follows, so the consequences are listed as well."""
    s = build_state(2, market={"T0": (30, 3)})
    set_player(s, A, rupees=0, court=[13])
    assert render_option(s, "use:13:tax")[1] == "one action, up to 2 rupees from Sikh Merchants in Lahore #30 (market)"
    s.market[0].rupees = 1
    assert render_option(s, "use:13:tax") == [
        "アクション1回、Sikh Merchants in Lahore #30（市場）から1ルピー、1ルピーを得る、計1",
        "one action, 1 rupee from Sikh Merchants in Lahore #30 (market), brings 1 rupee, makes 1",
    ]


def test_r4_7_bonus_action_is_labelled() -> None:
    s = build_state(2, favored="economic", market={"T0": (30, 3)})
    set_player(s, A, court=[13])
    assert render_option(s, "use:13:tax")[1].startswith("bonus action, ")
    assert render_option(s, "use:13:tax")[0].startswith("ボーナスアクション、")


def test_r8_2_gift_detail_names_its_cost() -> None:
    s = build_state(2)
    set_player(s, A, rupees=4, court=[4])
    assert render_option(s, "use:4:gift") == [
        "アクション1回、空いている贈り物スペース：2、4ルピー",
        "one action, on space 2, 4 (each costs its number)",
    ]
    set_player(s, A, rupees=4, court=[4], gifts=[4])
    assert render_option(s, "use:4:gift")[1] == "one action, on space 2, costs 2 rupees, leaves 2"


def test_r8_3_a_build_reaches_as_far_as_the_rupees() -> None:
    """Two rupees for a block, at most three; R12 Nation Building, R11 Infrastructure."""
    s = build_state(2, tribes={"kabul": {A: 1}, "herat": {A: 1}}, armies={"kabul": {"afghan": 1}})
    set_player(s, A, loyalty="afghan", rupees=5, court=[10])
    assert render_option(s, "use:10:build") == [
        "アクション1回、2個まで（1個2ルピー）：カブール、ヘラートとその境界線",
        "one action, up to 2 blocks at 2 rupees each: Kabul, Herat and the borders",
    ]
    set_player(s, A, loyalty="afghan", rupees=9, court=[10, 78], events=[112])
    assert render_option(s, "use:10:build")[1] == (
        "one action, up to 6 blocks, 2 rupees for every two: Kabul, Herat and the borders, one more free of charge"
    )


def test_r8_4_a_move_names_what_can_go() -> None:
    s = build_state(2, armies={"kabul": {"afghan": 2}}, roads={"kabul_punjab": {"afghan": 1}}, spies={9: {A: 1}})
    set_player(s, A, loyalty="afghan", court=[1])
    set_player(s, B, court=[9, 14])
    assert render_option(s, "use:1:move") == [
        "アクション1回、3歩まで：軍隊（カブール）、密偵（Afghan Handicrafts #9）",
        "one action, up to 3 steps: armies in Kabul, spy on Afghan Handicrafts #9",
    ]


def test_r8_5_a_betrayal_without_choice_tells_what_it_means() -> None:
    """It is the only card with Ann's spy: its discard is obvious, but its further losses are listed."""
    s = build_state(2, spies={27: {A: 1}}, tribes={"punjab": {B: 2}})
    set_player(s, A, loyalty="afghan", rupees=4, court=[10])
    set_player(s, B, rupees=2, court=[27])
    assert render_option(s, "use:10:betray") == [
        "アクション1回、BelaのMaqpon Dynasty #27、2ルピーを払う、残り2、Belaはパンジャーブの支配を失う、"
        "Annの密偵1個が手元に戻る、Belaはパンジャーブの部族2個を失う、Belaは借入2ルピーを返済",
        "one action, Maqpon Dynasty #27 of Bela, costs 2 rupees, leaves 2, Bela will no longer rule Punjab, "
        "returns 1 spy of Ann, Bela loses 2 tribes in Punjab, Bela repays 2 rupees",
    ]


def test_r8_5_a_prize_is_named_before_it_is_taken() -> None:
    s = build_state(2, spies={80: {A: 1}})
    set_player(s, A, loyalty="afghan", rupees=4, court=[10])
    set_player(s, B, rupees=2, court=[80])
    assert (
        "prize: Russian, taking it changes your loyalty, costs 2 rupees, leaves 2"
        in render_option(s, "use:10:betray")[1]
    )


def test_r8_5_detail_lists_the_cards_that_can_be_betrayed() -> None:
    s = build_state(2, spies={80: {A: 1}, 10: {A: 1}})
    set_player(s, A, loyalty="afghan", rupees=4, court=[10])
    set_player(s, B, rupees=2, court=[80])
    assert render_option(s, "use:10:betray") == [
        "アクション1回、2ルピーで、次のどれか1枚：Balkh Arsenic Mine #10、Anglo-Persian Trade #80",
        "one action, for 2 rupees, one of Balkh Arsenic Mine #10, Anglo-Persian Trade #80",
    ]
    set_player(s, B, rupees=2, court=[80, 27, 30])
    s.spies |= {27: [1, 0], 30: [1, 0]}
    assert render_option(s, "use:10:betray")[1] == "one action, for 2 rupees, one of 4 cards"


def test_r8_6_a_battle_without_choice_tells_what_it_removes() -> None:
    s = build_state(2, armies={"kabul": {"afghan": 1, "british": 1}})
    set_player(s, A, loyalty="afghan", court=[100])
    assert render_option(s, "use:100:battle") == [
        "アクション1回、カブールでイギリスの軍隊1個を取り除く",
        "one action, in Kabul: removes 1 British army",
    ]


def test_r8_6_a_battle_reaches_as_far_as_rank_and_strength() -> None:
    s = build_state(2, armies={"kabul": {"afghan": 1, "british": 3}})
    set_player(s, A, loyalty="afghan", court=[100])
    assert render_option(s, "use:100:battle")[1] == "one action, in Kabul, removes up to 1: 3 British armies"
    s.armies["herat"] = {"afghan": 4, "russian": 4}
    assert render_option(s, "use:100:battle") == [
        "アクション1回、カブール（1個まで）、ヘラート（2個まで）",
        "one action, in Kabul (up to 1), in Herat (up to 2)",
    ]


def test_r7_a_bribe_out_of_reach_must_be_lowered() -> None:
    s = build_state(2, market={"T0": (30, 1)}, spies={13: {B: 2}})
    set_player(s, A, rupees=1, court=[13])
    assert "bribe of 2 to Bela, more than you have: it must be lowered" in render_option(s, "use:13:tax")[1]
