"""The distribution of cubes in the set-up: the cells of each track are the options."""

from collections.abc import Iterator

from engines.quo_vadis.data.content import KINDS, RESOURCES
from engines.quo_vadis.view import PlayerView, View
from render import kit
from render.quo_vadis import theme
from render.quo_vadis.catalogue import render_capitalized_noun, render_message, render_noun
from render.quo_vadis.private.frame import build_private_scene
from render.quo_vadis.private.hand import BAND_H, draw_kind_face, draw_skill_row

CUBES_TOP, CUBES_PITCH = 142.0, 158.0
MAX_CELL_WIDTH, FIRST_CELL_X = 122.0, 400.0


def draw_cube_question(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the tracks in the order in which they are asked for, and below the two basic skills; 1600 x 1000."""
    assert ctx.viewer is not None
    player = view.players[ctx.viewer]
    asked_tracks = {mark.place.split(":")[1] for mark in ctx.marks if mark.place.startswith("cube:")}
    live = [
        node
        for i, track in enumerate(("food", "morale", "faith"))
        for node in _draw_track(player, track, ctx, CUBES_TOP + CUBES_PITCH * i, track in asked_tracks)
    ]
    below = draw_skill_row(player, ctx, 660, 290)
    return build_private_scene(ctx, "ask_cubes", (*live, *below))


def _draw_track(player: PlayerView, track: str, ctx: kit.RenderContext, y: float, is_asked: bool) -> Iterator[kit.Node]:
    h = CUBES_PITCH - 14
    background = theme.TABLET if is_asked else theme.NIGHT_2
    ink, colour = (
        (kit.INK, theme.TRACK_COLOUR[track])
        if is_asked
        else (kit.WHITE, kit.mix_colours(theme.TRACK_COLOUR[track], kit.WHITE, 0.45))
    )
    value, maximum = player.stock[track], player.maxima.get(track, 0)
    yield kit.Anchor(f"track:{track}", kit.Placement(44, y, 1512, h, 12), value, part="tracks")
    yield kit.Box(44, y, 1512, h, 12, background, material="vellum" if is_asked else "lacquer")
    yield kit.Icon(theme.TRACK[track], 104, y + h / 2, 76, colour, background)
    yield from kit.fit_text(render_capitalized_noun(f"resource.{track}", ctx.lang), 190, kit.KEY).build_runs(
        160, y + h / 2, ink, max_width=196
    )
    cell = min(MAX_CELL_WIDTH, 1140 / (maximum + 1))
    for i in range(maximum + 1):
        x = FIRST_CELL_X + cell * i
        placement = kit.Placement(
            x,
            y + 12,
            cell - 10,
            h - 24,
            10,
            number_centre=(x + cell / 2 - 5, y + h - 40),
            number_radius=26,
            is_centred=True,
        )
        yield kit.Anchor(f"cube:{track}:{i}", placement)
        is_filled = i <= value and value > 0
        yield kit.Box(x, y + 12, cell - 10, h - 24, 10, colour if is_filled and i else None, theme.STONE, 2)
        shade = kit.WHITE if is_filled and i and is_asked else ink
        under = colour if is_filled and i else background
        yield kit.Icon(theme.TRACK[track], x + cell / 2 - 25, y + 44, 32, shade, under)
        yield kit.TextRun(x + cell / 2 + 15, y + 44, str(i), kit.KEY, shade, "m", max_width=cell / 2 - 14)


EXTRAS_TOP, EXTRAS_PITCH, EXTRAS_HEIGHT = 142.0, 172.0, 156.0
SOURCE_WIDTH, TARGET_X, TARGET_WIDTH = 700.0, 800.0, 370.0


def draw_extras_question(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw a row for each resource with its possible targets at the right, and the hand below; 1600 x 1000."""
    assert ctx.viewer is not None
    player = view.players[ctx.viewer]
    marked = frozenset(mark.place for mark in ctx.marks)
    rows = (
        node
        for i in range(len(RESOURCES))
        for node in _draw_source(player, i, ctx, EXTRAS_TOP + EXTRAS_PITCH * i, marked)
    )
    each = kit.fit_text(render_message("for_one", ctx.lang), 500, kit.BODY).build_runs(
        1556, 72, theme.MUTED, "r", max_width=500
    )
    return build_private_scene(ctx, "ask_extras", (*rows, *_draw_hand(player, ctx)), each)


def _draw_source(
    player: PlayerView, i: int, ctx: kit.RenderContext, y: float, marked: frozenset[str]
) -> Iterator[kit.Node]:
    """Draw the stock of a resource, and the two others with their stock after a conversion of one cube."""
    source = RESOURCES[i]
    value, maximum = player.stock[source], player.maxima.get(source, 0)
    yield kit.Anchor(f"track:{source}", kit.Placement(44, y, SOURCE_WIDTH, EXTRAS_HEIGHT, 12), value, part="tracks")
    yield kit.Box(44, y, SOURCE_WIDTH, EXTRAS_HEIGHT, 12, theme.TABLET, material="vellum")
    colour = theme.TRACK_COLOUR[source]
    yield kit.Icon(theme.TRACK[source], 106, y + 52, 72, colour, kit.WHITE)
    yield from kit.fit_text(render_capitalized_noun(f"resource.{source}", ctx.lang), 360, kit.HEAD).build_runs(
        164, y + 52, kit.INK, max_width=366
    )
    yield kit.TextRun(44 + SOURCE_WIDTH - 78, y + 52, str(value), kit.HEAD, kit.INK, "r", max_width=80)
    yield kit.TextRun(44 + SOURCE_WIDTH - 72, y + 57, f"/{maximum}", kit.BODY, theme.INK_2, max_width=66)
    cube = min(76.0, (SOURCE_WIDTH - 40) / max(1, maximum) - 6)
    for n in range(maximum):
        yield kit.Box(64 + (cube + 6) * n, y + 104, cube, 34, 5, colour if n < value else None, theme.LINE, 2)
    yield kit.Icon("arrow", 772, y + EXTRAS_HEIGHT / 2, 44, theme.MUTED, theme.FRAME)
    for j, target in enumerate(other for other in RESOURCES if other != source):
        yield from _draw_target(player, source, target, ctx, TARGET_X + (TARGET_WIDTH + 16) * j, y, marked)


def _draw_target(
    player: PlayerView, source: str, target: str, ctx: kit.RenderContext, x: float, y: float, marked: frozenset[str]
) -> Iterator[kit.Node]:
    stock, maximum = player.stock[target], player.maxima.get(target, 0)
    is_possible = player.stock[source] > 0 and stock < maximum
    background = theme.TABLET if f"swap:{source}:{target}" in marked else theme.NIGHT_2
    ink = kit.INK if background == theme.TABLET else kit.WHITE if is_possible else theme.MUTED
    colour = (
        theme.TRACK_COLOUR[target]
        if background == theme.TABLET
        else kit.mix_colours(theme.TRACK_COLOUR[target], kit.WHITE, 0.45)
    )
    yield kit.Anchor(f"swap:{source}:{target}", kit.Placement(x, y, TARGET_WIDTH, EXTRAS_HEIGHT, 12))
    material = "vellum" if background == theme.TABLET else "lacquer"
    yield kit.Box(x, y, TARGET_WIDTH, EXTRAS_HEIGHT, 12, background, material=material)
    yield kit.Icon(theme.TRACK[target], x + 82, y + 52, 64, colour, background)
    yield from kit.fit_text(render_capitalized_noun(f"resource.{target}", ctx.lang), 230, kit.KEY).build_runs(
        x + 130, y + 52, ink, max_width=234
    )
    stock_text = f"{stock} → {stock + 1}" if is_possible else f"{stock}/{maximum}"
    yield kit.TextRun(x + 82, y + 118, stock_text, kit.KEY, ink, "m", max_width=150)
    if is_possible:
        have = player.stock[source]
        yield kit.Icon(
            theme.TRACK[source],
            x + 214,
            y + 118,
            36,
            kit.mix_colours(theme.TRACK_COLOUR[source], background, 0.3),
            background,
        )
        yield kit.TextRun(x + 242, y + 118, f"{have} → {have - 1}", kit.BODY, ink, max_width=120)


def _draw_hand(player: PlayerView, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the hand, kind by kind."""
    hand_cards = player.hand or ()
    y = EXTRAS_TOP + EXTRAS_PITCH * 3 + 40
    word = render_message("hand", ctx.lang, held=player.hand_size, limit=player.hand_limit)
    yield from kit.fit_text(word, 900, kit.BODY).build_runs(44, y - 12, theme.MUTED, max_width=900)
    kinds = [kind for kind in KINDS if kind in hand_cards]
    counts = {kind: f" ×{hand_cards.count(kind)}" if hand_cards.count(kind) > 1 else "" for kind in kinds}
    names = kit.fit_texts([render_noun(f"kind.{kind}", ctx.lang) + counts[kind] for kind in kinds], 200, kit.KEY)
    for j, kind in enumerate(kinds):
        x = 44 + 306 * j
        yield kit.Anchor(
            f"hand:{kind}",
            kit.Placement(x, y + 34, 290, 214, 12, number_radius=28),
            hand_cards.count(kind),
            part="hand",
        )
        yield from draw_kind_face(kind, names[j], (x, y + 34, 290, 214), 214 - BAND_H)
