"""What people put into the shuffle of their table, before the start."""

from __future__ import annotations

import secrets
from dataclasses import replace

from bot.table import announce
from bot.table.live import LiveTable
from bot.table.people import Person
from bot.table.seated import Seated
from bot.table.service import TableService
from engines.kernel import Refused
from storage.play import deals
from storage.play import games as game_rows

from . import proof


def share_of(person: Person) -> str:
    """What somebody puts into the shuffle without choosing: the number of the click, which Discord gave."""
    return secrets.token_hex(8) if person.click is None else str(person.click)


def shares_of(live: LiveTable, seated: tuple[Seated, ...]) -> tuple[str, ...]:
    """By seat; "" for computer players, and for people who joined under a version before."""
    return tuple("" if s.person is None else live.shares.get(s.person, "") for s in seated)


def told(name: str, share: str) -> str:
    """A share as posts name it; a word may be anything and is quoted, the number of a click is small print."""
    return f"{name} {share}" if share.isdecimal() else f"{name} `{share}`"


def told_short(name: str, share: str) -> str:
    """... without the number of a click, of which nobody can say more than whose it was."""
    return name if share.isdecimal() else told(name, share)


async def put_in(tables: TableService, live: LiveTable, person: Person, word: str) -> None:
    """The person's own word for the shuffle, instead of the number of their click."""
    live.open_only()
    live.seat_or_refuse(person.id)
    share = "".join(sign for sign in " ".join(word.split()) if sign.isprintable() and sign != "`")
    if not 1 <= len(share) <= proof.LONGEST_SHARE:
        raise Refused("table.refused.share", got=len(share), most=proof.LONGEST_SHARE)
    now = tables.clock()
    async with tables.change(live, person) as tx:
        await deals.put_share(tx, live.id, person.id, share)
        rev = await game_rows.advance(tx, live.id)
        live.row = replace(live.row, rev=rev)
        live.shares = await deals.shares(tx, live.id)
        await announce.card(tx, live, now)
