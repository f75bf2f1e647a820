"""Before the start: opening a table, taking seats, settings, and the start itself."""

import secrets
from dataclasses import replace
from typing import Any

import msgspec

from bot.table.notices import outbox, turn_notifications
from bot.table.player_records import table_limit
from bot.table.seats import tenures
from bot.table.service.table_service import TableService
from bot.table.state import fairness_proof
from bot.table.state.people import Person
from bot.table.state.recent_actions import RecentActions
from bot.table.state.seat_names import name_at_seat
from bot.table.state.seats import SeatAssignment
from bot.table.state.settings import TableSettings
from bot.table.state.stored_match import pack_events, pack_frame, pack_turn_info
from bot.table.state.table import Table
from bot.table.terms import languages
from bot.table.terms.server_settings import load_server_settings
from bot.table.terms.table_terms import (
    PLANNED_FIELDS,
    TableTerms,
    check_changeable_settings,
    check_table_settings,
    set_invited_pace,
)
from engines.kernel import SEED_BYTES, Match, Refused, Seat, compute_commitment, list_policies
from storage import DuplicateRow, Transaction
from storage.persons import people
from storage.play import checkpoints, deals, invitations, seats
from storage.play import games as game_rows
from storage.play.checkpoints import CheckpointRow
from storage.play.deals import DealRow
from storage.time import timers

from . import expiry, shuffle_shares

TAG_BYTES = 3
"""Random bytes of the tag of a table."""


async def open_table(
    service: TableService,
    guild_id: int,
    channel_id: int,
    host: Person,
    game_id: str,
    terms: TableTerms,
) -> int:
    """Open a table with one seat, the host's, whose language comes first in posts in both. Returns its id.

    Raises Refused for invalid terms, if the channel has a table already, and if the host has reached one of the
    server's limits.
    """
    game, settings = terms.build_settings(game_id)
    await _check_table_counts(service, guild_id, host)
    try:
        async with service.db.transaction() as tx:
            now = service.clock()
            await people.save_person(tx, host.id, host.name, now)
            number = await game_rows.create_game(
                tx,
                engine=game_id,
                rules=game.rules_version,
                guild_id=guild_id,
                channel_id=channel_id,
                host=host.id,
                setup=msgspec.json.encode(settings),
                language=languages.put_language_first(terms.language, host.lang),
                reminder_hours=terms.reminder_hours,
                undo_policy=terms.undo,
                at=now,
                tag=secrets.token_bytes(TAG_BYTES).hex(),
            )
            await seats.save_seat(tx, SeatAssignment(0, host.id, host.name, None, None, now).build_row(number))
            row = await game_rows.load_game(tx, number)
            assert row is not None
            await deals.save_secret(tx, number, secrets.token_bytes(SEED_BYTES))
            await deals.save_share(tx, number, host.id, shuffle_shares.make_share(host))
            await expiry.arm_expiry(tx, number, now)
            await outbox.enqueue_card(tx, Table(row, game, settings, ()), now)
    except DuplicateRow as error:
        raise Refused("table.refused.channel_taken") from error
    service.limiter.record_opening(host.id, guild_id)
    service.wake_workers()
    return number


async def check_may_open(service: TableService, guild_id: int, host: Person) -> None:
    """Raises Refused if the host has reached one of the server's limits, or has opened too many tables lately. For
    presses and commands, before they make a thread or a post.
    """
    await _check_table_counts(service, guild_id, host)
    server_settings = await load_server_settings(service.db, guild_id)
    service.limiter.require_opening(host.id, guild_id, server_settings.lobbies)


async def _check_table_counts(service: TableService, guild_id: int, host: Person) -> None:
    """Raises Refused if the host has too many tables, or too many before the start."""
    await table_limit.check_table_limit(service.db, host.id, guild_id, service.clock())
    await table_limit.check_lobby_limit(service.db, host.id, guild_id)


async def join_table(service: TableService, table: Table, person: Person, colour: str | None = None) -> None:
    """Take the next free seat."""
    table.require_open()
    if table.find_seat(person.id) is not None:
        raise Refused("table.refused.seated_already")
    await table_limit.check_table_limit(service.db, person.id, table.row.guild_id, service.clock())
    if table.settings.is_invite_only and person.id not in table.guests and person.id != table.row.host:
        raise Refused("life.refused.closed")
    _check_free_seat(table)
    if colour is not None:
        _check_colour(table, colour, None)
    name = name_at_seat(person.name, len(table.seats))
    seated = SeatAssignment(len(table.seats), person.id, name, None, colour, service.clock())
    await _change_seats(service, table, (*table.seats, seated), person)


async def leave_table(service: TableService, table: Table, person: Person) -> None:
    """Leave one's seat. If it was the host's, the next person becomes the host."""
    if not table.is_open:
        table.require_match()
        raise Refused("table.refused.leave_in_play")
    seat = table.require_seat(person.id)
    now = service.clock()
    async with service.change(table, person) as tx:
        await people.save_person(tx, person.id, person.name, now)
        await vacate_seat(tx, service, table, seat, now)


async def vacate_seat(tx: Transaction, service: TableService, table: Table, seat: Seat, now: int) -> None:
    """Remove the person from the seat before the start. If it was the host's, the next person becomes the host."""
    rest = tuple(replace(s, seat=i) for i, s in enumerate(s for s in table.seats if s.seat != seat))
    heir = next((s.person for s in rest if s.person is not None), None)
    if heir is not None and table.row.host == table.seats[seat].person:
        await game_rows.set_host(tx, table.id, heir)
        table.row = replace(table.row, host=heir)
    await store_seats(tx, service, table, rest)
    await languages.fit_language(tx, table)
    await outbox.enqueue_card(tx, table, now)


async def add_computer(service: TableService, table: Table, host: Person, policy: str | None = None) -> None:
    """Put a computer player on the next free seat; policy None: the strongest one that the game has."""
    table.require_open()
    table.require_host(host.id)
    _check_free_seat(table)
    known_policies = list_policies(table.game)
    chosen_policy = policy or next(iter(known_policies))
    if chosen_policy not in known_policies:
        raise Refused("table.refused.policy", got=chosen_policy, allowed=tuple(known_policies))
    seated = SeatAssignment(len(table.seats), None, "", chosen_policy, None, service.clock())
    await _change_seats(service, table, (*table.seats, seated), host)


async def remove_computer(service: TableService, table: Table, host: Person, seat: Seat) -> None:
    table.require_open()
    table.require_host(host.id)
    if not 0 <= seat < len(table.seats) or not table.seats[seat].is_computer:
        raise Refused("table.refused.no_computer_there")
    rest = (s for s in table.seats if s.seat != seat)
    await _change_seats(service, table, tuple(replace(s, seat=i) for i, s in enumerate(rest)), host)


async def move_seat(service: TableService, table: Table, host: Person, seat: Seat, target_seat: Seat) -> None:
    """Move a seat to another place in the order; the seats between shift by one. Raises Refused if
    the order is random.
    """
    table.require_open()
    table.require_host(host.id)
    if table.settings.order == "random":
        raise Refused("table.refused.order_random")
    seats = range(len(table.seats))
    if seat not in seats or target_seat not in seats:
        raise Refused(
            "table.refused.no_seat_there", got=seat + 1 if seat not in seats else target_seat + 1, most=len(seats)
        )
    order = [s for s in table.seats if s.seat != seat]
    order.insert(target_seat, table.seats[seat])
    await _change_seats(service, table, tuple(replace(s, seat=i) for i, s in enumerate(order)), host)


async def choose_colour(service: TableService, table: Table, person: Person, colour: str | None) -> None:
    """Set the person's colour; None: no preference. Seats without one get the first free colour at the start."""
    table.require_open()
    seat = table.require_seat(person.id)
    if colour is not None:
        _check_colour(table, colour, seat)
    seated = tuple(replace(s, colour=colour) if s.seat == seat else s for s in table.seats)
    await _change_seats(service, table, seated, person)


async def set_options(service: TableService, table: Table, host: Person, changes: dict[str, str]) -> None:
    """Set table options of the game, all of them or none."""
    table.require_open()
    table.require_host(host.id)
    options = table.game.build_setup(table.game.seat_counts[0], (), {**table.settings.options, **changes}).options
    settings = msgspec.structs.replace(table.settings, options=options)
    check_table_settings(settings, table.game)
    allowed = table.game.list_seat_counts(options)
    if len(table.seats) > allowed[-1]:
        raise Refused("table.refused.start_seats", got=len(table.seats), allowed=allowed)
    await _change_settings(service, table, host, settings)


async def set_settings(service: TableService, table: Table, host: Person, **changes: Any) -> None:
    """Set settings: the PLANNED_FIELDS until the start; language, reminder_hours and undo until the end."""
    table.require_host(host.id)
    if not table.is_open:
        table.require_match()
    planned_changes = {key: changes.pop(key) for key in PLANNED_FIELDS if key in changes}
    if planned_changes:
        table.require_open()
        has_default_pace = table.settings.has_default_pace and "pace" not in planned_changes
        settings = msgspec.structs.replace(table.settings, **planned_changes, has_default_pace=has_default_pace)
        if settings.is_invite_only:
            settings = set_invited_pace(settings, table)
        check_table_settings(settings, table.game)
        if settings.players is not None and settings.players < len(table.seats):
            raise Refused("table.refused.players_seated", got=settings.players, seats=len(table.seats))
        await _change_settings(service, table, host, settings)
    if changes:
        row = table.row
        language = languages.put_language_first(changes.get("language", row.language), host.lang)
        reminder = changes.get("reminder_hours", row.reminder_hours)
        undo = changes.get("undo", row.undo_policy)
        check_changeable_settings(language, reminder, undo)
        now = service.clock()
        async with service.change(table, host) as tx:
            rev = await game_rows.set_settings(
                tx, table.id, language=language, reminder_hours=reminder, undo_policy=undo
            )
            table.row = replace(row, language=language, reminder_hours=reminder, undo_policy=undo, rev=rev)
            if "language" in changes and table.settings.adds_languages and row.status in {"open", "playing"}:
                await store_settings(tx, table, msgspec.structs.replace(table.settings, adds_languages=False))
            if reminder != row.reminder_hours:
                await turn_notifications.reset_reminders(tx, table, now)
            await outbox.enqueue_card(tx, table, now)


GAME_BEGINS = "notice.begins"
"""Key of the notice of a game's beginning, below which its players stand; "notice.started" before 0.14, in old rows."""


def check_may_start(table: Table, host: Person) -> None:
    """Raises Refused unless the person may start the game now."""
    table.require_open()
    table.require_host(host.id)
    if len(table.seats) not in table.seats_allowed:
        raise Refused("table.refused.start_seats", got=len(table.seats), allowed=table.seats_allowed)


async def start_game(service: TableService, table: Table, host: Person) -> None:
    """Start the game: fix seats and colours, publish what the shuffle is made of, and ask the first player."""
    check_may_start(table, host)
    secret = secrets.token_bytes(SEED_BYTES) if table.deal is None else table.deal.secret
    seed = fairness_proof.derive_seed(secret, shuffle_shares.list_shares(table, table.seats))
    seated = _order_seats(table, seed)
    setup = table.game.build_setup(len(seated), _assign_colours(table, seated), table.settings.options)
    colours = setup.colors if table.game.are_colors_chosen(setup.options) else (None,) * len(seated)
    seated = tuple(replace(s, colour=c) for s, c in zip(seated, colours, strict=True))
    match = Match.start(table.game, setup, seed)
    if table.settings.is_rated:
        _check_only_people(table, match)
    settings = msgspec.structs.replace(table.settings, setup=setup)
    now = service.clock()
    shares = shuffle_shares.list_shares(table, seated)
    commitment, words = compute_commitment(secret), shuffle_shares.format_words(table)
    async with service.change(table, host) as tx:
        await seats.replace_seats(tx, table.id, [s.build_row(table.id) for s in seated])
        if table.deal is None:
            await deals.save_secret(tx, table.id, secret)
        await deals.fix_shares(tx, table.id, shares)
        table.deal = DealRow(table.id, secret, shares)
        rev = await game_rows.start_game(
            tx,
            table.id,
            rules=table.game.rules_version,
            setup=msgspec.json.encode(settings),
            seed=seed,
            commitment=commitment,
            opening=pack_events(match.opening_events),
            at=now,
        )
        row = await game_rows.load_game(tx, table.id)
        assert row is not None
        table.row, table.settings, table.match = replace(row, rev=rev), settings, match
        await invitations.remove_all_guests(tx, table.id)
        table.guests = ()
        await timers.cancel_timers(tx, table.id)
        await _reload_seats(tx, table, service)
        await tenures.begin_tenures(tx, table, now)
        frame = CheckpointRow(table.id, 0, 0, pack_frame(match.frame), now, pack_turn_info(match))
        await checkpoints.save_checkpoint(tx, frame)
        table.recent_actions = RecentActions(match.build_view(None))
        # People who are asked get the notification of their question instead.
        others = tuple(s.person for s in table.held_seats if s.person is not None and s.seat not in table.waiting)
        await outbox.enqueue_notice(
            tx,
            table,
            now,
            GAME_BEGINS,
            first=tuple(table.seats[seat].name for seat in table.waiting),
            following=tuple(table.seats[seat].name for seat in table.following_seats),
            commitment=commitment,
            seal=fairness_proof.compute_seal(commitment, shares),
            shares=words,
            mention=others,
        )
        await turn_notifications.update_questions(tx, table, now)
        await outbox.enqueue_card(tx, table, now)


def _check_only_people(table: Table, match: Match[Any]) -> None:
    """Raises Refused unless all players are people, at least two."""
    played_by_rules = any(score.seat >= len(table.seats) for score in match.compute_scores())
    if played_by_rules or len(table.held_seats) < 2 or len(table.held_seats) < len(table.seats):
        raise Refused("table.refused.rated")


def _order_seats(table: Table, seed: bytes) -> tuple[SeatAssignment, ...]:
    """Return the seats as they are numbered at the start."""
    order = list(table.seats)
    if table.settings.order == "random":
        order = [
            order[nth] for nth in fairness_proof.pick_seat_order(seed, shuffle_shares.list_shares(table, table.seats))
        ]
    return tuple(replace(seated, seat=i) for i, seated in enumerate(order))


def _assign_colours(table: Table, seated: tuple[SeatAssignment, ...]) -> tuple[str, ...]:
    """Return everybody's colour: the chosen one, or the first free one."""
    wishes = {s.colour for s in seated}
    free = iter(colour for colour in table.game.colors if colour not in wishes)
    return tuple(s.colour or next(free) for s in seated)


def _check_free_seat(table: Table) -> None:
    max_seats = table.seats_allowed[-1]
    if len(table.seats) >= max_seats:
        raise Refused("table.refused.full", seats=max_seats)
    if len(table.seats) >= table.seats_wanted:
        raise Refused("table.refused.wanted_full", seats=table.seats_wanted, most=max_seats)


def _check_colour(table: Table, colour: str, own_seat: Seat | None) -> None:
    if not table.game.are_colors_chosen(table.settings.options):
        raise Refused("table.refused.colour_decided")
    if colour not in table.game.colors:
        raise Refused("table.refused.colour", got=colour, allowed=table.game.colors)
    owner = next((s for s in table.seats if s.colour == colour and s.seat != own_seat), None)
    if owner is not None:
        raise Refused("table.refused.colour_taken", name=owner.name)


async def _change_seats(
    service: TableService, table: Table, seated: tuple[SeatAssignment, ...], person_acting: Person
) -> None:
    """Change the seats on a person's behalf and update the card."""
    now = service.clock()
    async with service.change(table, person_acting) as tx:
        await people.save_person(tx, person_acting.id, person_acting.name, now)
        if person_acting.id in {s.person for s in seated} and person_acting.id not in table.shares:
            await deals.save_share(tx, table.id, person_acting.id, shuffle_shares.make_share(person_acting))
        await store_seats(tx, service, table, seated)
        if table.find_seat(person_acting.id) is not None:
            await languages.fit_language(tx, table, person_acting)
        await outbox.enqueue_card(tx, table, now)


async def store_seats(tx: Transaction, service: TableService, table: Table, seated: tuple[SeatAssignment, ...]) -> None:
    """Change the seats before the start; the shares of people who left are dropped."""
    for person in table.shares.keys() - {s.person for s in seated}:
        await deals.delete_share(tx, table.id, person)
    await seats.replace_seats(tx, table.id, [s.build_row(table.id) for s in seated])
    table.row = replace(table.row, rev=await game_rows.advance_rev(tx, table.id))
    await _reload_seats(tx, table, service)


async def _reload_seats(tx: Transaction, table: Table, service: TableService) -> None:
    table.seats = await service.load_seats(tx, table.row)
    table.habits = await service.load_habits(tx, table.seats) if table.is_open else {}
    table.shares = await deals.load_shares(tx, table.id) if table.is_open else {}


async def _change_settings(service: TableService, table: Table, host: Person, settings: TableSettings) -> None:
    async with service.change(table, host) as tx:
        await store_settings(tx, table, settings)
        await outbox.enqueue_card(tx, table, service.clock())


async def store_settings(tx: Transaction, table: Table, settings: TableSettings) -> None:
    """Store changed settings."""
    rev = await game_rows.set_setup(tx, table.id, msgspec.json.encode(settings))
    table.settings, table.row = settings, replace(table.row, rev=rev)
