"""The chips below a city's plate: contracts, cards, the bonus, places for dice, the outpost."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.board.dice import find_dice_round
from render.marco_polo_ii.land.places import LEFT, PLACES, WIDTH
from render.marco_polo_ii.land.terrain import find_price_pill
from render.marco_polo_ii.pieces.cards import build_card_icons
from render.marco_polo_ii.pieces.goods import Run, build_amounts, build_label
from render.marco_polo_ii.pieces.placed_dice import USED_PLACE_SIZE, DiePlace, draw_used_place
from render.marco_polo_ii.pieces.plates import BonusChip, CardChip, ContractScroll, OutpostFlag

_H, _GAP, _MARGIN, _CONTRACT_W = 42, 5, 10, 56.0
_STEP, _STEPS = 4, 22
"""A row of chips may be shifted sideways: px of a step, maximum number of steps."""
_CARD_SIZES = ((31, kit.BODY), (28, kit.DETAIL), (24, kit.MICRO), (19, kit.MICRO))
"""Icon size and text size of a card, largest first."""
_SIZE_IN_SHORT_ROOM = 2
"""Index of the size of cards that have no room for a larger one; only wide cards are smaller."""
_MAX_CARD_WIDTH, _MAX_USED_CARD_WIDTH = 150, 121
"""Maximum width in px of a card's icons, and of those beside a die; wider ones are drawn smaller."""
_CARD_EDGE, _DIE = 20, 40
"""px of a card beside its icons; size of an empty place for a die."""
_LOW_ROWS = 46.0
"""Height in px for the icons of a card with a die on it, beside which wide ones stand in two rows."""
_MAX_REACH, _MAX_TOUCH = 300.0, 6
"""px from the centre of a city to the end of its row at most; px by which a row may touch what is above or below it."""
_SHIFT_COST = 6
"""Cost of shifting the row by 1 px, in square px of covered prices and posts."""
_POSTS = -84, -66, 84, -22
"""Bounds of the posts of four players around the centre of their city, in px."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A chip of a city."""

    run: Run  # its drawing, which decides the width of the anchor
    place: str
    """Name of its anchor."""
    shows: Hashable
    """Content of its anchor."""


def draw_chips(view: View, city: str, x: float, y: float) -> Iterator[kit.Node]:
    """Draw the chips of a city in a fixed order below its plate, inside the map and clear of prices of routes."""
    row = _fit_row(view, city)
    w = _measure_row(row)
    left = _find_left(city, w, x, y + 30)
    middle = y + 30 + _H / 2
    for chip in row:
        placement = kit.Placement(
            left, y + 30, chip.run.w, _H, 6, number_centre=(left + 6, y + 30 + _H + 8), number_radius=20
        )
        is_contract, age = chip.place.startswith("contract:"), None
        if chip.place.startswith("space:"):
            age = find_dice_round(view)  # taking dice back is no change to mark
        if is_contract:  # the corner that marks a new contract lies beside its points
            placement = replace(placement, y=placement.y - 8, w=placement.w + 16, h=placement.h + 8)
        yield kit.Anchor(
            chip.place, placement, chip.shows, part="map", container=f"city:{city}", is_from_deck=is_contract, age=age
        )
        yield from chip.run.draw_at(left, middle)
        left += chip.run.w + _GAP


@cache
def measure_max_width(city: str) -> float:
    """Return the maximum width in px of a city's chips, for any cards and tiles."""
    data, line = CONTENT.data, CONTENT.data.cities[city]
    runs = [_CONTRACT_W] * line.contract_slots
    cards = sum(data.spaces[space].city == city for space in CONTENT.card_spaces)
    runs += sorted((_measure_largest_card(card) for card in data.city_cards), reverse=True)[:cards]
    if line.city_bonus_slot:
        runs.append(max(_build_bonus_chip(bonus).w for bonus in data.city_bonuses))
    runs += [float(_H)] * len(CONTENT.special_spaces.get(city, ()))
    if line.outpost_slot:
        runs.append(max(_build_outpost_chip(tile).w for tile in data.outposts))
    return sum(runs) + _GAP * max(0, len(runs) - 1)


def _fit_row(view: View, city: str) -> list[Chip]:
    """Return the chips of a city, with its cards as large as its neighbours leave room."""
    row: list[Chip] = []
    for size in range(_SIZE_IN_SHORT_ROOM + 1):
        row = [*_iter_chips(view, city, size)]
        if _measure_row(row) <= _measure_room(city):
            break
    return row


def _measure_row(row: Sequence[Chip]) -> float:
    return sum(chip.run.w for chip in row) + _GAP * (len(row) - 1)


@cache
def _measure_room(city: str) -> float:
    """Return the width in px of a row of chips that reaches neither posts of other cities nor prices."""
    x, y = PLACES[city]
    left_room, right_room = min(_MAX_REACH, x - LEFT - _MARGIN), min(_MAX_REACH, LEFT + WIDTH - _MARGIN - x)
    pills = [(pill.x, pill.y, pill.x + pill.w, pill.y + pill.h) for pill in _list_pills()]
    for left, top, right, bottom in (*pills, *_list_posts(city)):
        if top + _MAX_TOUCH < y + 30 + _H and y + 30 + _MAX_TOUCH < bottom:
            if left > x:
                right_room = min(right_room, left - x)
            else:
                left_room = min(left_room, max(0.0, x - right))
    return left_room + right_room


@cache
def _list_posts(city: str) -> tuple[kit.Bounds, ...]:
    """Return the bounds of the posts of all other cities."""
    left, top, right, bottom = _POSTS
    places = (PLACES[other] for other in CONTENT.data.cities if other != city)
    return tuple((x + left, y + top, x + right, y + bottom) for x, y in places)


@lru_cache(1 << 10)
def _find_left(city: str, w: float, x: float, top: float) -> float:
    """Return the left edge of a row of chips: centred, or shifted so that it covers least of prices and of posts."""

    def clamp_left(left: float) -> float:
        return min(max(left, LEFT + _MARGIN), LEFT + WIDTH - _MARGIN - w)

    near_boxes = [(pill.x, pill.y, pill.x + pill.w, pill.y + pill.h) for pill in _list_pills()]
    near_boxes = [box for box in (*near_boxes, *_list_posts(city)) if top < box[3] and box[1] < top + _H]

    def measure_cost(left: float) -> float:
        """Return the covered square px of prices and posts, plus a small cost for each px of shift."""
        return sum(_measure_overlap(left, w, top, box) for box in near_boxes) + _SHIFT_COST * abs(
            left - clamp_left(x - w / 2)
        )

    return min((clamp_left(x - w / 2 + _STEP * i) for i in range(-_STEPS, _STEPS + 1)), key=measure_cost)


@cache
def _list_pills() -> tuple[kit.Box, ...]:
    return tuple(pill for name in CONTENT.data.routes if (pill := find_price_pill(name)) is not None)


def _measure_overlap(left: float, w: float, top: float, box: kit.Bounds) -> float:
    width = min(left + w, box[2]) - max(left, box[0])
    height = min(top + _H, box[3]) - max(top, box[1])
    return width * height if width > 0 and height > 0 else 0.0


def _iter_chips(view: View, city: str, size: int) -> Iterator[Chip]:
    """Yield the chips of a city. size: index in `_CARD_SIZES` of the largest one for its cards."""
    for i, contract in enumerate(view.on_offer.get(city, ())):
        place = f"contract:{contract}" if contract is not None else f"taken:{city}:{i}"
        yield Chip(_build_contract_chip(contract), place, contract or "taken")
    for space, card in view.city_cards.items():
        if CONTENT.data.spaces[space].city == city:
            dice = view.spaces[space]
            build_chip = _build_used_card_chip if dice else _build_card_chip
            yield Chip(_add_die(view, build_chip(card, size), space), f"space:{space}", (card, len(dice)))
    if city in view.bonuses:
        yield Chip(_build_bonus_chip(view.bonuses[city]), f"bonus:{city}", view.bonuses[city])
    for space in CONTENT.special_spaces.get(city, ()):
        yield Chip(_build_die_chip(view, space), f"space:{space}", len(view.spaces[space]))
    if city in view.outposts:
        yield Chip(_build_outpost_chip(view.outposts[city]), f"outpost:{city}", view.outposts[city])


@cache
def _build_contract_chip(contract: str | None) -> Run:
    """Return the chip of a contract: a scroll with its VP; an outline if it was taken this turn."""
    if contract is None:
        return Run((kit.Box(2, -19, 52, 38, 4, None, theme.RED, 2),), _CONTRACT_W)
    points = CONTENT.contracts[contract].reward.vp
    return Run((kit.Sprite(28, 0, ContractScroll(str(points))),), _CONTRACT_W)


@cache
def _measure_largest_card(card: str) -> float:
    return max(_build_card_chip(card, 0).w, _build_used_card_chip(card, 0).w)


@cache
def _build_card_chip(card: str, size: int) -> Run:
    """Return the chip of a card with icons of this size, or of the largest smaller one at which it is narrow enough."""
    return _build_chip_with(_build_card_icons(card, size, _MAX_CARD_WIDTH, 0), 0)


@cache
def _build_used_card_chip(card: str, size: int) -> Run:
    """Return the chip of a card with room at its right end for the die on it, which hides none of its icons."""
    return _build_chip_with(_build_card_icons(card, size, _MAX_USED_CARD_WIDTH, _LOW_ROWS), USED_PLACE_SIZE * _DIE)


def _build_card_icons(card: str, size: int, max_width: float, max_h: float) -> Run:
    inner = Run((), 0)
    for icon_size, text_size in _CARD_SIZES[size:]:
        inner = build_card_icons(CONTENT.data.city_cards[card], icon_size, text_size, shows_ones=False)
        if inner.w <= max_width:
            return inner
    low = build_card_icons(CONTENT.data.city_cards[card], *_CARD_SIZES[-1], shows_ones=False, max_h=max_h)
    return min(inner, low, key=lambda run: run.w)


def _build_chip_with(inner: Run, end: float) -> Run:
    """Return the chip of a card with these icons. end: width in px of its right end, which stays empty."""
    w = inner.w + _CARD_EDGE + end
    return Run((kit.Sprite(0, 0, CardChip(w)), *inner.draw_at(9, 0)), w)


def _add_die(view: View, run: Run, space: str) -> Run:
    """Return the chip of a card with the die at its right end, if the card is used."""
    if not view.spaces[space]:
        return run
    return Run((*run.nodes, *_draw_dice(view, space, run.w - USED_PLACE_SIZE * _DIE / 2)), run.w)


@cache
def _build_bonus_chip(bonus: str) -> Run:
    inner = build_amounts(
        CONTENT.data.city_bonuses[bonus].reward, 31, kit.BODY, shows_ones=False, background=theme.PANEL
    )
    w = inner.w + 40
    nodes = (
        kit.Sprite(0, 0, BonusChip(w)),
        *build_label("!", kit.DETAIL, theme.PANEL).draw_centred(11, 0),
        *inner.draw_at(31, 0),
    )
    return Run(nodes, w)


def _build_die_chip(view: View, space: str) -> Run:
    if view.spaces[space]:
        return Run(tuple(_draw_dice(view, space, 21)), 42)
    return Run((kit.Sprite(21, 0, DiePlace("brown", 42)),), 42)


def _draw_dice(view: View, space: str, x: float) -> Iterator[kit.Node]:
    """Draw the dice on a space of a city around (x, 0)."""
    colours = tuple(theme.SEAT[mat.color] for mat in view.mats)
    return draw_used_place(x, 0, view.spaces[space], colours, _DIE, "brown")


@cache
def _build_outpost_chip(tile: str) -> Run:
    inner = build_amounts(CONTENT.data.outposts[tile].reward, 28, kit.BODY, shows_ones=False, background=theme.OUTPOST)
    w = inner.w + 26
    return Run((kit.Sprite(0, 0, OutpostFlag(w, 40)), *inner.draw_at(8, 0)), w)
