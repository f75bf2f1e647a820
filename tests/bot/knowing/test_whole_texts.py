"""Nothing that people read is cut in silence: long texts come in several messages, or say where the rest is."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import cast

import pytest

from bot.discord_ui.history import log as log_page
from bot.discord_ui.history.changed import Look, changed_page
from bot.discord_ui.history.log import Extract
from bot.discord_ui.outbox import messages
from bot.discord_ui.page.layout import MAX_CHOICES, MAX_TEXT, Key, Menu, Page, Row, sheet
from bot.discord_ui.rulebook import page as rules_page
from bot.discord_ui.rulebook.lookup import book
from bot.discord_ui.text.voice import Voice, parts
from bot.table import LiveTable, Seated
from bot.table.announce import Consent
from bot.table.history import Line
from bot.table.knowing.chapters import Chapter
from bot.table.live import Plan, Request
from engines.kernel import Catalogue, Entry, Event, Rulebook, games, say

EN, BOTH = Voice(("en",)), Voice(("ja", "en"))
TOLD = "A sentence of a long turn, number {n}: somebody moves something somewhere."
WORDS = Catalogue(
    {
        "ja": {"told": "長い手番の文その{n}。"},
        "en": {"told": TOLD, "round": "Round {n}", "begins": "The last round begins."},
    },
    {"terms.toy": {"ja": "玩具", "en": "Toy"}},
    headings=("begins",),
)


def keys_of(row: Row) -> list[Key]:
    assert isinstance(row, tuple), "a row of buttons, not a menu"
    return [key for key in row if isinstance(key, Key)]


@pytest.mark.parametrize("seed", range(20))
def test_parts_are_the_whole_text(seed: int) -> None:
    chance = random.Random(seed)
    text = "".join(chance.choice(("word ", "\n", "\n\n", "長い" * 9)) for _ in range(200))
    pieces = parts(text, 100)
    assert all(len(piece) <= 100 for piece in pieces)
    assert "".join(pieces).replace("\n", "") == text.replace("\n", "")


def test_parts_end_where_a_section_ends() -> None:
    sections = ["### A\n" + "a" * 50, "### B\n" + "b" * 30, "### C\n" + "c" * 60]
    assert parts("\n\n".join(sections), 100) == ["\n\n".join(sections[:2]), sections[2]]


# -- turns -------------------------------------------------------------------------------------------------------------


SEATS = (Seated(0, 1, "Ada", None, None, 0), Seated(1, 2, "Ben", None, None, 0))


def live() -> LiveTable:
    return cast(
        LiveTable,
        SimpleNamespace(
            id=12,
            words=WORDS,
            names=("Ada", "Ben"),
            game=SimpleNamespace(automa=None, moment=None),
            seats=SEATS,
            plan=Plan(),
            names_at=lambda n: ("Ada", "Ben"),
            stood_in=lambda n, seat: "",
        ),
    )


def lines(count: int, undone: bool = False) -> list[Line]:
    return [Line(n, 0, 0, (Event(say("told", n=n)),), undone) for n in range(1, count + 1)]


def said(page: Page) -> str:
    """What Discord gets of it."""
    return "\n".join(str(item.content) for item in sheet(page).walk_children() if hasattr(item, "content"))


@pytest.mark.parametrize("voice", [EN, BOTH], ids=["en", "both"])
def test_a_turn_that_fits_is_told_whole(voice: Voice) -> None:
    page = messages.turn(live(), lines(20), voice)
    assert page is not None and page.rows == ()
    assert all(f"number {n}:" in said(page) for n in range(1, 21))


@pytest.mark.parametrize("voice", [EN, BOTH], ids=["en", "both"])
def test_a_turn_too_long_for_a_message_says_how_much_is_left_and_where(voice: Voice) -> None:
    page = messages.turn(live(), lines(150), voice)
    assert page is not None
    text = said(page)
    shown = [n for n in range(1, 151) if f"number {n}:" in text]
    assert shown == list(range(1, len(shown) + 1)) and "…\n" not in text
    assert f"the log has {150 - len(shown)} more lines" in text
    ((log,),) = page.rows  # type: ignore[misc]
    assert isinstance(log, Key) and log.id == "t:12:log"
    if voice is BOTH:
        assert [n for n in range(1, 151) if f"文その{n}。" in text] == shown

    struck = said(messages.struck(live(), lines(150, undone=True), voice))
    assert [n for n in range(1, 151) if f"~~{TOLD.format(n=n)}~~" in struck] == shown
    assert len(struck) <= MAX_TEXT


@pytest.mark.parametrize("voice", [EN, BOTH], ids=["en", "both"])
def test_a_request_to_take_much_back_still_says_who_has_to_agree(voice: Voice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.text.titles.game_title", lambda game, voice: "Toy")
    names = tuple(letter * 32 for letter in "ABCD")
    table = live()
    table.people = ()  # type: ignore[misc]
    table.requests = (Request("undo", "E" * 32, 5, names[:1], names[1:], (2, 3, 4), 3, 1),)
    text = said(messages.request(table, Consent("undo"), lines(150), voice))
    assert all(name in text for name in names) and len(text) <= MAX_TEXT
    assert "Shortened: the log has" in text and "taken back too" not in text


def test_the_log_keeps_the_lines_of_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.text.titles.game_title", lambda game, voice: "Toy")
    page = log_page.log_page(live(), [Line(1, 0, None, tuple(Event(say("told", n=n)) for n in (1, 2)))], EN, Extract())
    assert f"• {TOLD.format(n=1)}\n• {TOLD.format(n=2)}" in said(page)


def test_the_log_says_who_decided_where_that_changes_and_when_time_has_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.text.titles.game_title", lambda game, voice: "Toy")
    hour = 3_600_000
    told = [(0, 0), (0, 1000), (1, 2000), (1, 2000 + hour)]
    page = log_page.log_page(
        live(), [Line(n, at, seat, (Event(say("told", n=n)),)) for n, (seat, at) in enumerate(told)], EN, Extract()
    )
    heads = [line for line in said(page).split("\n") if not line.startswith("•")]
    assert heads[1:] == ["-# <t:0:f>", "● A **Ada**", "■ B **Ben**", "-# <t:3602:f>"]


def test_the_log_says_which_round_it_was_on_every_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the game itself heads is not headed once more."""
    monkeypatch.setattr("bot.discord_ui.text.titles.game_title", lambda game, voice: "Toy")
    ends = ((0, 5), (5, 120), (120, 140), (140, None))
    chapters = [Chapter(say("round", n=n), after, upto) for n, (after, upto) in enumerate(ends, 1)]
    told = lines(150)
    told[139] = Line(140, 0, 0, (*told[139].events, Event(say("begins"))))
    pages = [said(log_page.log_page(live(), told, EN, Extract(leaf), chapters)) for leaf in range(12)]
    leaves = [page.split("\n") for page in dict.fromkeys(pages)]
    heads = [[line for line in leaf if line.startswith(("###", "**The"))] for leaf in leaves[::-1]]
    assert heads[0] == ["### Round 1", "### Round 2"] and heads[1] == ["### Round 2"]
    assert heads[-1][-2:] == ["### Round 3", "**The last round begins.**"], "and not Round 4 below that"
    first = leaves[-1]
    below = first[first.index("### Round 2") + 1 :]
    assert below[0] == "● A **Ada**" and below[1].startswith("• A sentence of a long turn, number 6")


def test_a_decision_longer_than_a_page_of_the_log_goes_over_several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.text.titles.game_title", lambda game, voice: "Toy")
    long = [Line(1, 0, None, tuple(Event(say("told", n=n)) for n in range(1, 101)))]
    leaves = [said(log_page.log_page(live(), long, EN, Extract(leaf))) for leaf in range(6)]
    assert all(len(leaf) < 1600 for leaf in leaves), "the newest lines are in sight, however it is scrolled"
    assert leaves[0] != leaves[1] and "number 100:" in leaves[0]
    assert all(any(f"number {n}:" in leaf for leaf in leaves) for n in (1, 50, 100))


def test_what_changed_is_told_in_whole_on_as_many_pages_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first tells what matters most; nothing is left to another place."""
    monkeypatch.setattr("bot.discord_ui.text.titles.game_title", lambda game, voice: "Toy")
    long = [Line(1, 0, None, tuple(Event(say("told", n=n)) for n in range(1, 101)))]
    first = changed_page(live(), long, None, EN, None, Look(0))
    assert said(first).count("•") == 8 and "92 more lines" in said(first)
    show_all = keys_of(first.rows[0])[0]
    assert show_all.label == "Show all"
    found, look = [], Look.decode(show_all.id.removeprefix("t:12:since:"))
    while True:
        page = changed_page(live(), long, None, EN, None, look)
        found.append(said(page))
        later = keys_of(page.rows[0])[1]
        if later.disabled:
            break
        look = Look.decode(later.id.removeprefix("t:12:since:"))
    assert len(found) > 2 and all(any(f"number {n}:" in page for page in found) for n in range(1, 101))
    assert [key.id for key in keys_of(first.rows[1])] == ["t:12:log", "t:12:history:0.t.-.-."]
    few = [Line(1, 0, None, tuple(Event(say("told", n=n)) for n in range(1, 14)))]
    assert said(changed_page(live(), few, None, EN, None, Look(0))).count("•") == 13, "what fits needs no press"


def test_a_long_paragraph_of_the_rules_comes_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = Entry("R1", "Long", "\n\n".join(f"Paragraph {n}. " + "word " * 60 for n in range(30)).strip())
    book = Rulebook({"ja": {"R1": entry}, "en": {"R1": entry}})
    monkeypatch.setattr(rules_page, "book", lambda game: book)
    pages = rules_page.rules_pages(games()["flotsam"], "R1", EN)
    assert len(pages) > 1 and pages[0].rows and not pages[1].rows
    text = "\n".join(map(said, pages))
    assert all(f"Paragraph {n}." in text for n in range(30)) and "…" not in text


@pytest.mark.parametrize("at", [0, MAX_CHOICES - 1, MAX_CHOICES, MAX_CHOICES + 5])
def test_all_of_a_book_is_reached_from_its_contents(at: int) -> None:
    """A menu has 25 choices; without them the scoring of a game is only reached page by page."""
    game = max(games().values(), key=lambda one: len(book(one).entries["en"]))
    entries = list(book(game).entries["en"].values())
    (shown,) = rules_page.rules_pages(game, entries[at].id, EN)
    menu, keys = shown.rows[0], shown.rows[1]
    assert isinstance(menu, Menu) and not isinstance(keys, Menu)
    leads = {key.label: key.id for key in keys if isinstance(key, Key)}
    assert leads["Contents"] == f"h:contents:{game.id}" and len(set(leads.values())) == len(leads)
    menus = [row for row in rules_page.contents_page(game, EN).rows if isinstance(row, Menu)]
    assert [choice.value for one in menus for choice in one.choices] == [entry.id for entry in entries]
    assert len({one.id for one in menus}) == len(menus) > 1 and menus[0].placeholder.startswith("R1 ")
