"""Where to: the map with the numbers on it, and for each place what it costs to get there and what it brings."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.paths import distance
from engines.marco_polo_ii.view import Arrival, Mat, Route, View
from render.kit.colour import INK, WHITE
from render.kit.look import Look, Mark
from render.kit.scene import BODY, DETAIL, KEY, MICRO, Anchor, Box, Icon, Line, Node, Scene, Sprite, Text
from render.kit.spot import Point, Spot
from render.kit.text import fit
from render.kit.tokens import NumberDisc, Seal
from render.marco_polo_ii import theme
from render.marco_polo_ii.board.header import hem
from render.marco_polo_ii.catalogue import noun, sentence
from render.marco_polo_ii.land.crop import Window, around, cropped
from render.marco_polo_ii.land.numbers import beside
from render.marco_polo_ii.land.places import HEIGHT, LEFT, TOP, WIDTH
from render.marco_polo_ii.land.trails import Way, drawn, middles
from render.marco_polo_ii.panels.frame import framed, named, question, reader
from render.marco_polo_ii.panels.grid import Field, fields
from render.marco_polo_ii.pieces.cards import card_words
from render.marco_polo_ii.pieces.goods import Run, bundle, glyph, label, row
from render.marco_polo_ii.pieces.people import CrestShield, Post

KINDS = ("to", "extra", "copy", "bonus", "post", "start", "drive")
NEAR = 1.2
"""Targets that lie further apart than fits at this scale are shown on the whole map."""
LARGEST = 1.6
ROWS = 9
STROKES = ((False, None), (True, None), (False, WHITE), (True, WHITE), (False, INK), (True, INK))
"""How the ways to one place are told apart, one after the other: in dashes, with a colour within."""


class Target(NamedTuple):
    """An option on the map. id: what stands before the place: a figure, a tile, a caravan."""

    mark: Mark
    kind: str
    id: str
    place: str
    arrival: Arrival | None


def place_of(place: str) -> str:
    """The city or oasis that the place of an option names."""
    return place.partition(":")[2].split(".")[-1]


def targets(view: View, look: Look) -> Scene:
    """Near together: a window and rows beside it. Else the whole map, and the rows below it."""
    mat = reader(view, look)
    found = [_target(view, mark) for mark in named(look, *KINDS)]
    seen = list(dict.fromkeys(target.place for target in found))
    stands = list(dict.fromkeys((*seen, *(mat.figures if found[0].kind == "to" else ()))))
    window = around(view, stands, look, (44, 142), (1056, 814), LARGEST)
    named_places = Counter(
        f"{'city' if target.place in CONTENT.data.cities else 'oasis'}:{target.place}" for target in found
    )
    head = (*question(_asked(found[0], look), mat, 900), *_means(view, mat, found[0], look))
    if window.k >= NEAR and len(found) <= ROWS:
        nodes = beside(cropped(view, look, window), named_places, 28, (8, 108, 1110, 990))
        return framed((*nodes, *head, *_rows(view, mat, found, look)))
    whole = Window((LEFT, TOP, LEFT + WIDTH, TOP + HEIGHT), 44, 142, 1)
    nodes = beside(cropped(view, look, whole), named_places, 22, (8, 108, 1592, 912))
    live = (*nodes, *head, *_cells(view, mat, found, look))
    return Scene(theme.THEME, 1600, 1200, theme.PLUM, (*hem(20, 16, 1560), *hem(20, 1180, 1560)), live)


def _target(view: View, mark: Mark) -> Target:
    kind, _, rest = mark.place.partition(":")
    *first, where = rest.split(".")
    arrival = None
    if kind == "to":
        arrival = next((one for one in view.arrivals if str(one.figure) == first[0] and one.end == where), None)
    return Target(mark, kind, first[0] if first else "", where, arrival)


def _asked(target: Target, look: Look) -> str:
    return sentence(f"ask_{target.kind}", look.lang)


def _means(view: View, mat: Mat, target: Target, look: Look) -> Iterator[Node]:
    """What decides, at the right of the question: steps, and what is in stock."""
    at = 1556.0
    if target.kind == "to":
        for key in ("jade", "camels", "coins"):
            at -= 122
            n = mat.carried[key]
            yield Box(at, 48, 114, 68, 10, theme.PANEL)
            yield Icon(key, at + 30, 82, 44, theme.GOODS[key], theme.PANEL)
            yield Text(at + 56, 82, str(n), KEY, INK, room=54)
        text = sentence("steps", look.lang, n=view.steps)
        yield from fit(text, 240, KEY).runs(at - 24, 82, WHITE, "r", room=240)


def _name(target: Target, look: Look) -> str:
    word = noun(f"cities.{target.place}" if target.place in CONTENT.data.cities else f"oases.{target.place}", look.lang)
    return word[:1].upper() + word[1:]


def _rows(view: View, mat: Mat, found: list[Target], look: Look) -> Iterator[Node]:
    """Cities where something is to be had are tall, the others low; where it gets tight all are low."""
    many = len(found) > 5
    tall = [not many and _brings(view, mat, target, 38, BODY, 398).w > 0 for target in found]
    room = 814 - 10 * (len(found) - 1)
    high = 190.0 if len(found) < 4 else 164.0
    y = 142.0
    for target, is_tall in zip(found, tall, strict=True):
        h = high if is_tall else min(96.0, room / len(found))
        yield from _row(view, mat, target, Field(1118, y, 438, h), is_tall, look)
        y += h + 10


def _row(view: View, mat: Mat, target: Target, at: Field, tall: bool, look: Look) -> Iterator[Node]:
    yield Box(at.x, at.y, at.w, at.h, 12, WHITE)
    low = _brings(view, mat, target, 26, MICRO, at.w - 100) if not tall else Run((), 0)
    middle = at.y + (48 if tall else at.h / 2 - (22 if low.w else 0))
    r = 26 if tall else 22
    yield Sprite(
        at.x + 42, middle if tall else at.y + at.h / 2, NumberDisc(str(target.mark.number), r, 1.3 * r, WHITE, INK)
    )
    price = _price(target, 38 if tall else 30, KEY if tall else BODY)
    free = target.arrival is not None and not price.w
    word = fit(sentence("free", look.lang), 110, BODY)
    room = at.w - 100 - (110 if free else price.w) - 16
    yield from fit(_name(target, look), room, KEY if tall else BODY).runs(at.x + 82, middle, INK, room=room)
    if free:
        yield from word.runs(at.x + at.w - 18, middle, theme.INK_2, "r", room=110)
    yield from price.at(at.x + at.w - price.w - 16, middle)
    if tall:
        yield Line(((at.x + 18, at.y + 92), (at.x + at.w - 18, at.y + 92)), theme.LINE, 2)
        yield from _brings(view, mat, target, 38, BODY, at.w - 40).at(at.x + 24, at.y + 92 + (at.h - 92) / 2)
    else:
        yield from low.at(at.x + 82, at.y + at.h / 2 + 24)


def _cells(view: View, mat: Mat, found: list[Target], look: Look) -> Iterator[Node]:
    """Compact fields below the whole map."""
    columns = 5 if len(found) <= 10 else 6 if len(found) <= 18 else 7
    area = Field(44, 914, 1512, 252)
    for target, at in zip(found, fields(len(found), area, columns, gap=8, tallest=122), strict=True):
        yield Box(at.x, at.y, at.w, at.h, 10, WHITE)
        small, x, room = at.h < 70, at.x + 56, at.w - 64
        r = 16 if small else 20
        yield Sprite(at.x + 28, at.y + at.h / 2, NumberDisc(str(target.mark.number), r, 1.3 * r, WHITE, INK))
        whole = _brings(view, mat, target, 26, MICRO, room)
        stacked = at.h >= 110 and whole.w > 0
        first = at.y + at.h * (0.2 if stacked else 0.28)
        yield from fit(_name(target, look), room, DETAIL).runs(x, first, INK, room=room)
        if stacked:  # name, price, and what it brings below one another
            yield from _cost(target, 32, BODY, look).at(x, at.y + 0.5 * at.h)
            yield from whole.at(x, at.y + 0.82 * at.h)
            continue
        second = at.y + at.h * 0.73
        price = _cost(target, *((36, BODY) if at.h >= 110 else (24, MICRO)), look)
        if price.w > 0.6 * at.w:
            price = _cost(target, 19, MICRO, look)
        yield from price.at(x, second)
        rest = _brings(view, mat, target, 22, MICRO, room - price.w - 14)
        yield from rest.at(at.x + at.w - 8 - rest.w, second)


def _cost(target: Target, s: float, size: int, look: Look) -> Run:
    """What it costs to get there; that it is free where nothing is paid."""
    price = _price(target, s, size)
    if target.arrival is None or price.w:
        return price
    return label(sentence("free", look.lang), size, theme.INK_2)


def _price(target: Target, s: float, size: int) -> Run:
    """What the cheapest way costs, everything that is paid with it."""
    if target.arrival is None:
        return Run((), 0)
    return bundle(target.arrival.ways[0].paid, s, size, ground=WHITE)


def _brings(view: View, mat: Mat, target: Target, s: float, size: int, room: float) -> Run:
    """A post, what lies there, and what the crests score then; as much as there is room for."""
    settles = target.kind == "extra" or (target.arrival is not None and target.arrival.settles)
    runs = [*(_settled(view, mat, target, s, size) if settles else _other(view, mat, target, s, size))]
    if target.arrival is not None and len(target.arrival.ways) > 1:
        number = label(f"×{len(target.arrival.ways)}", max(MICRO, size - 6), theme.INK_2)
        runs.append(row([glyph(Icon("move", 0, 0, 0.7 * s, theme.INK_2, WHITE), 0.7 * s), number], 3))
    gap = 0.35 * s
    while runs and sum(run.w for run in runs) + gap * (len(runs) - 1) > room:
        runs.pop()
    return row(runs, gap)


def _settled(view: View, mat: Mat, target: Target, s: float, size: int) -> Iterator[Run]:
    """What a new post brings there."""
    city = target.place
    yield glyph(Sprite(0, 0, Post(mat.seat, theme.SEAT[mat.color], 0.86 * s)), 1.1 * s)
    if city in view.outposts:
        yield bundle(CONTENT.data.outposts[view.outposts[city]].reward, 0.9 * s, size, ones=False, ground=WHITE)
    yield from _bonus(view, city, s, size)
    crest = CONTENT.data.cities[city].crest
    assert crest is not None
    shield = glyph(Sprite(0, 0, CrestShield(crest, 1.05 * s)), 0.95 * s)
    more = target.arrival.crest_vp - mat.crest_vp if target.arrival is not None else 0
    if more:
        yield row([shield, glyph(Sprite(0, 0, Seal(f"+{more}", 0.62 * s)), 1.3 * s)], 2)
    elif crest in mat.crests:
        yield row([glyph(Icon("check", 0, 0, 0.7 * s, theme.INK_2, WHITE), 0.7 * s), shield], 2)
    else:
        yield shield
    for space, card in view.city_cards.items():
        if CONTENT.data.spaces[space].city == city:
            yield card_words(CONTENT.data.city_cards[card], 0.72 * s, max(MICRO, size - 8), ones=False)


def _bonus(view: View, city: str, s: float, size: int) -> Iterator[Run]:
    if city in view.bonuses:
        reward = CONTENT.data.city_bonuses[view.bonuses[city]].reward
        gain = bundle(reward, 0.9 * s, size, ones=False, ground=WHITE)
        yield row([label("!", size, theme.RED), gain], 3)


def _other(view: View, mat: Mat, target: Target, s: float, size: int) -> Iterator[Run]:
    """What else the place is asked for: its bonus, its crest, the tile that leads there."""
    match target.kind:
        case "copy" | "bonus":
            yield from _bonus(view, target.place, s, size)
        case "post":
            crest = CONTENT.data.cities[target.place].crest
            assert crest is not None
            yield glyph(Sprite(0, 0, CrestShield(crest, 1.1 * s)), s)
        case "start":
            for crest in CONTENT.data.route_tiles[target.id].crests:
                yield glyph(Sprite(0, 0, CrestShield(crest, 1.05 * s)), s)
            yield _from_figure(mat, target.place, s, size)
        case "drive":
            yield _from_figure(mat, target.place, s, size)


def _from_figure(mat: Mat, place: str, s: float, size: int) -> Run:
    """R13 How many steps the nearest own figure is away; a check where it stands."""
    man = glyph(Icon("man", 0, 0, s, theme.SEAT[mat.color], WHITE, INK, 1.5), s)
    owned = [guild for guild, state in mat.seals.items() if state is not None]
    steps = min(distance(owned, figure, place) for figure in mat.figures)
    far = label(str(steps), size) if steps else glyph(Icon("check", 0, 0, 0.8 * s, theme.JADE_DARK, WHITE), 0.8 * s)
    return row([man, far], 0.2 * s)


def ways(view: View, look: Look) -> Scene:
    """The ways to one place: drawn on the map, and a row for each with its price."""
    mat = reader(view, look)
    marks = named(look, "way")
    figure, end, _ = marks[0].place.removeprefix("way:").split(".")
    arrival = next((one for one in view.arrivals if str(one.figure) == figure and one.end == end), None)
    found = [(mark, arrival.ways[int(mark.place.rpartition(".")[2]) - 1]) for mark in marks] if arrival else []
    stands = list(dict.fromkeys(place for _, way in found for place in way.places)) or [end]
    window = around(view, stands, look, (44, 142), (1000, 814), LARGEST)
    if window.k < 0.66:
        window = Window((LEFT, TOP, LEFT + WIDTH, TOP + HEIGHT), 44, 142, 1000 / WIDTH)
    drawings = [Way(way.places, *STROKES[i % len(STROKES)]) for i, (_, way) in enumerate(found)]
    live: list[Node] = [*cropped(view, look, window, drawn(drawings))]
    live += (_number(mark, window, at) for (mark, _), at in zip(found, middles(drawings, look), strict=True))
    live += question(sentence("ask_way", look.lang), mat, 900)
    live += _means(view, mat, Target(marks[0], "to", figure, end, arrival), look)
    area = Field(1062, 142, 494, 814)
    columns = 1 if len(found) <= 9 else 2
    for (mark, way), at in zip(found, fields(len(found), area, columns, gap=8, tallest=150), strict=True):
        live += _way(mark, way, at, look)
    return framed(live)


def _number(mark: Mark, window: Window, at: Point) -> Sprite:
    """On a way, as large as at its row."""
    x, y = window.x + (at[0] - window.part[0]) * window.k, window.y + (at[1] - window.part[1]) * window.k
    return Sprite(x, y, NumberDisc(str(mark.number), 24, 31, WHITE, INK, WHITE, 4))


def _way(mark: Mark, way: Route, at: Field, look: Look) -> Iterator[Node]:
    r = min(26.0, 0.3 * at.h)
    yield Anchor(mark.place, Spot(at.x, at.y, at.w, at.h, 12, (at.x + r + 8, at.y + at.h / 2), r))
    yield Box(at.x, at.y, at.w, at.h, 12, WHITE)
    left = at.x + 2 * r + 26
    room = at.x + at.w - left - 12
    between = [
        noun(f"cities.{one}" if one in CONTENT.data.cities else f"oases.{one}", look.lang, True)
        for one in way.places[1:-1]
    ]
    text = " · ".join(between) if between else sentence("direct", look.lang)
    tall = at.h > 96
    yield from fit(text, room, BODY if tall else DETAIL, 2 if tall else 1).runs(
        left, at.y + at.h * (0.33 if tall else 0.28), INK, room=room
    )
    runs = [bundle(way.paid, 34 if tall else 22, BODY if tall else MICRO, ground=WHITE)]
    steps = glyph(Icon("man", 0, 0, 30 if tall else 20, theme.INK_2, WHITE), 24 if tall else 16)
    runs.append(row([steps, label(str(way.steps), BODY if tall else MICRO, theme.INK_2)], 4))
    if way.cities:
        posts = glyph(Icon("post", 0, 0, 28 if tall else 18, theme.BROWN, WHITE), 30 if tall else 20)
        runs.append(row([posts, label(f"×{len(way.cities)}", BODY if tall else MICRO, theme.INK_2)], 3))
    if way.oases:
        palm = glyph(Icon("palm", 0, 0, 34 if tall else 22, theme.OASIS_EDGE, WHITE), 30 if tall else 20)
        runs.append(row([palm, label(f"×{len(way.oases)}", BODY if tall else MICRO, theme.INK_2)], 3))
    yield from row(runs, 18).at(left, at.y + at.h * (0.74 if tall else 0.73))
