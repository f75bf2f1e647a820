"""No text is cut silently: long texts are split over several messages or say where the rest is."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import cast

import pytest

from bot.discord_ui.history import log as log_page
from bot.discord_ui.history.changes import ChangesSelection, build_changes_page
from bot.discord_ui.history.log import LogExtract
from bot.discord_ui.outbox import messages
from bot.discord_ui.page.pages import (
    MAX_BYTES,
    MAX_CHOICES,
    MAX_TEXT,
    ActionRow,
    Button,
    Page,
    SelectMenu,
    build_view,
    measure_view,
)
from bot.discord_ui.rulebook import page as rules_page
from bot.discord_ui.rulebook.lookup import load_game_rulebook
from bot.discord_ui.text.localizer import Localizer, split_text
from bot.table import SeatAssignment, Table
from bot.table.history.game_log import LogLine
from bot.table.history.timeline import GameChapter
from bot.table.notices.outbox import RequestUpdate
from bot.table.state.settings import TableSettings
from bot.table.state.table import ConsentRequest
from engines.kernel import Catalogue, Entry, LogEvent, Rulebook, load_games, message

EN, BOTH = Localizer(("en",)), Localizer(("ja", "en"))
TOLD = "A sentence of a long turn, number {n}: somebody moves something somewhere."
WORDS = Catalogue(
    {
        "ja": {"told": "長い手番の文その{n}。"},
        "en": {"told": TOLD, "round": "Round {n}", "begins": "The last round begins."},
    },
    {"terms.toy": {"ja": "玩具", "en": "Toy"}},
    headings=("begins",),
)


def list_buttons(row: ActionRow) -> list[Button]:
    assert isinstance(row, tuple), "a row of buttons, not a menu"
    return [key for key in row if isinstance(key, Button)]


@pytest.mark.parametrize("seed", range(20))
def test_parts_contain_the_whole_text(seed: int) -> None:
    rng = random.Random(seed)
    text = "".join(rng.choice(("word ", "\n", "\n\n", "長い" * 9)) for _ in range(200))
    pieces = split_text(text, 100)
    assert all(len(piece) <= 100 for piece in pieces)
    assert "".join(pieces).replace("\n", "") == text.replace("\n", "")


def test_parts_end_where_a_section_ends() -> None:
    sections = ["### A\n" + "a" * 50, "### B\n" + "b" * 30, "### C\n" + "c" * 60]
    assert split_text("\n\n".join(sections), 100) == ["\n\n".join(sections[:2]), sections[2]]


# -- turns -------------------------------------------------------------------------------------------------------------


SEATS = (SeatAssignment(0, 1, "Ada", None, None, 0), SeatAssignment(1, 2, "Ben", None, None, 0))


def build_table() -> Table:
    return cast(
        Table,
        SimpleNamespace(
            id=12,
            key="12",
            catalogue=WORDS,
            names=("Ada", "Ben"),
            game=SimpleNamespace(automa=None, turn_info=None),
            seats=SEATS,
            tenures=(),
            settings=TableSettings(),
            names_at=lambda n: ("Ada", "Ben"),
            find_substitute_name=lambda *_: "",
        ),
    )


def build_lines(count: int, undone: bool = False) -> list[LogLine]:
    return [LogLine(n, 0, 0, (LogEvent(message("told", n=n)),), undone) for n in range(1, count + 1)]


def render_page(page: Page) -> str:
    """Return the text of the page as it is sent to Discord."""
    return "\n".join(str(item.content) for item in build_view(page).walk_children() if hasattr(item, "content"))


@pytest.mark.parametrize("localizer", [EN, BOTH], ids=["en", "both"])
def test_short_turn_is_posted_completely(localizer: Localizer) -> None:
    page = messages.build_turn_post(build_table(), build_lines(20), localizer)
    assert page is not None and page.rows == ()
    assert all(f"number {n}:" in render_page(page) for n in range(1, 21))


@pytest.mark.parametrize("localizer", [EN, BOTH], ids=["en", "both"])
def test_long_turn_post_says_how_many_lines_are_left_and_where(localizer: Localizer) -> None:
    page = messages.build_turn_post(build_table(), build_lines(150), localizer)
    assert page is not None
    text = render_page(page)
    shown_numbers = [n for n in range(1, 151) if f"number {n}:" in text]
    assert shown_numbers == list(range(1, len(shown_numbers) + 1)) and "…\n" not in text
    assert f"the log has {150 - len(shown_numbers)} more lines" in text
    ((log,),) = page.rows  # type: ignore[misc]
    assert isinstance(log, Button) and log.id == "t:12:log"
    if localizer is BOTH:
        assert [n for n in range(1, 151) if f"文その{n}。" in text] == shown_numbers

    struck = render_page(messages.build_struck_turn(build_table(), build_lines(150, undone=True), localizer))
    assert [n for n in range(1, 151) if f"~~{TOLD.format(n=n)}~~" in struck] == shown_numbers
    assert len(struck) <= MAX_TEXT


@pytest.mark.parametrize("localizer", [EN, BOTH], ids=["en", "both"])
def test_long_undo_request_still_names_the_voters(localizer: Localizer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.text.titles.name_game", lambda game, localizer: "Toy")
    names = tuple(letter * 32 for letter in "ABCD")
    table = build_table()
    table.held_seats = ()  # type: ignore[misc]
    table.requests = (ConsentRequest("undo", "E" * 32, 5, names[:1], names[1:], (2, 3, 4), 3, 1),)
    text = render_page(messages.build_request(table, RequestUpdate("undo"), build_lines(150), localizer))
    assert all(name in text for name in names) and len(text) <= MAX_TEXT
    assert "Shortened: the log has" in text and "also taken back" not in text


def test_undo_request_of_what_the_log_does_not_show_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.text.titles.name_game", lambda game, localizer: "Toy")
    table = build_table()
    table.held_seats = ()  # type: ignore[misc]
    table.requests = (ConsentRequest("undo", "Eve", 5, ("Eve",), ("Ann",), (2,), 1, 1),)
    text = render_page(messages.build_request(table, RequestUpdate("undo"), [], EN))
    assert "The log shows nothing of what is taken back." in text and "played differently" not in text


def test_the_log_keeps_the_lines_of_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.text.titles.name_game", lambda game, localizer: "Toy")
    page = log_page.build_log_page(
        build_table(), [LogLine(1, 0, None, tuple(LogEvent(message("told", n=n)) for n in (1, 2)))], EN, LogExtract()
    )
    assert f"• {TOLD.format(n=1)}\n• {TOLD.format(n=2)}" in render_page(page)


def test_log_shows_a_new_decider_and_a_later_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.text.titles.name_game", lambda game, localizer: "Toy")
    hour = 3_600_000
    seats_and_times = [(0, 0), (0, 1000), (1, 2000), (1, 2000 + hour)]
    page = log_page.build_log_page(
        build_table(),
        [LogLine(n, time, seat, (LogEvent(message("told", n=n)),)) for n, (seat, time) in enumerate(seats_and_times)],
        EN,
        LogExtract(),
    )
    heads = [line for line in render_page(page).split("\n") if not line.startswith("•")]
    assert heads[1:] == ["-# <t:0:f>", "● A **Ada**", "■ B **Ben**", "-# <t:3602:f>"]


def test_every_page_of_the_log_names_its_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chapter that the game's own log has a heading for gets no second heading."""
    monkeypatch.setattr("bot.discord_ui.text.titles.name_game", lambda game, localizer: "Toy")
    ends = ((0, 5), (5, 120), (120, 140), (140, None))
    chapters = [GameChapter(message("round", n=n), after, last_n) for n, (after, last_n) in enumerate(ends, 1)]
    log_lines = build_lines(150)
    log_lines[139] = LogLine(140, 0, 0, (*log_lines[139].events, LogEvent(message("begins"))))
    pages = [
        render_page(log_page.build_log_page(build_table(), log_lines, EN, LogExtract(leaf), chapters))
        for leaf in range(12)
    ]
    leaves = [page.split("\n") for page in dict.fromkeys(pages)]
    heads = [[line for line in leaf if line.startswith(("###", "**The"))] for leaf in leaves[::-1]]
    assert heads[0] == ["### Round 1", "### Round 2"] and heads[1] == ["### Round 2"]
    assert heads[-1][-2:] == ["### Round 3", "**The last round begins.**"], "and not Round 4 below that"
    first = leaves[-1]
    below = first[first.index("### Round 2") + 1 :]
    assert below[0] == "● A **Ada**" and below[1].startswith("• A sentence of a long turn, number 6")


def test_a_decision_longer_than_a_page_of_the_log_goes_over_several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.text.titles.name_game", lambda game, localizer: "Toy")
    long = [LogLine(1, 0, None, tuple(LogEvent(message("told", n=n)) for n in range(1, 101)))]
    leaves = [render_page(log_page.build_log_page(build_table(), long, EN, LogExtract(leaf))) for leaf in range(6)]
    assert all(len(leaf) < 1600 for leaf in leaves), "the newest lines are in sight, however it is scrolled"
    assert leaves[0] != leaves[1] and "number 100:" in leaves[0]
    assert all(any(f"number {n}:" in leaf for leaf in leaves) for n in (1, 50, 100))


def test_all_changes_are_shown_on_several_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first page shows the most important lines; the following pages show all of them."""
    monkeypatch.setattr("bot.discord_ui.text.titles.name_game", lambda game, localizer: "Toy")
    long = [LogLine(1, 0, None, tuple(LogEvent(message("told", n=n)) for n in range(1, 101)))]
    first = build_changes_page(build_table(), long, None, EN, None, ChangesSelection(0))
    assert render_page(first).count("•") == 8 and "92 more lines" in render_page(first)
    show_all = list_buttons(first.rows[0])[0]
    assert show_all.label == "Show all"
    pages, look = [], ChangesSelection.decode(show_all.id.removeprefix("t:12:since:"))
    while True:
        page = build_changes_page(build_table(), long, None, EN, None, look)
        pages.append(render_page(page))
        later = list_buttons(page.rows[0])[1]
        if later.is_disabled:
            break
        look = ChangesSelection.decode(later.id.removeprefix("t:12:since:"))
    assert len(pages) > 2 and all(any(f"number {n}:" in page for page in pages) for n in range(1, 101))
    assert [key.id for key in list_buttons(first.rows[1])] == ["t:12:log", "t:12:history:0.t.-.-."]
    few = [LogLine(1, 0, None, tuple(LogEvent(message("told", n=n)) for n in range(1, 14)))]
    assert render_page(build_changes_page(build_table(), few, None, EN, None, ChangesSelection(0))).count("•") == 13, (
        "what fits needs no press"
    )


def test_a_long_paragraph_of_the_rules_comes_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = Entry("R1", "Long", "\n\n".join(f"Paragraph {n}. " + "word " * 60 for n in range(30)).strip())
    book = Rulebook({"ja": {"R1": entry}, "en": {"R1": entry}})
    monkeypatch.setattr("bot.discord_ui.rulebook.lookup.load_game_rulebook", lambda game: book)
    pages = rules_page.build_rule_pages(load_games()["flotsam"], "R1", EN)
    assert len(pages) > 1 and pages[0].rows and not pages[1].rows
    text = "\n".join(map(render_page, pages))
    assert all(f"Paragraph {n}." in text for n in range(30)) and "…" not in text


@pytest.mark.parametrize("index", [0, MAX_CHOICES - 1, MAX_CHOICES, MAX_CHOICES + 5])
def test_contents_page_leads_to_every_rulebook_entry(index: int) -> None:
    """A menu holds 25 choices; with one menu alone the last chapters could only be reached page by page."""
    game = max(load_games().values(), key=lambda item: len(load_game_rulebook(item).entries["en"]))
    entries = list(load_game_rulebook(game).entries["en"].values())
    (rules_page_shown,) = rules_page.build_rule_pages(game, entries[index].id, EN)
    menu, keys = rules_page_shown.rows[0], rules_page_shown.rows[1]
    assert isinstance(menu, SelectMenu) and not isinstance(keys, SelectMenu)
    leads = {key.label: key.id for key in keys if isinstance(key, Button)}
    assert leads["Contents"] == f"h:contents:{game.id}" and len(set(leads.values())) == len(leads)
    first_page = rules_page.build_contents_page(game, EN)
    page_keys = [key for row in first_page.rows if not isinstance(row, SelectMenu) for key in row]
    pages = [rules_page.build_contents_page(game, EN, number) for number in range(len(page_keys))]
    menus = [row for page in pages for row in page.rows if isinstance(row, SelectMenu)]
    assert max(measure_view(build_view(page)) for page in pages) <= MAX_BYTES
    assert [choice.value for item in menus for choice in item.choices] == [entry.id for entry in entries]
    assert len({item.id for item in menus}) == len(menus) > 1 and menus[0].placeholder.startswith("R1 ")
