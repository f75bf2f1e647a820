"""The log as a report: each player named once, cards and places in bold, reasons apart, two languages in two halves."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord_ui.history.log import why_pages
from bot.discord_ui.outbox import messages
from bot.discord_ui.page.layout import RULE, sheet
from bot.discord_ui.text.report import Report, Told
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable, Seated
from bot.table.history import Line
from engines.kernel import Catalogue, Event, Lang, Msg, Rng, Seat, Table, Term, Who, catalogue, say
from tests.kernel.toys import SEED

WORDS = Catalogue(
    {
        "ja": {
            "plays": "{who}は{card}を{city}に出した。",
            "card": "カード{n}",
            "pays": "{who}が{other}に2払った。",
            "road": "{who}の道が消えた。",
            "both": "{who}と{other}は同点。",
            "order": "順番：{city}。",
            "refill": "新しいカード：{card}。",
            "round": "ラウンド{n}（{city}）。",
        },
        "en": {
            "plays": "{who} plays {card} in {city}.",
            "card": "card {n}",
            "pays": "{who} pays {other} 2.",
            "road": "{who}'s road is gone.",
            "both": "{who} and {other} are level.",
            "order": "Her order: {city}.",
            "refill": "New: {card}.",
            "round": "Round {n} ({city}).",
        },
    },
    {"cities.kabul": {"ja": "カブール", "en": "Kabul"}, "terms.robot": {"ja": "ロボ", "en": "the Robot"}},
    base=catalogue("engines.kernel"),
    set_off=("cities", "card"),
    headings=("round", "gone"),
)
SEATS = (Seated(0, 1, "Ada", None, None, 0), Seated(1, 2, "Ada B", None, None, 0))
LIVE = cast(
    LiveTable,
    SimpleNamespace(
        id=1,
        words=WORDS,
        names=("Ada", "Ada B"),
        seats=SEATS,
        game=SimpleNamespace(id="toy", automa="terms.robot", seat_colors=None),
        names_at=lambda n: ("Ada", "Ada B"),
        stood_in=lambda n, seat: "",
    ),
)
KABUL, CARD = Term("cities.kabul"), say("card", n=61)


def plays(who: Seat) -> Event:
    return Event(say("plays", who=Who(who), card=CARD, city=KABUL))


def told(lang: Lang, *events: Event, by: Seat | None = 0) -> list[str]:
    return Report(LIVE, lang).lines([Told(event, by) for event in events])


def test_what_is_of_the_whole_table_heads_what_follows_and_stands_below_nobody() -> None:
    events = (plays(0), Event(say("round", n=2, city=KABUL)), Event(say("refill", card=CARD)), plays(0))
    assert told("en", *events) == [
        "● A **Ada**",
        "• Plays **card 61** in **Kabul**.",
        "**Round 2 (Kabul).**",
        "• New: **card 61**.",
        "● A **Ada**",
        "• Plays **card 61** in **Kabul**.",
    ]


def test_what_one_player_alone_is_told_stands_below_their_name() -> None:
    """It says "you", and was told by the decision of whoever answered last."""
    mine = Event(say("refill", card=CARD), to=(1,))
    assert told("en", plays(0), mine)[2:] == ["■ B **Ada B**", "• New: **card 61**."]


def test_of_one_player_is_told_what_they_decided_and_what_is_said_of_them() -> None:
    events = [(plays(0), 0), (plays(1), 0), (Event(say("refill", card=CARD)), 0), (plays(0), 1), (plays(0), 0)]
    asked = [Told(event, by) for event, by in events]
    assert Report(LIVE, "en", only=1).lines(asked) == [
        "■ B **Ada B**",
        "• Plays **card 61** in **Kabul**.",
        "• New: **card 61**.",
        "● A **Ada**",
        "• Plays **card 61** in **Kabul**.",
    ]
    assert Report(LIVE, "en", only=1).lines(asked[:1]) == []


def test_what_follows_a_heading_in_its_line_stands_below_it() -> None:
    """In one bold paragraph nobody would see who did what."""
    line = Msg("kernel.line", {"sentences": (say("round", n=2, city="Kabul"), say("pays", who=Who(0), other=Who(1)))})
    assert told("en", plays(1), Event(line))[2:] == ["**Round 2 (Kabul).**", "• Ada pays Ada B 2."]


def test_a_heading_that_is_no_sentence_fails_the_build() -> None:
    assert WORDS.problems() == ["heading gone: no such sentence"]


def test_a_player_is_named_once_and_cards_and_places_are_bold() -> None:
    events = (plays(0), Event(say("pays", who=Who(0), other=Who(1))), plays(1))
    assert told("en", *events) == [
        "● A **Ada**",
        "• Plays **card 61** in **Kabul**.",
        "• Pays Ada B 2.",
        "■ B **Ada B**",
        "• Plays **card 61** in **Kabul**.",
    ]
    assert told("ja", *events)[:3] == ["● A **Ada**", "• **カード61**を**カブール**に出した。", "• Ada Bに2払った。"]


def test_who_does_not_act_heads_nothing() -> None:
    road, both = Event(say("road", who=Who(1))), Event(say("both", who=Who(0), other=Who(1)))
    assert told("en", road, both) == ["● A **Ada**", "• Ada B's road is gone.", "• Ada and Ada B are level."]
    assert told("ja", road, both)[1:] == ["• Ada Bの道が消えた。", "• AdaとAda Bは同点。"]


@pytest.mark.parametrize(("lang", "name"), [("en", "the Robot"), ("ja", "ロボ")])
def test_the_player_that_the_rules_play_has_a_heading_too(lang: Lang, name: str) -> None:
    robot = Event(say("plays", who=Term("terms.robot"), card=CARD, city=KABUL))
    assert told(lang, plays(0), robot)[2] == f"▲ C **{name}**"


@pytest.mark.parametrize(
    ("lang", "plain", "line"),
    [
        ("en", "Plays **card 61** in **Kabul**.", " Ada pays Ada B 2. Pays Ada 2."),
        ("ja", "**カード61**を**カブール**に出した。", "AdaがAda Bに2払った。Adaに2払った。"),
    ],
)
def test_in_the_list_of_the_own_turn_nobody_reads_the_own_name_again(lang: Lang, plain: str, line: str) -> None:
    t: Table[None] = Table(None, Rng(SEED))
    with t.line():
        t.tell("plays", who=Who(1), card=CARD, city=KABUL)
        t.tell("pays", who=Who(0), other=Who(1))
        t.tell("pays", who=Who(1), other=Who(0))
    assert Report(LIVE, lang).own(1, [plays(1), *t.lines()]) == [f"✓ {plain}", f"✓ {plain}{line}"]


def test_reasons_stand_apart_in_small_print() -> None:
    t: Table[None] = Table(None, Rng(SEED))
    with t.line():
        t.tell("order", reason=True, city=KABUL)
        t.tell("plays", who=Who(0), card=CARD, city=KABUL)
        t.tell("pays", who=Who(0), other=Who(1))
        t.tell("refill", card=CARD)
    assert told("en", *t.lines()) == [
        "● A **Ada**",
        "-# Her order: **Kabul**.",
        "• Plays **card 61** in **Kabul**. Pays Ada B 2. New: **card 61**.",
    ]


def test_a_post_says_what_was_done_and_a_button_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    order = Event(Msg("order", {"city": KABUL}), reason=True)
    lines = [Line(4, 0, 0, (order, plays(0))), Line(5, 0, 0, (plays(0),))]
    page = messages.turn(LIVE, lines, Voice(("en",)))
    assert page is not None and "Her order" not in "".join(page.texts)
    assert [key.id for row in page.rows for key in cast(Any, row)] == [f"t:{LIVE.id}:why:4.5"]
    plain = messages.turn(LIVE, lines[1:], Voice(("en",)))
    assert plain is not None and plain.rows == ()
    monkeypatch.setattr("bot.discord_ui.text.titles.game_title", lambda game, voice: "Toy")
    (whole,) = why_pages(LIVE, lines, Voice(("en",)))
    assert "-# Her order: **Kabul**." in whole.texts[1]


def test_two_languages_are_two_halves() -> None:
    page = messages.turn(LIVE, [Line(1, 0, 0, (plays(0), Event(Msg("refill", {"card": CARD}))))], Voice(("ja", "en")))
    assert page is not None
    ja, rule, en = page.texts
    assert rule == RULE and ja.startswith("● A **Ada**\n• **カード61**") and en.endswith("• New: **card 61**.")
    assert [type(item).__name__ for item in sheet(page).walk_children()] == [
        "Container", "TextDisplay", "Separator", "TextDisplay",
    ]  # fmt: skip


def test_what_is_not_a_report_has_no_bold() -> None:
    assert WORDS.render(plays(0).text, "en", LIVE.names) == "Ada plays card 61 in Kabul."
