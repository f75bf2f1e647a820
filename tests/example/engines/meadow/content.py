"""The printed facts: `data.toml`, checked when it is loaded, and the cards made of it."""

from msgspec import Struct

from engines.kernel import load_data


class Content(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of data.toml, which explains each of them."""

    flowers: tuple[str, ...]
    copies: int
    honey: int
    demand: int
    top_demand: int
    basket: int
    picks: int
    brought: int
    smoke: int
    rounds: int


CONTENT = load_data("engines.meadow", Content)
FLOWER = {f"{flower}_{n}": flower for flower in CONTENT.flowers for n in range(CONTENT.copies)}
"""The flower of each card."""
