"""Every text on every picture of Pax Pamir is legible: its colour contrasts with the pixels painted under it."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from engines.pax_pamir.view import View
from render import RenderContext, Scene, load_arts, paint
from render.kit.bounds import measure_bounds
from render.kit.colour import compute_contrast
from render.kit.scene import HEAD, TextRun, describe_node

from . import boards

ART = load_arts()["pax_pamir"]
LEAST, LEAST_LARGE = 4.5, 3.0  # WCAG 2.1 AA: ordinary text, and text as large as a heading
STATES: dict[str, View] = {
    "classic": boards.build_classic(),
    "full": boards.build_full(),
    "Wakhan": boards.build_with_wakhan(),
    "alone": boards.build_alone(),
    "ended": boards.build_ended(),
    "start": boards.build_start(3),
}


def list_pictures(view: View) -> list[tuple[str, RenderContext]]:
    """Return all pictures of a View; private ones for a seat whose hand it shows."""
    names = boards.NAMES[: len(view.players)]
    visible = [player.number for player in view.players if player.hand is not None]
    private = ["panel:board"]
    private += ["panel:hand", "panel:turn"] if visible else []
    return [
        (picture, RenderContext("ja", names, (visible or [0])[0])) for picture in (*ART.list_pictures(view), *private)
    ]


def list_faint_texts(scene: Scene) -> list[str]:
    """Return the texts whose colour is too close to the most frequent colour of their background."""
    texts = [node for node in (*scene.static_part, *scene.live_part) if isinstance(node, TextRun)]
    bare = replace(
        scene,
        static_part=tuple(node for node in scene.static_part if not isinstance(node, TextRun)),
        live_part=tuple(node for node in scene.live_part if not isinstance(node, TextRun)),
    )
    painted = Image.open(BytesIO(paint(bare))).convert("RGB")
    faults = []
    for text in texts:
        left, top, right, bottom = (round(edge) for edge in measure_bounds(text))
        under = painted.crop((left, top, right, bottom))
        _, colour = max(under.getcolors(under.width * under.height) or ())
        assert isinstance(colour, tuple)
        background = text.halo or "#{:02X}{:02X}{:02X}".format(*colour)
        if compute_contrast(text.colour, background) < (LEAST_LARGE if text.size >= HEAD else LEAST):
            faults.append(f"{describe_node(text)} on {background}: {compute_contrast(text.colour, background):.1f}")
    return faults


@pytest.mark.parametrize("state", STATES)
def test_every_text_contrasts_with_its_background(state: str) -> None:
    view = STATES[state]
    for picture, ctx in list_pictures(view):
        assert not list_faint_texts(ART.compose(view, picture, ctx)), picture
