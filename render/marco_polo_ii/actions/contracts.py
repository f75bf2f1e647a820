"""The contracts on offer, city by city."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Gain
from engines.marco_polo_ii.view import View
from render.kit.colour import INK, WHITE, mix
from render.kit.look import Lang, Look
from render.kit.scene import BODY, DETAIL, MICRO, Anchor, Box, Icon, Line, Node, Nodes, Shape, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit
from render.kit.tokens import Seal
from render.marco_polo_ii import theme
from render.marco_polo_ii.actions.cards import posts
from render.marco_polo_ii.board.dice import on_space
from render.marco_polo_ii.catalogue import noun, sentence
from render.marco_polo_ii.pieces.goods import CoinDisc, bundle

_TOP, _H = 734, 234
_GROUND = mix(theme.RED, theme.PAPER, 0.84)


_PITCH = 274


@cache
def printed(_caravan: bool, lang: Lang) -> Nodes:
    """What never changes: the space, and the cities with their names."""
    nodes: list[Node] = list(_space(lang))
    for c, city in enumerate(CONTENT.contract_cities):
        x = 188 + _PITCH * c
        nodes.append(Box(x, _TOP, 268, _H, 10, _GROUND))
        nodes += fit(noun(f"cities.{city}", lang), 140, DETAIL).runs(x + 10, _TOP + 21, INK, room=140)
    return tuple(nodes)


def contracts(view: View, _look: Look) -> Iterator[Node]:
    """The dice, who has posts, and the contracts on offer."""
    yield from on_space(view, "contracts", 112, _TOP + 84, 56, "contracts")
    for c, (city, ids) in enumerate(view.on_offer.items()):
        x = 188 + _PITCH * c
        yield from posts(view, city, x + 174, _TOP + 20, 26)
        for i, contract in enumerate(ids):
            yield from _offered(contract, city, i, x + (5 if i == 0 else 136))


def _space(lang: Lang) -> Iterator[Node]:
    constants = CONTENT.data.constants
    yield Box(44, _TOP, 136, _H, 10, theme.PANEL, theme.LINE, 2)
    yield Box(44, _TOP, 136, 40, 10, theme.PLUM, corners=(True, True, False, False))
    yield from fit(sentence("contracts", lang), 124, DETAIL).runs(112, _TOP + 20, WHITE, "m", room=124)
    yield Icon("pick", 88, _TOP + 146, 38, INK, theme.PANEL)
    yield Text(112, _TOP + 146, f"≤{constants.contract_action_max}", BODY, INK, room=60)
    yield Sprite(112, _TOP + 200, CoinDisc(str(constants.contract_action_coins), 24))


def _offered(contract: str | None, city: str, i: int, x: float) -> Iterator[Node]:
    place = f"contract:{contract}" if contract is not None else f"taken:{city}:{i}"
    spot = Spot(x, 776, 127, 184, 4, badge=(x + 8, 776 + 8))
    yield Anchor(place, spot, contract or "taken", part="contracts", drawn=contract is not None)
    if contract is None:
        yield Box(x + 2, 780, 123, 176, 4, None, theme.RED, 2)
        return
    yield from scroll(contract, x, 776)


@dataclass(frozen=True, slots=True)
class _Paper:
    """An unrolled contract without a word on it, from its upper left corner."""

    roll: str

    def shapes(self) -> tuple[Shape, ...]:
        return (
            Box(3, 3, 121, 178, 2, WHITE, theme.LINE, 1.5),
            Box(0, 0, 127, 8, 4, self.roll),
            Box(0, 176, 127, 8, 4, self.roll),
        )


def scroll(contract: str, x: float, y: float) -> Iterator[Node]:
    """A contract, 127 x 184 px: what it costs, below the line what it brings."""
    line = CONTENT.contracts[contract]
    roll = theme.BLUE if contract in CONTENT.data.starting_contracts else theme.RED
    yield Sprite(x, y, _Paper(roll))
    costs = [(key, n) for key in theme.GOODS if (n := getattr(line.cost, key))]
    top = y + 36 + (17 if len(costs) <= 2 else 0)
    for i, (key, n) in enumerate(costs):
        cx = x + 24 + 58 * (i % 2)
        cy = top + (36 if len(costs) <= 4 else 30) * (i // 2)
        yield Icon(key, cx, cy, 29, theme.GOODS[key], WHITE)
        yield Text(cx + 17, cy, str(n), DETAIL, INK, room=22)
    yield Line(((x + 14, y + 110), (x + 113, y + 110)), theme.LINE, 2)
    yield Sprite(x + 36, y + 144, Seal(str(line.reward.vp), 27))
    rest = [Gain(**{key: n}) for key in Gain.__struct_fields__ if key != "vp" and (n := getattr(line.reward, key))]
    for i, gain in enumerate(rest):
        run = bundle(gain, 26, MICRO, ones=False, ground=WHITE)
        yield from run.centred(x + 94, y + 144 + 32 * (i - (len(rest) - 1) / 2))
