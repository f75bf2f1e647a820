"""R7.4 Placing workers, and the skills that change it (B01, B03, B10, S10, S12, S13)."""

from __future__ import annotations

from engines.quo_vadis.rules.workers import compute_cost, place_workers
from tests.quo_vadis.stage import (
    STAGE,
    A,
    B,
    C,
    build_table,
    has_question,
    list_keys,
    place_town,
    play,
    put_workers,
    set_player,
    start_turn,
)


def test_e3_worker_costs() -> None:
    """E3 Workers of the Gigant in 2-4 (plains, desert, tundra) cost 0, then 1 + 1, then 1 food; there is no fourth."""
    s = build_table()
    set_player(s, A, food=3)
    start_turn(s, A, "2-4")
    played = play(s, lambda ctx: place_workers(ctx, A), "single", "place:a", "place:b", "place:a")
    assert s.players[A].stock["food"] == 0
    assert [s.find_space(f"2-4:{slot}").workers[A] for slot in "abc"] == [2, 1, 0]
    assert played.list_option_keys("workers.ask_one") == ["place:a", "place:b", "place:c"]


def test_r7_4_all_workers_in_one_answer() -> None:
    s = build_table()
    set_player(s, A, food=3)
    start_turn(s, A, "2-4")
    offered = list_keys(s, lambda ctx: place_workers(ctx, A))
    assert offered == ["place:a", "place:b", "place:c", "place:a+b", "place:a+c", "place:b+c", "single"]
    played = play(s, lambda ctx: place_workers(ctx, A), "place:a+b")
    assert played.render_detail("workers.ask", "place:a+b") == "2 food (leaves 1), control of 2-4"
    assert (s.players[A].stock["food"], s.players[A].workers) == (1, 8)
    assert played.sentences == ["Ann places workers on 2-4 left, 2-4 right for 2 food."]


def test_r7_4_the_first_worker_is_mandatory_if_food_allows_it() -> None:
    s = build_table()
    start_turn(s, A, "2-4")
    set_player(s, A, food=1)
    assert "stop" not in list_keys(s, lambda ctx: place_workers(ctx, A))
    set_player(s, A, food=0)
    assert play(s, lambda ctx: place_workers(ctx, A)).seat_questions == []  # only the plains are free
    assert s.find_space("2-4:a").workers[A] == 1
    optional = build_table(options={"first_worker": "optional"})
    start_turn(optional, A, "2-4")
    assert "stop" in list_keys(optional, lambda ctx: place_workers(ctx, A))


def test_r7_4_nothing_is_asked_if_no_worker_can_be_placed() -> None:
    s = build_table()
    start_turn(s, B, "1-3")  # mountain, desert, tundra: 1 food each for Deep One
    assert play(s, lambda ctx: place_workers(ctx, B)).message_keys == ["workers.none"]
    set_player(s, B, food=1)
    s.players[B].workers = 0
    put_workers(s, "2-4:a", *[B] * 10)
    s.players[B].workers = 0
    assert not has_question(s, lambda ctx: place_workers(ctx, B))


def test_r7_4_token_and_race_decide_the_terrain_cost() -> None:
    s = build_table()
    start_turn(s, B, "1-3")
    assert compute_cost(s, B, ["1-3:a"]).food == 1
    s.areas["1-3"].token = "sea"
    assert compute_cost(s, B, ["1-3:a"]).food == 0 and compute_cost(s, A, ["1-3:a"]).food == 1
    s.areas["1-3"].token = "plains"
    assert compute_cost(s, A, ["1-3:a"]).food == compute_cost(s, B, ["1-3:a"]).food == 0


def test_r7_4_an_option_warns_of_war() -> None:
    s = build_table()
    put_workers(s, "2-4:a", B)
    place_town(s, "2-4:c", C, 1)
    start_turn(s, A, "2-4")
    set_player(s, A, food=1)
    played = play(s, lambda ctx: place_workers(ctx, A), "place:b")
    assert played.render_detail("workers.ask", "place:a") == "no cost, war with Bela, Cem"
    assert played.render_detail("workers.ask", "place:b") == "1 food (leaves 0)"


def test_b01_the_first_terrain_cost_is_waived() -> None:
    s = build_table()
    start_turn(s, C, "1-3")  # no plains
    set_player(s, C, food=2)
    assert compute_cost(s, C, ["1-3:a", "1-3:b"]) == (3, False)
    set_player(s, C, skills=["B01"])
    assert compute_cost(s, C, ["1-3:a", "1-3:b"]) == (2, True)
    play(s, lambda ctx: place_workers(ctx, C), "single", "place:a", "place:b")
    assert s.players[C].stock["food"] == 0 and s.playing.is_waived


def test_b01_is_used_up_only_by_a_cost() -> None:
    """R10 The waiver is kept on plains, and used on the first rough space."""
    s = build_table()
    start_turn(s, B, "2-4")
    set_player(s, B, skills=["B01"], food=3)
    assert compute_cost(s, B, ["2-4:a"]) == (0, False)
    assert compute_cost(s, B, ["2-4:a", "2-4:b", "2-4:c"]) == (3, True)  # two extra workers, one terrain


def test_b03_the_first_additional_worker_has_no_extra_cost() -> None:
    s = build_table()
    start_turn(s, A, "2-4")
    set_player(s, A, food=3)
    assert compute_cost(s, A, ["2-4:a", "2-4:b", "2-4:c"]).food == 4
    set_player(s, A, skills=["B03"])
    assert compute_cost(s, A, ["2-4:a", "2-4:b", "2-4:c"]).food == 3


def test_b10_no_terrain_cost_beside_an_own_piece() -> None:
    s = build_table()
    start_turn(s, A, "2-4")
    assert compute_cost(s, A, ["2-4:b"]).food == 1
    set_player(s, A, skills=["B10"], food=2)
    assert compute_cost(s, A, ["2-4:b"]).food == 1
    assert compute_cost(s, A, ["2-4:a", "2-4:b"]).food == 1  # the worker on the plains is there first
    place_town(s, "2-4:c", A, 0)
    assert compute_cost(s, A, ["2-4:b"]).food == 1  # a destroyed town is no piece
    put_workers(s, "2-4:c", A)
    assert compute_cost(s, A, ["2-4:b"]).food == 0
    play(s, lambda ctx: place_workers(ctx, A), "place:a+b")
    assert s.players[A].stock["food"] == 1


def test_s12_one_more_terrain_is_suitable() -> None:
    s = build_table()
    start_turn(s, A, "2-4")
    set_player(s, A, skills=["S12"])
    s.players[A].adapted = "desert"
    assert (compute_cost(s, A, ["2-4:b"]).food, compute_cost(s, A, ["2-4:c"]).food) == (0, 1)


def test_s10_food_costs_may_be_paid_with_morale() -> None:
    s = build_table()
    start_turn(s, B, "1-3")
    set_player(s, B, food=0, morale=2)
    assert not has_question(s, lambda ctx: place_workers(ctx, B))
    set_player(s, B, skills=["S10"])
    offered = list_keys(s, lambda ctx: place_workers(ctx, B))
    assert offered[-1] == "stop"  # ruling 40: S10 never obliges
    play(s, lambda ctx: place_workers(ctx, B), "place:a")
    assert s.players[B].stock == {"morale": 1, "food": 0, "faith": 0}


def test_s10_any_part_of_the_cost() -> None:
    s = build_table()
    start_turn(s, B, "1-3")
    set_player(s, B, food=3, morale=3, skills=["S10"])
    played = play(s, lambda ctx: place_workers(ctx, B), "single", "place:a:m1", "place:b:m1", "stop")
    assert played.list_option_keys("workers.ask_one")[:2] == ["place:a", "place:a:m1"]
    assert s.players[B].stock == {"morale": 1, "food": 2, "faith": 0}


def test_s13_one_worker_outside() -> None:
    """S13 Once a turn, on a space that touches the genesis area; also the first worker."""
    s = build_table()
    start_turn(s, A, "2-4")
    set_player(s, A, food=3)
    assert not any("place:1-" in key for key in list_keys(s, lambda ctx: place_workers(ctx, A), "single"))
    set_player(s, A, skills=["S13"])
    offered = list_keys(s, lambda ctx: place_workers(ctx, A), "single")
    assert "place:1-2:c" in offered and "place:1-2:b" not in offered
    played = play(s, lambda ctx: place_workers(ctx, A), "single", "place:1-2:c", "place:a", "stop")
    assert s.find_space("1-2:c").workers[A] == 1 and s.players[A].stock["food"] == 1
    assert not any(option.key.startswith("place:1-") for option in played.prompts[2].options)


def test_s13_never_obliges() -> None:
    """Ruling 40: a worker that only S13 could place need not be placed."""
    s = build_table()
    start_turn(s, B, "3-4")  # plains, desert, sea: free for Deep One, so it must place
    set_player(s, B, skills=["S13"])
    assert "stop" not in list_keys(s, lambda ctx: place_workers(ctx, B))
    start_turn(s, B, "1-3")  # nothing can be paid there, but 2-4 beside it has plains
    offered = list_keys(s, lambda ctx: place_workers(ctx, B))
    assert offered == ["single", "stop"]


def test_r12_time_out_places_only_the_cheapest_mandatory_worker() -> None:
    s = build_table()
    start_turn(s, A, "2-4")
    set_player(s, A, food=3)
    assert STAGE.find_prompt(s, lambda ctx: place_workers(ctx, A)).timeout_answer == ("place:a",)
    s.playing.placed_spaces.append("2-4:a")
    assert STAGE.find_prompt(s, lambda ctx: place_workers(ctx, A)).timeout_answer == ("stop",)
