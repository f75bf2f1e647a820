"""The map: lands, borders, names; armies, tribes, roads, and who rules."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Coalition
from engines.pax_pamir.view import RegionView, View
from render.kit.colour import INK, WHITE
from render.kit.look import Lang
from render.kit.scene import BODY, DETAIL, HEAD, KEY, Anchor, Box, Line, Node, Nodes, Poly, Sprite, Text
from render.kit.spot import Point, Spot
from render.kit.text import measure
from render.kit.tokens import NumberDisc, SeatToken
from render.pax_pamir import lands, layout, theme
from render.pax_pamir.catalogue import noun, sentence
from render.pax_pamir.pieces import Block, Emblem, RulerTab, tribe

ORDER: tuple[Coalition, ...] = ("british", "russian", "afghan")  # of armies and roads in one place
TRIBES_APART = 5  # more than that: one token for each player and a number
_ARMIES = (  # block, number, gap: the first that fits, for most lands hold one coalition or none
    (88, HEAD, 30),
    (76, HEAD, 20),
    (66, KEY, 14),
    (56, KEY, 8),
    (50, BODY, 8),
    (44, DETAIL, 3),
)
_FEW = 3  # tribes that stand large
_LARGE = 76  # blocks from this size on push the tribes down
ARMY_SHARE = 14 / 24  # of its size that a block covers in width


@cache
def printed() -> Nodes:
    """Frame, lands and borders."""
    f = lands.FRAME
    frame = (lands.X - f, lands.Y - f, lands.W + 2 * f, lands.H + 2 * f, 16)
    nodes: list[Node] = [Box(*frame, theme.NIGHT)]
    for region in CONTENT.regions:
        nodes.append(Poly(lands.outline(region), theme.LANDS[region]))
        ring, gap, core = lands.weave(region)
        tone = theme.WEAVES[region]
        nodes += [Poly(ring, tone), Poly(gap, theme.LANDS[region]), Poly(core, tone)]
    stairs = [lands.staircase(border) for border in CONTENT.borders]
    nodes += [Line(points, theme.PANEL, 10) for points in stairs]
    nodes += [Line(points, theme.BROWN, 3.5) for points in stairs]
    nodes.append(Box(*frame, None, theme.NIGHT, f))
    return tuple(nodes)


def plate_w(region: str, lang: Lang) -> float:
    """Width of a region's plate: its name and 12 px on either side."""
    return measure(noun(f"region.{region}", lang), BODY) + 24


def _plate(region: str, lang: Lang, asked: bool) -> Nodes:
    """The name of a region: white if it is an option."""
    spot = layout.region(region, plate_w(region, lang))
    x, y = spot.centre
    name = noun(f"region.{region}", lang)
    return (
        Anchor(f"region:{region}", spot),
        Box(spot.x, spot.y, spot.w, spot.h, spot.radius, WHITE if asked else theme.NIGHT, theme.NIGHT, 4),
        Text(x, y, name, BODY, INK if asked else WHITE, "m", room=spot.w - 12),
    )


def pieces(view: View, lang: Lang, asked: Collection[str] = ()) -> Nodes:
    """The names of the regions, who rules there, armies and tribes. They lie above roads and above all frames.

    asked: the names of those that are options are white
    """
    colours = [theme.SEATS[player.color] for player in view.players]
    nodes: list[Node] = []
    for region in view.regions:
        nodes.append(Anchor(f"land:{region.id}", _land(region, lang)))
        nodes += _region(region, colours, lang)
        nodes += _plate(region.id, lang, f"region:{region.id}" in asked)
    return tuple(nodes)


def supply(view: View, lang: Lang) -> Iterator[Node]:
    """In the lower right corner the blocks that each coalition has not on the map."""
    right, y = lands.X + lands.W - 12, lands.Y + lands.H - 34
    words = sentence("map.supply", lang)
    yield Text(right, y - 38, words, DETAIL, theme.INK_2, "r", room=170)
    for i, (coalition, blocks) in enumerate(reversed(view.blocks.items())):
        x = right - 58 * i
        yield Sprite(x - 46, y, Emblem(coalition, 28))
        left = max(0, CONTENT.data.components.coalition_blocks_per_coalition - blocks)
        yield Text(x - 28, y + 1, str(left), DETAIL, INK, room=36)


def _region(region: RegionView, colours: Sequence[str], lang: Lang) -> Iterator[Node]:
    x, y = lands.anchor(region.id)
    plate = layout.region(region.id, plate_w(region.id, lang))
    aside = _aside(plate)
    land, paper = f"land:{region.id}", theme.LANDS[region.id]
    if region.ruler is not None:
        tab = Sprite(x, y - 79, RulerTab(region.ruler, colours[region.ruler]))
        spot = Spot(x - 52, y - 131, 104, 52, 12, aside=aside)
        yield Anchor(f"ruler:{region.id}", spot, region.ruler, "map", land, ghost=tab, paper=paper)
        yield tab
    for coalition, army in armies(region).items():
        block = Sprite(army.x + army.block * ARMY_SHARE / 2, army.y, Block("army", coalition, army.block))
        half = army.block * 0.44 + 3
        badge, corner = (block.x, army.y - half), (army.x, army.y - half + 8)
        spot = Spot(
            army.x - 3, army.y - half, army.w + 8, 2 * half, 10, badge, 14, True, room=96, tick=corner, aside=aside
        )
        place, number = f"army:{region.id}:{coalition}", region.armies[coalition]
        yield Anchor(place, spot, number, "map", land, ghost=block, paper=paper, mover=coalition)
        yield block
        left = army.x + army.block * ARMY_SHARE + _gap(army.number)
        yield Text(left, army.y + 3, str(region.armies[coalition]), army.number, INK, room=army.w)
    for player in (player for player, number in enumerate(region.tribes) if number):
        mine = [token for token in tribes(region) if token.player == player]
        first, last = mine[0], mine[-1]
        w = last.x - first.x + 2 * first.r
        badge = first.x, first.y + first.r + 8
        spot = Spot(
            first.x - first.r,
            first.y - first.r,
            w,
            2 * first.r,
            first.r,
            badge,
            16,
            centred=True,
            room=110,
            aside=aside,
        )
        ghost = Sprite(first.x, first.y, SeatToken(player, colours[player], first.r))
        number = region.tribes[player]
        yield Anchor(f"tribe:{region.id}:{player}", spot, number, "map", land, ghost=ghost, paper=paper)
    for token in tribes(region):
        player, at = token.player, (token.x, token.y)
        yield Sprite(*at, tribe(player, colours[player], token.r))
        if token.count > 1 and token.apart:
            yield Text(at[0] + token.r + 5, at[1], f"×{token.count}", DETAIL, INK, room=60)
        elif token.count > 1:
            disc = NumberDisc(str(token.count), 13, 20, INK, WHITE, INK, 2)
            yield Sprite(at[0] + token.r - 5, at[1] + token.r - 5, disc)


def _aside(plate: Spot) -> Point:
    """Where one mark stands for all that was done in a land: beside its ruler, or where the map ends there, below its
    name.
    """
    right = plate.x + plate.w
    return (right + 14, plate.y - 26) if right + 50 < lands.X + lands.W else (right - 26, plate.y + plate.h + 32)


def _land(region: RegionView, lang: Lang) -> Spot:
    """All that stands in a land: its name, who rules, its armies and tribes."""
    plate = layout.region(region.id, plate_w(region.id, lang))
    (left, right), (low, high) = lands.room(region.id), lands.room(region.id, tribes=True)
    left, right = min(left + 6, low + 6, plate.x), max(right - 6, high - 6, plate.x + plate.w)
    top = plate.y - (48 if region.ruler is not None else 4)
    return Spot(left, top, right - left, min(plate.y + 208, lands.Y + lands.H - 6) - top, 16)


def _gap(number: int) -> float:
    """Between a block and a number of this size."""
    return 12 if number == HEAD else 8 if number == KEY else 4


@dataclass(frozen=True, slots=True)
class Army:
    """Armies of one coalition in a region: left end and middle height, width with the number, sizes of both."""

    x: float
    y: float
    w: float
    block: float
    number: int


def armies(region: RegionView) -> dict[Coalition, Army]:
    """Side by side around the anchor, as large as the land allows."""
    there = [coalition for coalition in ORDER if region.armies.get(coalition)]
    left, right = lands.room(region.id)
    x, y = lands.anchor(region.id)
    for block, number, gap in _ARMIES:
        widths = [block * ARMY_SHARE + _gap(number) + measure(str(region.armies[c]), number) for c in there]
        total = sum(widths) + gap * (len(there) - 1)
        if total <= right - left:
            break
    at = min(max(x - total / 2, left), right - total)
    found: dict[Coalition, Army] = {}
    for coalition, width in zip(there, widths, strict=True):
        found[coalition] = Army(at, y + 12, width, block, number)
        at += width + gap
    return found


@dataclass(frozen=True, slots=True)
class Tribe:
    """A token on the map: of one tribe, or of all of a player's; `apart` if the number stands beside it."""

    player: int
    x: float
    y: float
    r: float = 23
    count: int = 1
    apart: bool = False


def tribes(region: RegionView) -> tuple[Tribe, ...]:
    """One by one up to five, else one token for each player with the number beside it or, in narrow lands, on it."""
    left, right = lands.room(region.id, tribes=True)
    x, y = lands.anchor(region.id)
    held = armies(region).values()
    y += 8 if not held else 94 if max(army.block for army in held) >= _LARGE else 84
    owners = [player for player, number in enumerate(region.tribes) if number]
    single = [player for player in owners for _ in range(region.tribes[player])]

    def spread(width: float) -> float:
        return min(max(x - width / 2, left), right - width)

    if len(single) <= TRIBES_APART:
        r = 28.0 if len(single) <= _FEW else 25.0
        if not held and len(single) <= _FEW:
            r = 34.0
        pitch = min(2.35 * r, (right - left) / max(1, len(single)))
        start = spread(pitch * len(single)) + pitch / 2
        return tuple(Tribe(player, start + pitch * i, y, min(r, pitch * 0.45)) for i, player in enumerate(single))
    widths = [54 + (measure(f"×{region.tribes[p]}", DETAIL) + 4 if region.tribes[p] > 1 else 0) for p in owners]
    apart = sum(widths) <= right - left
    if not apart:
        widths = [min(54.0, (right - left) / len(owners))] * len(owners)
    at = spread(sum(widths))
    tokens: list[Tribe] = []
    for player, width in zip(owners, widths, strict=True):
        r = 23 if apart else 20
        tokens.append(Tribe(player, at + (27 if apart else width / 2), y, r, region.tribes[player], apart))
        at += width
    return tuple(tokens)
