"""Alliance tiles on the plan: R8.2 and R8.3 the city's tile, R8.6 a tile from the stack, face down."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engines.kernel import Msg, Option, Seat, Table, Term, Who
from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import TileMode
from engines.signorie.data.ids import WEDDING, CityName, Row
from engines.signorie.table.board import fits
from engines.signorie.table.state import City, State, Tile

DATA = CONTENT.data
ROWS = DATA.plan_rule.rows


def tile_words(tile: Tile) -> Msg:
    return Msg("tile.name", {"house": Term(f"houses.{tile.house}"), "value": tile.value})


def row_words(row: Row) -> Msg:
    if row == WEDDING:
        return Msg("row.wedding", {"row": Term("terms.wedding_row")})
    return Msg("row.career", {"career": Term(f"terms.{row}")})


def lying_tile(city: City, row: Row) -> Tile | None:
    """The tile that the city offers: for the wedding row in its marriage slot, else in its mission slot."""
    return city.marriage if row == WEDDING else city.mission


class Prospect(NamedTuple):
    """What a mission or marriage would bring: kind is a sentence `tile.will_<kind>`."""

    kind: str
    tile: Tile | None = None

    @property
    def words(self) -> Msg:
        return Msg(f"tile.will_{self.kind}", {"tile": tile_words(self.tile)} if self.tile else {})


def prospect(state: State, seat: Seat, city: City, row: Row, mode: TileMode) -> Prospect:
    """What a mission or marriage in that city would bring to the row."""
    if mode == "face_down":
        return Prospect("face_down" if state.stack else "find_no_stack")
    tile = lying_tile(city, row)
    if tile is None:
        return Prospect("find_none")
    return Prospect("take" if fits(state.players[seat], row, tile) else "not_fit", tile)


def take_tile(t: Table[State], seat: Seat, city_id: CityName, row: Row, mode: TileMode) -> None:
    """R8.2(3), R8.3(3) The city's tile if it fits: compulsory (R15.2), and one that does not fit stays (R15.25).

    In mode "face_down" one from the stack instead, never the city's.
    """
    state, player = t.state, t.state.players[seat]
    if mode == "face_down":
        if state.stack:
            lay_face_down(t, seat, row)
        else:
            t.tell("tile.stack_empty")
        return
    city = state.cities[city_id]
    tile = lying_tile(city, row)
    if tile is None:
        return
    if not fits(player, row, tile):
        t.tell("tile.stays", tile=tile_words(tile), city=Term(f"cities.{city_id}"))
        return
    player.plan[row].face_up.append(tile)
    if row == WEDDING:
        city.marriage = None
    else:
        city.mission = None
    t.tell("tile.taken", who=Who(seat), tile=tile_words(tile), row=row_words(row))


def lay_face_down(t: Table[State], seat: Seat, row: Row) -> None:
    """R8.6 The top tile of the stack, unseen by all: no reveal. R15.3: no limit, and no shield is used up."""
    t.state.players[seat].plan[row].face_down.append(t.state.stack.pop())
    t.tell("tile.face_down", who=Who(seat), row=row_words(row), left=len(t.state.stack))


def can_lay_face_down(state: State) -> bool:
    """R8.6 The stack is not empty."""
    return bool(state.stack)


async def face_down_tile(t: Table[State], seat: Seat) -> None:
    """R8.6 A face-down tile into any one of the four rows."""
    plan = t.state.players[seat].plan
    options = [_row_option(seat, row, plan[row].size) for row in ROWS]
    row: Row = await t.choose(seat, "tile.choose_row", options, rule="R8.6", default=options[0].key)
    lay_face_down(t, seat, row)


@lru_cache(1024)
def _row_option(seat: Seat, row: Row, tiles: int) -> Option:
    minimum = DATA.end_scoring.row_minimum_tiles
    detail = Msg(
        "tile.row_scores" if tiles + 1 >= minimum else "tile.row_short", {"tiles": tiles + 1, "minimum": minimum}
    )
    return Option(f"row:{row}", row, Msg("tile.row", {"row": row_words(row)}), detail, place=f"mat:{seat}:row:{row}")
