"""What an empty space of the market gives, as a drawing."""

from collections.abc import Iterator

from engines.kilia.data.content import CONTENT
from engines.kilia.view import Stall
from render.kilia.pieces.goods import Money, Ware
from render.kit.scene import Icon, Node, Sprite


def bonus(stall: Stall, x: float, y: float, size: float, ink: str, ground: str) -> Iterator[Node]:
    """Any good, coins, the smoke sprat, a new contract; `size` is that of the icons."""
    match stall.bonus:
        case "any_good":
            yield Sprite(x, y, Ware("any", 0.88 * size, 0, ground))
        case "coins":
            yield Sprite(x, y, Money(CONTENT.data.rules.bonus_coins, 0.46 * size))
        case "smoke_sprat":
            yield Icon("sprat", x, y, size, ink, ground)
        case "new_contract":
            yield Icon("newc", x, y, 0.95 * size, ink, ground)
