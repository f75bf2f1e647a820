"""Gaining alliance tiles for the plan: a city's tile (R8.2, R8.3), or a tile from the stack, face down (R8.6)."""

from functools import lru_cache
from typing import NamedTuple

from engines.kernel import GameContext, Message, NounRef, Option, Seat, SeatRef
from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import TileMode
from engines.signorie.data.ids import WEDDING, CityName, Row
from engines.signorie.table.board import can_lay_face_up
from engines.signorie.table.state import City, State, Tile

DATA = CONTENT.data
ROWS = DATA.plan_rule.rows


def describe_tile(tile: Tile) -> Message:
    return Message("tile.name", {"house": NounRef(f"houses.{tile.house}"), "value": tile.value})


def describe_row(row: Row) -> Message:
    if row == WEDDING:
        return Message("row.wedding", {"row": NounRef("terms.wedding_row")})
    return Message("row.career", {"career": NounRef(f"terms.{row}")})


def find_city_tile(city: City, row: Row) -> Tile | None:
    """Return the tile that the city offers for a row: its marriage tile for the wedding row, else its mission tile."""
    return city.marriage if row == WEDDING else city.mission


class ComingTile(NamedTuple):
    """The tile that a mission or marriage would bring."""

    kind: str
    """face_down, find_no_stack, find_none, take or not_fit: the catalogue key is `tile.will_<kind>`."""
    tile: Tile | None = None
    """The city's tile, which is taken or does not fit; None for the other kinds."""

    @property
    def message(self) -> Message:
        return Message(f"tile.will_{self.kind}", {"tile": describe_tile(self.tile)} if self.tile else {})


def find_coming_tile(state: State, seat: Seat, city: City, row: Row, mode: TileMode) -> ComingTile:
    """Return the tile that a mission or marriage in that city would bring to the row."""
    if mode == "face_down":
        return ComingTile("face_down" if state.stack else "find_no_stack")
    tile = find_city_tile(city, row)
    if tile is None:
        return ComingTile("find_none")
    return ComingTile("take" if can_lay_face_up(state.players[seat], row, tile) else "not_fit", tile)


def take_tile(ctx: GameContext[State], seat: Seat, city_id: CityName, row: Row, mode: TileMode) -> None:
    """R8.2(3), R8.3(3) Take the city's tile if it fits: this is compulsory (R15.2); otherwise it stays (R15.25).

    In mode "face_down" take a tile from the stack instead, never the city's.
    """
    state, player = ctx.state, ctx.state.players[seat]
    if mode == "face_down":
        if state.stack:
            lay_face_down(ctx, seat, row)
        else:
            ctx.log_event("tile.stack_empty")
        return
    city = state.cities[city_id]
    tile = find_city_tile(city, row)
    if tile is None:
        return
    if not can_lay_face_up(player, row, tile):
        ctx.log_event("tile.stays", tile=describe_tile(tile), city=NounRef(f"cities.{city_id}"))
        return
    player.plan[row].face_up.append(tile)
    if row == WEDDING:
        city.marriage = None
    else:
        city.mission = None
    ctx.log_event("tile.taken", who=SeatRef(seat), tile=describe_tile(tile), row=describe_row(row))


def lay_face_down(ctx: GameContext[State], seat: Seat, row: Row) -> None:
    """R8.6 Move the top tile of the stack face down to a row. R15.3: there is no limit, and no shield is used up.

    The tile stays hidden, so nothing is revealed and the step can be undone.
    """
    ctx.state.players[seat].plan[row].face_down.append(ctx.state.stack.pop())
    ctx.log_event("tile.face_down", who=SeatRef(seat), row=describe_row(row), left=len(ctx.state.stack))


def can_lay_face_down(state: State) -> bool:
    """R8.6 Return whether the stack has a tile."""
    return bool(state.stack)


async def place_face_down_tile(ctx: GameContext[State], seat: Seat) -> None:
    """R8.6 Let the player choose one of the four rows for a face-down tile."""
    plan = ctx.state.players[seat].plan
    options = [_build_row_option(seat, row, plan[row].size) for row in ROWS]
    row: Row = await ctx.choose(seat, "tile.choose_row", options, rule="R8.6", default=options[0].key)
    lay_face_down(ctx, seat, row)


@lru_cache(1024)
def _build_row_option(seat: Seat, row: Row, tiles: int) -> Option:
    minimum = DATA.end_scoring.row_minimum_tiles
    detail = Message(
        "tile.row_scores" if tiles + 1 >= minimum else "tile.row_short", {"tiles": tiles + 1, "minimum": minimum}
    )
    return Option(
        f"row:{row}", row, Message("tile.row", {"row": describe_row(row)}), detail, place=f"mat:{seat}:row:{row}"
    )
