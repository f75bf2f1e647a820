"""The actions at a table that cannot be undone, with their consequences in words."""

from collections.abc import Sequence

from bot.discord_ui.interaction.context import InteractionContext
from bot.table import Table, consent
from bot.table.admin import moderation
from bot.table.lobby import invitations, seating
from bot.table.seats import open_seats
from engines.kernel import Message, Seat
from storage.play.games import GameEnding

from .confirmation import IrreversibleAction


def build_resignation(ctx: InteractionContext) -> IrreversibleAction:
    """Return the action of giving one's seat up for good."""

    def describe(table: Table) -> Sequence[Message]:
        seat = open_seats.require_own_seat(table, ctx.person)
        if not open_seats.ends_by_resignation(table, seat):
            return (Message("confirm.resign"),)
        return (Message("confirm.concede", {"names": _list_others(table, seat)}),)

    return IrreversibleAction(
        describe,
        lambda table: open_seats.resign_seat(ctx.service, table, ctx.person),
        lambda table: "table.ended" if table.row.status == "ended" else "seatcard.resigned",
    )


def build_end(ctx: InteractionContext) -> IrreversibleAction:
    """Return the action of closing a table before the start, or of asking everybody to end the game."""

    def describe(table: Table) -> Sequence[Message]:
        if not table.is_open:
            table.require_match()
            table.require_seat(ctx.person.id)
            others = len(table.held_seats) - 1
            return (Message("confirm.end_vote" if others else "confirm.end_alone"),)
        table.require_host(ctx.person.id)
        names = _list_others(table, table.seat_of(ctx.person.id))
        return (Message("confirm.close", {"names": names}) if names else Message("confirm.close_alone"),)

    async def end(table: Table) -> None:
        if table.is_open:
            await consent.end_open_table(ctx.service, table, ctx.person)
        else:
            await consent.request_consent(ctx.service, table, ctx.person, "end")

    return IrreversibleAction(
        describe, end, lambda table: "table.ended" if table.row.status == "ended" else "consent.asked"
    )


def is_seated_host(table: Table, person: int) -> bool:
    """Return whether the person hosts this table before the start and sits at it, so that leaving has consequences."""
    return table.is_open and table.row.host == person and table.seat_of(person) is not None


def build_departure(ctx: InteractionContext) -> IrreversibleAction:
    """Return the action of a host who leaves a table before the start."""

    def describe(table: Table) -> Sequence[Message]:
        heir = next((s for s in table.seats if s.person not in (None, ctx.person.id)), None)
        if heir is None:
            return (Message("confirm.leave_alone"),)
        return (Message("confirm.leave_host", {"who": table.names[heir.seat]}),)

    return IrreversibleAction(
        describe, lambda table: seating.leave_table(ctx.service, table, ctx.person), lambda _: "table.left"
    )


def build_removal(ctx: InteractionContext, person: int) -> IrreversibleAction:
    """Return the action of a host who removes a person from a table before the start."""

    def describe(table: Table) -> Sequence[Message]:
        table.require_host(ctx.person.id)
        return (Message("confirm.remove", {"who": table.names[table.require_seat(person)]}),)

    async def remove(table: Table) -> None:
        await invitations.remove_person(ctx.service, table, ctx.person, table.require_seat(person))

    return IrreversibleAction(describe, remove, lambda _: "confirm.removed")


def build_kick(ctx: InteractionContext, person: int, note: str) -> IrreversibleAction:
    """Return the action of a moderator who removes a person for good."""

    async def kick(table: Table) -> None:
        await moderation.kick_person(ctx.service, table, ctx.person, table.require_seat(person), note)

    return IrreversibleAction(
        lambda table: (Message("confirm.kick", {"who": table.names[table.require_seat(person)]}),),
        kick,
        lambda _: "admin.done",
    )


def build_moderated_end(ctx: InteractionContext, ending: GameEnding, note: str) -> IrreversibleAction:
    """Return the action of a moderator who ends a table."""

    def describe(table: Table) -> Sequence[Message]:
        table.require_not_ended()
        key = "confirm.admin_void" if ending == "void" and not table.is_open else "confirm.admin_end"
        return (Message(key, {"names": tuple(table.names[s.seat] for s in table.held_seats)}),)

    return IrreversibleAction(
        describe,
        lambda table: moderation.end_table_now(ctx.service, table, ctx.person, ending, note),
        lambda _: "admin.done",
    )


def _list_others(table: Table, seat: Seat | None) -> tuple[str, ...]:
    """Return the names of the people on the other seats."""
    return tuple(table.names[s.seat] for s in table.held_seats if s.seat != seat)
