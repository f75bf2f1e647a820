"""The second public picture: what a die buys."""

from collections.abc import Iterator
from functools import cache

from engines.marco_polo_ii.view import View
from render.kit.colour import WHITE
from render.kit.look import Lang, Look
from render.kit.scene import HEAD, KEY, Box, Node, Nodes, Scene
from render.kit.text import fit
from render.marco_polo_ii import theme
from render.marco_polo_ii.actions import books, cards, contracts, spaces
from render.marco_polo_ii.board.dice import above_frames
from render.marco_polo_ii.board.header import black_dice, hem, next_start, pill
from render.marco_polo_ii.catalogue import sentence


def actions(view: View, look: Look) -> Scene:
    """1600 x 1000."""
    nodes = (
        *_header(view, look),
        *books.books(view, look),
        *spaces.spaces(view, look),
        *cards.cards(view, look),
        *contracts.contracts(view, look),
    )
    return Scene(theme.THEME, 1600, 1000, theme.PLUM, _printed(view.caravan, look.lang), above_frames(nodes))


@cache
def _printed(caravan: bool, lang: Lang) -> Nodes:
    """The paper, and all that never changes on it: drawn once for a language."""
    return (
        Box(20, 120, 1560, 860, 22, theme.PAPER, corners=(False, False, True, True)),
        *hem(20, 120, 1560),
        *books.printed(caravan, lang),
        *spaces.printed(caravan, lang),
        *cards.printed(caravan, lang),
        *contracts.printed(caravan, lang),
    )


def _header(view: View, look: Look) -> Iterator[Node]:
    yield from fit(sentence("actions", look.lang), 330, HEAD).runs(44, 66, WHITE, room=330)
    number = (
        f"{sentence('round', look.lang)} {view.round}/{view.rounds}" if view.round else sentence("setup", look.lang)
    )
    yield from fit(number, 240, KEY).runs(400, 66, theme.MUTED, room=240)
    yield from next_start(view, look)
    yield from black_dice(view, look)
    yield from pill(view, look)
