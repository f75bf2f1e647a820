"""R3 Setup: from the box to the first round."""

from __future__ import annotations

from typing import Any

from engines.kernel import Rng, Setup, Table, Term, Who
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import SEXES, VARIANTS, CityName, FamilyColor, House, RewardId
from engines.signorie.table.board import CAREERS
from engines.signorie.table.state import City, PlanRow, Player, State, Tile

DATA = CONTENT.data

EVERY_STEP = "every_step"
"""Table option: ask also where one answer is the sensible one."""


def new(setup: Setup, t: Table[Any]) -> State:
    """R3 The table before the first round."""
    order = list(range(setup.seats))
    t.rng.shuffle(order)
    variants = [variant for variant in VARIANTS if setup.on(variant)]
    short = "short_season" in variants
    removed, stack = alliance_tiles(setup.seats, t.rng)
    state = State(
        players=[player(color, order.index(seat)) for seat, color in enumerate(families(setup))],
        order=order,
        initiative=[list(reversed(order)), *([] for _ in DATA.initiative_track.vp[1:])],
        rewards=reward_row(short, t.rng),
        cities=cities(setup.seats, t.rng),
        stack=stack,
        removed=removed,
        slot=DATA.variants.short_season.first_reward_slot if short else 1,
        variants=variants,
        every_step=setup.on(EVERY_STEP),
    )
    t.tell("setup.order", order=tuple(Who(seat) for seat in order))
    t.tell("setup.cities", cities=tuple(Term(f"cities.{city}") for city in state.cities))
    for seat in order:
        t.tell("setup.player", who=Who(seat), florins=state.players[seat].florins)
    return state


def families(setup: Setup) -> list[FamilyColor]:
    """The colours by seat. The lobby offers those of data.toml and no others."""
    known: dict[str, FamilyColor] = {color: color for color in DATA.player_colors.order}
    return [known[color] for color in setup.colors]


def player(color: FamilyColor, place: int) -> Player:
    """R3(1) Board, florins and meeples; R3(2) extra florins by place in the turn order (0 = first)."""
    return Player(
        color=color,
        florins=DATA.setup.florins + DATA.setup.extra_florins_by_turn_order[place],
        supply={sex: DATA.setup.in_supply(sex) for sex in SEXES},
        stock={sex: DATA.setup.in_stock(sex) for sex in SEXES},
        threshold=dict.fromkeys(SEXES, 0),
        careers={track: [0] * DATA.career_track.top for track in CAREERS},
        plan={row: PlanRow() for row in DATA.plan_rule.rows},
        points={"start": DATA.setup.start_vp},
    )


def cities(seats: int, rng: Rng) -> dict[CityName, City]:
    """R3(5) Cities in use, drawn at random, in printed order."""
    number = DATA.setup.by_player_count.cities_used[seats]
    used = rng.sample([city.id for city in DATA.city], number)
    return {
        city.id: City(None, None, [None] * len(DATA.city_rule.slot_values)) for city in DATA.city if city.id in used
    }


def alliance_tiles(seats: int, rng: Rng) -> tuple[list[Tile], list[Tile]]:
    """R3(6) (removed, stack): some tiles of each house go out unseen, the rest is shuffled."""
    out = DATA.setup.by_player_count.alliance_tiles_removed_per_house[seats]
    removed: list[Tile] = []
    stack: list[Tile] = []
    for house in DATA.houses.ids:
        tiles = house_tiles(house)
        rng.shuffle(tiles)
        removed += tiles[:out]
        stack += tiles[out:]
    rng.shuffle(stack)
    return removed, stack


def house_tiles(house: House) -> list[Tile]:
    return [Tile(house, value) for value, copies in DATA.alliance_tiles.copies_per_house.items() for _ in range(copies)]


def reward_row(short_season: bool, rng: Rng) -> list[RewardId | None]:
    """R3(7) Bonus tiles on the first slots, VP tiles on the last; R13 Short Season leaves the first slots empty."""
    used = DATA.variants.short_season if short_season else DATA.rewards
    bonus = rng.sample([tile.id for tile in DATA.reward_tile if tile.kind == "bonus"], used.bonus_tiles_used)
    vp = rng.sample([tile.id for tile in DATA.reward_tile if tile.kind == "vp"], used.vp_tiles_used)
    empty = DATA.rewards.slots - len(bonus) - len(vp)
    return [*[None] * empty, *bonus, *vp]
