"""The reader's hand with the effect of each card, resources and face-down skills; in the draft the pack."""

from collections.abc import Iterator, Sequence

from engines.quo_vadis.data.content import CONTENT, KINDS
from engines.quo_vadis.view import PlayerView, PlayView, View
from engines.quo_vadis.wording import describe_effect
from render import kit
from render.quo_vadis import theme
from render.quo_vadis.board.mat import draw_track
from render.quo_vadis.catalogue import render_engine_message, render_message, render_noun
from render.quo_vadis.pieces import GenerationChip
from render.quo_vadis.private.frame import build_private_scene
from render.quo_vadis.private.skill_cards import draw_skill_text, find_largest_size, render_skill_name

HEIGHT = 1130
ART_H, BAND_H, HALF_H = 176.0, 76.0, 156.0
"""Heights of a card: engraving, cloth with the name, and each of its two halves."""
CARD_Y, CARD_H = 142.0, ART_H + BAND_H + 2 * HALF_H
SKILLS_Y, SKILLS_H = 780.0, 306.0


def require_viewer(ctx: kit.RenderContext) -> int:
    """Return the reader's seat. Raises ValueError without one."""
    if ctx.viewer is None:
        raise ValueError("this picture shows the reader's own hand: look.viewer must be a seat, got None")
    return ctx.viewer


def draw_hand(view: View, ctx: kit.RenderContext, question: str = "ask_card") -> kit.Scene:
    """Draw the cards and the face-down skills below, in the draft the pack and the picked skills; 1600 x 1000.

    question: the heading if cards are the options.
    """
    player = view.players[require_viewer(ctx)]
    live = (*_draw_pack(player, ctx),) if player.offer else (*_draw_cards(player, ctx), *_draw_facts(player, ctx))
    word = render_message("hand", ctx.lang, held=player.hand_size, limit=player.hand_limit)
    hidden = render_message("hidden", ctx.lang, n=player.face_down_count)
    face_down = _draw_skills(player.face_down or (), SKILLS_Y, SKILLS_H, ctx, hidden)
    heading = question if ctx.marks and not player.offer else "notice"
    held = kit.TextRun(1556, 72, word, kit.HEAD, kit.WHITE, "r", max_width=560)
    return build_private_scene(ctx, heading, (*live, *face_down), (held,), HEIGHT)


def draw_discard_question(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the hand with what each card would do in the next turn; 1600 x 1000."""
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
    return _draw_skills(ids, y, h, ctx, render_message("skills", ctx.lang), player.spent)


def _list_basic_skills(player: PlayerView) -> Sequence[str]:
    return CONTENT.races[player.race].basic if player.race is not None else ()


def _draw_cards(player: PlayerView, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw a card for each kind in hand, with its yield as a continuation and as a change."""
    hand_cards = player.hand or ()
    kinds = [kind for kind in KINDS if kind in hand_cards]
    stack = len(player.generations[-1]) if player.generations else 0
    pitch = min(372, 1112 / max(1, len(kinds)))
    w = pitch - 16
    name_x = 72 if w >= _WIDE else 44
    counts = {kind: f" ×{hand_cards.count(kind)}" if hand_cards.count(kind) > 1 else "" for kind in kinds}
    names = kit.fit_texts(
        [render_noun(f"kind.{kind}", ctx.lang) + counts[kind] for kind in kinds], w - name_x - 6, kit.KEY
    )
    for j, kind in enumerate(kinds):
        x, y = 44 + pitch * j, CARD_Y
        top = kit.Placement(x, y, w, ART_H + BAND_H + HALF_H, 12, number_radius=28)
        yield kit.Anchor(f"hand:{kind}", top, hand_cards.count(kind), part="hand")
        yield from _draw_face(kind, x, y, w)
        ink, band_y = theme.ON_KIND[kind], y + ART_H + BAND_H / 2
        yield kit.Icon(theme.GLYPH[kind], x + 0.55 * name_x, band_y, 0.64 * name_x, ink, theme.KIND[kind])
        yield from names[j].build_runs(x + name_x, band_y, ink, max_width=w - name_x - 4)
        going_on, change = player.play_effects[kind]
        yield from _draw_half(player, kind, going_on, render_message("continue", ctx.lang), x, y + ART_H + BAND_H, w)
        if stack:
            lower = y + ART_H + BAND_H + HALF_H
            yield kit.Polyline(((x + 14, lower), (x + w - 14, lower)), theme.LINE, 2)
            number = (x + w - 22, lower + HALF_H - 12)
            placement = kit.Placement(x, lower + 4, w, HALF_H - 8, 12, number_centre=number, number_radius=28)
            yield kit.Anchor(f"change:{kind}", placement)
            if player.may_change:
                yield from _draw_half(player, kind, change, render_message("change", ctx.lang), x, lower, w)
            else:
                yield kit.Icon("pass", x + w / 2, lower + HALF_H / 2, 56, theme.STONE, theme.TABLET)


def _draw_face(kind: str, x: float, y: float, w: float) -> Iterator[kit.Node]:
    """Draw the paper of a card, the engraving of its kind, and a band of cloth for its name."""
    colour = theme.KIND[kind]
    tint, ink = (
        kit.mix_colours(colour, kit.WHITE, 0.7),
        kit.darken(colour, 0.25 if theme.ON_KIND[kind] != theme.INK else 0.5),
    )
    side = min(w - 8, 1.35 * ART_H)
    yield kit.Box(x, y, w, CARD_H, 12, theme.TABLET, theme.INK, 2, material="paper")
    yield kit.Box(x + 4, y + 4, w - 8, ART_H, 9, tint, corners=(True, True, False, False))
    room = (x + 4, y + 4, w - 8, ART_H)
    plate = ((w - 8 - side) / 2, 0.42 * (ART_H - side), (w - 8 + side) / 2, 0.42 * (ART_H - side) + side)
    yield kit.Vignette(*room, f"quo_vadis/{kind}", ink, plate=plate)
    yield kit.Box(x, y + ART_H, w, BAND_H, 0, colour, kit.darken(colour, 0.4), 2, material="cloth")


_WIDE = 260
"""Width in px of a card on which everything has its full size; on narrower ones the icons are smaller."""


def _draw_half(
    player: PlayerView, kind: str, play: PlayView, word: str, x: float, y: float, w: float
) -> Iterator[kit.Node]:
    """Draw half of a card: a heading, the number of actions, and their yield with the stock before and after."""
    actions = f"×{play.actions}"
    right = x + w - 14
    yield kit.TextRun(right, y + 34, actions, kit.DETAIL, theme.INK_2, "r", max_width=60)
    max_width = w - 38 - kit.measure_text(actions, kit.DETAIL)
    yield from kit.fit_text(word, max_width, kit.DETAIL).build_runs(x + 16, y + 34, theme.INK_2, max_width=max_width)
    line, k = CONTENT.kinds[kind], min(1.0, w / _WIDE)
    icon_x, text_x = x + 40 * k, x + 76 * k
    if kind == "prosperity":
        yield kit.Sprite(x + 16 + 36 * k, y + 94, kit.Seal(f"+{play.vp}", 36 * k))
        yield kit.Icon("arrow", x + 130 * k, y + 94, 34 * k, theme.INK_2, theme.TABLET)
        left = x + 156 * k
        yield kit.TextRun(left, y + 94, actions, kit.BODY, theme.INK_2, max_width=right - left)
        return
    if line.gives is None:
        yield kit.Icon("step", icon_x, y + 94, 52 * k, theme.SKY_2, theme.TABLET)
        yield kit.TextRun(text_x, y + 94, actions, kit.HEAD, theme.INK, max_width=right - text_x)
        return
    stock = player.stock[line.gives]
    size = kit.snap_size(kit.HEAD * k)
    room = (w - 94 if line.wrath else w - 14) - 76 * k
    yield kit.Icon(theme.TRACK[line.gives], icon_x, y + 88, 46 * k, theme.TRACK_COLOUR[line.gives], kit.WHITE)
    yield kit.TextRun(text_x, y + 88, f"+{play.cubes}", size, theme.INK, max_width=room)
    yield kit.TextRun(text_x, y + 132, f"{stock} → {stock + play.cubes}", kit.DETAIL, theme.INK_2, max_width=130)
    if line.wrath:
        wrath_gain = min(line.wrath, player.max_wrath - player.wrath)
        yield kit.Icon("bolt", right - 62, y + 88, 34, theme.INK, kit.WHITE)
        yield kit.TextRun(right, y + 88, f"+{wrath_gain}", kit.BODY, theme.INK, "r", max_width=46)


def _draw_facts(player: PlayerView, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the reader's resources, the current generation, and the score of a change."""
    x, y = 1172, CARD_Y
    yield kit.Box(x, y, 384, CARD_H, 12, theme.NIGHT_2, material="lacquer")
    yield kit.TextRun(x + 22, y + 34, render_message("have", ctx.lang), kit.DETAIL, theme.MUTED, max_width=340)
    for i, (track, value) in enumerate((*player.stock.items(), ("wrath", player.wrath))):
        cx, cy = x + 50 + 184 * (i % 2), y + 104 + 84 * (i // 2)
        yield kit.Anchor(f"own:{track}", kit.Placement(cx - 28, cy - 28, 150, 56), value, part="own", is_minor=True)
        yield kit.Box(cx - 28, cy - 28, 56, 56, 10, theme.TABLET, material="pill")
        yield kit.Icon(theme.TRACK[track], cx, cy, 38, theme.TRACK_COLOUR[track], kit.WHITE)
        maximum = player.max_wrath if track == "wrath" else player.maxima.get(track, 0)
        yield kit.TextRun(cx + 42, cy, str(value), kit.HEAD, kit.WHITE, max_width=66)
        yield kit.TextRun(
            cx + (76 if value < 10 else 108), cy + 4, f"/{maximum}", kit.DETAIL, theme.MUTED, max_width=60
        )
    yield kit.TextRun(x + 22, y + 306, render_message("generation", ctx.lang), kit.DETAIL, theme.MUTED, max_width=340)
    if player.generations:
        stack = player.generations[-1]
        bonus = len(stack) * player.bonus_area_count
        yield kit.Sprite(x + 22, y + 332, GenerationChip(stack[-1], len(stack), 120, 54))
        yield from _draw_possibility(player.may_change, render_message("change_bonus", ctx.lang), x, y + 428)
        yield kit.TextRun(
            x + 22, y + 494, f"{len(stack)} × {player.bonus_area_count}", kit.KEY, kit.WHITE, max_width=120
        )
        yield kit.Sprite(x + 172, y + 488, kit.Seal(f"+{bonus}", 34))
        yield kit.TextRun(x + 372, y + 494, f"→ {player.points + bonus} VP", kit.BODY, kit.WHITE, "r", max_width=156)


def _draw_possibility(is_possible: bool, word: str, x: float, y: float) -> Iterator[kit.Node]:
    yield kit.Icon(
        "check" if is_possible else "pass", x + 38, y, 34, kit.WHITE if is_possible else theme.MUTED, theme.NIGHT_2
    )
    yield from kit.fit_text(word, 300, kit.BODY).build_runs(
        x + 66, y, kit.WHITE if is_possible else theme.MUTED, max_width=310
    )


def _draw_pack(player: PlayerView, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    yield from _draw_skills(player.offer or (), 172, 510, ctx, render_message("offer", ctx.lang))


def _draw_skills(
    ids: Sequence[str], y: float, h: float, ctx: kit.RenderContext, heading: str, spent: Sequence[str] = ()
) -> Iterator[kit.Node]:
    """Draw skill cards side by side, with their effects in the largest size that fits all. spent: used up skills."""
    yield from kit.fit_text(heading, 900, kit.BODY).build_runs(44, y - 26, theme.MUTED, max_width=900)
    if not ids:
        return
    columns = max(4, len(ids))
    pitch = 1528 / columns
    w = pitch - 14
    texts = [render_engine_message(describe_effect(skill), ctx.lang) for skill in ids]
    names = kit.fit_texts([render_skill_name(skill, ctx, skill in spent) for skill in ids], w - 28, kit.BODY)
    size = find_largest_size(texts, w - 36, h - 130, kit.KEY if len(ids) < 5 else kit.DETAIL)
    for j, skill in enumerate(ids):
        x = 44 + pitch * j
        yield kit.Anchor(f"skill:{skill}", kit.Placement(x, y, w, h, 12, (x + 34, y + h - 6), 24), None, part="skills")
        is_spent = skill in spent
        yield kit.Box(x, y, w, h, 12, theme.STONE if is_spent else theme.TABLET, material="paper")
        band = theme.NIGHT_2 if is_spent else theme.NIGHT_3
        yield kit.Box(x, y, w, 64, 12, band, corners=(True, True, False, False), material="band")
        yield from names[j].build_runs(x + 24, y + 32, theme.MUTED if is_spent else kit.WHITE, max_width=w - 26)
        yield from draw_skill_text(texts[j], x + 18, y + 64 + (h - 110) / 2, w - 34, size, theme.INK)
