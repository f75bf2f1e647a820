"""The seats in turn order: name, money, meeples, dice against the threshold, victory points."""

from collections.abc import Iterator

from engines.signorie.view import Mat, View
from render.kit.colour import INK, WHITE
from render.kit.look import Lang, Look
from render.kit.scene import BODY, DETAIL, KEY, MICRO, Anchor, Box, Icon, Node, Nodes, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit_name, measure
from render.kit.tokens import Die, DieGap, Meeple, Seal, SeatToken
from render.signorie import theme
from render.signorie.board.header import this_round
from render.signorie.catalogue import sentence
from render.signorie.layout import SEATS_W, SEATS_X, seat_row

SUM_X = 400  # right end of dice sum and threshold, from the left edge of the row
TOKEN_X = 50
SEAL_X, SEAL_Y = 466, 42
DICE_X = 283
DICE_PITCH = 32


def _heads(view: View, lang: Lang, private: bool) -> Nodes:
    y, quiet = 151, theme.MUTED if private else theme.INK_2
    over = view.phase == "over"
    order = Text(SEATS_X + 6, y, sentence("board.ranking" if over else "board.order", lang), MICRO, quiet, room=200)
    vp = Text(SEATS_X + SEAL_X, y, sentence("board.vp", lang), MICRO, quiet, "m", room=100)
    if over:
        return order, vp
    return order, Text(SEATS_X + SUM_X, y, sentence("board.dice", lang), MICRO, quiet, "r", room=190), vp


def rows(view: View, look: Look, private: bool = False) -> Nodes:
    """One row for each seat, first in turn order first; free rows tell the reward of the round."""
    order = places(view)
    nodes: list[Node] = list(_heads(view, look.lang, private))
    for row, seat in enumerate(order):
        nodes += _row(view, view.mats[seat], look.names[seat], row)
        nodes += _state(view, view.mats[seat], look, row)
        nodes += _anchors(view, view.mats[seat], row)
    if len(order) < 4 and view.phase != "over":
        spot = seat_row(len(order))
        middle = spot.y + (ROWS_FOOT - spot.y) / 2
        nodes += this_round(view, look, spot.x + 20, middle, spot.w - 40, private)
    return tuple(nodes)


ROWS_FOOT = 540


def places(view: View) -> tuple[int, ...]:
    """The seats from the first row to the last: in turn order, at the end by place."""
    return tuple(score.seat for score in view.scores) if view.phase == "over" else view.order


_COUNTS = ("florins", "men", "women")


def _columns(view: View) -> tuple[int, tuple[int, ...]]:
    """Text size and offset of florins, men and women; all rows share them."""
    roomy = all(mat.florins < 100 and mat.men < 10 and mat.women < 10 for mat in view.mats)
    return (BODY, (0, 80, 146)) if roomy else (DETAIL, (-2, 68, 136))


def pass_box(row: int) -> tuple[float, float, float, float]:
    """x, y, width, height of the pill of a seat that passed, or of the dice of one that did not."""
    spot = seat_row(row)
    return spot.x + DICE_X - 14, spot.y + 7, 132, 32


def _anchors(view: View, mat: Mat, row: int) -> Iterator[Anchor]:
    """What can change in a row. At the token: look at the mat."""
    spot, part, area = seat_row(row), "seats", f"seat:{mat.seat}"
    x, y, (size, columns) = spot.x, spot.y, _columns(view)
    yield Anchor(area, spot)
    on_mat = mat.helpers, tuple(son.married for son in mat.sons), tuple(line.tiles for line in mat.plan)
    yield Anchor(f"mat:{mat.seat}", Spot.disc(x + TOKEN_X, y + 43, 33), on_mat, part, area)
    if view.phase != "over":
        taken = tuple(mat.dice), mat.passed and view.phase == "actions"
        yield Anchor(f"taken:{mat.seat}", Spot(*pass_box(row), 17), taken, part, area, age=view.slot)
    for kind, dx, count in zip(_COUNTS, columns, (mat.florins, mat.men, mat.women), strict=True):
        number = Spot(x + 94 + dx, y + 46, 32 + measure(str(count), size), 26, counted=True)
        yield Anchor(f"{kind}:{mat.seat}", number, count, part, area, age=view.slot)
    yield Anchor(f"vp:{mat.seat}", Spot.disc(x + SEAL_X, y + SEAL_Y, 39), mat.vp, part, area)


def _row(view: View, mat: Mat, name: str, row: int) -> Nodes:
    spot = seat_row(row)
    x, y = spot.x, spot.y
    colour = theme.SEATS[mat.color]
    active = mat.seat == view.turn or (view.phase == "over" and row == 0)
    fitted = fit_name(name, DICE_X - 116, BODY)
    size, columns = _columns(view)
    counts = zip(columns, (mat.florins, mat.men, mat.women), strict=True)
    ground = (WHITE, INK, 4) if active else (theme.PANEL, theme.LINE, 2)
    return (
        Box(x, y, SEATS_W, spot.h, 12, *ground),
        Box(x, y, 12, spot.h, 6, colour),
        Sprite(x + TOKEN_X, y + 43, SeatToken(mat.seat, colour, 27)),
        *fitted.runs(x + 94, y + 24, INK, room=DICE_X - 112),
        Icon("florin", x + 107 + columns[0], y + 62, 27, INK),
        Sprite(x + 107 + columns[1], y + 61, Meeple("man", colour, 32)),
        Sprite(x + 107 + columns[2], y + 61, Meeple("woman", colour, 32)),
        *(Text(x + 126 + dx, y + 62, str(count), size, INK, room=48) for dx, count in counts),
        Sprite(x + SEAL_X, y + SEAL_Y, Seal(str(mat.vp), 39)),
    )


def _state(view: View, mat: Mat, look: Look, row: int) -> Nodes:
    """Dice or the pill of a seat that passed, and the sum against the threshold; after the end the place."""
    spot = seat_row(row)
    x, y = spot.x, spot.y
    if view.phase == "over":
        place = next(score.place for score in view.scores if score.seat == mat.seat)
        words = sentence(f"board.place.{place}", look.lang)
        return (Text(x + SUM_X, y + spot.h / 2, words, KEY, theme.INK_2, "r", room=110),)
    nodes: list[Node] = []
    if mat.passed and view.phase == "actions":
        left, top, w, h = pass_box(row)
        nodes.append(Box(left, top, w, h, h / 2, theme.INK_2))
        nodes.append(Text(left + 66, y + 23, sentence("board.pass", look.lang), MICRO, WHITE, "m", room=112))
    else:
        for i in range(mat.actions_max):
            at = x + DICE_X + DICE_PITCH * i, y + 23
            if i < len(mat.dice):
                color, pips = mat.dice[i]
                nodes.append(Sprite(*at, Die(theme.DICE[color], pips, 27)))
            else:
                nodes.append(Sprite(*at, DieGap(theme.LINE, 23, 2)))
    words = f"{mat.dice_sum}/{mat.threshold}"
    left = x + SUM_X - measure(words, DETAIL)
    sign, colour = ("check", theme.SERPENTINE) if mat.within else ("pass", theme.TERRACOTTA)
    nodes.append(Icon(sign, left - 16, y + 62, 20, colour, theme.PANEL))
    nodes.append(Text(x + SUM_X, y + 62, words, DETAIL, INK, "r", room=84))
    return tuple(nodes)
