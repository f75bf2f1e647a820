"""Every printed fact of the game, checked and by id: `CONTENT` is data.toml.

A wrong line raises WrongData with its key, what was expected and what came: first its type and shape (msgspec), then
what the lines mean together (`checks.py`).
"""

from __future__ import annotations

from importlib.resources import files

from engines.kernel import WrongData, catalogue
from engines.kernel.content import parse

from .checks import mistakes
from .effect_types import BonusEffect, VpEffect
from .types import Data, Effects

PACKAGE = "engines.signorie"


class Content:
    """data.toml, and its tables by id."""

    def __init__(self, data: Data, effects: Effects) -> None:
        self.data = data
        self.columns = {column.color: column for column in data.column}
        self.helpers = {helper.id: helper for helper in data.helper}
        self.helper_effects = dict(zip(self.helpers, effects.helper, strict=True))
        rows = data.helper_grid.rows
        self.helpers_of = {
            color: tuple(
                sorted(
                    (h.id for h in data.helper if h.column == color),
                    key=lambda helper_id: rows.index(self.helpers[helper_id].row),
                )
            )
            for color in data.die.colors
        }
        """Helper slots of a column, top to bottom."""
        self.slots = {slot.id: slot for slot in data.assignment_slot}
        self.slots_of = {
            color: tuple(slot.id for slot in data.assignment_slot if slot.area == color) for color in data.die.colors
        }
        """Assignment slots of an area."""
        self.tiles = {tile.id: tile for tile in data.assignment_tile}
        self.tile_effects = dict(zip(self.tiles, effects.assignment_tile, strict=True))
        self.rewards = {tile.id: tile for tile in data.reward_tile}
        rewards = list(zip(self.rewards, effects.reward_tile, strict=True))
        self.bonus_effects = {name: effect for name, effect in rewards if isinstance(effect, BonusEffect)}
        self.vp_effects = {name: effect for name, effect in rewards if isinstance(effect, VpEffect)}


def read(text: str, source: str) -> Content:
    """The content of a data file's text. Raises WrongData naming `source`, the key, what was expected and what came."""
    data = parse(text, Data, source)
    effects = parse(text, Effects, source)
    nouns = catalogue(PACKAGE).terms
    for key, expected, got in mistakes(text, data, effects, nouns):
        raise WrongData(f"{source}: {key}: expected {expected}, got {got}")
    return Content(data, effects)


CONTENT = read(files(PACKAGE).joinpath("data.toml").read_text("utf-8"), "engines/signorie/data.toml")
