"""The reader's hand with the effect of each card, resources and face-down skills; in the draft the pack."""

from collections.abc import Iterator, Sequence

from engines.quo_vadis.data.content import CONTENT, KINDS
from engines.quo_vadis.view import PlayerView, PlayView, View
from render import kit
from render.quo_vadis import theme
from render.quo_vadis.board.mat import draw_kind_art, draw_track
from render.quo_vadis.catalogue import render_message, render_noun
from render.quo_vadis.pieces import GenerationChip
from render.quo_vadis.private.frame import build_private_scene
from render.quo_vadis.private.skill_cards import draw_skills

HEIGHT = 1200
LEFT, WIDTH = 44.0, 1512.0
CARD_Y, CARD_H, BAND_H, HALF_H = 128.0, 554.0, 64.0, 150.0
"""Top and height of a card; heights of the cloth with its name, and of each of its two halves."""
GAP = 18.0
STRIP_Y, STRIP_H = 702.0, 118.0
SKILLS_Y, SKILLS_H = 880.0, 282.0


def require_viewer(ctx: kit.RenderContext) -> int:
    """Return the reader's seat. Raises ValueError without one."""
    if ctx.viewer is None:
        raise ValueError("this picture shows the reader's own hand: look.viewer must be a seat, got None")
    return ctx.viewer


def draw_hand(view: View, ctx: kit.RenderContext, question: str = "ask_card") -> kit.Scene:
    """Draw the cards and the face-down skills below, in the draft the pack and the picked skills; 1600 x 1200.

    question: the heading if cards are the options.
    """
    player = view.players[require_viewer(ctx)]
    if player.offer:
        live = (*_draw_pack(player, ctx),)
    else:
        live = (*_draw_cards(player, ctx, question == "ask_discard"), *_draw_means(player, ctx))
    word = render_message("hand", ctx.lang, held=player.hand_size, limit=player.hand_limit)
    hidden = render_message("hidden", ctx.lang, n=player.face_down_count)
    face_down = draw_skills(player.face_down or (), SKILLS_Y, SKILLS_H, ctx, hidden)
    heading = question if ctx.marks and not player.offer else "notice"
    held = kit.TextRun(1556, 72, word, kit.HEAD, kit.WHITE, "r", max_width=560)
    return build_private_scene(ctx, heading, (*live, *face_down), (held,), HEIGHT)


def draw_discard_question(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the hand with what each card would do in the next turn; 1600 x 1200."""
    return draw_hand(view, ctx, "ask_discard")


def draw_own_tracks(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the reader's four tracks for questions about resources, and the seat's skills below; 1600 x 1000."""
    player = view.players[require_viewer(ctx)]
    large = (
        kit.transform_node(node, 44 + 764 * (j % 2), 142 + 222 * (j // 2), 2.04)
        for j in range(len(player.stock) + 1)
        for node in draw_track(player, ctx, j, 0, 0)
    )
    return build_private_scene(
        ctx, "ask_tracks" if ctx.marks else "notice", (*large, *draw_skill_row(player, ctx, 640, 316))
    )


def draw_skill_row(player: PlayerView, ctx: kit.RenderContext, y: float, h: float) -> Iterator[kit.Node]:
    """Draw the skills in play, or the two basic skills before one is chosen."""
    ids = player.skills or _list_basic_skills(player)
    yield from draw_skills(ids, y, h, ctx, render_message("skills", ctx.lang), player.spent)
    if len(ids) == 1:
        left, plate = LEFT + 0.75 * WIDTH - h / 2, (0.0, 0.0, h, h)
        yield kit.Vignette(left, y, h, h, "quo_vadis/ship", theme.BRONZE, strength=0.6, plate=plate)


def _list_basic_skills(player: PlayerView) -> Sequence[str]:
    return CONTENT.races[player.race].basic if player.race is not None else ()


def _draw_cards(player: PlayerView, ctx: kit.RenderContext, is_discard: bool) -> Iterator[kit.Node]:
    """Draw a card for each kind in hand, with its yield as a continuation and as a change.

    is_discard: the number stands for the whole card, not for its upper half.
    """
    hand_cards = player.hand or ()
    kinds = [kind for kind in KINDS if kind in hand_cards]
    columns = max(3, len(kinds))
    w = (WIDTH - GAP * (columns - 1)) / columns
    halves = 2 if player.generations else 1
    art_h = CARD_H - BAND_H - halves * HALF_H
    counts = {kind: f" ×{hand_cards.count(kind)}" if hand_cards.count(kind) > 1 else "" for kind in kinds}
    names = kit.fit_texts([render_noun(f"kind.{kind}", ctx.lang) + counts[kind] for kind in kinds], w - 90, kit.KEY)
    for j in range(len(kinds), columns):
        yield kit.Box(LEFT + (w + GAP) * j, CARD_Y, w, CARD_H, 12, None, theme.STONE, 3, material="hollow")
    for j, kind in enumerate(kinds):
        x, y = LEFT + (w + GAP) * j, CARD_Y
        yield from draw_kind_face(kind, names[j], (x, y, w, CARD_H), art_h)
        upper = y + art_h + BAND_H
        number = None if is_discard else (x + 36, upper + 40)
        card = kit.Placement(x, y, w, upper + HALF_H - y, 12, number_centre=number, number_radius=28)
        yield kit.Anchor(f"hand:{kind}", card, hand_cards.count(kind), part="hand")
        going_on, change = player.play_effects[kind]
        word_x = 18.0 if is_discard else _NUMBERED_X
        yield from _draw_half(player, kind, going_on, render_message("continue", ctx.lang), (x, upper, w), word_x)
        if halves == 2:
            lower = upper + HALF_H
            yield kit.Polyline(((x + 16, lower), (x + w - 16, lower)), theme.LINE, 2)
            number = (x + 36, lower + 40)
            placement = kit.Placement(x, lower + 4, w, HALF_H - 8, 12, number_centre=number, number_radius=28)
            yield kit.Anchor(f"change:{kind}", placement)
            if player.may_change:
                yield from _draw_half(player, kind, change, render_message("change", ctx.lang), (x, lower, w), word_x)
            else:
                yield kit.Icon("pass", x + w / 2, lower + HALF_H / 2, 56, theme.STONE, theme.TABLET)


def draw_kind_face(
    kind: str, name: kit.FittedText, card: tuple[float, float, float, float], art_h: float
) -> Iterator[kit.Node]:
    """Draw the paper of a card (x, y, width, height), the engraving of its kind, and its name on a band of cloth."""
    x, y, w, h = card
    colour, on_colour = theme.KIND[kind], theme.ON_KIND[kind]
    yield kit.Box(x, y, w, h, 12, theme.TABLET, theme.INK, 2, material="paper")
    yield from draw_kind_art(kind, x + 4, y + 4, w - 8, art_h)
    yield kit.Box(x, y + art_h, w, BAND_H, 0, colour, kit.darken(colour, 0.4), 2, material="cloth")
    middle = y + art_h + BAND_H / 2
    yield kit.Icon(theme.GLYPH[kind], x + 42, middle, 46, on_colour, colour)
    yield from name.build_runs(x + 76, middle, on_colour, max_width=w - 86)


_NUMBERED_X = 78.0
"""x of a heading beside the number of its option."""
_ROW_GAP = 6.0


def _draw_half(
    player: PlayerView, kind: str, play: PlayView, word: str, room: tuple[float, float, float], word_x: float
) -> Iterator[kit.Node]:
    """Draw half of a card (x, y, width): a heading, the number of actions, and their yield with the stock after it."""
    x, y, w = room
    right, actions = x + w - 16, f"×{play.actions}"
    yield kit.TextRun(right, y + 40, actions, kit.BODY, theme.INK_2, "r", max_width=70)
    max_width = w - word_x - 24 - kit.measure_text(actions, kit.BODY)
    yield from kit.fit_text(word, max_width, kit.BODY).build_runs(x + word_x, y + 40, theme.INK_2, max_width=max_width)
    middle, line = y + 104, CONTENT.kinds[kind]
    if kind == "prosperity":
        yield kit.Sprite(x + 54, middle - 2, kit.Seal(f"+{play.vp}", 36))
        yield kit.TextRun(x + 104, middle, f"→ {player.points + play.vp}", kit.KEY, theme.INK, max_width=w - 120)
        return
    if line.gives is None:
        yield kit.Icon("step", x + 54, middle, 60, theme.SKY_2, theme.TABLET)
        yield kit.TextRun(x + 100, middle, actions, kit.HEAD, theme.INK, max_width=w - 116)
        return
    gain, after = f"+{play.cubes}", f"→ {player.stock[line.gives] + play.cubes}"
    wrath = f"+{min(line.wrath, player.max_wrath - player.wrath)}" if line.wrath else ""
    for sizes in ((kit.HEAD, kit.KEY), (kit.KEY, kit.BODY), (kit.BODY, kit.DETAIL)):
        widths = [kit.measure_text(gain, sizes[0]), kit.measure_text(after, sizes[1]), 0.0]
        if wrath:
            widths[2] = 32 + kit.measure_text(wrath, sizes[1]) + _ROW_GAP
        if sum(widths) + _ROW_GAP <= w - 72 - 16:
            break
    gain_size, size = sizes
    yield kit.Icon(theme.TRACK[line.gives], x + 42, middle, 50, theme.TRACK_COLOUR[line.gives], kit.WHITE)
    yield kit.TextRun(x + 72, middle, gain, gain_size, theme.INK, max_width=widths[0] + 2)
    after_x = x + 72 + widths[0] + _ROW_GAP
    yield kit.TextRun(after_x, middle, after, size, theme.INK_2, max_width=widths[1] + 2)
    if wrath:
        wrath_w = kit.measure_text(wrath, size)
        yield kit.Icon("bolt", right - wrath_w - 16, middle, 30, theme.INK, kit.WHITE)
        yield kit.TextRun(right, middle, wrath, size, theme.INK, "r", max_width=wrath_w + 2)


def _draw_means(player: PlayerView, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw a strip with the reader's resources, and the score of a change."""
    middle = STRIP_Y + STRIP_H / 2
    yield kit.Box(LEFT, STRIP_Y, WIDTH, STRIP_H, 12, theme.TABLET, theme.BRONZE, 2, material="paper")
    words = kit.fit_texts([render_message(key, ctx.lang) for key in ("have", "bonus")], 232, kit.BODY, max_lines=2)
    have, if_changed = words if player.generations else (words[0], None)
    yield from have.build_runs(LEFT + 22, middle, theme.INK_2, max_width=232)
    pitch = 136.0 if if_changed else 300.0
    for i, (track, value) in enumerate((*player.stock.items(), ("wrath", player.wrath))):
        x = 302 + pitch * i
        yield kit.Anchor(f"own:{track}", kit.Placement(x - 8, middle - 34, 122, 68), value, part="own", is_minor=True)
        yield kit.Icon(theme.TRACK[track], x + 20, middle, 46, theme.TRACK_COLOUR[track], kit.WHITE)
        maximum = player.max_wrath if track == "wrath" else player.maxima.get(track, 0)
        value_w = kit.measure_text(str(value), kit.HEAD)
        yield kit.TextRun(x + 48, middle, str(value), kit.HEAD, theme.INK, max_width=value_w + 2)
        yield kit.TextRun(x + 50 + value_w, middle + 8, f"/{maximum}", kit.BODY, theme.INK_2, max_width=46)
    if if_changed:
        yield kit.Polyline(((856, STRIP_Y + 20), (856, STRIP_Y + STRIP_H - 20)), theme.LINE, 2)
        yield from if_changed.build_runs(874, middle, theme.INK_2, max_width=232)
        yield from _draw_change(player, 1112, middle)


def _draw_change(player: PlayerView, x: float, y: float) -> Iterator[kit.Node]:
    """Draw what a change of generation scores: its cards times the areas, and the points after it."""
    stack = player.generations[-1]
    bonus = len(stack) * player.bonus_area_count
    ink = theme.INK if player.may_change else theme.STONE
    yield kit.Sprite(x, y - 33, GenerationChip(stack[-1], len(stack), 96, 66))
    yield kit.TextRun(x + 108, y, f"× {player.bonus_area_count}", kit.KEY, ink, max_width=82)
    yield kit.Icon("trefoil", x + 206, y, 42, theme.INK_2, theme.TABLET)
    if player.may_change:
        yield kit.Sprite(x + 272, y, kit.Seal(f"+{bonus}", 40))
        yield kit.TextRun(1540, y, f"→ {player.points + bonus}", kit.KEY, ink, "r", max_width=130)
    else:
        yield kit.Icon("pass", x + 272, y, 56, theme.STONE, theme.TABLET)


def _draw_pack(player: PlayerView, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    yield from draw_skills(player.offer or (), 172, 580, ctx, render_message("offer", ctx.lang))
