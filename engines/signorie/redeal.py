"""R14 Dealing anew what nobody can see."""

from __future__ import annotations

from engines.kernel import Rng, Seat
from engines.signorie.data.content import CONTENT
from engines.signorie.table.state import State, Tile

DATA = CONTENT.data


def redeal(state: State, _seat: Seat | None, rng: Rng) -> None:
    """R14 Deal anew what is hidden from all: the removed tiles, the faces of face-down tiles, the order of the stack.

    How many tiles of each house were removed is known (R3(6)); the rest may lie anywhere.
    """
    face_down = [row.face_down for player in state.players for row in player.plan.values()]
    hidden = [*state.stack, *state.removed, *(tile for tiles in face_down for tile in tiles)]
    rng.shuffle(hidden)
    out = DATA.setup.by_player_count.alliance_tiles_removed_per_house[len(state.players)]
    removed: list[Tile] = []
    for house in DATA.houses.ids:
        removed += [tile for tile in hidden if tile.house == house][:out]
    for tile in removed:
        hidden.remove(tile)
    state.removed = removed
    for tiles in face_down:
        tiles[:] = [hidden.pop() for _ in tiles]
    state.stack = hidden
