"""Court cards half as high as in the market, 244 x 80, for rows of more than six: signs above, the name below.

Option badges have the upper left for themselves.
"""

from engines.pax_pamir.data.content import CONTENT
from render.kit.colour import INK, WHITE, on
from render.kit.scene import MICRO, Box, Icon, Node, Nodes, Sprite
from render.kit.text import fit
from render.kit.tokens import IconDisc
from render.pax_pamir import theme
from render.pax_pamir.cards.market import BAND, impact
from render.pax_pamir.layout import CARD_W
from render.pax_pamir.pieces import SUIT_ICONS, Emblem, Star

CARD_H = 80
_ROOM = 177
_SIGNS = 16  # the middle of the signs below the upper edge


def low_card(number: int, x: float, y: float, in_hand: bool = False, w: float = CARD_W) -> Nodes:
    """A court card `w` px wide with its upper left corner at (x, y); one in hand shows its impact icons as well."""
    card = CONTENT.cards[number]
    colour = theme.SUITS[card.suit]
    sign = on(colour)
    nodes: list[Node] = [
        Box(x, y, w, CARD_H, 12, WHITE),
        Box(x, y, BAND, CARD_H, 12, colour, corners=(True, False, False, True)),
        Icon(SUIT_ICONS[card.suit], x + BAND / 2, y + 46, 28, sign, colour),
    ]
    first = x + BAND / 2 - 8 * (card.rank - 1)
    nodes += [Icon("star", first + 16 * i, y + 69, 15, sign, colour) for i in range(card.rank)]
    r = 13 if in_hand else 14
    right, middle = x + w - 8 - r, y + _SIGNS
    for action in reversed(card.actions):
        nodes.append(Sprite(right, middle, IconDisc(action, r, 1.4 * r, colour, sign)))
        right -= 2 * r + 3
    if in_hand:
        for icon in reversed(card.impact):
            nodes += impact(icon, right, middle, 22)
            right -= 24
    if card.ability != "none":
        nodes.append(Sprite(right + 1, middle, Star(11)))
        right -= 22
    if card.patriot != "none":
        nodes.append(Sprite(right, middle, Emblem(card.patriot, 22)))
    room = w - CARD_W + _ROOM
    name = fit(card.name, room, MICRO, 2)
    return (*nodes, *name.runs(x + 64, y + 54, INK, room=room))
