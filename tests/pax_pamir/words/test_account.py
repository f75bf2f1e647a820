"""What a short account of Pax Pamir keeps (`[told]` of its terms)."""

from __future__ import annotations

from bot.table import history
from bot.table.knowing import concerns, digest
from engines.kernel import Event, Msg, Term, Who, catalogue, say


def test_a_digest_keeps_what_counts_in_the_order_in_which_it_was_told() -> None:
    words = catalogue("engines.pax_pamir")

    def line(n: int, *texts: Msg) -> history.Line:
        return history.Line(n, n, 1, tuple(map(Event, texts)))

    drawn, bought = say("market.drawn", cards=(), left=1), say("market.bought", who=Who(1))
    check, vp, ruler = say("check.unsuccessful"), say("check.gained_influence", who=Who(1)), say("ruler.gained")
    mine = say("kernel.line", sentences=(say("play.done", who=Who(1)), say("move.done", who=Who(0))))
    play = say("play.done", who=Who(1))
    lines = [line(1, bought, check, vp, drawn), line(2, bought, drawn), line(3, mine, ruler, bought, drawn)]
    found = digest.digest([*lines, line(4, play, bought)], 0, words, 5)
    kept = [event.text for one in found.lines for event in one.events]
    assert kept == [bought, check, vp, mine, ruler] and found.left == 7, "a check stands with the purchase it came of"
    more = digest.digest([*lines, *(line(n, ruler, vp) for n in range(4, 7))], 0, words, 5)
    assert sum(len(one.events) for one in more.lines) == 12, (
        "what counts is told even beyond the number, with its deeds"
    )
    assert digest.digest(lines[:2], 0, words, 5).left == 0, "to leave one out would save no line"
    assert digest.digest([lines[0], line(2, ruler, vp)], 0, words, 3).lines[0].events[0].text == bought


def test_nobody_is_passed_over_because_another_did_more() -> None:
    words = catalogue("engines.pax_pamir")
    busy = history.Line(1, 1, 1, tuple(Event(say("play.done", who=Who(1))) for _ in range(4)))
    quiet = history.Line(2, 2, 2, (Event(say("market.bought", who=Who(2))),))
    found = digest.digest([busy, quiet], 0, words, 2)
    assert [line.seat for line in found.lines] == [1, 2] and found.left == 3


def test_a_check_is_told_before_a_play_and_a_play_before_a_purchase() -> None:
    words = catalogue("engines.pax_pamir")
    bought, played, check = (words.weight(say(key)) for key in ("market.bought", "play.done", "check.successful"))
    assert bought > played > check


def test_with_what_a_card_did_to_the_reader_comes_the_card_itself() -> None:
    """Else an account begins in the middle of somebody's turn: a spy lies there, and nobody knows why."""
    words = catalogue("engines.pax_pamir")
    began, played = say("blackmail.done", who=Who(1)), say("play.done", who=Who(1))
    spied = say("piece.placed", who=Who(1), pieces=(say("piece.spy", card=Msg("card.name", {"owner": Who(0)})),))
    drawn = say("market.drawn", cards=(), left=1)
    turn = [history.Line(n, n, 1, (Event(text),)) for n, text in enumerate((began, played, spied, drawn, drawn))]
    found = digest.digest(turn, 0, words, 2)
    assert [event.text for one in found.lines for event in one.events] == [played, spied] and found.left == 3


def test_of_the_own_confirmation_the_check_that_it_set_off_is_news() -> None:
    words = catalogue("engines.pax_pamir")
    check = say("kernel.line", sentences=(say("check.successful"), say("check.gained_influence", who=Who(0))))
    own = history.Line(7, 7, 0, (Event(say("play.done", who=Who(0))), Event(check)))
    assert [event.text for event in concerns.came_of(own, 0, words).events] == [check]


def test_an_event_is_told_with_what_it_did() -> None:
    """Else a building seems to have removed the armies. What was bought stands before what it set off."""
    words = catalogue("engines.pax_pamir")
    who = Who(1)
    built = say("build.done", who=who)
    bought = say(
        "kernel.line", sentences=(say("market.bought", who=who), say("event.bought", event=Term("event.rebuke")))
    )
    fallen = say("kernel.line", sentences=(say("rebuke.done", who=who), say("overthrow.cards", who=Who(0))))
    drawn = say("market.drawn", cards=(), left=1)
    turn = [
        history.Line(n, n, 1, (Event(text),)) for n, text in enumerate((built, bought, fallen, drawn, drawn, drawn))
    ]
    found = digest.digest(turn, None, words, 1)
    assert [event.text for one in found.lines for event in one.events] == [bought, fallen]


def test_what_followed_from_the_own_answer_to_a_bribe_is_news() -> None:
    """The card that was played then was nobody's news: its player is told of others, the answer of the reader."""
    words = catalogue("engines.pax_pamir")
    play = say("play.done", who=Who(1))
    taken = say("kernel.line", sentences=(say("bribe.paid_less", who=Who(1), payee=Who(0), price=1, full=2), play))
    own = history.Line(7, 7, 0, (Event(taken),))
    assert [event.text for event in concerns.came_of(own, 0, words).events] == [taken]
    mine = say(
        "kernel.line", sentences=(say("bribe.paid", who=Who(0), payee=Who(1), price=1), say("play.done", who=Who(0)))
    )
    assert not concerns.came_of(history.Line(8, 8, 0, (Event(mine),)), 0, words).events
