"""Contributions ("shares") of people to the shuffle of their table, before the start."""

import secrets
from dataclasses import replace

from bot.table.notices import outbox
from bot.table.service.table_service import TableService
from bot.table.state import fairness_proof
from bot.table.state.people import Person
from bot.table.state.seats import SeatAssignment
from bot.table.state.table import Table
from engines.kernel import Refused
from storage.play import deals
from storage.play import games as game_rows


def make_share(person: Person) -> str:
    """Return the share that a person contributes without choosing one: the id of the interaction, which Discord
    assigned.
    """
    return secrets.token_hex(8) if person.interaction_id is None else str(person.interaction_id)


def list_shares(table: Table, seated: tuple[SeatAssignment, ...]) -> tuple[str, ...]:
    """Return the shares by seat; "" for computer players, and for people who joined under an earlier version."""
    return tuple("" if s.person is None else table.shares.get(s.person, "") for s in seated)


def format_share(name: str, share: str) -> str:
    """Format a share for posts. A word may be any text and is quoted; an interaction id is not."""
    return f"{name} {share}" if share.isdecimal() else f"{name} `{share}`"


async def set_share(service: TableService, table: Table, person: Person, word: str) -> None:
    """Replace the person's share by a word of their own. Raises Refused if it is too long."""
    table.require_open()
    table.require_seat(person.id)
    share = "".join(sign for sign in " ".join(word.split()) if sign.isprintable() and sign != "`")
    if not 1 <= len(share) <= fairness_proof.MAX_SHARE_LENGTH:
        raise Refused("table.refused.share", got=len(share), most=fairness_proof.MAX_SHARE_LENGTH)
    now = service.clock()
    async with service.change(table, person) as tx:
        await deals.save_share(tx, table.id, person.id, share)
        rev = await game_rows.advance_rev(tx, table.id)
        table.row = replace(table.row, rev=rev)
        table.shares = await deals.load_shares(tx, table.id)
        await outbox.enqueue_card(tx, table, now)
