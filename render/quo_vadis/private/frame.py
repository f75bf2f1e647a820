"""The common frame of private pictures: night background, the question in gold, and the resources that matter."""

from collections.abc import Iterable, Iterator

from engines.quo_vadis.view import PlayerView
from render import kit
from render.quo_vadis import backdrop, theme
from render.quo_vadis.catalogue import render_message

PALE_COLOUR = {
    "morale": kit.mix_colours(theme.TRACK_COLOUR["morale"], kit.WHITE, 0.45),
    "faith": kit.mix_colours(theme.FAITH, kit.WHITE, 0.55),
}
"""Colours of resources on the night background."""


def build_private_scene(
    ctx: kit.RenderContext,
    question: str,
    live: Iterable[kit.Node],
    resources: Iterable[kit.Node] = (),
    height: int = 1000,
    static: kit.Nodes = (),
) -> kit.Scene:
    """Build a private picture, 1600 px wide. question: a key of this folder's catalogue."""
    cloth = (
        *backdrop.draw_cloth(height, 0),
        backdrop.draw_frieze(0),
        backdrop.draw_frieze(height - backdrop.FRIEZE_H),
    )
    head: kit.Nodes = (
        kit.Icon("eye_off", 76, 72, 64, kit.GOLD, theme.FRAME),
        *kit.fit_text(render_message(question, ctx.lang), 900, kit.HEAD).build_runs(124, 72, kit.GOLD, max_width=900),
    )
    return kit.Scene(theme.THEME, 1600, height, theme.FRAME, (*cloth, *static), (*head, *resources, *live))


def draw_resources(player: PlayerView, tracks: Iterable[str]) -> Iterator[kit.Node]:
    """Draw the player's resources in the header, from the right."""
    x = 1548.0
    for track in tracks:
        value = player.wrath if track == "wrath" else player.stock[track]
        yield kit.TextRun(x, 72, str(value), kit.HEAD, kit.WHITE, "r", max_width=70)
        x -= 44 if value < 10 else 74
        colour = PALE_COLOUR.get(
            track, kit.mix_colours(theme.TRACK_COLOUR[track], kit.WHITE, 0.75 if track == "wrath" else 0.4)
        )
        yield kit.Icon(theme.TRACK[track], x - 26, 72, 52, colour, theme.FRAME)
        x -= 84
