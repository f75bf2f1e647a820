"""The walnut table below the loggia, with five trays lined with felt in the colours of the dice."""

from PIL import Image, ImageDraw

from render import kit
from render.kit.surfaces.relief import bevel_image, draw_round_mask, shade_below, sink_box
from render.kit.surfaces.texture import draw_weave, draw_wood
from render.signorie import theme
from render.signorie.layout import BAND_H, BAY_W, COLORS, COLUMN_PITCH, DICE_H, LEFT, WIDTH

_RAIL = 6  # px of wood around a tray


def draw_table(height: int) -> Image.Image:
    return draw_wood(WIDTH, height, 41, "#86583A", "#54321C")


def build_tray(table: Image.Image, color: str, x: int, y: int, felt_h: int, height: int) -> None:
    """Build a tray with felt above and a sunk place for two assignment tiles below."""
    w, h = BAY_W + 2 * _RAIL, height + 2 * _RAIL
    left, top = x - _RAIL, y - _RAIL
    shade_below(table, (left, top, left + w, top + h), 8, 5, 170, 14)
    mask = draw_round_mask(w, h, 14)
    walnut = draw_wood(w, h, 44 + x, "#A8724A", "#70462A")
    table.paste(bevel_image(walnut, mask, 3, 0.4, 0.5, 0.06), (left, top), mask)
    felt = draw_weave(BAY_W - 4, felt_h - 4, theme.FELTS[color], x, 9)
    table.paste(felt, (x + 2, y + 2), draw_round_mask(*felt.size, 9))
    sink_box(table, (x + 2, y + 2, x + BAY_W - 2, y + felt_h - 2), 9, 7, 0.65, 0.28)
    ImageDraw.Draw(table).rounded_rectangle(
        (x + 2, y + 2, x + BAY_W - 3, y + felt_h - 3),
        9,
        outline=kit.mix_colours(theme.DICE[color], kit.WHITE, 0.3),
        width=2,
    )
    sink_box(table, (x + 2, y + felt_h + 6, x + BAY_W - 2, y + height - 2), 10, 5, 0.5, 0.24)


def build_trays(table: Image.Image, top: int, felt_h: int = BAND_H, height: int = DICE_H) -> None:
    for i, color in enumerate(COLORS):
        build_tray(table, color, LEFT + COLUMN_PITCH * i, top, felt_h, height)
