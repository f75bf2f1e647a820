"""The shape of data.toml: one Struct for each of its tables. `content.py` reads and checks it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from .effect_types import AssignmentEffect, BonusEffect, HelperEffect, Sex, VpEffect

Natural = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]


class Meta(msgspec.Struct, frozen=True):
    players_min: Positive
    players_max: Positive


class PlayerColors(msgspec.Struct, frozen=True):
    order: tuple[str, ...]


class ByPlayerCount(msgspec.Struct, frozen=True):
    """Each by the number of players."""

    action_dice_per_color: dict[int, Positive]
    cities_used: dict[int, Positive]
    alliance_tiles_removed_per_house: dict[int, Natural]


class Start(msgspec.Struct, frozen=True):
    """R3. extra_florins_by_turn_order: index 0 = first in turn order."""

    florins: Natural
    extra_florins_by_turn_order: tuple[Natural, ...]
    males_in_supply: Natural
    females_in_supply: Natural
    males_in_stock: Natural
    females_in_stock: Natural
    males_total: Natural
    females_total: Natural
    start_vp: int
    by_player_count: ByPlayerCount

    def in_supply(self, sex: Sex) -> int:
        return self.males_in_supply if sex == "male" else self.females_in_supply

    def in_stock(self, sex: Sex) -> int:
        return self.males_in_stock if sex == "male" else self.females_in_stock

    def total(self, sex: Sex) -> int:
        return self.males_total if sex == "male" else self.females_total


class Supply(msgspec.Struct, frozen=True):
    """R2: what is in the box."""

    helper_discs: Natural
    brides: Natural
    action_dice_total: Natural
    offspring_dice: Natural


class Rounds(msgspec.Struct, frozen=True):
    count: Positive
    max_actions_per_round: Positive
    bonus_reward_slots: tuple[int, ...]
    vp_reward_slots: tuple[int, ...]


class Die(msgspec.Struct, frozen=True):
    faces: tuple[int, ...]
    colors: tuple[str, ...]


class Column(msgspec.Struct, frozen=True):
    """R2.1: slot value, Signoria action, and the column that helpers are hired into."""

    color: str
    slot_value: Positive
    signoria: Literal["florins", "marriage", "offspring", "tracks", "mission"]
    hires_into: str


class SignoriaFlorins(msgspec.Struct, frozen=True):
    florins: Positive


class SignoriaTracks(msgspec.Struct, frozen=True):
    points_max: Positive
    points_min: Literal[1]
    tracks: tuple[str, ...]


class SignoriaMarriage(msgspec.Struct, frozen=True):
    dowry_max: Positive
    vp_per_florin: Positive


class SignoriaOffspring(msgspec.Struct, frozen=True):
    female_faces: tuple[int, ...]
    male_faces: tuple[int, ...]


class Signoria(msgspec.Struct, frozen=True):
    florins: SignoriaFlorins
    tracks: SignoriaTracks
    marriage: SignoriaMarriage
    offspring: SignoriaOffspring


class HelperGrid(msgspec.Struct, frozen=True):
    rows: tuple[str, ...]


class HelperSlot(msgspec.Struct, frozen=True):
    id: str
    column: str
    row: str
    cost: Natural


class FlorinBonus(msgspec.Struct, frozen=True):
    slot: Positive
    florins: Positive


class InitiativeBonus(msgspec.Struct, frozen=True):
    slot: Positive
    initiative_steps: Positive


class CareerTrack(msgspec.Struct, frozen=True):
    """vp and rank: index 0 = slot 1, the lowest."""

    tracks: tuple[str, ...]
    vp: tuple[Natural, ...]
    rank: tuple[Positive, ...]
    bonus_slot_4: FlorinBonus
    bonus_slot_6: InitiativeBonus

    @property
    def top(self) -> int:
        return len(self.vp)


class InitiativeTrack(msgspec.Struct, frozen=True):
    """vp: index = slot, 0 = where all discs start."""

    vp: tuple[Natural, ...]

    @property
    def top(self) -> int:
        return len(self.vp) - 1


class CityRule(msgspec.Struct, frozen=True):
    slot_values: tuple[Positive, ...]


class CityId(msgspec.Struct, frozen=True):
    id: str


class Houses(msgspec.Struct, frozen=True):
    ids: tuple[str, ...]


class AllianceTiles(msgspec.Struct, frozen=True):
    """copies_per_house: value -> number of tiles, the same for every house."""

    total: Positive
    per_house: Positive
    copies_per_house: dict[int, Positive]
    face_down_vp: Natural
    row_scores_from: Positive


class PlanRule(msgspec.Struct, frozen=True):
    rows: tuple[str, ...]
    career_row_shields: Positive
    career_row_houses: Positive
    wedding_row_shields: Positive
    face_down_limit: Literal[0]


class Plan(msgspec.Struct, frozen=True):
    """The shields of each row: houses."""

    politician: tuple[str, ...]
    clergy: tuple[str, ...]
    military: tuple[str, ...]
    wedding: tuple[str, ...]

    def row(self, row: str) -> tuple[str, ...]:
        shields: tuple[str, ...] = getattr(self, row)
        return shields


class SonDowry(msgspec.Struct, frozen=True):
    florins: Natural
    reward_slots: tuple[int, ...]


class Brides(msgspec.Struct, frozen=True):
    """vp: index 0 = topmost son slot."""

    sons: Positive
    married_at_start: Natural
    vp: tuple[Natural, ...]
    dowry: SonDowry


class AssignmentRule(msgspec.Struct, frozen=True):
    areas: tuple[str, ...]
    slots_per_area: Positive


class AssignmentSlot(msgspec.Struct, frozen=True):
    id: str
    area: str
    sex: Sex


class AssignmentTile(msgspec.Struct, frozen=True):
    id: str
    meeples_min: Positive
    meeples_max: Positive


class Threshold(msgspec.Struct, frozen=True):
    base: Natural
    per_meeple: Positive
    max: Natural
    max_meeples: Natural


class Rewards(msgspec.Struct, frozen=True):
    slots: Positive
    bonus_tiles_used: Natural
    vp_tiles_used: Natural
    alternative_florins: Natural
    buy_vp_cost: Positive
    buy_vp_gain: Positive


class RewardTile(msgspec.Struct, frozen=True):
    id: str
    kind: Literal["bonus", "vp"]


class EndScoring(msgspec.Struct, frozen=True):
    row_minimum_tiles: Positive


class OpenGates(msgspec.Struct, frozen=True):
    dowry: Positive
    rank: Positive


class ShortSeason(msgspec.Struct, frozen=True):
    first_reward_slot: Positive
    bonus_tiles_used: Natural
    vp_tiles_used: Natural
    rounds: Positive


class Variants(msgspec.Struct, frozen=True):
    open_gates: OpenGates
    short_season: ShortSeason


class Data(msgspec.Struct, frozen=True):
    """data.toml."""

    meta: Meta
    player_colors: PlayerColors
    setup: Start
    supply: Supply
    rounds: Rounds
    die: Die
    column: tuple[Column, ...]
    signoria: Signoria
    helper_grid: HelperGrid
    helper: tuple[HelperSlot, ...]
    career_track: CareerTrack
    initiative_track: InitiativeTrack
    city_rule: CityRule
    city: tuple[CityId, ...]
    houses: Houses
    alliance_tiles: AllianceTiles
    plan_rule: PlanRule
    plan: dict[str, Plan]
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
    """The same lines once more, read for what they do."""

    helper: tuple[HelperEffect, ...]
    assignment_tile: tuple[AssignmentEffect, ...]
    reward_tile: tuple[BonusEffect | VpEffect, ...]
