"""R2, R4, R5: set-up, the start of a round, the course of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from engines.kernel import Decision, GameContext, Match, Rng, Setup, pick_random_answer
from engines.marco_polo_ii import GAME
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.rules.round.beginning import keep_goals, pick_character
from engines.marco_polo_ii.rules.round.income import gain_income
from engines.marco_polo_ii.rules.round.rolling import roll_dice, take_dice_back
from engines.marco_polo_ii.rules.round.start import start_round
from engines.marco_polo_ii.rules.round.turn import _pass_turn
from engines.marco_polo_ii.table.setup import new_game
from engines.marco_polo_ii.table.state import PlacedDie, State, TravelRecord
from tests.marco_polo_ii.table import (
    STAGE,
    A,
    B,
    C,
    begin_turn,
    build_state,
    format_stock,
    list_bonus_actions,
    list_keys,
    list_open_spaces,
    own_die,
    play,
    set_player,
    take_scripted_turn,
)


def set_up_game(players: int, caravan: str = "off") -> State:
    return new_game(
        Setup(players, CONTENT.data.meta.colors[:players], {"caravan": caravan}), GameContext[Any](None, Rng(bytes(32)))
    )


def test_r2_components_on_the_table() -> None:
    s = set_up_game(4)
    assert [format_stock(player) for player in s.players] == ["C8 K3"] * 4
    assert all(player.figures == ["beijing"] and player.posts_left == 11 for player in s.players)
    assert all(len(player.contracts) == 1 and player.contracts[0].startswith("s") for player in s.players)
    assert sum(len(ids) for ids in s.on_offer.values()) == 10 and len(s.contract_pile.cards) == 32
    assert len(s.bonuses) == 6 and len(s.outposts) == 10
    assert len(s.city_cards) == 8 and len(s.cards.cards) == 17
    assert all(len(tiles) == 5 for tiles in s.tiles.values())
    assert len(s.available_characters) == 5 and not set(s.available_characters) & set(CONTENT.caravan_characters)
    assert s.routes == {} and all(not player.caravans for player in s.players)


def test_r2_12_the_caravan_expansion() -> None:
    s = set_up_game(3, "on")
    assert all(len(player.caravans) == 1 for player in s.players) and all(s.routes.values()) and len(s.routes) == 12


@pytest.mark.parametrize(
    ("players", "black_dice", "where"),
    [
        (4, 6, {}),
        (3, 5, {"khan_1": 1}),
        (
            2,
            4,
            {
                "khan_1": 1,
                "khan_2": 1,
                "special_hormuz_a": 1,
                "special_balkh_a": 1,
                "special_baghdad_a": 1,
                "market_gold_b": 5,
            },
        ),
    ],
)
def test_r2_7_black_and_neutral_dice(players: int, black_dice: int, where: dict[str, int]) -> None:
    s = set_up_game(players)
    assert GAME.view(s, None).black_dice == black_dice
    lying = {space: [die.value for die in dice] for space, dice in s.spaces.items() if dice}
    assert lying == {space: [value] for space, value in where.items()}
    take_dice_back(s)
    assert {space for space, dice in s.spaces.items() if dice} == set(where)


def test_r2_10_last_seat_chooses_a_character_first() -> None:
    s = set_up_game(3)
    order = s.list_seats_from(s.start)
    for seat in reversed(order):
        assert s.next_seat == seat
        play(s, pick_character, f"character:{s.available_characters[0]}")
    assert s.phase == "goals" and s.available_characters == []


@pytest.mark.parametrize(
    ("ident", "check"),
    [
        ("mailin", lambda p: p.figures == ["beijing", "beijing"] and p.coins == 11),
        ("piedro", lambda p: len(p.caravans) == 2),
        ("donata", lambda p: p.tokens == ["yellow", "green", "red"]),
        ("vidal", lambda p: len(p.caravans) == 1),
    ],
)
def test_r2_10_starting_gains_of_characters(ident: str, check: object) -> None:
    s = set_up_game(3, "on")
    s.available_characters, s.next_seat = [ident, "abha"], A
    play(s, pick_character, f"character:{ident}")
    assert callable(check) and check(s.players[A])


def test_r2_11_goals_are_kept_in_secret() -> None:
    s = set_up_game(2)
    s.phase = "goals"
    kept = [player.dealt_goals[1] for player in s.players]
    played = play(s, keep_goals, *(f"goal:{goal}" for goal in kept))
    assert [player.goal for player in s.players] == kept
    assert [prompt.seat for prompt in played.prompts] == [A, B]
    assert GAME.view(s, A).mats[B].goal is None and GAME.view(s, A).mats[A].goal == kept[A]


def build_between_rounds(number: int = 2, record: TravelRecord | None = None) -> State:
    s = build_state(number=number)
    s.playing, s.phase, s.record = None, "round", record
    return s


def test_r4_1_seat_that_travelled_with_most_dice_starts() -> None:
    s = build_between_rounds(record=TravelRecord(2, C))
    play(s, start_round, rolls=[6] * 15)
    assert s.start == C and s.record is None and s.next_seat == C and s.round == 3
    s = build_between_rounds()
    play(s, start_round, rolls=[6] * 15)
    assert s.start == A


def test_r4_2_r4_4_offers_and_common_cards_are_new() -> None:
    s = build_between_rounds()
    tiles, common = s.tiles["silk"][1], [s.city_cards["card_common_1"], s.city_cards["card_common_2"]]
    lhasa, top = s.city_cards["card_lhasa_1"], s.cards.cards[-1]
    play(s, start_round, rolls=[6] * 15)
    assert s.tiles["silk"][0] == tiles
    assert s.city_cards["card_common_1"] == top and s.cards.discard == common
    assert s.city_cards["card_lhasa_1"] == lhasa


def test_r4_4_route_tiles_are_turned_up() -> None:
    s = build_state(caravan=True)
    s.playing, s.phase, s.routes["t01"] = None, "round", False
    play(s, start_round, rolls=[6] * 15)
    assert s.routes["t01"] is True


def test_r4_3_income_of_cities_seals_and_characters() -> None:
    s = build_between_rounds()
    p = set_player(s, A, "abha", posts=["kashgar", "kochi", "xian"], seals={"tailor": True, "spicer": False})
    play(s, gain_income)
    assert format_stock(p) == "C7 K4 S1"  # 2 of hers, 5 of Kashgar, 3 camels of Kochi, tailor: silk and camel
    s = build_between_rounds(number=1)
    p = set_player(s, A, "abha")
    play(s, gain_income)
    assert format_stock(p) == "C2"


def test_r4_3_choices_are_made_by_all_at_once_and_once() -> None:
    s = build_between_rounds()
    a = set_player(s, A, posts=["baghdad"])
    b = set_player(s, B, posts=["baghdad", "turfan"])
    played = play(s, gain_income, "bonus:baghdad.pepper.gold", "bonus:baghdad.silk.gold")
    assert len(played.prompts) == 2
    assert (format_stock(a), format_stock(b)) == ("P1 G1", "S1 G1 VP3")


def test_r4_3_the_preset_takes_the_first_of_each_income() -> None:
    s = build_between_rounds()
    set_player(s, A, posts=["baghdad", "kochi"])
    s.bonuses["kochi"] = "cb7"
    prompt = STAGE.find_prompt(s, gain_income)
    assert prompt.topic == "income" and len(prompt.groups) == 2
    assert GAME.presets[prompt.topic].answer(prompt, None) == tuple(group[0].key for group in prompt.groups)


def test_r4_2_the_new_tiles_are_a_reveal() -> None:
    """The end of the last turn can no longer be taken back by a seat that is asked about its income."""
    s = build_between_rounds()
    set_player(s, A, posts=["baghdad"])
    table = GameContext[State](s, Rng(bytes(32)))
    start_round(table).send(None)
    assert table.has_revealed


def test_r4_3_a_copied_bonus() -> None:
    s = build_between_rounds()
    s.bonuses["kochi"] = "cb7"
    p = set_player(s, A, posts=["kochi"])
    played = play(s, gain_income, "bonus:kochi.cb5")
    options = played.list_option_keys("income.ask_one")
    assert "bonus:kochi.cb4.silk.gold" in options and "bonus:kochi.cb7" not in options
    assert format_stock(p) == "J2"


def test_r4_5_dice_come_back() -> None:
    s = build_between_rounds()
    s.spaces["guild"] = [own_die(A, 3), PlacedDie(4, "black", B)]
    s.players[A].black = [6]
    play(s, start_round, rolls=[6] * 15)
    assert s.spaces["guild"] == [] and s.players[A].black == [] and len(s.players[A].dice) == 5


def test_r4_6_compensation_is_asked_once_of_all_seats() -> None:
    s = build_between_rounds()
    played = play(s, roll_dice, "coins:10", "coins:0", rolls=[1] * 10 + [6] * 5)
    assert [prompt.seat for prompt in played.prompts] == [A, B]
    assert (format_stock(s.players[A]), format_stock(s.players[B]), format_stock(s.players[C])) == ("C10", "K10", "")


def test_r5_one_main_action_then_the_end() -> None:
    s = build_state()
    set_player(s, A, dice=[1, 1], contracts=["s7"], pepper=2, jade=1)
    played = take_scripted_turn(s, "space:market_pepper", "offer:free_1", "fulfil:s7", "good:gold", "yes")
    assert played.question_keys == ["turn.ask", "market.ask", "turn.end", "goods.any", "turn.end"]
    assert s.next_seat == B and s.playing is None


def test_r5_bonus_actions_are_not_offered_in_the_middle() -> None:
    s = build_state()
    set_player(s, A, dice=[1, 3], camels=5)
    played = take_scripted_turn(s, "space:market_pepper", "dice:1", "offer:free_1", "yes")
    assert [bool(prompt.side_actions) for prompt in played.prompts] == [True, False, False, True]


def test_r5_seat_without_dice_is_skipped() -> None:
    s = build_state()
    set_player(s, A, dice=[1, 1])
    set_player(s, B, dice=[])
    take_scripted_turn(s, "space:market_pepper", "offer:free_1", "yes")
    assert s.next_seat == C
    s = build_state()
    set_player(s, A, dice=[1])
    for seat in (B, C):
        set_player(s, seat, dice=[])
    take_scripted_turn(s, "space:market_pepper", "offer:free_1", "yes")
    assert s.phase == "round"
    s = build_state(number=5)
    set_player(s, A, dice=[1])
    for seat in (B, C):
        set_player(s, seat, dice=[])
    take_scripted_turn(s, "space:market_pepper", "offer:free_1", "yes")
    assert s.phase == "over" and GAME.is_over(s)


def test_r5_the_end_shows_the_goals() -> None:
    s = build_state(number=5)
    for seat in s.seats:
        set_player(s, seat, dice=[])
    table = GameContext[State](s, Rng(bytes(32)))
    _pass_turn(table, A)
    assert table.has_revealed
    assert [event.text.key for event in table.events] == ["goal.shown"] * 3


def build_stuck_state() -> State:
    """Return a table on which nothing is affordable: every space is occupied."""
    spaces = ("market_pepper", "market_silk", "market_gold_a", "market_gold_b", "guild", "travel_1", "contracts")
    dice = {space: [own_die(B, 1)] for space in spaces}
    dice |= {f"khan_{n}": [own_die(B if n == 1 else C, n)] for n in range(1, 5)}
    dice |= {f"card_common_{n}": [own_die(B, 1)] for n in (1, 2)}
    return build_state(dice=dice)


def test_r5_without_a_legal_main_action_the_purse_and_then_the_end() -> None:
    s = build_stuck_state()
    p = set_player(s, A, dice=[6])
    assert list_keys(s) == ["purse:1.6", "purse:2.6", "purse:3.6"] and "bonus:purse" not in list_bonus_actions(s)
    p.dice = [6, 6]
    s.spaces["travel_2"] = [own_die(B, 1)]
    assert list_keys(s, "purse:3.6") == ["purse:1.6", "purse:2.6", "purse:3.6", "end"]
    take_scripted_turn(s, "purse:3.6", "end", "yes")
    assert p.dice == [6] and format_stock(p) == "J1" and s.next_seat == B


def test_r5_a_token_is_never_owed() -> None:
    """R12 Donata: her dice open nothing, her token would."""
    s = build_stuck_state()
    s.has_caravan = True
    p = set_player(s, A, "donata", dice=[1, 6, 6], tokens=["red"])
    s.spaces["travel_2"] = s.spaces["travel_3"] = [own_die(B, 1)]
    s.spaces["card_common_1"], s.city_cards["card_common_1"] = [], "k06"
    s.players[C].posts = ["lhasa"]
    assert "end" not in list_keys(s)
    s.spaces["card_common_1"] = [own_die(B, 1)]
    s.city_cards["card_lhasa_1"] = "k06"
    p.tokens = ["green"]
    assert list_keys(s) == ["space:card_lhasa_1"]
    assert list_keys(s, "bonus:purse", "purse:1.1") == ["space:card_lhasa_1", "end"]


def test_r5_the_last_die_in_the_purse_ends_the_duty() -> None:
    """R16.22 A die that comes later in the turn does not revive it."""
    s = build_state()
    p = set_player(s, A, dice=[2], camels=3)
    played = take_scripted_turn(s, "bonus:purse", "purse:2.2", "bonus:black", "yes", "yes", rolls=[4])
    assert "turn.stuck" not in played.question_keys and p.black == [4]


def test_r5_a_turn_goes_on_from_a_state_inside_it() -> None:
    match = Match.start(GAME, GAME.build_setup(3), bytes(32))
    rng = Rng(bytes(32))
    while match.state.playing is None or not match.state.playing.has_acted:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
    again = match.checkpoint_here()
    assert again.state.playing == match.state.playing


def test_r5_end_of_turn_fills_the_contract_spaces() -> None:
    """R16.7, R16.23"""
    s = build_state(on_offer={"xian": [None, "c01"]})
    top = s.contract_pile.cards[-1]
    set_player(s, A, dice=[1])
    take_scripted_turn(s, "space:market_pepper", "offer:free_1", "yes")
    assert s.on_offer["xian"] == [top, "c01"]
    s = build_state(on_offer={"xian": [None, "c01"]})
    s.contract_pile.cards = []
    set_player(s, A, dice=[1])
    take_scripted_turn(s, "space:market_pepper", "offer:free_1", "yes")
    assert s.on_offer["xian"] == [None, "c01"]


def test_r5_turn_info_and_summary() -> None:
    s = build_state()
    set_player(s, A, dice=[1])
    played = take_scripted_turn(s, "space:market_pepper", "offer:free_1", "yes")
    assert played.render_detail("turn.end", "yes") == "camels 0 → 1, pepper 0 → 2"
    assert GAME.turn_info is not None
    moment = GAME.turn_info(GAME.view(s, None))
    assert (moment.turn, moment.following) == (B, (C,)) and moment.public_points == (0, 0, 0)
    begin_turn(s, B)
    assert list_open_spaces(s)
