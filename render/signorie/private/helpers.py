"""Which helper slot: the fifteen of a mat, as large as the picture allows."""

from collections.abc import Iterator

from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import HelperId
from engines.signorie.view import Column, HelperSlot, Mat, View
from render.kit.colour import GOLD, INK, WHITE, on
from render.kit.look import Look
from render.kit.scene import BODY, KEY, Anchor, Box, Node, Scene, Sprite, place
from render.kit.spot import Spot
from render.kit.text import Fitted, fit_all
from render.kit.tokens import Coin
from render.signorie import theme
from render.signorie.catalogue import noun
from render.signorie.layout import BAY_W, COLORS, COLUMN_PITCH, LEFT
from render.signorie.mat.columns import helper_words
from render.signorie.pieces import HiredRing, dentils
from render.signorie.private.head import head
from render.signorie.signs import helper_sign

WIDTH, HEIGHT = 1600, 1000
_TOP, _BAND, _GAP = 132, 56, 12
_H = (HEIGHT - _TOP - _BAND - 26 - 3 * _GAP) / 3


def helpers(view: View, look: Look, seat: int) -> Scene:
    """1600 x 1000."""
    player = view.mats[seat]
    words = fit_all([helper_words(helper, look.lang) for helper in CONTENT.helpers], 264, BODY, 2)
    labels = dict(zip(CONTENT.helpers, words, strict=True))
    names = fit_all([noun(f"die_colors.{color}", look.lang).capitalize() for color in COLORS], 260, KEY)
    live: list[Node] = [*head(player, look.lang, "helper")]
    for column, name in zip(view.columns, names, strict=True):
        live += _column(column, name, player, labels)
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.VERDE, dentils(HEIGHT), tuple(live))


def _column(column: Column, name: Fitted, player: Mat, labels: dict[HelperId, Fitted]) -> Iterator[Node]:
    x, fill = LEFT + COLUMN_PITCH * COLORS.index(column.color), theme.DICE[column.color]
    yield Box(x, _TOP, BAY_W, HEIGHT - 26 - _TOP, 14, theme.COLUMNS[column.color])
    yield Box(x, _TOP, BAY_W, _BAND, 14, fill, corners=(True, True, False, False))
    yield from name.runs(x + BAY_W / 2, _TOP + _BAND / 2, on(fill), "m", room=270)
    for i, slot in enumerate(column.helpers):
        yield from _slot(slot, column.color, player, x, _TOP + _BAND + _GAP + (_H + _GAP) * i, labels[slot.id])


def _slot(slot: HelperSlot, color: str, player: Mat, x: float, y: float, label: Fitted) -> Iterator[Node]:
    spot = Spot(x + 10, y, BAY_W - 20, _H - _GAP, 12, (x + 40, y + 32), 32)
    hired = slot.id in player.helpers
    ground = WHITE if hired else theme.FIELDS[color]
    yield Anchor(f"mat:{player.seat}:helper:{slot.id}", spot)
    yield Box(spot.x, spot.y, spot.w, spot.h, 12, ground)
    middle, at = spot.centre[0], y + spot.h * 0.37
    if hired:
        yield Sprite(middle, at, HiredRing(theme.SEATS[player.color], 72))
    else:
        yield Sprite(x + BAY_W - 48, y + 38, Coin(str(slot.cost), 30, theme.COIN, GOLD))
    yield from (place(node, middle, at, 1.7) for node in helper_sign(CONTENT.helper_effects[slot.id], 0, 0, ground))
    yield from label.runs(middle, y + spot.h * 0.81, INK, "m", room=264)
