"""R8.5, R12: a path asked place by place, for Möngke and where there are too many paths to choose from."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engines.kernel import LANGS, Lang
from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.data.types import Cost
from engines.marco_polo_ii.rules.payment import can_pay
from engines.marco_polo_ii.rules.reach import build_resources, list_reachable
from engines.marco_polo_ii.rules.walks import must_walk
from engines.marco_polo_ii.table.paths import list_next_paths, start_path
from engines.marco_polo_ii.table.questions import MAX_OPTIONS, NextPlace
from engines.marco_polo_ii.table.state import Budget, Leg, OngoingMovement
from engines.marco_polo_ii.view import build_view
from tests.check_each import check_each
from tests.marco_polo_ii.table import (
    A,
    B,
    build_state,
    find_question,
    format_stock,
    list_keys,
    render_option,
    set_player,
    take_scripted_turn,
)

EMPTY: dict[str, list[str | None]] = {city: [None, None] for city in CONTENT.contract_cities}
RICH: dict[str, Any] = {"coins": 30, "camels": 15, "jade": 3}


def test_r12_mongke_pays_for_the_whole_walk_when_it_ends() -> None:
    """R16.24 and W8: the routes are paid in one piece, then the post and the oases bring their gains."""
    s = build_state(on_offer=EMPTY)
    p = set_player(s, A, "mongke", coins=1, camels=3, dice=[2, 2], figures=["lanzhou"])
    travel = ("space:travel_2", "step:0.oasis_b", "step:0.karakorum")
    question = find_question(s, *travel)
    assert question.subject == NextPlace(1, ("lanzhou", "oasis_b", "karakorum")) and question.default == ("stop",)
    assert question.options[0].place == "to:0.karakorum"
    played = take_scripted_turn(s, *travel, "stop", "oases:0", "yes")
    assert p.figures == ["karakorum"] and p.posts == ["karakorum"] and format_stock(p) == "C1 K3 VP3"
    assert "move.done_via" in [msg.key for msg in played.messages]


def test_walk_whose_steps_are_used_says_that_only_oases_are_left() -> None:
    s = build_state(on_offer=EMPTY)
    set_player(s, A, "mongke", coins=9, camels=9, dice=[1, 1], figures=["lanzhou"])
    keys = ["space:travel_1", "step:0.xian"]
    question = find_question(s, *keys)
    assert isinstance(question.subject, NextPlace) and question.subject.steps == 0
    assert question.question.key == "move.walk_free"
    assert {option.key.partition("_")[0] for option in question.options} == {"stop", "step:0.oasis"}


def test_a_move_of_a_reward_may_be_declined_before_the_first_step_only() -> None:
    s = build_state(on_offer=EMPTY)
    p = set_player(s, A, "mongke", pepper=3, camels=1, contracts=["s2"], dice=[1], figures=["xian"])
    keys = list_keys(s, "fulfil:s2")
    assert keys[0] == "stay" and set(keys[1:]) == {"step:0.oasis_a", "step:0.oasis_e"}
    assert list_keys(s, "fulfil:s2", "step:0.oasis_a")[0] == "stop"
    take_scripted_turn(s, "fulfil:s2", "stay", "space:market_pepper", "offer:free_1", "yes")
    assert p.figures == ["xian"]


@pytest.mark.parametrize("lang", LANGS)
def test_a_step_names_its_price_and_what_it_brings(lang: Lang) -> None:
    s = build_state(outposts={"lanzhou": "op06"}, on_offer=EMPTY)
    set_player(s, A, "mongke", coins=6, camels=3, dice=[2, 2], figures=["karakorum"])
    first = find_question(s, "space:travel_2")
    assert {
        "en": ("Go to oasis Q", "free · get 3 VP and 2 coins or 1 camel"),
        "ja": ("オアシスQへ進む", "無料・3点と、2コインか1ラクダを獲得"),
    }[lang] == render_option(first, "step:0.oasis_b", lang)
    second = find_question(s, "space:travel_2", "step:0.oasis_b")
    _, detail = render_option(second, "step:0.lanzhou", lang)
    assert detail.startswith(
        {
            "en": "+1 camel · pay 1 camel in all · if you stop there, get a post",
            "ja": "+1ラクダ・合計で1ラクダを支払い・そこで止まれば交易所",
        }[lang]
    )


@check_each("number", range(60))
def test_no_movement_has_more_options_than_a_menu(number: int) -> None:
    """A question whose options would not fit is asked place by place; one place has at most five neighbours."""
    rng = random.Random(number)
    character = rng.choice(["mongke", "mailin", "gantulga", "abha"])
    s = build_state()
    figures = [rng.choice([*CONTENT.data.cities, *CONTENT.data.oases]) for _ in range(1 + (character == "mailin"))]
    seals = {guild: False for guild in GUILDS if rng.random() < 0.7}
    p = set_player(s, A, character, figures=figures, seals=seals, **RICH)
    p.posts = [city for city in CONTENT.trade_cities if rng.random() < 0.3]
    budget = Budget(rng.randint(1, 6), allows_extra_post=rng.random() < 0.5, is_optional=True)
    if not must_walk(s, A, OngoingMovement(budget)):
        paths_by_target = list_reachable(s, A, OngoingMovement(budget))
        assert len(paths_by_target) < MAX_OPTIONS
        assert all(len(paths) <= MAX_OPTIONS for paths in paths_by_target.values())
    assert 1 <= len(list_reachable(s, A, OngoingMovement(budget, is_walk=True))) <= 10


@pytest.mark.parametrize(("steps", "coins", "camels", "jade"), [(5, 10, 5, 1), (6, 15, 8, 2), (6, 30, 15, 3)], ids=str)
def test_mongke_in_beijing_is_asked_place_by_place(steps: int, coins: int, camels: int, jade: int) -> None:
    """As one question the first was 966 ways and the second 6,855, up to 604 of them to one place."""
    s = build_state(on_offer=EMPTY)
    p = set_player(s, A, "mongke", coins=coins, camels=camels, jade=jade, figures=["beijing"])
    budget, rng = Budget(steps, allows_extra_post=True), random.Random(steps)
    assert must_walk(s, A, OngoingMovement(budget))
    open_walks: list[Leg | None] = [None]
    seen: set[Leg | None] = set(open_walks)
    while open_walks and len(seen) < 5_000:
        walk = open_walks.pop(rng.randrange(len(open_walks)))
        moving = OngoingMovement(budget, is_walk=True, walk=walk)
        longer = [Leg(figure, path) for (figure, _), (path,) in list_reachable(s, A, moving).items()]
        assert len(longer) + (walk is not None) <= MAX_OPTIONS
        assert all(leg.path.steps <= steps and can_pay(p, leg.path.cost) for leg in longer)
        open_walks += [leg for leg in longer if leg not in seen]
        seen |= set(longer)
    assert len(seen) >= 5_000


def test_two_figures_walk_where_both_have_many_destinations() -> None:
    """R12 Mailin: first one figure, then the other, with the steps that are left."""
    s = build_state(on_offer=EMPTY)
    p = set_player(s, A, "mailin", dice=[6, 6, 6], figures=["xian", "kabul"], **RICH)
    keys = list_keys(s, "space:travel_3")
    assert len(keys) <= 10 and {key.partition(".")[0] for key in keys} == {"step:0", "step:1"}
    walk = ("space:travel_3", "step:0.oasis_a", "step:0.beijing", "stop")
    assert find_question(s, *walk).subject == NextPlace(4, ())
    take_scripted_turn(s, *walk, "stay", "yes")
    assert p.figures == ["beijing", "kabul"]


def test_view_shows_the_walk_with_its_end_and_the_next_places() -> None:
    s = build_state()
    p = set_player(s, A, "mongke", coins=9, camels=3, figures=["beijing"])
    means = build_resources(p, Budget(2))
    path = start_path("beijing", means)
    for place in ("oasis_a", "lanzhou"):
        path = next(longer for longer in list_next_paths(path, means) if longer.end == place)
    s.turn.moving = OngoingMovement(Budget(2, Cost(coins=1)), is_walk=True, walk=Leg(0, path))
    view = build_view(s, A)
    assert (view.walk, view.steps) == (("beijing", "oasis_a", "lanzhou"), 1)
    arrivals = {arrival.end: arrival for arrival in view.arrivals}
    assert {end: (arrival.oasis_vp, arrival.settles) for end, arrival in arrivals.items()} == {
        "lanzhou": (3, True),
        "oasis_b": (3, False),
        "oasis_c": (3, False),
        "xian": (0, True),
    }
    assert arrivals["xian"].paths[0].payment == Cost(coins=3, camels=1)
    assert build_view(s, B).walk == ()
