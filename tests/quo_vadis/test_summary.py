"""Sentences that a short summary of Quo Vadis keeps (`[importance]` in its terms)."""

from __future__ import annotations

from bot.table.history import game_log
from bot.table.history.summary import filter_news, summarize_lines
from engines.kernel import LogEvent, NounRef, SeatRef, load_catalogue, message
from tests.quo_vadis.stage import A, B

WORDS = load_catalogue("engines.quo_vadis")
KIND = NounRef("kind.labour")
CARD = message(
    "card.done_change",
    who=SeatRef(B),
    kind=KIND,
    counts_as=KIND,
    generation=NounRef("generation.2"),
    cards=1,
    actions=1,
)


def test_summary_of_own_war_puts_points_before_strengths_and_dice() -> None:
    area, count = message("place", place="3-4"), message("war.total", who=SeatRef(B), total=7)
    won = message("war.won", who=SeatRef(A), area=area, own=8, others=(count,), vp=2, total=9)
    scored = message("territory.done", who=SeatRef(A), cards=3, areas=3, vp=9, total=18)
    rolled = [message("war.rolled", who=SeatRef(seat), strength=4, sides=8, rolls=(3,), total=7) for seat in (A, B)]
    bids = [message("bid.none", who=SeatRef(B), strength=4), message("bid.done", who=SeatRef(A), morale=1, strength=5)]
    lost = message("war.lost", who=SeatRef(B), wrath=1)
    own_line = game_log.LogLine(7, 7, A, tuple(map(LogEvent, (*bids, *rolled, won, lost, scored))))
    news = filter_news(own_line, A, WORDS)
    assert [event.text for event in news.events] == [bids[0], rolled[1], won, lost, scored]
    others = game_log.LogLine(8, 8, B, tuple(map(LogEvent, (rolled[1], CARD, won, rolled[1], bids[0], rolled[1]))))
    summary = summarize_lines([others], A, WORDS, 2)
    assert [event.text for line in summary.lines for event in line.events] == [CARD, won]


def test_summary_includes_the_card_of_actions_against_the_reader() -> None:
    """Otherwise a summary begins in the middle of another player's turn."""
    home, drawn = message("workers.home", who=SeatRef(A), workers=1), message("hand.drawn", who=SeatRef(B), cards=1)
    turn = [game_log.LogLine(n, n, B, (LogEvent(text),)) for n, text in enumerate((drawn, CARD, home, drawn, drawn))]
    summary = summarize_lines(turn, A, WORDS, 1)
    assert [event.text for line in summary.lines for event in line.events] == [CARD, home]
