"""Who sits where by name, now and in every stretch of the game."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.live import Held, Seated
from engines.kernel import Seat, catalogue, games
from storage import Source
from storage.persons import people
from storage.play import games as game_rows
from storage.play import seats, stretches
from storage.play.games import GameRow
from storage.play.stretches import StretchRow

COMPUTER_NAMES = ("Ash", "Hazel", "Rowan", "Juniper", "Linden", "Myrtle", "Alder", "Olive")
"""For a game that has none of its own (`[meta] computers` of its terms.toml)."""


async def seated(source: Source, row: GameRow) -> tuple[Seated, ...]:
    """The seats of a table as they are now."""
    rows = await seats.of_game(source, row.id)
    left = {} if all(r.kind != "open" for r in rows) else await _last_holders(source, row.id)
    met = [person for r in rows for person in (r.person, r.sitter, left.get(r.seat)) if person is not None]
    known = {person: one.name for person, one in (await people.get_many(source, met)).items()}
    names = _computer_names(row)
    experienced = await game_rows.experienced(source, row, [r.person for r in rows if r.person is not None])
    found = []
    for r in rows:
        is_first = row.started_at is not None and r.person is not None and r.person not in experienced
        if r.person is not None:
            name = known[r.person]
        else:
            name = (
                vacant(known.get(left.get(r.seat, 0), "")) if r.kind == "open" else computer_name(rows, r.seat, names)
            )
        sitter = "" if r.sitter is None else known[r.sitter]
        found.append(
            Seated(
                r.seat,
                r.person,
                name,
                r.policy,
                r.colour,
                r.joined_at,
                r.relief,
                r.sitter,
                sitter,
                r.sitter_until,
                is_first,
            )
        )
    return tuple(found)


async def held(source: Source, row: GameRow) -> tuple[Held, ...]:
    """The stretches of a table that has started."""
    found = await stretches.of_game(source, row.id)
    met = {person for one in found for person in (one.holder, one.person) if person is not None}
    known = {person: one.name for person, one in (await people.get_many(source, sorted(met))).items()}
    rows = await seats.of_game(source, row.id)
    names = _computer_names(row)
    last: dict[Seat, int] = {}
    told = []
    for one in found:
        if one.holder is not None:
            name = known[one.holder]
            last[one.seat] = one.holder
        elif one.policy is not None and one.why in ("start", "autopilot"):
            name = computer_name(rows, one.seat, names)
        else:
            name = vacant(known.get(last.get(one.seat, 0), ""))
        sitter = known[one.person] if one.person is not None and one.person != one.holder else ""
        told.append(Held(one.seat, one.from_n, one.holder, name, one.person, sitter, one.policy, one.why, one.at))
    return tuple(told)


def vacant(name: str) -> str:
    """What stands on a seat whose person has left."""
    return f"({name or '?'})"


def computer_name(rows: Sequence[seats.SeatRow], seat: Seat, names: Sequence[str] = COMPUTER_NAMES) -> str:
    """Computer players have names of the game's world, in the order of their seats, and a mark that says what they
    are.
    """
    nth = sum(1 for row in rows if row.seat < seat and row.policy is not None)
    return f"{names[nth % len(names)]} (CPU)"


def _computer_names(row: GameRow) -> Sequence[str]:
    game = games().get(row.engine)
    return COMPUTER_NAMES if game is None else catalogue(game.package).computers or COMPUTER_NAMES


async def _last_holders(source: Source, game: int) -> dict[Seat, int]:
    found: list[StretchRow] = await stretches.of_game(source, game)
    return {one.seat: one.holder for one in found if one.holder is not None}
