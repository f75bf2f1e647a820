"""The log as a report: player names as headings, bold cards and places, separate reasons, one half per language."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord_ui.history.log import build_reason_pages
from bot.discord_ui.outbox import messages
from bot.discord_ui.page.pages import SEPARATOR, build_view
from bot.discord_ui.text.event_report import ReportEvent, ReportWriter
from bot.discord_ui.text.localizer import Localizer
from bot.table import SeatAssignment, Table
from bot.table.history.game_log import LogLine
from engines.kernel import (
    Catalogue,
    GameContext,
    Lang,
    LogEvent,
    Message,
    NounRef,
    Rng,
    Seat,
    SeatRef,
    load_catalogue,
    message,
)
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
    base=load_catalogue("engines.kernel"),
    bold_names=("cities", "card"),
    headings=("round", "gone"),
)
SEATS = (SeatAssignment(0, 1, "Ada", None, None, 0), SeatAssignment(1, 2, "Ada B", None, None, 0))
TABLE = cast(
    Table,
    SimpleNamespace(
        id=1,
        key="1",
        catalogue=WORDS,
        names=("Ada", "Ada B"),
        seats=SEATS,
        game=SimpleNamespace(id="toy", automa="terms.robot", seat_colors=None),
        names_at=lambda n: ("Ada", "Ada B"),
        find_substitute_name=lambda *_: "",
    ),
)
KABUL, CARD = NounRef("cities.kabul"), message("card", n=61)


def build_play_event(seat: Seat) -> LogEvent:
    return LogEvent(message("plays", who=SeatRef(seat), card=CARD, city=KABUL))


def render_report(lang: Lang, *events: LogEvent, by: Seat | None = 0) -> list[str]:
    return ReportWriter(TABLE, lang).write_lines([ReportEvent(event, by) for event in events])


def test_table_wide_events_are_headings_and_belong_to_no_player() -> None:
    events = (
        build_play_event(0),
        LogEvent(message("round", n=2, city=KABUL)),
        LogEvent(message("refill", card=CARD)),
        build_play_event(0),
    )
    assert render_report("en", *events) == [
        "● A **Ada**",
        "• Plays **card 61** in **Kabul**.",
        "**Round 2 (Kabul).**",
        "• New: **card 61**.",
        "● A **Ada**",
        "• Plays **card 61** in **Kabul**.",
    ]


def test_private_event_stands_below_its_readers_name() -> None:
    """The entry says "you", and belongs to the decision of the seat that answered last."""
    mine = LogEvent(message("refill", card=CARD), to=(1,))
    assert render_report("en", build_play_event(0), mine)[2:] == ["■ B **Ada B**", "• New: **card 61**."]


def test_filter_by_player_keeps_their_decisions_and_mentions_of_them() -> None:
    events = [
        (build_play_event(0), 0),
        (build_play_event(1), 0),
        (LogEvent(message("refill", card=CARD)), 0),
        (build_play_event(0), 1),
        (build_play_event(0), 0),
    ]
    log_entries = [ReportEvent(event, by) for event, by in events]
    assert ReportWriter(TABLE, "en", only_seat=1).write_lines(log_entries) == [
        "■ B **Ada B**",
        "• Plays **card 61** in **Kabul**.",
        "• New: **card 61**.",
        "● A **Ada**",
        "• Plays **card 61** in **Kabul**.",
    ]
    assert ReportWriter(TABLE, "en", only_seat=1).write_lines(log_entries[:1]) == []


def test_rest_of_a_heading_line_stands_below_the_heading() -> None:
    """In one bold paragraph the actors could not be told apart."""
    line = Message(
        "kernel.line",
        {"sentences": (message("round", n=2, city="Kabul"), message("pays", who=SeatRef(0), other=SeatRef(1)))},
    )
    assert render_report("en", build_play_event(1), LogEvent(line))[2:] == [
        "**Round 2 (Kabul).**",
        "• Ada pays Ada B 2.",
    ]


def test_heading_without_a_message_is_a_catalogue_problem() -> None:
    assert WORDS.list_problems() == ["heading gone: no such sentence"]


def test_a_player_is_named_once_and_cards_and_places_are_bold() -> None:
    events = (build_play_event(0), LogEvent(message("pays", who=SeatRef(0), other=SeatRef(1))), build_play_event(1))
    assert render_report("en", *events) == [
        "● A **Ada**",
        "• Plays **card 61** in **Kabul**.",
        "• Pays Ada B 2.",
        "■ B **Ada B**",
        "• Plays **card 61** in **Kabul**.",
    ]
    assert render_report("ja", *events)[:3] == [
        "● A **Ada**",
        "• **カード61**を**カブール**に出した。",
        "• Ada Bに2払った。",
    ]


def test_player_who_does_not_act_is_no_heading() -> None:
    road, both = LogEvent(message("road", who=SeatRef(1))), LogEvent(message("both", who=SeatRef(0), other=SeatRef(1)))
    assert render_report("en", road, both) == ["● A **Ada**", "• Ada B's road is gone.", "• Ada and Ada B are level."]
    assert render_report("ja", road, both)[1:] == ["• Ada Bの道が消えた。", "• AdaとAda Bは同点。"]


@pytest.mark.parametrize(("lang", "name"), [("en", "the Robot"), ("ja", "ロボ")])
def test_automa_has_a_heading_too(lang: Lang, name: str) -> None:
    robot = LogEvent(message("plays", who=NounRef("terms.robot"), card=CARD, city=KABUL))
    assert render_report(lang, build_play_event(0), robot)[2] == f"▲ C **{name}**"


@pytest.mark.parametrize(
    ("lang", "plain", "line"),
    [
        ("en", "Plays **card 61** in **Kabul**.", " Ada pays Ada B 2. Pays Ada 2."),
        ("ja", "**カード61**を**カブール**に出した。", "AdaがAda Bに2払った。Adaに2払った。"),
    ],
)
def test_own_turn_list_omits_the_readers_name(lang: Lang, plain: str, line: str) -> None:
    t: GameContext[None] = GameContext(None, Rng(SEED))
    with t.log_line():
        t.log_event("plays", who=SeatRef(1), card=CARD, city=KABUL)
        t.log_event("pays", who=SeatRef(0), other=SeatRef(1))
        t.log_event("pays", who=SeatRef(1), other=SeatRef(0))
    assert ReportWriter(TABLE, lang).write_own_actions(1, [build_play_event(1), *t.build_lines()]) == [
        f"✓ {plain}",
        f"✓ {plain}{line}",
    ]


def test_reasons_stand_apart_in_small_print() -> None:
    t: GameContext[None] = GameContext(None, Rng(SEED))
    with t.log_line():
        t.log_event("order", is_reason=True, city=KABUL)
        t.log_event("plays", who=SeatRef(0), card=CARD, city=KABUL)
        t.log_event("pays", who=SeatRef(0), other=SeatRef(1))
        t.log_event("refill", card=CARD)
    assert render_report("en", *t.build_lines()) == [
        "● A **Ada**",
        "-# Her order: **Kabul**.",
        "• Plays **card 61** in **Kabul**. Pays Ada B 2. New: **card 61**.",
    ]


def test_post_shows_actions_and_a_button_shows_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    order = LogEvent(Message("order", {"city": KABUL}), is_reason=True)
    lines = [LogLine(4, 0, 0, (order, build_play_event(0))), LogLine(5, 0, 0, (build_play_event(0),))]
    page = messages.build_turn_post(TABLE, lines, Localizer(("en",)))
    assert page is not None and "Her order" not in "".join(page.texts)
    assert [key.id for row in page.rows for key in cast(Any, row)] == [f"t:{TABLE.id}:why:4.5"]
    plain = messages.build_turn_post(TABLE, lines[1:], Localizer(("en",)))
    assert plain is not None and plain.rows == ()
    monkeypatch.setattr("bot.discord_ui.text.titles.name_game", lambda game, localizer: "Toy")
    (whole,) = build_reason_pages(TABLE, lines, Localizer(("en",)))
    assert "-# Her order: **Kabul**." in whole.texts[1]


def test_two_languages_are_two_halves() -> None:
    page = messages.build_turn_post(
        TABLE,
        [LogLine(1, 0, 0, (build_play_event(0), LogEvent(Message("refill", {"card": CARD}))))],
        Localizer(("ja", "en")),
    )
    assert page is not None
    ja, rule, en = page.texts
    assert rule == SEPARATOR and ja.startswith("● A **Ada**\n• **カード61**") and en.endswith("• New: **card 61**.")
    assert [type(item).__name__ for item in build_view(page).walk_children()] == [
        "Container", "TextDisplay", "Separator", "TextDisplay",
    ]  # fmt: skip


def test_plain_message_has_no_bold_names() -> None:
    assert WORDS.render(build_play_event(0).text, "en", TABLE.names) == "Ada plays card 61 in Kabul."
