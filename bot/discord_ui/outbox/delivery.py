"""Delivery of outbox rows: each kind becomes a message, an edit or a deletion.

The transaction that acknowledges the row also records the message and the one it replaces (`acknowledge`), so that the
old message is deleted even if the bot is killed in between (`ReplacedMessages`).
"""

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial

import msgspec

from bot.discord_ui.card.page import build_card
from bot.discord_ui.help.page import build_channel_url
from bot.discord_ui.history.drawings import load_animation, load_chart
from bot.discord_ui.interaction.bot_context import BotContext
from bot.discord_ui.lifecycle import lost_tables
from bot.discord_ui.lifecycle.lost_tables import MemberState
from bot.discord_ui.lobby import forum_tags
from bot.discord_ui.lobby.page import build_lobby
from bot.discord_ui.text.localizer import Localizer
from bot.table import Table
from bot.table.consent import find_request
from bot.table.deadline import deadlines
from bot.table.history import game_log
from bot.table.history.summary import load_actions_against
from bot.table.notices import notify_targets, outbox, turn_notifications
from bot.table.notices.notes import Note
from bot.table.state.notification_payload import Retraction, TurnNotification
from bot.table.terms.notification_channels import load_channels
from storage.kinds import DIRECT_KINDS, PERSONAL_KINDS, OutboxKind
from storage.messages import outbox_rows, posts
from storage.messages.outbox_rows import OutboxRow
from storage.play import open_questions
from storage.play.open_questions import OpenQuestionRow

from . import acknowledgement, called_people, calls, messages
from .acknowledgement import PostedMessage, acknowledge, queue_missed_sentence, record_notified
from .direct_messages import send_daily_list, send_lost_tables
from .late_pictures import WITHOUT_PICTURE, LatePictures
from .message_client import MessageClient, ReplacedMessages, SentMessage
from .rate_limit import RateLimiter
from .turn_posts import send_turn, strike_turn

log = logging.getLogger(__name__)

LONG_WAIT_MS = 86_400_000
"""Age of a question whose person may have left the server by now, so that Discord is asked before the call."""


class Delivery:
    """Sends outbox rows to Discord. Raises Discord's errors; the row is then unsent and can be tried again."""

    def __init__(self, bot: BotContext, rate_limiter: RateLimiter) -> None:
        self.bot, self.db = bot, bot.service.db
        self.message_client = MessageClient(bot, rate_limiter)
        self.replaced = ReplacedMessages(bot, self.message_client)
        self.pictures = LatePictures(bot)
        self._handlers: Mapping[str, Callable[[OutboxRow], Awaitable[None]]] = {
            OutboxKind.CARD: self._deliver_card,
            OutboxKind.TURN: partial(send_turn, bot, self.message_client),
            OutboxKind.TURN_UNDONE: partial(strike_turn, bot, self.message_client),
            OutboxKind.TURN_NOTIFICATION: self._deliver_turn_notification,
            OutboxKind.REMINDER: self._deliver_reminder,
            OutboxKind.PERSONAL_NOTE: self._deliver_note,
            OutboxKind.RETRACTION: self._delete_notification,
            OutboxKind.NOTICE: self._deliver_notice,
            OutboxKind.NOTICE_EXPIRED: self._delete_notification,
            OutboxKind.REQUEST: self._deliver_request,
            OutboxKind.FINAL_RESULT: self._deliver_final,
            OutboxKind.REPLAY: self._deliver_replay,
            OutboxKind.SUMMARY: partial(send_daily_list, bot, self.message_client, self.pictures),
            OutboxKind.CHANNEL_LOST: partial(send_lost_tables, bot, self.message_client),
        }
        """Kind of a row -> the method that delivers it."""

    @property
    def kinds(self) -> Collection[str]:
        """Kinds of rows that can be delivered."""
        return self._handlers.keys()

    async def deliver_row(self, row: OutboxRow) -> None:
        """Send the row, acknowledge it and delete the message it replaces, or postpone it during quiet hours."""
        if await self._postpone(row):
            return
        await self._handlers[row.kind](row)
        if row.kind in (OutboxKind.CARD, OutboxKind.TURN_NOTIFICATION, OutboxKind.FINAL_RESULT):
            await forum_tags.update_tags(self.bot, row.game, self.message_client.wait_for_request)

    async def acknowledge_deleted(self, row: OutboxRow) -> None:
        """Acknowledge a row whose message was posted and deleted since: its people were called, so clocks start."""
        notifications = []
        if row.kind == OutboxKind.TURN_NOTIFICATION:
            notifications.append(msgspec.json.decode(row.payload, type=TurnNotification))
        await acknowledge(self.bot.service, row, change=record_notified(notifications, self.bot.service.clock()))

    async def _postpone(self, row: OutboxRow) -> bool:
        """Postpone a personal row during its person's quiet hours; return whether that was done.

        The row may be hours old, so quiet hours are checked again. Daily lists and notes that would be outdated are
        dropped instead. A row that an earlier attempt may have sent is not postponed.
        """
        person = self._find_recipient(row)
        if person is None:
            return False
        service = self.bot.service
        async with service.lock_table(row.game) as table:
            if not await called_people.is_asleep(service, table, person):
                return False
        if await self.message_client.may_have_been_posted(row):  # asks Discord, so the table is not locked meanwhile
            return False
        async with service.lock_table(row.game) as table:
            now = service.clock()
            async with service.db.transaction() as tx:
                if row.kind in (OutboxKind.TURN_NOTIFICATION, OutboxKind.REMINDER):
                    await turn_notifications.postpone_notification(
                        tx, table, row, msgspec.json.decode(row.payload, type=TurnNotification), now
                    )
                else:
                    await notify_targets.postpone_row(tx, table, row, now)
        service.wake_workers()
        return True

    @staticmethod
    def _find_recipient(row: OutboxRow) -> int | None:
        """Return the person that the row notifies alone, or None."""
        if row.kind in PERSONAL_KINDS:
            return int(msgspec.json.decode(row.payload)["person"])
        return row.target if row.kind in DIRECT_KINDS else None

    async def _deliver_card(self, row: OutboxRow, notification: TurnNotification | None = None) -> None:
        """Edit the card in place, or post a new one below later posts and delete the old one.

        notification: the row is a turn notification carried by the card, together with those written at the same time:
        a new card is posted that mentions their people. People notified before stay mentioned, but are not notified
        again.
        """
        batch: called_people.Batch = []
        if notification is not None:
            batch = await called_people.choose_batch(self.bot.service, self.message_client, row, notification)
        notified = [item.person for _, item in batch if item.carrier == "card"]
        mentioned_people: list[int] = []
        async with self.bot.service.lock_table(row.game) as table:
            now = self.bot.service.clock()
            waiting_cards = await outbox_rows.load_waiting_rows(self.db, row.game, OutboxKind.CARD)
            shown_ids = [card.id for card in waiting_cards if not card.attempts]
            question_rows = await open_questions.load_open_questions(self.db, table.id)
            localizer = Localizer.of_table(table.row.language)
            if table.is_open:
                page = build_lobby(table, localizer)
            else:
                until = await deadlines.list_shown_deadlines(self.db, table, now, [item.seat for _, item in batch])
                mentioned_people = await self._list_mentioned(table, question_rows, notified)
                quote = await messages.load_quotes(self.bot.service, table, mentioned_people)
                told_seats = await called_people.list_told_seats(self.db, table, question_rows, now)
                page = build_card(table, question_rows, localizer, until, mentioned_people, quote, told_seats)
            notifications = [item for _, item in batch if item.person in notified]
            call = await calls.build_turn_call(self.db, table, notifications)
            rev = table.row.rev
        picture = await self.pictures.draw_in_time(page.picture_request, row.game)
        if picture is None and page.picture_request is not None:
            rev = WITHOUT_PICTURE
        old = await posts.load_post(self.db, row.game, OutboxKind.CARD)
        keeps_message = (
            old is not None
            and not notified
            and old.message_id > await outbox.load_last_permanent_message_id(self.db, row.game)
        )
        if (
            keeps_message
            and old is not None
            and await self.message_client.edit_post(row, old, page, picture, mentioned_people)
        ):
            sent_message, replaced_post = SentMessage(old.channel_id, old.message_id), None
        else:
            sent_message, replaced_post = (
                await self.message_client.post_row(row, page, picture, mentioned_people, call),
                old,
            )
        sent_ids = shown_ids if row.attempts == 1 else []  # an earlier attempt may have shown an older state
        sent_ids += [other_row.id for other_row, _ in batch]
        posted_message = PostedMessage(sent_message, OutboxKind.CARD, rev=rev, replaced_post=replaced_post)
        await acknowledge(
            self.bot.service,
            row,
            posted_message,
            row_ids=sent_ids,
            change=record_notified([notification for _, notification in batch], now),
        )
        await self.replaced.delete_for_table(row.game)

    async def _list_mentioned(
        self, table: Table, question_rows: Sequence[OpenQuestionRow], notified: Sequence[int]
    ) -> list[int]:
        """Return the people mentioned on the card: notified now or before, and only those who want channel mentions.

        An edit keeps earlier mentions and notifies nobody.
        """
        channels = await load_channels(self.db, table)
        earlier = (table.seats[row.seat].person_to_notify for row in question_rows if row.notified_at is not None)
        return list(dict.fromkeys(p for p in (*notified, *earlier) if p is not None and channels.get(p) == "channel"))

    async def _deliver_turn_notification(self, row: OutboxRow) -> None:
        """Deliver a turn notification by the card, a post or a direct message; the clock starts with it."""
        notification = msgspec.json.decode(row.payload, type=TurnNotification)
        if await acknowledgement.acknowledge_answered(self.bot.service, row, notification, self.message_client):
            return
        if notification.carrier in ("none", "card"):
            await self._deliver_card(row, notification)
            return
        async with self.bot.service.lock_table(row.game) as table:
            now, guild = self.bot.service.clock(), table.row.guild_id
            questions = await open_questions.load_open_questions(self.db, table.id)
        if any(question.seat == notification.seat and now - question.since_at > LONG_WAIT_MS for question in questions):
            await self._notify_member(row, notification, guild)
        else:
            await self._send_notification(row, notification)

    async def _deliver_reminder(self, row: OutboxRow) -> None:
        """Notify again by a new message, because an edit notifies nobody; the earlier message is deleted."""
        notification = msgspec.json.decode(row.payload, type=TurnNotification)
        async with self.bot.service.lock_table(row.game) as table:
            still_asked = (
                notification.seat in table.waiting
                and table.seats[notification.seat].person_to_notify == notification.person
            )
            guild = table.row.guild_id
        if not still_asked:
            await acknowledge(self.bot.service, row)
            return
        await self._notify_member(row, notification, guild)

    async def _notify_member(self, row: OutboxRow, notification: TurnNotification, guild: int) -> None:
        """Notify a person after a look whether they are still on the server; the seats of those who left open."""
        member = await lost_tables.load_member_state(self.bot, guild, notification.person)
        if member.has_left:
            await acknowledge(self.bot.service, row)
            await lost_tables.handle_member_left(self.bot, guild, notification.person)
        else:
            await self._send_notification(row, notification, member)

    async def _send_notification(
        self, row: OutboxRow, notification: TurnNotification, member: MemberState | None = None
    ) -> None:
        """Notify one person by a message, recorded under the notification's key so that an answer deletes it.

        member: may say that the person cannot press buttons, which the post mentions.
        """
        async with self.bot.service.lock_table(row.game) as table:
            now, seat = self.bot.service.clock(), notification.seat
            until = (await deadlines.list_shown_deadlines(self.db, table, now, (seat,))).get(seat)
            is_below_turn = row.kind == OutboxKind.TURN_NOTIFICATION and not row.direct
            load_quoted = messages.load_older_actions if is_below_turn else load_actions_against
            quoted_lines = await load_quoted(self.bot.service, table, notification.seat)
            call = await calls.build_turn_call(
                self.db, table, [notification], until if row.direct else None, is_direct=bool(row.direct)
            )
            if row.direct:
                page = messages.build_direct_notification(
                    table,
                    notification,
                    await calls.load_localizer(self.db, table, notification.person),
                    until,
                    build_channel_url(table.row.guild_id, table.row.channel_id),
                    quoted_lines,
                )
            else:
                page = messages.build_notification(
                    table, notification, Localizer.of_table(table.row.language), until, quoted_lines, member
                )
        earlier = await posts.load_post(self.db, row.game, OutboxKind.TURN_NOTIFICATION, row.key)
        sent_message = await self.message_client.post_row(
            row, page, mentioned_people=() if row.direct else (notification.person,), call=call
        )
        posted_message = PostedMessage(sent_message, OutboxKind.TURN_NOTIFICATION, row.key, replaced_post=earlier)
        await acknowledge(
            self.bot.service,
            row,
            posted_message,
            change=record_notified([notification] if row.kind == OutboxKind.TURN_NOTIFICATION else [], now),
        )
        await self.replaced.delete_for_table(row.game)

    async def _deliver_note(self, row: OutboxRow) -> None:
        """Send a small note to one person; its message is deleted when the note is outdated."""
        note = msgspec.json.decode(row.payload, type=Note)
        async with self.bot.service.lock_table(row.game) as table:
            localizer = (
                await calls.load_localizer(self.db, table, note.person)
                if row.direct
                else Localizer.of_table(table.row.language)
            )
            page = messages.build_note(table, note, localizer, bool(row.direct))
            call = await calls.build_message_call(
                self.db, table, [note.person], (*note.preceding, note.msg), is_direct=bool(row.direct)
            )
        sent_message = await self.message_client.post_row(
            row, page, mentioned_people=() if row.direct else (note.person,), call=call
        )
        await acknowledge(self.bot.service, row, PostedMessage(sent_message, OutboxKind.TURN_NOTIFICATION, row.key))

    async def _delete_notification(self, row: OutboxRow) -> None:
        """Delete the message of an answered notification or of a notice whose offer has expired."""
        key = msgspec.json.decode(row.payload, type=Retraction).key
        kind = OutboxKind.NOTICE if row.kind == OutboxKind.NOTICE_EXPIRED else OutboxKind.TURN_NOTIFICATION
        post = await posts.load_post(self.db, row.game, kind, key)
        if post is not None:
            await self.message_client.delete_post(post)
        async with self.db.transaction() as tx:
            await posts.delete_post(tx, row.game, kind, key)
            await outbox_rows.mark_sent(tx, row.id, self.bot.service.clock(), None)

    async def _deliver_notice(self, row: OutboxRow) -> None:
        service, notice = self.bot.service, msgspec.json.decode(row.payload, type=outbox.Notice)
        targets = await called_people.choose_targets(service, self.message_client, row, notice, notice.mention)
        async with service.lock_table(row.game) as table:
            page = messages.build_notice(table, notice, Localizer.of_table(table.row.language))
            call = await calls.build_message_call(self.db, table, targets.mentioned_people, [notice.msg])
        sent_message = await self.message_client.post_row(
            row, page, mentioned_people=targets.mentioned_people, call=call
        )
        posted_message = PostedMessage(sent_message, OutboxKind.NOTICE, row.key)
        await acknowledge(
            self.bot.service,
            row,
            posted_message,
            change=queue_missed_sentence(targets, notify_targets.PostponedSentence(notice.msg)),
        )

    async def _deliver_request(self, row: OutboxRow) -> None:
        """Post a request for consent, edit it after each vote, close it at its end (announced by a row of its own)."""
        service, consent = self.bot.service, msgspec.json.decode(row.payload, type=outbox.RequestUpdate)
        kind = consent.kind
        async with service.lock_table(row.game) as table:
            request = find_request(table, kind) if consent.was_carried_out is None else None
            concerns = [p for p in request.undecided_ids if p != request.asked_by_id] if request is not None else []
        targets = await called_people.choose_targets(service, self.message_client, row, consent, concerns)
        async with service.lock_table(row.game) as table:
            request = find_request(table, kind) if consent.was_carried_out is None else None
            undone_lines = (
                []
                if request is None or request.from_n is None
                else await game_log.load_reopened_lines(service, table, request.from_n)
            )
            page = messages.build_request(table, consent, undone_lines, Localizer.of_table(table.row.language))
            sentence = call = None
            if request is not None:
                sentence = notify_targets.PostponedSentence(messages.describe_request(table, request), kind)
                call = await calls.build_message_call(self.db, table, targets.mentioned_people, [sentence.msg])
        stale = request is None and consent.was_carried_out is None
        post = None if stale else await posts.load_post(self.db, row.game, OutboxKind.REQUEST, kind)
        if post is not None and await self.message_client.edit_post(row, post, page):
            async with self.db.transaction() as tx:
                if request is None:
                    await posts.delete_post(tx, row.game, OutboxKind.REQUEST, kind)
                await outbox_rows.mark_sent(tx, row.id, self.bot.service.clock(), post.message_id)
        elif sentence is not None:
            sent_message = await self.message_client.post_row(
                row, page, mentioned_people=targets.mentioned_people, call=call
            )
            await acknowledge(
                self.bot.service,
                row,
                PostedMessage(sent_message, OutboxKind.REQUEST, kind),
                change=queue_missed_sentence(targets, sentence),
            )
        else:
            await acknowledge(self.bot.service, row)

    async def _deliver_final(self, row: OutboxRow) -> None:
        async with self.bot.service.lock_table(row.game) as table:
            localizer = Localizer.of_table(table.row.language)
            page = replace(
                messages.build_final_post(table, localizer),
                picture_request=await load_chart(self.bot.service, table, localizer),
            )
        picture = await self.pictures.draw_last_picture(page.picture_request)
        sent_message = await self.message_client.post_row(row, page, picture)
        await acknowledge(self.bot.service, row, PostedMessage(sent_message, OutboxKind.FINAL_RESULT))

    async def _deliver_replay(self, row: OutboxRow) -> None:
        """Post the animation of a game, or that it could not be drawn: the drawing is not tried again by itself."""
        async with self.bot.service.lock_table(row.game) as table:
            localizer = Localizer.of_table(table.row.language)
            picture_request = await load_animation(self.bot.service, table, localizer)
        picture = await self.pictures.draw_last_picture(picture_request)
        page = messages.build_replay_post(table, localizer, is_drawn=picture is not None)
        sent_message = await self.message_client.post_row(row, page, picture)
        kind, key = (OutboxKind.NOTICE, f"replay {row.id}") if picture is None else (OutboxKind.REPLAY, "")
        await acknowledge(self.bot.service, row, PostedMessage(sent_message, kind, key))
