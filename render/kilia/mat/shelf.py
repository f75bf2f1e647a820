"""Abilities and active contracts, at the right of a board."""

from collections.abc import Iterator

from engines.kilia.view import Mat
from render.kilia import theme
from render.kilia.catalogue import sentence
from render.kilia.pieces.board_pieces import ability
from render.kilia.pieces.cards import contract_card
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, KEY, Anchor, Box, Disc, Icon, Node, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import measure
from render.kit.tokens import Seal

LEFT = 1190
LARGE, SMALL, MOST = 4, 8, 7


def shelf(mat: Mat, look: Look) -> Iterator[Node]:
    """Beside the contracts what the fulfilled ones bring, for whoever may look at them (R4)."""
    yield Text(LEFT, 156, sentence("abilities", look.lang), BODY, INK, room=300)
    for q in range(4):
        x = LEFT + 93.5 * q
        yield Anchor(f"ability:{q}", Spot(x, 180, 85.5, 140, 10), mat.abilities[q : q + 1], part="abilities")
        if q < len(mat.abilities):
            yield Box(x, 180, 85.5, 140, 10, WHITE, theme.LINE, 2)
            yield from ability(mat.abilities[q], x + 42.75, 250, 46, vertical=True)
        else:
            yield Box(x, 180, 85.5, 140, 10, None, theme.LINE, 3)
    title = sentence("contracts", look.lang)
    yield Text(LEFT, 350, title, BODY, INK, room=300)
    yield Text(LEFT + measure(title, BODY) + 20, 350, str(len(mat.active)), BODY, theme.INK_2, room=60)
    if mat.fulfilled and mat.contract_points is not None:
        yield Icon("contract", 1432, 350, 40, INK, theme.PAPER)
        yield Icon("check", 1464, 350, 30, INK, theme.PAPER)
        yield Sprite(1512, 350, Seal(str(mat.contract_points), 28))
    yield from contracts(mat)


def contracts(mat: Mat) -> Iterator[Node]:
    """Up to four large, more of them small; beyond eight seven and their rest as a number."""
    many = len(mat.active) > LARGE
    h, pitch, unit, seal, r = (64, 70.7, 28, 17, 12) if many else (135, 143, 38, 26, 15)
    shown = mat.active if len(mat.active) <= SMALL else mat.active[:MOST]
    for q, contract in enumerate(shown):
        x, y = LEFT + 187 * (q % 2), 374 + pitch * (q // 2)
        ready = contract in mat.payable
        yield Anchor(
            f"active:{contract}", Spot(x, y, 179, h, 10, (x + 6, y + 4), 22 if many else 24), ready, part="contracts"
        )
        yield from contract_card(contract, x, y, 179, h, unit, seal, ready=ready)
        if ready:
            yield Disc(x + 175, y + 6, r, INK, WHITE, 2)
            yield Icon("check", x + 175, y + 6, 1.2 * r, WHITE, INK)
    if len(mat.active) > SMALL:
        x, y = LEFT + 187, 374 + pitch * 3
        yield Box(x, y, 179, h, 10, theme.REWARD, theme.LINE_2, 2)
        yield Text(x + 89, y + h / 2, f"+{len(mat.active) - MOST}", KEY, INK, "m", room=120)
