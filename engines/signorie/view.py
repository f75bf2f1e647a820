"""The public view of a game, built field by field from the State (a whitelist).

Signorie hides nothing from one seat alone (R14), so every seat and every spectator gets the same View. Hidden from all,
and absent here: the order of the stack, the faces of face-down tiles, the tiles removed before the game.

Values of `Option.place`, which pictures use to position marks:

    die:<colour>:<pips>           a die in its dice area (dice alike share the place)
    assign:<slot>                 an assignment slot, e.g. assign:red_m
    city:<city>                   a city (its next free slot)
    track:<career>:<slot>         a man on that slot (1 = lowest)
    track:<track>:<slot>:<end>    the end of a walk from that slot: of a man (0 = from the supply), or of the seat's
                                  disc on the track `initiative`
    reward:<slot>                 a reward slot, 1 = leftmost
    reward:<slot>:florins         the florins that may be taken instead
    mat:<seat>:signoria:<colour>  the Signoria action of a column
    mat:<seat>:helper:<helper>    a helper slot, e.g. mat:2:helper:y_mid
    mat:<seat>:son:<n>            a son slot, 1 = topmost
    mat:<seat>:row:<row>          a plan row: politician, clergy, military, wedding
"""

from typing import Literal

import msgspec

from engines.kernel import Score, Seat
from engines.signorie.actions.hindrances import HindranceReason
from engines.signorie.data import ids
from engines.signorie.data.content import CONTENT
from engines.signorie.phases.dice import list_color_actions
from engines.signorie.table import board
from engines.signorie.table.scoring import SOURCES, compute_scores
from engines.signorie.table.state import City, Player, Source, State, Tile

DATA = CONTENT.data


class HelperSlot(msgspec.Struct, frozen=True):
    id: ids.HelperId  # as in `Mat.helpers` and in option keys
    row: ids.HelperRow  # helpers are used from top to bottom (R9)
    cost: int  # florins for hiring into it (R7.1)


class Column(msgspec.Struct, frozen=True):
    """A column of the player boards, as printed."""

    color: ids.DieColor  # of the dice that are placed here
    slot_value: int  # a die costs this many florins less its pips, but at least 0 (R6.1)
    signoria: ids.SignoriaAction  # main action that any die placed here allows (R7.3)
    hires_into: ids.DieColor  # column of the helper slots that such a die can fill (R7.1)
    helpers: tuple[HelperSlot, ...]
    """Top to bottom."""


class DiceArea(msgspec.Struct, frozen=True):
    """The dice of one colour in the pool."""

    color: ids.DieColor  # also of the column where these dice are placed
    size: int
    """Number of dice of this colour in the game."""
    left: tuple[int, ...]
    """Pips of the dice still in the pool, ascending."""


class Assignment(msgspec.Struct, frozen=True):
    """An assignment slot with its tile."""

    slot: ids.SlotId  # area and sex, e.g. "red_m"
    color: ids.DieColor  # of the dice that open it (R7.2)
    sex: ids.Sex  # of the meeples that pay here
    tile: ids.TileId  # dealt for this round (R5(3))
    is_turned: bool
    """Whether the tile is face down for the rest of the round (Secret Letters)."""


class CareerSlot(msgspec.Struct, frozen=True):
    number: int  # 1 = lowest
    vp: int  # for a mission from here (R8.2); half of it for a man here at the end (R12)
    rank: int  # 1-4: highest value of a city slot open to a man here (R8.2)
    bonus: Literal["florins", "initiative"] | None  # gained by a man who enters the slot (R8.1)
    men: tuple[tuple[Seat, int], ...]
    """(seat, number of its men), seats in turn order."""


class CareerTrack(msgspec.Struct, frozen=True):
    id: ids.Career  # also the row of the plan that missions from here fill
    slots: tuple[CareerSlot, ...]  # lowest first


class InitiativeSlot(msgspec.Struct, frozen=True):
    number: int  # 0 = lowest, where all discs begin a round
    vp: int  # for each disc here after the action phase (R11(1))
    discs: tuple[Seat, ...]  # seats, bottom of the stack first


class CitySlot(msgspec.Struct, frozen=True):
    """A slot of a city."""

    value: int  # lowest rank or dowry for the slot (R8.2, R8.3)
    seat: Seat | None  # of its meeple; None while the slot is free
    sex: ids.Sex | None  # of its meeple; None while the slot is free


class CityView(msgspec.Struct, frozen=True):
    id: ids.CityName  # all five cities have a view, in printed order
    is_used: bool
    """Whether the city is in the game; otherwise it has no tiles and no slots."""
    marriage: Tile | None  # tile for a marriage here (R8.3(3)); None if there is none
    mission: Tile | None  # tile for a mission here (R8.2(3)); None if there is none
    slots: tuple[CitySlot, ...]  # in the order of filling
    next: int | None
    """Index of the slot to be filled next; None if the city is full."""


class RewardSlot(msgspec.Struct, frozen=True):
    number: int  # 1 = leftmost
    kind: Literal["bonus", "vp"]  # of the tiles that may lie there
    tile: ids.RewardId | None
    """None where there is no tile, or it has been removed."""
    status: Literal["past", "now", "future", "unused"]  # compared with this round's slot; "unused" in Short Season
    bride_florins: int
    """Florins that a wedding brings in that round."""


class Son(msgspec.Struct, frozen=True):
    """A son slot of a family."""

    vp: int  # gained at his wedding (R11(3))
    is_married: bool  # whether a bride is on the slot; the topmost marry first


class Shield(msgspec.Struct, frozen=True):
    """A printed shield of a plan row."""

    house: ids.House  # of the tiles that fit
    value: int | None  # of the face-up tile on it; None while the shield is free


class PlanRowView(msgspec.Struct, frozen=True):
    """A row of a family's plan."""

    id: ids.Row  # a career, or "wedding"
    shields: tuple[Shield, ...]  # in printed order
    face_down: int  # number of face-down tiles, which need no shield (R15.3)
    tiles: int
    """Number of tiles, face up and face down together."""
    minimum: int
    """Number of tiles that a row needs to score."""
    vp: int
    """VP that the row would score now."""


class Mat(msgspec.Struct, frozen=True):
    """A family: its player board and its pieces."""

    seat: Seat  # also the index in `View.mats`
    color: ids.FamilyColor  # of the meeples; it decides the plan
    vp: int  # so far; what scores at the end (R12) is not in it before
    florins: int  # in hand
    men: int  # in the supply
    women: int  # in the supply
    men_stock: int  # in the family's stock
    women_stock: int  # in the family's stock
    threshold_men: int  # in the threshold space (R15.11)
    threshold_women: int  # in the threshold space
    dice: tuple[tuple[ids.DieColor, int], ...]
    """(colour, pips), in column order."""
    actions_max: int
    """Number of dice that a family may take in a round."""
    dice_sum: int  # pips of `dice` together
    threshold: int
    """Highest dice_sum that is still rewarded (R11)."""
    is_within_threshold: bool
    """Whether dice_sum is at most the threshold."""
    has_passed: bool  # whether it takes no more dice in this round (R6)
    helpers: tuple[ids.HelperId, ...]
    """Occupied helper slots."""
    sons: tuple[Son, ...]  # topmost first
    offspring_dice: int
    """Number of dice that the Signoria action rolls."""
    plan: tuple[PlanRowView, ...]  # careers in printed order, then the wedding row
    points: tuple[tuple[Source, int], ...]
    """VP so far by source (catalogue keys `source.*`), without zeros."""


class ClosedAction(msgspec.Struct, frozen=True):
    """A main action of a colour that even its cheapest die does not allow, with the reason."""

    action: str  # `signoria`, an assignment tile, or `hire`
    why: HindranceReason  # first requirement that is missing
    missing: int | None
    """Number of meeples missing for the payment."""


class ColorActionsView(msgspec.Struct, frozen=True):
    """The main actions that the dice of one colour allow the acting family, and the others."""

    color: ids.DieColor  # of the dice
    actions: tuple[str, ...]
    """Allowed with the cheapest die that may be taken: `signoria`, assignment tiles, `hire`."""
    closed_actions: tuple[ClosedAction, ...]
    """The other main actions."""
    min_pips: tuple[tuple[str, int], ...]
    """(action, pips) for actions that need a die of at least this many pips, as others leave too few florins."""


class View(msgspec.Struct, frozen=True):
    """The whole game as everybody may see it."""

    phase: Literal["actions", "rewards", "over"]
    """"rewards" while rewarded families choose (R11)."""
    turn: Seat | None
    """The acting seat; None when the game is over."""
    round: int
    """1 to `rounds`."""
    rounds: int  # in this game; one fewer in Short Season
    slot: int
    """The reward slot of this round (Short Season begins at slot 2)."""
    variants: tuple[ids.Variant, ...]  # table options that are on (R13)
    order: tuple[Seat, ...]
    """Seats in turn order."""
    mats: tuple[Mat, ...]
    """By seat."""
    columns: tuple[Column, ...]
    """The five columns of every player board, left to right."""
    color_actions: tuple[ColorActionsView, ...]
    """One for each colour of which the acting family may take a die."""
    dice: tuple[DiceArea, ...]  # by colour, in column order
    assignments: tuple[Assignment, ...]  # area by area
    careers: tuple[CareerTrack, ...]  # in printed order
    initiative: tuple[InitiativeSlot, ...]  # slot 0 first
    cities: tuple[CityView, ...]  # all five, used or not
    rewards: tuple[RewardSlot, ...]  # slot 1 first
    stack: int
    """Number of alliance tiles left."""
    helper_discs: int
    """Number of helper discs left in the shared supply."""
    scores: tuple[Score, ...]
    """The final result, best first; empty before the end."""


def build_view(state: State, _seat: Seat | None) -> View:
    """R14: Build the view, which is the same for all."""
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
        rounds=board.count_rounds(state),
        slot=state.slot,
        variants=tuple(state.variants),
        order=tuple(state.order),
        mats=tuple(_build_mat(seat, player) for seat, player in enumerate(state.players)),
        columns=COLUMNS,
        color_actions=() if turn is None else _build_color_actions(state, turn),
        dice=tuple(
            DiceArea(color, DATA.setup.by_player_count.action_dice_per_color[len(state.players)], tuple(pips))
            for color, pips in state.pool.items()
        ),
        assignments=tuple(
            Assignment(slot.id, slot.area, slot.sex, state.assignments[slot.id], slot.id in state.turned)
            for slot in DATA.assignment_slot
        ),
        careers=tuple(CareerTrack(track, _build_career_slots(state, track)) for track in DATA.career_track.tracks),
        initiative=tuple(
            InitiativeSlot(number, vp, tuple(discs))
            for number, (vp, discs) in enumerate(zip(DATA.initiative_track.vp, state.initiative, strict=True))
        ),
        cities=tuple(_build_city(city.id, state.cities.get(city.id)) for city in DATA.city),
        rewards=tuple(_build_reward_slot(state, number) for number in range(1, DATA.rewards.slots + 1)),
        stack=len(state.stack),
        helper_discs=board.count_helper_discs_left(state),
        scores=compute_scores(state) if state.phase == "over" else (),
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


def _build_color_actions(state: State, seat: Seat) -> tuple[ColorActionsView, ...]:
    actions_by_color = list_color_actions(state, seat, is_extra=state.phase == "rewards")
    return tuple(
        ColorActionsView(
            color,
            actions.actions,
            tuple(ClosedAction(*hindrance) for hindrance in actions.hindrances),
            actions.min_pips,
        )
        for color, actions in actions_by_color.items()
    )


def _build_mat(seat: Seat, player: Player) -> Mat:
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
        threshold=board.compute_threshold(player),
        is_within_threshold=board.is_within_threshold(player),
        has_passed=player.has_passed,
        helpers=tuple(player.helpers),
        sons=tuple(Son(vp, i < player.brides) for i, vp in enumerate(DATA.brides.vp)),
        offspring_dice=board.count_family_dice(player),
        plan=tuple(_build_plan_row(player, row) for row in DATA.plan_rule.rows),
        points=tuple((source, player.points[source]) for source in SOURCES if player.points.get(source)),
    )


def _build_plan_row(player: Player, row: ids.Row) -> PlanRowView:
    state_row = player.plan[row]
    unplaced_tiles = list(state_row.face_up)
    shields: list[Shield] = []
    for house in DATA.plan[player.color].list_shields(row):
        tile = next((tile for tile in unplaced_tiles if tile.house == house), None)
        if tile is not None:
            unplaced_tiles.remove(tile)
        shields.append(Shield(house, None if tile is None else tile.value))
    return PlanRowView(
        row,
        tuple(shields),
        len(state_row.face_down),
        state_row.size,
        DATA.end_scoring.row_minimum_tiles,
        board.compute_row_vp(state_row),
    )


def _build_career_slots(state: State, track: ids.Career) -> tuple[CareerSlot, ...]:
    track_data = DATA.career_track
    bonus: dict[int, Literal["florins", "initiative"]] = {
        track_data.bonus_slot_4.slot: "florins",
        track_data.bonus_slot_6.slot: "initiative",
    }
    return tuple(
        CareerSlot(
            number=i + 1,
            vp=vp,
            rank=rank,
            bonus=bonus.get(i + 1),
            men=tuple((seat, men) for seat in state.order if (men := state.players[seat].careers[track][i])),
        )
        for i, (vp, rank) in enumerate(zip(track_data.vp, track_data.rank, strict=True))
    )


def _build_city(city_id: ids.CityName, city: City | None) -> CityView:
    if city is None:
        return CityView(city_id, False, None, None, (), None)
    slots = tuple(
        CitySlot(value, meeple.seat, meeple.sex) if meeple else CitySlot(value, None, None)
        for value, meeple in zip(board.CITY_VALUES, city.slots, strict=True)
    )
    return CityView(city_id, True, city.marriage, city.mission, slots, board.find_next_slot(city))


def _build_reward_slot(state: State, number: int) -> RewardSlot:
    status: Literal["past", "now", "future", "unused"] = "future"
    if number < board.find_first_slot(state):
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
