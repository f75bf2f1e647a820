"""The upper wall of the front: careers as rows of niches above cornices, the tablets of the ranks, and the header."""

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import kit
from render.kit.surfaces.noise import draw_gradient, mix_by_mask, scale_tones
from render.kit.surfaces.relief import bevel_image, draw_round_mask, move_mask, shade_below
from render.kit.surfaces.texture import draw_marble
from render.signorie import theme
from render.signorie.backdrop import HEADER_H, RANK_H, RANK_TOP
from render.signorie.layout import (
    CAREER_PITCH,
    CAREER_W,
    CAREERS,
    LABEL_W,
    LANE_W,
    LEFT,
    ROW_H,
    ROW_PITCH,
    ROW_TOP,
    SLOTS_X,
    TRACKS,
    WIDTH,
)
from render.signorie.palazzo.mouldings import cast_band_shadow, draw_verde, lay_cornice

_NICHE_H = 58
_MARKED_SLOTS = (4, 6)  # the slots that bring something besides points
_SAMPLES = 4


def draw_header(height: int = HEADER_H) -> Image.Image:
    """Draw the dark marble above the wall, with the cornice at its foot."""
    header = draw_verde(height, 51)
    draw = ImageDraw.Draw(header)
    draw.line((0, height - 16, WIDTH, height - 16), fill=theme.INLAY, width=3)
    lay_cornice(header, height - 14)
    return header


def draw_carrara(height: int, seed: int = 31) -> Image.Image:
    """Draw white marble."""
    return draw_marble(WIDTH, height, seed, "#FAF6EC", "#E8DFCD", "#B0A48E", height // 20, 80)


def hang_board_wall(board: Image.Image, wall: Image.Image) -> None:
    """Hang the wall of the overview below its header, with the tracks and the ranks."""
    board.paste(wall, (0, HEADER_H))
    cast_band_shadow(board, HEADER_H)
    for row, name in enumerate(TRACKS):
        build_track(board, name, 0, ROW_TOP + ROW_PITCH * row)
    hang_ranks(board, 0, RANK_TOP)


def build_track(wall: Image.Image, name: str, left: float, top: float, k: float = 1) -> None:
    """Build the label of a track and, for a career, its niches. left: x of the board's left edge; k: scale."""
    _hang_label(wall, name, left + LEFT * k, top, k)
    if name not in CAREERS:
        return
    for slot in range(8):
        _carve_niche(wall, left + (SLOTS_X + CAREER_PITCH * slot) * k, top, k, theme.RANKS[slot // 2])
    _lay_career_cornice(wall, left + SLOTS_X * k, top, k)


def _hang_label(wall: Image.Image, name: str, x: float, y: float, k: float) -> None:
    colour = theme.TERRACOTTA if name == "initiative" else theme.SERPENTINE
    w, h, left, top = round(LABEL_W * k), round(ROW_H * k), round(x), round(y)
    shade_below(wall, (left, top, left + w, top + h), 5, 3, 130, 8 * k)
    mask = draw_round_mask(w, h, 8 * k)
    lit, dark, vein = (
        kit.mix_colours(colour, kit.WHITE, 0.12),
        kit.darken(colour, 0.16),
        kit.mix_colours(colour, kit.WHITE, 0.4),
    )
    stone = draw_marble(w, h, 60 + TRACKS.index(name), lit, dark, vein, 4, 90)
    wall.paste(bevel_image(stone, mask, 2, 0.5, 0.5, 0.08), (left, top), mask)
    inset = round(3 * k)
    ImageDraw.Draw(wall).rounded_rectangle(
        (left + inset, top + inset, left + w - inset - 1, top + h - inset - 1),
        5 * k,
        outline=theme.INLAY,
        width=round(2 * k),
    )


def _carve_niche(wall: Image.Image, x: float, y: float, k: float, rank: str) -> None:
    """Carve a niche in the tone of its rank, darker above."""
    w, h, s = round(CAREER_W * k), round(_NICHE_H * k), _SAMPLES
    niche = Image.new("L", (w * s, h * s))
    margin, r = round(2 * k * s), round(30 * k * s)
    ImageDraw.Draw(niche).rounded_rectangle((margin, s, w * s - margin, h * s + 2 * r), r, fill=255)
    niche = niche.reduce(s)
    upper, lower = kit.mix_colours(rank, "#785440", 0.16), kit.mix_colours(rank, "#FFFCF4", 0.45)
    point = round(x), round(y)
    wall.paste(mix_by_mask(upper, lower, draw_gradient(w, h)), point, niche)
    around = ImageChops.invert(move_mask(niche, 4 * k, 6 * k).filter(ImageFilter.GaussianBlur(4 * k)))
    wall.paste("#462818", point, scale_tones(ImageChops.multiply(around, niche), 120 / 255))


def _lay_career_cornice(wall: Image.Image, x: float, y: float, k: float) -> None:
    """Lay the cornice on which the men stand: its front has a field for the points of each slot."""
    draw = ImageDraw.Draw(wall)
    start, end = x - 6 * k, x + (LANE_W + 6) * k

    def draw_bar(top: float, height: float, inset: float, colour: str) -> None:
        draw.rectangle(
            (
                round(start + inset * k),
                round(y + top * k),
                round(end - inset * k) - 1,
                round(y + (top + height) * k) - 1,
            ),
            fill=colour,
        )

    draw_bar(53, 4, 0, "#FFFCF4")
    draw_bar(57, 28, 0, "#FAF5E9")
    draw_bar(85, 2, 3, "#D6C8AC")
    draw_bar(87, 2, 3, "#BEAC8C")
    draw_bar(53, 1, 0, "#A08A6A")
    draw_bar(56, 1, 0, "#CEBEA0")
    for slot in range(8):
        slot_x = x + CAREER_PITCH * slot * k
        if slot:
            draw.line((slot_x - 3 * k, y + 58 * k, slot_x - 3 * k, y + 84 * k), fill="#BEAC8C", width=round(2 * k))
        if slot + 1 in _MARKED_SLOTS:
            box = (slot_x + 3 * k, y + 58 * k, slot_x + (CAREER_W - 4) * k, y + 84 * k)
            draw.rounded_rectangle(box, 4 * k, outline="#BE745C", width=round(3 * k))
    width = round(end - start - 6 * k)
    shadow = scale_tones(ImageChops.invert(draw_gradient(width, round(6 * k))), 0.33)
    wall.paste("#3C2814", (round(start + 3 * k), round(y + 89 * k)), shadow)


def hang_ranks(wall: Image.Image, left: float, top: float, k: float = 1) -> None:
    """Hang the tablets of the four ranks above the careers."""
    for number, colour in enumerate(theme.RANKS):
        x, w, h = (
            left + (SLOTS_X + 2 * CAREER_PITCH * number) * k,
            round((CAREER_PITCH + CAREER_W) * k),
            round(RANK_H * k),
        )
        shade_below(wall, (x, top, x + w, top + h), 4, 3, 110, 5 * k)
        mask = draw_round_mask(w, h, 5 * k)
        lit, vein = kit.mix_colours(colour, kit.WHITE, 0.25), kit.mix_colours(colour, "#5A3C28", 0.3)
        stone = draw_marble(w, h, 80 + number, lit, colour, vein, 3, 70)
        wall.paste(bevel_image(stone, mask, 2, 0.6, 0.35, 0.05), (round(x), round(top)), mask)
