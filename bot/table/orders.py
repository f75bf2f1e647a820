"""Standing answers: given in advance by a seat, kept outside Views and exports, revocable. Only the seat is told."""

from __future__ import annotations

from engines.kernel import Option, Refused
from storage.play import orders as order_rows
from storage.play.orders import OrderRow

from . import play
from .live import LiveTable
from .notices import standing
from .people import Person
from .service import TableService


def choices(live: LiveTable, person: Person) -> dict[str, tuple[Option, ...]]:
    """Orders that the person may give now, by topic; topics on which there is nothing to say now are left out."""
    seat = live.seat_or_refuse(person.id)
    match = live.playing()
    view = match.view(seat)
    offered = {topic: tuple(standing.choices(view, seat)) for topic, standing in live.game.standing.items()}
    return {topic: options for topic, options in offered.items() if options}


def given(live: LiveTable, person: Person) -> dict[str, str]:
    """The person's orders: topic -> key of the order."""
    seat = live.seat_or_refuse(person.id)
    return {topic: key for (owner, topic), key in live.orders.items() if owner == seat}


async def give(tables: TableService, live: LiveTable, person: Person, topic: str, key: str) -> None:
    """Raises Refused if there is no such order. If the question is open already, it is answered at once."""
    seat = live.seat_or_refuse(person.id)
    if standing.is_general(topic):
        live.playing()
        key = standing.value(live, seat, topic, key)
    else:
        options = choices(live, person).get(topic, ())
        if key not in {option.key for option in options}:
            raise Refused("table.refused.no_order", got=key, allowed=tuple(option.key for option in options))
    row = OrderRow(live.id, seat, topic, key, tables.clock())
    live.orders[seat, topic] = key  # memory is dropped with what is not stored
    live.dirty = True
    prompt, ref = live.playing().prompt(seat), live.ref(seat)
    keys = play.order_answer(live, prompt) if prompt is not None else None
    if keys is not None and ref is not None and seat in live.waiting:
        try:
            await play.decide(tables, live, ref, keys, "order", person, also=lambda tx: order_rows.put(tx, row))
        except Refused:
            live.dirty = True
            raise
        return
    async with tables.change(live, person) as tx:
        await order_rows.put(tx, row)


async def revoke(tables: TableService, live: LiveTable, person: Person, topic: str) -> None:
    """Remove the person's order on a topic, so that they are asked again. No effect if there is none."""
    seat = live.seat_or_refuse(person.id)
    async with tables.change(live, person) as tx:
        await order_rows.revoke(tx, live.id, seat, topic)
    live.orders.pop((seat, topic), None)
