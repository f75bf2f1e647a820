"""The schema of data.toml: one Struct for each of its tables. `checks.py` checks that they agree with each other."""

from typing import Annotated, Literal

import msgspec

from .effect_types import AssignmentEffect, BonusEffect, HelperEffect, Positive, Tracks, VpEffect
from .ids import (
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
)

Natural = Annotated[int, msgspec.Meta(ge=0)]
ID_CONSTRAINT = msgspec.Meta(pattern="^[a-z][a-z0-9_]*$", max_length=16)
"""Constraint on ids: they become parts of option keys, which must be short."""


class _Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base class of tables. Unknown keys are errors: a misspelt key must not be silently ignored."""

    provenance: str = ""
    """Source of the values, by the marks of R0; for readers of the file, no rule reads it."""


class _Line(msgspec.Struct, frozen=True, kw_only=True):
    """Base class of lines with an effect, without that effect; `Effects` has the rest of the line."""

    provenance: str = ""  # as in `_Table`


class Meta(_Table, frozen=True):
    players_min: Positive  # fewest seats with which a table can begin (R1)
    players_max: Positive  # most seats (R1)


class PlayerColors(_Table, frozen=True):
    order: tuple[FamilyColor, ...]  # in which seats without a wish get them


class ByPlayerCount(_Table, frozen=True):
    """Numbers of pieces, each by the number of players."""

    action_dice_per_color: dict[int, Positive]  # rolled every round, of each colour (R3(4))
    cities_used: dict[int, Positive]  # cities in the game, picked at random (R3(5))
    alliance_tiles_removed_per_house: dict[int, Natural]  # removed unseen before the game (R3(6))


class Start(_Table, frozen=True):
    """R3: florins, meeples and VP of each player at the start."""

    florins: Natural  # in hand at first, before the extra florins (R3(1))
    extra_florins_by_turn_order: tuple[Natural, ...]
    """Index 0 = first in turn order."""
    males_in_supply: Natural  # men in front of the player, ready to be used
    females_in_supply: Natural  # women in front of the player
    males_in_stock: Natural  # men to be gained later (R8.4, R8.5)
    females_in_stock: Natural  # women to be gained later
    males_total: Natural  # R2: all men of a player, supply and stock together
    females_total: Natural  # R2: all women of a player
    start_vp: Natural  # counted under the source "start"
    by_player_count: ByPlayerCount  # numbers of pieces that depend on how many play

    def in_supply(self, sex: Sex) -> int:
        return self.males_in_supply if sex == "male" else self.females_in_supply

    def in_stock(self, sex: Sex) -> int:
        return self.males_in_stock if sex == "male" else self.females_in_stock

    def count_meeples(self, sex: Sex) -> int:
        return self.males_total if sex == "male" else self.females_total


class Supply(_Table, frozen=True):
    """R2: numbers of pieces in the box."""

    helper_discs: Natural  # shared by all players; without one left nobody can hire (R15.18)
    brides: Natural  # one for each wedding of a son; enough for all players (R15.19)
    action_dice_total: Natural  # of all colours together
    offspring_dice: Natural  # most dice in one roll, which the lord and all sons need (R8.4)


class Rounds(_Table, frozen=True):
    count: Positive  # rounds of a game without Short Season; also the number of the last reward slot
    max_actions_per_round: Positive  # dice that a player may take, besides an extra action (R6.1, R11.2)
    bonus_reward_slots: tuple[int, ...]  # slots (1 = leftmost) with a bonus tile: bonus or florins (R11(3))
    vp_reward_slots: tuple[int, ...]  # slots with a VP tile: VP, and more VP for florins (R11(3))


class DieData(_Table, frozen=True):
    faces: Annotated[tuple[int, ...], msgspec.Meta(min_length=2)]
    """Pips 1, 2, 3, … of action dice and of offspring dice."""
    colors: tuple[DieColor, ...]  # of action dice; left to right as the columns of a player board


class ColumnData(_Table, frozen=True):
    """R2.1: A column of the player boards."""

    color: DieColor  # of the dice that are placed here
    slot_value: Positive  # a die costs this many florins less its pips, but at least 0 (R6.1)
    signoria: SignoriaAction  # main action that any die placed here allows (R7.3)
    hires_into: DieColor  # column of the helper slots that such a die can fill (R7.1)


class SignoriaFlorins(_Table, frozen=True):
    florins: Positive  # gained by the action (R7.3)


class SignoriaTracks(_Table, frozen=True):
    points_max: Positive  # most steps, on any mix of the tracks (R7.3)
    tracks: Tracks  # on which the steps may be made


class SignoriaMarriage(_Table, frozen=True):
    dowry_max: Positive  # most florins that may be paid (R8.3)
    vp_per_florin: Positive  # VP for each florin of the dowry


class SignoriaOffspring(_Table, frozen=True):
    female_faces: tuple[int, ...]  # pips that bring a woman (R8.4)
    male_faces: tuple[int, ...]  # pips that bring a man


class Signoria(_Table, frozen=True):
    florins: SignoriaFlorins  # a fixed gain (R7.3)
    tracks: SignoriaTracks  # R7.3: progress on careers and initiative
    marriage: SignoriaMarriage  # R8.3: for marriages by helpers, assignments and rewards as well
    offspring: SignoriaOffspring  # R8.4: for the roll of a helper as well


class HelperGrid(_Table, frozen=True):
    rows: tuple[HelperRow, ...]
    """Top to bottom."""


class HelperSlotData(_Line, frozen=True):
    id: Annotated[HelperId, ID_CONSTRAINT]  # letter of the column and row, e.g. "y_mid"; part of option keys and States
    column: DieColor  # dice placed here activate the helper (R9)
    row: HelperRow  # its place in the column
    cost: Natural  # florins for hiring into it (R7.1)


class FlorinBonus(_Table, frozen=True):
    slot: Positive  # career slot (1 = lowest) that a man enters for it (R8.1)
    florins: Positive  # gained by each man who enters the slot, also in passing (R15.6)


class InitiativeBonus(_Table, frozen=True):
    slot: Positive  # career slot (1 = lowest) that a man enters for it (R8.1)
    initiative_steps: Positive  # of the player's own disc; lost above the top slot (R15.7)


class CareerTrackData(_Table, frozen=True):
    """R2.2: The career tracks, which are alike."""

    tracks: tuple[Career, ...]  # in printed order, as the first rows of a plan
    vp: Annotated[tuple[Natural, ...], msgspec.Meta(min_length=2)]
    """Index 0 = slot 1, the lowest: gained on a mission (R8.2), half of it at the end (R12)."""
    rank: tuple[Positive, ...]  # index as in vp; 1-4, the highest value of a city slot open to a man there (R8.2)
    bonus_slot_4: FlorinBonus  # on every career track (R8.1)
    bonus_slot_6: InitiativeBonus  # on every career track (R8.1)

    @property
    def top(self) -> int:
        return len(self.vp)


class InitiativeTrack(_Table, frozen=True):
    vp: Annotated[tuple[Natural, ...], msgspec.Meta(min_length=2)]
    """By slot; all discs start on slot 0."""

    @property
    def top(self) -> int:
        return len(self.vp) - 1


class CityRule(_Table, frozen=True):
    slot_values: Annotated[tuple[Positive, ...], msgspec.Meta(min_length=1)]
    """In the order of filling, the same in every city: lowest rank (R8.2) or dowry (R8.3)."""


class CityLine(_Table, frozen=True):
    id: CityName  # lines in printed order, in which cities get their tiles (R5(1))


class Houses(_Table, frozen=True):
    ids: tuple[House, ...]  # of the alliance tiles and of the shields on plans


class AllianceTiles(_Table, frozen=True):
    total: Positive  # in the box, of all houses together
    per_house: Positive  # in the box, before some are removed (R3(6))
    copies_per_house: dict[Positive, Positive]
    """Value -> number of tiles, the same for every house."""
    face_down_vp: Natural  # for each face-down tile in a row that scores (R8.6)


class PlanRule(_Table, frozen=True):
    rows: tuple[Row, ...]  # in printed order: one for each career, then the wedding row
    career_row_shields: Positive  # shields printed on each career row (R2.1)
    career_row_houses: Positive  # different houses among them: one house is there twice
    wedding_row_shields: Positive  # shields printed on the wedding row, each of another house


class Plan(_Table, frozen=True):
    """R2.1: A family's plan: the houses of its printed shields."""

    politician: tuple[House, ...]  # of their row, in printed order; a house printed twice takes two tiles (R8.2)
    clergy: tuple[House, ...]  # of their row, in printed order
    military: tuple[House, ...]  # of their row, in printed order
    wedding: tuple[House, ...]  # every house once (R8.3)

    def list_shields(self, row: Row) -> tuple[House, ...]:
        shields: tuple[House, ...] = getattr(self, row)
        return shields


class SonDowry(_Table, frozen=True):
    florins: Natural  # gained at the wedding of a son in these rounds (R11(3))
    reward_slots: tuple[int, ...]  # reward slots (1 = leftmost) of the rounds in which a wedding brings florins


class Brides(_Table, frozen=True):
    sons: Positive  # son slots of a player board, each for one bride
    married_at_start: Natural  # the lord: he counts for the offspring dice, but needs no bride (R7.3)
    vp: tuple[Natural, ...]
    """Index 0 = topmost son slot."""
    dowry: SonDowry  # florins that come with a bride


class AssignmentRule(_Table, frozen=True):
    areas: tuple[DieColor, ...]  # one for each colour of dice, in the order of the columns
    slots_per_area: Positive  # one that men pay for and one that women pay for


class AssignmentSlot(_Table, frozen=True):
    id: Annotated[SlotId, ID_CONSTRAINT]  # area and sex, e.g. "red_m"; part of option keys and States
    area: DieColor  # colour of the dice that open it (R7.2)
    sex: Sex  # of the meeples that pay here


class AssignmentTile(_Line, frozen=True):
    id: Annotated[TileId, ID_CONSTRAINT]  # "a_" and its effect; part of States and catalogue keys
    meeples_min: Positive  # fewest meeples that can pay for it (R10)
    meeples_max: Positive  # most meeples; where more can pay, each adds one unit of the effect


class Threshold(_Table, frozen=True):
    base: Natural  # highest sum of dice that is rewarded if no meeples were paid (R11(3))
    per_meeple: Positive  # added for each own meeple in the threshold space
    max: Natural  # highest threshold, with all meeples that may be there
    max_meeples: Natural  # of one player in the threshold space (R15.10)


class Rewards(_Table, frozen=True):
    slots: Positive  # of the reward row; one for each round
    bonus_tiles_used: Natural  # picked for the first slots; the others leave the game (R3(7))
    vp_tiles_used: Natural  # picked for the last slots; the others leave the game (R3(7))
    alternative_florins: Natural  # gained instead of the bonus (D9)
    buy_vp_cost: Positive  # florins for the purchase after a VP tile, once per round (D11)
    buy_vp_gain: Positive  # VP of that purchase


class RewardTile(_Line, frozen=True):
    id: Annotated[RewardId, ID_CONSTRAINT]  # "b_" or "v_" and its effect; part of States and catalogue keys
    kind: Literal["bonus", "vp"]  # where it may lie: on the first slots (bonus) or on the last (vp)


class EndScoring(_Table, frozen=True):
    row_minimum_tiles: Positive  # tiles, face up or face down, that a plan row needs to score (R12(2))


class OpenGates(_Table, frozen=True):
    dowry: Positive  # florins of a marriage while all cities are full, neither more nor fewer (R13)
    rank: Positive  # lowest rank of a man for a mission while all cities are full (R13)


class ShortSeason(_Table, frozen=True):
    first_reward_slot: Positive  # of the first round; the slots before it stay empty
    bonus_tiles_used: Natural  # picked for the slots from there on
    vp_tiles_used: Natural  # picked for the last slots, as without the variant
    rounds: Positive  # one for each slot with a tile


class SecretLetters(_Table, frozen=True):
    """R13: the variant has no numbers of its own."""


class Variants(_Table, frozen=True):
    open_gates: OpenGates  # missions and marriages also where every city is full
    short_season: ShortSeason  # one round fewer
    secret_letters: SecretLetters  # each assignment tile is used once per round at most


class Data(_Table, frozen=True):
    """All tables of data.toml."""

    meta: Meta  # how many can play (R1)
    player_colors: PlayerColors  # of meeples and player boards; not those of dice (R2)
    setup: Start  # pieces that a player begins with (R3)
    supply: Supply  # pieces that all players share (R2)
    rounds: Rounds  # number of rounds, and the kinds of their rewards
    die: DieData  # dice of all kinds (R2)
    column: tuple[ColumnData, ...]  # left to right
    signoria: Signoria  # the numbers of the Signoria actions; a mission has none (R7.3)
    helper_grid: HelperGrid  # rows of helper slots, the same in all columns (R2.1)
    helper: tuple[HelperSlotData, ...]  # lines without the effects, which `Effects.helper` has
    career_track: CareerTrackData  # one line for all three tracks (R2.2)
    initiative_track: InitiativeTrack  # its slots, by the VP they bring (R2.2)
    city_rule: CityRule  # slots, the same in all cities (R2.2)
    city: tuple[CityLine, ...]  # all cities, also those that a game does not use
    houses: Houses  # of alliance tiles and shields (R2.1)
    alliance_tiles: AllianceTiles  # numbers and values, the same for every house
    plan_rule: PlanRule  # numbers of shields, the same on all plans (R2.1)
    plan: dict[FamilyColor, Plan]  # by the colour of the player board
    brides: Brides  # wives of the lord and of his sons (R2.1, R11(3))
    assignment_rule: AssignmentRule  # numbers of areas and their slots (R2.2)
    assignment_slot: tuple[AssignmentSlot, ...]  # area by area
    assignment_tile: tuple[AssignmentTile, ...]  # as many as slots; lines without the effects, which `Effects` has
    threshold: Threshold  # which sums of dice are rewarded (R11(3))
    rewards: Rewards  # the reward row, and its fixed prices (R11(3))
    reward_tile: tuple[RewardTile, ...]  # lines without the effects, which `Effects.reward_tile` has
    end_scoring: EndScoring  # requirement of a plan row after the last round (R12)
    variants: Variants  # table options (R13)


class Effects(msgspec.Struct, frozen=True):
    """The effects of the lines that `Data` has without their effect."""

    helper: tuple[HelperEffect, ...]  # one for each line of `Data.helper`, in the same order (R9)
    assignment_tile: tuple[AssignmentEffect, ...]  # one for each line of `Data.assignment_tile` (R10)
    reward_tile: tuple[BonusEffect | VpEffect, ...]  # one for each line of `Data.reward_tile` (R11.1, R11.3)
