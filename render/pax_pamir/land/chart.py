"""The chart below the map: parchment with washed borders, rivers, deserts, hatched hills and a neat line.

Everything is drawn at twice the size, because questions about the map show it larger. No ornament lies below names,
rulers and the usual places of armies and tribes.
"""

from itertools import pairwise
from math import cos, dist, hypot, pi, radians, sin
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.colour import mix_colours
from render.kit.surfaces.noise import draw_clouds, multiply_by_mask, scale_tones, stretch_tones
from render.kit.surfaces.texture import draw_paper
from render.pax_pamir import lands

Points = list[tuple[float, float]]

SCALE = 2
LEFT, TOP = lands.X - lands.FRAME, lands.Y - lands.FRAME
WIDTH, HEIGHT = lands.W + 2 * lands.FRAME, lands.H + 2 * lands.FRAME
SEPIA, INK, BORDER, HILL = "#5C3E22", "#543820", "#7E2A20", "#F2E5C6"
PAPER, PAPER_DARK = "#F6EACE", "#E9D6AC"
_WASHES = {
    "transcaspia": "#D6B268",
    "kabul": "#C47652",
    "punjab": "#7E965C",
    "persia": "#B08C96",
    "herat": "#DEBE78",
    "kandahar": "#CE9250",
}
_RIM_WASH, _INNER_WASH = 0.74, 52  # strength of a wash at the border, and of 255 inland
_BACKGROUND_SHARE = 0.18  # by which the whole engraving steps back behind the pieces
_RIVERS: tuple[tuple[Points, float], ...] = (
    (  # Oxus
        [
            *(
                (1030, 226),
                (920, 250),
                (860, 200),
                (700, 176),
                (560, 172),
                (500, 150),
                (430, 170),
                (330, 172),
                (200, 176),
            ),
            (36, 250),
        ],
        6,
    ),
    ([(566, 540), (500, 640), (440, 700), (352, 694), (300, 706), (210, 730), (150, 790)], 5),  # Helmand
    ([(836, 150), (872, 250), (852, 330), (886, 460), (868, 580), (914, 690), (900, 790)], 8),  # Indus
)
_RANGES = (  # first and last hill, number, height, spread
    *(((560, 440), (800, 410), 11, 42, 9), ((590, 476), (780, 446), 6, 30, 6)),  # Hindu Kush
    *(((770, 166), (806, 400), 8, 40, 5), ((800, 470), (836, 770), 9, 34, 5)),  # Pamir, Sulaiman
    *(((300, 446), (400, 430), 4, 30, 12), ((60, 452), (226, 478), 6, 30, 5)),  # Paropamisus, Kopet Dag
    *(((432, 226), (446, 330), 4, 28, 4), ((930, 176), (1010, 196), 4, 40, 8)),
    *(((246, 540), (262, 760), 5, 24, 4), ((520, 700), (470, 776), 3, 22, 4)),
)
_DESERTS = (  # middle, spread, limits
    ((220, 330), (120, 60), (50, 420, 150, 440)),
    ((640, 690), (90, 46), (480, 800, 600, 780)),
)
_GROVES = ((960, 520), (980, 640), (950, 720), (1004, 560), (990, 470))
_COMPASS = (378, 346)


def draw_chart() -> Image.Image:
    """Draw the chart without pieces, at twice its size on the board."""
    plain = _wash_lands(draw_paper(WIDTH, HEIGHT, 5, PAPER, PAPER_DARK, 60)).resize(
        (WIDTH * SCALE, HEIGHT * SCALE), Image.Resampling.BICUBIC
    )
    chart = plain.copy()
    draw, random = ImageDraw.Draw(chart), Random(7)
    _draw_deserts(draw, random)
    for points, width in _RIVERS:
        _draw_river(draw, points, width)
    for x, y, height in sorted(_list_hills(random), key=lambda hill: hill[1]):
        _draw_hill(draw, (x, y), 1.5 * height, height, random)
    for border in lands.BORDERS:
        points = _scale(build_border_line(border))
        draw.line(points, fill=BORDER, width=5, joint="curve")
        for x, y in points[::2]:
            draw.ellipse((x - 3.2, y - 3.2, x + 3.2, y + 3.2), fill=BORDER)
    _draw_groves(draw, random)
    chart = Image.blend(chart, plain, _BACKGROUND_SHARE)
    draw = ImageDraw.Draw(chart)
    _draw_compass(draw, _COMPASS)
    _draw_neat_line(draw)
    return chart


def build_border_line(border: str) -> Points:
    """Return a border as a broken, natural line between its ends, by displacing midpoints."""
    start, end = (lands.CORNERS[corner] for corner in lands.BORDERS[border])
    points, random, reach = [start, end], Random(border), dist(start, end) * 0.13
    while reach > 1.2:
        finer = [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            length, offset = hypot(bx - ax, by - ay) or 1, random.uniform(-reach, reach)
            finer.append(((ax + bx) / 2 - (by - ay) / length * offset, (ay + by) / 2 + (bx - ax) / length * offset))
            finer.append((bx, by))
        points, reach = finer, reach / 2
    return points


def _build_outline(region: str) -> Points:
    corners, points = lands.OUTLINES[region], []
    sides = {ends: border for border, ends in lands.BORDERS.items()}
    for start, end in zip(corners, corners[1:] + corners[0], strict=True):
        if (start, end) in sides:
            points += build_border_line(sides[start, end])[:-1]
        elif (end, start) in sides:
            points += build_border_line(sides[end, start])[:0:-1]
        else:
            points.append(lands.CORNERS[start])
    return points


def _scale(points: Points, k: float = SCALE) -> Points:
    return [((x - LEFT) * k, (y - TOP) * k) for x, y in points]


def _wash_lands(paper: Image.Image) -> Image.Image:
    """Wash each land with its colour, strong at its border and pale inland."""
    for region, colour in _WASHES.items():
        mask = Image.new("L", paper.size)
        ImageDraw.Draw(mask).polygon(_scale(_build_outline(region), 1), fill=255)
        inner = stretch_tones(mask.filter(ImageFilter.GaussianBlur(26)), 128, 249)
        rim = ImageChops.multiply(mask, ImageChops.invert(inner))
        wash = ImageChops.lighter(scale_tones(rim, _RIM_WASH), scale_tones(mask, _INNER_WASH / 255))
        stains = scale_tones(draw_clouds(*paper.size, 40 + len(region), (220, 90, 30)), 1, 120)
        paper = multiply_by_mask(paper, colour, ImageChops.multiply(wash, stains))
    return paper


def _draw_deserts(draw: ImageDraw.ImageDraw, random: Random) -> None:
    for _ in range(900):
        for middle, spread, (left, right, top, bottom) in _DESERTS:
            x, y = random.gauss(middle[0], spread[0]), random.gauss(middle[1], spread[1])
            if left < x < right and top < y < bottom:
                ((px, py),) = _scale([(x, y)])
                draw.ellipse((px, py, px + 3, py + 3), fill="#967042")


def _draw_river(draw: ImageDraw.ImageDraw, points: Points, width: float) -> None:
    """Draw a winding river that grows towards its end."""
    random, line = Random(str(points)), _scale(points[:1], 1)
    for (ax, ay), (bx, by) in pairwise(_scale(points, 1)):
        for step in range(1, 9):
            share = step / 8
            bend = sin(share * 2 * pi) * 5 + random.uniform(-1.5, 1.5)
            line.append((ax + (bx - ax) * share + 0.6 * bend, ay + (by - ay) * share + bend))
    for full_width, colour in ((width + 2.4, "#546A78"), (width, "#9EBABE")):
        for i, ((ax, ay), (bx, by)) in enumerate(pairwise(line)):
            px = full_width * (0.35 + 0.65 * i / len(line)) * SCALE
            draw.line((ax * SCALE, ay * SCALE, bx * SCALE, by * SCALE), fill=colour, width=max(1, int(px)))
            x, y, r = bx * SCALE, by * SCALE, px / 2
            draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)


def _list_hills(random: Random) -> list[tuple[float, float, float]]:
    """Return foot and height of each hill: the ranges, and single hills elsewhere."""
    hills: list[tuple[float, float, float]] = []
    for (ax, ay), (bx, by), count, height, spread in _RANGES:
        for i in range(count):
            share = (i + 0.5) / count
            x, y = ax + (bx - ax) * share, ay + (by - ay) * share
            size = height * random.uniform(0.8, 1.2)
            hills.append((x + random.uniform(-6, 6), y + random.uniform(-spread, spread), size))
    for _ in range(60):
        x, y = random.uniform(60, 1010), random.uniform(180, 780)
        if _is_free(x, y, 26, 26) and random.random() < 0.3:
            hills.append((x, y, random.uniform(14, 22)))
    return [(x, y, height) for x, y, height in hills if _is_free(x, y, 0.6 * height, height)]


def _is_free(x: float, y: float, w: float, h: float) -> bool:
    """Return whether a hill lies clear of names, rulers, the first army and tribes of a land, and roads."""
    for region in lands.OUTLINES:
        ax, ay = lands.find_anchor(region)
        if ax - 112 < x + w and x - w < ax + 112 and ay - 134 < y and y - h < ay - 30:
            return False
        if ax - 74 < x + w and x - w < ax + 84 and ay - 40 < y and y - h < ay + 118:
            return False
    roads = (lands.find_road_centre(border) for border in lands.BORDERS)
    return all(abs(x - rx) >= 40 + 0.3 * w or abs(y - h / 2 - ry) >= 30 + 0.2 * h for rx, ry in roads)


def _draw_hill(draw: ImageDraw.ImageDraw, foot: tuple[float, float], w: float, h: float, random: Random) -> None:
    """Draw an engraved hill: a light face, a hatched face, a ridge."""
    x, y = foot[0] - LEFT, foot[1] - TOP
    top = (x + random.uniform(-0.1, 0.1) * w, y - h)
    left = [(x - 0.62 * w, y), (x - 0.40 * w, y - 0.38 * h), (x - 0.22 * w, y - 0.60 * h), top]
    right = [top, (x + 0.16 * w, y - 0.66 * h), (x + 0.34 * w, y - 0.34 * h), (x + 0.62 * w, y)]

    def scale(*points: tuple[float, float]) -> Points:
        return [(px * SCALE, py * SCALE) for px, py in points]

    draw.polygon(scale(*left, *right[1:]), fill=HILL)
    count = max(6, int(w / 4.2))
    for i in range(count):
        share = i / count
        ax, ay = x + w * (0.02 + 0.56 * share), y - h * (1 - share) * 0.98
        ex, ey = x + w * (0.04 + 0.30 * share), y - h * 0.06 * (1 - share)
        hatch = scale((ax, ay), ((ax + ex) / 2 + 0.5, (ay + ey) / 2), (ex, min(y, ay + 0.62 * h)))
        draw.line(hatch, fill=INK, width=max(1, int(1.15 * SCALE * (1 - 0.4 * share))))
    for i in range(3):
        share = 0.28 + 0.2 * i
        stroke = (x - 0.5 * w * share, y - h * (1 - share)), (x - 0.5 * w * share - 0.04 * w, y - h * (0.72 - share))
        draw.line(scale(*stroke), fill=INK, width=1)
    draw.line(scale(*left), fill=INK, width=int(1.5 * SCALE), joint="curve")
    draw.line(scale(*right), fill=INK, width=int(2.1 * SCALE), joint="curve")


def _draw_groves(draw: ImageDraw.ImageDraw, random: Random) -> None:
    """Draw the trees of Punjab."""
    for grove_x, grove_y in _GROVES:
        for _ in range(5):
            x, y = grove_x + random.uniform(-24, 24), grove_y + random.uniform(-18, 18)
            crown, trunk = _scale([(x - 6, y - 9), (x + 6, y + 5)]), _scale([(x, y + 5), (x, y + 10)])
            draw.ellipse((*crown[0], *crown[1]), fill="#929E68", outline=INK, width=2)
            draw.line(trunk, fill=INK, width=3)


def _draw_compass(draw: ImageDraw.ImageDraw, middle: tuple[float, float]) -> None:
    ((x, y),) = _scale([middle])
    for i in range(16):
        angle, length = radians(22.5 * i), SCALE * ((44, 24, 32, 24)[i % 4] if i % 2 == 0 else 20)
        tip = (x + length * sin(angle), y - length * cos(angle))
        for sign, colour in ((-1, SEPIA), (1, mix_colours(PAPER, SEPIA, 0.06))):
            side = angle + 0.4 * sign
            base = (x + 7 * SCALE * sin(side), y - 7 * SCALE * cos(side))
            draw.polygon([(x, y), base, tip], fill=colour, outline=SEPIA)
    r = 27 * SCALE
    draw.ellipse((x - r, y - r, x + r, y + r), outline=SEPIA, width=2)


def _draw_neat_line(draw: ImageDraw.ImageDraw) -> None:
    """Draw the frame of a chart: two rules with alternating fields between them."""
    w, h, k = WIDTH, HEIGHT, SCALE
    for inset, width in ((4, 4), (9, 1)):
        box = (inset * k, inset * k, (w - inset) * k - 1, (h - inset) * k - 1)
        draw.rectangle(box, outline=SEPIA, width=width)
    for x in range(4 * k, (w - 9) * k, 52):
        for y in (4 * k, (h - 9) * k):
            draw.rectangle((x, y, x + 26, y + 10), fill=SEPIA)
    for y in range(4 * k, (h - 9) * k, 52):
        for x in (4 * k, (w - 9) * k):
            draw.rectangle((x, y, x + 10, y + 26), fill=SEPIA)
