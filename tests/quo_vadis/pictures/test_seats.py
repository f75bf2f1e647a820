"""The picture of all players: their rows of the overview, enlarged, with race, hand and hidden skills."""

from __future__ import annotations

import pytest

from engines.kernel import LANGS
from render import Lang, Look, arts
from render.kit.scene import Text
from render.quo_vadis.catalogue import noun
from tests.quo_vadis.pictures.boards import fullest

ART = arts()["quo_vadis"]
NAMES = ("Aoi", "Bartholomew", "Kotori", "Jules", "Nina")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seats", [3, 5])
def test_everybody_is_shown_larger_than_on_the_overview_and_with_what_has_no_room_there(seats: int, lang: Lang) -> None:
    view, look = fullest(seats), Look(lang, NAMES[:seats])
    scene, board = ART.compose(view, "seats", look), ART.compose(view, "board", look)
    assert "seats" in ART.pictures(view)
    words = [node.text for node in scene.live if isinstance(node, Text)]
    for player in view.players:
        assert noun(f"race.{player.race}", lang) in words
        assert f"{player.held}/{player.hand_limit}" in words
    for seat in range(seats):
        assert scene.anchors[f"vp:{seat}"].spot.w > 1.5 * board.anchors[f"vp:{seat}"].spot.w
    for anchor in scene.anchors.values():
        spot = anchor.spot
        assert spot.x >= 20 and spot.x + spot.w <= 1580 and spot.y + spot.h <= 1180, anchor.place
    assert ART.alt(view, "seats", look)
