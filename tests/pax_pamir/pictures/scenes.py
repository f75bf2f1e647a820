"""Views of Pax Pamir and the pictures of the whole board, drawn for the tests, and what is on a Scene."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise

from engines.pax_pamir.view import View
from render import Look, Scene, arts
from render.kit.look import Lang
from render.kit.scene import Node, Text
from render.pax_pamir.board.zoom import PARTS

from . import boards

STATES: dict[str, Callable[[], View]] = {
    "classic": boards.four,
    "fullest": boards.fullest,
    "massed": boards.massed,
    "alone": boards.alone,
    "bribe": boards.bribe,
    "ended": boards.ended,
    "start of two": lambda: boards.start(2),
    "start of five": lambda: boards.start(5),
}


PICTURES = ("board", "panel:board", *(f"zoom:{part}" for part in PARTS))


def overview(view: View, look: Look, private: bool = False) -> Scene:
    return arts()["pax_pamir"].compose(view, "panel:board" if private else "board", look)


def zoom(view: View, part: str, look: Look) -> Scene:
    return arts()["pax_pamir"].compose(view, f"zoom:{part}", look)


@cache
def state(name: str) -> View:
    return STATES[name]()


def look(view: View, lang: Lang = "en", names: tuple[str, ...] = boards.NAMES, **more: object) -> Look:
    return Look(lang, names[: len(view.players)], **{"viewer": 0, **more})  # type: ignore[arg-type]


def scenes(lang: Lang, names: tuple[str, ...] = boards.NAMES) -> Iterator[tuple[str, Scene]]:
    for name in STATES:
        for picture in PICTURES:
            yield f"{name} {picture}", arts()["pax_pamir"].compose(state(name), picture, look(state(name), lang, names))


def nodes(scene: Scene) -> tuple[Node, ...]:
    return (*scene.static, *scene.live)


def texts(scene: Scene) -> list[Text]:
    return [node for node in nodes(scene) if isinstance(node, Text)]


def words(scene: Scene) -> list[str]:
    return [text.text for text in texts(scene)]


def overlap(a: tuple[float, ...], b: tuple[float, ...], slack: float) -> bool:
    level = a[0] + slack < b[2] and b[0] + slack < a[2]
    return level and a[1] + slack < b[3] and b[1] + slack < a[3]


def inside(point: tuple[float, float], outline: tuple[tuple[float, float], ...]) -> bool:
    """Whether a point lies in a polygon: a ray to the right crosses its edge an odd number of times."""
    x, y = point
    crossed = False
    for (ax, ay), (bx, by) in pairwise((*outline, outline[0])):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossed = not crossed
    return crossed
