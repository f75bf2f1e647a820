"""The facts printed on the components, checked and indexed by id: `CONTENT` is the parsed data.toml.

A wrong line raises WrongData with its key, the expected value and the actual one. msgspec checks types and shapes
first; then `checks.py` checks that the lines agree with each other.
"""

from importlib.resources import files

from engines.kernel import WrongData, load_catalogue
from engines.kernel.data_files import parse_data

from .checks import iter_data_errors
from .effect_types import BonusEffect, VpEffect
from .types import Data, Effects

PACKAGE = "engines.signorie"


class Content:
    """The content of data.toml, with indexes by id."""

    def __init__(self, data: Data, effects: Effects) -> None:
        self.data = data
        self.columns = {column.color: column for column in data.column}
        """By colour of the dice."""
        self.helpers = {helper.id: helper for helper in data.helper}  # by id
        self.helper_effects = dict(zip(self.helpers, effects.helper, strict=True))
        """By helper."""
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
        """Assignment slots."""
        self.slots_of = {
            color: tuple(slot.id for slot in data.assignment_slot if slot.area == color) for color in data.die.colors
        }
        """Assignment slots of an area."""
        self.tiles = {tile.id: tile for tile in data.assignment_tile}
        """Assignment tiles."""
        self.tile_effects = dict(zip(self.tiles, effects.assignment_tile, strict=True))
        """By assignment tile."""
        self.rewards = {tile.id: tile for tile in data.reward_tile}
        """Reward tiles."""
        rewards = list(zip(self.rewards, effects.reward_tile, strict=True))
        self.bonus_effects = {name: effect for name, effect in rewards if isinstance(effect, BonusEffect)}
        """By reward tile that gives a bonus in the game."""
        self.vp_effects = {name: effect for name, effect in rewards if isinstance(effect, VpEffect)}
        """By reward tile that gives points at the end."""


def parse_content(text: str, source: str) -> Content:
    """Parse and check the text of a data file.

    Raises WrongData with `source`, the key, the expected value and the actual one.
    """
    data = parse_data(text, Data, source)
    effects = parse_data(text, Effects, source)
    nouns = load_catalogue(PACKAGE).nouns
    for key, expected, got in iter_data_errors(text, data, effects, nouns):
        raise WrongData(f"{source}: {key}: expected {expected}, got {got}")
    return Content(data, effects)


CONTENT = parse_content(files(PACKAGE).joinpath("data.toml").read_text("utf-8"), "engines/signorie/data.toml")
