"""The printed facts: `data.toml`, checked when it is loaded."""

from msgspec import Struct

from engines.kernel import load


class Content(Struct, frozen=True, forbid_unknown_fields=True):
    """data.toml says what each number is."""

    goods: tuple[str, ...]
    crates: int
    hold: int
    coins: int
    price: int
    top_price: int
    marks: int
    rounds: dict[str, int]


CONTENT = load("engines.flotsam", Content)
