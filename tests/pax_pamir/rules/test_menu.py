"""R5 The question of a turn: all legal starts at once; actions and bonus actions; blackmail before it (R11)."""

from __future__ import annotations

from engines.kernel import LANGS, Message, Prompt
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.menu import list_starts, take_actions
from engines.pax_pamir.rules.blackmail import perform_blackmail
from engines.pax_pamir.table.names import name_card
from engines.pax_pamir.table.state import State
from engines.pax_pamir.turn import play_turn
from tests.pax_pamir.table import NAMES, WORDS, A, B, build_state, play_rule, set_player


def list_keys(s: State) -> list[str]:
    return [option.key for option in list_starts(s, A)]


def test_r5_purchase_play_use_end() -> None:
    s = build_state(2, market={"T0": 30, "T5": 31})
    set_player(s, A, rupees=4, hand=[61, 16], court=[4])
    assert list_keys(s) == [
        "buy:0",
        "play:61:left",
        "play:61:right",
        "play:16:left",
        "play:16:right",
        "use:4:gift",
        "end",
    ]


def test_r6_2_a_menu_shows_one_end_of_the_court_at_a_time() -> None:
    s = build_state(2)
    set_player(s, A, hand=[61, 16], court=[4])
    prompt = Prompt(A, Message("menu.ask"), tuple(list_starts(s, A)))
    play_keys = [[o.key for o in prompt.list_options(n) if o.key[:4] == "play"] for n in (0, 1)]
    assert play_keys == [["play:61:left", "play:16:left"], ["play:61:right", "play:16:right"]]
    words = {lang: [WORDS.render(variant, lang, NAMES) for variant in prompt.variants] for lang in LANGS}
    assert words == {
        "en": ["left end", "right end"],
        "ja": ["左端", "右端"],
    }, "what the other end is for: the button stands below all options, those to buy included"


def test_r6_2_empty_court_has_one_end() -> None:
    s = build_state(2)
    set_player(s, A, hand=[61])
    assert list_keys(s) == ["play:61:left", "end"]


def test_r5_without_actions_only_bonus_actions() -> None:
    """R5, R4.7 Purchase and play need an action; a favored card does not."""
    s = build_state(2, actions=0, favored="intelligence", market={"T0": 30})
    set_player(s, A, rupees=4, hand=[61], court=[4, 62])
    assert list_keys(s) == ["use:4:gift", "end"]


def test_r11_savvy_operator_and_irregulars() -> None:
    """R11 #91, #99: the card's own action is always a bonus action."""
    s = build_state(2, actions=0, favored="economic", armies={"kabul": {"afghan": 1, "british": 1}}, spies={4: {A: 1}})
    set_player(s, A, loyalty="afghan", rupees=4, court=[91, 99, 90, 100, 4])
    assert list_keys(s) == ["use:91:betray", "use:99:battle", "end"]


def test_r12_new_tactics() -> None:
    """R12 Event 105: all military cards of its holder count as favored; R4.7 prices do not change."""
    s = build_state(2, actions=0, armies={"kabul": {"afghan": 1, "british": 1}})
    set_player(s, A, loyalty="afghan", court=[100], events=[105])
    assert list_keys(s) == ["use:100:battle", "end"]


def test_r5_each_card_once_a_turn() -> None:
    """R5 One action per card, whatever its icons; a bonus action costs none."""
    s = build_state(2, favored="economic", market={"T1": (30, 2)})
    set_player(s, A, rupees=4, court=[11])
    played = play_rule(s, lambda t: take_actions(t, A), "use:11:tax", "market:1 market:1", "end")
    assert (s.current_turn.used_cards, s.current_turn.actions) == ([11], 2)
    assert [option.key for option in played.prompts[-1].options] == ["buy:1", "end"]


def test_r5_menu_is_asked_while_cards_are_in_hand() -> None:
    """R13 Whether a hand card can be played is hidden, so with an action left and cards in hand it is asked."""
    s = build_state(1, wakhan=True, tribes={"herat": {1: 2}}, ai=[1, 2])
    set_player(s, A, rupees=1, hand=[61])
    assert list_keys(s) == ["end"], "the bribe is out of reach"
    assert play_rule(s, lambda t: take_actions(t, A), "end").seat_questions == [(A, "menu.ask")]


def test_r5_no_question_if_only_ending_is_left() -> None:
    s = build_state(2, actions=0)
    set_player(s, A, hand=[61], court=[4])
    assert play_rule(s, lambda t: take_actions(t, A)).seat_questions == []


def test_r7_a_hostage_is_offered_if_a_lower_bribe_could_be_paid() -> None:
    """R7 A start is legal with any bribe from 0 to the full one; after three failed requests only with the full one."""
    s = build_state(2, market={"T1": (30, 2)}, spies={11: {B: 3}})
    set_player(s, A, rupees=2, court=[11])
    assert list_keys(s)[-3:] == ["use:11:tax", "use:11:gift", "end"]
    s.current_turn.requests = 3
    assert list_keys(s)[-1] == "end" and "use:11:tax" not in list_keys(s)
    s.players[A].rupees = 4
    assert "use:11:tax" in list_keys(s) and "use:11:gift" not in list_keys(s), "3 for the bribe leave 1"


def test_details_of_a_play() -> None:
    """The consequences of a play: the bribe, rulers, what a change of loyalty loses."""
    s = build_state(2, tribes={"kandahar": {B: 1}})
    set_player(s, A, loyalty="afghan", rupees=4, hand=[50], court=[6], gifts=[2])
    set_player(s, B, loyalty="russian")
    played = play_rule(s, lambda t: take_actions(t, A), "end")
    detail = played.render_detail("menu.ask", "play:50:left")
    for words in (
        "bribe of 1 to Bela",
        "you discard Aminullah Khan Logari #6",
        "you lose 1 gift",
        "you change loyalty to British",
        "Bela will no longer rule Kandahar",
    ):
        assert words in detail
    assert "カンダハールの支配を失う" in played.render_detail("menu.ask", "play:50:left", "ja")
    assert s.players[A].court == [6], "a consequence is only imagined"


def test_r9_1_a_play_into_a_full_court_says_that_a_card_will_have_to_go() -> None:
    """Three cards fill a court; a political card brings room of its own."""
    s = build_state(2)
    set_player(s, A, hand=[61, 27], court=[4, 8, 9])
    played = play_rule(s, lambda t: take_actions(t, A), "end")
    assert "court 1 over its limit: 1 to discard at the end of the turn" in played.render_detail(
        "menu.ask", "play:61:left"
    )
    assert "宮廷が上限を1枚超える：手番の終わりに1枚捨てる" in played.render_detail("menu.ask", "play:61:left", "ja")
    assert "limit:" not in played.render_detail("menu.ask", "play:27:left")


def test_play_detail_names_a_loyalty_change_first_and_a_lost_bonus_action() -> None:
    """R4.7 An icon moves the favored suit: a former bonus action then needs an action, or is lost."""
    s = build_state(2, favored="military", actions=1)
    set_player(s, A, loyalty="afghan", hand=[POLITICAL], court=[BATTLER])
    name = WORDS.render(name_card(BATTLER), "en")
    detail = play_rule(s, lambda t: take_actions(t, A), "end").render_detail("menu.ask", f"play:{POLITICAL}:left")
    assert f"the bonus action of {name} is lost" in detail
    s.current_turn.actions = 2
    detail = play_rule(s, lambda t: take_actions(t, A), "end").render_detail("menu.ask", f"play:{POLITICAL}:left")
    assert f"no bonus action with {name} any more" in detail
    s.current_turn.used_cards.append(BATTLER)
    assert "bonus action" not in play_rule(s, lambda t: take_actions(t, A), "end").render_detail(
        "menu.ask", f"play:{POLITICAL}:left"
    )
    turncoat = build_state(2)
    set_player(turncoat, A, loyalty="afghan", rupees=4, hand=[50], court=[6], gifts=[2])
    assert (
        play_rule(turncoat, lambda t: take_actions(t, A), "end")
        .render_detail("menu.ask", "play:50:left")
        .startswith("you change loyalty to British")
    )


POLITICAL = next(
    n
    for n, card in CONTENT.cards.items()
    if "suit_political" in card.impact and card.patriot == "none" and card.suit != "military"
)
BATTLER = next(n for n, card in CONTENT.cards.items() if card.suit == "military" and "battle" in card.actions)


def test_r11_zero_price_names_its_reason() -> None:
    s = build_state(2, market={"T3": 74, "T0": 30})
    owner = next(n for n, card in CONTENT.cards.items() if card.ability == "persian_influence")
    set_player(s, A, rupees=4, court=[owner])
    assert CONTENT.cards[74].region == "persia"
    played = play_rule(s, lambda t: take_actions(t, A), "end")
    assert "free by Persian Influence" in played.render_detail("menu.ask", "buy:3")
    assert "「ペルシアへの影響力」により無料" in played.render_detail("menu.ask", "buy:3", "ja")
    assert "free" not in played.render_detail("menu.ask", "buy:0")


def test_details_of_a_purchase() -> None:
    s = build_state(2, market={"T0": 30, "T1": (31, 2)})
    set_player(s, A, rupees=4)
    played = play_rule(s, lambda t: take_actions(t, A), "end")
    assert played.render_detail("menu.ask", "buy:0") == (
        "leaves 4 rupees, played: 1 road, 1 spy, 2 rupees on loan, economic 1 in Punjab"
    )
    assert played.render_detail("menu.ask", "buy:1") == (
        "2 rupees on it, leaves 5 rupees, played: 1 army, favor intelligence, military 1 in Punjab"
    )
    assert played.render_detail("menu.ask", "buy:1", "ja") == (
        "カードの上の2ルピーを得て、残り5ルピー、アイコン：軍隊1個、特恵スートを諜報に変更、パンジャーブの軍事1"
    )


def test_r6_1_the_menu_names_what_is_locked_and_why() -> None:
    """Cards that the player cannot pay for, or that no player could buy any more, are not mentioned."""
    s = build_state(2, market={"T0": 30, "T1": 31, "B0": 61})
    set_player(s, A, rupees=1)
    question = play_rule(s, lambda t: take_actions(t, A), "buy:1", "end").prompts[-1].text
    assert [WORDS.render(question, lang, NAMES).split("\n")[0] for lang in LANGS] == [
        "この手番にルピーを置いたので、まだ購入できないカード：Sikh Merchants in Lahore #30。",
        "Not for sale this turn, because a rupee was put on it: Sikh Merchants in Lahore #30.",
    ]


# ---------------------------------------------------------------- blackmail


def test_r11_blackmail() -> None:
    """R11 #43 Kandahar, #54 Herat: a spy on a card of the region, in any court, without any spies on it."""
    s = build_state(2, spies={40: {B: 1}})
    set_player(s, A, court=[43, 54])
    set_player(s, B, court=[39, 40, 61, 4])
    played = play_rule(s, lambda t: perform_blackmail(t, A), "61", "39")
    assert played.list_option_keys("blackmail.ask") == ["43", "39", "54", "61", "skip"]
    assert s.spies == {40: [0, 1], 61: [1, 0], 39: [1, 0]}


def test_r11_blackmail_is_optional_and_one_for_each_card() -> None:
    s = build_state(2)
    set_player(s, A, court=[43])
    set_player(s, B, court=[39])
    play_rule(s, lambda t: perform_blackmail(t, A), "skip")
    assert s.spies == {}
    assert [key for _, key in play_rule(s, lambda t: perform_blackmail(t, A), "39").seat_questions] == ["blackmail.ask"]
    assert s.spies == {39: [1, 0]}


def test_r11_without_blackmail_nothing_is_asked() -> None:
    s = build_state(2)
    set_player(s, A, court=[39])
    assert play_rule(s, lambda t: perform_blackmail(t, A)).seat_questions == []


def test_r7_each_card_is_judged_with_its_own_bribe() -> None:
    """R7 The rupees left after one hostage's bribe do not limit another card."""
    s = build_state(2, spies={11: {B: 3}})
    s.current_turn.requests = 3
    set_player(s, A, rupees=3, court=[11, 14])
    assert list_keys(s) == ["use:14:gift", "end"]


def test_r12_courtly_manners_put_every_bribe_within_reach() -> None:
    """R12 Event 107: its holder may decline to pay even Wakhan, who lowers nothing."""
    s = build_state(1, wakhan=True, tribes={"herat": {1: 2}}, ai=[1, 2])
    set_player(s, A, rupees=0, hand=[61], events=[107])
    assert list_keys(s) == ["play:61:left", "end"]


def test_r8_2_a_gift_needs_a_cylinder() -> None:
    """R5, R4.2 With all cylinders placed this turn a gift could have no effect."""
    s = build_state(2, tribes={"kabul": {A: 10}})
    set_player(s, A, rupees=9, court=[12])
    assert list_keys(s) == ["use:12:gift", "end"]
    s.current_turn.placed_counts = {"tribe:kabul:0": 10}
    assert list_keys(s) == ["end"]


def test_r8_3_a_build_needs_a_region_and_a_block() -> None:
    """R5, R8.3 Rupees, a ruled region, and a block that was not placed this turn."""
    s = build_state(2, armies={"kabul": {"afghan": 12}})
    set_player(s, A, loyalty="afghan", rupees=9, court=[5])
    assert list_keys(s) == ["end"]
    s.tribes["kabul"][A] = 1
    set_player(s, A, loyalty="afghan", rupees=9, court=[5])
    assert list_keys(s) == ["use:5:build", "end"]
    s.current_turn.placed_counts = {"army:kabul:afghan": 12}
    assert list_keys(s) == ["end"]


def test_r11_blackmail_comes_first_in_a_turn() -> None:
    """R5 TURN_START, then ACTIONS, of which there are none here, then the cleanup."""
    s = build_state(2, deck=[61])
    set_player(s, A, court=[43])
    set_player(s, B, court=[39])
    assert play_rule(s, play_turn, "39", "yes").seat_questions == [(A, "blackmail.ask"), (A, "cleanup.confirm")]


def test_r11_a_blackmailer_that_its_own_piece_limit_overthrows() -> None:
    """R4.2, R4.9 The spy of #54 is the last Kandahar tribe: #43 is overthrown, and its blackmail is lost."""
    s = build_state(2, tribes={"kandahar": {A: 1}, "punjab": {A: 9}})
    set_player(s, A, court=[43, 54])
    set_player(s, B, court=[39, 61])
    played = play_rule(s, lambda t: perform_blackmail(t, A), "61", "tribe:kandahar")
    assert (s.players[A].court, s.spies) == ([54], {61: [1, 0]})
    assert [key for _, key in played.seat_questions] == ["blackmail.ask", "piece.cylinder"]
