"""The council overview and the zooms of its parts."""

from collections.abc import Iterator

from engines.kilia.view import View, WheelView
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_noun
from render.kilia.council.header import draw_fleet, draw_header, find_colour
from render.kilia.council.offers import draw_offers
from render.kilia.council.seats import draw_seats
from render.kilia.council.wheels import LABEL, H, W, compute_progress, draw_wheel, draw_wheels, find_corner, fit_names
from render.kilia.layout import CAPTIONS_H, HEIGHT, WIDTH, draw_table
from render.kilia.pieces.flags import SeatMarker
from render.kilia.zooms.offers import draw_large_cards, draw_large_contracts
from render.kilia.zooms.seats import draw_large_seats


def draw_overview(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the overview: the fleet in the harbour, offers with the key strip, wheels and seats."""
    board = kit.Ground(0, 0, WIDTH, HEIGHT + CAPTIONS_H, "kilia/board", (0, 0, WIDTH, HEIGHT + CAPTIONS_H))
    nodes = (
        *draw_header(view, ctx),
        *draw_fleet(view),
        kit.FRAME_LAYER,
        *draw_offers(view, ctx),
        *draw_wheels(view, ctx),
        *draw_seats(view, ctx),
    )
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.TAR, (board,), nodes)


ZOOM_HEIGHT = 1000
ZOOMS = ("cards", "contracts", "wheels", "seats")


def draw_zoom(view: View, part: str, ctx: kit.RenderContext) -> kit.Scene:
    """Draw a zoom under the header of the overview, 1600 x 1000."""
    shows_offer = part in ("cards", "contracts")
    background = (
        kit.Box(20, 124, 1560, 860, 14, theme.CLOTH, theme.BRAID, 2, material="cloth")
        if shows_offer
        else kit.Box(20, 124, 1560, 860, 14, theme.PAPER, theme.SLIP_EDGE, 2, material="paper")
    )
    drawers = {
        "cards": draw_large_cards,
        "contracts": draw_large_contracts,
        "wheels": draw_large_wheels,
        "seats": draw_large_seats,
    }[part]
    nodes = (*draw_header(view, ctx), kit.FRAME_LAYER, *drawers(view, ctx))
    return kit.Scene(theme.THEME, WIDTH, ZOOM_HEIGHT, theme.TAR, (draw_table(), background), nodes)


WHEEL_SCALE, WHEEL_ROW_PITCH, WHEEL_COLUMN_PITCH, HEADING_HEIGHT = 1.46, 274, 762, 52
"""Scale of a wheel; its row and column pitch; the height above it for the requirement of its achievement."""


def draw_large_wheels(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the wheels larger than on the overview: above each its requirement, at its right the progress of each
    player."""
    requirement_texts = kit.fit_texts(
        [render_noun(f"asks.{wheel.id}", ctx.lang) for wheel in view.wheels], WHEEL_COLUMN_PITCH - 24, kit.BODY
    )
    for n, (wheel, name, requirement) in enumerate(
        zip(view.wheels, fit_names(view, ctx), requirement_texts, strict=True)
    ):
        x, y = 52 + WHEEL_COLUMN_PITCH * (n % 2), 146 + WHEEL_ROW_PITCH * (n // 2) + HEADING_HEIGHT
        yield from requirement.build_runs(
            x + 2, y - 0.5 * HEADING_HEIGHT + 3, kit.INK, max_width=WHEEL_COLUMN_PITCH - 20
        )
        w, h, label = WHEEL_SCALE * W, WHEEL_SCALE * H, WHEEL_SCALE * LABEL
        yield kit.Box(x, y, w, h, 12, theme.PANEL, theme.SLIP_EDGE, 3, material="paper")
        left_corners = (True, False, False, True)
        yield kit.Box(x + 3, y + 3, label - 3, h - 6, 10, theme.BALTIC_2, corners=left_corners, material="cloth")
        for node in draw_wheel(view, n, wheel, name):
            left, top = find_corner(n)
            yield kit.transform_node(node, x - WHEEL_SCALE * left, y - WHEEL_SCALE * top, WHEEL_SCALE)
        yield from draw_progress(view, wheel, x + WHEEL_SCALE * W + 12, y)


def draw_progress(view: View, wheel: WheelView, x: float, y: float) -> Iterator[kit.Node]:
    """Draw each player's progress to the next chip, e.g. `3/4`; a check if no further chip is possible."""
    pitch = WHEEL_SCALE * H / max(3, len(view.order))
    for row, seat in enumerate(view.order):
        middle = y + pitch * (row + 0.5)
        yield kit.Sprite(x + 18, middle, SeatMarker(seat, find_colour(view, seat), 19))
        chip_progress = compute_progress(view.mats[seat], wheel.id)
        if chip_progress is None:
            yield kit.Icon("check", x + 62, middle, 30, kit.INK, theme.PAPER)
        else:
            yield kit.TextRun(
                x + 42, middle, f"{chip_progress[0]}/{chip_progress[1]}", kit.DETAIL, kit.INK, max_width=76
            )
