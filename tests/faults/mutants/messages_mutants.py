"""Deliberate faults in posts, notifications and pages."""

from __future__ import annotations

import random
import secrets
from dataclasses import replace
from typing import Any

from bot.discord_ui.interaction.bot_context import BotContext
from bot.discord_ui.outbox import delivery, rate_limit, sender
from bot.discord_ui.outbox.acknowledgement import acknowledge
from bot.discord_ui.outbox.fates import Fate
from bot.discord_ui.outbox.message_client import MessageClient, ReplacedMessages
from bot.table.deadline import deadlines
from bot.table.notices import notes, outbox
from bot.table.play import answers
from bot.table.state.table import Table
from engines.kernel import LogEvent
from storage.kinds import OutboxKind
from storage.messages import outbox_rows, posts

from .storage_mutants import Function, patch_attribute


def drop_notifications() -> None:
    async def put_ping(*_: Any, **__: Any) -> None:
        return None

    patch_attribute(outbox_rows, "add_turn_notification", lambda _: put_ping)


def drop_some_notifications() -> None:
    def make_replacement(put_ping: Function) -> Function:
        async def replacement(*args: Any, **kwargs: Any) -> Any:
            return None if random.random() < 1 / 3 else await put_ping(*args, **kwargs)

        return replacement

    patch_attribute(outbox_rows, "add_turn_notification", make_replacement)


def post_twice(kind: str) -> None:
    def make_replacement(post: Function) -> Function:
        async def replacement(self: MessageClient, row: Any, *args: Any, **kwargs: Any) -> Any:
            sent = await post(self, row, *args, **kwargs)
            if row.kind == kind:
                await post(self, replace(row, nonce=secrets.token_urlsafe(16)), *args, **kwargs)
            return sent

        return replacement

    patch_attribute(MessageClient, "post_row", make_replacement)


def skip_turn_posts() -> None:
    async def acknowledge_turn(bot: BotContext, message_client: MessageClient, row: Any) -> None:
        await acknowledge(bot.service, row)

    patch_attribute(delivery, "send_turn", lambda _: acknowledge_turn)


def keep_replaced_cards() -> None:
    async def forget_message(self: ReplacedMessages, post: Any) -> None:
        async with self.bot.service.db.transaction() as tx:
            await posts.delete_post(tx, post.game, OutboxKind.STALE, post.key)

    patch_attribute(ReplacedMessages, "_delete_message", lambda _: forget_message)


def notify_wrong_person() -> None:
    def make_replacement(ping_of: Function) -> Function:
        def replacement(table: Table, row: Any, count: int = 1) -> Any:
            notification = ping_of(table, row, count)
            others = [seated.person for seated in table.held_seats if seated.person != notification.person]
            return (
                replace_struct(notification, person=random.choice(others)) if random.random() < 0.25 else notification
            )

        return replacement

    patch_attribute(deadlines, "build_notification", make_replacement)


def replace_struct(struct: Any, **fields: Any) -> Any:
    return type(struct)(**{name: getattr(struct, name) for name in struct.__struct_fields__} | fields)


def give_up_when_busy() -> None:
    patch_attribute(sender, "classify_error", lambda _: lambda error: Fate.REFUSED)


def skip_some_cards() -> None:
    def make_replacement(card: Function) -> Function:
        async def replacement(*args: Any) -> None:
            if random.random() > 0.2:
                await card(*args)

        return replacement

    patch_attribute(outbox, "enqueue_card", make_replacement)


def publish_unconfirmed_steps() -> None:
    def make_replacement(apply: Function) -> Function:
        def replacement(*args: Any) -> Any:
            return replace(apply(*args), hands_over=True)

        return replacement

    patch_attribute(answers, "_apply", make_replacement)
    Table.public_n = property(lambda table: table.decision_numbers[-1] if table.decision_numbers else table.base_n)  # type: ignore


def publish_hidden_events() -> None:
    LogEvent.is_visible_to = lambda self, seat: True  # type: ignore[method-assign]


def open_wrong_seat() -> None:
    def make_replacement(find_seat: Function) -> Function:
        def replacement(self: Table, person: int) -> Any:
            seat = find_seat(self, person)
            return (seat + 1) % len(self.seats) if seat is not None and random.random() < 0.05 else seat

        return replacement

    patch_attribute(Table, "find_seat", make_replacement)


def keep_answered_notifications() -> None:
    async def drop_unsent_rows(tx: Any, table_id: int, key: str, now: int) -> None:
        for row in await outbox_rows.load_waiting_rows(tx, table_id):
            if row.key == key and not row.attempts:
                await outbox_rows.drop_row(tx, row.id, now, "answered before it was sent")

    patch_attribute(notes, "retract_message", lambda _: drop_unsent_rows)


def mention_players_again() -> None:
    def make_replacement(post: Function) -> Function:
        async def replacement(
            self: MessageClient, row: Any, page: Any, picture: Any = None, mentioned: Any = ()
        ) -> Any:
            if row.kind == OutboxKind.CARD and (table := self.bot.service._tables.get(row.game)) is not None:
                mentioned = [seated.person for seated in table.held_seats]
            return await post(self, row, page, picture, mentioned)

        return replacement

    patch_attribute(MessageClient, "post_row", make_replacement)


def send_without_leases() -> None:
    """Send what another process may have sent long ago."""

    async def wait_for_request(client: MessageClient, channel: int | None = None) -> None:
        await client.rate_limiter.wait_for_request(channel)

    patch_attribute(MessageClient, "wait_for_request", lambda _: wait_for_request)
    patch_attribute(rate_limit, "refuse_late_messages", lambda _: lambda trace, db: None)
