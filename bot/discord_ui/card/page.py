"""The living card of a table in play, and what stands there when it is over."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.ids import at_table
from bot.discord_ui.page.layout import GOLD, GREY, STRONG, VERDE, Key, Page, Row
from bot.discord_ui.rulebook.lookup import first_turn_key
from bot.discord_ui.text import signs, stillness, titles
from bot.discord_ui.text.silence import silence
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable
from bot.table.life import ending
from bot.table.time.deadlines import Deadline
from engines.kernel import Seat, say
from storage.play.open_questions import OpenQuestionRow
from storage.time.kinds import Timer

UNTIL = {Timer.TIMEOUT: "card.timeout", Timer.LATE: "card.late"}
EARLY = 12
"""Decisions of each seat in which a first game is still young: two or three turns."""
TIE = "score.tie"
"""A game's sentence about the order of those who have as many points."""
EMPTY: Mapping[Seat, Deadline] = MappingProxyType({})
UNTOLD: Mapping[Seat, tuple[str, ...]] = MappingProxyType({})


def card(
    live: LiveTable,
    asked: Sequence[OpenQuestionRow],
    voice: Voice,
    until: Mapping[Seat, Deadline] = EMPTY,
    named: Collection[int] = (),
    done: Mapping[Seat, tuple[str, ...]] = UNTOLD,
) -> Page:
    """Whose turn it is, since when and until when, what is asked, and the board. Only what everybody may know stands on
    it. named: people who are called by it; done: what others did meanwhile to those who are asked, quoted.
    """
    texts: tuple[str, ...]
    if live.is_playing:
        texts = (
            f"## {titles.table_title(live, voice)}",
            *pause_lines(live, voice),
            *turn_lines(live, asked, voice, until, named),
            *(line for seat in live.waiting for line in done.get(seat, ())),
        )
        return Page(texts, _rows(live, voice), picture_requests.overview(live, voice.first), VERDE)
    if live.row.status == "over":
        texts = (
            f"## {titles.table_title(live, voice)}",
            voice.line("card.over"),
            result(live, voice),
            who(live),
        )
        return Page(texts, _rows(live, voice), picture_requests.overview(live, voice.first), GOLD)
    texts = (f"## {titles.table_title(live, voice)}",)
    if live.is_paused:
        texts = (*texts, voice.line("card.paused"))
    else:
        texts = (*texts, voice.line(_ended(live)), places(live, voice), who(live))
    rows = () if live.match is None else _rows(live, voice)
    return Page(texts, rows, picture_requests.overview(live, voice.first), GREY)


def pause_lines(live: LiveTable, voice: Voice) -> tuple[str, ...]:
    """Why no clock runs."""
    return stillness.why({reason: live.pause_ends.get(reason) for reason in live.pauses}, live.is_archived, voice)


def _ended(live: LiveTable) -> str:
    """How a table ended that was not played to its end."""
    how = live.row.ending
    return f"card.ending.{how}" if how in ("conceded", "vacated", "void") else "card.ended"


def places(live: LiveTable, voice: Voice) -> str:
    """The standing of a game that was ended before it was over, if it counts."""
    return "\n".join(
        f"**{one.place}.** {titles.player_name(live, one.seat, voice)} — **{one.total}**" for one in ending.result(live)
    )


def who(live: LiveTable) -> str:
    """Who played which stretch, for seats that changed hands."""
    lines = []
    for seated in live.seats:
        names: list[str] = []
        for one in live.held:
            if one.seat != seated.seat:
                continue
            stands_in = one.sitter or (f"{one.name} · CPU" if one.policy is not None and one.holder else one.name)
            stands_in = "–" if one.holder is None and one.policy is None else stands_in
            if stands_in != (names[-1] if names else None):
                names.append(stands_in)
        if len(names) > 1:
            lines.append(f"-# {signs.of(live, seated.seat)} " + " → ".join(names))
    return "\n".join(lines)


def turn_lines(
    live: LiveTable,
    asked: Sequence[OpenQuestionRow],
    voice: Voice,
    until: Mapping[Seat, Deadline] = EMPTY,
    named: Collection[int] = (),
) -> tuple[str, ...]:
    """Blocks of Markdown, one for every seat that is asked: who, since when, until when, what.

    What several who follow each other are asked stands once, below the last of them. Who is asked in another's turn is
    not on turn: whose it is stands above.
    """
    of_another = live.turn is not None and live.turn not in live.waiting
    label = voice.label("card.asked" if of_another else "card.turn")
    since = {row.seat: row.since_at // 1000 for row in asked}
    on_turn = "" if live.turn is None else titles.player_name(live, live.turn, voice)
    blocks = [f"{voice.label('card.turn')}{voice.colon}{on_turn}"] if of_another else []
    questions = [question(live, seat, voice) for seat in live.waiting]
    for seat, text, following in zip(live.waiting, questions, [*questions[1:], None], strict=True):
        when = f" · <t:{since[seat]}:R>" if seat in since else ""
        doing = "card.thinks" if live.seats[seat].is_computer else "relief.answers"
        thinks = f" · {voice.label(doing)}" if live.seats[seat].answers is not None else ""
        if live.seats[seat].is_vacant and not thinks:
            thinks = f" · {voice.label('seatcard.vacant')}"
        if live.seats[seat].sitter is not None:
            thinks = f" · {live.seats[seat].sitter_name}"
        calls = f" <@{live.seats[seat].called}>" if live.seats[seat].called in named else ""
        block = f"{label}{voice.colon}{titles.player_name(live, seat, voice)}{calls}{thinks}{when}"
        said = "" if text == following else text
        blocks.append("\n".join(filter(None, (block, said, deadline(until.get(seat), voice)))))
    return tuple(blocks)


def deadline(until: Deadline | None, voice: Voice) -> str:
    """Until when somebody may answer, in the reader's own time; "" if nothing says so."""
    if until is None:
        return ""
    return "\n".join(f"-# {line}" for line in voice.line(UNTIL[until.kind], at=until.at // 1000).split("\n"))


def question(live: LiveTable, seat: Seat, voice: Voice) -> str:
    """What the seat is asked, as a quotation; "" if nothing.

    The question is the one at the last barrier: what the seat has done since is not yet anybody's business.
    """
    prompt = None if live.match is None else live.match.public().prompt(seat)
    if prompt is None:
        return ""
    text = voice.msg(prompt.text, live.words, live.names)
    quoted = [f"> {line}" for line in text.split("\n") if line]
    return "\n".join(filter(None, (*quoted, silence(live, prompt, voice, public=True))))


def result(live: LiveTable, voice: Voice) -> str:
    """Places and totals, best first; "" for a game that today's rules cannot read any more."""
    return "\n".join(
        f"**{score.place}.** {titles.player_name(live, score.seat, voice)} — **{score.total}**"
        for score in (() if live.match is None else live.match.scores())
    )


def breakdown(live: LiveTable, voice: Voice) -> str:
    """Where each seat's points come from, but for what brought none, and what parts those who have as many; "" for a
    game that today's rules cannot read.
    """
    lines, scores = [], () if live.match is None else live.match.scores()
    for score in scores:
        sources = ((voice.msg_label(what, live.words, live.names), points) for what, points in score.parts if points)
        parts = " · ".join(f"{what[:1].upper()}{what[1:]}{voice.colon}{points}" for what, points in sources)
        name = titles.player_name(live, score.seat, voice)
        lines.append(f"**{score.place}.** {name} — **{score.total}**" + (f"\n-# {parts}" if parts else ""))
    if len({score.total for score in scores}) < len({score.place for score in scores}) and live.words.has(TIE):
        lines.append("-# " + voice.msg(say(TIE), live.words, live.names))
    return "\n".join(lines)


def _is_new(live: LiveTable) -> bool:
    """Whether somebody here may still want to know how to play: at the beginning, longer if it is their first game."""
    first = any(seated.is_newcomer for seated in live.seats)
    return live.told < (EARLY if first else 1) * len(live.seats)


def _rows(live: LiveTable, voice: Voice) -> tuple[Row, ...]:
    keys = []
    if live.is_playing:
        keys = [
            Key(at_table(live.id, "play"), voice.label("card.play"), STRONG),
            Key(at_table(live.id, "seat"), voice.label("card.seat")),
        ]
    more = [
        Key(at_table(live.id, "changed"), voice.label("card.changed")),
        Key(at_table(live.id, "zoom"), voice.label("card.zoom")),
        Key(at_table(live.id, "rules"), voice.label("card.rules")),
    ]
    if picture_requests.art_of(live) is None:
        more.pop(1)
    if live.row.status in ("over", "ended") and live.row.started_at is not None:
        more.append(Key(at_table(live.id, "again"), voice.label("offer.again"), STRONG))
    first = first_turn_key(live.game, voice) if live.is_playing and _is_new(live) else None
    if first is not None:  # six do not fit one row: two of three, as wide as a phone
        keys, more = [*keys, more[0]], [*more[1:], first]
        return tuple(keys), tuple(more)
    return ((*keys, *more),)
