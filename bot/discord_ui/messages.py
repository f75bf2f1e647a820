"""What the bot posts in a table's channel, in the table's language(s): turns, pings, requests, notices, the end."""

from __future__ import annotations

from collections.abc import Sequence

from ..table import Live
from ..table.announce import Notice, Ping
from ..table.chronicle import Line
from ..table.consent import Kind, pending
from . import titles
from .card import breakdown
from .ids import at_table
from .page import BAD, GOLD, GOOD, GREY, STRONG, VERDE, Key, Page
from .words import Voice, cut

TURN_ROOM = 3800
"""Characters of one turn; the whole of it is in /log."""


def turn(live: Live, lines: Sequence[Line], voice: Voice) -> Page | None:
    """The sentences of a finished turn. None: there is nothing that everybody may read."""
    text = _told(live, lines, voice)
    return Page((cut(text, TURN_ROOM),), colour=VERDE) if text else None


def struck(live: Live, lines: Sequence[Line], voice: Voice) -> Page:
    """The same, taken back."""
    text = cut(_told(live, lines, voice), TURN_ROOM)
    return Page(("\n".join(f"~~{line}~~" for line in text.split("\n") if line),), colour=GREY)


def _told(live: Live, lines: Sequence[Line], voice: Voice) -> str:
    return voice.passage([text for line in lines for text in line.texts], live.words, live.names)


def ping(live: Live, ping: Ping, voice: Voice) -> Page:
    """Calls the person, with a button that opens the panel."""
    key = "ping.again" if ping.count else "ping.turn"
    text = f"<@{ping.person}>\n{voice.line(key, table=titles.table_title(live, voice))}"
    return Page((text,), ((Key(at_table(live.id, "play"), voice.label("card.play"), STRONG),),))


def notice(live: Live, notice: Notice, voice: Voice) -> Page:
    calls = " ".join(f"<@{person}>" for person in notice.mention)
    return Page((f"-# {titles.table_title(live, voice)}", voice.msg(notice.msg), calls), colour=GOLD)


def request(live: Live, kind: Kind, voice: Voice) -> Page:
    """Who asks for what, who has agreed, who still has to; without buttons once it is settled."""
    open_one = pending(live, kind)
    head = f"-# {titles.table_title(live, voice)}"
    if open_one is None:
        return Page((head, voice.line(f"request.{kind}_settled")), colour=GREY)
    calls = " ".join(f"<@{seated.person}>" for seated in live.people if seated.name in open_one.needed)
    lines = [voice.line(f"request.{kind}", name=open_one.asked_by)]
    if open_one.agreed:
        lines.append(voice.line("request.agreed", names=", ".join(open_one.agreed)))
    lines.append(voice.line("request.needed", names=", ".join(open_one.needed), wanted=open_one.wanted))
    keys = (
        Key(at_table(live.id, "agree", kind), voice.label("request.agree"), GOOD),
        Key(at_table(live.id, "refuse", kind), voice.label("request.refuse"), BAD),
    )
    return Page((head, "\n".join(lines), calls), (keys,), colour=GOLD)


def final(live: Live, voice: Voice) -> Page:
    """The scores with their parts, and the seed, so that anybody can replay the game."""
    seed = live.row.seed.hex() if live.row.seed is not None else "?"
    proof = voice.line("final.seed", seed=seed, commitment=live.row.commitment or "?")
    head = f"## {voice.label('final.head')}\n-# {titles.table_title(live, voice)}"
    return Page((head, breakdown(live, voice), proof), colour=GOLD)
