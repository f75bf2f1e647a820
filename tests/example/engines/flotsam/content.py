"""The printed facts: `data.toml`, checked when it is loaded."""

from msgspec import Struct

from engines.kernel import load_data


class Content(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of data.toml, which explains each of them."""

    goods: tuple[str, ...]
    crates: int
    hold: int
    coins: int
    price: int
    top_price: int
    marks: int
    rounds: dict[str, int]


CONTENT = load_data("engines.flotsam", Content)
