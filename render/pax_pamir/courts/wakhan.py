"""Wakhan's face-up card beside her court: instructions in words, loyalty and region order, and arrows."""

from typing import get_args

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Action
from engines.pax_pamir.view import View, WakhanView
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.catalogue import render_message, render_noun
from render.pax_pamir.courts.layout import BESIDE_W, BESIDE_X, STATS_Y
from render.pax_pamir.pieces import Emblem

_X, _W = BESIDE_X + 24, BESIDE_W - 48
_HEIGHT = 826
_ACTIONS = get_args(Action)


def draw_wakhan_card(view: View, wakhan: WakhanView, lang: kit.Lang) -> kit.Nodes:
    """R14.3 Draw the panel right of her court; before her first turn it only says that there is no card yet."""
    head = (
        render_message("court.card", lang)
        if wakhan.front is None
        else render_message("court.card_number", lang, n=wakhan.front)
    )
    nodes: list[kit.Node] = [
        kit.Box(BESIDE_X, STATS_Y, BESIDE_W, _HEIGHT, 12, theme.NIGHT_2, material="lacquer"),
        kit.TextRun(_X, STATS_Y + 36, head, kit.DETAIL, theme.MUTED, max_width=250),
        kit.Icon("deck", BESIDE_X + BESIDE_W - 122, STATS_Y + 36, 40, theme.CREAM, theme.NIGHT_2),
        kit.TextRun(
            BESIDE_X + BESIDE_W - 24, STATS_Y + 36, f"×{wakhan.deck}", kit.BODY, theme.CREAM, "r", max_width=74
        ),
    ]
    if wakhan.front is None:
        words = kit.fit_text(render_message("court.no_card", lang), _W, kit.BODY, 2)
        return (*nodes, *words.build_runs(_X, STATS_Y + 120, theme.CREAM, max_width=_W))
    card = CONTENT.ai[wakhan.front]
    nodes += _draw_instructions(card.actions, STATS_Y + 70, lang)
    nodes += _draw_loyalties(view, card.loyalty_order, STATS_Y + 430, lang)
    nodes += _draw_arrows(wakhan, STATS_Y + 512, lang)
    nodes += _draw_regions(card.region_order, STATS_Y + 572, lang)
    return tuple(nodes)


def _draw_instructions(actions: tuple[str, ...], y: float, lang: kit.Lang) -> kit.Nodes:
    """Draw her three instructions from the top: the action, and below it the aim."""
    max_width = _W - 62
    heads = kit.fit_texts([render_instruction(action, lang) for action in actions], max_width, kit.BODY)
    nodes: list[kit.Node] = []
    for i, (action, head) in enumerate(zip(actions, heads, strict=True)):
        top, detail = y + 106 * i, render_aim(action, lang)
        nodes.append(kit.Box(_X - 8, top, _W + 16, 98, 10, theme.IVORY, material="vellum"))
        nodes.append(kit.Sprite(_X + 24, top + 49, kit.NumberDisc(str(i + 1), 22, 28, theme.CREAM, theme.INK)))
        nodes += head.build_runs(_X + 58, top + (22 if detail else 49), theme.INK, max_width=max_width)
        if detail:
            nodes += kit.fit_text(detail, max_width, kit.MICRO, 2).build_runs(
                _X + 58, top + 67, theme.INK_2, max_width=max_width
            )
    return tuple(nodes)


def render_instruction(action: str, lang: kit.Lang) -> str:
    """R14.5 Return the action with which one of her instructions begins."""
    plain = "radicalize" if action.startswith("rad_") else action.split("_", maxsplit=1)[0]
    return render_noun(f"action.{plain}", lang).capitalize()


def render_aim(action: str, lang: kit.Lang) -> str:
    """R14.5, R14.6 Return the aim of the instruction; empty if the action needs no explanation."""
    return "" if action in _ACTIONS else render_message(f"court.does.{action}", lang)


def _draw_loyalties(view: View, order: tuple[str, ...], y: float, lang: kit.Lang) -> kit.Nodes:
    """R14.2 Draw the order of loyalties. The first that no human player has is hers and is framed."""
    her_loyalty = next(player.loyalty for player in view.players if player.is_automa)
    nodes: list[kit.Node] = [
        *kit.fit_text(render_message("court.loyalty_order", lang), 138, kit.MICRO, 2).build_runs(
            _X, y, theme.MUTED, max_width=140
        )
    ]
    for i, coalition in enumerate(order):
        x = _X + 178 + 76 * i
        if coalition == her_loyalty:
            nodes.append(kit.Box(x - 36, y - 36, 72, 72, 14, theme.IVORY))
        nodes.append(kit.Sprite(x, y, Emblem(coalition, 54)))
    return tuple(nodes)


def _draw_arrows(wakhan: WakhanView, y: float, lang: kit.Lang) -> kit.Nodes:
    """R14.3 Draw the black arrow's column of the market, and the red arrow's row and end of her court."""
    column = "–" if wakhan.column is None else render_message("court.column", lang, n=wakhan.column)
    row = "–" if wakhan.row is None else render_message(f"court.row.{wakhan.row}", lang)
    black, red = kit.fit_text(column, 108, kit.DETAIL), kit.fit_text(row, _W - 202, kit.DETAIL, 2)
    return (
        kit.Icon("arrow", _X + 18, y, 36, theme.INK, theme.NIGHT_2, theme.CREAM, 2),
        *black.build_runs(_X + 46, y, theme.CREAM, max_width=110),
        kit.Icon("arrow", _X + 174, y, 36, theme.MADDER, theme.NIGHT_2, theme.CREAM, 2),
        *red.build_runs(_X + 202, y, theme.CREAM, max_width=_W - 200),
    )


def _draw_regions(order: tuple[str, ...], y: float, lang: kit.Lang) -> kit.Nodes:
    """Draw the order of regions, from the top."""
    nodes: list[kit.Node] = [
        kit.TextRun(_X, y, render_message("court.region_order", lang), kit.MICRO, theme.MUTED, max_width=_W)
    ]
    names = kit.fit_texts([render_noun(f"region.{region}", lang) for region in order], _W - 40, kit.DETAIL)
    for i, label in enumerate(names):
        line_y = y + 37 * (i + 1)
        nodes.append(kit.TextRun(_X + 20, line_y, str(i + 1), kit.DETAIL, theme.MUTED, "r", max_width=24))
        nodes += label.build_runs(_X + 36, line_y, theme.CREAM, max_width=_W - 40)
    return tuple(nodes)
