"""The header of a private panel: the closed eye, the question, and the seat's means."""

from collections.abc import Iterator

from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import HelperId
from engines.signorie.view import Column, HelperSlot, Mat, PlanRowView, View
from render import kit
from render.signorie import theme
from render.signorie.backdrop import draw_night
from render.signorie.catalogue import render_message, render_noun
from render.signorie.layout import BAY_W, COLORS, COLUMN_PITCH, LEFT, PLAN_ROWS
from render.signorie.mat.columns import describe_helper
from render.signorie.mat.mat import draw_shields
from render.signorie.pieces import HiredRing, RewardDisc
from render.signorie.signs import draw_helper_sign

_HEAD_MID = 66
_HEAD_RIGHT, _HEAD_WORDS = 1556, 560
_HEAD_GAP = 34


def draw_question_header(mat: Mat, lang: kit.Lang, question: str) -> Iterator[kit.Node]:
    """Draw the header; at the right, from right to left: dice against the threshold, women, men, florins, the seat."""
    yield kit.Icon("eye_off", 76, _HEAD_MID, 60, kit.GOLD, theme.VERDE)
    words = kit.fit_text(render_message(f"asked.{question}", lang), _HEAD_WORDS, kit.HEAD)
    yield from words.build_runs(120, _HEAD_MID, kit.GOLD, max_width=_HEAD_WORDS)
    colour, x = theme.SEATS[mat.color], float(_HEAD_RIGHT)
    sum_text = f"{mat.dice_sum}/{mat.threshold}"
    yield kit.TextRun(x, _HEAD_MID, sum_text, kit.HEAD, kit.WHITE, "r", max_width=180)
    x -= kit.measure_text(sum_text, kit.HEAD) + 30
    sign, tint = ("check", theme.MUTED) if mat.is_within_threshold else ("pass", theme.ROSE)
    yield kit.Icon(sign, x, _HEAD_MID, 40, tint, theme.VERDE)
    x -= 20 + _HEAD_GAP + 20
    for kind, number in (("woman", mat.women), ("man", mat.men), ("florin", mat.florins)):
        yield kit.TextRun(x, _HEAD_MID, str(number), kit.HEAD, kit.WHITE, "r", max_width=110)
        x -= kit.measure_text(str(number), kit.HEAD) + 38
        if kind == "florin":
            yield kit.Icon("florin", x, _HEAD_MID, 54, theme.INK)
        else:
            yield kit.Sprite(x, _HEAD_MID, kit.Meeple(kind, colour, 60, has_rim=True))
        x -= 32 + _HEAD_GAP
    lower = kit.lower_triangle(mat.seat, 4)
    yield kit.Sprite(x - 24, _HEAD_MID + lower, kit.SeatToken(mat.seat, colour, 36, has_ring=True))


WIDTH, HEIGHT = 1600, 1000
_PLAN_TOP, _PLAN_GAP, _PLAN_W = 136, 18, 747
_PLAN_H = (HEIGHT - _PLAN_TOP - 26 - _PLAN_GAP) / 2


def draw_plan_panel(view: View, ctx: kit.RenderContext, seat: int) -> kit.Scene:
    """Draw the panel, 1600 x 1000."""
    player = view.mats[seat]
    live = (
        *draw_question_header(player, ctx.lang, "row"),
        *(node for row in player.plan for node in _draw_row(row, player, ctx.lang)),
    )
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.VERDE, draw_night(HEIGHT), live)


def _draw_row(row: PlanRowView, player: Mat, lang: kit.Lang) -> Iterator[kit.Node]:
    line, column = divmod(PLAN_ROWS.index(row.id), 2)
    x, y = LEFT + (_PLAN_W + _PLAN_GAP) * column, _PLAN_TOP + (_PLAN_H + _PLAN_GAP) * line
    is_scoring, is_wedding = row.tiles >= row.minimum, row.id == PLAN_ROWS[-1]
    paper = kit.WHITE if is_scoring else theme.PANEL
    edge = (theme.DARK_GOLD, 6) if is_scoring else (theme.LINE, 2)
    yield kit.Anchor(f"mat:{player.seat}:row:{row.id}", kit.Placement(x, y, _PLAN_W, _PLAN_H, 14, (x + 50, y + 56), 40))
    yield kit.Box(x, y, _PLAN_W, _PLAN_H, 14, paper, *edge, material="tablet")
    fill = theme.TERRACOTTA if is_wedding else theme.SERPENTINE
    yield kit.Box(x + 110, y + 20, 76, 76, 12, fill, material="pill")
    yield kit.Icon("marriage" if is_wedding else row.id, x + 148, y + 58, 56, kit.WHITE, fill)
    term = render_message("mat.wedding", lang) if is_wedding else render_noun(f"terms.{row.id}", lang).capitalize()
    yield from kit.fit_text(term, 330, kit.HEAD).build_runs(x + 206, y + 58, theme.INK, max_width=340)
    if is_scoring:
        yield kit.Sprite(x + _PLAN_W - 64, y + 62, kit.Seal(str(row.vp), 48))
    else:
        tally = render_message("mat.of", lang, n=row.tiles, limit=row.minimum)
        yield kit.TextRun(x + _PLAN_W - 24, y + 58, tally, kit.KEY, theme.INK_2, "r", max_width=180)
    k = 1.6 if is_wedding else 2.0
    size = 70.0 if is_wedding else 96.0
    for node in draw_shields(row.shields, row.face_down, 0, 0, size, paper):
        assert isinstance(node, kit.Sprite)
        yield kit.Sprite(x + 22 + node.x * (_PLAN_W - 44) / 420, y + 112 + (_PLAN_H - 112) / 2, node.piece, k)


WIDTH, HEIGHT = 1600, 1000
_HELPERS_TOP, _HELPERS_BAND, _HELPERS_GAP = 132, 56, 12
_HELPERS_H = (HEIGHT - _HELPERS_TOP - _HELPERS_BAND - 26 - 3 * _HELPERS_GAP) / 3


def draw_helpers_panel(view: View, ctx: kit.RenderContext, seat: int) -> kit.Scene:
    """Draw the panel, 1600 x 1000."""
    player = view.mats[seat]
    words = kit.fit_texts([describe_helper(helper, ctx.lang) for helper in CONTENT.helpers], 264, kit.BODY, 2)
    labels = dict(zip(CONTENT.helpers, words, strict=True))
    names = kit.fit_texts([render_noun(f"die_colors.{color}", ctx.lang).capitalize() for color in COLORS], 260, kit.KEY)
    live: list[kit.Node] = [*draw_question_header(player, ctx.lang, "helper")]
    for column, name in zip(view.columns, names, strict=True):
        live += _draw_column(column, name, player, labels)
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.VERDE, draw_night(HEIGHT), tuple(live))


def _draw_column(
    column: Column, name: kit.FittedText, player: Mat, labels: dict[HelperId, kit.FittedText]
) -> Iterator[kit.Node]:
    x, fill = LEFT + COLUMN_PITCH * COLORS.index(column.color), theme.DICE[column.color]
    yield kit.Box(
        x, _HELPERS_TOP, BAY_W, HEIGHT - 26 - _HELPERS_TOP, 14, theme.COLUMNS[column.color], material="tablet"
    )
    yield kit.Box(
        x, _HELPERS_TOP, BAY_W, _HELPERS_BAND, 14, fill, corners=(True, True, False, False), material="enamel"
    )
    yield from name.build_runs(x + BAY_W / 2, _HELPERS_TOP + _HELPERS_BAND / 2, kit.pick_ink(fill), "m", max_width=270)
    for i, slot in enumerate(column.helpers):
        yield from _draw_slot(
            slot,
            column.color,
            player,
            x,
            _HELPERS_TOP + _HELPERS_BAND + _HELPERS_GAP + (_HELPERS_H + _HELPERS_GAP) * i,
            labels[slot.id],
        )


def _draw_slot(
    slot: HelperSlot, color: str, player: Mat, x: float, y: float, label: kit.FittedText
) -> Iterator[kit.Node]:
    placement = kit.Placement(x + 10, y, BAY_W - 20, _HELPERS_H - _HELPERS_GAP, 12, (x + 40, y + 32), 32)
    is_hired = slot.id in player.helpers
    background = kit.WHITE if is_hired else theme.FIELDS[color]
    yield kit.Anchor(f"mat:{player.seat}:helper:{slot.id}", placement)
    yield kit.Box(placement.x, placement.y, placement.w, placement.h, 12, background, material="tablet")
    middle, sign_y = placement.centre[0], y + placement.h * 0.37
    if is_hired:
        yield kit.Sprite(middle, sign_y, HiredRing(theme.SEATS[player.color], 72))
    else:
        yield kit.Sprite(x + BAY_W - 48, y + 38, kit.Coin(str(slot.cost), 30, theme.COIN, kit.GOLD))
    yield from (
        kit.transform_node(node, middle, sign_y, 1.7)
        for node in draw_helper_sign(CONTENT.helper_effects[slot.id], 0, 0, background)
    )
    yield from label.build_runs(middle, y + placement.h * 0.81, theme.INK, "m", max_width=264)


WIDTH, HEIGHT = 1600, 1000
_REWARD_TOP, _REWARD_W, _REWARD_H, _REWARD_GAP = 170, 747, 700, 18
_ARCH, _ARCH_SIZE, _ARCH_MIDDLE = (20.0, 152.0, 900.0, 662.0), (723, 419), 400
"""The great arch in the ground of the evening; its size above the words of a reward, and y of the reward before it."""


def draw_reward_panel(view: View, ctx: kit.RenderContext, seat: int) -> kit.Scene:
    """Draw the panel, 1600 x 1000, in a round with a bonus."""
    reward_slot = next(slot for slot in view.rewards if slot.status == "now")
    live: list[kit.Node] = [*draw_question_header(view.mats[seat], ctx.lang, "reward")]
    fields = (
        (f"reward:{reward_slot.number}", render_noun(f"reward_labels.{reward_slot.tile}", ctx.lang)),
        (
            f"reward:{reward_slot.number}:florins",
            render_message("reward.florins", ctx.lang, n=CONTENT.data.rewards.alternative_florins),
        ),
    )
    for i, (place, words) in enumerate(fields):
        x = LEFT + (_REWARD_W + _REWARD_GAP) * i
        middle = x + _REWARD_W / 2
        live.append(
            kit.Anchor(place, kit.Placement(x, _REWARD_TOP, _REWARD_W, _REWARD_H, 20, (x + 56, _REWARD_TOP + 56), 40))
        )
        live.append(kit.Box(x, _REWARD_TOP, _REWARD_W, _REWARD_H, 20, theme.IVORY, theme.ON_TURN, 4, material="tablet"))
        live.append(kit.Ground(x + 12, _REWARD_TOP + 12, *_ARCH_SIZE, "signorie/evening", _ARCH))
        if i == 0:
            live.append(
                kit.Sprite(middle, _ARCH_MIDDLE, RewardDisc(reward_slot.tile or "", reward_slot.kind, "now"), 3.4)
            )
        else:
            live.append(kit.Icon("florin", middle, _ARCH_MIDDLE, 220, theme.INK, kit.WHITE))
        live += kit.fit_text(words, _REWARD_W - 60, kit.DISPLAY, 2).build_runs(
            middle, _REWARD_TOP + 564, theme.INK, "m", max_width=_REWARD_W - 40
        )
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.VERDE, draw_night(HEIGHT), tuple(live))
