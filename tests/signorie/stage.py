"""A small stage for rules tests: a State in a few words, one rule played with scripted answers and scripted dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.kernel import Rng, Setup, Table
from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import SEXES
from engines.signorie.phases.setup import house_tiles, new
from engines.signorie.table.state import City, Meeple, PlanRow, Player, State, Tile
from tests.kernel.scripted import Dice, Played, Rule, Stage

COLORS = CONTENT.data.player_colors.order
YELLOW, RED, PURPLE, BLUE = range(4)
"""Seats of a table of four, by colour."""
NAMES = ("Yellow", "Red", "Purple", "Blue")
VALUES = CONTENT.data.city_rule.slot_values

TILES = dict(zip(CONTENT.slots, CONTENT.tiles, strict=True))
"""Assignment slot -> tile, as the stage deals them unless told otherwise."""


def game(
    seats: int = 4,
    *,
    pool: Mapping[str, Sequence[int]] | None = None,
    assignments: Mapping[str, str] | None = None,
    cities: Mapping[str, City] | None = None,
    slot: int = 1,
    reward: str | None = None,
    order: Sequence[int] | None = None,
    active: int = 0,
    phase: str = "actions",
    stack: Sequence[Tile] | None = None,
    variants: Sequence[str] = (),
    every_step: bool = True,
) -> State:
    """A table in the middle of a round. Without a word: no tiles in the cities, every die shows 3, seat order.

    every_step: each step of the rules is asked about, also where one answer is plainly the best.

    `assignments` swaps the named tiles into the named slots.
    """
    state = new(Setup(seats, COLORS[:seats], dict.fromkeys(variants, "on")), Table(None, Rng(bytes(32))))
    state.order = list(order or range(seats))
    state.initiative = [list(reversed(state.order)), *([] for _ in state.initiative[1:])]
    state.slot = slot
    if reward is not None:
        state.rewards[slot - 1] = reward
    state.pool = {color: [3] * seats for color in CONTENT.columns}
    state.pool |= {color: sorted(pips) for color, pips in (pool or {}).items()}
    state.aside = dict.fromkeys(CONTENT.columns, 0)
    state.assignments = dict(TILES)
    for to, tile in (assignments or {}).items():
        at = next(one for one, other in state.assignments.items() if other == tile)
        state.assignments[to], state.assignments[at] = tile, state.assignments[to]
    if cities is not None:
        state.cities = dict(cities)
    if stack is not None:
        state.stack = list(stack)
    state.phase = phase  # type: ignore[assignment]
    state.active = active if phase == "actions" else None
    state.every_step = every_step
    return state


def family(
    state: State,
    seat: int,
    *,
    florins: int | None = None,
    m: int | None = None,
    w: int | None = None,
    sm: int | None = None,
    sw: int | None = None,
    men: Mapping[str, Mapping[int, int]] | None = None,
    helpers: Sequence[str] = (),
    brides: int | None = None,
    dice: Mapping[str, int] | None = None,
    disc: int | None = None,
    plan: Mapping[str, Sequence[str]] | None = None,
) -> Player:
    """Set a family as RULES.md says it: m/w in supply, sm/sw in stock, `men={"politician": {7: 1}}` on career slots.

    A plan row lists its tiles: "medici 4", or "?" for one face down.
    """
    player = state.players[seat]
    if florins is not None:
        player.florins = florins
    for place, meeples in ((player.supply, (m, w)), (player.stock, (sm, sw))):
        for sex, number in zip(SEXES, meeples, strict=True):
            if number is not None:
                place[sex] = number
    for track, slots in (men or {}).items():
        for slot, number in slots.items():
            player.careers[track][slot - 1] = number
    player.helpers = list(helpers)
    if brides is not None:
        player.brides = brides
    player.dice = dict(dice or {})
    for row, tiles in (plan or {}).items():
        player.plan[row] = PlanRow([tile(one) for one in tiles if one != "?"], [HIDDEN for one in tiles if one == "?"])
    if disc is not None:
        for discs in state.initiative:
            if seat in discs:
                discs.remove(seat)
        state.initiative[disc].append(seat)
    return player


HIDDEN = Tile("orsini", 5)
"""The face of face-down tiles on the stage. It never counts for more than 1 VP, nor for its house."""


def tile(words: str) -> Tile:
    house, value = words.split()
    return Tile(house, int(value))


def city(free: Sequence[int] = VALUES, *, marriage: str | None = None, mission: str | None = None) -> City:
    """A city with these slots free; the others are taken by Purple's women."""
    slots: list[Meeple | None] = [Meeple(PURPLE, "female")] * (len(VALUES) - len(free)) + [None] * len(free)
    assert list(VALUES[len(VALUES) - len(free) :]) == list(free), "slots are filled from the lowest value"
    return City(marriage and tile(marriage), mission and tile(mission), slots)  # type: ignore[arg-type]


def free_values(city: City) -> list[int]:
    return [value for value, meeple in zip(VALUES, city.slots, strict=True) if meeple is None]


def men_on(state: State, seat: int, track: str) -> dict[int, int]:
    return {slot: men for slot, men in enumerate(state.players[seat].careers[track], 1) if men}


def disc(state: State, seat: int) -> int:
    return next(slot for slot, discs in enumerate(state.initiative) if seat in discs)


STAGE = Stage("engines.signorie", NAMES)


def play(state: State, rule: Rule, *answers: str, dice: Sequence[int] = ()) -> Played:
    """Play a rule with these answers, in order, and these pips; see `Stage.play`."""
    return STAGE.play(state, rule, *answers, rng=Dice(dice))


def all_tiles() -> list[Tile]:
    return [tile for house in CONTENT.data.houses.ids for tile in house_tiles(house)]
