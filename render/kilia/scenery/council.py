"""The council chamber: an oak table, the cloth of the offer, hanging boards, a band of brick gables."""

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kilia import theme
from render.kilia.layout import (
    BAND_H,
    CARD_H,
    CARDS,
    CLOTH,
    COLUMN_W,
    CONTRACT_H,
    CONTRACTS,
    FOOT,
    FRIEZE_H,
    HEADER_H,
    HEIGHT,
    MAT_CANAL,
    MAT_SHEET,
    MAT_SIGN,
    POSTER_H,
    POSTER_QUAY,
    QUAY,
    SIGNS,
    STRIP,
    STRIP_H,
    WHEEL_H,
    WHEEL_LABEL,
    WHEEL_W,
    WIDTH,
    find_column,
    find_wheel,
)
from render.kilia.scenery.harbour import draw_harbour
from render.kilia.scenery.town import Sketch, draw_quay_wall
from render.kit.colour import WHITE, darken, mix_colours
from render.kit.surfaces.noise import (
    cover_by_mask,
    draw_gradient,
    draw_grain,
    draw_phase,
    fill_colour,
    mix_by_mask,
    scale_tones,
    stretch_tones,
)
from render.kit.surfaces.relief import draw_round_mask, shade_below, sink_box
from render.kit.surfaces.texture import draw_paper, draw_water, draw_weave

_OAK, _TARRED, _SIGN = "#422C1E", "#221C1A", "#3A261A"
_SAMPLES = 3
_GABLE_STEPS = ((0, 1), (0, 0.72), (0.16, 0.72), (0.16, 0.48), (0.32, 0.48), (0.32, 0.24))
_BRICKS, _JOINT, _LIT = ("#8A4032", "#9E4C38"), "#461E18", "#FFD278"


def draw_oak(width: int, height: int, seed: int, colour: str = _OAK, strength: float = 0.4) -> Image.Image:
    """Draw boards of oak with a quiet grain: a stronger one flickers on a phone."""
    long = Image.blend(draw_grain(width, height, seed, 240, 5), draw_grain(width, height, seed + 1, 90, 3), 0.4)
    rings = ImageChops.add_modulo(draw_phase(width, height, 46), draw_grain(width, height, seed + 2, 300, 60))
    folded = rings.point([abs(tone - 128) * 2 if tone else 255 for tone in range(256)])
    grain = Image.blend(stretch_tones(long, 60, 200), folded, 0.35).filter(ImageFilter.GaussianBlur(1.2))
    return mix_by_mask(darken(colour, strength * 0.8), mix_colours(colour, WHITE, strength * 0.22), grain)


def draw_frieze(width: int, height: int) -> Image.Image:
    """Draw a band of stepped brick gables with lit windows above a brass line."""
    w, h = width * _SAMPLES, height * _SAMPLES
    frieze = fill_colour((w, h), theme.TAR)
    draw = ImageDraw.Draw(frieze)
    count = round(width / (1.9 * height))
    pitch = w / count
    for i in range(count):
        left = [(i * pitch + x * pitch, y * h) for x, y in _GABLE_STEPS]
        right = [((2 * i + 1) * pitch - x, y) for x, y in reversed(left)]
        draw.polygon([*left, *right], fill=_BRICKS[i % 2], outline=_JOINT)
        x = i * pitch
        draw.rectangle((x + 0.42 * pitch, 0.5 * h, x + 0.58 * pitch, 0.82 * h), fill=_LIT, outline=_JOINT)
    draw.rectangle((0, h - 5, w, h), fill=theme.BRAID)
    return frieze.reduce(_SAMPLES)


def lay_cloth(board: Image.Image, box: tuple[int, int, int, int]) -> None:
    """Lay the blue cloth of the council over the table, with two lines of braid."""
    left, top, right, bottom = box
    shade_below(board, box, 9, 6, 150, 10)
    cloth = draw_weave(right - left, bottom - top, theme.CLOTH, 9, 7)
    board.paste(cloth, (left, top), draw_round_mask(*cloth.size, 10))
    draw = ImageDraw.Draw(board)
    draw.rounded_rectangle((left + 6, top + 6, right - 7, bottom - 7), 8, outline=theme.BRAID, width=2)
    draw.rounded_rectangle((left + 11, top + 11, right - 12, bottom - 12), 6, outline=darken(theme.BRAID, 0.3), width=1)


def hang_sign(board: Image.Image, x: int, y: int, w: int, h: int) -> None:
    """Hang a board of tarred oak with a brass rule and two nails."""
    shade_below(board, (x, y, x + w, y + h), 8, 5, 150, 12)
    board.paste(draw_oak(w, h, w, _SIGN, 0.5), (x, y), draw_round_mask(w, h, 12))
    draw = ImageDraw.Draw(board)
    draw.rounded_rectangle((x + 1, y + 1, x + w - 2, y + h - 2), 12, outline="#180E08", width=3)
    draw.rounded_rectangle((x + 6, y + 6, x + w - 7, y + h - 7), 8, outline=theme.BRAID, width=2)
    for nail in (x + 15, x + w - 16):
        draw.ellipse((nail - 4, y + 11, nail + 4, y + 19), fill=theme.BRASS)


def draw_table(height: int) -> Image.Image:
    """Draw the bare table of other pictures below their header."""
    return _hang_header(draw_oak(WIDTH, height, 7), *SIGNS)


def _hang_header(table: Image.Image, *signs: tuple[int, int, int, int]) -> Image.Image:
    """Lay a dimmed strip of the harbour with hanging boards above a table, and return it."""
    harbour = draw_harbour(WIDTH, 2 * HEADER_H, HEADER_H - 16, 0.8, 4).crop((0, 0, WIDTH, HEADER_H))
    table.paste(Image.blend(harbour, fill_colour(harbour.size, "#0C1C28"), 0.55), (0, 0))
    for sign in signs:
        hang_sign(table, *sign)
    _lay_brass(table, HEADER_H)
    return table


def draw_mat(height: int) -> Image.Image:
    """Draw the sheet of a player's board above the canal, between its quay and the table."""
    table = draw_oak(WIDTH, height, 7)
    left, top, right, bottom = MAT_CANAL
    shade_below(table, (left, MAT_SHEET[1], right, bottom), 9, 6, 150, 12)
    sheet = draw_paper(right - left, MAT_SHEET[3] - MAT_SHEET[1], 61, "#F4E9CE", "#EADBB8", 16)
    table.paste(sheet, MAT_SHEET[:2])
    water = draw_water(right - left, bottom - top, 5, "#1E4658", "#2C5E72", "#6E97A5", 16)
    table.paste(water, (left, top), draw_round_mask(*water.size, 16, (False, False, True, True)))
    quay = Sketch(table, 1, (left, top - 12), 1)
    draw_quay_wall(quay, right - left, 20)
    return _hang_header(table, MAT_SIGN)


def draw_board(height: int) -> Image.Image:
    """Draw the table of the overview below the harbour, and tarred oak for the lines below."""
    board = draw_oak(WIDTH, height, 7)
    board.paste(draw_harbour(WIDTH, BAND_H, QUAY, 1, 4), (0, 0))
    night = scale_tones(draw_gradient(WIDTH, 120), -0.6, 153)
    board.paste("#0C1C28", (0, 0), night)
    for sign in SIGNS:
        hang_sign(board, *sign)
    _lay_brass(board, BAND_H)
    lay_cloth(board, CLOTH)
    _draw_rail(board)
    for number in range(1, 6):
        x = find_column(number)
        for top, h, radius in ((CONTRACTS, CONTRACT_H, 8), (CARDS, CARD_H, 12)):
            sink_box(board, (x, top, x + COLUMN_W, top + h), radius, 6, 0.55, 0.2)
    for n in range(6):
        _lay_plaque(board, *find_wheel(n), 70 + n)
    _lay_foot(board, FOOT)
    return board


def _lay_brass(board: Image.Image, y: int) -> None:
    shade_below(board, (-20, y - 10, WIDTH + 20, y + 8), 10, 8, 120, 0)
    draw = ImageDraw.Draw(board)
    draw.rectangle((0, y, WIDTH, y + 8), fill="#BE9048")
    draw.rectangle((0, y + 8, WIDTH, y + 11), fill="#3C2614")


def _draw_rail(board: Image.Image) -> None:
    """Draw the dark rail of the key plates across the cloth."""
    draw = ImageDraw.Draw(board)
    left, right = CLOTH[0], CLOTH[2]
    draw.rectangle((left, STRIP - 4, right, STRIP + STRIP_H + 3), fill="#221E1E")
    for y in (STRIP - 5, STRIP + STRIP_H + 4):
        draw.line((left, y, right, y), fill=theme.BRAID, width=2)


def _lay_plaque(board: Image.Image, x: int, y: int, seed: int) -> None:
    """Lay the paper plaque of a wheel, with cloth behind its name."""
    shade_below(board, (x, y, x + WHEEL_W, y + WHEEL_H), 9, 6, 150, 12)
    paper = draw_paper(WHEEL_W, WHEEL_H, seed, "#F8F0DC", "#E6D6B4", 12)
    board.paste(paper, (x, y), draw_round_mask(*paper.size, 12))
    label = draw_weave(WHEEL_LABEL, WHEEL_H - 6, theme.BALTIC_2, 3, 10)
    board.paste(label, (x + 3, y + 3), draw_round_mask(*label.size, 9, (True, False, False, True)))
    draw = ImageDraw.Draw(board)
    draw.rounded_rectangle((x, y, x + WHEEL_W - 1, y + WHEEL_H - 1), 12, outline="#704E2C", width=3)
    seam = x + WHEEL_LABEL + 3
    draw.line((seam, y + 3, seam, y + WHEEL_H - 4), fill=theme.BRAID, width=3)


def _lay_foot(board: Image.Image, y: int) -> None:
    """Lay tarred oak below the board, under a frieze of gables: the ground of the lines below."""
    board.paste(draw_oak(WIDTH, board.height - y, 9, _TARRED, 0.22), (0, y))
    board.paste(draw_frieze(WIDTH, FRIEZE_H), (0, y))


def draw_tarred_oak(height: int) -> Image.Image:
    """Draw the dark table of private pictures, darker towards its rim, with gables at both ends."""
    table = draw_oak(WIDTH, height, 5, "#241D1B", 0.3)
    rim = Image.new("L", table.size, 255)
    ImageDraw.Draw(rim).ellipse((-200, -200, WIDTH + 200, height + 200), fill=0)
    table = cover_by_mask(table, "#080606", scale_tones(rim.filter(ImageFilter.GaussianBlur(90)), 0.75))
    for y in (0, height - FRIEZE_H):
        table.paste(draw_frieze(WIDTH, FRIEZE_H), (0, y))
    return table


def draw_quayside() -> Image.Image:
    """Draw the harbour of the end, large and in the light of the rising sun, and paper for the points below it."""
    poster = draw_paper(WIDTH, HEIGHT, 6, "#F6ECD4", "#E6D4AE", 0)
    harbour = draw_harbour(WIDTH, POSTER_H, POSTER_QUAY, 2.1, 6)
    sun = Image.new("L", harbour.size)
    ImageDraw.Draw(sun).ellipse((360, 120, 1000, 760), fill=90)
    harbour = cover_by_mask(harbour, "#FFD896", sun.filter(ImageFilter.GaussianBlur(120)))
    harbour.paste("#0C1C28", (0, 0), scale_tones(draw_gradient(WIDTH, 260), -0.8, 204))
    poster.paste(harbour, (0, 0))
    shade_below(poster, (-20, POSTER_H - 10, WIDTH + 20, POSTER_H + 10), 7, 5, 150, 0)
    poster.paste(draw_frieze(WIDTH, 22), (0, POSTER_H - 10))
    return poster
