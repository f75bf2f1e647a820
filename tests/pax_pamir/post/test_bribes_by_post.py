"""R7.7 Standing answers at a table: a whole game by post in which nobody waits for a reply about a bribe."""

from __future__ import annotations

from bot.table import TableService, orders
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.play import decisions
from storage.play.decisions import DecisionRow
from tests.table.conftest import AOI, JULES, MARCO, Players

ORDERS = {AOI: "never", MARCO: "upto:1", JULES: "always"}
ALLOWED = ({"refuse"}, {"accept", "counter"}, {"accept"})
"""What each of them then replies, seat by seat."""
GAMES = 20
"""In random play a bribe is offered in almost every game."""


async def test_r7_7_orders_reply_at_once_as_the_players_own_decision(tables: TableService, players: Players) -> None:
    """What they reply is logged like any reply of theirs, and nobody is told that the question was open."""
    given: list[DecisionRow] = []
    for channel in range(7, 7 + GAMES):
        game = await players.open(AOI, MARCO, JULES, engine="pax_pamir", channel=channel)
        async with tables.at(game) as live:
            for person, order in ORDERS.items():
                topics = orders.choices(live, person)
                assert len(topics) == 2, "one for each other person"
                for topic in topics:
                    await orders.give(tables, live, person, topic, order)
        await players.finish(game)
        log = await decisions.log(tables.db, game)
        assert not {"accept", "refuse"} & {row.keys for row in log if row.origin == "person"}
        given = [row for row in log if row.origin == "order"]
        if given:
            break
    assert given and all(row.keys.split(":")[0] in ALLOWED[row.seat] for row in given)
    pinged = {row.key.split(".")[1] for row in await outbox.newest_first(tables.db, game, Saying.PING)}
    assert not pinged & {str(row.step) for row in given}
