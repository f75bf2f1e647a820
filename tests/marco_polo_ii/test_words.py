"""Texts of questions: costs and gains, the end of a route, the dice rolled."""

from __future__ import annotations

import pytest

from engines.kernel import LANGS, Lang, load_rulebook, message
from engines.kernel.catalogue import Importance
from engines.marco_polo_ii.computer.reasons import explain_gains
from engines.marco_polo_ii.rules.round.beginning import assign_character
from engines.marco_polo_ii.rules.round.rolling import roll_dice
from engines.marco_polo_ii.table.state import State
from engines.marco_polo_ii.view import build_view
from render.kit.render_context import RenderContext
from render.marco_polo_ii.words.changes import describe_changes_since
from render.marco_polo_ii.words.phrases import Phrases
from tests.marco_polo_ii.table import (
    NAMES,
    WORDS,
    A,
    B,
    build_state,
    find_question,
    play,
    render_label,
    render_option,
    set_player,
    take_scripted_turn,
)


def build_travel_state() -> State:
    s = build_state(bonuses={"turfan": "cb3"})
    set_player(s, A, coins=20, camels=20, figures=["karakorum"], dice=[4, 4])
    return s


def test_destination_separates_costs_from_gains() -> None:
    _, detail = render_option(find_question(build_travel_state(), "space:travel_2"), "to:0.turfan")
    price, got = detail.split(" · ")
    assert price.startswith("pay ") and got.startswith("get a post")


@pytest.mark.parametrize("lang", LANGS)
def test_each_route_names_its_target_first(lang: Lang) -> None:
    offered = find_question(build_travel_state(), "space:travel_2")
    target = next(
        candidate for candidate in offered.options if "cheapest of" in render_option(offered, candidate.key)[1]
    )
    prompt, name = find_question(build_travel_state(), "space:travel_2", target.key), render_label(target, lang)
    assert len(prompt.options) > 1 and all(render_label(option, lang).startswith(name) for option in prompt.options)


def test_dice_are_named_and_few_dice_have_no_value_headings() -> None:
    s = build_travel_state()
    set_player(s, A, dice=[2, 3, 4])
    prompt = find_question(s, "space:travel_2")
    assert all(render_label(option).startswith("Dice: ") and option.group is None for option in prompt.options)
    assert render_label(find_question(s, "space:travel_1").options[0]).startswith("Die: ")


def test_market_with_a_fee_is_never_called_free() -> None:
    s = build_state(dice={"market_pepper": []})
    set_player(s, A, coins=9, dice=[4])
    assert "free" not in render_option(find_question(s), "space:market_pepper")[1]
    offered = find_question(s, "space:market_pepper")
    assert "free" not in " ".join(render_option(offered, option.key)[1] for option in offered.options)


@pytest.mark.parametrize("lang", LANGS)
def test_roll_question_shows_the_roll(lang: Lang) -> None:
    played = play(build_state(2), roll_dice, "coins:3", rolls=(1, 2, 2, 3, 4, 6, 6, 6, 6, 6))
    question_text = WORDS.render(played.find_prompt("roll.ask").text, lang, NAMES)
    assert all(n in question_text for n in ("1", "2", "3", "4", "12"))


def test_draws_and_rolls_are_logged_before_incomes_and_refills() -> None:
    points = message("amount.vp", n=3)
    for key in ("contract.drawn", "black.rolled", "black.bought", "reroll.done"):
        assert WORDS.rate_importance(message(key)) == Importance.FIRST
    for key in ("menu.placed", "contract.taken", "move.done"):
        assert WORDS.rate_importance(message(key)) == Importance.PLAY
    for key in ("income.done", "roll.done", "roll.gains", "round.start_player", "contract.refilled"):
        assert WORDS.rate_importance(message(key, gain=points)) >= Importance.LATER
    assert WORDS.is_action(message("menu.placed"))


def test_new_contract_in_a_city_has_no_author() -> None:
    assert WORDS.is_heading(message("contract.refilled"))


@pytest.mark.parametrize("lang", LANGS)
def test_a_second_figure_has_not_moved(lang: Lang) -> None:
    before, after = build_state(2), build_state(2)
    assign_character(after, B, "mailin")
    [words] = describe_changes_since(
        build_view(before, None), Phrases(build_view(after, None), RenderContext(lang, NAMES[:2]))
    )
    assert {"en": "second figure", "ja": "2つ目"}[lang] in words


def test_starting_gains_are_no_reason_to_choose_a_character() -> None:
    before, after = build_state(2), build_state(2)
    before.phase = "characters"
    assign_character(after, A, "mailin")
    assert not list(explain_gains(before, after, A))


def test_r11_city_bonus_is_logged_once() -> None:
    s = build_state(bonuses={"turfan": "cb3"})
    p = set_player(s, A, coins=9, camels=9, figures=["karakorum"], dice=[2, 3])
    sentences = [
        WORDS.render(msg, "en", ("Ann",))
        for msg in take_scripted_turn(s, "space:travel_2", "to:0.turfan", "yes").messages
    ]
    assert p.vp == 3
    assert "Ann gains the city bonus: 3 VP." in sentences
    assert not any("gains 3 VP" in sentence for sentence in sentences)


def test_summary_keeps_points_and_drops_refilled_contracts() -> None:
    points = message("amount.vp", n=3)
    assert WORDS.rate_importance(message("told.gains", gain=points)) == Importance.FIRST
    assert WORDS.rate_importance(message("contract.refilled", contract=points)) == Importance.LAST


@pytest.mark.parametrize("lang", LANGS)
def test_rulebook_names_the_bonus_action_for_jade_as_the_button_does(lang: Lang) -> None:
    label = WORDS.render(message("bonus.jade_ask"), lang, NAMES)
    assert label in load_rulebook("engines.marco_polo_ii").entries[lang]["R7"].text
