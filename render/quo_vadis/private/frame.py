"""What the pictures of questions share: the night ground, the question in gold, and the means that decide it."""

from collections.abc import Iterable, Iterator

from engines.quo_vadis.view import PlayerView
from render.kit.colour import GOLD, WHITE, mix
from render.kit.look import Look
from render.kit.scene import HEAD, Icon, Node, Nodes, Scene, Text
from render.kit.text import fit
from render.quo_vadis import theme
from render.quo_vadis.catalogue import sentence
from render.quo_vadis.land.ground import stars

PALE = {"morale": mix(theme.TRACK_COLOUR["morale"], WHITE, 0.45), "faith": mix(theme.FAITH, WHITE, 0.55)}
"""Resources on the night ground."""


def night(
    look: Look, question: str, live: Iterable[Node], means: Iterable[Node] = (), height: int = 1000, static: Nodes = ()
) -> Scene:
    """1600 wide. question: a key of this folder's locale"""
    sky = stars(20, 16, 1560, theme.NIGHT_3) + stars(20, height - 16, 1560, theme.NIGHT_3)
    head: Nodes = (
        Icon("eye_off", 76, 72, 64, GOLD, theme.FRAME),
        *fit(sentence(question, look.lang), 900, HEAD).runs(124, 72, GOLD, room=900),
    )
    return Scene(theme.THEME, 1600, height, theme.FRAME, (*sky, *static), (*head, *means, *live))


def purse(player: PlayerView, tracks: Iterable[str]) -> Iterator[Node]:
    """What can be paid with, from the right."""
    x = 1548.0
    for track in tracks:
        value = player.wrath if track == "wrath" else player.stock[track]
        yield Text(x, 72, str(value), HEAD, WHITE, "r", room=70)
        x -= 44 if value < 10 else 74
        colour = PALE.get(track, mix(theme.TRACK_COLOUR[track], WHITE, 0.75 if track == "wrath" else 0.4))
        yield Icon(theme.TRACK[track], x - 26, 72, 52, colour, theme.FRAME)
        x -= 84
