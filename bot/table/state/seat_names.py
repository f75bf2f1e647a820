"""Names at a table: blank ones are seat letters, and people whose names look alike get a number."""

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.table.state.seats import SeatAssignment, SeatTenure
from engines.kernel import LETTERS, Message, Seat, load_catalogue, load_games
from storage import Source
from storage.persons import people
from storage.play import games as game_rows
from storage.play import seat_tenures, seats
from storage.play.games import GameRow
from storage.play.seats import SeatRow

MAX_BARE = 20
"""Maximum length of a name in front of a number."""

NO_NAME = "?"
"""Stored for a person whose Discord name shows nothing."""
INVISIBLE = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"
"""Letters and signs that show nothing (fillers of Hangul, the empty Braille pattern, a null notehead)."""

# First capitals and digits: I, l and 1 look alike, i does not.
_FIRST = str.maketrans("I1|0", "lllO")

# Then small letters whose small or capital form looks like a Latin letter, and kana that look like kanji.
_TWINS = str.maketrans(
    "авекмнорстухіјѕԁһԛԝьгαβεζηικμνορτυχニカロエハタトーへべぺ",
    "abekmhopctyxijsdhqwbrabezhikmnoptyx二力口工八夕卜一ヘベペ",
)


def is_blank(name: str) -> bool:
    """Return whether a name shows nothing: only spaces, control characters, marks and invisible letters."""
    return name == NO_NAME or all(char in INVISIBLE or unicodedata.category(char)[0] in "ZCM" for char in name)


def name_person(name: str) -> str | Message:
    """Return a person's name where they have no seat, or a word for somebody without a visible name."""
    return Message("person.nameless") if is_blank(name) else name


def name_at_seat(name: str, seat: Seat) -> str:
    """Return a person's name at their seat: the seat's letter if the name is blank."""
    return LETTERS[seat] if is_blank(name) else name


def normalize_lookalikes(name: str) -> str:
    """Return a text that is equal for names that are easily mistaken for each other."""
    plain = unicodedata.normalize("NFKC", name).translate(_FIRST).casefold().translate(_TWINS)
    parts = unicodedata.normalize("NFD", plain).casefold()
    return "".join(sign for sign in parts if unicodedata.category(sign)[0] not in "MCZ" or sign in "\u3099\u309a")


def distinguish_names(names: Mapping[int, str]) -> dict[int, str]:
    """Return names by person, no two alike. The oldest account (the smallest id) keeps the bare name.

    A name cannot contain such a number itself: brackets in names become full-width ones when they are stored.
    """
    counts: Counter[str] = Counter()
    distinct_names = {}
    for person, name in sorted(names.items()):
        counts[normalize_lookalikes(name)] += 1
        nth = counts[normalize_lookalikes(name)]
        distinct_names[person] = name if nth == 1 else f"{_shorten_name(name)} ({nth})"
    return distinct_names


def _shorten_name(name: str) -> str:
    """Shorten a long name so that the number is not cut off."""
    return name if len(name) <= MAX_BARE else name[: MAX_BARE - 1].rstrip() + "…"


COMPUTER_NAMES = ("Ash", "Hazel", "Rowan", "Juniper", "Linden", "Myrtle", "Alder", "Olive")
"""Names for games without their own (`[meta] computers` of terms.toml)."""


async def load_seats(source: Source, row: GameRow) -> tuple[SeatAssignment, ...]:
    """Load the seats of a table as they are now."""
    [assignments] = (await load_seats_of_tables(source, [row])).values()
    if row.started_at is None:
        return assignments
    finished = await game_rows.count_finished_before(source, row.id)
    return tuple(
        assignment
        if assignment.person is None
        else replace(assignment, games_finished=finished.get(assignment.person, 0))
        for assignment in assignments
    )


async def load_seats_of_tables(source: Source, tables: Sequence[GameRow]) -> dict[int, tuple[SeatAssignment, ...]]:
    """Load the seats of many tables, by table. `games_finished` is not set."""
    rows = await seats.load_seats_by_game(source, [row.id for row in tables])
    vacated = [
        table_id
        for table_id, rows_of_table in rows.items()
        if any(seat_row.kind == "open" for seat_row in rows_of_table)
    ]
    left = await _load_last_holders(source, vacated)
    all_rows = [seat_row for rows_of_table in rows.values() for seat_row in rows_of_table]
    persons = [
        person
        for seat_row in all_rows
        for person in (seat_row.person, seat_row.substitute, left.get((seat_row.game, seat_row.seat)))
    ]
    person_ids = {person for person in persons if person is not None}
    person_names = {
        person: seat_row.name for person, seat_row in (await people.load_people(source, sorted(person_ids))).items()
    }
    return {row.id: _build_seats(rows[row.id], _list_computer_names(row), person_names, left) for row in tables}


def _build_seats(
    rows: Sequence[SeatRow], names: Sequence[str], person_names: Mapping[int, str], left: Mapping[tuple[int, Seat], int]
) -> tuple[SeatAssignment, ...]:
    """Build the seats of one table. person_names: by id; left: the last holder by game and seat."""
    seats_of_people = {
        person: r.seat
        for r in rows
        for person in (left.get((r.game, r.seat)), r.substitute, r.person)
        if person is not None and person in person_names
    }
    person_names = distinguish_names(
        {person: name_at_seat(person_names[person], seat) for person, seat in seats_of_people.items()}
    )
    assignments = []
    for r in rows:
        if r.person is not None:
            name = person_names[r.person]
        else:
            name = (
                format_open_seat(person_names.get(left.get((r.game, r.seat), 0), ""))
                if r.kind == "open"
                else build_computer_name(rows, r.seat, names)
            )
        sitter = "" if r.substitute is None else person_names[r.substitute]
        assignments.append(
            SeatAssignment(
                r.seat,
                r.person,
                name,
                r.policy,
                r.colour,
                r.joined_at,
                r.autopilot_policy,
                r.substitute,
                sitter,
                r.substitute_until,
            )
        )
    return tuple(assignments)


async def load_tenures(source: Source, row: GameRow) -> tuple[SeatTenure, ...]:
    """Load the tenures of a table that has started."""
    tenure_rows = await seat_tenures.load_tenures(source, row.id)
    seats_of_people = {
        person: tenure_row.seat
        for tenure_row in tenure_rows
        for person in (tenure_row.person, tenure_row.holder)
        if person is not None
    }
    person_names = distinguish_names(
        {
            person: name_at_seat(person_row.name, seats_of_people[person])
            for person, person_row in (await people.load_people(source, sorted(seats_of_people))).items()
        }
    )
    rows = await seats.load_seats(source, row.id)
    names = _list_computer_names(row)
    last: dict[Seat, int] = {}
    result = []
    for tenure_row in tenure_rows:
        if tenure_row.holder is not None:
            name = person_names[tenure_row.holder]
            last[tenure_row.seat] = tenure_row.holder
        elif tenure_row.policy is not None and tenure_row.why in ("start", "autopilot"):
            name = build_computer_name(rows, tenure_row.seat, names)
        else:
            name = format_open_seat(person_names.get(last.get(tenure_row.seat, 0), ""))
        sitter = (
            person_names[tenure_row.person]
            if tenure_row.person is not None and tenure_row.person != tenure_row.holder
            else ""
        )
        result.append(
            SeatTenure(
                tenure_row.seat,
                tenure_row.from_n,
                tenure_row.holder,
                name,
                tenure_row.person,
                sitter,
                tenure_row.policy,
                tenure_row.why,
                tenure_row.began_at,
            )
        )
    return tuple(result)


def format_open_seat(name: str) -> str:
    """Return the name shown on an open seat."""
    return f"({name or '?'})"


def build_computer_name(rows: Sequence[seats.SeatRow], seat: Seat, names: Sequence[str] = COMPUTER_NAMES) -> str:
    """Return the name of a computer player: a name from the game's world, by order of seats, marked with "(CPU)"."""
    nth = sum(1 for row in rows if row.seat < seat and row.policy is not None)
    return f"{names[nth % len(names)]} (CPU)"


def _list_computer_names(row: GameRow) -> Sequence[str]:
    game = load_games().get(row.engine)
    return COMPUTER_NAMES if game is None else load_catalogue(game.package).computer_names or COMPUTER_NAMES


async def _load_last_holders(source: Source, table_ids: Sequence[int]) -> dict[tuple[int, Seat], int]:
    """Load the last holder of each seat, by table and seat."""
    tenure_rows = await seat_tenures.load_tenures_by_game(source, table_ids) if table_ids else {}
    return {
        (row.game, row.seat): row.holder
        for rows_of_table in tenure_rows.values()
        for row in rows_of_table
        if row.holder is not None
    }
