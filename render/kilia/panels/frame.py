"""What decision pictures have in common: the closed eye, the question in gold, the means, gables above and below."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.kilia.view import Mat, Slot
from render.kilia import theme
from render.kilia.catalogue import sentence
from render.kilia.council.header import gables
from render.kilia.pieces.goods import Money, Ware, held
from render.kit.colour import GOLD, WHITE
from render.kit.look import Look
from render.kit.scene import HEAD, KEY, Anchor, Icon, Node, Nodes, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit
from render.kit.tokens import SeatToken

WIDTH, HEIGHT = 1600, 1000
LEFT, TOP, FOOT, ROOM, GAP = 44, 142, 948, 1512, 18


def framed(live: Nodes, ground: Nodes = (), height: int = HEIGHT) -> Scene:
    foot = gables(height - 36)
    return Scene(theme.THEME, WIDTH, height, theme.TAR, (*ground, *gables(20, rising=False), *foot), live)


def question(text: str, mat: Mat, room: float = 570) -> Iterator[Node]:
    """In gold behind the closed eye and the token of whose picture it is; in `room` px, two lines if need be."""
    yield Icon("eye_off", 76, 78, 64, GOLD, theme.TAR)
    yield Sprite(150, 78 + (4 if mat.seat == 2 else 0), SeatToken(mat.seat, theme.SEATS[mat.color], 28, ring=True))
    yield from fit(text, room, HEAD).runs(196, 78, GOLD, room=room + 10)


def means(mat: Mat) -> Iterator[Node]:
    """What decides: keys, coins, goods, at the right of the question."""
    yield Icon("key", 842, 78, 50, WHITE, theme.TAR)
    yield Text(874, 78, str(mat.keys), HEAD, WHITE, room=40)
    for i, (thing, number) in enumerate(held(mat).items()):
        x = 968 + 122 * i
        yield Sprite(x, 78, Ware(thing, 50, 0 if number else 0.6, theme.TAR))
        yield Text(x + 32, 78, str(number), HEAD if number < 10 else KEY, WHITE if number else theme.DIM, room=66)


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a picture, in px."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> float:
        return self.x + self.w / 2

    def anchor(self, place: str) -> Anchor:
        return Anchor(place, Spot(self.x, self.y, self.w, self.h, 12, (self.x + 6, self.y + 6), 34))


def grid(columns: int, rows: int, top: float = TOP, foot: float = FOOT) -> list[Field]:
    """The whole room under the question in equal fields, in reading order."""
    w, h = (ROOM - GAP * (columns - 1)) / columns, (foot - top - GAP * (rows - 1)) / rows
    return [Field(LEFT + (w + GAP) * c, top + (h + GAP) * r, w, h) for r in range(rows) for c in range(columns)]


def price(slot: Slot, has: int, x: float, y: float, look: Look) -> Iterator[Node]:
    """The keys that a slot asks for, and what it takes of somebody who `has` so many: nothing, or coins."""
    yield Icon("key", x, y, 44, WHITE, theme.TAR_2)
    yield Text(x + 28, y, str(slot.keys), HEAD, WHITE, room=40)
    if has >= slot.keys:
        yield from fit(sentence("free", look.lang), 110, KEY).runs(x + 72, y, theme.MUTED, room=120)
    else:
        yield Sprite(x + 100, y, Money(slot.price, 28))


def lit(things: list[str], have: dict[str, int]) -> list[bool]:
    """Of each unit of a cost, whether it is at hand; any good takes what the others leave."""
    left = dict(have)
    found = []
    for thing in things:
        of = max((t for t in left if t != "coin"), key=lambda t: left[t]) if thing == "any" else thing
        found.append(left[of] > 0)
        left[of] -= left[of] > 0
    return found


def halves(number: int) -> str:
    """Half of a number: what two sailings bring, for one of them."""
    return f"{number // 2}" + (".5" if number % 2 else "")
