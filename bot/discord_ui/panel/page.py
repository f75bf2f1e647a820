"""The private panel of a question: what was done so far, what is asked, and the options to press.

Every press inside it is either an answer (and logged) or a tick of a draft, which travels in the ids of the buttons.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.discord_ui.card.page import result
from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.ids import at_table
from bot.discord_ui.page.layout import VERDE, Follow, Key, Page, Row, Unadvised
from bot.discord_ui.text import signs, titles
from bot.discord_ui.text.report import Report
from bot.discord_ui.text.voice import LINE_BETWEEN, Voice
from bot.table import LiveTable
from bot.table.history import Line
from engines.kernel import Seat

from .meanwhile import meanwhile
from .question import AT_FIRST, Question, Where
from .rows import rows as rows_to_press


def panel(
    live: LiveTable,
    seat: Seat,
    voice: Voice,
    where: Where = AT_FIRST,
    *,
    since: Sequence[Line] = (),
) -> Page:
    """What the person on the seat sees when they press Play. since: what was decided since their last answer."""
    assert live.match is not None
    prompt, ref = live.question(seat), live.ref(seat)
    done, left = _done(live, seat, voice, since)
    more = f"-# {voice.line('turn.more', count=left)}" if left else ""
    log = (Key(at_table(live.id, "log"), voice.label("changed.log")),) if left else ()
    if prompt is None or ref is None:
        return waiting(live, seat, voice, (done, more), log, _follow(live, seat, since))
    prompt = picture_requests.arranged(live, prompt)
    question = Question.of(live, seat, voice, prompt, ref, where)
    given = question.given
    texts = [f"-# {titles.table_title(live, voice)} · {signs.of(live, seat)}", done, more, question.text()]
    if given:
        texts.append(voice.line("panel.given", answer=question.labels(given)))
    answered = bool(given) and where.draft is None and not where.change
    if answered:
        rows: tuple[Row, ...] = (
            (Key(question.id("change"), voice.label("panel.change")), *_elsewhere(live, voice), *log),
        )
    else:
        rows = rows_to_press(question, where.leaf, log)
    shot = picture_requests.private(live, seat, voice.first, prompt, question.ticks.keys(prompt), where.variant)
    if answered:
        return Page(tuple(texts), rows, shot, VERDE, live.id, _follow(live, seat, since))
    foot = "\n".join(filter(None, (voice.line("preview.foot") if where.looking else "", question.names())))
    wanted = live.wanted(seat)
    if wanted is None:
        return Page(tuple(texts), rows, shot, panel_of=live.id, foot=foot)
    again = partial(panel, seat=seat, voice=voice, where=where, since=since)
    return Page(tuple(texts), rows, shot, panel_of=live.id, foot=foot, unadvised=Unadvised(wanted, again))


def _follow(live: LiveTable, seat: Seat, since: Sequence[Line]) -> Follow | None:
    """The page waits for others, as long as something may still come of it. It tells nothing of a turn that goes on."""
    if not live.is_playing:
        return None
    upto = max((live.public_n, *(line.n for line in since)))
    return Follow(seat, live.waiting, tuple(since), upto, live.row.epoch)


def waiting(
    live: LiveTable,
    seat: Seat,
    voice: Voice,
    done: tuple[str, ...] = (),
    log: tuple[Key, ...] = (),
    follow: Follow | None = None,
) -> Page:
    """Nothing is asked of the seat: who is waited for, and the seat's own view."""
    names = voice.listed(titles.seat_name(live, live.seats[other]) for other in live.waiting)
    text = voice.line("panel.not_asked", names=names) if names else voice.line("panel.finished")
    head = f"-# {titles.table_title(live, voice)} · {signs.of(live, seat)}"
    if live.row.status == "over":
        keys = (Key(at_table(live.id, "changed"), voice.label("card.changed")), *log)
        shot = picture_requests.overview(live, voice.first)
        return Page((head, text, result(live, voice), *done), (keys,), shot, panel_of=live.id)
    keys = (Key(at_table(live.id, "play"), voice.label("panel.again")), *_elsewhere(live, voice), *log)
    shot = picture_requests.private(live, seat, voice.first, None)
    back = voice.line("panel.take_back") if _may_ask_back(live) else ""
    return Page((head, *done, text, back), (keys,), shot, panel_of=live.id, follows=follow)


def _may_ask_back(live: LiveTable) -> bool:
    """Something was decided, and the table takes back what others have seen. No button: it asks all the others."""
    return live.row.undo_policy == "consent" and live.match is not None and live.match.position > 0


def _elsewhere(live: LiveTable, voice: Voice) -> tuple[Key, ...]:
    return (
        Key(at_table(live.id, "seat"), voice.label("card.seat")),
        Key(at_table(live.id, "changed"), voice.label("card.changed")),
    )


def _done(live: LiveTable, seat: Seat, voice: Voice, since: Sequence[Line]) -> tuple[str, int]:
    """The seat's own steps that nobody else has seen yet, else what others have done; how much of it is left out."""
    assert live.match is not None
    if live.match.acting == seat:
        own = [event for event in live.match.tail_events if event.visible_to(seat)]
        return voice.join(lambda lang: "\n".join(Report(live, lang).own(seat, own)), LINE_BETWEEN), 0
    return meanwhile(live, seat, voice, since)
