"""Plain messages that call people. A push notification shows the `content` of a message and nothing of its components,
so a call is created with plain text and then edited into its page (`MessageClient`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

from discord import ui

from bot.discord_ui.card.page import find_public_question
from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.pages import PlainView
from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import Localizer, cut_end
from bot.table import Table
from bot.table.deadline.deadlines import Deadline
from bot.table.player_records.table_list import TableEntry
from bot.table.state.notification_payload import TurnNotification
from bot.table.terms.languages import choose_lang
from engines.kernel import Message
from storage import Source
from storage.persons import people

MAX_CALL = 150
"""Maximum characters of a call to one person, as the phone shows it: mentions count as names."""
MIN_SENTENCE = 40
"""Minimum characters of the sentence, however many people are called."""
_MARKDOWN = re.compile(r"\*\*|__|~~|`|\|\||^(?:>|-#|#{1,3}) ", re.MULTILINE)
_EMOJI = re.compile(r"<a?:\w+:\d+> ?")
_COMMAND = re.compile(r"<(/[^:>]+):\d+>")
_TIME_TWICE = re.compile(r"(<t:(-?\d+))(?::\w)?> ?[(（]<t:\2(?::\w)?>[)）]")
"""The same time in two forms, which look alike in plain text."""
_TIMESTAMP = re.compile(r"<t:(-?\d+)(?::\w)?>")


@dataclass(frozen=True, slots=True)
class Call:
    """The plain form of a message that calls people."""

    text: str
    """Mentions and one sentence for each language."""
    persons: tuple[int, ...]
    """People whom it mentions; none in a direct message."""
    label: str
    """The words of its *Play* button, which works until the edit and whenever the edit is refused."""


@dataclass(frozen=True, slots=True)
class Callee:
    """A person who is called."""

    id: int
    """Discord's user id, for the mention."""
    name: str
    """As the phone shows the mention; its length counts."""
    localizer: Localizer
    """The person's language."""
    zone: tzinfo | None
    """The person's time zone; None: unknown."""

    def format_time(self, at: int) -> str:
        """Return a time (Unix seconds) in words, in the person's zone or in UTC."""
        local = datetime.fromtimestamp(at, self.zone or UTC)
        weekday = self.localizer.render_label("push.weekdays").split(",")[local.weekday()]
        return self.localizer.render_label(
            "push.time",
            weekday=weekday,
            day=local.day,
            month=self.localizer.render_label("push.months").split(",")[local.month - 1],
            clock=local.strftime("%H:%M") + ("" if self.zone else " UTC"),
        )

    def simplify(self, text: str) -> str:
        """Return Markdown as one line of plain text, because a push notification shows the signs themselves."""
        text = _TIME_TWICE.sub(r"\1>", text)
        text = _TIMESTAMP.sub(lambda match: self.format_time(int(match[1])), text)
        text = _MARKDOWN.sub("", _COMMAND.sub(r"\1", _EMOJI.sub("", text)))
        return " ".join(text.split())


async def load_callees(source: Source, table: Table, persons: Collection[int]) -> list[Callee]:
    """Return these people with their language: the chosen one, else that of their Discord, else the table's."""
    known = await people.load_people(source, tuple(persons))
    table_lang = Localizer.of_table(table.row.language).first_lang
    callees = []
    for person in persons:
        row = known.get(person)
        chosen = None if row is None else row.language or row.reads
        callees.append(
            Callee(
                person,
                "" if row is None else row.name,
                Localizer((choose_lang(chosen) if chosen else table_lang,)),
                ZoneInfo(row.zone) if row is not None and row.zone else None,
            )
        )
    return callees


async def load_localizer(source: Source, table: Table, person: int) -> Localizer:
    """Return the localizer of a person's language."""
    [callee] = await load_callees(source, table, [person])
    return callee.localizer


def build_call(callees: Sequence[Callee], describe: Callable[[Callee], str], *, is_direct: bool = False) -> Call | None:
    """Return the call of these people, each language with its readers' mentions; None if nobody is called.

    describe: (one reader of the language) -> the sentence. is_direct: a direct message, which needs no mention.
    """
    by_lang: dict[str, list[Callee]] = {}
    for callee in callees:
        by_lang.setdefault(callee.localizer.first_lang, []).append(callee)
    lines = []
    for readers in by_lang.values():
        names = [] if is_direct else [f"@{reader.name} " for reader in readers]
        length = max(MIN_SENTENCE, MAX_CALL - sum(map(len, names)))
        mentions = "" if is_direct else "".join(f"<@{reader.id}> " for reader in readers)
        lines.append(mentions + cut_end(describe(readers[0]), length))
    label = callees[0].localizer.render_label("card.play") if callees else ""
    persons = () if is_direct else tuple(callee.id for callee in callees)
    return Call("\n".join(lines), persons, label) if lines else None


async def build_turn_call(
    source: Source,
    table: Table,
    notifications: Sequence[TurnNotification],
    until: Deadline | None = None,
    *,
    is_direct: bool = False,
) -> Call | None:
    """Return the call of a turn notification or reminder: game, table, public question.

    until: the deadline, said in direct messages only, because its words depend on the reader's zone.
    """

    def describe(callee: Callee) -> str:
        localizer = callee.localizer
        notification = next(item for item in notifications if item.person == callee.id)
        question = find_public_question(table, notification.seat)
        words = "" if question is None else localizer.render_message(question.text, table.catalogue, table.names)
        args = {"table": titles.name_table(table, localizer), "question": callee.simplify(words)}
        key = "push.again" if notification.count else "push.turn"
        if until is None or not is_direct:
            return localizer.render_line(key, **args)
        return localizer.render_line(f"{key}_until", time=callee.format_time(until.due_at // 1000), **args)

    callees = await load_callees(source, table, [notification.person for notification in notifications])
    return build_call(callees, describe, is_direct=is_direct)


async def build_message_call(
    source: Source, table: Table, persons: Collection[int], sentences: Sequence[Message], *, is_direct: bool = False
) -> Call | None:
    """Return the call of a notice, note or request: game, table, and sentences of the bot's catalogue."""

    def describe(callee: Callee) -> str:
        localizer = callee.localizer
        words = callee.simplify(" ".join(localizer.render_message(msg) for msg in sentences))
        return f"{titles.name_table(table, localizer)}{localizer.colon}{words}"

    return build_call(await load_callees(source, table, persons), describe, is_direct=is_direct)


async def build_list_call(source: Source, table: Table, person: int, waiting: Sequence[TableEntry]) -> Call | None:
    """Return the call of a morning list: the tables that wait for the person."""

    def describe(callee: Callee) -> str:
        names = [titles.name_unloaded_table(entry.row.engine, entry.row.id, callee.localizer) for entry in waiting]
        return callee.localizer.render_line("push.list", tables=callee.localizer.join_names(names))

    return build_call(await load_callees(source, table, [person]), describe, is_direct=True)


def build_call_view(key: str, row_code: int, label: str) -> PlainView:
    """Return a call's *Play* button. It carries the row's code, so that the message is found after an outage.

    key: of the table (`GameRow.key`)
    """
    view = PlainView()
    view.add_item(ui.Button(custom_id=build_table_id(key, "play", str(row_code)), label=label))
    return view
