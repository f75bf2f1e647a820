"""Who decides together what one person cannot decide alone: one table of votes.

A request is named "undo", "end", "relief.<seat>" or "host.<seat>": what is asked, and whom it is about. All of them
lapse with the next decision. Somebody for whom a computer player answers has no vote: an absent seat never blocks.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from bot.table.live import LiveTable, Seated
from engines.kernel import Seat

Share = Literal["all", "majority"]
SHARES: dict[str, Share] = {"undo": "all", "end": "majority", "relief": "majority", "host": "majority"}
"""How many of the voters have to agree. One No closes what needs all."""


class Topic(NamedTuple):
    """What a request is for. about: the seat that it names."""

    name: str
    about: Seat | None

    @property
    def share(self) -> Share:
        return SHARES[self.name]


def topic(kind: str) -> Topic:
    """Of a request's name."""
    name, _, about = kind.partition(".")
    return Topic(name, int(about) if about else None)


def named(name: str, about: Seat) -> str:
    """The request's name."""
    return f"{name}.{about}"


def voters(live: LiveTable, kind: str, asker: int) -> tuple[Seated, ...]:
    """Who may agree, the asker included. About relief the person of the seat has no vote, about the host the host."""
    what = topic(kind)
    return tuple(
        seated
        for seated in live.people
        if (seated.relief is None or seated.person == asker)
        and not (what.name == "relief" and seated.seat == what.about)
        and not (what.name == "host" and seated.person == live.row.host)
    )


def wanted(kind: str, voters: int, agreed: int) -> int:
    """How many more have to agree; at most 0: it is settled."""
    return (voters if topic(kind).share == "all" else voters // 2 + 1) - agreed
