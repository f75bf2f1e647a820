"""The chips below a city's plate: contracts, cards, the bonus, places for dice, the outpost."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.board.dice import find_dice_round
from render.marco_polo_ii.land.places import LEFT, WIDTH
from render.marco_polo_ii.land.terrain import find_price_pill
from render.marco_polo_ii.pieces.cards import build_card_icons
from render.marco_polo_ii.pieces.goods import Run, build_amounts, build_label
from render.marco_polo_ii.pieces.placed_dice import DiePlace, draw_used_place
from render.marco_polo_ii.pieces.plates import BonusChip, CardChip, ContractScroll, OutpostFlag

_H, _GAP, _MARGIN, _CONTRACT_W = 42, 5, 10, 56.0
_STEP, _STEPS = 4, 22
"""A row of chips may be shifted sideways: px of a step, maximum number of steps."""
_MAX_CARD_WIDTH = 150
"""Maximum width in px of a card's icons at normal size; wider ones are drawn smaller."""
_SHIFT_COST = 6
"""Cost of shifting the row by 1 px, in square px of covered prices."""


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
    row = [*_iter_chips(view, city)]
    w = sum(chip.run.w for chip in row) + _GAP * (len(row) - 1)
    left = _find_left(w, x, y + 30)
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
    runs += sorted((_build_card_chip(card).w for card in data.city_cards), reverse=True)[:cards]
    if line.city_bonus_slot:
        runs.append(max(_build_bonus_chip(bonus).w for bonus in data.city_bonuses))
    runs += [float(_H)] * len(CONTENT.special_spaces.get(city, ()))
    if line.outpost_slot:
        runs.append(max(_build_outpost_chip(tile).w for tile in data.outposts))
    return sum(runs) + _GAP * max(0, len(runs) - 1)


@lru_cache(1 << 10)
def _find_left(w: float, x: float, top: float) -> float:
    """Return the left edge of a row of chips: centred, or shifted so that it covers least of the prices."""

    def clamp_left(left: float) -> float:
        return min(max(left, LEFT + _MARGIN), LEFT + WIDTH - _MARGIN - w)

    near_pills = [pill for pill in _list_pills() if top < pill.y + pill.h and pill.y < top + _H]

    def measure_cost(left: float) -> float:
        """Return the covered square px of prices, plus a small cost for each px of shift."""
        return sum(_measure_overlap(left, w, top, pill) for pill in near_pills) + _SHIFT_COST * abs(
            left - clamp_left(x - w / 2)
        )

    return min((clamp_left(x - w / 2 + _STEP * i) for i in range(-_STEPS, _STEPS + 1)), key=measure_cost)


@cache
def _list_pills() -> tuple[kit.Box, ...]:
    return tuple(pill for name in CONTENT.data.routes if (pill := find_price_pill(name)) is not None)


def _measure_overlap(left: float, w: float, top: float, pill: kit.Box) -> float:
    width = min(left + w, pill.x + pill.w) - max(left, pill.x)
    height = min(top + _H, pill.y + pill.h) - max(top, pill.y)
    return width * height if width > 0 and height > 0 else 0.0


def _iter_chips(view: View, city: str) -> Iterator[Chip]:
    for i, contract in enumerate(view.on_offer.get(city, ())):
        place = f"contract:{contract}" if contract is not None else f"taken:{city}:{i}"
        yield Chip(_build_contract_chip(contract), place, contract or "taken")
    for space, card in view.city_cards.items():
        if CONTENT.data.spaces[space].city == city:
            dice = view.spaces[space]
            yield Chip(_add_die(view, _build_card_chip(card), space), f"space:{space}", (card, len(dice)))
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
def _build_card_chip(card: str) -> Run:
    inner = build_card_icons(CONTENT.data.city_cards[card], 24, kit.MICRO, shows_ones=False)
    if inner.w > _MAX_CARD_WIDTH:
        inner = build_card_icons(CONTENT.data.city_cards[card], 19, kit.MICRO, shows_ones=False)
    w = inner.w + 20
    return Run((kit.Sprite(0, 0, CardChip(w)), *inner.draw_at(9, 0)), w)


def _add_die(view: View, run: Run, space: str) -> Run:
    """Return the chip of a card with the die on it, if the card is used."""
    if not view.spaces[space]:
        return run
    return Run((*run.nodes, *_draw_dice(view, space, run.w / 2)), run.w)


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
    return draw_used_place(x, 0, view.spaces[space], colours, 40, "brown")


@cache
def _build_outpost_chip(tile: str) -> Run:
    inner = build_amounts(CONTENT.data.outposts[tile].reward, 28, kit.BODY, shows_ones=False, background=theme.OUTPOST)
    w = inner.w + 26
    return Run((kit.Sprite(0, 0, OutpostFlag(w, 40)), *inner.draw_at(8, 0)), w)
