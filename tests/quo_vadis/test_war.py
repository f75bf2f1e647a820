"""R7.7 War. `test_war_skills.py` covers the skills that change it."""

from __future__ import annotations

import pytest

from engines.kernel import Message, load_catalogue
from engines.quo_vadis.rules.card_play import CardPlay, forecast_card
from engines.quo_vadis.rules.war.course import find_winner, play_war
from engines.quo_vadis.rules.war.strength import (
    compute_base_strength,
    compute_strength,
    create_war,
    find_die,
    find_elated,
    is_contested,
)
from engines.quo_vadis.table.state import Side, State, War
from tests.quo_vadis.stage import (
    NAMES,
    A,
    B,
    C,
    D,
    build_table,
    has_question,
    place_town,
    play,
    put_workers,
    set_player,
    start_turn,
)


def build_example_e9() -> State:
    """Return P2's turn in 2-4."""
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    put_workers(s, "2-4:b", A)
    place_town(s, "2-4:c", C, 1)
    place_town(s, "1-3:a", A, 1)
    put_workers(s, "2-5:a", A)
    put_workers(s, "2-5:b", A)
    place_town(s, "3-4:a", A, 1)
    place_town(s, "2-3:a", B, 1)
    put_workers(s, "1-5:a", B)
    start_turn(s, B, "2-4")
    return s


def test_e9_war() -> None:
    """E9 Strengths 2, 1, 4; bids 3, 0, 1; P2 elated; dice 2 and 5, 7, 4: 10 beats 9 and 8."""
    s = build_example_e9()
    set_player(s, A, morale=1)
    set_player(s, B, morale=3)
    played = play(s, lambda t: play_war(t, B), "bid:3", "bid:1", "cube:faith", dice=[2, 5, 7, 4])
    assert played.seat_questions == [(B, "bid.ask_last"), (A, "bid.ask"), (B, "spoils.ask")]
    fought = s.playing.war
    assert fought is not None
    assert [(side.seat, side.base, side.bid, side.sides, side.rolls, side.total) for side in fought.sides] == [
        (B, 2, 3, 6, [2, 5], 10),
        (C, 1, 0, 8, [7], 8),
        (A, 4, 1, 6, [4], 9),
    ]
    assert (fought.elated, fought.winner) == (B, B)
    said = load_catalogue("engines.quo_vadis").render(played.find_prompt("bid.ask").text, "en", NAMES)
    assert "your strength is 4 + d6 (workers 2, neighbours 2)" in said, "what it consists of"
    first, last = played.render_detail("bid.ask_last", "bid:3"), played.render_detail("bid.ask", "bid:1")
    assert "if no rival adds morale" in first, "what a chance supposes"
    assert "if no" not in last, "who declares last knows all"
    assert "Bela wins the war in 2-4 with 10 (Cem 8, Ann 9) and gains 2 VP (now 2)." in played.sentences
    assert s.players[B].points == 2 and s.players[B].stock == {"morale": 0, "food": 0, "faith": 1}
    assert s.players[C].wrath == s.players[A].wrath == 1
    assert s.find_space("2-4:a").workers == [0, 1, 0] and s.find_space("2-4:b").workers == [0, 0, 0]
    ruin = s.find_space("2-4:c").town
    assert ruin is not None and not ruin.is_active
    assert s.players[A].workers == 8


TABLE = [
    # workers of A to E in 2-4 (plains, desert, tundra), bids, dice as they fall; then, worked out by hand: who is
    # elated, totals, start player, winner. A is on turn. Gigant and Deep One roll d6, the others d8
    ("11000", "00", [3, 3], None, (4, 4), A, A),  # a tie goes to the start player
    ("11000", "00", [3, 3], None, (4, 4), B, B),
    ("12000", "00", [3, 2], None, (4, 4), A, A),
    ("12000", "00", [2, 2], None, (3, 4), A, B),  # a worker more
    ("11000", "21", [1, 5, 6], A, (8, 8), A, A),  # elated: the better of 1 and 5
    ("11000", "11", [6, 6], None, (8, 8), A, A),  # equal bids: nobody is elated
    ("11000", "01", [6, 2, 5], B, (7, 7), A, A),
    ("11000", "01", [6, 2, 6], B, (7, 8), A, B),
    ("21100", "003", [4, 6, 8, 1], C, (6, 7, 12), A, C),
    ("10100", "22", [6, 6], None, (9, 9), C, C),
    ("01110", "110", [5, 7, 8], None, (7, 9, 9), A, C),  # without the active player
    ("31000", "04", [1, 1, 1], B, (4, 6), A, B),
    ("11111", "10022", [6, 6, 8, 1, 4], None, (8, 7, 9, 4, 7), A, C),
    ("11111", "00000", [1, 1, 1, 1, 1], None, (2, 2, 2, 2, 2), D, D),
]


@pytest.mark.parametrize(("workers", "bids", "dice", "elation", "totals", "first", "winner"), TABLE)
def test_r7_7_a_table_of_wars(
    workers: str, bids: str, dice: list[int], elation: int | None, totals: tuple[int, ...], first: int, winner: int
) -> None:
    s = build_table(max(3, len(workers.rstrip("0"))), first=first)
    fighters = [seat for seat, number in enumerate(workers) if number != "0"]
    for seat in fighters:
        for slot in "abc"[: int(workers[seat])]:
            put_workers(s, f"2-4:{slot}", seat)
    start_turn(s, A, "2-4")
    order = [seat for seat in s.list_clockwise(A) if seat in fighters]
    for seat, morale in zip(order, bids, strict=True):
        set_player(s, seat, morale=int(morale))
    bid_by_seat = {seat: f"bid:{morale}" for seat, morale in zip(order, bids, strict=True) if morale != "0"}
    own_answer = bid_by_seat.pop(A, "yes")  # no declaration: the confirmation
    play(
        s,
        lambda t: play_war(t, A),
        own_answer,
        *(bid_by_seat[seat] for seat in order if seat in bid_by_seat),
        dice=dice,
    )
    fought = s.playing.war
    assert fought is not None
    assert (fought.elated, tuple(side.total for side in fought.sides), fought.winner) == (elation, totals, winner)
    assert s.players[winner].points == 2
    assert all(s.players[seat].wrath == (seat != winner) for seat in fighters)
    assert all(s.players[seat].stock["morale"] == 0 for seat in fighters)


def test_e10_war_tie() -> None:
    """E10 Of equals, the first clockwise from the start player wins."""
    s = build_table()
    fought = War("2-4", [Side(seat, 0, 0, 6, total=total) for seat, total in ((B, 9), (C, 9), (A, 7))])
    assert find_winner(s, fought) == B
    s.first = C
    assert find_winner(s, fought) == C


@pytest.mark.parametrize(
    ("bids", "expected"),
    [
        ((2, 2, 1), None),
        ((0, 0), None),
        ((1, 0), A),
        ((0, 1), B),
        ((3, 1, 2), A),
        ((0, 0, 0), None),
        ((1, 1), None),
    ],
)
def test_e11_elation(bids: tuple[int, ...], expected: int | None) -> None:
    """E11 Elated is only the seat that alone has spent the most."""
    s = build_table()
    assert find_elated(s, War("2-4", [Side(seat, 0, 0, 6, bid=bid) for seat, bid in enumerate(bids)])) == expected


@pytest.mark.parametrize(
    ("bids", "rallied", "expected"),
    [((2, 2, 1), B, B), ((2, 2, 1), C, None), ((0, 0, 0), B, None), ((1, 2, 0), A, B), ((1, 1, 1), C, C)],
)
def test_s17_a_tie_for_the_most_is_won(bids: tuple[int, ...], rallied: int, expected: int | None) -> None:
    """S17 With at least 1 spent. An elated side gets 2 more."""
    s = build_table()
    set_player(s, rallied, skills=["S17"])
    fought = War("2-4", [Side(seat, 3, 0, 6, bid=bid) for seat, bid in enumerate(bids)])
    fought.elated = find_elated(s, fought)
    assert fought.elated == expected
    plain = {side.seat: side.base + (side.bid or 0) for side in fought.sides}
    assert {side.seat: compute_strength(s, fought, side) - plain[side.seat] for side in fought.sides} == {
        seat: 2 if seat == expected == rallied else 0 for seat in range(3)
    }


BY_HAND = [
    # workers and towns of A, B in 2-4; morale bid; dice of A (and a second if elated), B -> winner; totals
    ((1, 0), (1, 0), (0, 0), (3, 4), B, (4, 5)),
    ((2, 0), (1, 0), (0, 0), (3, 4), A, (5, 5)),
    ((1, 0), (1, 1), (0, 0), (4, 2), A, (5, 4)),
    ((1, 0), (1, 0), (1, 0), (2, 5, 6), A, (7, 7)),
    ((1, 0), (1, 0), (1, 0), (6, 1, 4), A, (8, 5)),
    ((1, 0), (1, 0), (1, 1), (2, 3), B, (4, 5)),
    ((1, 0), (2, 0), (0, 2), (6, 1, 2), A, (7, 6)),
    ((3, 0), (1, 1), (0, 1), (4, 3, 6), B, (7, 9)),
    ((1, 1), (1, 0), (2, 1), (1, 1, 4), B, (5, 6)),
]


@pytest.mark.parametrize(("a", "b", "bids", "dice", "winner", "totals"), BY_HAND)
def test_r7_7_wars_worked_out_by_hand(
    a: tuple[int, int],
    b: tuple[int, int],
    bids: tuple[int, int],
    dice: tuple[int, ...],
    winner: int,
    totals: tuple[int, int],
) -> None:
    """R7.7 Strength, bids and dice: A is on turn and starts the game. All sums were made by hand."""
    s = build_table()
    for _ in range(a[0]):
        put_workers(s, "2-4:b", A)
    for _ in range(b[0]):
        put_workers(s, "2-4:b", B)
    if a[1]:
        place_town(s, "2-4:a", A, 2)
    if b[1]:
        place_town(s, "2-4:a", B, 2)
    set_player(s, A, morale=2 if bids[0] or bids[1] else 0, food=6, faith=6)
    set_player(s, B, morale=2 if bids[0] or bids[1] else 0, food=6, faith=6)
    start_turn(s, A, "2-4")
    answers = ["yes"]
    if bids[0] or bids[1]:
        answers = [f"bid:{bids[0]}", f"bid:{bids[1]}"]
    if (winner == A and b[1]) or (winner == B and a[1]):
        answers.append("")
    play(s, lambda t: play_war(t, A), *answers, dice=dice)
    fought = s.playing.war
    assert fought is not None and fought.winner == winner
    assert tuple(fought.find_side(seat).total for seat in (A, B)) == totals


def test_r7_7_trigger() -> None:
    """R7.7 A shared space, also with a town, also without the active player; not with a destroyed town."""
    s = build_table()
    start_turn(s, C, "2-4")
    area = s.areas["2-4"]
    put_workers(s, "2-4:a", A)
    put_workers(s, "2-4:b", B)
    assert not is_contested(area, s.seats) and not has_question(s, lambda t: play_war(t, C))
    ruin = place_town(s, "2-4:b", A, 0)
    assert not is_contested(area, s.seats)
    ruin.population = 1
    assert is_contested(area, s.seats)
    played = play(s, lambda t: play_war(t, C), "yes", "cube:food", dice=[1, 6])
    assert played.seat_questions[0] == (C, "war.ask") and s.playing.war is not None


def test_r7_7_only_the_genesis_area_matters() -> None:
    s = build_table()
    put_workers(s, "1-3:a", A, B)
    start_turn(s, A, "2-4")
    assert not has_question(s, lambda t: play_war(t, A))


def test_r7_7_seat_with_a_piece_on_another_space_takes_part() -> None:
    s = build_table(4)
    put_workers(s, "2-4:a", A, B)
    put_workers(s, "2-4:c", D)
    start_turn(s, B, "2-4")
    assert [side.seat for side in create_war(s).sides] == [B, D, A]


def test_r7_7_order_when_the_active_player_does_not_take_part() -> None:
    s = build_table(4)
    put_workers(s, "2-4:a", A, B, D)
    start_turn(s, C, "2-4")
    assert [side.seat for side in create_war(s).sides] == [D, A, B]


def test_r7_7_war_without_choices_asks_nothing() -> None:
    """R12 Without morale a bid of 0 needs no question; the war resolves after the confirmation."""
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    start_turn(s, A, "2-4")
    played = play(s, lambda t: play_war(t, A), "yes", dice=[5, 2])
    assert played.question_keys == ["war.ask"]
    assert s.players[A].points == 2 and s.players[B].wrath == 1


def test_r7_7_log_explains_missing_question_without_morale() -> None:
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    set_player(s, A, morale=0)
    set_player(s, B, morale=0)
    start_turn(s, A, "2-4")
    sentences = play(s, lambda t: play_war(t, A), "yes", dice=(6, 1)).sentences
    assert sentences[1:3] == [f"{name} has no morale to spend (strength 1)." for name in ("Ann", "Bela")]


def test_r7_7_a_destroyed_town_gives_no_strength_and_the_neighbours_count_once() -> None:
    s = build_example_e9()
    assert [compute_base_strength(s, seat) for seat in (A, B, C)] == [4, 2, 1]
    place_town(s, "2-4:b", A, 0)
    assert compute_base_strength(s, A) == 4
    place_town(s, "1-3:b", A, 3)
    assert compute_base_strength(s, A) == 4


def test_r7_7_the_die() -> None:
    """R7.7 d8 with an aptitude space in the genesis area, by print, token or S12."""
    s = build_table()
    start_turn(s, A, "2-4")  # plains, desert, tundra
    assert [find_die(s, seat) for seat in (A, B, C)] == [6, 6, 8]
    s.areas["2-4"].token = "sea"
    assert [find_die(s, seat) for seat in (A, B, C)] == [6, 8, 6]
    s.areas["2-4"].token = None
    s.players[A].adapted = "desert"
    assert find_die(s, A) == 8


def test_r7_7_a_loser_at_the_maximum_gains_no_wrath() -> None:
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    set_player(s, B, wrath=5)
    start_turn(s, A, "2-4")
    play(s, lambda t: play_war(t, A), "yes", dice=[5, 2])
    assert s.players[B].wrath == 5


def test_r7_7_the_winners_pieces_stay() -> None:
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    put_workers(s, "2-4:b", A)
    mine = place_town(s, "2-4:c", A, 1)
    start_turn(s, A, "2-4")
    play(s, lambda t: play_war(t, A), "yes", dice=[5, 2])
    assert (
        mine.population == 1
        and s.find_space("2-4:a").workers == [1, 0, 0]
        and s.find_space("2-4:b").workers == [1, 0, 0]
    )


def test_r7_7_spoils_are_one_per_town_up_to_capacity_and_may_be_declined() -> None:
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    towns = [place_town(s, "2-4:b", B, 3), place_town(s, "2-4:c", B, 1)]
    set_player(s, A, morale=6, food=6, faith=5)
    start_turn(s, A, "2-4")
    played = play(s, lambda t: play_war(t, A), "bid:6", "", dice=[6, 6, 1])
    assert played.list_option_keys("spoils.ask") == ["cube:morale", "cube:faith"]
    assert [t.population for t in towns] == [2, 0] and played.prompts[-1].max == 2


def test_r7_9_bonus_of_a_change_says_its_value_after_a_lost_war() -> None:
    """A bonus of 3 × 2 = 6 VP was stated as a fact while the war in one of the two areas was still to come."""

    def list_bonus_facts(population: int, *rivals: int) -> list[tuple[str, object]]:
        s = build_table()
        put_workers(s, "2-4:a", A, *rivals)
        put_workers(s, "2-4:b", A)
        if population:
            place_town(s, "2-4:c", A, population)
        put_workers(s, "1-3:a", A)
        put_workers(s, "1-3:b", A)
        set_player(s, A, hand="labour", stacks=["labour labour labour"])
        start_turn(s, A, "2-4")
        parts = forecast_card(s, A, CardPlay("labour", True, "labour")).args["parts"]
        assert isinstance(parts, tuple)
        return [(fact.key, fact.args["vp"]) for fact in parts if isinstance(fact, Message) and "bonus" in fact.key]

    assert list_bonus_facts(0) == [("card.bonus", 6)]
    assert list_bonus_facts(0, B) == list_bonus_facts(1, B) == [("card.bonus", 6), ("card.bonus_lost", 3)]
    assert list_bonus_facts(2, B) == [("card.bonus", 6)], "a town of two people stays"
