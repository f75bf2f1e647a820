"""Boards for the picture tests: hand-written states, seen through the game's own View."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Literal

import msgspec

from engines.signorie.data.ids import Career, HelperId, RewardId, SlotId, TileId, Variant
from engines.signorie.table.scoring import SOURCES
from engines.signorie.table.state import City, Meeple, Phase, PlanRow, Player, State, Tile
from engines.signorie.view import View, build_view
from tests.signorie.stage import CAREERS
from tests.signorie.stage import parse_tile as named

NAMES = ("あおい", "Marco", "ことり", "Jules")
COLORS = ("yellow", "red", "purple", "blue")
_SEXES: dict[str, Literal["male", "female"]] = {"m": "male", "f": "female"}
_TRACKS: tuple[Career, ...] = ("politician", "clergy", "military")
_POINTS = (
    (0, 13, 60, 12, 3, 12, 24, 0, 6, 6, 3, 0, 15),
    (0, 33, 56, 19, 0, 12, 20, 5, 6, 0, 8, 5, 12),
    (0, 26, 34, 43, 0, 12, 20, 0, 2, 0, 0, 0, 15),
    (0, 41, 8, 42, 28, 12, 16, 0, 0, 9, 5, 0, 0),
)
_REWARDS = "b_males b_mission b_careers b_helper b_initiative v_helpers v_cities_male"


def build_player(color: str, florins: int, men: int, women: int, vp: int, **fields: object) -> Player:
    values: dict[str, object] = {
        "color": color,
        "florins": florins,
        "supply": {"male": men, "female": women},
        "stock": {"male": 5, "female": 6},
        "threshold": {"male": 0, "female": 0},
        "careers": {track: [0] * 8 for track in _TRACKS},
        "plan": {row: PlanRow() for row in (*_TRACKS, "wedding")},
        "points": {"start": vp},
    }
    return Player(**{**values, **fields})  # type: ignore[arg-type]


def build_city(marriage: str, mission: str, slots: str) -> City:
    """Build a city: `"sforza 3"` is a tile, `"Bm Cf"` are meeples on the first slots."""

    def build_tile(text: str) -> Tile | None:
        return named(text) if text else None

    meeples: list[Meeple | None] = [Meeple("ABCD".index(word[0]), _SEXES[word[1]]) for word in slots.split()]
    return City(build_tile(marriage), build_tile(mission), meeples + [None] * (8 - len(meeples)))


def place_men(state: State, placements: str) -> None:
    """Place men: `"A politician 2"` puts one man of seat A on slot 2; `"A politician 2 3"` puts three of them there."""
    for line in placements.split(","):
        seat, track, slot, *count = line.split()
        state.players["ABCD".index(seat)].careers[CAREERS[track]][int(slot) - 1] += int(count[0]) if count else 1


def build_classic_state() -> State:
    """Return four players in round 4: the board of the guide's mock-up."""
    players = [
        build_player("yellow", 9, 4, 3, 61, dice={"yellow": 1, "purple": 4}, has_passed=True),
        build_player("red", 3, 2, 1, 74, dice={"yellow": 2, "red": 4, "light_blue": 3}),
        build_player(
            "purple", 6, 1, 5, 58, dice={"red": 5, "grey": 6, "light_blue": 2}, threshold={"male": 1, "female": 0}
        ),
        build_player("blue", 11, 3, 2, 52, dice={"red": 3, "grey": 6}),
    ]
    state = State(
        players=players,
        order=[1, 0, 2, 3],
        initiative=[[3], [], [], [0, 2], [], [], [1], [], [], []],
        rewards=[RewardId(tile) for tile in _REWARDS.split()],
        cities={
            "milano": build_city("sforza 3", "medici 4", "Bm Af Cf Dm Bm"),
            "venezia": build_city("gonzaga 2", "medici 3", "Df Am Cm"),
            "firenze": build_city("orsini 5", "", "Am Bf Df Bm Cf Dm Bm"),
            "roma": build_city("este 2", "gonzaga 3", "Af"),
            "napoli": build_city("montefeltro 4", "sforza 2", "Cm Bm Af"),
        },
        stack=[Tile("este", 2)] * 31,
        removed=[],
        slot=4,
        phase="actions",
        active=3,
        pool={"yellow": [1, 5], "red": [6], "purple": [2, 3, 3, 5], "grey": [2], "light_blue": [5, 6]},
        assignments={
            SlotId("yellow_m"): TileId("a_politician"),
            SlotId("yellow_f"): TileId("a_meeples"),
            SlotId("red_m"): TileId("a_threshold"),
            SlotId("red_f"): TileId("a_mission"),
            SlotId("purple_m"): TileId("a_initiative"),
            SlotId("purple_f"): TileId("a_florins"),
            SlotId("grey_m"): TileId("a_clergy"),
            SlotId("grey_f"): TileId("a_face_down"),
            SlotId("light_blue_m"): TileId("a_marriage"),
            SlotId("light_blue_f"): TileId("a_military"),
        },
    )
    place_men(state, "A politician 2, D politician 4, B politician 6, C clergy 1, A clergy 3, D clergy 3, C clergy 5")
    place_men(state, "B military 1 2, A military 2, C military 2, D military 2, B military 8")
    return state


def build_view_before_classic() -> View:
    """Return the board before the last turn of `classic`: Jules's politician stood one slot lower."""
    state = build_classic_state()
    state.players[3].careers["politician"] = [0, 0, 1, 0, 0, 0, 0, 0]
    return build_view(state, None)


def build_classic_view() -> View:
    return build_view(build_classic_state(), None)


def build_crowded_view() -> View:
    """Return a board with every place as full as possible: crowds, a stack of four, full cities, no tiles left."""
    state = build_classic_state()
    for track in _TRACKS:
        for p in state.players:
            p.careers[track] = [0] * 8
    place_men(state, "A politician 1 3, B politician 1 3, C politician 1 3, D politician 1 3")
    place_men(state, "A politician 2 12, A politician 4 1, B politician 4 1, C politician 4 1, D politician 4 1")
    place_men(state, "A clergy 4 2, B clergy 4 3, A clergy 6 2, B clergy 6 2, C clergy 6 1, A clergy 3 1, B clergy 3 2")
    place_men(state, "D military 4 5, C military 6 4, B military 8 11")
    state.initiative = [[], [], [], [], [], [], [], [], [], [3, 1, 0, 2]]
    for i, name in enumerate(state.cities):
        state.cities[name] = build_city("", "", "Am Bf Cm Df Am Bf Cm Df" if i != 2 else "Af Bm Cf Dm Af Bm Cf")
    state.stack = []
    state.pool = {color: [] for color in state.pool}
    for seat, p in enumerate(state.players):
        p.dice = {"yellow": 6, "red": 6, "purple": 5, "grey": 6}
        p.florins, p.supply = 38, {"male": 12, "female": 11}
        p.points = {"start": 104 + 17 * seat}
        p.has_passed = seat != 1
    state.active = 1
    state.slot = 7
    return build_view(state, None)


def build_small_view(seats: int, phase: Phase = "actions", slot: int = 2, variants: tuple[Variant, ...] = ()) -> View:
    """Return two or three players early in the game, with some cities closed."""
    state = build_classic_state()
    state.players = state.players[:seats]
    state.order = [seat for seat in state.order if seat < seats]
    state.active = state.order[-1]
    state.rewarded = list(state.order)
    state.phase, state.slot = phase, slot
    state.variants = list(variants)
    closed = ("venezia",) if seats == 3 else ("milano", "roma")
    state.cities = {
        name: build_city("este 2", "orsini 3", "Am Bf" if name != "napoli" else "")
        for name in state.cities
        if name not in closed
    }
    state.initiative = [list(state.order[::-1])] + [[] for _ in range(9)]
    state.pool = {color: pips[:seats] for color, pips in state.pool.items()}
    if "secret_letters" in variants:
        state.turned = [SlotId("yellow_m"), SlotId("grey_f"), SlotId("red_m")]
    if "short_season" in variants:
        state.rewards[0] = None
    return build_view(state, None)


def build_household_view() -> View:
    """Return the board of `classic`, with Jules's mat as full as in mid-game and Marco's still bare."""
    state = build_classic_state()
    jules = state.players[3]
    jules.helpers = [HelperId("y_top"), HelperId("r_mid"), HelperId("p_top"), HelperId("b_bot")]
    jules.brides = 2
    jules.plan = {
        "politician": PlanRow([Tile("sforza", 4), Tile("medici", 3), Tile("este", 2)], [Tile("orsini", 2)]),
        "clergy": PlanRow([Tile("orsini", 5)], []),
        "military": PlanRow([Tile("gonzaga", 2), Tile("gonzaga", 3)], [Tile("este", 2)]),
        "wedding": PlanRow([Tile("sforza", 5), Tile("gonzaga", 2)], []),
    }
    return build_view(state, None)


def build_later_crowded_view() -> View:
    """Return `crowded` after everything has moved at once."""
    later = build_crowded_view()
    shuffled = build_classic_view()
    return msgspec.structs.replace(
        later,
        careers=shuffled.careers,
        initiative=shuffled.initiative,
        cities=shuffled.cities,
        mats=tuple(msgspec.structs.replace(mat, dice=mat.dice[:1], has_passed=True) for mat in later.mats),
    )


def build_final_view() -> View:
    """Return the board after the last round."""
    state = build_classic_state()
    state.phase, state.slot, state.active = "over", 7, None
    state.pool = {color: [] for color in state.pool}
    for seat, p in enumerate(state.players):
        p.dice, p.has_passed = {}, False
        p.points = dict(zip(SOURCES, _POINTS[seat], strict=True))
    return build_view(state, None)


CROWDED = {
    "crowded": build_crowded_view(),
    "household": build_household_view(),
    "ended": build_final_view(),
    "classic": build_classic_view(),
}
"""States that random play hardly reaches: the contract tests check all their pictures."""


STATES: dict[str, Callable[[], View]] = {
    "classic": build_classic_view,
    "crowded": build_crowded_view,
    "household": build_household_view,
    "ended": build_final_view,
    "two": lambda: build_small_view(2, variants=("short_season", "secret_letters")),
    "three at rewards": lambda: build_small_view(3, "rewards", 6),
}


@cache
def build_state_view(name: str) -> View:
    return STATES[name]()
