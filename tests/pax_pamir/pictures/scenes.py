"""Views of Pax Pamir, pictures of the whole board drawn from them, and queries on a Scene."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise

from engines.pax_pamir.view import View
from render import RenderContext, Scene, load_arts
from render.kit.render_context import Lang
from render.kit.scene import Node, TextRun
from render.pax_pamir.board.overview import PARTS

from . import boards

STATES: dict[str, Callable[[], View]] = {
    "classic": boards.build_four,
    "fullest": boards.build_fullest,
    "massed": boards.build_massed,
    "alone": boards.build_alone,
    "bribe": boards.build_bribe,
    "ended": boards.build_ended,
    "start of two": lambda: boards.build_start(2),
    "start of three": lambda: boards.build_start(3),
    "start of five": lambda: boards.build_start(5),
}


PICTURES = ("board", "panel:board", *(f"zoom:{part}" for part in PARTS))


def draw_overview(view: View, ctx: RenderContext, private: bool = False) -> Scene:
    return load_arts()["pax_pamir"].compose(view, "panel:board" if private else "board", ctx)


def draw_zoom(view: View, part: str, ctx: RenderContext) -> Scene:
    return load_arts()["pax_pamir"].compose(view, f"zoom:{part}", ctx)


@cache
def build_view(name: str) -> View:
    return STATES[name]()


def build_context(
    view: View, lang: Lang = "en", names: tuple[str, ...] = boards.NAMES, **more: object
) -> RenderContext:
    return RenderContext(lang, names[: len(view.players)], **{"viewer": 0, **more})  # type: ignore[arg-type]


def draw_scenes(lang: Lang, names: tuple[str, ...] = boards.NAMES) -> Iterator[tuple[str, Scene]]:
    for name in STATES:
        for picture in PICTURES:
            yield (
                f"{name} {picture}",
                load_arts()["pax_pamir"].compose(
                    build_view(name), picture, build_context(build_view(name), lang, names)
                ),
            )


def list_nodes(scene: Scene) -> tuple[Node, ...]:
    return (*scene.static_part, *scene.live_part)


def list_texts(scene: Scene) -> list[TextRun]:
    return [node for node in list_nodes(scene) if isinstance(node, TextRun)]


def list_words(scene: Scene) -> list[str]:
    return [text.text for text in list_texts(scene)]


def has_overlap(a: tuple[float, ...], b: tuple[float, ...], slack: float) -> bool:
    level = a[0] + slack < b[2] and b[0] + slack < a[2]
    return level and a[1] + slack < b[3] and b[1] + slack < a[3]


def is_inside(point: tuple[float, float], outline: tuple[tuple[float, float], ...]) -> bool:
    """Return whether a point is in a polygon: a ray to the right crosses its edge an odd number of times."""
    x, y = point
    crossed = False
    for (ax, ay), (bx, by) in pairwise((*outline, outline[0])):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossed = not crossed
    return crossed
