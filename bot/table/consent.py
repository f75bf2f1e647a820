"""What one person cannot do alone: taking back beyond the barrier, ending the table, relief, another host (`votes`)."""

from __future__ import annotations

from dataclasses import replace

from engines.kernel import Refused, Stale
from storage import Transaction
from storage.persons import people
from storage.play import decisions, open_questions, requests
from storage.play import games as game_rows
from storage.time import timers

from . import announce, calls, play
from .life import expiry, hosting, relief, votes
from .live import LiveTable, Request
from .people import Person
from .service import TableService

Kind = str
"""The name of a request (`votes`)."""


async def ask(tables: TableService, live: LiveTable, person: Person, kind: Kind) -> None:
    """Ask for consent; if nobody else has to agree it is done at once.

    An undo of own unconfirmed steps needs no consent: it is a plain step back. Raises Refused while somebody else's
    request is open.
    """
    from_n = await _may_ask(tables, live, person, kind)
    if kind == "undo" and live.match is not None and live.match.acting == live.seat_of(person.id):
        ref = live.ref(live.match.acting) if live.match.acting is not None else None
        if ref is not None:
            await play.back(tables, live, person, ref)
            return
    open_one = pending(live, kind)
    if open_one is not None and open_one.asked_by_id != person.id:
        raise Refused("table.refused.request_open", name=open_one.asked_by)
    now = tables.clock()
    async with tables.change(live, person) as tx:
        await people.meet(tx, person.id, person.name, now)
        await requests.put(tx, live.id, kind, asked_by=person.id, from_n=from_n, at=now)
        await _settle(tx, tables, live, kind, now)


async def agree(tables: TableService, live: LiveTable, person: Person, kind: Kind) -> None:
    """Raises Refused if the person does not sit here, Stale if the request is gone."""
    live.seat_or_refuse(person.id)
    request = _open_request(live, kind)
    if all(person.id != voter.person for voter in votes.voters(live, kind, request.asked_by_id)):
        raise Refused("table.refused.no_vote")
    now = tables.clock()
    async with tables.change(live, person) as tx:
        await requests.agree(tx, live.id, kind, person.id, now)
        await _settle(tx, tables, live, kind, now)


async def refuse(tables: TableService, live: LiveTable, person: Person, kind: Kind) -> None:
    """The person who asked takes the request back. Of the others, one No closes what needs all of them."""
    live.seat_or_refuse(person.id)
    request, topic = _open_request(live, kind), votes.topic(kind)
    now = tables.clock()
    async with tables.change(live, person) as tx:
        if topic.share == "majority" and request.asked_by_id != person.id:
            await requests.disagree(tx, live.id, kind, person.id)
        else:
            await requests.withdraw(tx, live.id, kind)
            await announce.notice(
                tx, live, now, f"notice.{topic.name}_refused", asker=request.asked_by, who=person.name
            )
        await tables.read_requests(tx, live)
        await announce.say(tx, live, now, "request", kind, announce.Consent(kind))


def pending(live: LiveTable, kind: Kind) -> Request | None:
    """The open request of this kind."""
    return next((request for request in live.requests if request.kind == kind), None)


async def end_open_table(tables: TableService, live: LiveTable, person: Person) -> None:
    """Before the start the host may close the table alone."""
    live.open_only()
    live.host_only(person.id)
    async with tables.change(live, person) as tx:
        await expiry.close(tx, live, tables.clock())


def _open_request(live: LiveTable, kind: Kind) -> Request:
    request = pending(live, kind)
    if request is None:
        raise Stale("table.refused.no_request")
    return request


async def _may_ask(tables: TableService, live: LiveTable, person: Person, kind: Kind) -> int | None:
    """The first decision that would be taken back, None for other kinds. Raises Refused."""
    topic = votes.topic(kind)
    if topic.name == "undo":
        return await _undo_from(tables, live, person)
    if topic.name == "relief":
        await relief.may_be_given(tables, live, person, topic.about)
    elif topic.name == "host":
        await hosting.may_be_taken(tables, live, person, topic.about)
    else:
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


async def _settle(tx: Transaction, tables: TableService, live: LiveTable, kind: Kind, now: int) -> None:
    """Do it if enough people agree, else show who still has to."""
    await tables.read_requests(tx, live)
    request = _open_request(live, kind)
    if request.wanted > 0:
        await announce.say(tx, live, now, "request", kind, announce.Consent(kind))
        return
    row = await requests.get(tx, live.id, kind)
    await requests.withdraw(tx, live.id, kind)
    topic = votes.topic(kind)
    if kind == "undo":
        assert row is not None and row.from_n is not None
        await _take_back(tx, tables, live, row.from_n, request.asked_by, now)
    elif topic.about is not None and topic.name == "relief":
        await relief.begin(tx, tables, live, topic.about, now, "notice.relief_voted")
    elif topic.about is not None and topic.name == "host":
        await hosting.become(tx, live, topic.about, now)
    else:
        await _end(tx, live, now)
    await tables.read_requests(tx, live)
    if request.agreed[1:]:
        await announce.say(tx, live, now, "request", kind, announce.Consent(kind))


async def _take_back(tx: Transaction, tables: TableService, live: LiveTable, from_n: int, asker: str, now: int) -> None:
    await decisions.undo(tx, live.id, from_n, now)
    rev, epoch = await game_rows.advance_epoch(tx, live.id)
    live.row = replace(live.row, rev=rev, epoch=epoch)
    await tables.resume(tx, live)
    await announce.strike_after(tx, live, from_n, now)
    await announce.notice(tx, live, now, "notice.taken_back", asker=asker)
    await calls.question(tx, live, now)
    await announce.card(tx, live, now)
    assert live.match is not None
    live.boundary_view = live.last_turn_view = live.match.public().view(None)


async def _end(tx: Transaction, live: LiveTable, now: int) -> None:
    seed = live.row.seed
    assert seed is not None
    rev = await game_rows.end(tx, live.id, at=now)
    live.row = replace(live.row, rev=rev, status="ended", ending="agreed", ended_at=now)
    for row in await open_questions.of_game(tx, live.id):
        await calls.end_of_ping(tx, live, now, row)
    await open_questions.update(tx, live.id, (), step=0, epoch=live.row.epoch, at=now)
    await timers.cancel(tx, live.id)
    await announce.notice(tx, live, now, "notice.ended", seed=seed.hex())
    await announce.card(tx, live, now)
