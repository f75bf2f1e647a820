"""What a short account of Quo Vadis keeps (`[told]` of its terms)."""

from __future__ import annotations

from bot.table import history
from bot.table.knowing.concerns import came_of
from bot.table.knowing.digest import digest
from engines.kernel import Event, Term, Who, catalogue, say
from tests.quo_vadis.stage import A, B

WORDS = catalogue("engines.quo_vadis")
KIND = Term("kind.labour")
CARD = say(
    "card.done_change", who=Who(B), kind=KIND, counts_as=KIND, generation=Term("generation.2"), cards=1, actions=1
)


def test_of_ones_own_war_the_points_are_news_and_come_before_strengths_and_dice() -> None:
    area, count = say("place", place="3-4"), say("war.total", who=Who(B), total=7)
    won = say("war.won", who=Who(A), area=area, own=8, others=(count,), vp=2, total=9)
    scored = say("territory.done", who=Who(A), cards=3, areas=3, vp=9, total=18)
    rolled = [say("war.rolled", who=Who(seat), strength=4, sides=8, rolls=(3,), total=7) for seat in (A, B)]
    bids = [say("bid.none", who=Who(B), strength=4), say("bid.done", who=Who(A), morale=1, strength=5)]
    lost = say("war.lost", who=Who(B), wrath=1)
    own = history.Line(7, 7, A, tuple(map(Event, (*bids, *rolled, won, lost, scored))))
    news = came_of(own, A, WORDS)
    assert [event.text for event in news.events] == [bids[0], rolled[1], won, lost, scored]
    others = history.Line(8, 8, B, tuple(map(Event, (rolled[1], CARD, won, rolled[1], bids[0], rolled[1]))))
    found = digest([others], A, WORDS, 2)
    assert [event.text for line in found.lines for event in line.events] == [CARD, won]


def test_with_what_a_turn_did_to_the_reader_comes_its_card() -> None:
    """Else an account begins in the middle of somebody's turn."""
    home, drawn = say("workers.home", who=Who(A), workers=1), say("hand.drawn", who=Who(B), cards=1)
    turn = [history.Line(n, n, B, (Event(text),)) for n, text in enumerate((drawn, CARD, home, drawn, drawn))]
    found = digest(turn, A, WORDS, 1)
    assert [event.text for line in found.lines for event in line.events] == [CARD, home]
