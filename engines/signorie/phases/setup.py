"""R3 Setup: from the box to the first round."""

from typing import Any

from engines.kernel import GameContext, NounRef, Rng, SeatRef, Setup
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import SEXES, VARIANTS, CityName, FamilyColor, House, RewardId
from engines.signorie.table.board import CAREERS
from engines.signorie.table.state import City, PlanRow, Player, State, Tile

DATA = CONTENT.data

EVERY_STEP = "every_step"
"""Table option: ask questions even if only one answer is sensible."""


def new_game(setup: Setup, ctx: GameContext[Any]) -> State:
    """R3 Return the state before the first round."""
    order = list(range(setup.seats))
    ctx.rng.shuffle(order)
    variants = [variant for variant in VARIANTS if setup.is_on(variant)]
    short = "short_season" in variants
    removed, stack = split_alliance_tiles(setup.seats, ctx.rng)
    state = State(
        players=[build_player(color, order.index(seat)) for seat, color in enumerate(list_family_colors(setup))],
        order=order,
        initiative=[list(reversed(order)), *([] for _ in DATA.initiative_track.vp[1:])],
        rewards=pick_reward_row(short, ctx.rng),
        cities=pick_cities(setup.seats, ctx.rng),
        stack=stack,
        removed=removed,
        slot=DATA.variants.short_season.first_reward_slot if short else 1,
        variants=variants,
        asks_every_step=setup.is_on(EVERY_STEP),
    )
    ctx.log_event("setup.order", order=tuple(SeatRef(seat) for seat in order))
    ctx.log_event("setup.cities", cities=tuple(NounRef(f"cities.{city}") for city in state.cities))
    for seat in order:
        ctx.log_event("setup.player", who=SeatRef(seat), florins=state.players[seat].florins)
    return state


def list_family_colors(setup: Setup) -> list[FamilyColor]:
    """Return the family colours by seat. The lobby offers only the colours of data.toml."""
    known: dict[str, FamilyColor] = {color: color for color in DATA.player_colors.order}
    return [known[color] for color in setup.colors]


def build_player(color: FamilyColor, place: int) -> Player:
    """Build a player: R3(1) florins and meeples; R3(2) extra florins by place in the turn order (0 = first)."""
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


def pick_cities(seats: int, rng: Rng) -> dict[CityName, City]:
    """R3(5) Pick the cities in use at random; return them in printed order."""
    number = DATA.setup.by_player_count.cities_used[seats]
    used = rng.sample([city.id for city in DATA.city], number)
    return {
        city.id: City(None, None, [None] * len(DATA.city_rule.slot_values)) for city in DATA.city if city.id in used
    }


def split_alliance_tiles(seats: int, rng: Rng) -> tuple[list[Tile], list[Tile]]:
    """R3(6) Return (removed, stack): some tiles of each house are removed unseen, the rest is shuffled."""
    removed_count = DATA.setup.by_player_count.alliance_tiles_removed_per_house[seats]
    removed: list[Tile] = []
    stack: list[Tile] = []
    for house in DATA.houses.ids:
        tiles = build_house_tiles(house)
        rng.shuffle(tiles)
        removed += tiles[:removed_count]
        stack += tiles[removed_count:]
    rng.shuffle(stack)
    return removed, stack


def build_house_tiles(house: House) -> list[Tile]:
    return [Tile(house, value) for value, copies in DATA.alliance_tiles.copies_per_house.items() for _ in range(copies)]


def pick_reward_row(is_short_season: bool, rng: Rng) -> list[RewardId | None]:
    """R3(7) Pick bonus tiles for the first slots, VP tiles for the last; in Short Season the first are empty (R13)."""
    counts = DATA.variants.short_season if is_short_season else DATA.rewards
    bonus = rng.sample([tile.id for tile in DATA.reward_tile if tile.kind == "bonus"], counts.bonus_tiles_used)
    vp = rng.sample([tile.id for tile in DATA.reward_tile if tile.kind == "vp"], counts.vp_tiles_used)
    empty = DATA.rewards.slots - len(bonus) - len(vp)
    return [*[None] * empty, *bonus, *vp]
