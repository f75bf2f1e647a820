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
    face_down = _draw_skills(
        player.face_down or (), 650, 306, ctx, render_message("hidden", ctx.lang, n=player.face_down_count)
    )
    heading = question if ctx.marks and not player.offer else "notice"
    return build_private_scene(
        ctx, heading, (*live, *face_down), (kit.TextRun(1556, 72, word, kit.HEAD, kit.WHITE, "r", max_width=560),)
    )


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
    counts = {kind: f" ×{hand_cards.count(kind)}" if hand_cards.count(kind) > 1 else "" for kind in kinds}
    names = kit.fit_texts([render_noun(f"kind.{kind}", ctx.lang) + counts[kind] for kind in kinds], w - 16, kit.KEY)
    for j, kind in enumerate(kinds):
        x, y = 44 + pitch * j, 142
        top = kit.Placement(x, y, w, 300, 12, number_radius=28)
        yield kit.Anchor(f"hand:{kind}", top, hand_cards.count(kind), part="hand")
        yield kit.Box(x, y, w, 448, 12, kit.WHITE)
        yield kit.Box(x, y, w, 140, 12, theme.KIND[kind], corners=(True, True, False, False))
        ink = theme.ON_KIND[kind]
        yield kit.Icon(theme.GLYPH[kind], x + w / 2, y + 52, 70, ink, theme.KIND[kind])
        yield from names[j].build_runs(x + w / 2, y + 114, ink, "m", max_width=w - 12)
        going_on, change = player.play_effects[kind]
        yield from _draw_half(player, kind, going_on, render_message("continue", ctx.lang), x, y + 140, w)
        if stack:
            yield kit.Polyline(((x + 14, y + 296), (x + w - 14, y + 296)), theme.LINE, 2)
            yield kit.Anchor(
                f"change:{kind}",
                kit.Placement(x, y + 300, w, 148, 12, number_centre=(x + w - 22, y + 432), number_radius=28),
            )
            if player.may_change:
                yield from _draw_half(player, kind, change, render_message("change", ctx.lang), x, y + 296, w)
            else:
                yield kit.Icon("pass", x + w / 2, y + 372, 56, theme.STONE, kit.WHITE)


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
        yield kit.Icon("arrow", x + 130 * k, y + 94, 34 * k, theme.INK_2, kit.WHITE)
        left = x + 156 * k
        yield kit.TextRun(left, y + 94, actions, kit.BODY, theme.INK_2, max_width=right - left)
        return
    if line.gives is None:
        yield kit.Icon("step", icon_x, y + 94, 52 * k, theme.SKY_2, kit.WHITE)
        yield kit.TextRun(text_x, y + 94, actions, kit.HEAD, kit.INK, max_width=right - text_x)
        return
    stock = player.stock[line.gives]
    size = kit.snap_size(kit.HEAD * k)
    room = (w - 94 if line.wrath else w - 14) - 76 * k
    yield kit.Icon(theme.TRACK[line.gives], icon_x, y + 88, 46 * k, theme.TRACK_COLOUR[line.gives], kit.WHITE)
    yield kit.TextRun(text_x, y + 88, f"+{play.cubes}", size, kit.INK, max_width=room)
    yield kit.TextRun(text_x, y + 132, f"{stock} → {stock + play.cubes}", kit.DETAIL, theme.INK_2, max_width=130)
    if line.wrath:
        wrath_gain = min(line.wrath, player.max_wrath - player.wrath)
        yield kit.Icon("bolt", right - 62, y + 88, 34, kit.INK, kit.WHITE)
        yield kit.TextRun(right, y + 88, f"+{wrath_gain}", kit.BODY, kit.INK, "r", max_width=46)


def _draw_facts(player: PlayerView, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the reader's resources, the current generation, and the score of a change."""
    x, y = 1172, 142
    yield kit.Box(x, y, 384, 448, 12, theme.NIGHT_2)
    yield kit.TextRun(x + 22, y + 34, render_message("have", ctx.lang), kit.DETAIL, theme.MUTED, max_width=340)
    for i, (track, value) in enumerate((*player.stock.items(), ("wrath", player.wrath))):
        cx, cy = x + 50 + 184 * (i % 2), y + 96 + 72 * (i // 2)
        yield kit.Anchor(f"own:{track}", kit.Placement(cx - 28, cy - 28, 150, 56), value, part="own", is_minor=True)
        yield kit.Box(cx - 28, cy - 28, 56, 56, 10, kit.WHITE)
        yield kit.Icon(theme.TRACK[track], cx, cy, 38, theme.TRACK_COLOUR[track], kit.WHITE)
        maximum = player.max_wrath if track == "wrath" else player.maxima.get(track, 0)
        yield kit.TextRun(cx + 42, cy, str(value), kit.HEAD, kit.WHITE, max_width=66)
        yield kit.TextRun(
            cx + (76 if value < 10 else 108), cy + 4, f"/{maximum}", kit.DETAIL, theme.MUTED, max_width=60
        )
    yield kit.TextRun(x + 22, y + 246, render_message("generation", ctx.lang), kit.DETAIL, theme.MUTED, max_width=340)
    if player.generations:
        stack = player.generations[-1]
        bonus = len(stack) * player.bonus_area_count
        yield kit.Sprite(x + 22, y + 268, GenerationChip(stack[-1], len(stack), 120, 54))
        yield from _draw_possibility(player.may_change, render_message("change_bonus", ctx.lang), x, y + 352)
        yield kit.TextRun(
            x + 22, y + 402, f"{len(stack)} × {player.bonus_area_count}", kit.KEY, kit.WHITE, max_width=120
        )
        yield kit.Sprite(x + 172, y + 396, kit.Seal(f"+{bonus}", 34))
        yield kit.TextRun(x + 372, y + 402, f"→ {player.points + bonus} VP", kit.BODY, kit.WHITE, "r", max_width=156)


def _draw_possibility(is_possible: bool, word: str, x: float, y: float) -> Iterator[kit.Node]:
    yield kit.Icon(
        "check" if is_possible else "pass", x + 38, y, 34, kit.WHITE if is_possible else theme.MUTED, theme.NIGHT_2
    )
    yield from kit.fit_text(word, 300, kit.BODY).build_runs(
        x + 66, y, kit.WHITE if is_possible else theme.MUTED, max_width=310
    )


def _draw_pack(player: PlayerView, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    yield from _draw_skills(player.offer or (), 172, 400, ctx, render_message("offer", ctx.lang))


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
        yield kit.Box(x, y, w, h, 12, theme.STONE if is_spent else kit.WHITE)
        yield kit.Box(x, y, w, 64, 12, theme.NIGHT_2 if is_spent else theme.NIGHT_3, corners=(True, True, False, False))
        yield from names[j].build_runs(x + 24, y + 32, theme.MUTED if is_spent else kit.WHITE, max_width=w - 26)
        yield from draw_skill_text(texts[j], x + 18, y + 64 + (h - 110) / 2, w - 34, size, kit.INK)
