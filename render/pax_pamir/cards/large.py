"""Court cards large enough to be read: suit and stars, name and region, impact icons, actions and ability in words."""

from collections.abc import Sequence

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import CourtCard
from render.kit.colour import INK, WHITE, on
from render.kit.look import Lang
from render.kit.scene import BODY, KEY, MICRO, Box, Icon, Node, Nodes, Sprite, Text, snap
from render.kit.text import LEADING, Fitted, fit_all
from render.kit.tokens import IconDisc
from render.pax_pamir import theme
from render.pax_pamir.cards.abilities import ability, fit_abilities
from render.pax_pamir.cards.market import impact
from render.pax_pamir.catalogue import noun
from render.pax_pamir.pieces import SUIT_ICONS, Emblem, Prize

UNIT = 240  # the width for which the measures below are px
_SIDE = 14


def large_cards(cards: Sequence[int], places: Sequence[tuple[float, float]], w: float, h: float, lang: Lang) -> Nodes:
    """Court cards of one size with their upper left corners at `places`; all of them share the sizes of their text."""
    k = w / UNIT
    inner = w - 2 * _SIDE * k
    printed = [CONTENT.cards[card] for card in cards]
    names = fit_all([card.name for card in printed], inner, _size(30 * k, KEY), 2)
    regions = fit_all([noun(f"region.{card.region}", lang) for card in printed], inner, _size(28 * k, BODY))
    labels = [[noun(f"action.{action}", lang) for action in card.actions] for card in printed]
    actions = iter(fit_all([label for group in labels for label in group], inner - 62 * k, _size(29 * k, KEY)))
    stars = [noun(f"ability.{card.ability}", lang) if card.ability != "none" else "" for card in printed]
    abilities = fit_abilities(stars, inner + 8 * k, 38 * k, _size(24 * k, BODY))
    nodes: list[Node] = []
    for i, (card, (x, y)) in enumerate(zip(printed, places, strict=True)):
        nodes += _face(cards[i], x, y, w, h)
        nodes += names[i].runs(x + _SIDE * k, _name_middle(y, k, names[i]), INK, room=inner)
        nodes += regions[i].runs(x + _SIDE * k, y + 196 * k, theme.INK_2, room=inner)
        nodes += _actions(card, [next(actions) for _ in card.actions], x, y, k)
        if card.ability != "none":
            middle = y + (313 + 57 * len(card.actions)) * k + 8 * (len(abilities[i].lines) - 1)
            nodes += ability(abilities[i], x + _SIDE * k, middle, inner + 8 * k, 38 * k, 15 * k)
    return tuple(nodes)


def _size(px: float, most: int) -> int:
    return min(most, snap(px))


def _name_middle(y: float, k: float, name: Fitted) -> float:
    """The first line of every name stands at the same height."""
    return y + 118 * k + (len(name.lines) - 1) * name.size * LEADING / 2


def _face(number: int, x: float, y: float, w: float, h: float) -> Nodes:
    """The card without its words, and without its actions."""
    card = CONTENT.cards[number]
    k, colour, pitch = w / UNIT, theme.SUITS[card.suit], 54 if len(card.impact) < 4 else 45
    ink = on(colour)
    nodes: list[Node] = [
        Box(x, y, w, h, 12, WHITE, theme.LINE, 1.5),
        Box(x, y, w, 92 * k, 12, colour, corners=(True, True, False, False)),
        Icon(SUIT_ICONS[card.suit], x + 56 * k, y + 46 * k, 54 * k, ink, colour),
        *(Icon("star", x + w - (31 + 41 * n) * k, y + 46 * k, 38 * k, ink, colour) for n in range(card.rank)),
        *(
            node
            for n, icon in enumerate(card.impact)
            for node in impact(icon, x + (38 + pitch * n) * k, y + 246 * k, 40 * k)
        ),
        Text(x + w - 9 * k, y + 246 * k, f"#{number}", MICRO, theme.INK_2, "r", "regular", room=60),
        Box(x + _SIDE * k, y + 280 * k, w - 2 * _SIDE * k, 2, 0, theme.LINE),
    ]
    foot = y + h - 40 * k
    if card.patriot != "none":
        nodes.append(Sprite(x + 39 * k, foot, Emblem(card.patriot, 50 * k)))
    if card.prize != "none":
        nodes.append(Sprite(x + w - 38 * k, foot, Prize(card.prize, 54 * k)))
    return tuple(nodes)


def _actions(card: CourtCard, labels: Sequence[Fitted], x: float, y: float, k: float) -> Nodes:
    """The actions in discs of the suit, each with its name."""
    colour = theme.SUITS[card.suit]
    nodes: list[Node] = []
    for i, (action, label) in enumerate(zip(card.actions, labels, strict=True)):
        middle = y + (316 + 57 * i) * k
        nodes.append(Sprite(x + 40 * k, middle, IconDisc(action, 25 * k, 34 * k, colour, on(colour))))
        nodes += label.runs(x + 76 * k, middle, INK, room=UNIT * k - 90 * k)
    return tuple(nodes)
