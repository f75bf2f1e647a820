"""Every word on every picture of Pax Pamir can be read: its colour stands out from what is painted under it."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from engines.pax_pamir.view import View
from render import Look, Scene, arts, paint
from render.kit.colour import contrast
from render.kit.extent import extent
from render.kit.scene import HEAD, Text, line

from . import boards

ART = arts()["pax_pamir"]
LEAST, LEAST_LARGE = 4.5, 3.0  # WCAG 2.1 AA: words, and words as large as a head
STATES: dict[str, View] = {
    "classic": boards.classic(),
    "full": boards.full(),
    "Wakhan": boards.with_wakhan(),
    "alone": boards.alone(),
    "ended": boards.ended(),
    "start": boards.start(3),
}


def pictures(view: View) -> list[tuple[str, Look]]:
    """All of them; private ones for a seat whose hand the View shows."""
    names = boards.NAMES[: len(view.players)]
    visible = [player.number for player in view.players if player.hand is not None]
    private = ["panel:board"]
    private += ["panel:hand", "panel:turn"] if visible else []
    return [(picture, Look("ja", names, (visible or [0])[0])) for picture in (*ART.pictures(view), *private)]


def faint(scene: Scene) -> list[str]:
    """The texts whose colour is too close to the colour that covers most of their ground."""
    texts = [node for node in (*scene.static, *scene.live) if isinstance(node, Text)]
    bare = replace(
        scene,
        static=tuple(node for node in scene.static if not isinstance(node, Text)),
        live=tuple(node for node in scene.live if not isinstance(node, Text)),
    )
    painted = Image.open(BytesIO(paint(bare))).convert("RGB")
    found = []
    for text in texts:
        left, top, right, bottom = (round(edge) for edge in extent(text))
        under = painted.crop((left, top, right, bottom))
        _, colour = max(under.getcolors(under.width * under.height) or ())
        assert isinstance(colour, tuple)
        ground = "#{:02X}{:02X}{:02X}".format(*colour)
        if contrast(text.colour, ground) < (LEAST_LARGE if text.size >= HEAD else LEAST):
            found.append(f"{line(text)} on {ground}: {contrast(text.colour, ground):.1f}")
    return found


@pytest.mark.parametrize("state", STATES)
def test_every_word_stands_out_from_its_ground(state: str) -> None:
    view = STATES[state]
    for picture, look in pictures(view):
        assert not faint(ART.compose(view, picture, look)), picture
