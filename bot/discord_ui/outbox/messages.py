"""What the bot posts in a table's channel, in the table's language(s): turns, pings, requests, notices, the end."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord_ui.card.page import breakdown, question
from bot.discord_ui.page.ids import at_table
from bot.discord_ui.page.layout import BAD, GOLD, GOOD, GREY, STRONG, VERDE, Key, Page
from bot.discord_ui.text import titles
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable
from bot.table.announce import Notice, Ping
from bot.table.consent import Kind, pending
from bot.table.history import Line
from engines.kernel import Msg

TURN_ROOM = 3600
"""Characters of one turn's sentences. What does not fit is counted, and a button leads to the log, which has all."""
REQUEST_ROOM = 2400
"""The same of what a request quotes: beside it stand who asks, who has agreed, and who has to."""

STRIKE = "~~"


def turn(live: LiveTable, lines: Sequence[Line], voice: Voice) -> Page | None:
    """The sentences of a finished turn. None: there is nothing that everybody may read."""
    fitting, left = _fitting(live, lines, voice)
    if not fitting:
        return None
    text = voice.passage(fitting, live.words, live.names)
    if not left:
        return Page((text,), colour=VERDE)
    more = Key(at_table(live.id, "log"), voice.label("commands.log.name"))
    return Page((text, voice.line("turn.more", count=left)), ((more,),), colour=VERDE)


def struck(live: LiveTable, lines: Sequence[Line], voice: Voice) -> Page:
    """The same, with what was taken back struck through; what came before it still stands."""
    fitting, left = _fitting(live, lines, voice)
    standing = sum(len(line.texts) for line in lines if not line.undone)
    kept = voice.passage(fitting[:standing], live.words, live.names)
    gone = voice.passage(fitting[standing:], live.words, live.names)
    gone = "\n".join(f"{STRIKE}{line}{STRIKE}" for line in gone.split("\n") if line)
    return Page((kept, gone, voice.line("turn.more_struck", count=left) if left else ""), colour=GREY)


def _fitting(live: LiveTable, lines: Sequence[Line], voice: Voice, room: int = TURN_ROOM) -> tuple[list[Msg], int]:
    """The sentences from the first as far as they fit, also struck through and in all languages; how many are left."""
    told = [text for line in lines for text in line.texts]
    for n, msg in enumerate(told):
        said = (live.words.render(msg, lang, live.names) for lang in voice.langs)
        room -= sum(len(text) + len(f"{STRIKE}{STRIKE}\n") * (text.count("\n") + 1) for text in said)
        if room < 0:
            return told[:n], len(told) - n
    return told, 0


def ping(live: LiveTable, ping: Ping, voice: Voice) -> Page:
    """Calls the person and says what for, with a button that opens the panel."""
    key = "ping.again" if ping.count else "ping.turn"
    text = f"<@{ping.person}>\n{voice.line(key, table=titles.table_title(live, voice))}"
    return Page(
        (f"{text}\n{question(live, ping.seat, voice)}",),
        ((Key(at_table(live.id, "play"), voice.label("card.play"), STRONG),),),
    )


def notice(live: LiveTable, notice: Notice, voice: Voice) -> Page:
    calls = " ".join(f"<@{person}>" for person in notice.mention)
    return Page((f"-# {titles.table_title(live, voice)}", voice.msg(notice.msg), calls), colour=GOLD)


def request(live: LiveTable, kind: Kind, gone: Sequence[Line], voice: Voice) -> Page:
    """Who asks for what, who has agreed, who still has to; without buttons once it is settled.

    gone: what everybody has read of the moves that would be taken back
    """
    open_one = pending(live, kind)
    head = f"-# {titles.table_title(live, voice)}"
    if open_one is None:
        return Page((head, voice.line(f"request.{kind}_settled")), colour=GREY)
    calls = " ".join(f"<@{seated.person}>" for seated in live.people if seated.person in open_one.needed_ids)
    fitting, left = _fitting(live, gone, voice, REQUEST_ROOM)
    quoted = [f"> {line}" for line in voice.passage(fitting, live.words, live.names).split("\n") if line]
    if left:
        quoted.append(voice.line("turn.more", count=left))
    answers = [voice.line("request.needed", names=", ".join(open_one.needed), wanted=open_one.wanted)]
    if open_one.agreed:
        answers.insert(0, voice.line("request.agreed", names=", ".join(open_one.agreed)))
    keys = (
        Key(at_table(live.id, "agree", kind), voice.label("request.agree"), GOOD),
        Key(at_table(live.id, "refuse", kind), voice.label("request.refuse"), BAD),
    )
    asks = voice.line(f"request.{kind}", name=open_one.asked_by)
    return Page((head, asks, "\n".join(quoted), "\n".join(answers), calls), (keys,), colour=GOLD)


def final(live: LiveTable, voice: Voice) -> Page:
    """The scores with their parts, and the seed, so that anybody can replay the game."""
    seed = live.row.seed.hex() if live.row.seed is not None else "?"
    proof = voice.line("final.seed", seed=seed, commitment=live.row.commitment or "?")
    head = f"## {voice.label('final.head')}\n-# {titles.table_title(live, voice)}"
    return Page((head, breakdown(live, voice), proof), colour=GOLD)
