"""Panels as plain data: how options become buttons and menus, and drafts that travel in the ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.discord_ui.page import ids
from bot.discord_ui.page.layout import GOOD, QUIET, STRONG, Key, Menu, Page, sheet
from bot.discord_ui.panel.draft import Draft
from bot.discord_ui.panel.page import panel
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable, Plan, QuestionRef
from engines.kernel import Catalogue, Msg, Option, Prompt, Text, say

EN = Voice(("en",))
TEXT = {"ask": "What do you do?", "thing": "thing {n}", "long": "{n} " + "very " * 12 + "long", "cost": "costs {n}"}
TEXT |= {"kernel.aid.also": "★ {why} · {detail}"}
TEXT |= {f"g{n}": f"Group {n}" for n in range(30)}
WORDS = Catalogue({"ja": TEXT, "en": TEXT}, {"terms.toy": {"ja": "玩具", "en": "Toy"}})


def options(count: int, label: str = "thing", *, group: int = 0, limit: int = 1, detail: bool = False) -> list[Option]:
    return [
        Option(
            f"o:{n}",
            n,
            say(label, n=n),
            say("cost", n=n) if detail else None,
            Msg(f"g{n // group}") if group else None,
            limit=limit,
        )
        for n in range(count)
    ]


def prompt(found: list[Option], kind: Any = "one", least: int = 1, most: int = 1) -> Prompt:
    return Prompt(0, Msg("ask"), tuple(found), least, most, kind)


class Toy(SimpleNamespace):
    """What a panel reads of a table."""

    words = WORDS
    names = ("Ada",)
    plan = Plan(timeout_hours=48)
    is_playing = False
    is_newcomer = False

    def aided(self, seat: int) -> bool:
        return self.is_newcomer

    def unaided_now(self, seat: int) -> bool:
        return False

    def question(self, seat: int) -> Prompt:
        asked: Prompt = self.match.prompt(seat)
        return asked

    def wanted(self, seat: int) -> None:
        """Nothing is suggested."""


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Page]:
    monkeypatch.setattr("bot.discord_ui.text.titles.game_title", lambda game, voice: "Toy")
    monkeypatch.setattr("bot.discord_ui.page.picture_requests.art_of", lambda live: None)

    def show(asked: Prompt, *, acting: int | None = None, **more: Any) -> Page:
        match = SimpleNamespace(prompt=lambda seat: asked, acting=acting, answers={}, tail_events=[])
        live = Toy(id=12, game=None, match=match, ref=lambda seat: QuestionRef(12, 0, 45, seat), waiting=(0,), seats=())
        page = panel(cast(LiveTable, live), 0, EN, **more)
        sheet(page)  # whatever discord.py itself refuses
        return page

    return show


def keys_of(page: Page) -> list[Key]:
    """All buttons but Preview, which stands beside every question."""
    found = [key for row in page.rows if not isinstance(row, Menu) for key in row if isinstance(key, Key)]
    return [key for key in found if ":look" not in key.id]


def menus_of(page: Page) -> list[Menu]:
    return [row for row in page.rows if isinstance(row, Menu)]


def test_up_to_five_short_options_are_buttons(shown: Callable[..., Page]) -> None:
    page = shown(prompt(options(5, detail=True)))
    assert [key.label for key in keys_of(page)] == [f"{n + 1}. thing {n}" for n in range(5)]
    assert keys_of(page)[0].id == "p:12.0.45.0:pick:o:0"
    assert "**2.** thing 1 — costs 1" in "\n".join(page.texts)


@pytest.mark.parametrize("found", [options(6), options(4, "long")])
def test_more_or_longer_ones_are_a_menu(shown: Callable[..., Page], found: list[Option]) -> None:
    (menu,) = menus_of(shown(prompt(found)))
    assert [choice.value for choice in menu.choices] == [option.key for option in found]
    assert menu.choices[1].label.startswith("2. ")


def test_the_first_panel_without_aids_says_so_once(shown: Callable[..., Page], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "unaided_now", lambda live, seat: True)
    met: dict[tuple[int, str], int] = {}
    texts = []
    for position in (3, 4):
        monkeypatch.setattr(
            "bot.discord_ui.panel.question.meets", lambda *_, at=position: at <= met.setdefault((0, ""), at)
        )
        texts.append(shown(prompt(options(3))).texts[-1])
    assert ["First-game aids" in text for text in texts] == [True, False]


def test_more_than_25_go_by_group(shown: Callable[..., Page]) -> None:
    page = shown(prompt(options(40, group=10)))
    assert [menu.placeholder for menu in menus_of(page)] == [
        "1–10 · Group 0", "11–20 · Group 1", "21–30 · Group 2", "31–40 · Group 3",
    ]  # fmt: skip
    assert len({menu.id for menu in menus_of(page)}) == 4


def test_a_few_groups_have_menus_of_their_own_and_what_has_no_group_is_a_button(shown: Callable[..., Page]) -> None:
    asked = prompt([*options(9, group=5, detail=True), Option("end", "end", say("thing", n=99), say("cost", n=0))])
    page = shown(asked)
    first, second = menus_of(page)
    assert (first.placeholder, len(first.choices)) == ("1–5 · Group 0", 5)
    assert (second.placeholder, len(second.choices)) == ("6–9 · Group 1", 4)
    assert [(key.label, key.style) for key in keys_of(page)] == [("10. thing 99", QUIET)], "not the thing to do"
    assert "**10.** thing 99 — costs 0" in page.texts[-1] and "**4.**" not in page.texts[-1]
    (glance,) = menus_of(shown(prompt(options(8, group=5))))
    assert glance.placeholder == "Group 0 · Group 1", "read at a glance, and says what of"
    assert len(menus_of(shown(prompt(options(15, group=2))))) == 1, "too many groups"


def test_what_a_confirmation_brings_stands_below_its_question(shown: Callable[..., Page]) -> None:
    page = shown(prompt([Option("yes", True, say("thing", n=1), say("cost", n=7))], "confirm"))
    assert page.texts[-1] == "### What do you do?\ncosts 7"
    long = shown(prompt([Option("yes", True, say("thing", n=1), say("long", n="so " * 30))], "confirm"))
    assert long.texts[-1].count("long") == 1, "said once, however long"


def test_what_a_menu_would_cut_stands_above_it(shown: Callable[..., Page]) -> None:
    found = options(6, detail=True)
    found[2] = Option("o:2", 2, say("thing", n=2), say("long", n="so " * 30))
    page = shown(prompt(found))
    assert f"**3.** thing 2 — {'so ' * 30} very" in page.texts[-1]
    assert "**2.**" not in page.texts[-1]
    assert page.texts[-1].index("1. thing 0 · 2. thing 1 ·") < page.texts[-1].index("**3.**"), "in their order"


def test_a_few_options_are_never_hidden_in_a_menu(shown: Callable[..., Page]) -> None:
    """However long they are, and of whatever groups: their words stand above the buttons."""
    found = [replace(one, group=Msg(f"g{n}")) for n, one in enumerate(options(3, "long"))]
    page = shown(prompt(found, "allocate", 1, 1))
    assert not menus_of(page) and [key.label[:4] for key in keys_of(page)] == ["1. 0", "2. 1", "3. 2"]
    assert all(len(key.label) <= 46 for key in keys_of(page))
    for n in range(3):
        assert f"**{n + 1}.** {n} {'very ' * 12}long — Group {n}" in page.texts[-1]


def test_in_a_menu_what_looks_good_comes_first(shown: Callable[..., Page], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda live, seat, key: True)
    found = options(9)
    (menu,) = menus_of(shown(prompt([*found[:7], *map(advised, found[7:])])))
    assert [choice.label[0] for choice in menu.choices] == list("891234567")
    assert menu.placeholder == "★ Choose"


def test_in_a_first_game_what_a_closed_menu_holds_stands_above_it(
    shown: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where something looks good, that is told instead. A list that is too long for a phone stays in the menu."""
    few = prompt(options(9, detail=True))
    named = "-# 1. thing 0 · 2. thing 1"
    assert named in "\n".join(shown(few).texts)
    few = prompt(options(24, detail=True))
    assert named not in "\n".join(shown(few).texts)
    monkeypatch.setattr(Toy, "is_newcomer", True)
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda *of_whom: False)
    monkeypatch.setattr("bot.discord_ui.panel.question.gloss", lambda *of_what: None)
    assert named in "\n".join(shown(few).texts)
    assert "-# 1. " not in "\n".join(shown(prompt(options(90, detail=True))).texts)
    assert "-# 1. " not in "\n".join(shown(prompt([*few.options, advised(options(10)[9])])).texts)


def test_what_an_option_brings_is_made_out_once(shown: Callable[..., Page], monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_more_than_eight_menus_are_leafed_through(shown: Callable[..., Page]) -> None:
    asked = prompt(options(230))
    first, second = shown(asked), shown(asked, leaf=1)
    assert len(menus_of(first)) == 8 and len(menus_of(second)) == 2
    assert [(key.label, key.disabled) for key in keys_of(first)] == [("◀", True), ("▶", False)]
    assert menus_of(second)[0].choices[0].label == "201. thing 200"


def test_several_choices_are_ticked_before_they_are_an_answer(shown: Callable[..., Page]) -> None:
    asked = prompt(options(30, group=15), "some", 2, 3)
    page = shown(asked, draft=Draft.of(asked, ("o:1", "o:16")))
    assert "Choose 2 to 3; 2 chosen." in page.texts[-1] and "thing 1, thing 16" in page.texts[-1]
    left, right = menus_of(page)
    assert (left.min, left.max) == (0, 3)
    assert [choice.value for menu in (left, right) for choice in menu.choices if choice.chosen] == ["o:1", "o:16"]
    (ok,) = keys_of(page)
    assert not ok.disabled
    assert Draft.read(asked, ok.id.removeprefix("p:12.0.45.0:ok:")).keys(asked) == ("o:1", "o:16")
    assert keys_of(shown(asked, draft=Draft.of(asked, ("o:0",))))[0].disabled, "one is too few"


def test_one_of_several_lists_is_given_by_its_press(shown: Callable[..., Page]) -> None:
    """Nothing is left to decide after the choice: no count so far, no OK."""
    page = shown(prompt(options(30, group=15), "some", 1, 1))
    left, right = menus_of(page)
    assert (left.min, left.max) == (right.min, right.max) == (1, 1)
    assert left.id == "p:12.0.45.0:choose:0" and keys_of(page) == []
    assert "Choose" not in page.texts[-1]


def test_a_menu_in_which_something_looks_good_has_a_star(
    shown: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda *of_whom: False)
    found = options(30, group=15, detail=True)
    why = Msg("kernel.aid.also", {"why": Msg("thing", {"n": 1}), "detail": Msg("thing", {"n": 2})})
    found[16] = replace(found[16], detail=why)
    page = shown(prompt(found))
    assert [menu.placeholder for menu in menus_of(page)] == ["1–15 · Group 0", "★ 16–30 · Group 1"]
    assert "**17.** thing 16" in page.texts[-1] and "**16.**" not in page.texts[-1], "with its reason, in words"


def advised(option: Option) -> Option:
    return replace(option, detail=Msg("kernel.aid.also", {"why": "good", "detail": "costs 1"}))


def test_a_list_with_a_single_entry_is_a_button_with_its_star(
    shown: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda live, seat, key: True)
    found = [replace(option, group=Msg("g0")) for option in options(9)]
    found += [advised(Option("play", 1, say("thing", n=9), group=Msg("g1"))), Option("end", "end", say("thing", n=99))]
    page = shown(prompt(found))
    assert len(menus_of(page)) == 1
    assert [(key.label, key.style) for key in keys_of(page)] == [
        ("★ 10. Group 1: thing 9", STRONG),
        ("11. thing 99", QUIET),
    ]
    assert "**10.** thing 9 — ★ good" in page.texts[-1]
    assert "… and 9 more to choose" in page.texts[-1]


def test_a_confirmation_beside_which_something_looks_good_is_not_the_thing_to_press(
    shown: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever confirms at once would miss it; and what stands beside has the name of its group."""
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda live, seat, key: True)
    more = [replace(option, key=f"a:{option.key}", group=Msg("g1")) for option in options(6)]
    for asides, style in ((more, GOOD), ([advised(more[0]), *more[1:]], QUIET)):
        page = shown(replace(prompt(options(1), "confirm"), asides=tuple(asides)))
        assert next(key.style for key in keys_of(page) if key.label == "thing 0") == style
        (menu,) = menus_of(page)
        assert menu.placeholder.endswith("2–7 · Group 1")


def test_where_options_are_buttons_what_looks_good_stands_out(
    shown: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda live, seat, key: True)
    first, second, third = options(3)
    page = shown(prompt([first, advised(second), third]))
    assert [key.style for key in keys_of(page)] == [QUIET, STRONG, QUIET]
    assert keys_of(page)[1].label.startswith("★ 2.")
    (menu,) = menus_of(shown(prompt([advised(option) for option in options(7)])))
    assert menu.placeholder.startswith("★ "), "also where there is one list"


def test_what_looks_best_is_told_first(shown: Callable[..., Page], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda live, seat, key: True)
    found = options(20, group=10, detail=True)
    for place, rank in ((3, 1), (15, 0)):
        found[place] = replace(
            found[place], detail=Msg("kernel.aid.also", {"why": "good", "rank": rank, "detail": "-"})
        )
    text = shown(prompt(found)).texts[-1]
    assert 0 < text.index("**16.**") < text.index("**4.**")


@pytest.mark.parametrize("kind", ["some", "allocate"])
def test_one_thing_at_most_is_chosen_by_one_press(shown: Callable[..., Page], kind: str) -> None:
    page = shown(prompt(options(2, detail=True), kind, 0, 1))
    assert [key.label for key in keys_of(page)] == ["1. thing 0", "2. thing 1", "Choose none"]
    assert [key.id.split(":")[2] for key in keys_of(page)] == ["pick", "pick", "ok"]
    assert "×" not in page.texts[-1] and "so far" not in page.texts[-1]
    assert not menus_of(page)
    (menu,) = menus_of(shown(prompt(options(8), kind, 1, 1)))
    assert ":choose:" in menu.id and not keys_of(shown(prompt(options(8), kind, 1, 1)))


def test_a_distribution_counts_with_plus_and_minus(shown: Callable[..., Page]) -> None:
    asked = prompt(options(3, limit=2), "allocate", 4, 4)
    page = shown(asked, draft=Draft.of(asked, ("o:1", "o:1", "o:2")))
    plus = [key for key in keys_of(page) if ":plus:" in key.id]
    assert [key.disabled for key in plus] == [False, True, False]
    assert [key.disabled for key in keys_of(page) if ":minus:" in key.id] == [True, False, False]
    assert "3 so far" in page.texts[-1] and "×2** / 2" in page.texts[-1]


def test_a_distribution_over_many_slots_uses_menus(shown: Callable[..., Page]) -> None:
    asked = prompt(options(9, limit=3), "allocate", 5, 5)
    page = shown(asked, draft=Draft.of(asked, ("o:0",) * 3))
    more, rest, less = menus_of(page)
    assert [choice.label for choice in rest.choices][:2] == ["2. thing 1 (0/3) ＋2", "3. thing 2 (0/3) ＋2"]
    assert [choice.value for choice in more.choices] == [str(n) for n in range(1, 9)]
    assert [choice.label for choice in less.choices] == ["1. thing 0 (3/3)"]


def test_back_is_offered_while_steps_are_unconfirmed(shown: Callable[..., Page]) -> None:
    asked = prompt([Option("yes", True, Msg("ask"))], "confirm")
    (row,) = shown(asked, acting=0).rows
    assert not isinstance(row, Menu)
    confirm, back = row
    assert isinstance(confirm, Key) and isinstance(back, Key)
    assert (confirm.label, confirm.style) == ("What do you do?", GOOD)
    assert (back.label, back.style) == ("Back", QUIET), "nothing is lost by going back: no alarm"
    assert len(keys_of(shown(asked, acting=None))) == 1


@pytest.mark.parametrize("kind", ["some", "allocate"])
def test_ok_and_back_stand_in_one_row(shown: Callable[..., Page], kind: str) -> None:
    rows = shown(prompt(options(230, limit=2), kind, 1, 9), acting=0).rows
    last = rows[-1]
    assert not isinstance(last, Menu) and [key.label for key in last] == ["OK", "Back", "◀", "▶", "Preview"]


def test_one_variant_of_the_options_stands_there_at_a_time(shown: Callable[..., Page]) -> None:
    ways = [Msg("g1"), Msg("g2")]
    found = [replace(o, key=f"{o.key}:{n}", variant=way) for n, way in enumerate(ways) for o in options(3)]
    asked = prompt([*found, Option("end", "end", say("thing", n=99))])
    first, second = shown(asked), shown(asked, variant=1)
    assert [key.label for key in keys_of(first)] == [
        "1. thing 0", "2. thing 1", "3. thing 2", "4. thing 99", "Group 1 ▸ change",
    ]  # fmt: skip
    assert keys_of(first)[-1].style == QUIET, "a setting, not the thing to do"
    twins = [key.label for key in keys_of(second)]
    assert twins == ["1. thing 0", "2. thing 1", "3. thing 2", "4. thing 99", "Group 2 ▸ change"], "one number"
    assert [key.id for key in keys_of(second)][:2] == ["p:12.0.45.0:pick:o:0:1", "p:12.0.45.0:pick:o:1:1"]
    assert not any(key.disabled for key in keys_of(first)), "what is chosen does not look forbidden"
    assert [keys_of(page)[-1].id for page in (first, second)] == ["p:12.0.45.0:variant:0.1", "p:12.0.45.0:variant:0.0"]
    looking = shown(asked, variant=1, looking=True)
    keys = [key for row in looking.rows if not isinstance(row, Menu) for key in row]
    (leave,) = [key for key in keys if key.label == "Back to the choice"]
    assert isinstance(leave, Key) and leave.id == "p:12.0.45.0:variant:0.1"


def test_without_a_second_variant_there_is_no_switch(shown: Callable[..., Page]) -> None:
    page = shown(prompt([replace(o, variant=Msg("g1")) for o in options(3)]))
    assert [key.label for key in keys_of(page)] == ["1. thing 0", "2. thing 1", "3. thing 2"]


# -- drafts ------------------------------------------------------------------------------------------------------------


def test_a_draft_survives_its_way_through_a_button() -> None:
    asked = prompt(options(12, limit=5), "allocate", 6, 6)
    draft = Draft.of(asked, ("o:0", "o:11", "o:11", "o:3"))
    assert Draft.read(asked, draft.packed(asked)) == draft
    assert draft.keys(asked) == ("o:0", "o:3", "o:11", "o:11")
    assert Draft.of(asked, ()).packed(asked) == ""


FULL = 200
BIG = QuestionRef(10**8, 99, 9999, 7)


@pytest.mark.parametrize(
    ("limit", "counts"),
    [
        (1, [1] * FULL),
        (1, [0] * (FULL - 1) + [1]),
        (1, [n % 2 for n in range(FULL)]),
        (99, [99] + [0] * (FULL - 1)),
        (99, [0] * (FULL - 1) + [99]),
        (99, [0, 1] * 49 + [0] * (FULL - 98)),
        (99, [99] * 9),
        (40, [36, 37, 40]),
    ],
)
def test_drafts_of_long_lists_and_large_numbers_fit_an_id(limit: int, counts: list[int]) -> None:
    asked = prompt(options(len(counts), limit=limit), "allocate", 0, sum(counts))
    packed = Draft(tuple(counts)).packed(asked)
    assert Draft.read(asked, packed).counts == tuple(counts)
    assert len(ids.at_question(BIG, "minus", f"m7.{packed}")) <= ids.MAX_ID


def test_a_panel_of_200_options_all_ticked(shown: Callable[..., Page]) -> None:
    asked = prompt(options(FULL), "some", 0, FULL)
    page = shown(asked, draft=Draft((1,) * FULL))
    assert all(choice.chosen for menu in menus_of(page) for choice in menu.choices)


def test_a_panel_of_many_of_one_thing(shown: Callable[..., Page]) -> None:
    asked = prompt(options(3, limit=99), "allocate", 99, 99)
    page = shown(asked, draft=Draft((36, 60, 2)))
    assert "＋ 1. thing 0 (36)" in [key.label for key in keys_of(page)]


@pytest.mark.parametrize("text", ["zzz", "-1", "９", "1" * 99, "*", "_" * 99])
def test_a_draft_from_outside_never_leaves_its_bounds(text: str) -> None:
    asked = prompt(options(3), "some", 0, 3)
    assert all(0 <= count <= 1 for count in Draft.read(asked, text).counts)


# -- typing ------------------------------------------------------------------------------------------------------------


def test_small_print_stands_at_the_end() -> None:
    (box,) = sheet(Page(("scores",), ((Key("t:1:play", "Play"),),), foot="-# hashes"), "chart.png").children
    kinds = [type(item).__name__ for item in cast(Any, box).children]
    assert kinds == ["TextDisplay", "MediaGallery", "ActionRow", "TextDisplay"]
    assert cast(Any, box).children[3].content == "-# hashes"
