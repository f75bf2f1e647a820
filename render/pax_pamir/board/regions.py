"""The map: regions, borders, names, armies, tribes and rulers."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Coalition
from engines.pax_pamir.view import RegionView, View
from render import kit
from render.pax_pamir import lands, layout, theme
from render.pax_pamir.catalogue import render_message, render_noun
from render.pax_pamir.pieces import CoalitionBlock, Emblem, RulerTab, build_tribe_token

COALITION_ORDER: tuple[Coalition, ...] = ("british", "russian", "afghan")  # order of armies or roads in one place
MAX_SINGLE_TRIBES = 5  # most tribes of a region drawn one by one; more: one token for each player, with a number
_ARMIES = (  # size of block and number, gap: the first that fits, since most regions hold at most one coalition
    (88, kit.HEAD, 30),
    (76, kit.HEAD, 20),
    (66, kit.KEY, 14),
    (56, kit.KEY, 8),
    (50, kit.BODY, 8),
    (44, kit.DETAIL, 3),
)
_CALM = 2  # most coalitions whose armies keep off a bend of the border
_FEW = 3  # most tribes that are drawn large
_LARGE = 76  # blocks of at least this size push the tribes down
ARMY_SHARE = 14 / 24  # width of an army block as a share of its size


def draw_chart(dx: float, dy: float, k: float) -> kit.Node:
    """Draw the chart of the map with its frame where it is on the overview, transformed as its pieces are."""
    frame = lands.FRAME
    chart = kit.Ground(lands.X - frame, lands.Y - frame, lands.W + 2 * frame, lands.H + 2 * frame, "pax_pamir/chart")
    return kit.transform_node(chart, dx, dy, k)


def measure_plate(region: str, lang: kit.Lang) -> float:
    """Return the width of a region's plate: its name and 12 px on either side."""
    return kit.measure_text(render_noun(f"region.{region}", lang), kit.BODY) + 24


_BESIDE_TAB, _TAB_VISIBLE = 104, 22
"""px from the middle of a ruler's tab to the centre of the first number of its region, and to the end of the last."""


def _draw_plate(region: RegionView, lang: kit.Lang, is_option: bool) -> kit.Nodes:
    """Draw the name plate of a region: white if the region is an option. Two numbers leave the ruler's tab visible."""
    placement = layout.build_region_placement(region.id, measure_plate(region.id, lang))
    x, y = placement.centre
    left, middle = placement.first_number_centre
    if region.ruler is not None:
        left = max(lands.X + 4, min(left, x - _BESIDE_TAB))
        placement = replace(placement, number_centre=(left, middle), max_width=x - _TAB_VISIBLE - left + 26)
    name = render_noun(f"region.{region.id}", lang)
    fill, rule, rule_w = (theme.VELLUM, theme.GILT, 2.4) if is_option else (theme.SCROLL, None, 0)
    x0, y0, w, h = placement.x, placement.y, placement.w, placement.h
    return (
        kit.Anchor(f"region:{region.id}", placement),
        kit.Box(x0, y0, w, h, placement.radius, fill, rule, rule_w, material="scroll"),
        kit.TextRun(x, y, name, kit.BODY, theme.INK, "m", max_width=placement.w - 12),
    )


def draw_pieces(view: View, lang: kit.Lang, option_places: Collection[str] = ()) -> kit.Nodes:
    """Draw names, rulers, armies and tribes of all regions. They lie above roads and above all frames.

    option_places: places that are options; the names of these regions are on white.
    """
    colours = [theme.SEATS[player.color] for player in view.players]
    nodes: list[kit.Node] = []
    for region in view.regions:
        nodes.append(kit.Anchor(f"land:{region.id}", _build_region_placement(region, lang)))
        nodes += _draw_region(region, colours, lang)
        nodes += _draw_plate(region, lang, f"region:{region.id}" in option_places)
    return tuple(nodes)


def draw_supply(view: View, lang: kit.Lang) -> Iterator[kit.Node]:
    """Draw the blocks that each coalition has left in supply, in the lower right corner."""
    right, y = lands.X + lands.W - 12, lands.Y + lands.H - 34
    words = render_message("map.supply", lang)
    yield kit.Box(right - 196, y - 62, 206, 90, 8, theme.PANEL, theme.TABLET_RIM, 2, material="vellum")
    yield kit.TextRun(right, y - 38, words, kit.DETAIL, theme.INK_2, "r", max_width=170)
    for i, (coalition, blocks) in enumerate(reversed(view.blocks.items())):
        x = right - 64 * i
        yield kit.Sprite(x - 46, y, Emblem(coalition, 28))
        left = max(0, CONTENT.data.components.coalition_blocks_per_coalition - blocks)
        yield kit.TextRun(x - 28, y + 1, str(left), kit.DETAIL, theme.INK, max_width=36)


def _draw_region(region: RegionView, colours: Sequence[str], lang: kit.Lang) -> Iterator[kit.Node]:
    x, y = lands.find_anchor(region.id)
    plate = layout.build_region_placement(region.id, measure_plate(region.id, lang))
    badge_point = _find_badge_point(plate)
    land, paper = f"land:{region.id}", theme.LANDS[region.id]
    if region.ruler is not None:
        tab = kit.Sprite(x, y - 79, RulerTab(region.ruler, colours[region.ruler]))
        placement = kit.Placement(x - 52, y - 131, 104, 52, 12, callout_centre=badge_point)
        yield kit.Anchor(f"ruler:{region.id}", placement, region.ruler, "map", land, sprite=tab, background=paper)
        yield tab
    for coalition, army in layout_armies(region).items():
        block = kit.Sprite(
            army.x + army.block_size * ARMY_SHARE / 2, army.y, CoalitionBlock("army", coalition, army.block_size)
        )
        half = army.block_size * 0.44 + 3
        badge, corner = (block.x, army.y - half), (army.x, army.y - half + 8)
        placement = kit.Placement(
            army.x - 3,
            army.y - half,
            army.w + 8,
            2 * half,
            10,
            badge,
            14,
            True,
            max_width=96,
            author_badge_centre=corner,
            callout_centre=badge_point,
        )
        place, number = f"army:{region.id}:{coalition}", region.armies[coalition]
        yield kit.Anchor(place, placement, number, "map", land, sprite=block, background=paper, piece_kind=coalition)
        yield replace(block, piece=CoalitionBlock("army", coalition, army.block_size, number))
        left = army.x + army.block_size * ARMY_SHARE + _find_number_gap(army.number_size)
        yield kit.TextRun(
            left, army.y + 3, str(region.armies[coalition]), army.number_size, theme.INK, max_width=army.w
        )
    for player in (player for player, number in enumerate(region.tribes) if number):
        player_tokens = [token for token in layout_tribes(region) if token.player == player]
        first, last = player_tokens[0], player_tokens[-1]
        w = last.x - first.x + 2 * first.r
        badge = first.x, first.y + first.r + 8
        placement = kit.Placement(
            first.x - first.r,
            first.y - first.r,
            w,
            2 * first.r,
            first.r,
            badge,
            16,
            is_centred=True,
            max_width=110,
            callout_centre=badge_point,
        )
        removed_marker = kit.Sprite(first.x, first.y, kit.SeatToken(player, colours[player], first.r))
        number = region.tribes[player]
        yield kit.Anchor(
            f"tribe:{region.id}:{player}", placement, number, "map", land, sprite=removed_marker, background=paper
        )
    for token in layout_tribes(region):
        player, centre = token.player, (token.x, token.y)
        yield kit.Sprite(*centre, build_tribe_token(player, colours[player], token.r))
        if token.count > 1 and token.has_number_beside:
            yield kit.TextRun(
                centre[0] + token.r + 5, centre[1], f"×{token.count}", kit.DETAIL, theme.INK, max_width=60
            )
        elif token.count > 1:
            disc = kit.NumberDisc(str(token.count), 13, 20, theme.INK, theme.CREAM, theme.INK, 2)
            yield kit.Sprite(centre[0] + token.r - 5, centre[1] + token.r - 5, disc)


def _find_badge_point(plate: kit.Placement) -> kit.Point:
    """Return the point of the author badge shared by all changes in a region: beside the ruler, or, at the end of the
    map, below the name.
    """
    right = plate.x + plate.w
    return (right + 14, plate.y - 26) if right + 50 < lands.X + lands.W else (right - 26, plate.y + plate.h + 32)


def _build_region_placement(region: RegionView, lang: kit.Lang) -> kit.Placement:
    """Return the placement of a region with everything in it: name, ruler, armies and tribes."""
    plate = layout.build_region_placement(region.id, measure_plate(region.id, lang))
    (left, right), (tribes_left, tribes_right) = (
        lands.find_piece_limits(region.id),
        lands.find_piece_limits(region.id, has_tribes=True),
    )
    left, right = min(left + 6, tribes_left + 6, plate.x), max(right - 6, tribes_right - 6, plate.x + plate.w)
    top = plate.y - (48 if region.ruler is not None else 4)
    return kit.Placement(left, top, right - left, min(plate.y + 208, lands.Y + lands.H - 6) - top, 16)


def _find_number_gap(number: int) -> float:
    """Return the gap between a block and a number of this size."""
    return 12 if number == kit.HEAD else 8 if number == kit.KEY else 4


@dataclass(frozen=True, slots=True)
class ArmyDrawing:
    """The drawing of one coalition's armies in a region."""

    x: float
    """Left end."""
    y: float
    """Middle height."""
    w: float
    """Width of block and number."""
    block_size: float
    """Size of the block."""
    number_size: int
    """Text size of the number."""


def layout_armies(region: RegionView) -> dict[Coalition, ArmyDrawing]:
    """Lay out a region's armies side by side around its anchor, as large as the region allows."""
    coalitions = [coalition for coalition in COALITION_ORDER if region.armies.get(coalition)]
    left, right = lands.find_piece_limits(region.id)
    x, y = lands.find_anchor(region.id)
    for block, number, gap in _ARMIES:
        widths = [
            block * ARMY_SHARE + _find_number_gap(number) + kit.measure_text(str(region.armies[c]), number)
            for c in coalitions
        ]
        total = sum(widths) + gap * (len(coalitions) - 1)
        end = right - (lands.find_bend(region.id) if len(coalitions) <= _CALM else 0)
        if total <= end - left:
            break
    next_x = min(max(x - total / 2, left), end - total)
    drawings: dict[Coalition, ArmyDrawing] = {}
    for coalition, width in zip(coalitions, widths, strict=True):
        drawings[coalition] = ArmyDrawing(next_x, y + 12, width, block, number)
        next_x += width + gap
    return drawings


@dataclass(frozen=True, slots=True)
class TribeToken:
    """A token on the map, for one tribe or for all tribes of a player in a region."""

    player: int  # owner of the tribes
    x: float  # of its middle, in px of the overview
    y: float  # of its middle, in px of the overview
    r: float = 23  # radius in px of the overview
    count: int = 1  # tribes that the token stands for; 1: it has no number
    has_number_beside: bool = False
    """The number is beside the token and not on it."""


def layout_tribes(region: RegionView) -> tuple[TribeToken, ...]:
    """Lay out a region's tribes: up to five one by one, more as one token for each player with their number.

    The number is beside the token, in narrow regions on it.
    """
    left, right = lands.find_piece_limits(region.id, has_tribes=True)
    x, y = lands.find_anchor(region.id)
    army_drawings = layout_armies(region).values()
    y += 8 if not army_drawings else 94 if max(army.block_size for army in army_drawings) >= _LARGE else 84
    owners = [player for player, number in enumerate(region.tribes) if number]
    single = [player for player in owners for _ in range(region.tribes[player])]

    def clamp_left(width: float) -> float:
        return min(max(x - width / 2, left), right - width)

    if len(single) <= MAX_SINGLE_TRIBES:
        r = 28.0 if len(single) <= _FEW else 25.0
        if not army_drawings and len(single) <= _FEW:
            r = 34.0
        pitch = min(2.35 * r, (right - left) / max(1, len(single)))
        start = clamp_left(pitch * len(single)) + pitch / 2
        return tuple(TribeToken(player, start + pitch * i, y, min(r, pitch * 0.45)) for i, player in enumerate(single))
    widths = [
        54 + (kit.measure_text(f"×{region.tribes[p]}", kit.DETAIL) + 4 if region.tribes[p] > 1 else 0) for p in owners
    ]
    fits_beside = sum(widths) <= right - left
    if not fits_beside:
        widths = [min(54.0, (right - left) / len(owners))] * len(owners)
    next_x = clamp_left(sum(widths))
    tokens: list[TribeToken] = []
    for player, width in zip(owners, widths, strict=True):
        r = 23 if fits_beside else 20
        tokens.append(
            TribeToken(player, next_x + (27 if fits_beside else width / 2), y, r, region.tribes[player], fits_beside)
        )
        next_x += width
    return tuple(tokens)
