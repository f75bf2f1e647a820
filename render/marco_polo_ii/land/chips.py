"""What a city gives, below its plate: contracts, cards, the bonus, places for dice, the outpost."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from render.kit.colour import WHITE
from render.kit.scene import DETAIL, MICRO, Anchor, Box, Node, Poly, Sprite
from render.kit.spot import Spot
from render.kit.tokens import Seal
from render.marco_polo_ii import theme
from render.marco_polo_ii.board.dice import rolled
from render.marco_polo_ii.land.ground import pill_of
from render.marco_polo_ii.land.places import LEFT, WIDTH
from render.marco_polo_ii.pieces.cards import card_words
from render.marco_polo_ii.pieces.goods import Run, bundle, label
from render.marco_polo_ii.pieces.people import DiePlace, stacked

_H, _GAP, _MARGIN = 42, 5, 10
_STEP, _STEPS = 4, 22
"""px by which a row of chips moves aside, and how often at most."""
_WIDE = 150
"""px of what a card does; a wider one has smaller icons."""
_STRAY = 6
"""So many square px of a price may be covered rather than moving the row by another px."""


@dataclass(frozen=True, slots=True)
class Chip:
    """Nodes from x = 0 on around y = 0, and the anchor's name and content."""

    run: Run
    place: str
    shows: Hashable


def chips(view: View, city: str, x: float, y: float) -> Iterator[Node]:
    """The chips of a city in their fixed order, below its plate, inside the map and beside the prices of its routes."""
    row_of = [*_chips(view, city)]
    w = sum(chip.run.w for chip in row_of) + _GAP * (len(row_of) - 1)
    left = _left(w, x, y + 30)
    middle = y + 30 + _H / 2
    for chip in row_of:
        spot = Spot(left, y + 30, chip.run.w, _H, 6, badge=(left + 6, y + 30 + _H + 8), badge_r=20)
        drawn, age = chip.place.startswith("contract:"), None
        if chip.place.startswith("space:"):
            age = rolled(view)  # nobody takes the dice back
        if drawn:  # the corner of a new one lies beside its points
            spot = replace(spot, y=spot.y - 8, w=spot.w + 16, h=spot.h + 8)
        yield Anchor(chip.place, spot, chip.shows, part="map", within=f"city:{city}", drawn=drawn, age=age)
        yield from chip.run.at(left, middle)
        left += chip.run.w + _GAP


@cache
def widest(city: str) -> float:
    """The most px that the chips of a city take, whatever is dealt there."""
    data, line = CONTENT.data, CONTENT.data.cities[city]
    runs = [54.0] * line.contract_slots
    cards = sum(data.spaces[space].city == city for space in CONTENT.card_spaces)
    runs += sorted((_card(card).w for card in data.city_cards), reverse=True)[:cards]
    if line.city_bonus_slot:
        runs.append(max(_bonus(bonus).w for bonus in data.city_bonuses))
    runs += [float(_H)] * len(CONTENT.special_spaces.get(city, ()))
    if line.outpost_slot:
        runs.append(max(_outpost(tile).w for tile in data.outposts))
    return sum(runs) + _GAP * max(0, len(runs) - 1)


@lru_cache(1 << 10)
def _left(w: float, x: float, top: float) -> float:
    """Where a row of chips begins: centred, or moved as far as it must so as to cover least of the prices."""

    def inside(left: float) -> float:
        return min(max(left, LEFT + _MARGIN), LEFT + WIDTH - _MARGIN - w)

    beside = [pill for pill in _pills() if top < pill.y + pill.h and pill.y < top + _H]

    def covered(left: float) -> float:
        """Square px of prices, and a little for every px away from the middle."""
        return sum(_common(left, w, top, pill) for pill in beside) + _STRAY * abs(left - inside(x - w / 2))

    return min((inside(x - w / 2 + _STEP * i) for i in range(-_STEPS, _STEPS + 1)), key=covered)


@cache
def _pills() -> tuple[Box, ...]:
    return tuple(pill for name in CONTENT.data.routes if (pill := pill_of(name)) is not None)


def _common(left: float, w: float, top: float, pill: Box) -> float:
    wide = min(left + w, pill.x + pill.w) - max(left, pill.x)
    high = min(top + _H, pill.y + pill.h) - max(top, pill.y)
    return wide * high if wide > 0 and high > 0 else 0.0


def _chips(view: View, city: str) -> Iterator[Chip]:
    for i, contract in enumerate(view.on_offer.get(city, ())):
        place = f"contract:{contract}" if contract is not None else f"taken:{city}:{i}"
        yield Chip(_contract(contract), place, contract or "taken")
    for space, card in view.city_cards.items():
        if CONTENT.data.spaces[space].city == city:
            dice = view.spaces[space]
            yield Chip(_with_die(view, _card(card), space), f"space:{space}", (card, len(dice)))
    if city in view.bonuses:
        yield Chip(_bonus(view.bonuses[city]), f"bonus:{city}", view.bonuses[city])
    for space in CONTENT.special_spaces.get(city, ()):
        yield Chip(_die_place(view, space), f"space:{space}", len(view.spaces[space]))
    if city in view.outposts:
        yield Chip(_outpost(view.outposts[city]), f"outpost:{city}", view.outposts[city])


@cache
def _contract(contract: str | None) -> Run:
    """A scroll with its victory points; an outline where it was taken this turn."""
    if contract is None:
        return Run((Box(1, -19, 52, 38, 4, None, theme.RED, 2),), 54)
    points = CONTENT.contracts[contract].reward.vp
    nodes = (
        Box(3, -19, 48, 38, 2, WHITE, theme.LINE, 1.5),
        Box(0, -21, 54, 6, 3, theme.RED),
        Box(0, 15, 54, 6, 3, theme.RED),
        Sprite(27, 0, Seal(str(points), 17)),
    )
    return Run(nodes, 54)


@cache
def _card(card: str) -> Run:
    inner = card_words(CONTENT.data.city_cards[card], 24, MICRO, ones=False)
    if inner.w > _WIDE:
        inner = card_words(CONTENT.data.city_cards[card], 19, MICRO, ones=False)
    w = inner.w + 20
    body = Poly(((0, -21), (w - 10, -21), (w, -11), (w, 21), (0, 21)), WHITE, theme.BROWN, 2)
    fold = Poly(((w - 10, -21), (w, -11), (w - 10, -11)), theme.BROWN)
    return Run((body, fold, *inner.at(9, 0)), w)


def _with_die(view: View, run: Run, space: str) -> Run:
    """A used card has its die on it."""
    dice = view.spaces[space]
    if not dice:
        return run
    return Run((*run.nodes, *stacked(run.w / 2, 0, dice, _colours(view), 38)), run.w)


@cache
def _bonus(bonus: str) -> Run:
    inner = bundle(CONTENT.data.city_bonuses[bonus].reward, 28, DETAIL, ones=False, ground=WHITE)
    w = inner.w + 40
    nodes = (
        Box(0, -21, w, 42, 3, WHITE, theme.RED, 2),
        Box(0, -21, 22, 42, 3, theme.RED, corners=(True, False, False, True)),
        *label("!", DETAIL, WHITE).centred(11, 0),
        *inner.at(31, 0),
    )
    return Run(nodes, w)


def _die_place(view: View, space: str) -> Run:
    dice = view.spaces[space]
    base: Node = Sprite(21, 0, DiePlace("brown", 42))
    return Run((base, *(stacked(21, 0, dice, _colours(view), 38) if dice else ())), 42)


@cache
def _outpost(tile: str) -> Run:
    inner = bundle(CONTENT.data.outposts[tile].reward, 26, DETAIL, ones=False, ground=theme.OUTPOST)
    w = inner.w + 30
    flag = Poly(((1, -20), (w, -20), (w - 11, 0), (w, 20), (1, 20)), theme.OUTPOST, theme.JADE_EDGE, 2)
    return Run((flag, *inner.at(8, 0)), w)


def _colours(view: View) -> tuple[str, ...]:
    return tuple(theme.SEAT[mat.color] for mat in view.mats)
