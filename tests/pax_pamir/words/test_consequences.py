"""Consequences of an option: the texts below it, computed by trying the rule on a copy."""

from __future__ import annotations

from functools import partial

from engines.kernel import Option, Prompt, resolve_text
from engines.pax_pamir import menu
from engines.pax_pamir.actions import battle, betray, gift, tax
from engines.pax_pamir.actions.build import build_block, perform_build
from engines.pax_pamir.actions.move import Step, take_step
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.rules import board_changes, pieces, play
from engines.pax_pamir.rules.market_changes import purchase_card
from engines.pax_pamir.table.places import SUPPLY, Army, Spy, Tribe
from engines.pax_pamir.table.state import State
from tests.pax_pamir import table
from tests.pax_pamir.table import NAMES, WORDS, A, B, build_state, set_player


def render_consequences(s: State, rule: object) -> str:
    return WORDS.render(consequences.describe_results(s, rule, A), "en", NAMES)  # type: ignore[arg-type]


def test_r4_6_hostages_taken_and_freed() -> None:
    s = build_state(2, spies={4: {A: 1}, 5: {B: 1}})
    set_player(s, A, court=[5])
    set_player(s, B, court=[4])
    placed = partial(pieces.put_cylinder, player=A, source=SUPPLY, target=Spy(5))
    assert render_consequences(s, placed) == "your Shah Shuja Durrani #5 will no longer be a hostage"
    moved = partial(take_step, player=A, step=Step(Spy(4), Spy(5)))
    assert render_consequences(s, moved) == (
        "your Shah Shuja Durrani #5 will no longer be a hostage, Bela's Charles Stoddart #4 will no longer be a hostage"
    )
    s.spies = {}
    placed = partial(pieces.put_cylinder, player=A, source=SUPPLY, target=Spy(4))
    assert render_consequences(s, placed) == "you will hold Bela's Charles Stoddart #4 hostage"


def test_r4_5_rulers_gained_and_lost() -> None:
    s = build_state(
        2, armies={"kabul": {"afghan": 1}}, roads={"kabul_punjab": {"afghan": 1}}, tribes={"punjab": {B: 1}}
    )
    set_player(s, B, loyalty="british")
    assert (
        render_consequences(s, partial(take_step, player=A, step=Step(Army("kabul"), Army("punjab"))))
        == "Bela will no longer rule Punjab"
    )
    placed = partial(pieces.put_cylinder, player=A, source=SUPPLY, target=Tribe("kabul"))
    assert render_consequences(s, placed) == "you will rule Kabul"


def test_r7_a_second_spy_raises_the_bribe_for_a_hostage() -> None:
    """R4.6, R7 One rupee for each spy of the holder; a leaving spy lowers the bribe; with #24 there is none."""
    s = build_state(2, spies={4: {A: 1}})
    set_player(s, B, court=[4])
    placed = partial(pieces.put_cylinder, player=A, source=SUPPLY, target=Spy(4))
    assert render_consequences(s, placed) == "bribe for Bela's Charles Stoddart #4: 1 → 2"
    s.spies = {4: [3, 0]}
    set_player(s, A, court=[5])
    moved = partial(take_step, player=A, step=Step(Spy(4), Spy(5)))
    assert render_consequences(s, moved) == "bribe for Bela's Charles Stoddart #4: 3 → 2"
    set_player(s, B, court=[4, 24])
    assert render_consequences(s, placed) == "nothing else changes"


def test_r10_1_another_coalition_would_dominate() -> None:
    s = build_state(2, armies={"kabul": {"afghan": 3}}, tribes={"kabul": {A: 1}})
    set_player(s, A, loyalty="afghan", rupees=4)
    built = partial(build_block, player=A, target=Army("kabul"), nth=0)
    assert render_consequences(s, built) == "costs 2 rupees, leaves 2, the Afghan coalition will dominate"
    s.armies["herat"] = {"afghan": 3, "british": 2}
    fought = partial(battle.remove_pieces, player=B, site="herat", removed={battle.Blocks(Army("herat"), "afghan"): 1})
    assert render_consequences(s, fought) == "no coalition will dominate"


def test_r4_8_repaid_leverage_is_named_separately() -> None:
    """R8.5 #80 in the player's own court: two rupees for the betrayal, two for its leverage."""
    s = build_state(2, spies={80: {A: 1}})
    set_player(s, A, rupees=5, court=[80])
    betrayed = partial(betray.pay_and_discard, player=A, card=80)
    assert render_consequences(s, betrayed) == (
        "costs 2 rupees, repays 2 rupees, leaves 1, you discard Anglo-Persian Trade #80, returns 1 spy of Ann"
    )


def test_r9_1_chosen_discard_is_not_listed_again() -> None:
    s = build_state(2, spies={80: {B: 2}})
    set_player(s, A, rupees=5, court=[80, 1])
    of_trade, of_lal = board_changes.list_court_options(s, A)
    assert render_detail(of_trade) == "repays 2 rupees, leaves 3, returns 2 spies of Bela"
    assert render_detail(of_lal) == "nothing else changes"


def test_r4_4_the_influence_that_leaves_with_a_patriot() -> None:
    """#32 is a British patriot: worth one influence to a British player, nothing to a Russian one."""
    s = build_state(2)
    set_player(s, A, loyalty="british", court=[32, 61])
    patriot, other = board_changes.list_court_options(s, A)
    assert render_detail(patriot) == "your influence drops to 1"
    assert render_detail(other) == "nothing else changes"
    set_player(s, A, loyalty="russian", court=[32, 61])
    assert render_detail(board_changes.list_court_options(s, A)[0]) == "nothing else changes"


def render_detail(option: Option) -> str:
    assert option.detail is not None
    return WORDS.render(resolve_text(option.detail), "en", NAMES)


def test_r4_9_overthrow_names_the_cards_and_the_debt() -> None:
    """E10 as a forecast: the consequences of the debt are B's choice and stay open."""
    s = build_state(2, armies={"punjab": {"british": 1}}, tribes={"punjab": {B: 2}})
    set_player(s, A, loyalty="british")
    set_player(s, B, loyalty="russian", rupees=1, court=[27, 90, 4])
    fought = partial(battle.remove_pieces, player=A, site="punjab", removed={battle.Cylinders(Tribe("punjab"), B): 2})
    said = render_consequences(s, fought)
    for part in (
        "Bela will no longer rule Punjab",
        "#27",
        "Bela loses 2 tribes in Punjab",
        "Bela repays 1",
        "cannot pay 1",
    ):
        assert part in said, said


def test_r8_the_cost_and_what_is_left() -> None:
    s = build_state(2)
    set_player(s, A, rupees=5)
    assert render_consequences(s, partial(gift.give_gift, player=A, price=4)) == "costs 4 rupees, leaves 1"


# ---------------------------------------------------------------- the starts of a turn


def render_start(s: State, key: str) -> str:
    """Return the detail of an option of A's menu in English."""
    words = next(option.detail for option in menu.list_starts(s, A) if option.key == key)
    assert words is not None
    return WORDS.render(resolve_text(words), "en", NAMES)


def test_r6_2_play_detail_covers_effects_after_its_icon_questions() -> None:
    """#46: the places of its two roads are asked; the gain of its leverage is certain."""
    assert CONTENT.cards[46].impact == ("road", "road", "leverage", "suit_intelligence")
    s = build_state(2)
    set_player(s, A, hand=[46])
    assert render_start(s, "play:46:left") == (
        "brings 2 rupees, makes 6, icons: 2 roads, 2 rupees (to be repaid when it is discarded), favor intelligence, "
        "economic 2 in Kandahar"
    )


def test_r7_a_play_names_its_bribe_and_what_is_left_behind_it() -> None:
    s = build_state(2, tribes={"herat": {B: 2}})
    set_player(s, A, rupees=3, hand=[61])
    assert render_start(s, "play:61:left").startswith("bribe of 2 to Bela, leaves 1 rupee, icons")
    s.players[A].rupees = 1
    assert render_start(s, "play:61:left").startswith(
        "bribe of 2 to Bela, more than you have: it must be lowered, icons"
    )
    s.players[A].events = [107]
    assert render_start(s, "play:61:left").startswith("bribe of 2 to Bela, icons")


def test_r7_a_hostage_names_its_holder() -> None:
    s = build_state(2, market={"T0": (30, 1)}, spies={13: {B: 2}})
    set_player(s, A, court=[13])
    expected = "one action, bribe of 2 to Bela, 1 rupee from Sikh Merchants in Lahore #30 (market)"
    assert render_start(s, "use:13:tax") == expected


def test_r12_an_event_tells_its_effect_before_it_is_bought() -> None:
    s = build_state(2, market={"T1": (106, 2)})
    said = "2 rupees on it, leaves 5 rupees. At the next check the buyer's gifts count 2 influence each"
    assert render_start(s, "buy:1") == said


def test_r12_an_event_tells_what_would_follow() -> None:
    """#109: a lead of two blocks would do."""
    s = build_state(2, market={"T0": 109}, armies={"kabul": {"afghan": 2}})
    assert render_start(s, "buy:0") == (
        "leaves 4 rupees. At the next check a lead of 2 blocks is enough (the Afghan coalition will dominate)"
    )


def test_r12_a_rebuke_tells_what_it_removes() -> None:
    """#116: tribes and armies of the region that is chosen; then rulers, overthrow."""
    s = build_state(2, market={"T0": 116}, armies={"punjab": {"british": 1}}, tribes={"punjab": {B: 2}})
    set_player(s, B, loyalty="british", court=[27])
    rebuked = table.play_rule(s, lambda t: purchase_card(t, A, 0), "herat")
    assert rebuked.render_detail("event.rebuke", "punjab").startswith(
        "removes 1 British army, 2 tribes of Bela, Bela will no longer rule Punjab, Bela discards Maqpon Dynasty #27"
    )
    assert rebuked.render_detail("event.rebuke", "punjab", "ja").startswith(
        "イギリスの軍隊1個、Belaの部族2個を取り除く、Belaはパンジャーブの支配を失う、"
    )
    nothing = [rebuked.render_detail("event.rebuke", "herat", lang) for lang in ("en", "ja")]
    assert nothing == ["nothing there: no effect", "駒がないので効果なし"]


def test_r10_a_check_tells_who_scores_and_what_it_clears() -> None:
    s = build_state(2, market={"T1": 101}, armies={"kabul": {"afghan": 4}}, tribes={"kabul": {A: 1}})
    assert render_start(s, "buy:1") == "leaves 3 rupees, the Afghan coalition dominates, +5 VP for you, the game ends"
    s.players[B].vp = 3
    assert render_start(s, "buy:1") == "leaves 3 rupees, the Afghan coalition dominates, +5 VP for you"


# ---------------------------------------------------------------- within an action


def test_r8_6_pieces_of_one_kind_are_named_together() -> None:
    """B's second tribe is the last one, so B is overthrown."""
    s = build_state(2, armies={"punjab": {"british": 2}}, tribes={"punjab": {B: 2}})
    set_player(s, A, loyalty="british", court=[50])
    set_player(s, B, loyalty="russian", court=[90, 27])
    s.armies["punjab"]["afghan"] = 1
    table.update_derived(s)
    fought = table.play_rule(s, lambda t: battle.perform_battle(t, A, 50), "tribe:1 army:afghan")
    assert fought.render_detail("battle.remove", "army:afghan") == "leaves 0 Afghan blocks on the map"
    assert fought.render_detail("battle.remove", "tribe:1") == (
        "Bela discards Maqpon Dynasty #27, Bela loses 2 tribes in Punjab, Bela repays 2 rupees"
    )


def render_option(prompt: Prompt, key: str) -> str:
    """Return the detail of an option of a question in English."""
    words = next(option.detail for option in prompt.options if option.key == key)
    assert words is not None
    return WORDS.render(resolve_text(words), "en", NAMES)


def test_r8_1_how_much_each_source_of_a_tax_has() -> None:
    s = build_state(2, market={"T0": (30, 1), "T1": (31, 2)})
    set_player(s, A, court=[13])
    taxed = table.play_rule(s, lambda t: tax.perform_tax(t, A, 13), "market:0 market:1")
    assert [taxed.render_detail("tax.ask", key) for key in ("market:0", "market:1")] == [
        "up to 1 rupee",
        "up to 2 rupees",
    ]


def test_r8_5_a_betrayal_tells_the_prize() -> None:
    s = build_state(2, spies={80: {A: 1}, 10: {A: 1}})
    set_player(s, A, loyalty="afghan", rupees=4, court=[10])
    set_player(s, B, rupees=1, court=[80], hand=[16])
    betrayed = table.play_rule(s, lambda t: betray.perform_betray(t, A, 10), "80", "decline")
    assert betrayed.render_detail("betray.ask", "80") == (
        "costs 2 rupees, leaves 2, returns 1 spy of Ann, Bela discards 1 hand card, Bela drops to influence 1, "
        "Bela repays 1 rupee, prize: Russian, taking it changes your loyalty"
    )


def test_r4_2_taken_piece_is_not_forecast_as_lost() -> None:
    """With no block left, nothing is forecast before the piece is chosen. A tribe put back in place is no loss."""
    s = build_state(2, armies={"kabul": {"afghan": 6}, "herat": {"afghan": 6}}, tribes={"kabul": {A: 1}})
    set_player(s, A, loyalty="afghan", court=[27])
    built = table.play_rule(s, lambda t: perform_build(t, A, 27), "road:herat_kabul", "army:herat", "stop")
    assert built.render_detail("build.ask", "road:herat_kabul") == "more is still to be chosen"
    s = build_state(2, tribes={"punjab": {A: 1}, "kabul": {A: 9}})
    set_player(s, A, court=[27])
    placed = table.play_rule(s, lambda t: play.place_tribe(t, A, 27), "tribe:kabul")
    assert placed.render_detail("piece.cylinder", "tribe:punjab") == "nothing else changes"


def test_r12_under_nationalism_a_tribe_that_moves_is_not_lost() -> None:
    """R4.9 The last tribe leaves Kabul for Punjab: the political card of Kabul goes, the tribe does not."""
    s = build_state(2, tribes={"kabul": {A: 1}}, roads={"kabul_punjab": {"afghan": 1}})
    set_player(s, A, loyalty="afghan", court=[9, 5], events=[110])
    text = render_consequences(s, partial(take_step, player=A, step=Step(Tribe("kabul"), Tribe("punjab"))))
    assert "you discard Shah Shuja Durrani #5" in text and "tribe" not in text
