"""R3 Setup: from the box to the first round."""

from collections.abc import Mapping
from typing import Any, cast

from engines.kernel import GameContext, NounRef, Rng, Seat, SeatRef, Setup
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, SPACES, ZONES, Achievement, Color

from .queries import list_usable_numbers
from .state import Player, State, Warehouse, Wheel

DATA = CONTENT.data

NO_EXTRA_WHEEL = "off"
EXTRA_WHEELS = (
    NO_EXTRA_WHEEL,
    *(f"{wheel}_{achievement}" for wheel in DATA.extra_wheels for achievement in DATA.achievements),
)
"""R3 Values of the table option: no extra wheel, or which one covers which achievement."""

CHOSEN_COLORS = "chosen"
COLOR_ASSIGNMENTS = (CHOSEN_COLORS, "drawn")
"""R3 Values of the table option: players choose their colours before the start, or get them by lot."""


def are_colors_chosen(options: Mapping[str, str]) -> bool:
    """R3(5) Return True if the players choose their colours before the start."""
    return options.get("colors", CHOSEN_COLORS) == CHOSEN_COLORS


def new_game(setup: Setup, ctx: GameContext[Any]) -> State:
    """R3 Return the State before the first turn."""
    deck, contract_deck = list(DATA.action_cards), list(DATA.contracts)
    ctx.rng.shuffle(deck)
    ctx.rng.shuffle(contract_deck)
    start = ctx.rng.pick_below(setup.seats)  # R3(4): the player who was last in a port town; here picked by lot
    colors = setup.colors if are_colors_chosen(setup.options) else pick_colors(setup.seats, start, ctx.rng)
    slot_count = len(DATA.council_board.slots)
    state = State(
        players=[build_player(cast(Color, color)) for color in colors],
        start=start,
        offer=[deck.pop() for _ in range(slot_count)],
        deck=deck,
        contracts=[contract_deck.pop() for _ in range(slot_count)],
        contract_deck=contract_deck,
        wheels=build_wheels(setup.seats, setup.options.get("extra_wheel", NO_EXTRA_WHEEL)),
        sprats=DATA.components.smoke_sprat_cards,
        traded_sprats=0,
        active=start,
    )
    ctx.log_event("setup.start", who=SeatRef(start))
    if not are_colors_chosen(setup.options):
        for seat in state.order:
            ctx.log_event("setup.color", who=SeatRef(seat), color=NounRef(f"player_colors.{colors[seat]}"))
    for achievement, wheel in state.wheels.items():
        if wheel.extra is not None:
            ctx.log_event(
                "setup.extra_wheel",
                wheel=NounRef(f"extra_wheels.{wheel.extra}"),
                achievement=NounRef(f"achievements.{achievement}"),
                numbers=tuple(list_usable_numbers(achievement, wheel, setup.seats)),
            )
    return state


def pick_colors(seat_count: int, start: Seat, rng: Rng) -> tuple[str, ...]:
    """R3(5) Return a colour for each seat, picked by lot: for the start player first, then clockwise."""
    pool = list(DATA.player_colors)
    rng.shuffle(pool)
    return tuple(pool[(seat - start) % seat_count] for seat in range(seat_count))


def build_player(color: Color) -> Player:
    """R3(6) Return a player with a start contract, four chips, three coins and one good of each other colour; R3(7)
    with ship 1; R3(9) with the canal."""
    color_data = DATA.player_colors[color]
    setup_data = DATA.setup
    goods = {
        good: setup_data.goods_own_colour if good == color_data.good else setup_data.goods_each_other_colour
        for good in GOODS
    }
    canal: list[Warehouse | None] = [None] * DATA.canal.segments
    canal[DATA.canal.start_warehouse_segment - 1] = Warehouse(None)
    return Player(
        color=color,
        coins=setup_data.coins,
        goods=goods,
        zones={zone: [] for zone in ZONES},
        market={space: [] for space in SPACES},
        canal=canal,
        side=setup_data.ship_side,
        active=[color_data.contract],
        chips=setup_data.scoring_chips,
    )


def build_wheels(seat_count: int, extra_wheel: str) -> dict[Achievement, Wheel]:
    """R3 Return a wheel for each achievement; an extra wheel may cover one of them."""
    wheel_by_achievement: dict[Achievement, Wheel] = {}
    for achievement in DATA.achievements:
        extra = next((e for e in DATA.extra_wheels if extra_wheel == f"{e}_{achievement}"), None)
        wheel = Wheel(markers=[], extra=extra)
        wheel.markers = [[] for _ in list_usable_numbers(achievement, wheel, seat_count)]
        wheel_by_achievement[achievement] = wheel
    return wheel_by_achievement
