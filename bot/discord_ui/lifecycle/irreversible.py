"""The actions that cannot be undone, with their consequences in words."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.text import titles
from bot.table import Person, Table, consent, request_kinds
from bot.table.admin import moderation
from bot.table.lobby import invitations, seating
from bot.table.personal import personal_data
from bot.table.player_records.table_list import TableEntry, load_table_list
from bot.table.seats import autopilot, open_seats
from bot.table.terms import votes
from engines.kernel import Message, Refused, Seat
from storage.play.games import GameEnding

from .confirmation import IrreversibleAction, ask_confirmation
from .page import describe_share


def _build_action(
    ctx: InteractionContext,
    table_id: int,
    describe: Callable[[Table], Sequence[Message]],
    carry_out: Callable[[Table], Awaitable[None]],
    done_key: Callable[[Table], str],
) -> IrreversibleAction[Table]:
    return IrreversibleAction(lambda: ctx.service.lock_table(table_id), describe, carry_out, done_key)


def build_start(ctx: InteractionContext, table_id: int) -> IrreversibleAction[Table]:
    """Return the action of a host who starts a game with other people."""

    def describe(table: Table) -> Sequence[Message]:
        seating.check_may_start(table, ctx.person)
        return (Message("confirm.start", {"names": list_other_people(table, ctx.person)}),)

    return _build_action(
        ctx,
        table_id,
        describe,
        lambda table: seating.start_game(ctx.service, table, ctx.person),
        lambda _: "table.started",
    )


def build_resignation(ctx: InteractionContext, table_id: int) -> IrreversibleAction[Table]:
    """Return the action of giving one's seat up for good."""

    def describe(table: Table) -> Sequence[Message]:
        seat = open_seats.require_own_seat(table, ctx.person)
        if len(table.held_seats) == 1:
            return (Message("confirm.resign_alone"),)
        if not open_seats.ends_by_resignation(table, seat):
            heir = open_seats.find_heir(table, seat) if table.row.host == ctx.person.id else None
            passed_on = () if heir is None else (Message("confirm.resign_host", {"who": table.names[heir]}),)
            return (Message("confirm.resign"), *passed_on)
        return (Message("confirm.concede", {"names": _list_others(table, seat)}),)

    return _build_action(
        ctx,
        table_id,
        describe,
        lambda table: open_seats.resign_seat(ctx.service, table, ctx.person),
        lambda table: "table.ended" if table.row.status == "ended" else "seatcard.resigned",
    )


def build_end(ctx: InteractionContext, table_id: int) -> IrreversibleAction[Table]:
    """Return the action of closing a table before the start, or of asking everybody to end the game."""

    def describe(table: Table) -> Sequence[Message]:
        if not table.is_open:
            table.require_match()
            table.require_seat(ctx.person.id)
            others = len(table.held_seats) - 1
            if not others:
                return (Message("confirm.end_alone"),)
            return (Message("confirm.end_vote", {"share": describe_share(table, "end", ctx.localizer)}),)
        table.require_host(ctx.person.id)
        names = _list_others(table, table.find_seat(ctx.person.id))
        return (Message("confirm.close", {"names": names}) if names else Message("confirm.close_alone"),)

    async def end(table: Table) -> None:
        if table.is_open:
            await consent.end_open_table(ctx.service, table, ctx.person)
        else:
            await consent.request_consent(ctx.service, table, ctx.person, "end")

    return _build_action(
        ctx, table_id, describe, end, lambda table: "table.ended" if table.row.status == "ended" else "consent.asked"
    )


def is_seated_host(table: Table, person: int) -> bool:
    """Return whether the person hosts this table before the start and sits at it, so that leaving has consequences."""
    return table.is_open and table.row.host == person and table.find_seat(person) is not None


def build_departure(ctx: InteractionContext, table_id: int) -> IrreversibleAction[Table]:
    """Return the action of a host who leaves a table before the start."""

    def describe(table: Table) -> Sequence[Message]:
        heir = next((s for s in table.seats if s.person not in (None, ctx.person.id)), None)
        if heir is None:
            return (Message("confirm.leave_alone"),)
        return (Message("confirm.leave_host", {"who": table.names[heir.seat]}),)

    return _build_action(
        ctx,
        table_id,
        describe,
        lambda table: seating.leave_table(ctx.service, table, ctx.person),
        lambda _: "table.left",
    )


def plays_alone(table: Table, person: int) -> bool:
    """Return whether the person plays with computer players only, which could play the game to its end."""
    seat = table.find_seat(person)
    return table.is_playing and seat is not None and autopilot.is_alone_with_computers(table, seat)


def build_last_stretch(ctx: InteractionContext, table_id: int) -> IrreversibleAction[Table]:
    """Return the action of a person alone with computers who lets them play the game to its end."""

    def describe(table: Table) -> Sequence[Message]:
        seat = autopilot.check_own_autopilot(table, ctx.person)
        if not autopilot.is_alone_with_computers(table, seat):
            raise Refused("table.refused.nobody_left")
        return (Message("confirm.play_out"),)

    return _build_action(
        ctx,
        table_id,
        describe,
        lambda table: autopilot.start_own_autopilot(ctx.service, table, ctx.person),
        lambda _: "confirm.plays_out",
    )


def build_removal(ctx: InteractionContext, table_id: int, person: int) -> IrreversibleAction[Table]:
    """Return the action of a host who removes a person from a table before the start."""

    def describe(table: Table) -> Sequence[Message]:
        table.require_host(ctx.person.id)
        return (Message("confirm.remove", {"who": table.names[table.require_seat(person)]}),)

    async def remove(table: Table) -> None:
        await invitations.remove_person(ctx.service, table, ctx.person, table.require_seat(person))

    return _build_action(ctx, table_id, describe, remove, lambda _: "confirm.removed")


def build_kick(ctx: InteractionContext, table_id: int, person: int, note: str) -> IrreversibleAction[Table]:
    """Return the action of a moderator who removes a person for good."""

    async def kick(table: Table) -> None:
        await moderation.kick_person(ctx.service, table, ctx.person, table.require_seat(person), note)

    return _build_action(
        ctx,
        table_id,
        lambda table: (Message("confirm.kick", {"who": table.names[table.require_seat(person)]}),),
        kick,
        lambda _: "admin.done",
    )


def build_replacement(
    ctx: InteractionContext, table_id: int, seat: Seat, successor: Person | None, note: str
) -> IrreversibleAction[Table]:
    """Return the action of a moderator who offers a seat in play to others."""

    def describe(table: Table) -> Sequence[Message]:
        table.require_match()
        return (Message("confirm.replace", {"who": table.names[seat]}),)

    return _build_action(
        ctx,
        table_id,
        describe,
        lambda table: moderation.seek_successor(ctx.service, table, ctx.person, seat, successor, note),
        lambda _: "admin.done",
    )


LONE_REQUESTS = {
    "replace": "confirm.replace",
    "autopilot": "confirm.autopilot",
    "score": "confirm.score",
    "void": "confirm.void",
}
"""Requests that cannot be undone -> the question that comes first if nobody else has to agree, since such a request is
carried out at once.
"""


async def make_request(ctx: InteractionContext, table_id: int, kind: str) -> bool:
    """Ask the others for consent, and return True. If nobody else has to agree and the request cannot be undone, ask
    the person first, and return False.
    """
    async with ctx.service.lock_table(table_id) as table:
        is_lone = votes.parse_kind(kind).name in LONE_REQUESTS and consent.needs_no_vote(table, ctx.person, kind)
        if is_lone:
            await request_kinds.check_request(ctx.service, table, ctx.person, kind)
        else:
            await consent.request_consent(ctx.service, table, ctx.person, kind)
    if is_lone:
        await ask_confirmation(ctx, _build_lone_request(ctx, table_id, kind))
    return not is_lone


def _build_lone_request(ctx: InteractionContext, table_id: int, kind: str) -> IrreversibleAction[Table]:
    parsed_kind = votes.parse_kind(kind)
    assert parsed_kind.subject is not None
    seat = parsed_kind.subject

    def describe(table: Table) -> Sequence[Message]:
        name = table.names[seat] if parsed_kind.name == "replace" else open_seats.find_last_holder_name(table, seat)
        return (Message(LONE_REQUESTS[parsed_kind.name], {"who": name}),)

    return _build_action(
        ctx,
        table_id,
        describe,
        lambda table: consent.request_consent(ctx.service, table, ctx.person, kind),
        lambda table: "table.ended" if table.row.status == "ended" else "confirm.done",
    )


def build_moderated_end(
    ctx: InteractionContext, table_id: int, ending: GameEnding, note: str
) -> IrreversibleAction[Table]:
    """Return the action of a moderator who ends a table."""

    def describe(table: Table) -> Sequence[Message]:
        table.require_not_ended()
        key = "confirm.admin_void" if ending == "void" and not table.is_open else "confirm.admin_end"
        return (Message(key, {"names": tuple(table.names[s.seat] for s in table.held_seats)}),)

    return _build_action(
        ctx,
        table_id,
        describe,
        lambda table: moderation.end_table_now(ctx.service, table, ctx.person, ending, note),
        lambda _: "admin.done",
    )


def build_forgetting(ctx: InteractionContext) -> IrreversibleAction[Sequence[TableEntry]]:
    """Return the action of deleting what is stored about the person."""

    @asynccontextmanager
    async def load_tables() -> AsyncIterator[Sequence[TableEntry]]:
        yield await load_table_list(ctx.service.db, ctx.person.id)

    def describe(entries: Sequence[TableEntry]) -> Sequence[Message]:
        tables = [
            (entry.row, titles.name_unloaded_table(entry.row.engine, entry.row.id, ctx.localizer)) for entry in entries
        ]
        return (
            Message("me.forget"),
            *(
                Message("me.forget_open" if row.status == "open" else "me.forget_playing", {"table": title})
                for row, title in tables
            ),
        )

    return IrreversibleAction(
        load_tables,
        describe,
        lambda _: personal_data.forget_person(ctx.service, ctx.person),
        lambda _: "me.forgotten",
    )


def list_other_people(table: Table, person: Person) -> tuple[str, ...]:
    """Return the names of the people at the table besides this one."""
    return _list_others(table, table.find_seat(person.id))


def _list_others(table: Table, seat: Seat | None) -> tuple[str, ...]:
    """Return the names of the people on the other seats."""
    return tuple(table.names[s.seat] for s in table.held_seats if s.seat != seat)
