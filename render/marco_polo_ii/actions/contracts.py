"""The contracts on offer, city by city."""

from collections.abc import Iterator
from functools import cache

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Gain
from engines.marco_polo_ii.view import View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.actions.cards import draw_posts
from render.marco_polo_ii.board.dice import draw_space
from render.marco_polo_ii.catalogue import render_message, render_noun
from render.marco_polo_ii.pieces.goods import CoinDisc, build_amounts
from render.marco_polo_ii.pieces.plates import draw_head, draw_scroll, draw_sheet

_TOP, _H = 734, 234


_PITCH = 274


@cache
def draw_static(_has_caravan: bool, lang: kit.Lang) -> kit.Nodes:
    """Draw the static part: the action space, and the cities with their names."""
    nodes: list[kit.Node] = list(_draw_space(lang))
    for c, city in enumerate(CONTENT.contract_cities):
        x = 188 + _PITCH * c
        nodes += (draw_sheet(x, _TOP, 268, _H, theme.PAPER, 10), draw_head(x, _TOP, 268, 40, theme.PLUM, 10))
        nodes += kit.fit_text(render_noun(f"cities.{city}", lang), 140, kit.DETAIL).build_runs(
            x + 12, _TOP + 20, theme.PANEL, max_width=140
        )
    return tuple(nodes)


def draw_contracts(view: View, _ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the dice, the posts in the cities, and the contracts on offer."""
    yield from draw_space(view, "contracts", 112, _TOP + 84, 56, "contracts")
    for c, (city, ids) in enumerate(view.on_offer.items()):
        x = 188 + _PITCH * c
        yield from draw_posts(view, city, x + 174, _TOP + 20, 26)
        for i, contract in enumerate(ids):
            yield from _draw_offer(contract, city, i, x + (5 if i == 0 else 136))


def _draw_space(lang: kit.Lang) -> Iterator[kit.Node]:
    constants = CONTENT.data.constants
    yield draw_sheet(44, _TOP, 136, _H, radius=10)
    yield draw_head(44, _TOP, 136, 40, theme.PLUM, radius=10)
    yield from kit.fit_text(render_message("contracts", lang), 124, kit.DETAIL).build_runs(
        112, _TOP + 20, theme.PANEL, "m", max_width=124
    )
    yield kit.Icon("pick", 88, _TOP + 146, 38, kit.INK, theme.PANEL)
    yield kit.TextRun(112, _TOP + 146, f"≤{constants.contract_action_max}", kit.BODY, kit.INK, max_width=60)
    yield kit.Sprite(112, _TOP + 200, CoinDisc(str(constants.contract_action_coins), 24))


def _draw_offer(contract: str | None, city: str, i: int, x: float) -> Iterator[kit.Node]:
    place = f"contract:{contract}" if contract is not None else f"taken:{city}:{i}"
    placement = kit.Placement(x, 776, 127, 184, 4, number_centre=(x + 8, 776 + 8))
    yield kit.Anchor(place, placement, contract or "taken", part="contracts", is_from_deck=contract is not None)
    if contract is None:
        yield kit.Box(x + 2, 780, 123, 176, 4, None, theme.RED, 2)
        return
    yield from _draw_contract(contract, x, 776)


def _draw_contract(contract: str, x: float, y: float) -> Iterator[kit.Node]:
    """Draw a contract, 127 x 184 px: its cost, and its reward below the line."""
    line = CONTENT.contracts[contract]
    roll = theme.BLUE if contract in CONTENT.data.starting_contracts else theme.RED
    yield from draw_scroll(x, y, 127, 184, 8, roll)
    costs = [(key, n) for key in theme.GOODS if (n := getattr(line.cost, key))]
    top = y + 36 + (17 if len(costs) <= 2 else 0)
    for i, (key, n) in enumerate(costs):
        cx = x + 24 + 58 * (i % 2)
        cy = top + (36 if len(costs) <= 4 else 30) * (i // 2)
        yield kit.Icon(key, cx, cy, 29, theme.GOODS[key], theme.PANEL)
        yield kit.TextRun(cx + 17, cy, str(n), kit.DETAIL, kit.INK, max_width=22)
    yield kit.Polyline(((x + 14, y + 110), (x + 113, y + 110)), theme.LINE, 2)
    yield kit.Sprite(x + 36, y + 144, kit.Seal(str(line.reward.vp), 27))
    other_gains = [
        Gain(**{key: n}) for key in Gain.__struct_fields__ if key != "vp" and (n := getattr(line.reward, key))
    ]
    for i, gain in enumerate(other_gains):
        size = 26 if len(other_gains) == 1 else 22  # two coins or seals below each other stay below the line
        run = build_amounts(gain, size, kit.MICRO, shows_ones=False, background=theme.PANEL)
        yield from run.draw_centred(x + 94, y + 144 + 32 * (i - (len(other_gains) - 1) / 2))
