"""Cubes for the tracks at the start: the cells of a track are the answers, as large as they go."""

from collections.abc import Iterator

from engines.quo_vadis.view import PlayerView, View
from render.kit.colour import INK, WHITE, mix
from render.kit.look import Look
from render.kit.scene import KEY, Anchor, Box, Icon, Node, Scene, Text
from render.kit.spot import Spot
from render.kit.text import fit
from render.quo_vadis import theme
from render.quo_vadis.catalogue import capital
from render.quo_vadis.private.frame import night
from render.quo_vadis.private.hand import skill_row

TOP, PITCH = 142.0, 158.0
CELL, FIRST = 122.0, 400.0


def cubes(view: View, look: Look) -> Scene:
    """1600 x 1000: food, morale, faith in the order in which they are asked for; below the two basic skills."""
    assert look.viewer is not None
    player = view.players[look.viewer]
    asked = {mark.place.split(":")[1] for mark in look.marks if mark.place.startswith("cube:")}
    live = [
        node
        for i, track in enumerate(("food", "morale", "faith"))
        for node in _track(player, track, look, TOP + PITCH * i, track in asked)
    ]
    below = skill_row(player, look, 660, 290)
    return night(look, "ask_cubes", (*live, *below))


def _track(player: PlayerView, track: str, look: Look, y: float, asked: bool) -> Iterator[Node]:
    h = PITCH - 14
    ground = WHITE if asked else theme.NIGHT_2
    ink, colour = (INK, theme.TRACK_COLOUR[track]) if asked else (WHITE, mix(theme.TRACK_COLOUR[track], WHITE, 0.45))
    value, most = player.stock[track], player.maxima.get(track, 0)
    yield Anchor(f"track:{track}", Spot(44, y, 1512, h, 12), value, part="tracks")
    yield Box(44, y, 1512, h, 12, ground)
    yield Icon(theme.TRACK[track], 104, y + h / 2, 76, colour, ground)
    yield from fit(capital(f"resource.{track}", look.lang), 190, KEY).runs(160, y + h / 2, ink, room=196)
    cell = min(CELL, 1140 / (most + 1))
    for i in range(most + 1):
        x = FIRST + cell * i
        spot = Spot(x, y + 12, cell - 10, h - 24, 10, badge=(x + cell / 2 - 5, y + h - 40), badge_r=26, centred=True)
        yield Anchor(f"cube:{track}:{i}", spot)
        filled = i <= value and value > 0
        yield Box(x, y + 12, cell - 10, h - 24, 10, colour if filled and i else None, theme.STONE, 2)
        shade = WHITE if filled and i and asked else ink
        under = colour if filled and i else ground
        yield Icon(theme.TRACK[track], x + cell / 2 - 25, y + 44, 32, shade, under)
        yield Text(x + cell / 2 + 15, y + 44, str(i), KEY, shade, "m", room=cell / 2 - 14)
