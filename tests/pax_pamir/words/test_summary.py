"""The summary of a Pax Pamir game keeps the important events (`[importance]` of its terms)."""

from __future__ import annotations

from bot.table.history import game_log
from bot.table.history import summary as summary_module
from engines.kernel import LogEvent, Message, NounRef, SeatRef, load_catalogue, message


def test_summary_keeps_important_events_in_log_order() -> None:
    words = load_catalogue("engines.pax_pamir")

    def build_line(n: int, *texts: Message) -> game_log.LogLine:
        return game_log.LogLine(n, n, 1, tuple(map(LogEvent, texts)))

    drawn, bought = message("market.drawn", cards=(), left=1), message("market.bought", who=SeatRef(1))
    check, vp, ruler = (
        message("check.unsuccessful"),
        message("check.gained_influence", who=SeatRef(1)),
        message("ruler.gained"),
    )
    mine = message(
        "kernel.line", sentences=(message("play.done", who=SeatRef(1)), message("move.done", who=SeatRef(0)))
    )
    play = message("play.done", who=SeatRef(1))
    lines = [
        build_line(1, bought, check, vp, drawn),
        build_line(2, bought, drawn),
        build_line(3, mine, ruler, bought, drawn),
    ]
    summary = summary_module.summarize_lines([*lines, build_line(4, play, bought)], 0, words, 5)
    kept_events = [event.text for entry in summary.lines for event in entry.events]
    assert kept_events == [bought, check, vp, mine, ruler] and summary.omitted_count == 7, (
        "a check stands with the purchase it came of"
    )
    more = summary_module.summarize_lines([*lines, *(build_line(n, ruler, vp) for n in range(4, 7))], 0, words, 5)
    assert sum(len(entry.events) for entry in more.lines) == 12, (
        "what counts is told even beyond the number, with its deeds"
    )
    assert summary_module.summarize_lines(lines[:2], 0, words, 5).omitted_count == 0, (
        "to leave one out would save no line"
    )
    assert (
        summary_module.summarize_lines([lines[0], build_line(2, ruler, vp)], 0, words, 3).lines[0].events[0].text
        == bought
    )


def test_summary_includes_every_active_player() -> None:
    words = load_catalogue("engines.pax_pamir")
    busy = game_log.LogLine(1, 1, 1, tuple(LogEvent(message("play.done", who=SeatRef(1))) for _ in range(4)))
    quiet = game_log.LogLine(2, 2, 2, (LogEvent(message("market.bought", who=SeatRef(2))),))
    summary = summary_module.summarize_lines([busy, quiet], 0, words, 2)
    assert [line.seat for line in summary.lines] == [1, 2] and summary.omitted_count == 3


def test_checks_outrank_plays_and_plays_outrank_purchases() -> None:
    words = load_catalogue("engines.pax_pamir")
    bought, played, check = (
        words.rate_importance(message(key)) for key in ("market.bought", "play.done", "check.successful")
    )
    assert bought > played > check


def test_effect_on_the_reader_includes_the_card_that_caused_it() -> None:
    """Otherwise the summary would begin in the middle of a turn, with a spy placed for no visible reason."""
    words = load_catalogue("engines.pax_pamir")
    began, played = message("blackmail.done", who=SeatRef(1)), message("play.done", who=SeatRef(1))
    spied = message(
        "piece.placed", who=SeatRef(1), pieces=(message("piece.spy", card=Message("card.name", {"owner": SeatRef(0)})),)
    )
    drawn = message("market.drawn", cards=(), left=1)
    turn = [game_log.LogLine(n, n, 1, (LogEvent(text),)) for n, text in enumerate((began, played, spied, drawn, drawn))]
    summary = summary_module.summarize_lines(turn, 0, words, 2)
    assert [event.text for entry in summary.lines for event in entry.events] == [
        played,
        spied,
    ] and summary.omitted_count == 3


def test_check_set_off_by_the_readers_confirmation_is_included() -> None:
    words = load_catalogue("engines.pax_pamir")
    check = message(
        "kernel.line", sentences=(message("check.successful"), message("check.gained_influence", who=SeatRef(0)))
    )
    own_line = game_log.LogLine(7, 7, 0, (LogEvent(message("play.done", who=SeatRef(0))), LogEvent(check)))
    assert [event.text for event in summary_module.filter_news(own_line, 0, words).events] == [check]


def test_event_is_included_with_its_effects() -> None:
    """Otherwise a build action would seem to have removed the armies. The purchase comes before its effects."""
    words = load_catalogue("engines.pax_pamir")
    seat_ref = SeatRef(1)
    built = message("build.done", who=seat_ref)
    bought = message(
        "kernel.line",
        sentences=(message("market.bought", who=seat_ref), message("event.bought", event=NounRef("event.rebuke"))),
    )
    fallen = message(
        "kernel.line", sentences=(message("rebuke.done", who=seat_ref), message("overthrow.cards", who=SeatRef(0)))
    )
    drawn = message("market.drawn", cards=(), left=1)
    turn = [
        game_log.LogLine(n, n, 1, (LogEvent(text),))
        for n, text in enumerate((built, bought, fallen, drawn, drawn, drawn))
    ]
    summary = summary_module.summarize_lines(turn, None, words, 1)
    assert [event.text for entry in summary.lines for event in entry.events] == [bought, fallen]


def test_consequences_of_the_readers_answer_to_a_bribe_are_included() -> None:
    """The card played then was once omitted: its player sees only the actions of others, and the reader answered."""
    words = load_catalogue("engines.pax_pamir")
    play = message("play.done", who=SeatRef(1))
    taken = message(
        "kernel.line", sentences=(message("bribe.paid_less", who=SeatRef(1), payee=SeatRef(0), price=1, full=2), play)
    )
    own_line = game_log.LogLine(7, 7, 0, (LogEvent(taken),))
    assert [event.text for event in summary_module.filter_news(own_line, 0, words).events] == [taken]
    mine = message(
        "kernel.line",
        sentences=(
            message("bribe.paid", who=SeatRef(0), payee=SeatRef(1), price=1),
            message("play.done", who=SeatRef(0)),
        ),
    )
    assert not summary_module.filter_news(game_log.LogLine(8, 8, 0, (LogEvent(mine),)), 0, words).events
