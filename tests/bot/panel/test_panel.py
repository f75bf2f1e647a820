"""Panels as plain data: how options become buttons and menus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.discord_ui.page.layout import GOOD, QUIET, Key, Menu, Page, sheet
from engines.kernel import Catalogue, Msg, Option, Text, say

from .toy import TEXT, WORDS, Show, Toy, advised, keys_of, menus_of, options, prompt


def test_up_to_five_short_options_are_buttons(shown: Show) -> None:
    page = shown(prompt(options(5, detail=True)))
    assert [key.label for key in keys_of(page)] == [f"{n + 1}. thing {n}" for n in range(5)]
    assert keys_of(page)[0].id == "p:12.0.45.0:pick:o:0"
    assert "**2.** thing 1 — costs 1" in "\n".join(page.texts)


def test_more_are_a_menu(shown: Show) -> None:
    found = options(6)
    (menu,) = menus_of(shown(prompt(found)))
    assert [choice.value for choice in menu.choices] == [option.key for option in found]
    assert menu.choices[1].label.startswith("2. ") and menu.placeholder == "Choose 1–6", "it says what to do"


def test_more_than_25_go_by_group(shown: Show) -> None:
    page = shown(prompt(options(40, group=10)))
    assert [menu.placeholder for menu in menus_of(page)] == [
        "Choose 1–10 · Group 0", "Choose 11–20 · Group 1", "Choose 21–30 · Group 2", "Choose 31–40 · Group 3",
    ]  # fmt: skip
    assert len({menu.id for menu in menus_of(page)}) == 4


def test_a_few_groups_have_menus_of_their_own_and_what_has_no_group_is_a_button(shown: Show) -> None:
    asked = prompt([*options(9, group=5, detail=True), Option("end", "end", say("thing", n=99), say("cost", n=0))])
    page = shown(asked)
    first, second = menus_of(page)
    assert (first.placeholder, len(first.choices)) == ("Choose 1–5 · Group 0", 5)
    assert (second.placeholder, len(second.choices)) == ("Choose 6–9 · Group 1", 4)
    assert [(key.label, key.style) for key in keys_of(page)] == [("10. thing 99", QUIET)], "not the thing to do"
    assert "**10.** thing 99 — costs 0" in page.texts[-1] and "**4.**" not in page.texts[-1]
    (glance,) = menus_of(shown(prompt(options(8, group=5))))
    assert glance.placeholder == "Choose 1–8 · Group 0 · Group 1", "read at a glance, and says what of"
    assert len(menus_of(shown(prompt(options(15, group=2))))) == 1, "too many groups"


def test_what_a_confirmation_brings_stands_below_its_question(shown: Show) -> None:
    page = shown(prompt([Option("yes", True, say("thing", n=1), say("cost", n=7))], "confirm"))
    assert page.texts[-1] == "### What do you do?\ncosts 7"
    long = shown(prompt([Option("yes", True, say("thing", n=1), say("long", n="so " * 30))], "confirm"))
    assert long.texts[-1].count("long") == 1, "said once, however long"


def test_what_a_menu_would_cut_stands_above_it(shown: Show) -> None:
    found = options(6, detail=True)
    found[2] = Option("o:2", 2, say("thing", n=2), say("long", n="so " * 30))
    page = shown(prompt(found))
    assert f"**3.** thing 2 — {'so ' * 30} very" in page.texts[-1]
    assert "**2.**" not in page.texts[-1]
    assert page.texts[-1].index("1. thing 0 · 2. thing 1 ·") < page.texts[-1].index("**3.**"), "in their order"


def test_a_few_options_are_never_hidden_in_a_menu(shown: Show) -> None:
    """However long they are, and of whatever groups: their words stand above the buttons."""
    found = [replace(one, group=Msg(f"g{n}")) for n, one in enumerate(options(5, "long"))]
    page = shown(prompt(found, "allocate", 1, 1))
    assert not menus_of(page) and [key.label[:4] for key in keys_of(page)] == [f"{n + 1}. {n}" for n in range(5)]
    assert all(len(key.label) <= 46 for key in keys_of(page))
    for n in range(5):
        assert f"**{n + 1}.** {n} {'very ' * 12}long — Group {n}" in page.texts[-1]


def test_in_a_first_game_what_a_closed_menu_holds_stands_above_it(shown: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that is too long for a phone stays in the menu."""
    few = prompt(options(9, detail=True))
    named = "-# 1. thing 0 · 2. thing 1"
    assert named in "\n".join(shown(few).texts)
    few = prompt(options(24, detail=True))
    assert named not in "\n".join(shown(few).texts)
    ten = options(10, detail=True)
    ten[4] = replace(ten[4], detail=say("long", n=0))
    assert "**2.**" not in shown(prompt(ten)).texts[-1]
    monkeypatch.setattr(Toy, "is_newcomer", True)
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda *of_whom: False)
    monkeypatch.setattr("bot.discord_ui.panel.question.gloss", lambda *of_what: None)
    assert named in "\n".join(shown(few).texts)
    told = shown(prompt(ten)).texts[-1].splitlines()
    assert [line for line in told if line.startswith("-# **")] == [
        f"-# **{n + 1}.** thing {n} — {'0 ' + 'very ' * 12 + 'long' if n == 4 else f'costs {n}'}" for n in range(10)
    ], "each on a line of its own, with what it costs"
    assert not any(line.startswith("-# 1. ") for line in told)
    assert "-# 1. " not in "\n".join(shown(prompt(options(90, detail=True))).texts)


def test_no_option_is_replaced_by_a_line_that_counts_it(shown: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda *of_whom: False)
    few = [replace(option, group=Msg("g1")) for option in options(3)]
    found = [advised(few[0]), *few[1:]]
    asked = replace(prompt(options(1), "confirm"), asides=tuple(replace(one, key=f"a:{one.key}") for one in found))
    told = shown(asked).texts[-1]
    assert "more to choose" not in told
    assert [told.count(f"**{n}.** thing {n - 2}") for n in (2, 3, 4)] == [1, 1, 1]


def test_many_ways_of_one_thing_beside_a_question_stand_in_their_menu_alone(
    shown: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All sets of hand cards that may go stood as lines of a question about something else."""
    monkeypatch.setattr(Toy, "is_newcomer", True)
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda *of_whom: False)
    monkeypatch.setattr("bot.discord_ui.panel.question.gloss", lambda *of_what: None)
    beside = tuple(replace(one, key=f"a:{one.key}", group=Msg("g1")) for one in options(6))
    told = shown(replace(prompt(options(2)), asides=beside)).texts[-1]
    assert not any(f"**{n}.**" in told for n in range(3, 9))
    plain = tuple(replace(one, key=f"a:{one.key}") for one in options(6))
    assert "**3.**" in shown(replace(prompt(options(2)), asides=plain)).texts[-1]


def test_two_options_of_one_group_are_two_buttons(shown: Show) -> None:
    page = shown(prompt(options(2, group=2), "each"))
    assert not menus_of(page) and [key.label for key in keys_of(page)] == ["1. thing 0", "2. thing 1"]


def test_a_label_too_long_for_a_button_keeps_what_it_is_and_what_it_brings(shown: Show) -> None:
    words = {
        "contract": "Contract: 2 bricks, 1 wheat, 3 salt, 4 wood → 2 salt, 1 coin, 2 VP",
        "pay": "1 salt, 2 salt from the market (2 coins), {n} wheat from the market, and all the rest as it is",
    }
    found = [replace(option, label=Msg("pay", {"n": n + 1})) for n, option in enumerate(options(3))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Toy, "words", Catalogue({"ja": TEXT | words, "en": TEXT | words}, WORDS.terms))
        (contract,) = keys_of(shown(prompt([replace(found[0], label=Msg("contract"))])))
        labels = [key.label for key in keys_of(shown(prompt(found)))]
    assert contract.label.startswith("1. Contract: 2 b") and contract.label.endswith("1 coin, 2 VP")
    assert len({label[3:] for label in labels}) == 3, labels
    assert all(len(label) <= 46 for label in (contract.label, *labels))


def test_what_an_option_brings_is_made_out_once(shown: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some rules try the option out for it: a panel of Pax Pamir asked thirty times and took 30 ms."""
    asked: Counter[int] = Counter()

    def brings(n: int) -> Callable[[], Text]:
        def tried() -> Text:
            asked[n] += 1
            return say("cost", n=n)

        return tried

    monkeypatch.setattr(Toy, "is_newcomer", True)
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda *of_whom: False)
    monkeypatch.setattr("bot.discord_ui.panel.question.gloss", lambda *of_what: None)
    shown(prompt([replace(option, detail=brings(n)) for n, option in enumerate(options(12, group=4))]))
    assert asked == dict.fromkeys(range(12), 1)


def test_more_than_eight_menus_are_leafed_through(shown: Show) -> None:
    asked = prompt(options(230))
    first, second = shown(asked), shown(asked, leaf=1)
    assert len(menus_of(first)) == 8 and len(menus_of(second)) == 2
    assert [(key.label, key.disabled) for key in keys_of(first)] == [("◀", True), ("▶", False)]
    assert menus_of(second)[0].choices[0].label == "201. thing 200"


def test_back_is_offered_while_steps_are_unconfirmed(shown: Show) -> None:
    asked = prompt([Option("yes", True, Msg("ask"))], "confirm")
    (row,) = shown(asked, acting=0).rows
    assert not isinstance(row, Menu)
    confirm, back = row
    assert isinstance(confirm, Key) and isinstance(back, Key)
    assert (confirm.label, confirm.style) == ("What do you do?", GOOD)
    assert (back.label, back.style) == ("Back", QUIET), "nothing is lost by going back: no alarm"
    assert len(keys_of(shown(asked, acting=None))) == 1


@pytest.mark.parametrize("kind", ["some", "allocate"])
def test_ok_and_back_stand_in_one_row(shown: Show, kind: str) -> None:
    rows = shown(prompt(options(230, limit=2), kind, 1, 9), acting=0).rows
    last = rows[-1]
    assert not isinstance(last, Menu) and [key.label for key in last] == ["OK", "Back", "◀", "▶", "Preview"]


def test_one_variant_of_the_options_stands_there_at_a_time(shown: Show) -> None:
    ways = [Msg("g1"), Msg("g2")]
    found = [replace(o, key=f"{o.key}:{n}", variant=way) for n, way in enumerate(ways) for o in options(3)]
    asked = prompt([*found, Option("end", "end", say("thing", n=99))])
    first, second = shown(asked), shown(asked, variant=1)
    assert [key.label for key in keys_of(first)] == [
        "1. thing 0", "2. thing 1", "3. thing 2", "4. thing 99", "Group 1 ▸ change",
    ]  # fmt: skip
    assert keys_of(first)[-1].style == QUIET, "a setting, not the thing to do"
    starred = shown(replace(asked, options=tuple(advised(o) if o.key == "o:1:1" else o for o in asked.options)))
    assert keys_of(starred)[-1].label == "★ Group 1 ▸ change", "what looks good is in the other one"
    twins = [key.label for key in keys_of(second)]
    assert twins == ["1. thing 0", "2. thing 1", "3. thing 2", "4. thing 99", "Group 2 ▸ change"], "one number"
    assert [key.id for key in keys_of(second)][:2] == ["p:12.0.45.0:pick:o:0:1", "p:12.0.45.0:pick:o:1:1"]
    assert not any(key.disabled for key in keys_of(first)), "what is chosen does not look forbidden"
    assert [keys_of(page)[-1].id for page in (first, second)] == ["p:12.0.45.0:variant:0.1", "p:12.0.45.0:variant:0.0"]
    looking = shown(asked, variant=1, looking=True)
    assert "nothing is done" in looking.foot and not first.foot, "beside what is pressed, too"
    keys = [key for row in looking.rows if not isinstance(row, Menu) for key in row]
    (leave,) = [key for key in keys if key.label == "Leave the preview"]
    assert isinstance(leave, Key) and leave.id == "p:12.0.45.0:variant:0.1"


def test_no_preview_where_nothing_can_be_shown(shown: Show) -> None:
    """All that were asked are revealed next, or dice decide."""

    def offered(**more: Any) -> bool:
        rows = shown(prompt(options(3)), **more).rows
        return any(
            ":looking:" in key.id for row in rows if not isinstance(row, Menu) for key in row if isinstance(key, Key)
        )

    assert offered()
    assert not offered(together=True)
    assert not offered(dice=True)


def test_without_a_second_variant_there_is_no_switch(shown: Show) -> None:
    page = shown(prompt([replace(o, variant=Msg("g1")) for o in options(3)]))
    assert [key.label for key in keys_of(page)] == ["1. thing 0", "2. thing 1", "3. thing 2"]


def test_small_print_stands_at_the_end() -> None:
    (box,) = sheet(Page(("scores",), ((Key("t:1:play", "Play"),),), foot="-# hashes"), "chart.png").children
    kinds = [type(item).__name__ for item in cast(Any, box).children]
    assert kinds == ["TextDisplay", "MediaGallery", "ActionRow", "TextDisplay"]
    assert cast(Any, box).children[3].content == "-# hashes"


def test_what_a_picture_numbers_is_not_told_above_it(shown: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would push picture and controls out of a phone's sight; a few have a line with what they bring."""
    monkeypatch.setattr(Toy, "is_newcomer", True)
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda *of_whom: False)
    for count, told in ((9, False), (30, False)):
        assert "thing 1" in shown(prompt(options(count))).texts[-1], "where there is no picture, it is"
        with monkeypatch.context() as patched:
            patched.setattr("bot.discord_ui.page.picture_requests.art_of", lambda live: object())
            patched.setattr("bot.discord_ui.page.picture_requests.private", lambda *of_whom: None)
            patched.setattr("bot.discord_ui.page.picture_requests.arranged", lambda live, prompt: prompt)
            assert ("thing 1" in shown(prompt(options(count, detail=True))).texts[-1]) == told
