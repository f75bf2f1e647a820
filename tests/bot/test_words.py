"""The bot's sentences in both languages, names made harmless, and messages that keep Discord's limits."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bot
from bot.discord_ui import controls
from bot.discord_ui.page import custom_ids as custom_ids_module
from bot.discord_ui.page.pages import MAX_TEXT, Button, Choice, Page, SelectMenu, build_view
from bot.discord_ui.text import command_mentions
from bot.discord_ui.text.localizer import Localizer, cut_end, load_bot_catalogue
from bot.discord_ui.text.names import MAX_NAME, clean_name
from bot.table import QuestionRef
from bot.table.clock.time_control import DEFAULT_PACE, PACES
from bot.table.clock.waking_hours import WAKING_DAY
from bot.table.terms.languages import choose_lang
from bot.table.terms.table_terms import TableTerms
from bot.table.terms.votes import VOTES
from engines.kernel import LANGS, Lang, Message

SOURCE = "\n".join(path.read_text("utf-8") for path in sorted(Path(bot.__file__).parent.rglob("*.py")))
KEYS = re.compile(
    r'(?:line|label|UserError|Refused|Stale|notice|description|text)\(\s*(?:tx, table, now, )?"([a-z_]+\.[a-z_.]+)"'
)


def test_both_languages_are_complete() -> None:
    assert load_bot_catalogue().list_problems() == []


def test_every_key_in_the_code_is_in_the_catalogue() -> None:
    used = set(KEYS.findall(SOURCE))
    assert len(used) > 80
    commands = {key for key in used if load_bot_catalogue().has_key(f"commands.{key}.description")}
    assert [key for key in sorted(used - commands) if not load_bot_catalogue().has_key(key)] == []


def test_defaults_are_named_where_a_table_is_opened() -> None:
    """The descriptions of /table open name its default values."""
    expected_pace: dict[Lang, str] = {"en": "usually slow, two days", "ja": "普通は2日"}
    for lang, pace in expected_pace.items():
        descriptions = {
            name: load_bot_catalogue().render(Message(f"commands.table.open.params.{name}.description", {}), lang)
            for name in ("reminder", "pace")
        }
        assert (
            str(TableTerms(language="en").reminder_hours) in descriptions["reminder"] and pace in descriptions["pace"]
        )
    assert PACES[DEFAULT_PACE].allowance == 2 * WAKING_DAY, "the descriptions say how long a turn may take"


def test_every_message_is_used() -> None:
    """A key counts as used if it is in the code, or if it has one of these prefixes or belongs to a vote."""
    stale = [
        key
        for key in sorted(load_bot_catalogue().list_keys())
        if not key.startswith(
            (
                "ask.",
                "commands.",
                "forum.tag.",
                "permission.",
                "help.language_",
                "help.public_",
                "setting.",
                "policy.",
                "option.",
                "notice.late.",
                "notice.no_thought_",
                "notice.started",  # rows that versions before 0.14 stored may still wait
                "life.vacant.",
                "life.ended.",
                "life.admin.",
                "offer.",
                "share.",
                "pause.",
                "push.",
                "admin.how.",
                "card.ending.",
                "me.day.",
                "me.lists_",
                "me.net_",
                "me.rest.",
                "me.way.",
                "changed.since_",
                "server.openers.",
            )
        )
        and not re.search(f"[\"']{re.escape(key)}[\"']", SOURCE)
        and key not in {f"request.{name}" for name in VOTES} | {f"vote.{name}" for name in VOTES}
        and key not in {f"notice.{name}_refused" for name in VOTES}
    ]
    assert stale == []


def test_bilingual_table_does_not_repeat_equal_texts() -> None:
    both = Localizer.of_table("both")
    assert both.render_label("card.play") == "進める / Play"
    assert both.render_line("card.turn") == "手番\nTo move"
    assert both.render_label("panel.later") == "▶"
    assert Localizer.of_table("ja").langs == ("ja",)
    assert [choose_lang(locale) for locale in ("ja", "en-GB", "fr")] == ["ja", "en", "en"]


def test_sentences_name_commands_by_a_mention(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_mentions, "_mentions", {"table open": "</table open:12>"})
    assert Localizer(("ja",)).render_line("games.none") == "進行中の卓はありません。</table open:12> で開けます。"
    monkeypatch.setattr(command_mentions, "_mentions", {})
    assert "`/卓 開く`" in Localizer(("ja",)).render_line("games.none"), (
        "before Discord has given an id, the reader's own name"
    )
    assert "`/table open`" in Localizer(("en",)).render_line("games.none")


def test_every_command_that_a_sentence_names_exists() -> None:
    for lang in LANGS:
        said = (Path(bot.__file__).parent / "locale" / f"{lang}.toml").read_text("utf-8")
        assert re.findall(r"(?<![<\w/])/[a-z]+", said) == [], "a name written out is right in one language only"
        for name in re.findall(r"</([^>]*)>", said):
            assert load_bot_catalogue().has_key(f"commands.{name.replace(' ', '.')}.name"), (name, lang)


def test_command_names_and_descriptions_fit_discords_limits() -> None:
    """Names of commands have up to 32 characters, descriptions up to 100, in both languages."""
    for key in sorted(load_bot_catalogue().list_keys()):
        if key.startswith("commands."):
            for lang in LANGS:
                text = load_bot_catalogue().render(Message(key), lang)
                assert len(text) <= (32 if key.endswith(".name") else 100), (key, lang)
                if key.endswith(".name"):
                    assert text == text.lower() and re.fullmatch(r"[-\w]+", text), (key, lang)


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("Ada", "Ada"),
        ("次郎", "次郎"),
        ("**bold**", "＊＊bold＊＊"),
        ("@everyone", "＠everyone"),
        ("<@123>", "＜＠123＞"),
        ("a\u202eb\u200bc", "abc"),
        ("  two \n lines ", "two lines"),
        ("https://x.example", "https：//x.example"),
        ("\u200b", "?"),
        ("\u3164", "?"),
        ("\u2800\u115f", "?"),
        ("A\u3164\u3164B", "A B"),
        ("", "?"),
        ("Z" + "\u0335" * 9, "Z" + "\u0335" * 2),
        ("\U0001f469\u200d\U0001f680 Mia", "\U0001f469\u200d\U0001f680 Mia"),
        (
            "\U0001f469\U0001f3fd\u200d\u2764\ufe0f\u200d\U0001f468",
            "\U0001f469\U0001f3fd\u200d\u2764\ufe0f\u200d\U0001f468",
        ),
        ("A\u200dB \U0001f469\u200d\u200d\u200d", "AB \U0001f469"),
        ("\u200d\U0001f469", "\U0001f469"),
        ("www.evil.example", "www．evil．example"),
        ("see discord.gg/x now", "see discord．gg/x now"),
        ("J.R.R. Tolkien", "J.R.R. Tolkien"),
        ("mr.robot", "mr.robot"),
        ("Ann (2)", "Ann （2）"),
    ],
)
def test_names_are_made_harmless(name: str, cleaned: str) -> None:
    assert clean_name(name) == cleaned


def test_long_names_are_cut() -> None:
    assert len(clean_name("x" * 99)) == MAX_NAME and clean_name("x" * 99).endswith("…")
    assert clean_name(clean_name("x" * 99)) == clean_name("x" * 99)
    assert clean_name("x" * 22 + "\U0001f469\u200d\U0001f680") == "x" * 22 + "\U0001f469…"


def test_ids_fit_and_lead_to_exactly_one_control() -> None:
    custom_ids = [
        custom_ids_module.build_table_id(f"{10**9}.0fa3c1", "colour", "purple"),
        custom_ids_module.build_question_id(QuestionRef(10**9, 999, 9999, 7, "0fa3c1"), "pick", "x" * 40),
        custom_ids_module.build_help_id("turn", "flotsam.goods.tea"),
    ]
    for number, custom_id in enumerate(custom_ids):
        fits = [control.__discord_ui_compiled_template__.fullmatch(custom_id) for control in controls.CONTROLS]
        assert [bool(match) for match in fits] == [n == number for n in range(3)]
    with pytest.raises(ValueError, match="at most 100"):
        custom_ids_module.build_table_id("1", "give", "x" * 100)


async def test_a_page_keeps_discords_limits() -> None:
    menu = SelectMenu("t:1:x", "p" * 200, tuple(Choice(str(n), "l" * 120, "d" * 120) for n in range(25)), 0, 99)
    view = build_view(Page(("a" * 3000, "b" * 3000, ""), (menu, (Button("t:1:y", "k" * 99),)), None))
    assert view.content_length() == MAX_TEXT
    assert view.is_finished(), "discord.py keeps no view of ours"
    box = view.to_components()[0]  # type: ignore[no-untyped-call]
    texts = [item["content"] for item in box["components"] if item["type"] == 10]
    assert len(texts) == 2 and all(text.endswith("…") for text in texts)
    select = box["components"][2]["components"][0]
    assert select["max_values"] == 25 and len(select["placeholder"]) == 150
    assert {len(option["label"]) for option in select["options"]} == {100}


def test_long_text_is_cut_at_a_list_item_or_word() -> None:
    """An option's name, verb and price come first, so they are never cut."""
    japanese = "Maqpon Dynasty #24を購入（上段1） — コスト1、残り3、出すと部族1個、借入2ルピー、パンジャーブの政治1"
    assert cut_end(japanese, 48) == "Maqpon Dynasty #24を購入（上段1） — コスト1、残り3、出すと部族1個…"
    english = "Buy Pashtun Mercenary #52 (top 1) — costs 1, leaves 3, played: 1 army, favored suit political"
    assert cut_end(english, 60) == "Buy Pashtun Mercenary #52 (top 1) — costs 1, leaves 3…"
    assert cut_end("優勢判定を購入（下段2） — Jahangir (CPU、人でない)に+2点", 32).endswith("…")
    assert cut_end("Marco Mir Murad Beg #92を2ルピーで購入した", 30) == "Marco Mir Murad Beg #92を2ルピー…"
    assert cut_end("short", 9) == "short" and len(cut_end("x" * 50, 20)) == 20
