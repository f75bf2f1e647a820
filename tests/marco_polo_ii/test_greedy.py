"""The computer player: its evaluation, its search, its strength; and the reasons of first-game aids."""

from __future__ import annotations

import pytest

from engines.kernel import (
    LANGS,
    Decision,
    Match,
    Message,
    Prompt,
    Rng,
    SearchBudget,
    choose_line,
    list_suggestions,
    message,
)
from engines.marco_polo_ii import GAME
from engines.marco_polo_ii.computer.evaluation import count_open_steps, evaluate
from engines.marco_polo_ii.computer.greedy import estimate_prospect, greedy, list_options_to_try
from engines.marco_polo_ii.computer.reasons import explain_gains, explain_hopes, is_repeat
from engines.marco_polo_ii.data.types import Gain
from engines.marco_polo_ii.rules.contracts import take_from_pile
from engines.marco_polo_ii.rules.round.turn import take_turn
from engines.marco_polo_ii.table.names import describe_amounts
from engines.marco_polo_ii.table.questions import MainAction, RollAgain, RollBlack, TakeFromPile
from tests.duel import Duel, play_duel
from tests.marco_polo_ii.table import STAGE, WORDS, A, build_state, find_question, set_player, take_scripted_turn


@pytest.mark.release
def test_greedy_beats_random() -> None:
    """`python -m tests.duel marco_polo_ii --games 200` counts how often."""
    for number in range(1):
        result = play_duel(Duel("marco_polo_ii", number, "greedy", "random", tries=40))
        assert result.wins == 1 and result.vp > 50


def test_evaluation_grows_with_gains() -> None:
    s = build_state()
    p = set_player(s, A, dice=[3])
    value = evaluate(s, A)
    for name, better in (
        ("coins", 3),
        ("gold", 1),
        ("black", [4]),
        ("posts", ["xian"]),
        ("seals", {"tailor": False}),
        ("contract_slots", ["c01", None]),
    ):
        old = getattr(p, name)
        setattr(p, name, better)
        assert evaluate(s, A) > value, name
        setattr(p, name, old)


def test_distances_are_steps_without_seals() -> None:
    assert (
        count_open_steps("beijing", "beijing"),
        count_open_steps("beijing", "xian"),
        count_open_steps("fuzhou", "sumatra"),
    ) == (0, 2, 3)


def test_cheapest_of_equivalent_dice_is_tried() -> None:
    s = build_state()
    set_player(s, A, dice=[3, 4, 6])
    prompt = find_question(s, "space:market_silk")
    assert [option.key for option in list_options_to_try(s, prompt)] == ["dice:3"]
    assert [option.key for option in prompt.options] == ["dice:3", "dice:4", "dice:6"]


def test_turn_can_be_evaluated_where_bonus_actions_repeat() -> None:
    s = build_state()
    set_player(s, A, dice=[3])
    prompt = STAGE.find_prompt(s, take_turn)
    assert isinstance(prompt.subject, MainAction) and greedy.is_rest(prompt)


def test_drawn_contract_has_less_value_in_the_last_round() -> None:
    hopes = []
    for number in (1, 5):
        s = build_state(2, number=number)
        hopes.append(estimate_prospect(s, STAGE.find_prompt(s, lambda t: take_from_pile(t, A, 1))))
    assert hopes[1] < 0.5 * hopes[0]


def test_greedy_continues_after_the_main_action() -> None:
    """It fulfils a contract at the end of a turn if it can."""
    match = Match.start(GAME, GAME.build_setup(2), bytes(32))
    rng, ended = Rng(bytes(32)), 0
    while not match.is_over and ended < 5:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        line = choose_line(match, seat, greedy, rng, SearchBudget(60))
        if prompt.text.key == "turn.end" and line[0] == ("yes",):
            ended += 1
            assert not any(option.key.startswith("fulfil:") for option in prompt.side_actions)

        match.apply(Decision(match.step, seat, line[0]))
    assert ended == 5


def test_reasons_name_gains_of_the_turn() -> None:
    s = build_state(outposts={"fuzhou": "op01"})
    before = build_state(outposts={"fuzhou": "op01"})
    for table in (s, before):
        set_player(table, A, coins=6, dice=[1])
        table.on_offer = {city: [None, None] for city in table.on_offer}
    take_scripted_turn(s, "space:travel_1", "to:0.fuzhou", "yes")
    sentences = [WORDS.render(why, "en") for why in explain_gains(before, s, A)]
    assert sentences == ["a post in Fuzhou, new crest: snake", "+2 gold"]


def test_contracts_of_equal_points_are_counted() -> None:
    """Their reason read "a contract for 7 VP, a contract for 7 VP"."""
    before, poor, rich = (build_state(2) for _ in range(3))
    set_player(poor, A, contracts=["c10", "c19"])
    set_player(rich, A, contracts=["c10", "c19"], camels=2, pepper=3, silk=4)
    told = [[WORDS.render(why, lang) for lang in LANGS for why in explain_gains(before, s, A)] for s in (poor, rich)]
    assert told[0] == ["7点の契約2枚", "2 contracts for 7 VP each"]
    assert told[1][0] == "7点の契約2枚をそれぞれ達成できる"
    assert "each of 2 contracts for 7 VP can be fulfilled" in told[1]
    set_player(poor, A, contracts=["c10", "c42"])
    assert [WORDS.render(why, "ja") for why in explain_gains(before, poor, A)] == ["7点の契約", "10点の契約"]


def test_first_game_aids_mark_some_options() -> None:
    match = Match.start(GAME, GAME.build_setup(2, options={"aids": "on"}), bytes([5] * 32))
    rng = Rng(bytes(32))
    while match.state.phase != "turns":
        seat = match.waiting_seats[0]

        match.apply(Decision(match.step, seat, choose_line(match, seat, greedy, rng)[0]))
    assert GAME.aids is not None
    assert 1 <= len(list_suggestions(match, match.waiting_seats[0], GAME.aids)) <= 2


@pytest.mark.release
def test_dice_are_not_rerolled_repeatedly_to_delay_the_main_action() -> None:
    """A high die stays: a chance of something better is not worth a camel."""
    again = []
    match, rng = Match.start(GAME, GAME.build_setup(2), bytes([1]) * 32), Rng(bytes(32))
    while not match.is_over:
        seat = match.waiting_seats[0]
        for answer in choose_line(match, seat, greedy, rng, SearchBudget(40)):
            prompt = match.find_prompt(seat)
            if prompt is None:
                break
            if isinstance(prompt.subject, RollAgain) and answer == ("yes",):
                again.append(prompt.subject.value)
            match.apply(Decision(match.step, seat, answer))
    assert not [value for value in again if value > 3]


def test_reason_is_the_chance_result_and_not_the_label() -> None:
    """R9.4, R10 Three camels for a black die had "brings nothing at once"; "6 coins" had "+6 coins"."""

    def explain_hope(about: RollBlack | RollAgain | TakeFromPile) -> str:
        [why] = explain_hopes(build_state(), Prompt(A, Message("turn.end"), (), subject=about))
        return WORDS.render(why, "en")

    assert explain_hope(RollBlack(1)) == "1 more die for this round, as the roll decides"
    assert explain_hope(RollAgain(1)) == "the 1 is rolled anew (the average is 3½)"
    assert explain_hope(TakeFromPile(2)) == "2 contracts from the pile, unseen"
    coins, jade = (describe_amounts(Gain(**{good: 2})) for good in ("coins", "jade"))
    assert is_repeat(message("aid.goods", gain=coins), coins) and not is_repeat(message("aid.goods", gain=coins), jade)
    for label in ("bonus.filippo", "bonus.gain", "bonus.copy_of"):
        assert is_repeat(message("aid.goods", gain=coins), message(label, gain=coins))
        assert not is_repeat(message("aid.goods", gain=coins), message(label, gain=jade))
