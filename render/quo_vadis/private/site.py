"""Questions about spaces: the genesis area alone, as large as it goes, or with the areas around it."""

from collections.abc import Iterator

from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.view import PlayerView, SpaceView, View
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, FRAMES, KEY, Box, Icon, Node, Scene, Sprite, Text
from render.kit.text import fit, fit_name
from render.kit.tokens import SeatToken
from render.quo_vadis import theme
from render.quo_vadis.board.war import near
from render.quo_vadis.catalogue import noun, sentence
from render.quo_vadis.land import field
from render.quo_vadis.land.layout import layout
from render.quo_vadis.private.frame import night, purse

X, W, TOP = 1100.0, 456.0, 124.0


def genesis(view: View, look: Look) -> Scene:
    """1600 x 1200: the genesis area alone; at its side who is there and what placing costs on each terrain."""
    return _scene(view, look, alone=True)


def around(view: View, look: Look) -> Scene:
    """1600 x 1200: the genesis area and all that touches it."""
    return _scene(view, look, alone=False)


def _scene(view: View, look: Look, *, alone: bool) -> Scene:
    assert look.viewer is not None and view.turn is not None and view.turn.area is not None
    shown = [view.area(view.turn.area)] if alone else near(view, view.turn.area)
    lay = layout([area.at for area in shown], 52, 150, 996, 996, 270 if alone else 150)
    marked = frozenset(mark.place for mark in look.marks)
    live = (
        FRAMES,
        *field.standing(view, lay, shown, marked=marked),
        *_side(view, look, look.viewer),
    )
    sky = Box(20, 120, 1060, 1054, 22, theme.SKY)
    means = purse(view.players[look.viewer], ("wrath", "morale", "food"))
    return night(look, "ask_space", live, means, 1200, (sky, *field.terrain(view, lay, shown)))


def _side(view: View, look: Look, me: int) -> Iterator[Node]:
    """Who has how much in the genesis area and beside it: the strengths of a war that may come. What terrains cost."""
    assert view.turn is not None and view.turn.area is not None
    area = view.area(view.turn.area)
    yield from fit(sentence("strengths", look.lang), W - 20, BODY).runs(X + 10, TOP + 26, theme.MUTED, room=W)
    y = TOP + 58
    h = {3: 190.0, 4: 150.0}.get(len(view.players), 112.0)
    for seat in view.in_order:
        player = view.players[seat]
        one = view.turn.strengths[seat]
        here = any(space.workers[seat] or _stands(space, seat) for space in area.spaces)
        ground = WHITE if here else theme.NIGHT_2
        ink = INK if here else theme.MUTED
        yield Box(X, y, W, h, 12, ground)
        yield Sprite(X + 50, y + h / 2, SeatToken(seat, theme.race(player.race), 28, ring=not here, edge=INK))
        yield from fit_name(look.names[seat], 250, BODY).runs(X + 96, y + 0.28 * h, ink, room=256)
        parts = [("man", one.workers), ("town", one.towns), ("trefoil", one.neighbours)]
        parts += [("skill", one.bonus)] if one.bonus else []
        for i, (icon, number) in enumerate(parts):
            yield Icon(icon, X + 108 + 60 * i, y + 0.7 * h, 32, ink, ground)
            yield Text(X + 128 + 60 * i, y + 0.7 * h, str(number), BODY, ink, room=34)
        yield Text(X + W - 16, y + 0.34 * h, f"{one.total}+d{one.sides}", KEY, ink, "r", room=150)
        y += h + 10
    yield from free_terrains(view.players[me], look, y + 16)


def _stands(space: SpaceView, seat: int) -> bool:
    return space.town is not None and space.town.owner == seat and space.town.population > 0


def free_terrains(player: PlayerView, look: Look, y: float, *, one_row: bool = False) -> Iterator[Node]:
    """Terrains on which a worker of one's own costs nothing, side by side at the right of the map.

    one_row: a third one, by Adaptation, takes the names' room; the signs are those of the map.
    """
    own = {CONTENT.races[player.race].terrain, player.adapted} if player.race else set()
    free = [terrain for terrain in theme.TERRAIN if terrain in CONTENT.plain_terrains or terrain in own]
    yield from fit(sentence("no_terrain_cost", look.lang), W - 20, BODY).runs(X + 10, y + 16, theme.MUTED, room=W)
    columns = max(2, len(free)) if one_row else 2
    pitch = (W - 8) / columns
    for i, terrain in enumerate(free):
        x = X + 10 + pitch * (i % columns)
        top = y + 44 + 66 * (i // columns)
        yield Box(x, top, pitch - 10, 58, 10, theme.TERRAIN[terrain], WHITE, 2)
        middle = x + 32 if columns == 2 else x + (pitch - 10) / 2
        yield Icon(f"m_{terrain}", middle, top + 29, 36, theme.MARKS[terrain], theme.TERRAIN[terrain])
        if columns == 2:
            ink = WHITE if terrain == "sea" else INK
            yield from fit(noun(f"terrain.{terrain}", look.lang), 140, DETAIL).runs(x + 62, top + 29, ink, room=146)
