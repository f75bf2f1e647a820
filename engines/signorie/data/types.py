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


class _Line(msgspec.Struct, frozen=True, kw_only=True):
    """Base class of lines with an effect, without that effect; `Effects` has the rest of the line."""

    provenance: str = ""


class Meta(_Table, frozen=True):
    players_min: Positive
    players_max: Positive


class PlayerColors(_Table, frozen=True):
    order: tuple[FamilyColor, ...]


class ByPlayerCount(_Table, frozen=True):
    """Numbers of pieces, each by the number of players."""

    action_dice_per_color: dict[int, Positive]
    cities_used: dict[int, Positive]
    alliance_tiles_removed_per_house: dict[int, Natural]


class Start(_Table, frozen=True):
    """R3: florins, meeples and VP of each player at the start."""

    florins: Natural
    extra_florins_by_turn_order: tuple[Natural, ...]
    """Index 0 = first in turn order."""
    males_in_supply: Natural
    females_in_supply: Natural
    males_in_stock: Natural
    females_in_stock: Natural
    males_total: Natural
    females_total: Natural
    start_vp: Natural
    by_player_count: ByPlayerCount

    def in_supply(self, sex: Sex) -> int:
        return self.males_in_supply if sex == "male" else self.females_in_supply

    def in_stock(self, sex: Sex) -> int:
        return self.males_in_stock if sex == "male" else self.females_in_stock

    def count_meeples(self, sex: Sex) -> int:
        return self.males_total if sex == "male" else self.females_total


class Supply(_Table, frozen=True):
    """R2: numbers of pieces in the box."""

    helper_discs: Natural
    brides: Natural
    action_dice_total: Natural
    offspring_dice: Natural


class Rounds(_Table, frozen=True):
    count: Positive
    max_actions_per_round: Positive
    bonus_reward_slots: tuple[int, ...]
    vp_reward_slots: tuple[int, ...]


class DieData(_Table, frozen=True):
    faces: Annotated[tuple[int, ...], msgspec.Meta(min_length=2)]
    colors: tuple[DieColor, ...]


class ColumnData(_Table, frozen=True):
    """R2.1: slot value, Signoria action, and the column that helpers are hired into."""

    color: DieColor
    slot_value: Positive
    signoria: SignoriaAction
    hires_into: DieColor
    why: str = ""


class SignoriaFlorins(_Table, frozen=True):
    florins: Positive


class SignoriaTracks(_Table, frozen=True):
    points_max: Positive
    points_min: Literal[1]
    tracks: Tracks


class SignoriaMarriage(_Table, frozen=True):
    dowry_max: Positive
    vp_per_florin: Positive


class SignoriaOffspring(_Table, frozen=True):
    female_faces: tuple[int, ...]
    male_faces: tuple[int, ...]


class Signoria(_Table, frozen=True):
    florins: SignoriaFlorins
    tracks: SignoriaTracks
    marriage: SignoriaMarriage
    offspring: SignoriaOffspring


class HelperGrid(_Table, frozen=True):
    rows: tuple[HelperRow, ...]
    """Top to bottom."""


class HelperSlotData(_Line, frozen=True):
    id: Annotated[HelperId, ID_CONSTRAINT]
    column: DieColor
    row: HelperRow
    cost: Natural


class FlorinBonus(_Table, frozen=True):
    slot: Positive
    florins: Positive


class InitiativeBonus(_Table, frozen=True):
    slot: Positive
    initiative_steps: Positive


class CareerTrackData(_Table, frozen=True):
    """The career tracks, which are alike. In vp and rank index 0 = slot 1, the lowest."""

    tracks: tuple[Career, ...]
    vp: Annotated[tuple[Natural, ...], msgspec.Meta(min_length=2)]
    rank: tuple[Positive, ...]
    bonus_slot_4: FlorinBonus
    bonus_slot_6: InitiativeBonus

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


class CityLine(_Table, frozen=True):
    id: CityName


class Houses(_Table, frozen=True):
    ids: tuple[House, ...]


class AllianceTiles(_Table, frozen=True):
    total: Positive
    per_house: Positive
    copies_per_house: dict[Positive, Positive]
    """Value -> number of tiles, the same for every house."""
    face_down_vp: Natural


class PlanRule(_Table, frozen=True):
    rows: tuple[Row, ...]
    career_row_shields: Positive
    career_row_houses: Positive
    wedding_row_shields: Positive
    face_down_limit: Literal[0]


class Plan(_Table, frozen=True):
    """A family's plan: the houses of the shields of each row."""

    politician: tuple[House, ...]
    clergy: tuple[House, ...]
    military: tuple[House, ...]
    wedding: tuple[House, ...]

    def list_shields(self, row: Row) -> tuple[House, ...]:
        shields: tuple[House, ...] = getattr(self, row)
        return shields


class SonDowry(_Table, frozen=True):
    florins: Natural
    reward_slots: tuple[int, ...]


class Brides(_Table, frozen=True):
    sons: Positive
    married_at_start: Natural
    vp: tuple[Natural, ...]
    """Index 0 = topmost son slot."""
    dowry: SonDowry


class AssignmentRule(_Table, frozen=True):
    areas: tuple[DieColor, ...]
    slots_per_area: Positive


class AssignmentSlot(_Table, frozen=True):
    id: Annotated[SlotId, ID_CONSTRAINT]
    area: DieColor
    sex: Sex


class AssignmentTile(_Line, frozen=True):
    id: Annotated[TileId, ID_CONSTRAINT]
    meeples_min: Positive
    meeples_max: Positive


class Threshold(_Table, frozen=True):
    base: Natural
    per_meeple: Positive
    max: Natural
    max_meeples: Natural


class Rewards(_Table, frozen=True):
    slots: Positive
    bonus_tiles_used: Natural
    vp_tiles_used: Natural
    alternative_florins: Natural
    buy_vp_cost: Positive
    buy_vp_gain: Positive


class RewardTile(_Line, frozen=True):
    id: Annotated[RewardId, ID_CONSTRAINT]
    kind: Literal["bonus", "vp"]


class EndScoring(_Table, frozen=True):
    row_minimum_tiles: Positive


class OpenGates(_Table, frozen=True):
    dowry: Positive
    rank: Positive


class ShortSeason(_Table, frozen=True):
    first_reward_slot: Positive
    bonus_tiles_used: Natural
    vp_tiles_used: Natural
    rounds: Positive


class SecretLetters(_Table, frozen=True):
    """R13: the variant has no numbers of its own."""


class Variants(_Table, frozen=True):
    open_gates: OpenGates
    short_season: ShortSeason
    secret_letters: SecretLetters


class Data(_Table, frozen=True):
    """All tables of data.toml."""

    meta: Meta
    player_colors: PlayerColors
    setup: Start
    supply: Supply
    rounds: Rounds
    die: DieData
    column: tuple[ColumnData, ...]
    signoria: Signoria
    helper_grid: HelperGrid
    helper: tuple[HelperSlotData, ...]
    career_track: CareerTrackData
    initiative_track: InitiativeTrack
    city_rule: CityRule
    city: tuple[CityLine, ...]
    houses: Houses
    alliance_tiles: AllianceTiles
    plan_rule: PlanRule
    plan: dict[FamilyColor, Plan]
    brides: Brides
    assignment_rule: AssignmentRule
    assignment_slot: tuple[AssignmentSlot, ...]
    assignment_tile: tuple[AssignmentTile, ...]
    threshold: Threshold
    rewards: Rewards
    reward_tile: tuple[RewardTile, ...]
    end_scoring: EndScoring
    variants: Variants


class Effects(msgspec.Struct, frozen=True):
    """The effects of the lines that `Data` has without their effect."""

    helper: tuple[HelperEffect, ...]
    assignment_tile: tuple[AssignmentEffect, ...]
    reward_tile: tuple[BonusEffect | VpEffect, ...]
