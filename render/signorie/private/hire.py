"""The row of the question for a die that tells whom one may hire: each helper's sign, what it brings, and its price."""

from collections.abc import Iterator

from engines.signorie.data.content import CONTENT
from engines.signorie.view import Column, HelperSlot, Mat, View
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Lang
from render.kit.scene import Box, Icon, Node, Sprite, place
from render.kit.tokens import Coin, HelperDisc, NumberDisc
from render.signorie import theme
from render.signorie.layout import BAY_W
from render.signorie.pieces import HiredRing
from render.signorie.private.chances import Chances, Tone, reason, why_closed
from render.signorie.signs import amount_sign, helper_amount, helper_sign

TOP, HEIGHT = 672, 200
_PITCH, _CELL_W, _CELL, _CELL_H = 94, 90, 56, 138
"""From helper to helper, the width of each, from the upper edge to them, and their height."""


def hire(view: View, column: Column, player: Mat, chances: Chances, x: float, lang: Lang) -> Iterator[Node]:
    """The helpers of the column that the slot's ring names: dark, with the reason, where none can be hired."""
    target = next(other for other in view.columns if other.color == column.hires_into)
    tone, why = Tone("hire" not in chances.actions or not chances.mine), why_closed("hire", chances, lang)
    paper = tone.paper(theme.COLUMNS[target.color])
    yield Box(x, TOP, BAY_W, HEIGHT, 12, paper)
    yield Sprite(x + 34, TOP + 29, HelperDisc(theme.DICE[target.color], 22))
    yield Icon("hire", x + 74, TOP + 29, 34, tone.ink, paper)
    if why is not None:
        yield from reason(why, 182).runs(x + 192, TOP + 29, WHITE, "m", room=186)
    for i, slot in enumerate(target.helpers):
        at = x + BAY_W / 2 + _PITCH * (i - 1)
        field = tone.paper(theme.FIELDS[target.color])
        yield Box(at - _CELL_W / 2, TOP + _CELL, _CELL_W, _CELL_H, 10, field)
        if slot.id in player.helpers:
            yield Sprite(at, TOP + _CELL + _CELL_H / 2, HiredRing(theme.SEATS[player.color], 32))
            yield Icon("check", at, TOP + _CELL + _CELL_H / 2, 34, theme.SERPENTINE, WHITE)
        else:
            yield from _free(slot, tone, chances, at, field)


def _free(slot: HelperSlot, tone: Tone, chances: Chances, at: float, ground: str) -> Iterator[Node]:
    """The sign with what it brings, its price below, gold if some die leaves the money, and below that the die that it
    takes if not all of them do.
    """
    pays = None if tone.dark else chances.pays(slot.cost)
    effect, needs = CONTENT.helper_effects[slot.id], list(chances.enough(pays))
    quiet = theme.PAST_SIGN if tone.dark else theme.INK_2
    ink, top = INK if pays is not None else quiet, TOP + _CELL
    sign_y, price_y = (top + 27, top + 76) if needs else (top + 40, top + 101)
    amount = helper_amount(effect)
    yield from helper_sign(effect, at if amount is None else at - 21, sign_y, ground, ink, 44)
    if amount is not None:
        yield amount_sign(amount, at + 22, sign_y, 32 if amount != "?" else 26, ink, ground)
    if pays is None:
        yield Sprite(at, price_y, NumberDisc(str(slot.cost), 23, 32, quiet, None, quiet, 2))
    else:
        yield Sprite(at, price_y, Coin(str(slot.cost), 24, theme.COIN, GOLD))
    yield from (place(node, at, top + 119, 1) for node in needs)
