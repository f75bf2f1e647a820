"""A small stage for rules tests: builds a State in a few words and plays one rule with scripted answers and dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.kernel import GameContext, Rng, Setup
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import SEXES, Career, CityName, DieColor, HelperId, RewardId, Row, SlotId, TileId
from engines.signorie.phases.setup import build_house_tiles, new_game
from engines.signorie.table.state import City, Meeple, Phase, PlanRow, Player, State, Tile
from tests.kernel.scripted import Dice, Played, Rule, Stage

COLORS = CONTENT.data.player_colors.order
YELLOW, RED, PURPLE, BLUE = range(4)
"""Seats of a table of four, by colour."""
NAMES = ("Yellow", "Red", "Purple", "Blue")
VALUES = CONTENT.data.city_rule.slot_values

CITIES: dict[str, CityName] = {city.id: city.id for city in CONTENT.data.city}
DICE: dict[str, DieColor] = {color: color for color in CONTENT.columns}
CAREERS: dict[str, Career] = {track: track for track in CONTENT.data.career_track.tracks}
"""Typed ids for the plain strings that tests write."""

TILES = dict(zip(CONTENT.slots, CONTENT.tiles, strict=True))
"""Assignment slot -> tile, as the stage deals them by default."""


def build_state(
    seats: int = 4,
    *,
    pool: Mapping[str, Sequence[int]] | None = None,
    assignments: Mapping[str, str] | None = None,
    cities: Mapping[str, City] | None = None,
    slot: int = 1,
    reward: str | None = None,
    order: Sequence[int] | None = None,
    active: int = 0,
    phase: Phase = "actions",
    stack: Sequence[Tile] | None = None,
    variants: Sequence[str] = (),
    every_step: bool = True,
) -> State:
    """Build a table in the middle of a round. By default: no tiles in the cities, every die shows 3, seat order.

    every_step: ask about each step of the rules, even where one answer is plainly best.

    `assignments` swaps the named tiles into the named slots.
    """
    state = new_game(
        Setup(seats, COLORS[:seats], dict.fromkeys(variants, "on")), GameContext[Any](None, Rng(bytes(32)))
    )
    state.order = list(order or range(seats))
    state.initiative = [list(reversed(state.order)), *([] for _ in state.initiative[1:])]
    state.slot = slot
    if reward is not None:
        state.rewards[slot - 1] = RewardId(reward)
    state.pool = {color: [3] * seats for color in CONTENT.columns}
    state.pool |= {DICE[color]: sorted(pips) for color, pips in (pool or {}).items()}
    state.aside = dict.fromkeys(CONTENT.columns, 0)
    state.assignments = dict(TILES)
    for to, tile in (assignments or {}).items():
        at = next(slot_id for slot_id, tile_id in state.assignments.items() if tile_id == tile)
        state.assignments[SlotId(to)], state.assignments[at] = TileId(tile), state.assignments[SlotId(to)]
    if cities is not None:
        state.cities = {CITIES[name]: city for name, city in cities.items()}
    if stack is not None:
        state.stack = list(stack)
    state.phase = phase
    state.active = active if phase == "actions" else None
    state.asks_every_step = every_step
    return state


def set_family(
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
    dice: Mapping[DieColor, int] | Mapping[str, int] | None = None,
    disc: int | None = None,
    plan: Mapping[Row, Sequence[str]] | None = None,
) -> Player:
    """Set a family as RULES.md writes it: m/w in supply, sm/sw in stock, `men={"politician": {7: 1}}` on career slots.

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
            player.careers[CAREERS[track]][slot - 1] = number
    player.helpers = [HelperId(helper) for helper in helpers]
    if brides is not None:
        player.brides = brides
    player.dice = {DICE[color]: pips for color, pips in (dice or {}).items()}
    for row, tiles in (plan or {}).items():
        player.plan[row] = PlanRow(
            [parse_tile(text) for text in tiles if text != "?"], [HIDDEN for text in tiles if text == "?"]
        )
    if disc is not None:
        for discs in state.initiative:
            if seat in discs:
                discs.remove(seat)
        state.initiative[disc].append(seat)
    return player


HIDDEN = Tile("orsini", 5)
"""The face of face-down tiles on the stage. It never counts for more than 1 VP, nor for its house."""


def parse_tile(words: str) -> Tile:
    name, value = words.split()
    return Tile(next(house for house in CONTENT.data.houses.ids if house == name), int(value))


def build_city(free: Sequence[int] = VALUES, *, marriage: str | None = None, mission: str | None = None) -> City:
    """Build a city with these slots free; the others are taken by Purple's women."""
    slots: list[Meeple | None] = [Meeple(PURPLE, "female")] * (len(VALUES) - len(free)) + [None] * len(free)
    assert list(VALUES[len(VALUES) - len(free) :]) == list(free), "slots are filled from the lowest value"
    return City(marriage and parse_tile(marriage), mission and parse_tile(mission), slots)  # type: ignore[arg-type]


def list_free_values(city: City) -> list[int]:
    return [value for value, meeple in zip(VALUES, city.slots, strict=True) if meeple is None]


def count_men_on(state: State, seat: int, track: str) -> dict[int, int]:
    return {slot: men for slot, men in enumerate(state.players[seat].careers[CAREERS[track]], 1) if men}


def find_disc_slot(state: State, seat: int) -> int:
    return next(slot for slot, discs in enumerate(state.initiative) if seat in discs)


STAGE = Stage("engines.signorie", NAMES)


def play(state: State, rule: Rule, *answers: str, dice: Sequence[int] = ()) -> Played:
    """Play a rule with these answers and dice rolls, in order; see `Stage.play`."""
    return STAGE.play(state, rule, *answers, rng=Dice(dice))


def list_all_tiles() -> list[Tile]:
    return [tile for house in CONTENT.data.houses.ids for tile in build_house_tiles(house)]
