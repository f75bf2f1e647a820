"""R3 Setup: from the box to the first round."""

from __future__ import annotations

from typing import Any, cast

from engines.kernel import Setup, Table, Term, Who
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, SPACES, ZONES, Achievement, Color

from .state import Player, State, Warehouse, Wheel
from .wheels import numbers

DATA = CONTENT.data

NO_EXTRA_WHEEL = "off"
EXTRA_WHEELS = (
    NO_EXTRA_WHEEL,
    *(f"{wheel}_{achievement}" for wheel in DATA.extra_wheels for achievement in DATA.achievements),
)
"""R3 The table option: no extra wheel, or which one lies over which achievement."""


def new(setup: Setup, t: Table[Any]) -> State:
    """R3 The table before the first turn."""
    deck, contract_deck = list(DATA.action_cards), list(DATA.contracts)
    t.rng.shuffle(deck)
    t.rng.shuffle(contract_deck)
    start = t.rng.below(setup.seats)  # R3(4): whoever was in a port town last; here by lot
    slots = len(DATA.council_board.slots)
    state = State(
        players=[player(cast(Color, color)) for color in setup.colors],
        start=start,
        offer=[deck.pop() for _ in range(slots)],
        deck=deck,
        contracts=[contract_deck.pop() for _ in range(slots)],
        contract_deck=contract_deck,
        wheels=wheels(setup.seats, setup.options.get("extra_wheel", NO_EXTRA_WHEEL)),
        sprats=DATA.components.smoke_sprat_cards,
        active=start,
    )
    t.tell("setup.start", who=Who(start))
    for achievement, wheel in state.wheels.items():
        if wheel.extra is not None:
            t.tell(
                "setup.extra_wheel",
                wheel=Term(f"extra_wheels.{wheel.extra}"),
                achievement=Term(f"achievements.{achievement}"),
                numbers=tuple(numbers(achievement, wheel, setup.seats)),
            )
    return state


def player(color: Color) -> Player:
    """R3(6) A start contract, four chips, three coins, one good of each other colour; R3(7) ship 1; R3(9) the canal."""
    own = DATA.player_colors[color]
    first = DATA.setup
    goods = {good: first.goods_own_colour if good == own.good else first.goods_each_other_colour for good in GOODS}
    canal: list[Warehouse | None] = [None] * DATA.canal.segments
    canal[DATA.canal.start_warehouse_segment - 1] = Warehouse(None)
    return Player(
        color=color,
        coins=first.coins,
        goods=goods,
        zones={zone: [] for zone in ZONES},
        market={space: [] for space in SPACES},
        canal=canal,
        side=first.ship_side,
        active=[own.contract],
        chips=first.scoring_chips,
    )


def wheels(seats: int, extra_wheel: str) -> dict[Achievement, Wheel]:
    """R3 A wheel for each achievement; at most one of them is covered by an extra wheel."""
    made: dict[Achievement, Wheel] = {}
    for achievement in DATA.achievements:
        extra = next((e for e in DATA.extra_wheels if extra_wheel == f"{e}_{achievement}"), None)
        wheel = Wheel(placed=[], extra=extra)
        wheel.placed = [[] for _ in numbers(achievement, wheel, seats)]
        made[achievement] = wheel
    return made
