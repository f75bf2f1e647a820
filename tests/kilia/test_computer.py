"""The computer player's judgement, and the reasons of first-game aids."""

from __future__ import annotations

from engines.kernel import Option, Prompt, Rng, Table, copied, say
from engines.kilia.computer.greedy import promising
from engines.kilia.computer.reasons import reasons
from engines.kilia.computer.worth import rounds_left, sailing_worth, worth
from engines.kilia.council.scoring import tally
from engines.kilia.rules.achievements import place_marker
from engines.kilia.rules.turn import take_turn
from engines.kilia.table.cargo import other_end
from engines.kilia.table.questions import RefreshOffer
from engines.kilia.table.state import State
from tests.kilia.stage import WHITE, owner, play, table, words

OFFER = "B02 R13 W01 Y10 W10"


def told(before: State, after: State, lang: str = "en") -> list[str]:
    return [words(reason, lang) for reason in reasons(before, after, WHITE)]


def test_at_the_end_a_state_is_worth_its_points() -> None:
    s = table()
    owner(s, WHITE, zones=(2, 0, 0, 0), goods=(1, 0, 0, 0), fulfilled="C05")
    s.phase = "over"
    assert int(worth(s, WHITE)) == tally(s, WHITE).total == 11


def test_more_of_anything_is_worth_more() -> None:
    s = table(offer=OFFER)
    plain = owner(s, WHITE, goods=(1, 1, 1, 1), coins=3)
    least = worth(s, WHITE)
    plain.coins += 1
    assert worth(s, WHITE) > least
    plain.goods["wood"] += 1
    richer = worth(s, WHITE)
    place_marker(Table(s, Rng(bytes(32))), WHITE, "full_market")
    assert worth(s, WHITE) > richer + 5


def test_a_bigger_ship_and_a_warehouse_are_worth_their_cargo() -> None:
    s = table()
    small = sailing_worth(owner(s, WHITE))
    assert sailing_worth(owner(s, WHITE, zones=(0, 0, 3, 0))) > small
    assert sailing_worth(owner(s, WHITE, zones=(0, 0, 0, 1), canal={1: "Y02"})) > small
    assert sailing_worth(owner(s, WHITE), bigger=2) > small  # what is two steps away counts a little


def test_the_end_comes_nearer_with_the_chips() -> None:
    s = table()
    assert rounds_left(s) > 5
    s.players[2].chips = 1
    near = rounds_left(s)
    s.ending = True
    assert rounds_left(s) == 1 < near
    s.ending, s.final = False, True
    assert rounds_left(s) == 0


def test_a_contract_that_can_be_fulfilled_no_more_is_not_taken() -> None:
    """In the final round, after the main action, it would only look foolish."""
    s = table()
    owner(s, WHITE)
    s.final = s.done = True
    without = worth(s, WHITE)
    s.players[WHITE].active.append("C01")
    assert without - 0.01 < worth(s, WHITE) < without


def test_reasons_name_what_was_gained() -> None:
    s = table(offer=OFFER)
    owner(s, WHITE, goods=(0, 0, 1, 0))
    before = copied(s)
    play(s, take_turn, "expand:1", "yes")
    assert told(before, s)[0].startswith("ship 2")
    assert "船2" in told(before, s, "ja")[0]

    s = table(offer=OFFER)
    owner(s, WHITE, zones=(3, 0, 0, 0), goods=(4, 0, 0, 0))
    before = copied(s)
    play(s, take_turn, "expand:3", "none", "yes")
    assert told(before, s) == ["a chip on “one zone expanded four times” (8 points)", "5 keys"]
    assert told(before, before) == []


def test_reasons_speak_of_no_sailing_that_does_not_come() -> None:
    """R17 In the round before the final one a ship sails once more, in the final one never."""
    s = table()
    owner(s, WHITE, zones=(0, 0, 0, 1))
    before = copied(s)
    owner(s, WHITE, zones=(0, 0, 3, 1), canal={5: "Y02"})
    assert told(before, s) == ["ship 4", "the next two sailings bring 13 more goods or coins"]
    s.ending = True
    assert told(before, s) == ["ship 4", "the last sailing brings 6 more goods or coins"]
    s.ending, s.final = False, True
    assert told(before, s) == []


def test_reasons_say_what_the_option_does_not() -> None:
    """The space of a merchant, what an ability is good for, how far a contract is: each tells like options apart."""
    s = table()
    owner(s, WHITE, goods=(2, 0, 0, 0))
    before = copied(s)
    owner(s, WHITE, goods=(2, 0, 0, 0), market="M2:Y01")
    assert told(before, s, "ja") == ["M2で小麦を1ターンに1つ買える（市場は6つのうち1つ埋まる）"]
    for card, why in ABILITIES.items():
        s = copied(before)
        owner(s, WHITE, goods=(2, 0, 0, 0), abilities=card)
        assert told(before, s, "ja") == [why]
    s = copied(before)
    owner(s, WHITE, goods=(0, 2, 0, 1), active="SW")
    assert told(before, s, "ja") == ["2ポイントの契約をすぐ履行できる"]
    owner(s, WHITE, goods=(0, 1, 0, 0), active="SW")
    assert told(before, s, "ja") == ["2ポイントの契約（履行まであとレンガ1、小麦1）"]
    before = copied(s)
    owner(s, WHITE, goods=(0, 2, 0, 0), active="SW")
    assert told(before, s, "ja") == ["取ってある2ポイントの契約の履行まであと小麦1になる"]
    owner(s, WHITE, goods=(0, 2, 0, 1), active="SW")
    assert told(before, s, "ja") == ["取ってある2ポイントの契約を履行できるようになる"]


def test_a_star_at_a_sailing_says_what_the_whole_load_is() -> None:
    s = table()
    owner(s, WHITE, goods=(2, 0, 0, 0), coins=3)
    before = copied(s)
    after = owner(s, WHITE, goods=(2, 1, 1, 0), coins=4)
    assert told(before, s) == [], "what is got elsewhere stands beside the option"
    after.side = other_end(after.side)
    assert told(before, s) == ["brings 2 goods and 1 coin in all"]
    assert told(before, s, "ja") == ["合わせて商品2・コイン1を受け取る"]


ABILITIES = {
    "W01": "大学を拡張すると追加アクション（あと4枚拡張できる）",
    "W04": "いま塩2、終了時に1つ1ポイント",
    "W05": "支払いで塩と木材を互いの代わりに使える",
}
"""One card of each kind of ability."""


def test_who_asks_for_a_new_offer_takes_it() -> None:
    """R7.3 To ask and to keep the old cards changes nothing, so a computer player could do it for ever (and did)."""
    options = (Option("refresh", True, say("refresh.yes")), Option("keep", False, say("refresh.no")))
    prompt = Prompt(WHITE, say("refresh.ask", coins=1), options, about=RefreshOffer())
    assert [option.key for option in promising(table(offer=OFFER), prompt)] == ["refresh"]
