"""What decision pictures have in common: the closed eye, the question in gold, gables above and below."""

from collections.abc import Iterator

from render.kilia import theme
from render.kilia.council.header import gables
from render.kit.colour import GOLD
from render.kit.scene import HEAD, Icon, Node, Nodes, Scene
from render.kit.text import fit

WIDTH, HEIGHT = 1600, 1000


def framed(live: Nodes, ground: Nodes = ()) -> Scene:
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.TAR, (*ground, *gables(20, rising=False), *gables(964)), live)


def question(text: str, room: float = 1000) -> Iterator[Node]:
    yield Icon("eye_off", 76, 78, 64, GOLD, theme.TAR)
    yield from fit(text, room, HEAD).runs(126, 78, GOLD, room=room + 10)
