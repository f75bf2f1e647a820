"""What one person cannot do alone: the requests of a table, and what comes of them. The table of votes is `life.votes`.

Everything that needs others goes this way: taking back, ending, pausing, relief, another host, an empty seat. `kind` is
the name of a request (`votes`).
"""

from __future__ import annotations

from dataclasses import replace

from engines.kernel import Refused, Stale, policies
from storage import Transaction
from storage.messages.kinds import Saying
from storage.persons import people
from storage.play import decisions, requests
from storage.play import games as game_rows
from storage.time import timers
from storage.time.kinds import Pause, Timer
from storage.time.timers import TimerRow

from . import announce, play
from .life import ending, hosting, ladder, moving, pausing, pressing, relief, vacancy, votes
from .live import LiveTable, Request
from .lobby import expiry
from .notices import calls
from .people import Person
from .recall import recall
from .service import TableService
from .time import deadlines
from .time.hours import WAKING_DAY


async def ask(tables: TableService, live: LiveTable, person: Person, kind: str) -> None:
    """Ask the others; if nobody else has to agree it is done at once.

    An undo of own unconfirmed steps needs no consent: it is a plain step back. Raises Refused while somebody else's
    request of the same sort is open.
    """
    from_n = await _may_ask(tables, live, person, kind)
    if kind == "undo" and live.match is not None and live.match.acting == live.seat_of(person.id):
        ref = live.ref(live.match.acting) if live.match.acting is not None else None
        if ref is not None:
            await play.back(tables, live, person, ref)
            return
    topic = votes.topic(kind)
    rivals = [one for one in live.requests if one.kind == kind or _rival(topic, votes.topic(one.kind))]
    for rival in rivals:
        if rival.asked_by_id != person.id:
            raise Refused("table.refused.request_open", name=rival.asked_by)
    now = tables.clock()
    async with tables.change(live, person) as tx:
        await people.meet(tx, person.id, person.name, now)
        for rival in rivals:
            await requests.withdraw(tx, live.id, rival.kind)
        await announce.requests_lapse(tx, live, now, [one.kind for one in rivals if one.kind != kind])
        await requests.put(tx, live.id, kind, asked_by=person.id, from_n=from_n, at=now)
        await _settle(tx, tables, live, kind, now)
    await _afterwards(tables, live, kind)


async def taken_along(tables: TableService, live: LiveTable, person: Person) -> int | None:
    """The person's last decision, if more than it goes back with it. Raises Refused if nothing can be taken back."""
    first = await _undo_from(tables, live, person)
    own_step = live.match is not None and live.match.acting == live.seat_of(person.id)
    more = any(row.n > first for row in await decisions.outline(tables.db, live.id))
    return first if more and not own_step else None


def is_alone(live: LiveTable, person: Person, kind: str) -> bool:
    """Whether nobody else has to agree."""
    return {voter.person for voter in votes.voters(live, kind, person.id)} == {person.id}


async def agree(tables: TableService, live: LiveTable, person: Person, kind: str) -> None:
    """Raises Refused if the person does not sit here, Stale if the request is gone."""
    request = _voting(live, person, kind)
    now = tables.clock()
    async with tables.change(live, person) as tx:
        await requests.vote(tx, live.id, request.kind, person.id, now)
        await _settle(tx, tables, live, kind, now)
    await _afterwards(tables, live, kind)


async def refuse(tables: TableService, live: LiveTable, person: Person, kind: str) -> None:
    """The person who asked takes the request back. Of the others, one No closes what needs all of them."""
    live.seat_or_refuse(person.id)
    request = _open_request(live, kind)
    now = tables.clock()
    if request.asked_by_id == person.id:
        async with tables.change(live, person) as tx:
            await _close(tx, tables, live, request, now, person.name, withdrawn=True)
        return
    _voting(live, person, kind)
    async with tables.change(live, person) as tx:
        await requests.vote(tx, live.id, kind, person.id, now, agrees=False)
        await tables.read_requests(tx, live)
        after = _open_request(live, kind)
        if after.lost:
            await _close(tx, tables, live, after, now, person.name)
        else:
            await _settle(tx, tables, live, kind, now)
    await _afterwards(tables, live, kind)


async def fire(tables: TableService, live: LiveTable, row: TimerRow) -> None:
    """Somebody has been silent for long enough to abstain, or the request has stood for long enough."""
    kind, now = row.key, tables.clock()
    async with tables.change(live) as tx:
        if await timers.take(tx, row.id) is None:
            return
        await tables.read_requests(tx, live)
        request = pending(live, kind)
        if request is None:
            return
        if now >= request.at + votes.LASTS:
            await _close(tx, tables, live, request, now, None)
            return
        await _settle(tx, tables, live, kind, now)
    await _afterwards(tables, live, kind)


def pending(live: LiveTable, kind: str) -> Request | None:
    """The open request of this kind."""
    return next((request for request in live.requests if request.kind == kind), None)


async def end_open_table(tables: TableService, live: LiveTable, person: Person) -> None:
    """Before the start the host may close the table alone."""
    live.open_only()
    live.host_only(person.id)
    async with tables.change(live, person) as tx:
        await expiry.close(tx, live, tables.clock())


def _rival(one: votes.Topic, other: votes.Topic) -> bool:
    """Two requests of which only one can be open: two ends of a pause, two places, pausing and going on."""
    pause = ("pause", "resume")
    return not one.vote.of_seat and (one.name == other.name or (one.name in pause and other.name in pause))


def _open_request(live: LiveTable, kind: str) -> Request:
    request = pending(live, kind)
    if request is None:
        raise Stale("table.refused.no_request")
    return request


def _voting(live: LiveTable, person: Person, kind: str) -> Request:
    """The open request, if the person has a vote in it."""
    live.seat_or_refuse(person.id)
    request = _open_request(live, kind)
    if all(person.id != voter.person for voter in votes.voters(live, kind, request.asked_by_id)):
        raise Refused("table.refused.no_vote")
    return request


async def _may_ask(tables: TableService, live: LiveTable, person: Person, kind: str) -> int | None:
    """The first decision that would be taken back, None for other kinds. Raises Refused."""
    name, about = votes.topic(kind)
    match name:
        case "undo":
            return await _undo_from(tables, live, person)
        case "relief":
            await relief.may_be_given(tables, live, person, about)
        case "replace":
            await hosting.may_be_parted(tables, live, person, about)
        case "default":
            await pressing.may_be_asked(tables, live, person, about)
        case "autopilot" | "score" | "void":
            await vacancy.may_be_settled(tables, live, person, about)
        case "host":
            await hosting.may_be_taken(tables, live, person, about)
        case "pause":
            pausing.may_be_asked(tables, live, person, about)
        case "resume":
            pausing.may_be_ended(live, person)
        case "extend":
            live.playing()
            live.seat_or_refuse(person.id)
            if deadlines.pace_of(live) is None:
                raise Refused("table.refused.no_clock")
        case "move":
            moving.may_be_asked(live, person)
        case _:
            _may_end(live, person)
    return None


async def _undo_from(tables: TableService, live: LiveTable, person: Person) -> int:
    """The person's last decision: it is taken back with all that came after it."""
    seat = live.seat_or_refuse(person.id)
    live.playing()
    if live.row.undo_policy == "own" and (live.match is None or live.match.acting != seat):
        raise Refused("table.refused.undo_own_only")
    own = [row.n for row in await decisions.live(tables.db, live.id) if row.seat == seat]
    if not own:
        raise Refused("table.refused.nothing_to_undo")
    return own[-1]


def _may_end(live: LiveTable, person: Person) -> None:
    """Whoever has a seat may ask, also while the rules cannot go on with the game."""
    if not live.is_paused:
        live.playing()
    live.seat_or_refuse(person.id)


async def _settle(tx: Transaction, tables: TableService, live: LiveTable, kind: str, now: int) -> None:
    """Do it if enough people agree, else show who still has to, and look again when a silence counts."""
    await tables.read_requests(tx, live)
    request = _open_request(live, kind)
    if request.wanted > 0 or kind.startswith("default."):  # the answer itself is a change of its own
        again = min(request.next_at or request.at + votes.LASTS, request.at + votes.LASTS)
        await timers.put(tx, live.id, Timer.REQUEST, kind, again if again > now else request.at + votes.LASTS)
        if request.wanted > 0:
            await announce.say(tx, live, now, Saying.REQUEST, kind, announce.Consent(kind))
        return
    await requests.withdraw(tx, live.id, kind)
    await tables.read_requests(tx, live)
    await _carry_out(tx, tables, live, request, now)
    await tables.read_requests(tx, live)
    if request.agreed[1:] or request.refused or now > request.at:
        await announce.say(tx, live, now, Saying.REQUEST, kind, announce.Consent(kind, True, request.asked_by))


async def _carry_out(tx: Transaction, tables: TableService, live: LiveTable, request: Request, now: int) -> None:
    name, about = votes.topic(request.kind)
    match name, about:
        case "undo", _:
            assert request.from_n is not None
            await _take_back(tx, tables, live, request.from_n, request.asked_by, now)
        case "relief", int(seat) if not live.seats[seat].is_computer:
            await relief.begin(tx, tables, live, seat, now, "notice.relief_voted")
        case "replace", int(seat) if live.seats[seat].person is not None:
            await vacancy.open_seat(tx, tables, live, seat, "offered", now, asked_by=request.asked_by_id)
        case "autopilot", int(seat) if live.seats[seat].is_vacant:
            await vacancy.autopilot(tx, tables, live, seat, now, next(iter(policies(live.game))))
        case "host", int(seat):
            await hosting.become(tx, live, seat, now)
        case "pause", int(until):
            await pausing.begin(tx, live, Pause.VOTE, now, until * 1000)
            await announce.notice(tx, live, now, "life.pause", until=until)
        case "resume", _:
            if await pausing.end(tx, live, Pause.VOTE, now):
                await announce.notice(tx, live, now, "life.pause_over")
        case "extend", _:
            for seated in live.people:
                await deadlines.give(tx, live, seated.seat, WAKING_DAY, now)
            await announce.notice(tx, live, now, "life.extended")
        case "move", int(channel):
            await moving.move(tx, live, live.row.guild_id, channel, now)
        case "end", _:
            await ending.close(tx, live, now, "agreed")
        case ("score", int(seat)) | ("void", int(seat)) if live.seats[seat].is_vacant:
            await ending.close(tx, live, now, "vacated" if name == "score" else "void")
        case _:
            pass  # what it was about has settled itself


async def _afterwards(tables: TableService, live: LiveTable, kind: str) -> None:
    """Enough people have pressed a printed answer: it is given, as a decision of its own."""
    name, seat = votes.topic(kind)
    request = pending(live, kind)
    if name != "default" or seat is None or request is None or request.wanted > 0 or seat not in live.waiting:
        return
    ref, keys = pressing.printed(live, seat)
    said = await requests.votes(tables.db, live.id, kind)
    await play.decide(tables, live, ref, keys, "default", pressed=tuple(who for who, agrees in said.items() if agrees))
    await ladder.after_pressing(tables, live, seat)


async def _close(
    tx: Transaction,
    tables: TableService,
    live: LiveTable,
    request: Request,
    now: int,
    by: str | None,
    withdrawn: bool = False,
) -> None:
    """It does not pass: withdrawn by who asked, refused, or (by None) expired."""
    await requests.withdraw(tx, live.id, request.kind)
    name = votes.topic(request.kind).name
    if by is None:
        await announce.notice(tx, live, now, "life.request_expired", asker=request.asked_by)
    elif withdrawn:
        await announce.notice(tx, live, now, "life.request_withdrawn", asker=request.asked_by)
    elif name in ("undo", "end"):
        await announce.notice(tx, live, now, f"notice.{name}_refused", asker=request.asked_by, who=by)
    else:
        await announce.notice(tx, live, now, "life.request_refused", asker=request.asked_by)
    await tables.read_requests(tx, live)
    await announce.say(
        tx, live, now, Saying.REQUEST, request.kind, announce.Consent(request.kind, False, request.asked_by)
    )


async def _take_back(tx: Transaction, tables: TableService, live: LiveTable, from_n: int, asker: str, now: int) -> None:
    await decisions.undo(tx, live.id, from_n, now)
    rev, epoch = await game_rows.advance_epoch(tx, live.id)
    live.row = replace(live.row, rev=rev, epoch=epoch)
    await tables.resume(tx, live)
    await announce.strike_after(tx, live, from_n, now)
    await announce.notice(tx, live, now, "notice.taken_back", asker=asker)
    await calls.question(tx, live, now)
    await announce.card(tx, live, now)
    live.recent = await recall(tx, live)
