"""The private panel of a question: what was done so far, what is asked, and the options to press.

Every press inside it is either an answer (and logged) or a tick of a draft, which travels in the ids of the buttons.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.ids import at_table
from bot.discord_ui.page.layout import VERDE, Follow, Key, Page, Row
from bot.discord_ui.text import signs, titles
from bot.discord_ui.text.report import Report, Told
from bot.discord_ui.text.voice import LINE_BETWEEN, Voice
from bot.table import LiveTable
from engines.kernel import Seat

from .draft import Draft
from .question import Question
from .rows import rows as rows_to_press

DONE_ROOM = 1800
"""Characters of what was done and told above a question; earlier lines are in the log."""


def panel(
    live: LiveTable,
    seat: Seat,
    voice: Voice,
    *,
    draft: Draft | None = None,
    leaf: int = 0,
    told: Sequence[Told] = (),
    change: bool = False,
    looking: bool = False,
    variant: int = 0,
) -> Page:
    """What the person on the seat sees when they press Play.

    draft: ticks so far (None: those of the answer already given, if there is one); leaf: page of a long list; told:
    sentences of what was just done, if it is confirmed by now; change: an answer that was given is to be replaced;
    looking: presses show what an option would do; variant: which one of those that the question has is shown.
    """
    assert live.match is not None
    prompt, ref = live.question(seat), live.ref(seat)
    done = _done(live, seat, voice, told)
    if prompt is None or ref is None:
        return waiting(live, seat, voice, done, _follow(live, seat, told))
    prompt = picture_requests.arranged(live, prompt)
    question = Question.of(live, seat, voice, prompt, ref, draft=draft, looking=looking, variant=variant)
    given = question.given
    texts = [f"-# {titles.table_title(live, voice)} · {signs.of(live, seat)}", done, question.text()]
    if given:
        texts.append(voice.line("panel.given", answer=question.labels(given)))
    answered = bool(given) and draft is None and not change
    if answered:
        rows: tuple[Row, ...] = ((Key(question.id("change"), voice.label("panel.change")), *_elsewhere(live, voice)),)
    else:
        rows = rows_to_press(question, leaf)
    shot = picture_requests.private(live, seat, voice.first, prompt, question.ticks.keys(prompt), variant)
    return Page(tuple(texts), rows, shot, VERDE, _follow(live, seat, told) if answered else None)


def _follow(live: LiveTable, seat: Seat, told: Sequence[Told]) -> Follow | None:
    """The page waits for others, as long as something may still come of it."""
    if not live.is_playing:
        return None
    return Follow(live.id, seat, live.waiting, tuple(told), live.last_n, live.row.epoch)


def waiting(live: LiveTable, seat: Seat, voice: Voice, done: str = "", follow: Follow | None = None) -> Page:
    """Nothing is asked of the seat: who is waited for, and the seat's own view."""
    names = voice.listed(titles.seat_name(live, live.seats[other]) for other in live.waiting)
    text = voice.line("panel.not_asked", names=names) if names else voice.line("panel.finished")
    keys = (Key(at_table(live.id, "play"), voice.label("panel.again")), *_elsewhere(live, voice))
    head = f"-# {titles.table_title(live, voice)} · {signs.of(live, seat)}"
    shot = picture_requests.private(live, seat, voice.first, None)
    return Page((head, done, text), (keys,), shot, follows=follow)


def _elsewhere(live: LiveTable, voice: Voice) -> tuple[Key, ...]:
    return (
        Key(at_table(live.id, "seat"), voice.label("card.seat")),
        Key(at_table(live.id, "changed"), voice.label("card.changed")),
    )


def _done(live: LiveTable, seat: Seat, voice: Voice, told: Sequence[Told]) -> str:
    """The seat's own steps that nobody else has seen yet, else what was just told, of whomever."""
    assert live.match is not None
    if live.match.acting == seat:
        own = [event for event in live.match.tail_events if event.visible_to(seat)]
        return voice.join(lambda lang: "\n".join(Report(live, lang).own(seat, own)), LINE_BETWEEN)
    return _newest(Report(live, voice.first, reasons=False).lines(told))


def _newest(lines: Sequence[str]) -> str:
    """The last lines, as many as leave the question its room."""
    room, first = DONE_ROOM, len(lines)
    while first and len(lines[first - 1]) < room:
        first -= 1
        room -= len(lines[first]) + 1
    return "\n".join(("-# …", *lines[first:]) if first else lines)
