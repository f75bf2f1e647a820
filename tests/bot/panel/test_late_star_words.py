"""Words of stars that come late: they take the lines that the panel has kept for them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord_ui.page import phone_screen
from bot.discord_ui.panel import star_text
from bot.discord_ui.panel.star_button import build_kept_button
from bot.discord_ui.panel.star_text import _choose_lines
from bot.discord_ui.panel.text_parts import BLANK_LINE, FIRST_REASON_RANK, OTHER_REASON_RANK, SMALL_LINE, TextPart
from engines.kernel import Message, TurnInfo
from engines.kernel.stars.suggestions import PlannedAnswer

from .fake_table import WORDS
from .test_stars import build_plan

SUBSTITUTE = "-# see elsewhere"
KEYS = (("a",), ("b",), ("a", "b"))


@pytest.mark.parametrize(
    ("text", "line_count"),
    [
        ("-# because " + "of long reasons " * 5, 2),
        ("-# because " + "of long reasons " * 9, 1),
        ("-# ★ **3**：" + "勝利点が3点多く、" * 4, 2),
        ("-# because\n-# and then\n-# after that", 1),
    ],
)
def test_words_of_late_stars_break_between_words_or_are_replaced(text: str, line_count: int) -> None:
    """In the lines that were kept: each is a paragraph, which no phone shows in two."""
    shown = _choose_lines(TextPart(text, FIRST_REASON_RANK, substitute=SUBSTITUTE), 2)
    assert len(shown) == line_count and all(phone_screen.measure_text(line) <= SMALL_LINE for line in shown)
    words = "".join(line.removeprefix("-# ") for line in shown)
    assert words.split() == (text if line_count > 1 else SUBSTITUTE).removeprefix("-# ").split()


def test_words_of_late_stars_break_where_a_thought_ends() -> None:
    """A wide screen shows the breaks, too: a break within a thought looks ragged there."""
    thought = "-# ★ **4** (**1** is good, too): once played: new actions of this card and more"
    assert _choose_lines(TextPart(thought, FIRST_REASON_RANK, substitute=SUBSTITUTE), 2) == [
        "-# ★ **4** (**1** is good, too): once played: ",
        "-# new actions of this card and more",
    ]


def build_question(info: TurnInfo | None = None) -> Any:
    """Return a question to the second of three players of a game that is there."""
    match = SimpleNamespace(find_turn_info=lambda: info)
    table = SimpleNamespace(match=match, names=("Aoi", "Ben", "Cleo " * 20), catalogue=WORDS)
    localizer = SimpleNamespace(
        render_line=lambda key: {"panel.star_none": "-# none"}.get(key, "-# details"),
        render_label=lambda _, names: f"next {names}",
        render_message_label=lambda text, *_: text.key,
        join_names=", ".join,
    )
    return SimpleNamespace(table=table, localizer=localizer)


def test_lines_kept_for_stars_tell_what_is_known_if_none_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """They stay as many, so that no control moves, but do not stand empty."""
    monkeypatch.setattr(star_text, "list_reasons", lambda *_: [])
    question = build_question(TurnInfo(Message("round"), 1, (2, 0)))
    for line_count in range(1, 5):
        lines = star_text.write_star_words(question, (), "\n".join(["-# kept"] * line_count)).split("\n")
        assert len(lines) == line_count and BLANK_LINE not in lines
        assert all(phone_screen.measure_text(line) <= SMALL_LINE for line in lines)
    assert lines[:3] == ["-# none", "-# details", "-# round"] and lines[3].startswith("-# next Cleo")
    unknown = star_text.write_star_words(build_question(), (), "\n".join(["-# kept"] * 4)).split("\n")
    assert unknown[2:] == [BLANK_LINE] * 2


def test_a_plan_of_late_stars_breaks_between_its_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes the lines that the best reason leaves. Where these are too few, the first step is a number, then all
    steps take the place of the reason; where even that is too little, one press gives less.
    """
    plan = tuple(build_plan("thing", 1, 2, 3))

    def write_line(_: object, line: tuple[PlannedAnswer, ...], *, is_first_numbered: bool = False) -> str:
        first = "**1**" if is_first_numbered else "a very long step " * 5
        return "-# plan: " + " ▸ ".join([first, *["a long step " * 4] * (len(line) - 1)])

    monkeypatch.setattr(star_text, "write_line", write_line)
    monkeypatch.setattr(star_text, "list_reasons", lambda *_: [TextPart("-# ★ **1**: good", FIRST_REASON_RANK)])
    question = build_question()
    for line_count, steps in ((1, 1), (2, 2), (3, 3), (4, 3)):
        assert star_text.find_late_line(question, plan, line_count) == plan[:steps]
    four, three = ("\n".join(["-# kept"] * count) for count in (4, 3))
    words = star_text.write_star_words(question, plan[:2], four).split("\n")
    assert words[0] == "-# ★ **1**: good" and words[1].endswith(" ▸ ") and words[3] == BLANK_LINE
    words = star_text.write_star_words(question, plan, four).split("\n")
    assert words[0] == "-# ★ **1**: good" and words[1].startswith("-# plan: **1** ▸ ")
    words = star_text.write_star_words(question, plan, three).split("\n")
    assert words[0].startswith("-# plan: **1** ▸ ") and "good" not in str(words)


@pytest.mark.parametrize(
    ("reason", "lines"),
    [
        ("-# ★ **1**：いまこれより得な同盟はなく、あとから変えられるので、気楽に選べる", 2),
        ("-# ★ **1**（**8**もおすすめ）：いまこれより得な同盟はなく、あとから変えられるので、気楽に選べる", 2),
        ("-# ★ **12**: none is better now, and what is chosen can be changed later on", 2),
        ("-# ★ **12** (**3** too): none is better now, and what is chosen can be changed later on", 2),
    ],
)
def test_name_of_a_late_star_does_not_stand_alone(reason: str, lines: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wide screen showed "★ 1:" and below it the reason."""
    part = TextPart(reason, FIRST_REASON_RANK, substitute=SUBSTITUTE)
    monkeypatch.setattr(star_text, "list_reasons", lambda *_: [part])
    words = star_text.write_star_words(build_question(), (), "\n".join(["-# kept"] * lines)).split("\n")
    assert "".join(line.removeprefix("-# ") for line in words) == reason.removeprefix("-# "), "nothing is lost"
    assert len(words) == lines and len(words[0]) > 20


def test_a_late_reason_breaks_before_its_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    why, cost = "-# ★ **9**：あとで+15点", "（コスト：1ラクダ、2胡椒、1絹、4金、2コイン）"
    monkeypatch.setattr(star_text, "list_reasons", lambda *_: [TextPart(why + cost, FIRST_REASON_RANK)])
    words = star_text.write_star_words(build_question(), (), "-# kept\n-# kept")
    assert words.split("\n") == [why, f"-# {cost}"], "not within it, after its colon"


def test_no_line_of_a_plan_begins_with_the_sign_between_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    first = "-# ★で進めると：111111財布にダイス2を置いて"
    text = f"{first}2ラクダ ▸ 契約の獲得 ▸ 契約：1ラクダ、1胡椒、1絹、1翡翠→4点"
    monkeypatch.setattr(star_text, "write_line", lambda *_, **__: text)
    monkeypatch.setattr(star_text, "list_reasons", lambda *_: [TextPart("-# ★ **1**: good", FIRST_REASON_RANK)])
    lines = star_text.write_star_words(build_question(), (*build_plan("thing", 1, 2),), "\n".join(["-# kept"] * 4))
    assert lines.split("\n")[1:3] == [first, "-# 2ラクダ ▸ 契約の獲得 ▸ 契約：1ラクダ、1胡椒、1絹、"]


def test_best_reason_is_told_alone_before_all_are_left_to_details(monkeypatch: pytest.MonkeyPatch) -> None:
    """Late stars have few lines: those after the best give way first."""
    best = TextPart("-# ★ **1**: good", FIRST_REASON_RANK, substitute=SUBSTITUTE)
    together = TextPart("-# ★ **1** and others: " + "long reasons " * 9, FIRST_REASON_RANK, substitute=SUBSTITUTE)
    monkeypatch.setattr(star_text, "list_reasons", lambda *_: [best, TextPart("-# ★ **2**: fair", OTHER_REASON_RANK)])
    monkeypatch.setattr(star_text, "join_reasons", lambda *_: together)
    question = build_question()
    assert star_text.write_star_words(question, (), "-# first\n-# second") == "-# ★ **1**: good\n-# details"


def test_button_of_one_late_answer_names_the_number_of_its_option() -> None:
    """Beside two stars, "Do this" would not say which."""
    lines = [SimpleNamespace(number=n, option=SimpleNamespace(key=key)) for n, key in ((2, "a"), (0, "b"))]
    localizer = SimpleNamespace(render_label=lambda key, **args: f"{key.removeprefix('panel.')} {args.get('number')}")
    question: Any = SimpleNamespace(all_lines=lines, localizer=localizer, build_id=lambda *parts: ":".join(parts))
    labels = [build_kept_button(question, (PlannedAnswer(keys, ()),), is_awaited=False).label for keys in KEYS]
    assert labels == ["★ do_numbered_star 2", "★ do_star 0", "★ do_star 0"]
