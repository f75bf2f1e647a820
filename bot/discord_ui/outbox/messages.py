"""Pages of the bot's posts, mostly in a table's channel: turns, notifications, requests, notices, results."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.discord_ui.card.my_seat import build_return_button
from bot.discord_ui.card.page import format_deadline, quote_question
from bot.discord_ui.help.page import build_channel_url
from bot.discord_ui.lifecycle.page import build_offer_buttons, describe_share, format_public_standings
from bot.discord_ui.page import layout
from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.text import titles
from bot.discord_ui.text.event_report import ReportEvent, ReportWriter, list_events
from bot.discord_ui.text.localizer import Localizer
from bot.discord_ui.text.results import format_breakdown
from bot.table import Request, Table
from bot.table.consent import find_request
from bot.table.deadline.deadlines import Deadline
from bot.table.history.game_log import LogLine
from bot.table.history.summary import load_actions_against
from bot.table.notices.notes import Note
from bot.table.notices.outbox import Notice, RequestUpdate
from bot.table.personal import snooze
from bot.table.policy import votes
from bot.table.service.table_service import TableService
from bot.table.state.notification_payload import TurnNotification
from engines.kernel import Message, Seat
from storage.kinds import OutboxKind
from storage.messages import outbox_rows

SNOOZE_KEYS = {snooze.HOURS: "snooze.hours", snooze.MORNING: "snooze.morning", snooze.BACK: "snooze.back"}
MAX_TURN_TEXT = 3600
"""Maximum characters of one turn's post; omitted sentences are counted, and a button leads to the log."""
MAX_QUOTE_TEXT = 900
"""Maximum characters quoted in a notification."""
MAX_REQUEST_QUOTE = 2400
"""Maximum characters quoted in a request, which also shows the votes."""


def build_turn_post(table: Table, lines: Sequence[LogLine], localizer: Localizer) -> layout.Page | None:
    """Return the post of a finished turn; None if it has no public events."""
    fitting, omitted = _fit_events(table, lines, localizer)
    if not fitting:
        return None
    texts, keys = _write_actions(table, fitting, localizer), []
    if any(item.event.reason for item in fitting):
        keys.append(
            layout.Button(
                build_table_id(table.id, "why", f"{lines[0].n}.{lines[-1].n}"), localizer.render_label("turn.why")
            )
        )
    if omitted:
        texts = (*texts, localizer.render_line("turn.more", count=omitted))
        keys.append(layout.Button(build_table_id(table.id, "log"), localizer.render_label("changed.log")))
    return layout.Page(texts, layout.arrange_buttons(keys), colour=layout.GREEN)


def build_struck_turn(table: Table, lines: Sequence[LogLine], localizer: Localizer) -> layout.Page:
    """Return the post of a turn with the undone events struck through."""
    fitting, omitted = _fit_events(table, lines, localizer)
    omitted_hint = localizer.render_line("turn.more_struck", count=omitted) if omitted else ""
    return layout.Page((*_write_actions(table, fitting, localizer), omitted_hint), colour=layout.GREY)


def _write_actions(table: Table, items: Sequence[ReportEvent], localizer: Localizer) -> tuple[str, ...]:
    """Return the actions without reasons, one text per language, separated by a rule."""
    halves = ["\n".join(ReportWriter(table, lang, with_reasons=False).write_lines(items)) for lang in localizer.langs]
    return tuple(part for half in halves for part in (layout.SEPARATOR, half))[1:]


def _fit_events(
    table: Table, lines: Sequence[LogLine], localizer: Localizer, max_length: int = MAX_TURN_TEXT
) -> tuple[list[ReportEvent], int]:
    """Return the first events that fit (struck through and in all languages), and the number of the others."""
    items = list_events(lines)
    reports = [ReportWriter(table, lang, with_reasons=False) for lang in localizer.langs]
    for n, item in enumerate(items):
        max_length -= sum(
            len(text) + 1 for report in reports for text in report.write_lines([replace(item, is_undone=True)])
        )
        if max_length < 0:
            return items[:n], len(items) - n
    return items, 0


def build_notification(
    table: Table,
    notification: TurnNotification,
    localizer: Localizer,
    until: Deadline | None = None,
    done: Sequence[LogLine] = (),
) -> layout.Page:
    """Return the channel post that notifies a person: question, deadline, and a button that opens the panel.

    done: other players' actions against them meanwhile.
    """
    texts = [
        f"<@{notification.person}>\n{_describe_question(table, notification, localizer, until)}",
        *quote_actions(table, done, localizer),
    ]
    if notification.missed:
        texts.append(localizer.render_line("ping.missed"))
    return layout.Page(
        tuple(texts), ((_build_play_button(table, localizer),), *_build_snooze_row(table, notification, localizer))
    )


def build_direct_notification(
    table: Table,
    notification: TurnNotification,
    localizer: Localizer,
    until: Deadline | None,
    link: str,
    done: Sequence[LogLine] = (),
) -> layout.Page:
    """Return the notification as a direct message, with a link to the table."""
    keys = (_build_play_button(table, localizer), layout.Link(link, localizer.render_label("ping.to_table")))
    texts = (_describe_question(table, notification, localizer, until), *quote_actions(table, done, localizer))
    return layout.Page(texts, (keys, *_build_snooze_row(table, notification, localizer)))


def quote_actions(table: Table, done: Sequence[LogLine], localizer: Localizer) -> tuple[str, ...]:
    """Return, quoted, what other players did to the person meanwhile."""
    fitting, _ = _fit_events(table, done, localizer, MAX_QUOTE_TEXT)
    if not fitting:
        return ()
    halves = [half for half in _write_actions(table, fitting, localizer) if half != layout.SEPARATOR]
    return (
        localizer.render_line("ping.done"),
        *("\n".join(f"> {line}" for line in half.split("\n")) for half in halves),
    )


def build_note(table: Table, note: Note, localizer: Localizer, direct: bool) -> layout.Page:
    """Return a small note for one person; in the channel it mentions them."""
    head = f"-# {titles.table_title(table, localizer)}"
    link = layout.Link(
        build_channel_url(table.row.guild_id, table.row.channel_id), localizer.render_label("ping.to_table")
    )
    note_text = "\n".join(localizer.render_message(msg) for msg in (*note.preceding, note.msg))
    texts = (head, note_text) if direct else (f"<@{note.person}>", head, note_text)
    return layout.Page(texts, ((link,),) if direct else (), colour=layout.GREY)


def _describe_question(
    table: Table, notification: TurnNotification, localizer: Localizer, until: Deadline | None
) -> str:
    key = "ping.again" if notification.count else "ping.turn"
    heading = localizer.render_each(
        lambda one_lang: one_lang.render_line(key, table=titles.table_title(table, one_lang))
    )
    return "\n".join(
        filter(None, (heading, quote_question(table, notification.seat, localizer), format_deadline(until, localizer)))
    )


def _build_play_button(table: Table, localizer: Localizer) -> layout.Button:
    return layout.Button(build_table_id(table.id, "play"), localizer.render_label("card.play"), layout.PRIMARY)


def _build_snooze_row(
    table: Table, notification: TurnNotification, localizer: Localizer
) -> tuple[layout.ActionRow, ...]:
    """Return the buttons of a reminder that postpone the next one."""
    if not notification.count:
        return ()
    return (
        tuple(
            layout.Button(build_table_id(table.id, "snooze", choice), localizer.render_label(key))
            for choice, key in SNOOZE_KEYS.items()
        ),
    )


def build_notice(table: Table, notice: Notice, localizer: Localizer) -> layout.Page:
    mentions = " ".join(f"<@{person}>" for person in notice.mention if person > 0)  # below: forgotten people
    note_text = localizer.render_line("life.note", note=notice.note) if notice.note else ""
    page = layout.Page(
        (f"-# {titles.table_title(table, localizer)}", localizer.render_message(notice.msg), note_text, mentions),
        colour=layout.GOLD,
    )
    keys = []
    if notice.gives is not None:
        keys.append(
            layout.Button(build_table_id(table.id, "day", str(notice.gives)), localizer.render_label("late.give"))
        )
    if notice.relieves is not None:
        keys.append(
            layout.Button(
                build_table_id(table.id, "relieve", str(notice.relieves)), localizer.render_label("relief.ask")
            )
        )
    if notice.returns:
        keys.append(build_return_button(table, localizer))
    keys += build_offer_buttons(table, notice.offers, localizer)
    return replace(page, rows=layout.arrange_buttons(keys)) if keys else page


def build_request(
    table: Table, consent: RequestUpdate, undone_lines: Sequence[LogLine], localizer: Localizer
) -> layout.Page:
    """Return the post of a request: its subject and votes; without buttons once it is over.

    undone_lines: public log of the moves that would be undone.
    """
    topic = votes.parse_topic(consent.kind)
    open_request = find_request(table, consent.kind) if consent.was_carried_out is None else None
    head = f"-# {titles.table_title(table, localizer)}"
    if open_request is None:
        subject = localizer.render_line(
            f"request.{topic.name}", name=consent.asker, **_build_request_args(table, topic)
        )
        return layout.Page(
            (head, subject, localizer.render_line("request.passed" if consent.was_carried_out else "request.closed")),
            colour=layout.GREY,
        )
    mentions = " ".join(f"<@{person}>" for person in open_request.undecided_ids if person > 0)
    fitting, omitted = _fit_events(table, undone_lines, localizer, MAX_REQUEST_QUOTE)
    halves = _write_actions(table, fitting, localizer) if fitting else ()
    quoted = [f"> {line}" for half in halves if half != layout.SEPARATOR for line in half.split("\n")]
    if omitted:
        quoted.append(localizer.render_line("turn.more", count=omitted))
    answers = [
        localizer.render_line(
            "request.needed", names=localizer.join_names(open_request.undecided), wanted=open_request.votes_missing
        )
    ]
    if open_request.agreed:
        answers.insert(0, localizer.render_line("request.agreed", names=localizer.join_names(open_request.agreed)))
    if open_request.refused:
        answers.append(localizer.render_line("request.refused", names=localizer.join_names(open_request.refused)))
    until = (open_request.asked_at + votes.MAX_AGE) // 1000
    answers.append(
        localizer.render_line("request.silence", share=describe_share(table, topic.name, localizer), until=until)
    )
    keys = (
        layout.Button(
            build_table_id(table.id, "agree", consent.kind), localizer.render_label("request.agree"), layout.SUCCESS
        ),
        layout.Button(
            build_table_id(table.id, "refuse", consent.kind), localizer.render_label("request.refuse"), layout.DANGER
        ),
    )
    subject_line = localizer.render_line(
        f"request.{topic.name}", name=open_request.asked_by, **_build_request_args(table, topic)
    )
    standings = format_public_standings(table, localizer) if topic.name in ("end", "score") else ""
    return layout.Page(
        (head, subject_line, standings, "\n".join(quoted), "\n".join(answers), mentions), (keys,), colour=layout.GOLD
    )


def describe_request(table: Table, open_request: Request) -> Message:
    """Return the sentence of an open request."""
    topic = votes.parse_topic(open_request.kind)
    return Message(f"request.{topic.name}", {"name": open_request.asked_by, **_build_request_args(table, topic)})


def _build_request_args(table: Table, topic: votes.RequestTopic) -> dict[str, int | str]:
    """Return the arguments of a request's sentence."""
    if topic.subject is None:
        return {}
    if topic.name == "pause":
        return {"until": topic.subject}
    if topic.name == "move":
        return {"channel": str(topic.subject)}
    return {"who": table.names[topic.subject]}


def build_final_post(table: Table, localizer: Localizer) -> layout.Page:
    """Return the final scores with their parts and, for verification, the shuffle's secret and the move chain's head.

    The secret's SHA-256 was posted when the game began.
    """
    secret = table.row.seed if table.deal is None else table.deal.secret
    last_link = None if table.deal is None else table.deal.final_hash
    proof = localizer.render_line(
        "final.proof",
        secret="?" if secret is None else secret.hex(),
        head=last_link or "?",
    )
    head = f"## {localizer.render_label('final.head')}\n-# {titles.table_title(table, localizer)}"
    return layout.Page((head, format_breakdown(table, localizer)), colour=layout.GOLD, foot=proof)


def build_replay_post(table: Table, localizer: Localizer) -> layout.Page:
    """Return the page of a game's animation."""
    return layout.Page(
        (f"## {titles.table_title(table, localizer)}", localizer.render_line("history.replay_alt")), colour=layout.GOLD
    )


async def load_quotes(
    service: TableService, table: Table, mentioned: Collection[int], localizer: Localizer
) -> dict[Seat, tuple[str, ...]]:
    """Return seat -> quoted lines for the player on turn, if the card mentions them (`mentioned`).

    Events of the newest turn post, right above the card, are not repeated; with two players there is rarely anything.
    """
    turn = table.seat_on_turn
    if turn is None or turn not in table.waiting or table.seats[turn].person_to_notify not in mentioned:
        return {}
    newest = await outbox_rows.load_newest_row(service.db, table.id, OutboxKind.TURN)
    if newest is None:
        return {}
    done = await load_actions_against(service, table, turn, before_n=int(newest.key.partition("-")[0]))
    return {turn: lines} if (lines := quote_actions(table, done, localizer)) else {}
