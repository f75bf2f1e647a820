"""The four zooms: cards, contracts, wheels, seats."""

from collections.abc import Iterator

from engines.kilia.view import View, WheelView
from render.kilia import theme
from render.kilia.catalogue import noun
from render.kilia.council.header import colour, gables, header
from render.kilia.council.progress import progress
from render.kilia.council.wheels import H, W, corner, names, one_wheel
from render.kilia.zooms.offers import cards, contracts
from render.kilia.zooms.seats import seats
from render.kit.colour import INK
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, FRAMES, Box, Icon, Node, Scene, Sprite, Text, place
from render.kit.text import fit_all
from render.kit.tokens import SeatToken

WIDTH, HEIGHT = 1600, 1000
ZOOMS = ("cards", "contracts", "wheels", "seats")


def zoom(view: View, part: str, look: Look) -> Scene:
    """1600 x 1000, under the header of the overview."""
    offered = part in ("cards", "contracts")
    ground = Box(20, 120, 1560, 860, 22, theme.BALTIC if offered else theme.PAPER, corners=(False, False, True, True))
    draw = {"cards": cards, "contracts": contracts, "wheels": large_wheels, "seats": seats}[part]
    live = (*header(view, look), FRAMES, *draw(view, look))
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.TAR, (ground, *gables(104)), live)


SCALE, ROW, COLUMN, HEADED = 1.46, 274, 762, 52
"""How much larger a wheel is; its pitch, down and across; the room above it for what the achievement asks."""


def large_wheels(view: View, look: Look) -> Iterator[Node]:
    """The same wheels, larger: above each what it asks in words, right of it how far everybody is."""
    asked = fit_all([noun(f"asks.{wheel.id}", look.lang) for wheel in view.wheels], COLUMN - 24, BODY)
    for n, (wheel, name, words) in enumerate(zip(view.wheels, names(view, look), asked, strict=True)):
        x, y = 52 + COLUMN * (n % 2), 146 + ROW * (n // 2) + HEADED
        yield from words.runs(x + 2, y - 0.5 * HEADED + 3, INK, room=COLUMN - 20)
        for node in one_wheel(view, n, wheel, name):
            left, top = corner(n)
            yield place(node, x - SCALE * left, y - SCALE * top, SCALE)
        yield from far(view, wheel, x + SCALE * W + 12, y)


def far(view: View, wheel: WheelView, x: float, y: float) -> Iterator[Node]:
    """Everybody's way to the next chip, `3/4`; a check where none follows."""
    pitch = SCALE * H / max(3, len(view.order))
    for row, seat in enumerate(view.order):
        middle = y + pitch * (row + 0.5)
        yield Sprite(x + 18, middle, SeatToken(seat, colour(view, seat), 17))
        way = progress(view.mats[seat], wheel.id)
        if way is None:
            yield Icon("check", x + 62, middle, 30, INK, theme.PAPER)
        else:
            yield Text(x + 42, middle, f"{way[0]}/{way[1]}", DETAIL, INK, room=76)
