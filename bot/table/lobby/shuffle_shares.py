"""Contributions ("shares") of people to the shuffle of their table, before the start."""

import secrets
from collections.abc import Sequence
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


def format_words(table: Table) -> tuple[str, ...]:
    """Return the words that people chose, with their names, for posts. Ids of interactions are left out."""
    shares = [(s.name, table.shares.get(s.person, "")) for s in table.seats if s.person is not None]
    return tuple(f"{name} `{share}`" for name, share in shares if share and not share.isdecimal())


def format_proof(words: Sequence[str], *digests: str) -> str:
    """Return the one line of small print that keeps words and digests public, the same in every language."""
    posted = " · ".join(digest[: fairness_proof.POSTED_DIGITS] for digest in digests)
    return f"-# {' · '.join((*words, *((f'SHA-256 {posted}',) if digests else ())))}"


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
