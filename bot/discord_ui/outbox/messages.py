"""Pages of the bot's posts, mostly in a table's channel: turns, notifications, requests, notices, results."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.discord_ui.card.my_seat import build_return_button
from bot.discord_ui.card.page import Quote, format_deadline, quote_question
from bot.discord_ui.help.page import build_channel_url
from bot.discord_ui.lifecycle.lost_tables import MemberState
from bot.discord_ui.lifecycle.page import build_further_buttons, describe_share, format_public_standings
from bot.discord_ui.page import pages, phone_screen
from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.text import titles
from bot.discord_ui.text.event_report import ReportEvent, ReportWriter, list_events
from bot.discord_ui.text.localizer import Localizer
from bot.discord_ui.text.results import format_breakdown
from bot.table import ConsentRequest, Table
from bot.table.consent import find_request
from bot.table.deadline.deadlines import Deadline
from bot.table.history.game_log import LogLine
from bot.table.history.summary import load_actions_against
from bot.table.lobby import shuffle_shares
from bot.table.lobby.seating import GAME_BEGINS
from bot.table.notices.notes import Note
from bot.table.notices.outbox import Notice, RequestUpdate
from bot.table.personal import snooze
from bot.table.service.table_service import TableService
from bot.table.state.notification_payload import TurnNotification
from bot.table.terms import votes
from engines.kernel import Message, Seat
from storage.kinds import OutboxKind
from storage.messages import outbox_rows

SNOOZE_KEYS = {snooze.HOURS: "snooze.hours", snooze.MORNING: "snooze.morning", snooze.BACK: "snooze.back"}
MAX_TURN_TEXT = 2500
"""Maximum characters of one turn's post; omitted sentences are counted, and a button leads to the log."""
MAX_QUOTE_TEXT = 900
"""Maximum characters quoted in a notification."""
MAX_REQUEST_QUOTE = 1600
"""Maximum characters quoted in a request, which also shows the votes."""


def build_turn_post(table: Table, lines: Sequence[LogLine], localizer: Localizer) -> pages.Page | None:
    """Return the post of a finished turn; None if it has no public events."""
    events, omitted_count = _fit_events(table, lines, localizer)
    if not events:
        return None
    return pages.build_in_each_language(
        localizer, lambda one_lang: _build_turn_post(table, lines, events, omitted_count, one_lang)
    )


def _build_turn_post(
    table: Table, lines: Sequence[LogLine], events: Sequence[ReportEvent], omitted_count: int, localizer: Localizer
) -> pages.Page:
    texts, buttons = [_write_actions(table, events, localizer)], []
    if any(item.event.is_reason for item in events):
        buttons.append(
            pages.Button(
                build_table_id(table.key, "why", f"{lines[0].n}.{lines[-1].n}"), localizer.render_label("turn.why")
            )
        )
    if omitted_count:
        texts.append(localizer.render_line("turn.more", count=omitted_count))
        buttons.append(pages.Button(build_table_id(table.key, "log"), localizer.render_label("changed.log")))
    return pages.Page(tuple(texts), phone_screen.arrange_buttons(buttons), colour=pages.GREEN)


def build_struck_turn(table: Table, lines: Sequence[LogLine], localizer: Localizer) -> pages.Page:
    """Return the post of a turn with the undone events struck through."""
    events, omitted_count = _fit_events(table, lines, localizer)

    def build_page(one_lang: Localizer) -> pages.Page:
        omitted_hint = one_lang.render_line("turn.more_struck", count=omitted_count) if omitted_count else ""
        return pages.Page((_write_actions(table, events, one_lang), omitted_hint), colour=pages.GREY)

    return pages.build_in_each_language(localizer, build_page)


def _write_actions(table: Table, items: Sequence[ReportEvent], localizer: Localizer) -> str:
    """Return the actions without reasons, in one language."""
    return "\n".join(ReportWriter(table, localizer.first_lang, has_reasons=False).write_lines(items))


def _fit_events(
    table: Table, lines: Sequence[LogLine], localizer: Localizer, max_length: int = MAX_TURN_TEXT
) -> tuple[list[ReportEvent], int]:
    """Return the first events that fit (struck through and in all languages), and the number of the others."""
    items = list_events(lines)
    reports = [ReportWriter(table, lang, has_reasons=False) for lang in localizer.langs]
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
    member: MemberState | None = None,
) -> pages.Page:
    """Return the channel post that notifies a person: question, deadline, and a button that opens the panel.

    done: other players' actions against the person. member: may say that the person cannot press buttons there
    """

    def build_page(one_lang: Localizer) -> pages.Page:
        texts = (
            _describe_question(table, notification, one_lang, until, is_public=True),
            *quote_actions(table, done, one_lang, notification.seat),
            one_lang.render_line("ping.missed") if notification.was_undeliverable else "",
            "" if member is None else _describe_obstacle(member, one_lang),
        )
        buttons = (_build_play_button(table, one_lang),)
        return pages.Page(texts, (buttons, *_build_snooze_row(table, notification, one_lang)))

    page = pages.build_in_each_language(localizer, build_page)
    return replace(page, texts=(f"<@{notification.person}>\n{page.texts[0]}", *page.texts[1:]))


def _describe_obstacle(member: MemberState, localizer: Localizer) -> str:
    """Return a line that says why a person cannot press buttons on the server, or ""."""
    if member.timed_out_until is not None:
        return localizer.render_line("ping.timed_out", until=member.timed_out_until)
    if member.is_pending:
        return localizer.render_line("ping.pending")
    return localizer.render_line("ping.quarantined") if member.is_quarantined else ""


def build_direct_notification(
    table: Table,
    notification: TurnNotification,
    localizer: Localizer,
    until: Deadline | None,
    link: str,
    done: Sequence[LogLine] = (),
) -> pages.Page:
    """Return the notification as a direct message, with a link to the table."""
    buttons = (_build_play_button(table, localizer), pages.Link(link, localizer.render_label("ping.to_table")))
    question = _describe_question(table, notification, localizer, until, is_public=False)
    texts = (question, *quote_actions(table, done, localizer))
    return pages.Page(texts, (buttons, *_build_snooze_row(table, notification, localizer)))


def quote_actions(
    table: Table, done: Sequence[LogLine], localizer: Localizer, seat: Seat | None = None
) -> tuple[str, ...]:
    """Return quotes of what other players did to the person.

    seat: the person's, whose name a public post tells; None: only the person reads this
    """
    events, _ = _fit_events(table, done, localizer, MAX_QUOTE_TEXT)
    if not events:
        return ()
    if seat is None:
        head = localizer.render_line("ping.done_to_reader")
    else:
        head = localizer.render_line("ping.done", who=table.names[seat])
    return head, _quote(_write_actions(table, events, localizer))


def _quote(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def build_note(table: Table, note: Note, localizer: Localizer, is_direct: bool) -> pages.Page:
    """Return a small note for one person; in the channel it mentions them."""

    def build_page(one_lang: Localizer) -> pages.Page:
        note_text = "\n".join(one_lang.render_message(msg) for msg in (*note.preceding, note.msg))
        return pages.Page((f"-# {titles.name_table(table, one_lang)}", note_text), colour=pages.GREY)

    page = pages.build_in_each_language(localizer, build_page)
    if not is_direct:
        return replace(page, texts=(f"<@{note.person}>", *page.texts))
    link = pages.Link(
        build_channel_url(table.row.guild_id, table.row.channel_id), localizer.render_label("ping.to_table")
    )
    return replace(page, rows=((link,),))


def _describe_question(
    table: Table, notification: TurnNotification, localizer: Localizer, until: Deadline | None, *, is_public: bool
) -> str:
    key = "ping.again" if notification.count else "ping.turn"
    heading = localizer.render_line(key, table=titles.name_table(table, localizer))
    question = quote_question(table, notification.seat, localizer, (notification.seat,) if is_public else ())
    return "\n".join(filter(None, (heading, question, format_deadline(until, localizer))))


def _build_play_button(table: Table, localizer: Localizer) -> pages.Button:
    return pages.Button(build_table_id(table.key, "play"), localizer.render_label("card.play"), pages.PRIMARY)


def _build_snooze_row(
    table: Table, notification: TurnNotification, localizer: Localizer
) -> tuple[pages.ActionRow, ...]:
    """Return the buttons of a reminder that postpone the next one."""
    if not notification.count:
        return ()
    return (
        tuple(
            pages.Button(build_table_id(table.key, "snooze", choice), localizer.render_label(key))
            for choice, key in SNOOZE_KEYS.items()
        ),
    )


def build_notice(table: Table, notice: Notice, localizer: Localizer) -> pages.Page:
    def build_page(one_lang: Localizer) -> pages.Page:
        note_text = one_lang.render_line("life.note", note=notice.note) if notice.note else ""
        texts = [f"-# {titles.name_table(table, one_lang)}", one_lang.render_message(notice.msg), note_text]
        if notice.msg.key == GAME_BEGINS:
            texts += titles.describe_order(table, notice.msg.args.get("following", ()), one_lang)
        return pages.Page(tuple(texts), colour=pages.GOLD, footer=_write_proof(notice))

    page = _append_mentions(pages.build_in_each_language(localizer, build_page), notice.mention)
    buttons = []
    if notice.more_time_seat is not None:
        buttons.append(
            pages.Button(
                build_table_id(table.key, "day", str(notice.more_time_seat)), localizer.render_label("late.give")
            )
        )
    if notice.takeover_seat is not None:
        buttons.append(
            pages.Button(
                build_table_id(table.key, "relieve", str(notice.takeover_seat)), localizer.render_label("relief.ask")
            )
        )
    if notice.has_return_button:
        buttons.append(build_return_button(table, localizer))
    buttons += build_further_buttons(table, notice.further_buttons, localizer)
    return replace(page, rows=phone_screen.arrange_buttons(buttons)) if buttons else page


def _write_proof(notice: Notice) -> str:
    """Return the last line of the post that announces a game. Before 0.18 it had all shares instead of a seal."""
    if notice.msg.key != GAME_BEGINS:
        return ""
    args = notice.msg.args
    digests = [str(args[name]) for name in ("commitment", "seal") if name in args]
    words = args["shares"]
    assert isinstance(words, tuple)
    return shuffle_shares.format_proof([str(word) for word in words], *digests)


def _append_mentions(page: pages.Page, persons: Sequence[int]) -> pages.Page:
    """Return the page with mentions below its texts. Negative ids are forgotten people."""
    mentions = " ".join(f"<@{person}>" for person in persons if person > 0)
    return replace(page, texts=(*page.texts, mentions))


def build_request(
    table: Table, consent: RequestUpdate, undone_lines: Sequence[LogLine], localizer: Localizer
) -> pages.Page:
    """Return the post of a request: its subject and votes; without buttons once it is over.

    undone_lines: public log of the moves that an undo would open again.
    """
    open_request = find_request(table, consent.kind) if consent.was_carried_out is None else None
    if open_request is None:
        return pages.build_in_each_language(localizer, lambda one_lang: _build_closed_request(table, consent, one_lang))
    events, omitted_count = _fit_events(table, undone_lines, localizer, MAX_REQUEST_QUOTE)
    page = pages.build_in_each_language(
        localizer, lambda one_lang: _build_open_request(table, open_request, events, omitted_count, one_lang)
    )
    return _append_mentions(page, open_request.undecided_ids)


def _build_closed_request(table: Table, consent: RequestUpdate, localizer: Localizer) -> pages.Page:
    parsed_kind = votes.parse_kind(consent.kind)
    texts = (
        f"-# {titles.name_table(table, localizer)}",
        localizer.render_line(
            f"request.{parsed_kind.name}", name=consent.asker, **_build_request_args(table, parsed_kind)
        ),
        localizer.render_line("request.passed" if consent.was_carried_out else "request.closed"),
    )
    return pages.Page(texts, colour=pages.GREY)


def _build_open_request(
    table: Table, open_request: ConsentRequest, events: Sequence[ReportEvent], omitted: int, localizer: Localizer
) -> pages.Page:
    """Return subject, votes and buttons of an open request. events: the ones to quote, omitted: how many others."""
    parsed_kind = votes.parse_kind(open_request.kind)
    quoted = [_quote(_write_actions(table, events, localizer))] if events else []
    if parsed_kind.name == "undo":
        quoted.insert(0, localizer.render_line("request.reopened" if events else "request.reopened_nothing"))
    if omitted:
        quoted.append(localizer.render_line("turn.more", count=omitted))
    join = localizer.join_names
    names = join(open_request.undecided_names)
    answers = [localizer.render_line("request.needed", names=names, wanted=open_request.votes_missing)]
    if open_request.agreed_names:
        answers.insert(0, localizer.render_line("request.agreed", names=join(open_request.agreed_names)))
    if open_request.refused_names:
        answers.append(localizer.render_line("request.refused", names=join(open_request.refused_names)))
    until = open_request.expires_at // 1000
    answers.append(
        localizer.render_line("request.silence", share=describe_share(table, parsed_kind.name, localizer), until=until)
    )
    agree = build_table_id(table.key, "agree", open_request.kind)
    refuse = build_table_id(table.key, "refuse", open_request.kind)
    buttons = [
        pages.Button(agree, localizer.render_label("request.agree"), pages.SUCCESS),
        pages.Button(refuse, localizer.render_label("request.refuse"), pages.DANGER),
    ]
    if omitted:
        buttons.append(pages.Button(build_table_id(table.key, "log"), localizer.render_label("changed.log")))
    head = f"-# {titles.name_table(table, localizer)}"
    subject = localizer.render_message(describe_request(table, open_request))
    standings = format_public_standings(table, localizer) if parsed_kind.name in ("end", "score") else ""
    texts = (head, subject, standings, "\n".join(quoted), "\n".join(answers))
    return pages.Page(texts, (tuple(buttons),), colour=pages.GOLD)


def describe_request(table: Table, open_request: ConsentRequest) -> Message:
    """Return the sentence of an open request."""
    parsed_kind = votes.parse_kind(open_request.kind)
    return Message(
        f"request.{parsed_kind.name}", {"name": open_request.asker, **_build_request_args(table, parsed_kind)}
    )


def _build_request_args(table: Table, parsed_kind: votes.ParsedKind) -> dict[str, int | str]:
    """Return the arguments of a request's sentence."""
    if parsed_kind.subject is None:
        return {}
    if parsed_kind.name == "pause":
        return {"until": parsed_kind.subject}
    if parsed_kind.name == "move":
        return {"channel": str(parsed_kind.subject)}
    return {"who": table.names[parsed_kind.subject]}


def build_final_post(table: Table, localizer: Localizer) -> pages.Page:
    """Return the final scores with their parts and, for verification, the shuffle's secret and the move chain's head.

    The beginning of the secret's SHA-256 was posted when the game began.
    """
    return pages.build_in_each_language(localizer, lambda one_lang: _build_final_post(table, one_lang))


def _build_final_post(table: Table, localizer: Localizer) -> pages.Page:
    head = f"## {localizer.render_label('final.head')}\n-# {titles.name_table(table, localizer)}"
    return pages.Page((head, format_breakdown(table, localizer)), colour=pages.GOLD, footer=_write_final_proof(table))


def _write_final_proof(table: Table) -> str:
    """Return the last line of the final scores, the same in every language: the secret and the head of the chain."""
    secret = table.row.seed if table.deal is None else table.deal.secret
    assert secret is not None, "a game that is over has been started"
    last_link = None if table.deal is None else table.deal.final_hash
    return shuffle_shares.format_proof((secret.hex(),), *filter(None, (last_link,)))


def build_replay_post(table: Table, localizer: Localizer, *, is_drawn: bool) -> pages.Page:
    """Return the page of a game's animation, or of the sentence that it could not be drawn."""
    key, colour = ("history.replay_alt", pages.GOLD) if is_drawn else ("history.replay_failed", pages.GREY)
    return pages.build_in_each_language(
        localizer,
        lambda one_lang: pages.Page(
            (f"## {titles.name_table(table, one_lang)}", one_lang.render_line(key)), colour=colour
        ),
    )


async def load_quotes(service: TableService, table: Table, mentioned_people: Collection[int]) -> Quote | None:
    """Return the quote of the actions against the player on turn, if the card mentions that person."""
    turn = table.seat_on_turn
    if turn is None or turn not in table.waiting or table.seats[turn].person_to_notify not in mentioned_people:
        return None
    done = await load_older_actions(service, table, turn)
    return lambda seat, localizer: quote_actions(table, done, localizer, seat) if seat == turn else ()


async def load_older_actions(service: TableService, table: Table, seat: Seat) -> list[LogLine]:
    """Return the actions against the seat, without those of the newest turn post, below which this is read.

    With two players there is rarely anything.
    """
    newest = await outbox_rows.load_newest_row(service.db, table.id, OutboxKind.TURN)
    if newest is None:
        return []
    return await load_actions_against(service, table, seat, before_n=int(newest.key.partition("-")[0]))
