"""R2, R4, R5: set-up, the start of a round, the course of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from engines.kernel import Decision, Match, Rng, Setup, Table, random_answer
from engines.marco_polo_ii import GAME
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.rules.round.beginning import keep_goals, pick_character
from engines.marco_polo_ii.rules.round.income import income
from engines.marco_polo_ii.rules.round.rolling import roll, take_dice_back
from engines.marco_polo_ii.rules.round.start import start_round
from engines.marco_polo_ii.table.setup import new
from engines.marco_polo_ii.table.state import Placed, State, Travelled
from tests.marco_polo_ii.table import A, B, C, asides, begin, game, keys, own, person, play, spaces_open, stock, turn


def fresh(players: int, caravan: str = "off") -> State:
    return new(
        Setup(players, CONTENT.data.meta.colors[:players], {"caravan": caravan}), Table[Any](None, Rng(bytes(32)))
    )


def test_r2_what_lies_on_the_table() -> None:
    s = fresh(4)
    assert [stock(player) for player in s.players] == ["C8 K3"] * 4
    assert all(player.figures == ["beijing"] and player.posts_left == 11 for player in s.players)
    assert all(len(player.contracts) == 1 and player.contracts[0].startswith("s") for player in s.players)
    assert sum(len(ids) for ids in s.on_offer.values()) == 10 and len(s.letters.cards) == 32
    assert len(s.bonuses) == 6 and len(s.outposts) == 10
    assert len(s.city_cards) == 8 and len(s.cards.cards) == 17
    assert all(len(tiles) == 5 for tiles in s.tiles.values())
    assert len(s.offered) == 5 and not set(s.offered) & set(CONTENT.caravan_characters)
    assert s.routes == {} and all(not player.caravans for player in s.players)


def test_r2_12_the_caravan_expansion() -> None:
    s = fresh(3, "on")
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
    s = fresh(players)
    assert GAME.view(s, None).black_dice == black_dice
    lying = {space: [die.value for die in dice] for space, dice in s.spaces.items() if dice}
    assert lying == {space: [value] for space, value in where.items()}
    take_dice_back(s)
    assert {space for space, dice in s.spaces.items() if dice} == set(where)


def test_r2_10_the_last_one_chooses_a_character_first() -> None:
    s = fresh(3)
    order = s.clockwise(s.start)
    for seat in reversed(order):
        assert s.next_seat == seat
        play(s, pick_character, f"character:{s.offered[0]}")
    assert s.phase == "goals" and s.offered == []


@pytest.mark.parametrize(
    ("ident", "check"),
    [
        ("mailin", lambda p: p.figures == ["beijing", "beijing"] and p.coins == 11),
        ("piedro", lambda p: len(p.caravans) == 2),
        ("donata", lambda p: p.tokens == ["yellow", "green", "red"]),
        ("vidal", lambda p: len(p.caravans) == 1),
    ],
)
def test_r2_10_what_a_character_brings_to_the_start(ident: str, check: object) -> None:
    s = fresh(3, "on")
    s.offered, s.next_seat = [ident, "abha"], A
    play(s, pick_character, f"character:{ident}")
    assert callable(check) and check(s.players[A])


def test_r2_11_goals_are_kept_in_secret() -> None:
    s = fresh(2)
    s.phase = "goals"
    kept = [player.dealt[1] for player in s.players]
    played = play(s, keep_goals, *(f"goal:{goal}" for goal in kept))
    assert [player.goal for player in s.players] == kept
    assert [prompt.seat for prompt in played.prompts] == [A, B]
    assert GAME.view(s, A).mats[B].goal is None and GAME.view(s, A).mats[A].goal == kept[A]


def between(number: int = 2, record: Travelled | None = None) -> State:
    s = game(number=number)
    s.playing, s.phase, s.record = None, "round", record
    return s


def test_r4_1_who_travelled_with_most_dice_starts() -> None:
    s = between(record=Travelled(2, C))
    play(s, start_round, rolls=[6] * 15)
    assert s.start == C and s.record is None and s.next_seat == C and s.round == 3
    s = between()
    play(s, start_round, rolls=[6] * 15)
    assert s.start == A


def test_r4_2_r4_4_offers_and_common_cards_are_new() -> None:
    s = between()
    tiles, common = s.tiles["silk"][1], [s.city_cards["card_common_1"], s.city_cards["card_common_2"]]
    lhasa, top = s.city_cards["card_lhasa_1"], s.cards.cards[-1]
    play(s, start_round, rolls=[6] * 15)
    assert s.tiles["silk"][0] == tiles
    assert s.city_cards["card_common_1"] == top and s.cards.discard == common
    assert s.city_cards["card_lhasa_1"] == lhasa


def test_r4_4_route_tiles_are_turned_up() -> None:
    s = game(caravan=True)
    s.playing, s.phase, s.routes["t01"] = None, "round", False
    play(s, start_round, rolls=[6] * 15)
    assert s.routes["t01"] is True


def test_r4_3_income_of_cities_seals_and_characters() -> None:
    s = between()
    p = person(s, A, "abha", posts=["kashgar", "kochi", "xian"], seals={"tailor": True, "spicer": False})
    play(s, income)
    assert stock(p) == "C7 K4 S1"  # 2 of hers, 5 of Kashgar, 3 camels of Kochi, tailor: silk and camel
    s = between(number=1)
    p = person(s, A, "abha")
    play(s, income)
    assert stock(p) == "C2"


def test_r4_3_choices_are_made_by_all_at_once_and_once() -> None:
    s = between()
    a = person(s, A, posts=["baghdad"])
    b = person(s, B, posts=["baghdad", "turfan"])
    played = play(s, income, "bonus:baghdad.pepper.gold", "bonus:baghdad.silk.gold")
    assert len(played.prompts) == 2
    assert (stock(a), stock(b)) == ("P1 G1", "S1 G1 VP3")


def test_r4_3_a_copied_bonus() -> None:
    s = between()
    s.bonuses["kochi"] = "cb7"
    p = person(s, A, posts=["kochi"])
    played = play(s, income, "bonus:kochi.cb5")
    options = played.keys("income.ask_one")
    assert "bonus:kochi.cb4.silk.gold" in options and "bonus:kochi.cb7" not in options
    assert stock(p) == "J2"


def test_r4_5_dice_come_back() -> None:
    s = between()
    s.spaces["guild"] = [own(A, 3), Placed(4, "black", B)]
    s.players[A].black = [6]
    play(s, start_round, rolls=[6] * 15)
    assert s.spaces["guild"] == [] and s.players[A].black == [] and len(s.players[A].dice) == 5


def test_r4_6_who_lacks_something_is_asked_once_together() -> None:
    s = between()
    played = play(s, roll, "coins:10", "coins:0", rolls=[1] * 10 + [6] * 5)
    assert [prompt.seat for prompt in played.prompts] == [A, B]
    assert (stock(s.players[A]), stock(s.players[B]), stock(s.players[C])) == ("C10", "K10", "")


def test_r5_one_main_action_then_the_end() -> None:
    s = game()
    person(s, A, dice=[1, 1], contracts=["s7"], pepper=2, jade=1)
    played = turn(s, "space:market_pepper", "offer:free_1", "fulfil:s7", "good:gold", "yes")
    assert played.questions == ["turn.ask", "market.ask", "turn.end", "goods.any", "turn.end"]
    assert s.next_seat == B and s.playing is None


def test_r5_bonus_actions_are_not_offered_in_the_middle() -> None:
    s = game()
    person(s, A, dice=[1, 3], camels=5)
    played = turn(s, "space:market_pepper", "dice:1", "offer:free_1", "yes")
    assert [bool(prompt.asides) for prompt in played.prompts] == [True, False, False, True]


def test_r5_whoever_has_no_dice_is_skipped() -> None:
    s = game()
    person(s, A, dice=[1, 1])
    person(s, B, dice=[])
    turn(s, "space:market_pepper", "offer:free_1", "yes")
    assert s.next_seat == C
    s = game()
    person(s, A, dice=[1])
    for seat in (B, C):
        person(s, seat, dice=[])
    turn(s, "space:market_pepper", "offer:free_1", "yes")
    assert s.phase == "round"
    s = game(number=5)
    person(s, A, dice=[1])
    for seat in (B, C):
        person(s, seat, dice=[])
    turn(s, "space:market_pepper", "offer:free_1", "yes")
    assert s.phase == "over" and GAME.over(s)


def stuck() -> State:
    """Nothing can be paid for: everything is occupied."""
    spaces = ("market_pepper", "market_silk", "market_gold_a", "market_gold_b", "guild", "travel_1", "contracts")
    dice = {space: [own(B, 1)] for space in spaces}
    dice |= {f"khan_{n}": [own(B if n == 1 else C, n)] for n in range(1, 5)}
    dice |= {f"card_common_{n}": [own(B, 1)] for n in (1, 2)}
    return game(dice=dice)


def test_r5_without_a_legal_main_action_the_purse_and_then_the_end() -> None:
    s = stuck()
    p = person(s, A, dice=[6])
    assert keys(s) == ["purse:1.6", "purse:2.6", "purse:3.6"] and "bonus:purse" not in asides(s)
    p.dice = [6, 6]
    s.spaces["travel_2"] = [own(B, 1)]
    assert keys(s, "purse:3.6") == ["purse:1.6", "purse:2.6", "purse:3.6", "end"]
    turn(s, "purse:3.6", "end", "yes")
    assert p.dice == [6] and stock(p) == "J1" and s.next_seat == B


def test_r5_a_token_is_never_owed() -> None:
    """R12 Donata: her dice open nothing, her token would."""
    s = stuck()
    s.caravan = True
    p = person(s, A, "donata", dice=[1, 6, 6], tokens=["red"])
    s.spaces["travel_2"] = s.spaces["travel_3"] = [own(B, 1)]
    s.spaces["card_common_1"], s.city_cards["card_common_1"] = [], "k06"
    s.players[C].posts = ["lhasa"]
    assert "end" not in keys(s)
    s.spaces["card_common_1"] = [own(B, 1)]
    s.city_cards["card_lhasa_1"] = "k06"
    p.tokens = ["green"]
    assert keys(s) == ["space:card_lhasa_1"]
    assert keys(s, "bonus:purse", "purse:1.1") == ["space:card_lhasa_1", "end"]


def test_r5_the_last_die_in_the_purse_ends_the_duty() -> None:
    """R16.22 A die that comes later in the turn does not revive it."""
    s = game()
    p = person(s, A, dice=[2], camels=3)
    played = turn(s, "bonus:purse", "purse:2.2", "bonus:black", "yes", "yes", rolls=[4])
    assert "turn.stuck" not in played.questions and p.black == [4]


def test_r5_a_turn_goes_on_from_a_state_inside_it() -> None:
    match = Match.start(GAME, GAME.setup(3), bytes(32))
    rng = Rng(bytes(32))
    while match.state.playing is None or not match.state.playing.acted:
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        match.apply(Decision(match.step, seat, random_answer(match, prompt, rng)))
    again = match.afresh()
    assert again.state.playing == match.state.playing


def test_r5_end_of_turn_fills_the_contract_spaces() -> None:
    """R16.7, R16.23"""
    s = game(on_offer={"xian": [None, "c01"]})
    top = s.letters.cards[-1]
    person(s, A, dice=[1])
    turn(s, "space:market_pepper", "offer:free_1", "yes")
    assert s.on_offer["xian"] == [top, "c01"]
    s = game(on_offer={"xian": [None, "c01"]})
    s.letters.cards = []
    person(s, A, dice=[1])
    turn(s, "space:market_pepper", "offer:free_1", "yes")
    assert s.on_offer["xian"] == [None, "c01"]


def test_r5_moment_and_summary() -> None:
    s = game()
    person(s, A, dice=[1])
    played = turn(s, "space:market_pepper", "offer:free_1", "yes")
    assert played.detail("turn.end", "yes") == "camels 0 → 1, pepper 0 → 2"
    assert GAME.moment is not None
    moment = GAME.moment(GAME.view(s, None))
    assert (moment.turn, moment.following) == (B, (C,)) and moment.standing == (0, 0, 0)
    begin(s, B)
    assert spaces_open(s)
