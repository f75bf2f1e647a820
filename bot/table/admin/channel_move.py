"""Move a table to another channel or thread: on its people's wish, or because its own channel is gone.

A table whose channel was deleted, or whose server removed the bot, pauses. Its people get a direct message, and any of
them may move it elsewhere.
"""

from dataclasses import replace

from bot.table.lobby import expiry
from bot.table.notices import notify_targets, outbox
from bot.table.seats import table_pauses
from bot.table.service.table_service import TableService
from bot.table.state.people import Person
from bot.table.state.table import Table
from engines.kernel import Refused
from storage import DuplicateRow, Transaction
from storage.kinds import InboxKind, OutboxKind, PauseReason
from storage.messages import inbox_rows, outbox_rows, posts
from storage.play import games as game_rows


def check_move_vote(table: Table, asker: Person) -> None:
    """Raises Refused unless the asker sits at the table and it has not ended."""
    table.require_not_ended()
    table.require_seat(asker.id)


async def move_without_vote(service: TableService, table: Table, person: Person, guild: int, channel: int) -> bool:
    """Move the table if no vote is needed: before the start the host may, and if the channel is gone anybody. Returns
    False if a vote is needed.
    """
    check_move_vote(table, person)
    if channel == table.row.channel_id and not outbox.is_channel_lost(table):
        raise Refused("life.refused.here_already")
    if not outbox.is_channel_lost(table):
        if not table.is_open:
            return False
        table.require_host(person.id)
    async with service.change(table, person) as tx:
        await move_table(tx, table, guild, channel, service.clock())
    return True


async def move_table(tx: Transaction, table: Table, guild: int, channel: int, now: int) -> None:
    """Move the table: waiting posts go to the new channel, and the card is posted there. Raises Refused if that
    channel has a table already.
    """
    old = table.row.channel_id
    try:
        rev = await game_rows.set_channel(tx, table.id, guild, channel)
    except DuplicateRow as error:
        raise Refused("table.refused.channel_taken_there") from error
    table.row = replace(table.row, guild_id=guild, channel_id=channel, rev=rev)
    await posts.mark_stale(tx, table.id, OutboxKind.CARD)
    await outbox_rows.move_to_channel(tx, table.id, old, channel)
    if outbox.is_channel_lost(table):
        await table_pauses.end_pause(tx, table, PauseReason.CHANNEL_LOST, now)
        if table.match is not None and not table.is_open:
            await outbox.publish_turn(tx, table, now)
    else:
        await outbox.enqueue_notice(tx, table, now, "life.moved", channel=f"<#{channel}>")
    await outbox.enqueue_card(tx, table, now)
    if not tx.ownership.owns(guild):  # with this commit the table belongs to another process, whose workers may sleep
        await inbox_rows.add_rows(tx, [table.id], InboxKind.ARRIVED, None, now)


async def resume_in_place(service: TableService, table_id: int) -> None:
    """Resume a table in its old channel, which the bot can see again, unless that has happened meanwhile."""
    async with service.lock_table(table_id) as table:
        if outbox.is_channel_lost(table):
            async with service.change(table) as tx:
                await move_table(tx, table, table.row.guild_id, table.row.channel_id, service.clock())


async def handle_lost_channel(service: TableService, table: Table) -> None:
    """Pause the table because its channel is gone or the bot was removed. People of a table in play get a direct
    message when they are awake.
    """
    if outbox.is_channel_lost(table) or table.row.status not in game_rows.ACTIVE_STATUSES:
        return
    now = service.clock()
    async with service.change(table) as tx:
        if table.is_open:
            await expiry.close_open_table(tx, table, now)
        else:
            await table_pauses.begin_pause(tx, table, PauseReason.CHANNEL_LOST, now)
            for seated in table.held_seats:
                if seated.person is not None:
                    await notify_targets.enqueue_channel_loss(tx, table, seated.person, f"{seated.person}.{now}", now)
        await outbox_rows.drop_rows_of_channel(tx, table.id, table.row.channel_id, now, "the channel is gone")
