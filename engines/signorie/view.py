"""What may be seen of a game, built field by field from the State (a whitelist).

Signorie hides nothing from one seat alone (R14), so every seat and every spectator gets the same View. Hidden from all,
and absent here: the order of the stack, the faces of face-down tiles, the tiles removed before the game.

`Option.place` names, for whoever draws marks:

    die:<colour>:<pips>           a die in its dice area (dice alike share the place)
    assign:<slot>                 an assignment slot, e.g. assign:red_m
    city:<city>                   a city (its next free slot)
    track:<career>:<slot>         a man on that slot (1 = lowest)
    track:<track>:<slot>:<end>    where a piece on that slot would go: a man (0 = from the supply), or the own disc on
                                  the track `initiative`
    reward:<slot>                 a reward slot, 1 = leftmost
    reward:<slot>:florins         the florins that may be taken in its place
    mat:<seat>:signoria:<colour>  the Signoria action of a column
    mat:<seat>:helper:<helper>    a helper slot, e.g. mat:2:helper:y_mid
    mat:<seat>:son:<n>            a son slot, 1 = topmost
    mat:<seat>:row:<row>          a plan row: politician, clergy, military, wedding
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engines.kernel import Score, Seat
from engines.signorie.actions.hindrances import Why
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import (
    Career,
    CityName,
    DieColor,
    FamilyColor,
    HelperId,
    HelperRow,
    House,
    RewardId,
    Row,
    Sex,
    SignoriaAction,
    SlotId,
    TileId,
    Variant,
)
from engines.signorie.phases.openings import openings
from engines.signorie.table import board
from engines.signorie.table.scoring import SOURCES, scores
from engines.signorie.table.state import City, Player, Source, State, Tile

DATA = CONTENT.data


class HelperSlot(msgspec.Struct, frozen=True):
    id: HelperId
    row: HelperRow
    cost: int


class Column(msgspec.Struct, frozen=True):
    """A column as it is printed. helpers: its helper slots, top to bottom."""

    color: DieColor
    slot_value: int
    signoria: SignoriaAction
    hires_into: DieColor
    helpers: tuple[HelperSlot, ...]


class DiceArea(msgspec.Struct, frozen=True):
    """left: pips of the dice still there, ascending; size: dice of this colour in the game."""

    color: DieColor
    size: int
    left: tuple[int, ...]


class Assignment(msgspec.Struct, frozen=True):
    """An assignment slot with its tile. turned: face down for the rest of the round (Secret Letters)."""

    slot: SlotId
    color: DieColor
    sex: Sex
    tile: TileId
    turned: bool


class CareerSlot(msgspec.Struct, frozen=True):
    """number: 1 = lowest; men: (seat, number of men), seats in turn order."""

    number: int
    vp: int
    rank: int
    bonus: Literal["florins", "initiative"] | None
    men: tuple[tuple[Seat, int], ...]


class CareerTrack(msgspec.Struct, frozen=True):
    id: Career
    slots: tuple[CareerSlot, ...]


class InitiativeSlot(msgspec.Struct, frozen=True):
    """discs: seats, bottom of the stack first."""

    number: int
    vp: int
    discs: tuple[Seat, ...]


class CitySlot(msgspec.Struct, frozen=True):
    """seat, sex: the meeple standing there, or None."""

    value: int
    seat: Seat | None
    sex: Sex | None


class CityView(msgspec.Struct, frozen=True):
    """used: whether the city is in the game (if not: no tiles, no slots); next: index of the slot to be filled next."""

    id: CityName
    used: bool
    marriage: Tile | None
    mission: Tile | None
    slots: tuple[CitySlot, ...]
    next: int | None


class RewardSlot(msgspec.Struct, frozen=True):
    """tile: None where none lies, or no longer. bride_florins: what a wedding pays in that round."""

    number: int
    kind: Literal["bonus", "vp"]
    tile: RewardId | None
    status: Literal["past", "now", "future", "unused"]
    bride_florins: int


class Son(msgspec.Struct, frozen=True):
    """A son slot: VP for the wedding, and whether it has taken place."""

    vp: int
    married: bool


class Shield(msgspec.Struct, frozen=True):
    """A printed shield and the value of the face-up tile on it, None while it is open."""

    house: House
    value: int | None


class PlanRow(msgspec.Struct, frozen=True):
    """tiles: face up and face down together; minimum: tiles that a row needs to score; vp: what it would score now."""

    id: Row
    shields: tuple[Shield, ...]
    face_down: int
    tiles: int
    minimum: int
    vp: int


class Mat(msgspec.Struct, frozen=True):
    """A family and all in front of it.

    dice: (colour, pips) in column order; actions_max: dice a family may take in a round
    threshold: what dice_sum may be at most (R11); within: whether it is
    threshold_men, threshold_women: meeples in the threshold space
    men, women: in the supply; men_stock, women_stock: in the own stock
    helpers: occupied helper slots; offspring_dice: dice the Signoria action rolls
    points: VP so far by source (`source.*` sentences), zeros left out
    """

    seat: Seat
    color: FamilyColor
    vp: int
    florins: int
    men: int
    women: int
    men_stock: int
    women_stock: int
    threshold_men: int
    threshold_women: int
    dice: tuple[tuple[DieColor, int], ...]
    actions_max: int
    dice_sum: int
    threshold: int
    within: bool
    passed: bool
    helpers: tuple[HelperId, ...]
    sons: tuple[Son, ...]
    offspring_dice: int
    plan: tuple[PlanRow, ...]
    points: tuple[tuple[Source, int], ...]


class Closed(msgspec.Struct, frozen=True):
    """A main action of a colour that even its cheapest die does not make possible. short: so many
    meeples lack to pay with."""

    action: str
    why: Why
    short: int | None


class Opening(msgspec.Struct, frozen=True):
    """What the cheapest die of a colour that may be taken makes possible: `signoria`, assignment tiles, `hire`.

    closed: what it does not; from_pips: of the actions those that a die of fewer pips leaves too little money for
    """

    color: DieColor
    actions: tuple[str, ...]
    closed: tuple[Closed, ...]
    from_pips: tuple[tuple[str, int], ...]


class View(msgspec.Struct, frozen=True):
    """The table.

    phase:        "rewards" while rewarded families choose (R11)
    turn:         whose turn it is, None when the game is over
    round:        1 ... rounds; slot: the reward slot of this round (Short Season begins at slot 2)
    order:        seats in turn order; mats: by seat
    columns:      the five columns of every player board, left to right
    openings:     colours of which the family whose turn it is may take a die, and what they open
    stack:        alliance tiles left; helper_discs: left in the shared supply
    scores:       the final result, best first; empty before the end
    """

    phase: Literal["actions", "rewards", "over"]
    turn: Seat | None
    round: int
    rounds: int
    slot: int
    variants: tuple[Variant, ...]
    order: tuple[Seat, ...]
    mats: tuple[Mat, ...]
    columns: tuple[Column, ...]
    openings: tuple[Opening, ...]
    dice: tuple[DiceArea, ...]
    assignments: tuple[Assignment, ...]
    careers: tuple[CareerTrack, ...]
    initiative: tuple[InitiativeSlot, ...]
    cities: tuple[CityView, ...]
    rewards: tuple[RewardSlot, ...]
    stack: int
    helper_discs: int
    scores: tuple[Score, ...]


def view(state: State, _seat: Seat | None) -> View:
    """R14: open to all alike."""
    phase: Literal["actions", "rewards", "over"] = "actions"
    turn = state.active
    if state.phase == "rewards":
        phase, turn = "rewards", state.rewarded[0]
    elif state.phase == "over":
        phase, turn = "over", None
    return View(
        phase=phase,
        turn=turn,
        round=board.round_number(state),
        rounds=board.rounds(state),
        slot=state.slot,
        variants=tuple(state.variants),
        order=tuple(state.order),
        mats=tuple(_mat(seat, player) for seat, player in enumerate(state.players)),
        columns=COLUMNS,
        openings=() if turn is None else _openings(state, turn),
        dice=tuple(
            DiceArea(color, DATA.setup.by_player_count.action_dice_per_color[len(state.players)], tuple(pips))
            for color, pips in state.pool.items()
        ),
        assignments=tuple(
            Assignment(slot.id, slot.area, slot.sex, state.assignments[slot.id], slot.id in state.turned)
            for slot in DATA.assignment_slot
        ),
        careers=tuple(CareerTrack(track, _career(state, track)) for track in DATA.career_track.tracks),
        initiative=tuple(
            InitiativeSlot(number, vp, tuple(discs))
            for number, (vp, discs) in enumerate(zip(DATA.initiative_track.vp, state.initiative, strict=True))
        ),
        cities=tuple(_city(city.id, state.cities.get(city.id)) for city in DATA.city),
        rewards=tuple(_reward(state, number) for number in range(1, DATA.rewards.slots + 1)),
        stack=len(state.stack),
        helper_discs=board.helper_discs_left(state),
        scores=scores(state) if state.phase == "over" else (),
    )


COLUMNS = tuple(
    Column(
        column.color,
        column.slot_value,
        column.signoria,
        column.hires_into,
        tuple(
            HelperSlot(helper_id, CONTENT.helpers[helper_id].row, CONTENT.helpers[helper_id].cost)
            for helper_id in CONTENT.helpers_of[column.color]
        ),
    )
    for column in DATA.column
)


def _openings(state: State, seat: Seat) -> tuple[Opening, ...]:
    found = openings(state, seat, extra=state.phase == "rewards")
    return tuple(
        Opening(color, one.actions, tuple(Closed(*shut) for shut in one.closed), one.from_pips)
        for color, one in found.items()
    )


def _mat(seat: Seat, player: Player) -> Mat:
    return Mat(
        seat=seat,
        color=player.color,
        vp=player.vp,
        florins=player.florins,
        men=player.supply["male"],
        women=player.supply["female"],
        men_stock=player.stock["male"],
        women_stock=player.stock["female"],
        threshold_men=player.threshold["male"],
        threshold_women=player.threshold["female"],
        dice=tuple((color, player.dice[color]) for color in DATA.die.colors if color in player.dice),
        actions_max=DATA.rounds.max_actions_per_round,
        dice_sum=player.dice_sum,
        threshold=board.threshold(player),
        within=board.within_threshold(player),
        passed=player.passed,
        helpers=tuple(player.helpers),
        sons=tuple(Son(vp, i < player.brides) for i, vp in enumerate(DATA.brides.vp)),
        offspring_dice=board.family_dice(player),
        plan=tuple(_plan_row(player, row) for row in DATA.plan_rule.rows),
        points=tuple((source, player.points[source]) for source in SOURCES if player.points.get(source)),
    )


def _plan_row(player: Player, row: Row) -> PlanRow:
    laid = player.plan[row]
    left = list(laid.face_up)
    shields: list[Shield] = []
    for house in DATA.plan[player.color].row(row):
        tile = next((tile for tile in left if tile.house == house), None)
        if tile is not None:
            left.remove(tile)
        shields.append(Shield(house, None if tile is None else tile.value))
    return PlanRow(
        row, tuple(shields), len(laid.face_down), laid.size, DATA.end_scoring.row_minimum_tiles, board.row_vp(laid)
    )


def _career(state: State, track: Career) -> tuple[CareerSlot, ...]:
    printed = DATA.career_track
    bonus: dict[int, Literal["florins", "initiative"]] = {
        printed.bonus_slot_4.slot: "florins",
        printed.bonus_slot_6.slot: "initiative",
    }
    return tuple(
        CareerSlot(
            number=i + 1,
            vp=vp,
            rank=rank,
            bonus=bonus.get(i + 1),
            men=tuple((seat, men) for seat in state.order if (men := state.players[seat].careers[track][i])),
        )
        for i, (vp, rank) in enumerate(zip(printed.vp, printed.rank, strict=True))
    )


def _city(city_id: CityName, city: City | None) -> CityView:
    if city is None:
        return CityView(city_id, False, None, None, (), None)
    slots = tuple(
        CitySlot(value, meeple.seat, meeple.sex) if meeple else CitySlot(value, None, None)
        for value, meeple in zip(board.CITY_VALUES, city.slots, strict=True)
    )
    return CityView(city_id, True, city.marriage, city.mission, slots, board.next_slot(city))


def _reward(state: State, number: int) -> RewardSlot:
    status: Literal["past", "now", "future", "unused"] = "future"
    if number < board.first_slot(state):
        status = "unused"
    elif number == state.slot and state.phase != "over":
        status = "now"
    elif number <= state.slot:
        status = "past"
    return RewardSlot(
        number=number,
        kind="bonus" if number in DATA.rounds.bonus_reward_slots else "vp",
        tile=state.rewards[number - 1],
        status=status,
        bride_florins=DATA.brides.dowry.florins if number in DATA.brides.dowry.reward_slots else 0,
    )
