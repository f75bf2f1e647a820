"""R4.8 Discarding from a court and debts, R4.9 overthrow, R4.10 changing loyalty."""

from __future__ import annotations

from engines.kernel import GameContext, Rng
from engines.pax_pamir.rules.board_changes import Change, collect_debt, discard_from_court, discard_from_hand
from engines.pax_pamir.rules.events import apply_riot
from engines.pax_pamir.rules.loyalty import change_loyalty, take_prize
from engines.pax_pamir.rules.play import play_card
from engines.pax_pamir.table.derived import compute_influence
from engines.pax_pamir.table.places import Tribe
from engines.pax_pamir.table.state import State
from tests.pax_pamir.table import A, B, C, build_state, play_rule, set_player


def test_r4_8_spies_go_home_and_leverage_is_paid() -> None:
    """R4.8 Off the court, spies home, then 2 rupees to the bank."""
    s = build_state(3, spies={30: {A: 1, B: 2}})
    set_player(s, A, rupees=3, court=[8, 30, 31])
    bank = s.count_bank_rupees()
    played = play_rule(s, lambda t: discard_from_court(t, A, [30]))
    assert (s.players[A].court, s.spies, s.players[A].rupees, s.count_bank_rupees()) == ([8, 31], {}, 1, bank + 2)
    assert s.discards == [30]
    assert played.sentences == ["Ann discards Sikh Merchants in Lahore #30 from court.", "Ann pays back 2 rupees."]


def test_r4_8_debt_takes_a_card_for_each_rupee() -> None:
    """R4.8 Pay the available rupees, then a card of choice from hand or court for each missing rupee."""
    s = build_state(2)
    set_player(s, A, rupees=1, hand=[9, 61], court=[8, 30])
    played = play_rule(s, lambda t: discard_from_court(t, A, [30]), "court:8")
    assert played.list_option_keys("debt.choose") == ["hand:9", "hand:61", "court:8"]
    assert (s.players[A].rupees, s.players[A].hand, s.players[A].court) == (0, [9, 61], [])


def test_r4_8_a_leveraged_court_card_adds_to_the_debt() -> None:
    """R15.12 A leveraged court card given for a debt adds 2; hand cards carry no leverage."""
    s = build_state(2)
    set_player(s, A, rupees=0, hand=[46, 14], court=[30, 54, 31])
    play_rule(s, lambda t: collect_debt(t, A, 1), "court:30", "hand:46", "hand:14")
    assert (s.players[A].hand, s.players[A].court) == ([], [54, 31])


def test_r4_8_the_time_out_discards_the_lowest_hand_card() -> None:
    """R15.34 The default is legal for any hand; with an empty hand it is a court card."""
    s = build_state(2)
    set_player(s, A, rupees=0, hand=[61, 9], court=[8, 31])
    played = play_rule(s, lambda t: collect_debt(t, A, 1), "hand:9")
    assert played.find_prompt("debt.choose").timeout_answer == ("hand:9",)
    assert s.players[A].hand == [61]
    set_player(s, A, rupees=0, court=[31, 8])
    assert play_rule(s, lambda t: collect_debt(t, A, 1), "court:8").find_prompt("debt.choose").timeout_answer == (
        "court:8",
    )


def test_r4_8_remaining_debt_is_cancelled() -> None:
    s = build_state(2)
    set_player(s, A, rupees=0, hand=[9])
    played = play_rule(s, lambda t: collect_debt(t, A, 2))
    assert s.players[A].hand == []
    assert played.sentences[-1] == "Ann can pay no more: the remaining debt of 1 is cancelled."


def test_r15_13_a_batch_owes_together() -> None:
    """R15.13 Two leveraged patriots lost together owe 4 at once; none of the batch pays for it."""
    s = build_state(2)
    set_player(s, A, loyalty="british", rupees=3, court=[40, 80, 31, 8])
    played = play_rule(s, lambda t: discard_from_court(t, A, [40, 80]), "court:8")
    assert played.list_option_keys("debt.choose") == ["court:31", "court:8"]
    assert played.find_prompt("debt.choose").text.args["rupees"] == 1
    assert s.players[A].court == [31]


def test_r14_7_wakhan_pays_what_she_has() -> None:
    s = build_state(1, wakhan=True, ai=[1])
    set_player(s, 1, rupees=1, court=[30, 8])
    play_rule(s, lambda t: discard_from_court(t, 1, [30]))
    assert (s.players[1].rupees, s.players[1].court) == (0, [8])


def test_r4_9_a_the_last_tribe() -> None:
    """R4.9 A The last tribe is lost: all political cards of the region go as one batch; others stay."""
    s = build_state(2, tribes={"punjab": {B: 2}})
    set_player(s, B, court=[27, 24, 31, 90], rupees=2)

    async def lose_one(ctx: GameContext[State]) -> None:
        async with Change(ctx) as board:
            board.remove_cylinder(B, Tribe("punjab"))

    play_rule(s, lose_one)
    assert s.players[B].court == [27, 24, 31, 90], "one tribe is left"
    play_rule(s, lose_one)
    assert (s.players[B].court, s.players[B].rupees) == ([31, 90], 0)


def test_r4_9_b_the_last_political_card() -> None:
    """R4.9 B, R15.22 The last political card of a region leaves: all tribes there return. Armies stay."""
    s = build_state(2, tribes={"punjab": {A: 3, B: 1}}, armies={"punjab": {"afghan": 1}})
    set_player(s, A, loyalty="afghan", court=[24, 25])
    play_rule(s, lambda t: discard_from_court(t, A, [24]))
    assert (s.tribes["punjab"], s.rulers["punjab"]) == ([3, 1], A), "cards of one region protect each other"
    play_rule(s, lambda t: discard_from_court(t, A, [25]))
    assert (s.tribes["punjab"], s.armies["punjab"]) == ([0, 1], {"afghan": 1})
    assert s.rulers["punjab"] is None


def test_r4_9_overthrow_only_by_loss() -> None:
    """R4.9 Tribes without a political card are fine; so is discarding another suit."""
    s = build_state(2, tribes={"punjab": {A: 3}})
    set_player(s, A, court=[31, 8])
    play_rule(s, lambda t: discard_from_court(t, A, [31]))
    assert s.tribes["punjab"] == [3, 0]


def test_e10_r15_14_overthrow_chain() -> None:
    """E10 Punjab lost -> #27 and its leverage -> #90 for the debt -> Transcaspia's tribes."""
    s = build_state(2, tribes={"transcaspia": {B: 2}, "punjab": {B: 1}})
    set_player(s, B, rupees=0, court=[27, 90])
    played = play_rule(s, lambda t: apply_riot(t, "punjab"))
    assert played.seat_questions == []
    assert (s.players[B].court, s.count_cylinders(B), s.discards) == ([], 0, [27, 90])
    assert played.sentences[-1] == "Bela can pay no more: the remaining debt of 1 is cancelled."


def test_r12_riots_in_seat_order_from_the_active_player() -> None:
    """R12, R15.1 All pieces leave together, roads stay; then overthrow A from the active player on."""
    s = build_state(
        3,
        active=B,
        tribes={"punjab": {A: 1, B: 2, C: 1}},
        armies={"punjab": {"afghan": 1, "russian": 2}},
        roads={"kabul_punjab": {"british": 1}},
    )
    for player, card in ((A, 24), (B, 25), (C, 26)):
        set_player(s, player, court=[card])
    s.players[B].loyalty = "afghan"
    played = play_rule(s, lambda t: apply_riot(t, "punjab"))
    assert s.discards == [25, 26, 24]
    assert (s.armies["punjab"], s.tribes["punjab"], s.roads["kabul_punjab"]) == ({}, [0, 0, 0], {"british": 1})
    assert played.sentences[0] == (
        "Back to supply from Punjab: 1 Afghan army, 2 Russian armies, 1 tribe of Ann, 2 tribes of Bela, 1 tribe of Cem."
    )


# ---------------------------------------------------------------- R4.10


def build_e7() -> State:
    s = build_state(2)
    set_player(s, A, loyalty="british", rupees=1, court=[20, 40, 31], gifts=[2, 4], prizes=[25], hand=[69, 16])
    return s


def test_e7_loyalty_change() -> None:
    """E7 Gifts, prizes, patriots in a batch, debt, dial; then the icons of the new patriot."""
    s = build_e7()
    played = play_rule(s, lambda t: play_card(t, A, 69, "right"), "hand:16")
    player = s.players[A]
    assert played.list_option_keys("debt.choose") == ["hand:16", "court:31", "court:69"]
    assert (player.loyalty, player.court, player.rupees, player.hand) == ("russian", [31, 69], 0, [])
    assert (player.gifts, player.prizes, s.spies) == ([], [], {69: [2, 0]})
    assert compute_influence(s, A) == 2
    assert s.discards == [25, 20, 40, 16]


def test_r15_12_the_card_just_played_may_pay() -> None:
    """R15.12 Its icons are then not resolved, but the loyalty has changed."""
    s = build_e7()
    play_rule(s, lambda t: play_card(t, A, 69, "right"), "court:69")
    assert (s.players[A].loyalty, s.players[A].court, s.spies) == ("russian", [31], {})


def test_r4_10_rulers_follow_the_dial() -> None:
    s = build_state(2, armies={"herat": {"russian": 2}}, tribes={"herat": {A: 1}})
    set_player(s, A, loyalty="british")
    assert s.rulers["herat"] is None
    play_rule(s, lambda t: change_loyalty(t, A, "russian"))
    assert s.rulers["herat"] == A


def test_r15_8_patriot_of_the_current_loyalty_changes_nothing() -> None:
    s = build_state(2)
    set_player(s, A, loyalty="british", court=[20], gifts=[2], prizes=[25])
    assert play_rule(s, lambda t: change_loyalty(t, A, "british")).messages == []
    assert compute_influence(s, A) == 4


def test_r15_10_prizes() -> None:
    """R8.5, R15.10 A prize of the player's loyalty adds 1; one of another coalition changes the loyalty first."""
    s = build_state(2, discards=[25, 5])
    set_player(s, A, loyalty="british", gifts=[2], court=[20])
    play_rule(s, lambda t: take_prize(t, A, 25))
    assert (compute_influence(s, A), s.players[A].prizes) == (4, [25])
    play_rule(s, lambda t: take_prize(t, A, 5))
    assert (s.players[A].loyalty, s.players[A].prizes, s.players[A].court) == ("afghan", [5], [])
    assert (compute_influence(s, A), sorted(s.discards)) == (2, [20, 25])


def test_r14_2_wakhan_takes_any_prize() -> None:
    s = build_state(1, wakhan=True, discards=[25], ai=[1])
    set_player(s, 1, prizes=[5], court=[20])
    play_rule(s, lambda t: take_prize(t, 1, 25))
    assert (s.players[1].prizes, s.players[1].court, s.players[1].loyalty) == ([5, 25], [20], None)


def test_r4_8_overthrow_comes_before_the_debt() -> None:
    """R4.8 Off the court, overthrow B, then the leverage: when the debt is asked for, the tribes have left."""
    s = build_state(2, tribes={"punjab": {A: 2}})
    set_player(s, A, rupees=0, hand=[61], court=[27, 8])
    table = GameContext(s, Rng(bytes(32)))
    (prompt,) = discard_from_court(table, A, [27]).send(None).prompts
    assert (prompt.text.key, s.tribes["punjab"]) == ("debt.choose", [0, 0])


def test_r15_13_patriots_of_the_old_loyalty_leave_as_one_batch() -> None:
    """R4.10, R15.13 #40 and #80 owe 4 at once; neither pays for the other."""
    s = build_state(2)
    set_player(s, A, loyalty="british", rupees=2, court=[40, 31, 80, 8, 9])
    played = play_rule(s, lambda t: change_loyalty(t, A, "russian"), "court:8", "court:9")
    assert [prompt.text.args["rupees"] for prompt in played.prompts] == [2, 1]
    assert s.players[A].court == [31]
    s = build_state(2)
    set_player(s, A, loyalty="british", rupees=0, court=[40, 31, 80, 8])
    assert play_rule(s, lambda t: change_loyalty(t, A, "russian"), "court:8").list_option_keys("debt.choose") == [
        "court:31",
        "court:8",
    ]


def test_r4_2_pieces_placed_this_turn_that_go_home_may_come_again() -> None:
    """R4.2, R15.2 After overthrow, riot or rebuke a returned piece no longer counts as placed."""
    s = build_state(2, tribes={"punjab": {A: 2}, "herat": {A: 1}}, armies={"herat": {"british": 2}})
    set_player(s, A, court=[24])
    s.current_turn.placed_counts = {"tribe:punjab:0": 2, "tribe:herat:0": 1, "army:herat:british": 1}
    play_rule(s, lambda t: discard_from_court(t, A, [24]))
    play_rule(s, lambda t: apply_riot(t, "herat"))
    assert s.current_turn.placed_counts == {}


def test_r4_8_a_hand_card_is_shown_when_it_is_discarded() -> None:
    """R4.8 A shown card prevents an undo."""
    table = GameContext(build_state(2), Rng(bytes(32)))
    set_player(table.state, A, hand=[61])
    discard_from_hand(table, A, 61)
    assert table.has_revealed
