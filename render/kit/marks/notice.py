"""The line on every private picture that only its reader sees it."""

from render.kit.colour import GOLD
from render.kit.scene import KEY, Icon, Nodes
from render.kit.text import fit


def notice(sentence: str, ground: str, y: float = 78, room: float = 830) -> Nodes:
    """Upper left: the closed eye and the sentence."""
    return (
        Icon("eye_off", 76, y, 64, GOLD, ground),
        *fit(sentence, room, KEY).runs(124, y, GOLD, room=room),
    )
