"""What a player reads with a question: what is paid and what is got, where a way ends, what one rolled."""

from __future__ import annotations

import pytest

from engines.kernel import LANGS, Lang, Option, Prompt, read, say
from engines.kernel.catalogue import Weight
from engines.marco_polo_ii.computer.reasons import reasons
from engines.marco_polo_ii.rules.round.beginning import become
from engines.marco_polo_ii.rules.round.rolling import roll
from engines.marco_polo_ii.table.state import State
from engines.marco_polo_ii.view import view
from render.kit.look import Look
from render.marco_polo_ii.words.phrases import Phrases
from render.marco_polo_ii.words.since import since
from tests.marco_polo_ii.table import NAMES, WORDS, A, B, game, person, play, question


def shown(prompt: Prompt, key: str, lang: Lang = "en") -> tuple[str, str]:
    """Label and detail of an option."""
    option = next(one for one in prompt.options if one.key == key)
    return said(option, lang), "" if option.detail is None else WORDS.render(read(option.detail), lang, NAMES)


def said(option: Option, lang: Lang = "en") -> str:
    return WORDS.render(read(option.label), lang, NAMES)


def travelling() -> State:
    s = game(bonuses={"turfan": "cb3"})
    person(s, A, coins=20, camels=20, figures=["karakorum"], dice=[4, 4])
    return s


def test_a_destination_tells_what_is_paid_from_what_is_got() -> None:
    _, detail = shown(question(travelling(), "space:travel_2"), "to:0.turfan")
    price, got = detail.split(" · ")
    assert price.startswith("pay ") and got.startswith("get a post")


@pytest.mark.parametrize("lang", LANGS)
def test_each_way_names_its_target_first(lang: Lang) -> None:
    offered = question(travelling(), "space:travel_2")
    target = next(one for one in offered.options if "cheapest of" in shown(offered, one.key)[1])
    prompt, name = question(travelling(), "space:travel_2", target.key), said(target, lang)
    assert len(prompt.options) > 1 and all(said(option, lang).startswith(name) for option in prompt.options)


def test_dice_are_called_so_and_few_have_no_headings_of_their_value() -> None:
    s = travelling()
    person(s, A, dice=[2, 3, 4])
    prompt = question(s, "space:travel_2")
    assert all(said(option).startswith("Dice ") and option.group is None for option in prompt.options)
    assert said(question(s, "space:travel_1").options[0]).startswith("Die ")


def test_a_market_with_a_fee_is_nowhere_called_free() -> None:
    s = game(dice={"market_pepper": []})
    person(s, A, coins=9, dice=[4])
    assert "free" not in shown(question(s), "space:market_pepper")[1]
    offered = question(s, "space:market_pepper")
    assert "free" not in " ".join(shown(offered, option.key)[1] for option in offered.options)


@pytest.mark.parametrize("lang", LANGS)
def test_who_is_asked_about_a_roll_reads_what_they_rolled(lang: Lang) -> None:
    played = play(game(2), roll, "coins:3", rolls=(1, 2, 2, 3, 4, 6, 6, 6, 6, 6))
    asked = WORDS.render(played.prompt("roll.ask").text, lang, NAMES)
    assert all(n in asked for n in ("1", "2", "3", "4", "12"))


def test_what_was_drawn_or_rolled_is_told_first_and_incomes_and_refills_later() -> None:
    points = say("amount.vp", n=3)
    for key in ("contract.drawn", "black.rolled", "black.bought", "reroll.done"):
        assert WORDS.weight(say(key)) == Weight.FIRST
    for key in ("menu.placed", "contract.taken", "move.done"):
        assert WORDS.weight(say(key)) == Weight.PLAY
    for key in ("income.done", "roll.done", "roll.gains", "round.start_player", "contract.refilled"):
        assert WORDS.weight(say(key, gain=points)) >= Weight.LATER
    assert WORDS.is_deed(say("menu.placed"))


def test_a_new_contract_in_a_city_is_nobodys_deed() -> None:
    assert WORDS.is_heading(say("contract.refilled"))


@pytest.mark.parametrize("lang", LANGS)
def test_a_second_figure_has_not_moved(lang: Lang) -> None:
    before, after = game(2), game(2)
    become(after, B, "mailin")
    [words] = since(view(before, None), Phrases(view(after, None), Look(lang, NAMES[:2])))
    assert {"en": "second figure", "ja": "2つ目"}[lang] in words


def test_what_a_character_brings_at_the_start_is_no_reason_to_choose_it() -> None:
    before, after = game(2), game(2)
    before.phase = "characters"
    become(after, A, "mailin")
    assert not list(reasons(before, after, A))
