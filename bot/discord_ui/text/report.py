"""The log as a report: grouped by player, each named once; cards and places in bold; reasons apart, in small print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.table import LiveTable
from bot.table.history import Line
from engines.kernel import Event, Lang, Msg, Seat, say
from engines.kernel.catalogue import SPACE
from engines.kernel.words import LINE, sentences

from . import signs
from .signs import SHAPES
from .titles import automa_name
from .voice import bot_words

STRIKE = "~~"
BULLET, DONE, SMALL = "• ", "✓ ", "-# "

SIGNS = tuple(chr(0xE000 + seat) for seat in range(len(SHAPES)))
"""Signs of Unicode's private use: they stand for the players while a sentence is taken apart."""
_AFTER_A_PLAYER: dict[Lang, tuple[str, ...]] = {"en": (" ",), "ja": ("は、", "は", "が", "：")}
"""What follows the name where a sentence begins with who does it."""
_NOT_ALONE: dict[Lang, tuple[str, ...]] = {"en": (" and ", " or "), "ja": ("がわ",)}


@dataclass(frozen=True, slots=True)
class Told:
    """One thing of a report. by: who decided when it was told; struck: it was taken back; relieved: a computer player
    decided for that person; pressed: others did; automatic: the reader's own standing answer did. n: the decision, None
    where that says nothing.
    """

    event: Event
    by: Seat | None = None
    struck: bool = False
    relieved: bool = False
    pressed: bool = False
    n: int | None = None
    automatic: bool = False


class Report:
    """Writes for one language; goes on with the same player from one `lines` to the next.

    reasons: whether they are told; without them a line says only what was done. only: what this player decided, or what
    is told of them (None: everything).
    """

    def __init__(self, live: LiveTable, lang: Lang, *, reasons: bool = True, only: Seat | None = None) -> None:
        self.live = live
        self.lang = lang
        self.reasons = reasons
        self.only = only
        self._of: str | None = None
        """The heading that stands above what comes next."""
        self._names = live.names
        """Who sat on the seats when that was decided."""
        self._by: Seat | None = None
        self._whose: Seat | None = None
        """Of whom was told last."""

    def lines(self, told: Sequence[Told]) -> list[str]:
        found: list[str] = []
        reasons: list[str] = []
        """They wait for the deed, to stand below the heading of whose it is."""
        for one in told:
            self._names = self.live.names if one.n is None else self.live.names_at(one.n)
            if one.event.reason:
                if not self.reasons:
                    continue
                reasons += _marked(SMALL, self._text(one.event.text, self._names), one.struck)
                continue
            if self.live.words.is_heading(one.event.text):
                self._of, self._by, self._whose = None, one.by, None
                if not self._is_wanted(one):
                    continue
                head, *more = (self.live.words.render(x, self.lang, self._names) for x in sentences(one.event.text))
                found += [*reasons, *_marked("", f"**{head}**", one.struck)]
                found += [line for text in more for line in _marked(BULLET, text, one.struck)]
                reasons = []
                continue
            player, text = self._parted(one.event.text)
            if player is None and one.event.to is not None and len(one.event.to) == 1:
                player = one.event.to[0]  # it says "you"
            elif player is None and one.by != self._by:
                player = one.by  # nobody is said to do it: it stands with whose decision brought it
            self._by = one.by
            self._whose = self._whose if player is None else player
            if not self._is_wanted(one):
                reasons = []
                continue
            if player is not None:
                of = self._heading(player, one)
                if of != self._of:
                    self._of = of
                    found.append(of)
            found += [*reasons, *_marked(BULLET, text, one.struck)]
            reasons = []
        return found + (reasons if told and self._is_wanted(told[-1]) else [])

    def _is_wanted(self, one: Told) -> bool:
        return self.only in (None, one.by, self._whose)

    def own(self, seat: Seat, told: Sequence[Event]) -> list[str]:
        """What the reader on this seat did in a turn that nobody else has seen yet: who it was needs no words."""
        return [
            line
            for event in told
            for line in _marked(SMALL if event.reason else DONE, self._unnamed(seat, event.text), struck=False)
        ]

    def _unnamed(self, seat: Seat, msg: Msg) -> str:
        """The sentence, each part of a line by itself, without the name of this player at its head."""
        if msg.key == LINE:
            return SPACE[self.lang].join(self._unnamed(seat, part) for part in sentences(msg))
        whose, text = self._parted(msg)
        return text if whose == seat else self._text(msg, self._names)

    def _heading(self, player: Seat, told: Told) -> str:
        """Who it was, and who answered for them."""
        if player < len(self._names):
            name = f"{signs.of(self.live, player)} **{self._names[player]}**"
            if player != told.by:
                return name
            sitter = "" if told.n is None else self.live.stood_in(told.n, player)
            key = "relief.answers" if told.relieved else "seatcard.pressed" if told.pressed else ""
            key = "standing.automatic" if told.automatic else key
            stands_in = bot_words().render(say(key), self.lang) if key else sitter
            return f"{name} · {stands_in}" if stands_in else name
        return f"{signs.of(self.live, player)} **{automa_name(self.live, self.lang)}**"

    def _parted(self, msg: Msg) -> tuple[Seat | None, str]:
        """Who does it, and the sentence without that name at its head; None and the whole sentence if nobody is."""
        if msg.key == LINE:
            return self._line(msg)
        text = self._text(msg, SIGNS[: len(self._names)])
        for player, name in enumerate((*SIGNS[: len(self._names)], *self._automa())):
            if text.startswith(name) and (deed := self._deed(text.removeprefix(name))) is not None:
                return player, self._named(deed[:1].upper() + deed[1:])
        return None, self._named(text)

    def _line(self, msg: Msg) -> tuple[Seat | None, str]:
        """A line of several sentences: who does the first is not named in those that follow."""
        first, *more = sentences(msg)
        player, text = self._parted(first)
        pieces = [text]
        for sentence in more:
            who, deed = self._parted(sentence)
            pieces.append(deed if player is not None and who == player else self._text(sentence, self._names))
        return player, SPACE[self.lang].join(pieces)

    def _deed(self, rest: str) -> str | None:
        """What is said of the player whose name stood before it; None if that is not who does it ("Ada's road ...")."""
        if rest.startswith(_NOT_ALONE[self.lang]):
            return None
        return next((rest[len(after) :] for after in _AFTER_A_PLAYER[self.lang] if rest.startswith(after)), None)

    def _automa(self) -> tuple[str, ...]:
        return () if self.live.game.automa is None else (automa_name(self.live, self.lang),)

    def _text(self, msg: Msg, names: Sequence[str]) -> str:
        return self.live.words.report.render(msg, self.lang, names)

    def _named(self, text: str) -> str:
        for sign, name in zip(SIGNS, self._names, strict=False):
            text = text.replace(sign, name)
        return text


def _marked(mark: str, text: str, struck: bool) -> list[str]:
    pieces = [piece for piece in text.split("\n") if piece]
    return [f"{mark}{STRIKE}{piece}{STRIKE}" if struck else f"{mark}{piece}" for piece in pieces]


def told_of(lines: Sequence[Line]) -> list[Told]:
    return [
        Told(event, line.seat, line.undone, line.relieved, line.pressed, line.n, line.automatic)
        for line in lines
        for event in line.events
    ]
