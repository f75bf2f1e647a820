"""R11 The merchants of a payment are chosen where it changes what is left: one of them may be covered (R8)."""

from __future__ import annotations

import pytest

from engines.kernel import LANGS
from engines.kilia.game import GAME
from engines.kilia.rules.turn import take_turn
from engines.kilia.table.questions import WhichMerchants
from engines.kilia.table.state import PendingDelivery, State
from render import Lang, Mark, RenderContext
from render.kilia import ART
from tests.contract.pictures.checks import list_problems
from tests.contract.pictures.picture_sample import PictureSample
from tests.kilia.stage import WHITE, Played, build_table, list_used_coins, play, set_player

NAMES = ("Aoi", "Marco", "Jules", "ことり")
MARKET = "M1:Y01 M2:W01 M4:Y04"
"""Wheat is sold on M1 once a turn and on M4 twice."""


def build_contract_table(offer: str = "W02 - - - -", market: str = MARKET) -> State:
    """Return White's turn with coins and merchants for 2 brick and 1 wheat, the cost of the start contract."""
    s = build_table(offer=offer, deck="")
    contracts = s.players[WHITE].active
    set_player(s, WHITE, coins=2, goods=(0, 2, 0, 0), market=market)
    s.players[WHITE].active = contracts
    return s


def test_r11_before_a_card_may_be_stacked_the_merchant_is_chosen() -> None:
    """The coin lies on M4, whose merchant is then covered: the wheat of M1 is left."""
    s = build_contract_table()
    done = play(s, take_turn, "fulfil:sw", "deliver:m4", "merchant:1", "stack:m4", "yes")
    assert done.list_keys("pay.merchants") == ["deliver:m1", "deliver:m4"]
    assert done.find_prompt("pay.merchants").timeout_answer == ("deliver:m1",)
    assert done.find_prompt("pay.merchants").subject == WhichMerchants("wheat", 1)
    assert [merchant.coins for merchant in s.players[WHITE].market["M4"]] == [1, 0]
    assert not list_used_coins(s.players[WHITE]) and s.delivery is None
    assert "2 bricks, 1 wheat from M4 (1 coin)" in done.sentences[0]
    assert done.render_label("pay.merchants", "deliver:m4") == "Buy 1 from M4"
    assert done.render_detail("pay.merchants", "deliver:m4") == "Still for sale in this turn: 1 from M1, 1 from M4"
    assert done.render_detail("pay.merchants", "deliver:m1", "ja") == "このターンにまだ買えるのはM4から2つ"


def test_r11_after_the_last_action_the_lower_row_delivers_unasked() -> None:
    s = build_contract_table()
    done = play(s, take_turn, "merchant:1", "space:m3", "good:salt", "fulfil:sw", "yes")
    assert "pay.merchants" not in done.questions and list_used_coins(s.players[WHITE]) == {"M1": 1}


def test_r11_without_a_card_in_the_offer_nothing_is_asked() -> None:
    s = build_contract_table("- - - - -")
    s.deck = []
    assert "pay.merchants" not in play(s, take_turn, "fulfil:sw", "yes").questions


@pytest.mark.parametrize("market", ["M1:Y01 M2:W01 M3:Y03", "M1:W02 M2:W01 M4:Y04", "M1:Y01*1 M2:W01 M4:Y04"])
def test_r11_merchants_of_one_row_and_a_single_one_are_not_asked_about(market: str) -> None:
    """On M1 and M3 one of two is used either way, and either may be covered."""
    done = play(build_contract_table(market=market), take_turn, "fulfil:sw", "merchant:1", "stack:m1", "yes")
    assert "pay.merchants" not in done.questions


def expand_warehouse(abilities: str, zones: tuple[int, ...], *answers: str) -> Played:
    """Return an expansion of the warehouse, whose wheat is on M1 and M4, with two cards in the offer."""
    s = build_table(offer="Y14 W03 - - -")
    set_player(s, WHITE, coins=2, zones=zones, market=MARKET, abilities=abilities)
    return play(s, take_turn, "expand:1", *answers, "yes")


def test_r11_an_expansion_with_an_extra_action_names_its_merchant() -> None:
    """R10 W17: an extra action after the warehouse, in which a card may be stacked."""
    done = expand_warehouse("W17", (0, 1, 0, 0), "deliver:m4", "none", "merchant:2", "stack:m4")
    assert done.questions.count("pay.merchants") == 1
    assert "pay.merchants" not in expand_warehouse("", (0, 0, 0, 0), "none").questions


@pytest.mark.parametrize(("offer", "is_asked"), [("R06 R08 W01", True), ("R06 R08 W02", False), ("R06 W01 -", False)])
def test_r11_the_university_may_bring_its_own_extra_action(offer: str, is_asked: bool) -> None:
    """R10 W01 has the extra action of the university; another card must be left to stack."""
    s = build_table(offer=f"{offer} - -")
    set_player(s, WHITE, coins=1, zones=(2, 0, 0, 0), market="M1:R01 M2:W05 M4:R02")
    answers = ["expand:1", *(["deliver:m4"] if is_asked else []), "none", "yes"]
    assert ("pay.merchants" in play(s, take_turn, *answers).questions) == is_asked


def test_r11_a_payment_does_not_name_merchants_that_are_asked_next() -> None:
    s = build_contract_table()
    s.players[WHITE].goods["wheat"] = 1
    done = play(s, take_turn, "fulfil:sw", "pay:brick2+m1", "deliver:m4", "merchant:1", "stack:m1", "yes")
    assert done.render_label("pay.ask", "pay:brick2+m1") == "Pay 1 wheat from merchants (1 coin), 2 bricks"
    assert done.render_label("pay.ask", "pay:brick2+m1", "ja") == "商人の小麦1（コイン1）、レンガ2で支払う"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("count", [1, 2, 4])
def test_picture_of_merchants_has_a_row_for_each_choice(count: int, lang: Lang) -> None:
    """Six merchants of one good at most: thirteen rows."""
    s = build_table()
    market = "M1:Y01 M2:Y02 M3:Y03 M4:Y04 M5:Y05 M6:Y06" if count == 4 else MARKET
    set_player(s, WHITE, coins=9, market=market)
    s.delivery = PendingDelivery("wheat", count)
    view = GAME.view(s, WHITE)
    assert view.delivery is not None
    places = [row.key for row in view.delivery.rows]
    assert len(places) == {1: 2, 2: 2, 4: 13}[count]
    marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
    ctx = RenderContext(lang, NAMES, WHITE, marks)
    assert ART.choose_panel(view, WHITE, places) == "panel:deliver"
    scene = ART.compose(view, "panel:deliver", ctx)
    assert set(places) <= set(scene.anchors)
    assert not list(list_problems(PictureSample("panel:deliver", scene, ctx, tuple((place, None) for place in places))))
    alt = ART.describe_picture(view, "panel:deliver", ctx)
    assert "M1" in alt and "M4" in alt
