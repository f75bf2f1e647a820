"""What the bot posts in a table's channel, in the table's language(s): turns, pings, requests, notices, the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.discord_ui.card.page import breakdown, deadline, question
from bot.discord_ui.card.seat import relief_over
from bot.discord_ui.help.page import channel_link
from bot.discord_ui.life.page import offer_keys, share_of, standing
from bot.discord_ui.page.ids import at_table
from bot.discord_ui.page.layout import BAD, GOLD, GOOD, GREY, RULE, STRONG, VERDE, Key, Link, Page, Row, rows_of
from bot.discord_ui.text import titles
from bot.discord_ui.text.report import Report, Told, told_of
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable, Request
from bot.table.announce import Consent, Notice
from bot.table.consent import pending
from bot.table.history import Line
from bot.table.life import votes
from bot.table.notices import snooze
from bot.table.notices.notes import Note
from bot.table.notices.ping import Ping
from bot.table.time.deadlines import Deadline
from engines.kernel import Msg

SNOOZES = {snooze.HOURS: "snooze.hours", snooze.MORNING: "snooze.morning", snooze.BACK: "snooze.back"}
TURN_ROOM = 3600
"""Characters of one turn's sentences. What does not fit is counted, and a button leads to the log, which has all."""
DONE_ROOM = 900
"""The same of what a call quotes."""
REQUEST_ROOM = 2400
"""The same of what a request quotes: beside it stand who asks, who has agreed, and who has to."""


def turn(live: LiveTable, lines: Sequence[Line], voice: Voice) -> Page | None:
    """What was told of a finished turn. None: there is nothing that everybody may read."""
    fitting, left = _fitting(live, lines, voice)
    if not fitting:
        return None
    texts, keys = _report(live, fitting, voice), []
    if any(one.event.reason for one in fitting):
        keys.append(Key(at_table(live.id, "why", f"{lines[0].n}.{lines[-1].n}"), voice.label("turn.why")))
    if left:
        texts = (*texts, voice.line("turn.more", count=left))
        keys.append(Key(at_table(live.id, "log"), voice.label("changed.log")))
    return Page(texts, rows_of(keys), colour=VERDE)


def struck(live: LiveTable, lines: Sequence[Line], voice: Voice) -> Page:
    """The message of a turn with what was taken back struck through; what came before it still stands."""
    fitting, left = _fitting(live, lines, voice)
    more = voice.line("turn.more_struck", count=left) if left else ""
    return Page((*_report(live, fitting, voice), more), colour=GREY)


def _report(live: LiveTable, told: Sequence[Told], voice: Voice) -> tuple[str, ...]:
    """What was done, in one text; in two languages in two halves with a rule between them. A button tells why."""
    halves = ["\n".join(Report(live, lang, reasons=False).lines(told)) for lang in voice.langs]
    return tuple(part for half in halves for part in (RULE, half))[1:]


def _fitting(live: LiveTable, lines: Sequence[Line], voice: Voice, room: int = TURN_ROOM) -> tuple[list[Told], int]:
    """What was told from the first as far as it fits, also struck through and in all languages; how many are left."""
    told = told_of(lines)
    reports = [Report(live, lang, reasons=False) for lang in voice.langs]
    for n, one in enumerate(told):
        room -= sum(len(text) + 1 for report in reports for text in report.lines([replace(one, struck=True)]))
        if room < 0:
            return told[:n], len(told) - n
    return told, 0


def ping(live: LiveTable, ping: Ping, voice: Voice, until: Deadline | None = None, done: Sequence[Line] = ()) -> Page:
    """Calls the person and says what for and until when, with a button that opens the panel. done: what others did to
    them meanwhile.
    """
    texts = [f"<@{ping.person}>\n{_called(live, ping, voice, until)}", *done_lines(live, done, voice)]
    if ping.missed:
        texts.append(voice.line("ping.missed"))
    return Page(tuple(texts), ((_play(live, voice),), *_snoozes(live, ping, voice)))


def direct_call(
    live: LiveTable, ping: Ping, voice: Voice, until: Deadline | None, link: str, done: Sequence[Line] = ()
) -> Page:
    """The same for one person alone, with the way to the table."""
    keys = (_play(live, voice), Link(link, voice.label("ping.to_table")))
    texts = (_called(live, ping, voice, until), *done_lines(live, done, voice))
    return Page(texts, (keys, *_snoozes(live, ping, voice)))


def done_lines(live: LiveTable, done: Sequence[Line], voice: Voice) -> tuple[str, ...]:
    """What was done to the person meanwhile, quoted."""
    fitting, _ = _fitting(live, done, voice, DONE_ROOM)
    if not fitting:
        return ()
    halves = [half for half in _report(live, fitting, voice) if half != RULE]
    return (voice.line("ping.done"), *("\n".join(f"> {line}" for line in half.split("\n")) for half in halves))


def note(live: LiveTable, note: Note, voice: Voice, direct: bool) -> Page:
    """Something small for one person; in the channel it mentions them."""
    head = f"-# {titles.table_title(live, voice)}"
    link = Link(channel_link(live.row.guild_id, live.row.channel_id), voice.label("ping.to_table"))
    said = "\n".join(voice.msg(msg) for msg in (*note.before, note.msg))
    texts = (head, said) if direct else (f"<@{note.person}>", head, said)
    return Page(texts, ((link,),) if direct else (), colour=GREY)


def _called(live: LiveTable, ping: Ping, voice: Voice, until: Deadline | None) -> str:
    key = "ping.again" if ping.count else "ping.turn"
    said = voice.each(lambda one: one.line(key, table=titles.table_title(live, one)))
    return "\n".join(filter(None, (said, question(live, ping.seat, voice), deadline(until, voice))))


def _play(live: LiveTable, voice: Voice) -> Key:
    return Key(at_table(live.id, "play"), voice.label("card.play"), STRONG)


def _snoozes(live: LiveTable, ping: Ping, voice: Voice) -> tuple[Row, ...]:
    """On a reminder: when the next one shall come."""
    if not ping.count:
        return ()
    return (tuple(Key(at_table(live.id, "snooze", wish), voice.label(key)) for wish, key in SNOOZES.items()),)


def notice(live: LiveTable, notice: Notice, voice: Voice) -> Page:
    calls = " ".join(f"<@{person}>" for person in notice.mention if person > 0)  # below: forgotten people
    note = voice.line("life.note", note=notice.note) if notice.note else ""
    page = Page((f"-# {titles.table_title(live, voice)}", voice.msg(notice.msg), note, calls), colour=GOLD)
    keys = []
    if notice.gives is not None:
        keys.append(Key(at_table(live.id, "day", str(notice.gives)), voice.label("late.give")))
    if notice.relieves is not None:
        keys.append(Key(at_table(live.id, "relieve", str(notice.relieves)), voice.label("relief.ask")))
    if notice.returns:
        keys.append(relief_over(live, voice))
    keys += offer_keys(live, notice.offers, voice)
    return replace(page, rows=rows_of(keys)) if keys else page


def request(live: LiveTable, consent: Consent, gone: Sequence[Line], voice: Voice) -> Page:
    """Who asks for what, who has agreed, who still has to; without buttons once it is over.

    gone: what everybody has read of the moves that would be taken back
    """
    topic = votes.topic(consent.kind)
    open_one = pending(live, consent.kind) if consent.over is None else None
    head = f"-# {titles.table_title(live, voice)}"
    if open_one is None:
        asked = voice.line(f"request.{topic.name}", name=consent.asker, **_about(live, topic))
        return Page((head, asked, voice.line("request.passed" if consent.over else "request.closed")), colour=GREY)
    calls = " ".join(f"<@{person}>" for person in open_one.needed_ids if person > 0)
    fitting, left = _fitting(live, gone, voice, REQUEST_ROOM)
    halves = _report(live, fitting, voice) if fitting else ()
    quoted = [f"> {line}" for half in halves if half != RULE for line in half.split("\n")]
    if left:
        quoted.append(voice.line("turn.more", count=left))
    answers = [voice.line("request.needed", names=voice.listed(open_one.needed), wanted=open_one.wanted)]
    if open_one.agreed:
        answers.insert(0, voice.line("request.agreed", names=voice.listed(open_one.agreed)))
    if open_one.refused:
        answers.append(voice.line("request.refused", names=voice.listed(open_one.refused)))
    until = (open_one.at + votes.LASTS) // 1000
    answers.append(voice.line("request.silence", share=share_of(live, topic.name, voice), until=until))
    keys = (
        Key(at_table(live.id, "agree", consent.kind), voice.label("request.agree"), GOOD),
        Key(at_table(live.id, "refuse", consent.kind), voice.label("request.refuse"), BAD),
    )
    asks = voice.line(f"request.{topic.name}", name=open_one.asked_by, **_about(live, topic))
    stands = standing(live, voice) if topic.name in ("end", "score") else ""
    return Page((head, asks, stands, "\n".join(quoted), "\n".join(answers), calls), (keys,), colour=GOLD)


def asks(live: LiveTable, asked: Request) -> Msg:
    """What an open request wants, in one sentence."""
    topic = votes.topic(asked.kind)
    return Msg(f"request.{topic.name}", {"name": asked.asked_by, **_about(live, topic)})


def _about(live: LiveTable, topic: votes.Topic) -> dict[str, int | str]:
    """What the sentence of a request names."""
    if topic.about is None:
        return {}
    if topic.name == "pause":
        return {"until": topic.about}
    if topic.name == "move":
        return {"channel": str(topic.about)}
    return {"who": live.names[topic.about]}


def final(live: LiveTable, voice: Voice) -> Page:
    """The scores with their parts, and last what anybody can check: the secret of the shuffle, whose SHA-256 was posted
    when the game began, and the chain of moves.
    """
    secret = live.row.seed if live.deal is None else live.deal.secret
    last_link = None if live.deal is None else live.deal.head
    proof = voice.line(
        "final.proof",
        secret="?" if secret is None else secret.hex(),
        head=last_link or "?",
    )
    head = f"## {voice.label('final.head')}\n-# {titles.table_title(live, voice)}"
    return Page((head, breakdown(live, voice)), colour=GOLD, foot=proof)


def replay(live: LiveTable, voice: Voice) -> Page:
    """The words above the moving picture of a game."""
    return Page((f"## {titles.table_title(live, voice)}", voice.line("history.replay_alt")), colour=GOLD)
