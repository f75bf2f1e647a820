"""Text of the event log: events grouped by player under one heading each; reasons on lines of their own, small."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.table import Table
from bot.table.history.game_log import LogLine
from engines.kernel import Lang, LogEvent, Message, Seat, message
from engines.kernel.catalogue import SPACE
from engines.kernel.messages import LINE_KEY, split_line

from . import seat_icons
from .localizer import load_bot_catalogue
from .seat_icons import SHAPES
from .titles import name_automa

STRIKETHROUGH = "~~"
BULLET, DONE, SMALL = "• ", "✓ ", "-# "

PLACEHOLDERS = tuple(chr(0xE000 + seat) for seat in range(len(SHAPES)))
"""Placeholders (Unicode private use area) for the players' names while a sentence is parsed."""
_SUBJECT_SUFFIXES: dict[Lang, tuple[str, ...]] = {"en": (" ",), "ja": ("は、", "は", "が", "：")}
"""Text that follows a player's name at the beginning of a sentence if that player is its subject."""
_OTHER_SUBJECT: dict[Lang, tuple[str, ...]] = {"en": (" and ", " or "), "ja": ("がわ",)}
"""Text after a player's name that shows that this player is not the (only) subject."""


@dataclass(frozen=True, slots=True)
class ReportEvent:
    """One event of a report and how it came about."""

    event: LogEvent
    """One line of the log."""
    decided_by: Seat | None = None
    """The seat whose decision caused the event."""
    is_undone: bool = False
    """The event was undone; it is shown struck through."""
    is_autopilot: bool = False
    """A computer player decided for the person (autopilot)."""
    is_forced: bool = False
    """The others asked for the default answer."""
    n: int | None = None
    """Number of the decision; None if it is irrelevant (an unpublished turn, for instance)."""
    is_preset: bool = False
    """The seat's own preset answer decided."""
    person: int | None = None
    """Id of the person who made the decision; None: nobody did."""


class ReportWriter:
    """Writer of log text in one language.

    It remembers the last heading: consecutive calls of `write_lines` do not repeat a player's name.

    has_reasons: include reason events. only_seat: include only events decided by or about this player (None: all).
    has_capitals: begin a sentence without its subject with a capital, as it stands on a line of its own.
    """

    def __init__(
        self,
        table: Table,
        lang: Lang,
        *,
        has_reasons: bool = True,
        only_seat: Seat | None = None,
        has_capitals: bool = True,
    ) -> None:
        self.table = table
        self.lang = lang
        self._has_reasons, self._has_capitals = has_reasons, has_capitals
        self.only_seat = only_seat
        self._last_heading: str | None = None
        """Heading of the current group of lines."""
        self._names = table.names
        """Names of the seats' holders at the time of the current event's decision."""
        self._last_decider: Seat | None = None
        """The seat that decided the last event."""
        self._last_player: Seat | None = None
        """Player whom the last event was about."""

    def write_lines(self, items: Sequence[ReportEvent]) -> list[str]:
        """Return the lines of these events, with a heading where another player begins."""
        lines: list[str] = []
        reason_lines: list[str] = []
        """Reason lines waiting for their action, so that they are placed below its player's heading."""
        for item in items:
            self._names = self.table.names if item.n is None else self.table.names_at(item.n)
            if item.event.is_reason:
                if not self._has_reasons:
                    continue
                reason_lines += _mark_lines(SMALL, self._render(item.event.text, self._names), item.is_undone)
                continue
            if self.table.catalogue.is_heading(item.event.text):
                self._last_heading, self._last_decider, self._last_player = None, item.decided_by, None
                if not self._is_wanted(item):
                    continue
                head, *more = (
                    self.table.catalogue.render(x, self.lang, self._names) for x in split_line(item.event.text)
                )
                lines += [*reason_lines, *_mark_lines("", f"**{head}**", item.is_undone)]
                lines += [line for text in more for line in _mark_lines(BULLET, text, item.is_undone)]
                reason_lines = []
                continue
            player, text = self._split_subject(item.event.text)
            if player is None and item.event.to is not None and len(item.event.to) == 1:
                player = item.event.to[0]  # the sentence says "you"
            elif player is None and item.decided_by != self._last_decider:
                # the sentence names no subject: group it with the player whose decision caused it
                player = item.decided_by
            self._last_decider = item.decided_by
            self._last_player = self._last_player if player is None else player
            if not self._is_wanted(item):
                reason_lines = []
                continue
            if player is not None:
                heading = self._build_heading(player, item)
                if heading != self._last_heading:
                    self._last_heading = heading
                    lines.append(heading)
            lines += [*reason_lines, *_mark_lines(BULLET, text, item.is_undone)]
            reason_lines = []
        return lines + (reason_lines if items and self._is_wanted(items[-1]) else [])

    def _is_wanted(self, item: ReportEvent) -> bool:
        return self.only_seat in (None, item.decided_by, self._last_player)

    def write_own_actions(self, seat: Seat, events: Sequence[LogEvent]) -> list[str]:
        """Return the reader's own actions of an unpublished turn as lines, without the reader's name."""
        return [
            line
            for event in events
            for line in _mark_lines(
                SMALL if event.is_reason else DONE, self._render_without_subject(seat, event.text), is_undone=False
            )
        ]

    def _render_without_subject(self, seat: Seat, msg: Message) -> str:
        """Return the message without this player's name as subject; a LINE message is handled sentence by sentence."""
        if msg.key == LINE_KEY:
            return SPACE[self.lang].join(self._render_without_subject(seat, part) for part in split_line(msg))
        subject, text = self._split_subject(msg)
        return text if subject == seat else self._render(msg, self._names)

    def _build_heading(self, player: Seat, item: ReportEvent) -> str:
        """Return the heading: the player's name, with a note if another person or the computer answered for them."""
        if player < len(self._names):
            name = f"{seat_icons.format_icon(self.table, player)} **{self._names[player]}**"
            if player != item.decided_by:
                return name
            substitute_note = "" if item.n is None else self.table.find_substitute_name(item.n, player, item.person)
            key = "relief.answers" if item.is_autopilot else "seatcard.pressed" if item.is_forced else ""
            key = "standing.automatic" if item.is_preset else key
            substitute = load_bot_catalogue().render(message(key), self.lang) if key else substitute_note
            return f"{name} · {substitute}" if substitute else name
        return f"{seat_icons.format_icon(self.table, player)} **{name_automa(self.table, self.lang)}**"

    def _split_subject(self, msg: Message) -> tuple[Seat | None, str]:
        """Return (subject, sentence without the subject's name), or (None, whole sentence) if no player is subject."""
        if msg.key == LINE_KEY:
            return self._split_line(msg)
        text = self._render(msg, PLACEHOLDERS[: len(self._names)])
        for player, name in enumerate((*PLACEHOLDERS[: len(self._names)], *self._list_automa_names())):
            if text.startswith(name) and (predicate := self._find_predicate(text.removeprefix(name))) is not None:
                begin = predicate[:1].upper() if self._has_capitals else predicate[:1]
                return player, self._insert_names(begin + predicate[1:])
        return None, self._insert_names(text)

    def _split_line(self, msg: Message) -> tuple[Seat | None, str]:
        """Split a LINE message: the subject of its first sentence is removed from the following sentences too."""
        first, *more = split_line(msg)
        player, text = self._split_subject(first)
        pieces = [text]
        for sentence in more:
            subject, predicate = self._split_subject(sentence)
            pieces.append(
                predicate if player is not None and subject == player else self._render(sentence, self._names)
            )
        return player, SPACE[self.lang].join(pieces)

    def _find_predicate(self, rest: str) -> str | None:
        """Return the predicate that follows a name, or None if the name was not the subject ("Ada's road ...")."""
        if rest.startswith(_OTHER_SUBJECT[self.lang]):
            return None
        return next((rest[len(suffix) :] for suffix in _SUBJECT_SUFFIXES[self.lang] if rest.startswith(suffix)), None)

    def _list_automa_names(self) -> tuple[str, ...]:
        return () if self.table.game.automa is None else (name_automa(self.table, self.lang),)

    def _render(self, msg: Message, names: Sequence[str]) -> str:
        return self.table.catalogue.with_bold_names.render(msg, self.lang, names)

    def _insert_names(self, text: str) -> str:
        for placeholder, name in zip(PLACEHOLDERS, self._names, strict=False):
            text = text.replace(placeholder, name)
        return text


def _mark_lines(mark: str, text: str, is_undone: bool) -> list[str]:
    pieces = [piece for piece in text.split("\n") if piece]
    return [f"{mark}{STRIKETHROUGH}{piece}{STRIKETHROUGH}" if is_undone else f"{mark}{piece}" for piece in pieces]


def list_events(lines: Sequence[LogLine]) -> list[ReportEvent]:
    return [
        ReportEvent(
            event, line.seat, line.is_undone, line.is_autopilot, line.is_forced, line.n, line.is_preset, line.person
        )
        for line in lines
        for event in line.events
    ]
