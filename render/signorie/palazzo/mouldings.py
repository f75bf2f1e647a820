"""Parts of the front: measures of its arches, columns, glazed roundels, cornices of dentils, and marble with them."""

from dataclasses import dataclass
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw

from render import kit
from render.kit.surfaces.noise import draw_gradient, scale_tones
from render.kit.surfaces.texture import draw_marble
from render.signorie import theme
from render.signorie.layout import BAY_W, WIDTH

_CORNICE_H, _DENTIL_PITCH = 14, 16
_STONE_LINE = "#847054"  # outlines of columns


@dataclass(frozen=True, slots=True)
class Arcade:
    """Measures of the loggia, in px from the upper edge of its wall."""

    crown: int
    """Top of the arches."""
    tablet: tuple[int, int]
    """Upper and lower edge of the tablets with the names."""
    base: int
    """px from the crown to the ground on which the cities stand."""
    foot: int
    """Floor of the arches."""
    scale: float = 1
    """Size of the cities, 1 on the poster of the end."""

    @property
    def spring(self) -> float:
        """The height at which the round part of the arches begins."""
        return self.crown + BAY_W / 2


def draw_verde(height: int, seed: int = 53) -> Image.Image:
    """Draw dark green marble."""
    return draw_marble(WIDTH, height, seed, "#1E3E36", "#122A25", "#709C8A", height // 40, 66)


def lay_cornice(wall: Image.Image, y: int, height: int = _CORNICE_H, scale: int = 1) -> None:
    """Lay a cornice with dentils over the whole width of a wall of `scale` times its size."""
    draw, k = ImageDraw.Draw(wall), scale
    draw.rectangle((0, y * k, wall.width, (y + height) * k - 1), fill="#F0E7D4")
    draw.rectangle((0, y * k, wall.width, (y + 2) * k), fill="#FFFBF0")
    top, foot = y + height // 3 + 1, y + height - 3
    for x in range(4, WIDTH, _DENTIL_PITCH):
        draw.rectangle((x * k, top * k, (x + 8) * k, foot * k), fill="#FCF7EC", outline="#968060")
    end = (y + height) * k - 1
    draw.line((0, end, wall.width, end), fill="#786246", width=k)


def cast_band_shadow(wall: Image.Image, y: int, height: int = 14, strength: float = 0.43) -> None:
    """Darken a wall below the edge of something that stands out from it over its whole width."""
    shadow = scale_tones(ImageChops.invert(draw_gradient(wall.width, height)), strength)
    wall.paste("#1E1208", (0, y), shadow)


def draw_column(draw: ImageDraw.ImageDraw, x: float, top: float, foot: float, scale: int, width: int = 16) -> None:
    """Draw a slim column, lit from the left, on a picture of `scale` times its size."""
    k, half = scale, width / 2
    for i in range(width * k):
        light = 0.5 + 0.5 * cos((i / (width * k) - 0.3) * 2.6)
        line_x = x * k - half * k + i
        draw.line((line_x, (top + 16) * k, line_x, (foot - 12) * k), fill=kit.mix_colours("#968A76", "#FCF8EE", light))
    capital = ((half + 2, top + 12, 5, "#E2D6BE"), (half + 5, top + 4, 8, "#F6F0E2"), (half + 8, top, 5, "#FCF8EC"))
    plinth = (
        (half + 2, foot - 13, 4, "#ECE2CC"),
        (half + 4, foot - 9, 4, "#E2D6BE"),
        (half + 6, foot - 5, 5, "#F0E8D6"),
    )
    for reach, y, h, colour in (*capital, *plinth):
        box = ((x - reach) * k, y * k, (x + reach) * k, (y + h) * k)
        draw.rounded_rectangle(box, 2 * k, fill=colour, outline=_STONE_LINE, width=2)
    for side in (-1, 1):
        middle = x + side * (half + 2)
        volute = ((middle - 4) * k, (top + 4) * k, (middle + 4) * k, (top + 12) * k)
        draw.ellipse(volute, fill="#F6F0E2", outline=_STONE_LINE, width=2)


def draw_roundel(draw: ImageDraw.ImageDraw, x: float, y: float, r: float, scale: int) -> None:
    """Draw a glazed roundel: a white flower on blue in a wreath of leaves and fruit."""
    k = scale

    def draw_disc(dx: float, dy: float, radius: float, fill: str, outline: str, width: int = 1) -> None:
        left, top = (x + dx - radius) * k, (y + dy - radius) * k
        box = (left, top, left + 2 * radius * k, top + 2 * radius * k)
        draw.ellipse(box, fill=fill, outline=outline, width=width)

    draw_disc(0, 0, r, "#5A7846", "#283C24", 3)
    for i in range(20):
        turn, colour = i * pi / 10, "#E4AA46" if i % 4 == 0 else "#7A9654"
        draw_disc(0.85 * r * cos(turn), 0.85 * r * sin(turn), 0.135 * r, colour, "#364A2C")
    draw_disc(0, 0, 0.7 * r, "#4270A8", "#F6F2E6", 5)
    for i in range(4):
        turn = i * pi / 2
        draw_disc(0.27 * r * cos(turn), 0.27 * r * sin(turn), 0.215 * r, "#FAF7EE", "#96A0B4")
    draw_disc(0, 0, 0.17 * r, "#E8BE5A", theme.INLAY_EDGE)
