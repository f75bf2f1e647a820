"""Who sits where by name, now and in every stretch of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.table.life.alike import told_apart
from bot.table.seated import Held, Seated
from engines.kernel import Seat, catalogue, games
from storage import Source
from storage.persons import people
from storage.play import games as game_rows
from storage.play import seats, stretches
from storage.play.games import GameRow
from storage.play.seats import SeatRow

COMPUTER_NAMES = ("Ash", "Hazel", "Rowan", "Juniper", "Linden", "Myrtle", "Alder", "Olive")
"""For a game that has none of its own (`[meta] computers` of its terms.toml)."""


async def seated(source: Source, row: GameRow) -> tuple[Seated, ...]:
    """The seats of a table as they are now."""
    [found] = (await seated_at(source, [row])).values()
    sitting = [one.person for one in found if one.person is not None]
    if row.started_at is None:
        return found
    finished = await game_rows.finished_before(source, row, sitting)
    return tuple(one if one.person is None else replace(one, finished=finished.get(one.person, 0)) for one in found)


async def seated_at(source: Source, tables: Sequence[GameRow]) -> dict[int, tuple[Seated, ...]]:
    """The seats of many tables, by table; what their people have played they do not say."""
    rows = await seats.of_games(source, [row.id for row in tables])
    vacated = [game for game, ones in rows.items() if any(one.kind == "open" for one in ones)]
    left = await _last_holders(source, vacated)
    every = [one for ones in rows.values() for one in ones]
    somebody = [person for one in every for person in (one.person, one.sitter, left.get((one.game, one.seat)))]
    met = {person for person in somebody if person is not None}
    known = {person: one.name for person, one in (await people.get_many(source, sorted(met))).items()}
    return {row.id: _seated(rows[row.id], _computer_names(row), known, left) for row in tables}


def _seated(
    rows: Sequence[SeatRow], names: Sequence[str], known: Mapping[int, str], left: Mapping[tuple[int, Seat], int]
) -> tuple[Seated, ...]:
    """The seats of one table. known: names of people; left: who last held a seat, by game and seat."""
    here = {person for r in rows for person in (r.person, r.sitter, left.get((r.game, r.seat))) if person is not None}
    known = told_apart({person: known[person] for person in here if person in known})
    found = []
    for r in rows:
        if r.person is not None:
            name = known[r.person]
        else:
            name = (
                vacant(known.get(left.get((r.game, r.seat), 0), ""))
                if r.kind == "open"
                else computer_name(rows, r.seat, names)
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
            )
        )
    return tuple(found)


async def held(source: Source, row: GameRow) -> tuple[Held, ...]:
    """The stretches of a table that has started."""
    found = await stretches.of_game(source, row.id)
    met = {person for one in found for person in (one.holder, one.person) if person is not None}
    known = told_apart({person: one.name for person, one in (await people.get_many(source, sorted(met))).items()})
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


async def _last_holders(source: Source, tables: Sequence[int]) -> dict[tuple[int, Seat], int]:
    """Who held each seat last, by game and seat."""
    found = await stretches.of_games(source, tables) if tables else {}
    return {(one.game, one.seat): one.holder for ones in found.values() for one in ones if one.holder is not None}
