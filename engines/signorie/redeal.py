"""R14 New deal of the information hidden from all players."""

from engines.kernel import Rng, Seat
from engines.signorie.data.content import CONTENT
from engines.signorie.table.state import State, Tile

DATA = CONTENT.data


def redeal_hidden(state: State, _seat: Seat | None, rng: Rng) -> None:
    """R14 Shuffle everything hidden from all: removed tiles, faces of face-down tiles, and the order of the stack.

    The number of removed tiles of each house is public (R3(6)) and stays; the other hidden tiles may go anywhere.
    """
    face_down = [row.face_down for player in state.players for row in player.plan.values()]
    hidden = [*state.stack, *state.removed, *(tile for tiles in face_down for tile in tiles)]
    rng.shuffle(hidden)
    removed_count = DATA.setup.by_player_count.alliance_tiles_removed_per_house[len(state.players)]
    removed: list[Tile] = []
    for house in DATA.houses.ids:
        removed += [tile for tile in hidden if tile.house == house][:removed_count]
    for tile in removed:
        hidden.remove(tile)
    state.removed = removed
    for tiles in face_down:
        tiles[:] = [hidden.pop() for _ in tiles]
    state.stack = hidden
