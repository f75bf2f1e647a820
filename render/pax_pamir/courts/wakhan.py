"""Wakhan's face-up card beside her court: its orders, where its arrows point, and its instructions in words."""

from typing import get_args

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Action
from engines.pax_pamir.view import View, WakhanView
from render.kit.colour import INK, WHITE
from render.kit.look import Lang
from render.kit.scene import BODY, DETAIL, MICRO, Box, Icon, Node, Nodes, Sprite, Text
from render.kit.text import fit, fit_all
from render.kit.tokens import NumberDisc
from render.pax_pamir import theme
from render.pax_pamir.catalogue import noun, sentence
from render.pax_pamir.courts.layout import BESIDE_W, BESIDE_X, STATS_Y
from render.pax_pamir.pieces import Emblem

_X, _W = BESIDE_X + 24, BESIDE_W - 48
_HEIGHT = 826
_ACTIONS = get_args(Action)


def wakhan_card(view: View, hers: WakhanView, lang: Lang) -> Nodes:
    """R14.3 The panel right of her court; before her first turn it says only that her deck is shuffled."""
    head = sentence("court.card", lang) if hers.front is None else sentence("court.card_number", lang, n=hers.front)
    nodes: list[Node] = [
        Box(BESIDE_X, STATS_Y, BESIDE_W, _HEIGHT, 12, theme.NIGHT_2),
        Text(_X, STATS_Y + 36, head, DETAIL, theme.MUTED, room=250),
        Icon("deck", BESIDE_X + BESIDE_W - 122, STATS_Y + 36, 40, WHITE, theme.NIGHT_2),
        Text(BESIDE_X + BESIDE_W - 24, STATS_Y + 36, f"×{hers.deck}", BODY, WHITE, "r", room=74),
    ]
    if hers.front is None:
        words = fit(sentence("court.no_card", lang), _W, BODY, 2)
        return (*nodes, *words.runs(_X, STATS_Y + 120, WHITE, room=_W))
    card = CONTENT.ai[hers.front]
    nodes += _instructions(card.actions, STATS_Y + 70, lang)
    nodes += _loyalties(view, card.loyalty_order, STATS_Y + 430, lang)
    nodes += _arrows(hers, STATS_Y + 512, lang)
    nodes += _regions(card.region_order, STATS_Y + 572, lang)
    return tuple(nodes)


def _instructions(actions: tuple[str, ...], y: float, lang: Lang) -> Nodes:
    """Her three instructions, from the top: the action, and below it what it looks for."""
    room = _W - 62
    heads = fit_all([instruction(action, lang) for action in actions], room, BODY)
    nodes: list[Node] = []
    for i, (action, head) in enumerate(zip(actions, heads, strict=True)):
        top, detail = y + 106 * i, aim(action, lang)
        nodes.append(Box(_X - 8, top, _W + 16, 98, 10, WHITE))
        nodes.append(Sprite(_X + 24, top + 49, NumberDisc(str(i + 1), 22, 28, WHITE, INK)))
        nodes += head.runs(_X + 58, top + (22 if detail else 49), INK, room=room)
        if detail:
            nodes += fit(detail, room, MICRO, 2).runs(_X + 58, top + 67, theme.INK_2, room=room)
    return tuple(nodes)


def instruction(action: str, lang: Lang) -> str:
    """R14.5 The action that an instruction of hers begins with."""
    plain = "radicalize" if action.startswith("rad_") else action.split("_", maxsplit=1)[0]
    return noun(f"action.{plain}", lang).capitalize()


def aim(action: str, lang: Lang) -> str:
    """R14.5, R14.6 What the instruction looks for; empty where the action says it all."""
    return "" if action in _ACTIONS else sentence(f"court.does.{action}", lang)


def _loyalties(view: View, order: tuple[str, ...], y: float, lang: Lang) -> Nodes:
    """R14.2 The order of loyalty; the first that no person has is framed: hers."""
    hers = next(player.loyalty for player in view.players if player.automa)
    nodes: list[Node] = [*fit(sentence("court.loyalty_order", lang), 138, MICRO, 2).runs(_X, y, theme.MUTED, room=140)]
    for i, coalition in enumerate(order):
        x = _X + 178 + 76 * i
        if coalition == hers:
            nodes.append(Box(x - 36, y - 36, 72, 72, 14, WHITE))
        nodes.append(Sprite(x, y, Emblem(coalition, 54)))
    return tuple(nodes)


def _arrows(hers: WakhanView, y: float, lang: Lang) -> Nodes:
    """R14.3 Where the black arrow points (a column of the market) and the red one (a row, and an end of her court)."""
    column = "–" if hers.column is None else sentence("court.column", lang, n=hers.column)
    row = "–" if hers.row is None else sentence(f"court.row.{hers.row}", lang)
    black, red = fit(column, 108, DETAIL), fit(row, _W - 202, DETAIL, 2)
    return (
        Icon("arrow", _X + 18, y, 36, INK, theme.NIGHT_2, WHITE, 2),
        *black.runs(_X + 46, y, WHITE, room=110),
        Icon("arrow", _X + 174, y, 36, theme.MADDER, theme.NIGHT_2, WHITE, 2),
        *red.runs(_X + 202, y, WHITE, room=_W - 200),
    )


def _regions(order: tuple[str, ...], y: float, lang: Lang) -> Nodes:
    """The order of regions, from the top."""
    nodes: list[Node] = [Text(_X, y, sentence("court.region_order", lang), MICRO, theme.MUTED, room=_W)]
    names = fit_all([noun(f"region.{region}", lang) for region in order], _W - 40, DETAIL)
    for i, label in enumerate(names):
        at = y + 37 * (i + 1)
        nodes.append(Text(_X + 20, at, str(i + 1), DETAIL, theme.MUTED, "r", room=24))
        nodes += label.runs(_X + 36, at, WHITE, room=_W - 40)
    return tuple(nodes)
