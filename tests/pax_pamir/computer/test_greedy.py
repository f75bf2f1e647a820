"""The greedy player answers legally, ends its games and beats random play (`python -m tests.duel pax_pamir`)."""

from __future__ import annotations

import pytest

from engines.kernel import Decision, Match, Rng, SearchBudget, Seat, choose_line, list_policies
from engines.pax_pamir import GAME
from engines.pax_pamir.computer.evaluation import estimate_nearness, evaluate
from engines.pax_pamir.computer.greedy import choose_greedy_line
from engines.pax_pamir.table.state import State
from tests.duel import Duel, play_duel
from tests.pax_pamir.table import A, B, C, build_state, set_player, start_match

KABUL = {"kabul": {"afghan": 5}}
QUICK = 4
"""Search budget for quick games."""


def list_greedy_answers(s: State, seat: Seat = A) -> list[str]:
    """Return the greedy player's answers until it confirms its turn or another seat is asked."""
    game, rng = start_match(s), Rng(bytes(32))
    all_keys: list[str] = []
    while (prompt := game.find_prompt(seat)) is not None and prompt.kind != "confirm":
        keys = choose_greedy_line(game, prompt, rng, SearchBudget())[0]
        all_keys += keys
        assert len(all_keys) < 40, f"the turn does not end: {all_keys[-6:]}"
        game.apply(Decision(game.step, seat, keys))
    return all_keys


def test_greedy_is_the_strongest_policy() -> None:
    assert list(list_policies(GAME)) == ["greedy", "random"]


def test_greedy_beats_the_random_player() -> None:
    result = play_duel(Duel("pax_pamir", QUICK, "greedy", "random", tries=100))
    assert result.wins == 1
    assert result.vp > 2 * result.rival_vp


@pytest.mark.parametrize(("seats", "options"), [(1, {}), (2, {"wakhan": "two"}), (3, {}), (5, {"open_hands": "on"})])
def test_greedy_players_play_a_round(seats: int, options: dict[str, str]) -> None:
    """Every answer is legal, and the game that it searches in stays unchanged."""
    game, rng, turns = Match.start(GAME, GAME.build_setup(seats, options=options), bytes(32)), Rng(bytes(32)), 0
    while game.open_prompts is not None and turns < 2 * seats:
        (prompt,) = game.open_prompts.prompts
        world = game.imagine_world(prompt.seat, rng)
        before = world.compute_checksum()
        line = choose_greedy_line(world, prompt, rng, SearchBudget(40))
        assert world.compute_checksum() == before
        game.apply(Decision(game.step, prompt.seat, line[0]))
        turns += prompt.kind == "confirm"
    assert all(player.court or player.hand for player in game.state.players)


def test_game_of_greedy_players_ends() -> None:
    game, rng = Match.start(GAME, GAME.build_setup(2), bytes(32)), Rng(bytes(32))
    while game.open_prompts is not None and game.position < 600:
        (prompt,) = game.open_prompts.prompts
        game.apply(
            Decision(
                game.step, prompt.seat, choose_line(game, prompt.seat, choose_greedy_line, rng, SearchBudget(40))[0]
            )
        )
    assert game.is_over


def build_full_hand(actions: int, rupees: int = 0) -> State:
    """Return a table where A has a full hand of unplayable cards, no usable court card, and two cards to buy."""
    s = build_state(2, market={"T0": (30, rupees), "B0": (31, rupees)}, actions=actions, tribes={"punjab": {B: 2}})
    set_player(s, A, rupees=0, hand=[33, 35], court=[11, 12, 13])
    s.current_turn.used_cards = [11, 12, 13]
    return s


def test_greedy_empties_the_market_if_no_other_gain_is_left() -> None:
    """R15.35 A free card is taken even if it cannot be kept, one a turn, so the deck runs out."""
    assert [answer[:4] for answer in list_greedy_answers(build_full_hand(actions=2))] == ["buy:", "end", "hand"]


def test_r9_2_with_a_full_hand_the_last_action_buys_no_card_for_the_discards() -> None:
    """But rupees on a card are worth an action."""
    assert list_greedy_answers(build_full_hand(actions=1)) == ["end"]
    assert list_greedy_answers(build_full_hand(actions=1, rupees=1))[0] in ("buy:0", "buy:6")


# ---------------------------------------------------------------- dominance checks


def test_r10_4_greedy_buys_the_winning_check() -> None:
    """The Afghans dominate and A alone is loyal to them: 5 VP, far ahead of the others."""
    s = build_state(3, armies=KABUL, market={"T2": 102, "T0": 30}, deck=[103])
    assert list_greedy_answers(s)[0] == "buy:2"


def test_greedy_leaves_a_check_that_helps_only_rivals() -> None:
    s = build_state(3, armies=KABUL, market={"T1": 102, "T0": 30}, deck=[103], active=B)
    assert "buy:1" not in list_greedy_answers(s, B)


def test_greedy_buys_a_check_to_prevent_a_rivals_win() -> None:
    """Without dominance the check brings B 3 VP, with it A would soon have 5."""
    s = build_state(
        2, tribes={"herat": {B: 3}}, armies={"kabul": {"afghan": 3}}, market={"T0": 102}, deck=[103], active=B
    )
    set_player(s, A, hand=[13, 17])
    assert list_greedy_answers(s, B)[0] == "buy:0"


def test_r9_3_greedy_foresees_the_check_of_its_own_cleanup() -> None:
    """The last check comes anyway, so the last action places the cylinder that decides it instead of buying it."""
    s = build_state(
        2, market={"T0": 104, "T1": 31}, tribes={"herat": {A: 1, B: 1}}, discards=[101, 102, 103], actions=1
    )
    set_player(s, A, rupees=4, court=[30])
    set_player(s, B, rupees=4, court=[9])
    assert list_greedy_answers(s) == ["use:30:gift", "2"]


def test_check_is_valued_more_as_the_deck_shrinks() -> None:
    """R3.3 One check in each of the lowest four piles."""
    far = build_state(2, deck=[*range(1, 25), 104], discards=[101, 102, 103])
    near = build_state(2, deck=[1, 2, 3, 4, 104], discards=[101, 102, 103])
    table_state = build_state(2, market={"T5": 104}, discards=[101, 102, 103])
    assert 0 < estimate_nearness(far) < estimate_nearness(near) < estimate_nearness(table_state) == 1


# ---------------------------------------------------------------- bribes


def find_reply(s: State, offer: int, card: int = 61) -> str:
    """Return B's reply to this offer by A, who wants to play the card into B's region."""
    game = start_match(s)
    for key in (f"play:{card}:left", f"offer:{offer}"):
        game.apply(Decision(game.step, A, (key,)))
    prompt = game.find_prompt(B)
    assert prompt is not None and prompt.text.key == "bribe.reply"
    ((key,),) = choose_greedy_line(game, prompt, Rng(bytes(32)), SearchBudget())
    return key


def test_r7_greedy_accepts_what_a_poor_payer_has() -> None:
    """A road does not harm B, and A has only one rupee."""
    s = build_state(2, tribes={"herat": {B: 2}})
    set_player(s, A, rupees=1, hand=[61], loyalty="british")
    assert find_reply(s, 1) == "accept"


def test_r7_greedy_asks_a_rich_payer_for_more() -> None:
    s = build_state(2, tribes={"herat": {B: 4}})
    set_player(s, A, rupees=8, hand=[61], loyalty="british")
    assert find_reply(s, 0).startswith(("counter:", "refuse"))


def test_r7_3_greedy_does_not_waive_a_bribe_for_the_betrayal_of_its_own_card() -> None:
    """B holds A's #10 hostage; A has only the two rupees for the betrayal itself, and offers no bribe."""
    s = build_state(2, market={"T5": 30, "B5": 31}, spies={10: {B: 1}, 73: {A: 1}})
    set_player(s, A, rupees=2, court=[10], loyalty="afghan")
    set_player(s, B, rupees=4, court=[73], loyalty="russian")
    game = start_match(s)
    for key in ("use:10:betray", "offer:0"):
        game.apply(Decision(game.step, A, (key,)))
    prompt = game.find_prompt(B)
    assert prompt is not None and prompt.text.key == "bribe.reply"
    assert choose_greedy_line(game, prompt, Rng(bytes(32)), SearchBudget()) == (("refuse",),)


@pytest.mark.parametrize("offer", [0, 1])
def test_r7_1_greedy_takes_missing_taxes_elsewhere(offer: int) -> None:
    """B lowers the bribe for A's hostage. A takes the rest of the tax from the market, as much as it can."""
    s = build_state(2, tribes={"kabul": {A: 1}}, spies={13: {B: 2}}, market={"T1": (30, 2), "B5": (31, 4)})
    set_player(s, A, rupees=2, court=[13], loyalty="afghan")
    set_player(s, B, rupees=2, court=[4, 8], loyalty="russian")
    game = start_match(s)
    for seat, answer in ((A, "use:13:tax"), (A, "player:1 player:1"), (A, f"offer:{offer}"), (B, "accept")):
        game.apply(Decision(game.step, seat, tuple(answer.split())))
    prompt = game.find_prompt(A)
    assert prompt is not None and prompt.question_key == "tax.again" and game.waiting_seats == (A,)
    (keys, *_) = choose_greedy_line(game, prompt, Rng(bytes(32)), SearchBudget())
    assert len(keys) == prompt.max == 2 - offer
    game.apply(Decision(game.step, A, keys))
    assert (game.state.players[A].rupees, game.state.players[B].rupees) == (4 - offer, 2)


def test_r7_greedy_pays_for_a_play_that_is_worth_it() -> None:
    """With a lead of four blocks A's coalition dominates, and the check is in the market."""
    s = build_state(2, tribes={"herat": {B: 1}}, armies=KABUL, market={"T0": 101}, deck=[102], actions=2)
    s.armies["kabul"] = {"afghan": 3}
    set_player(s, A, rupees=4, hand=[61])
    all_keys = list_greedy_answers(s)
    assert all_keys[0].startswith("play:61") and all_keys[1] in ("pay", "offer:1")


@pytest.mark.parametrize("rupees", [0, 1, 2, 8])
def test_r7_greedy_does_not_haggle_for_ever(rupees: int) -> None:
    """The play is not worth its bribe. Giving up costs nothing, so it must not start again."""
    s = build_state(2, market={"T3": (30, 1)}, spies={94: {B: 2}}, actions=1)
    set_player(s, A, rupees=rupees, court=[94])
    all_keys = list_greedy_answers(s)
    assert all_keys.count("use:94:tax") <= 1
    assert "cancel" not in all_keys


def play_with_refusal(rupees: int, card: int) -> list[str]:
    """Return A's and B's answers in a turn in which B, the ruler of the card's region, insists on the full bribe."""
    s = build_state(2, tribes={"herat": {B: 2}}, market={"T0": 35, "T3": (31, 1)}, deck=[103])
    set_player(s, A, rupees=rupees, hand=[card], court=[30], loyalty="british")
    game, rng = start_match(s), Rng(bytes(32))
    all_keys: list[str] = []
    while (prompt := game.find_prompt(game.waiting_seats[0])) is not None and prompt.kind != "confirm":
        keys = ("refuse",) if prompt.seat == B else choose_greedy_line(game, prompt, rng, SearchBudget())[0]
        all_keys += keys
        game.apply(Decision(game.step, prompt.seat, keys))
    return all_keys


@pytest.mark.parametrize(("rupees", "card"), [(1, 63), (5, 63), (5, 70), (8, 63), (8, 70)])
def test_r7_greedy_pays_after_a_refusal_or_does_not_start(rupees: int, card: int) -> None:
    """It does not repeat the offer only to give up again."""
    all_keys = play_with_refusal(rupees, card)
    assert sum(key.startswith("offer:") for key in all_keys) <= 1
    assert sum(key.startswith(f"play:{card}") for key in all_keys) <= 1
    assert "cancel" not in all_keys or rupees < 2


# ---------------------------------------------------------------- evaluation of positions


def test_evaluation_rises_with_every_asset() -> None:
    plain, better = build_state(2, deck=[101]), build_state(2, deck=[101], tribes={"kabul": {A: 1}}, armies=KABUL)
    set_player(better, A, rupees=9, court=[5, 8], hand=[11], gifts=[2])
    assert evaluate(better, A) > evaluate(plain, A) + 3
    assert evaluate(better, B) < evaluate(plain, B)


def test_evaluation_does_not_depend_on_hands_of_rivals() -> None:
    """R13 Only the number of cards in rivals' hands counts."""
    first_state, second_state = build_state(2, deck=[101]), build_state(2, deck=[101])
    set_player(first_state, B, hand=[1, 2])
    set_player(second_state, B, hand=[99, 100])
    assert evaluate(first_state, A) == evaluate(second_state, A)


def test_r10_1_only_winning_counts_at_the_end() -> None:
    s = build_state(3)
    s.phase = "over"
    set_player(s, B, vp=5)
    assert evaluate(s, B) == -evaluate(s, A) == -evaluate(s, C) > 50


def test_r9_1_greedy_discards_the_least_valuable_card() -> None:
    """A court of four with room for three: #37 has one star and one action, the others more of both."""
    s = build_state(2, actions=0)
    set_player(s, A, court=[11, 37, 13, 35])
    assert list_greedy_answers(s) == ["court:37"]
