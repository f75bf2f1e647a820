"""Above a question stands little of what happened, the most important of it, each under the name of who did it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from bot.discord_ui.panel.meanwhile import MOST, meanwhile
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable
from bot.table.history import Line
from bot.table.seated import Seated
from engines.kernel import Catalogue, Event, Seat, Who, catalogue, say

TEXT = {
    "goes": "{who} goes to {n}.",
    "takes": "{who} takes 2 from {other}.",
    "drifts": "A crate drifts ashore.",
    "earns": "{who} earns {n}.",
    "begins": "Round {n}.",
    "draws": "{who} draws {n}.",
}
WORDS = Catalogue(
    {"ja": TEXT, "en": TEXT}, {}, base=catalogue("engines.kernel"), told={"later": ["earns"]}, headings=["begins"]
)
NAMES = ("Ada", "Bo", "Cy")
LIVE = cast(
    LiveTable,
    SimpleNamespace(
        id=1,
        words=WORDS,
        names=NAMES,
        seats=tuple(Seated(n, n + 1, name, None, None, 0) for n, name in enumerate(NAMES)),
        game=SimpleNamespace(id="toy", automa=None, seat_colors=None),
        names_at=lambda n: NAMES,
        stood_in=lambda n, seat: "",
    ),
)


def goes(who: Seat, n: int) -> Event:
    return Event(say("goes", who=Who(who), n=n))


def told(*lines: Line) -> tuple[list[str], int]:
    text, left = meanwhile(LIVE, 0, Voice(("en",)), lines)
    return text.split("\n"), left


def test_of_a_long_round_a_few_sentences_with_the_names_of_who_did_it() -> None:
    takes = Event(say("takes", who=Who(1), other=Who(0)))
    bo = Line(2, 0, 1, (*(goes(1, n) for n in range(6)), takes))
    cy = Line(3, 0, 2, tuple(goes(2, n) for n in range(9)))
    text, left = told(bo, cy)
    assert len([line for line in text if line.startswith("•")]) == MOST and left == 16 - MOST
    assert text[0].endswith("**Bo**") and "• Takes 2 from Ada." in text, "what was done to the reader"
    at = next(n for n, line in enumerate(text) if line.endswith("**Cy**"))
    assert text[at + 1] == "• Goes to 0.", "how a turn began"


def test_what_the_reader_did_is_left_out_but_not_what_came_of_it() -> None:
    secret = Event(say("draws", who=Who(0), n=7), to=(0,))
    own = Line(1, 0, 0, (goes(0, 1), secret, Event(say("drifts"))))
    text, left = told(own, Line(2, 0, 1, (goes(1, 2),)))
    assert "• Goes to 1." not in text and left == 0
    assert {"• Draws 7.", "• A crate drifts ashore.", "• Goes to 2."} <= set(text)


def test_what_was_answered_for_the_reader_is_told() -> None:
    text, _ = told(Line(1, 0, 0, (goes(0, 3),), relieved=True))
    assert "• Goes to 3." in text


def earns(who: Seat, n: int) -> Event:
    return Event(say("earns", who=Who(who), n=n))


def test_what_is_told_stands_in_the_order_in_which_it_happened() -> None:
    """Income that came before a play is told before it; a short account leaves it out, and says how much is left."""
    bo = [Line(2, 0, 1, (earns(1, 1), earns(1, 2))), Line(3, 0, 1, (earns(1, 3), goes(1, 4), goes(1, 5)))]
    text, _ = told(*bo)
    assert text[1:] == ["• Earns 1.", "• Earns 2.", "• Earns 3.", "• Goes to 4.", "• Goes to 5."]
    cy = Line(4, 0, 2, tuple(earns(2, n) for n in range(4)))
    text, left = told(*bo, cy, Line(5, 0, 1, (earns(1, 6), goes(1, 7))))
    plays = [line for line in text if line.startswith("• Goes")]
    assert plays == ["• Goes to 4.", "• Goes to 5.", "• Goes to 7."] and left == 6


def test_nothing_is_told_before_the_heading_below_which_it_stands() -> None:
    text, _ = told(Line(2, 0, 1, (earns(1, 1), Event(say("begins", n=2)), goes(1, 4))))
    assert text.index("• Earns 1.") < text.index("**Round 2.**") < text.index("• Goes to 4.")
