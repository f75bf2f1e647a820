"""Effects as data: the effects of helpers, assignment tiles, reward tiles and Signoria actions in data.toml.

Each type's `tag` is the value of `effect` in its line. The package `effects` carries them out (R8).
"""

from typing import Annotated, Literal

import msgspec

from .ids import Sex, Track

Positive = Annotated[int, msgspec.Meta(ge=1)]
Tracks = Annotated[tuple[Track, ...], msgspec.Meta(min_length=1)]

TileMode = Literal["city", "face_down"]
"""The tile gained by a mission or marriage: the city's tile if it fits, or a tile from the stack, face down."""


class _EffectSpec(msgspec.Struct, frozen=True, tag_field="effect"):
    pass


class Progress(_EffectSpec, frozen=True, tag="progress"):
    """R8.1: 1 to `points` steps on these tracks ("die": the pips of the die just placed)."""

    tracks: Tracks
    points: Positive | Literal["die"]


class Mission(_EffectSpec, frozen=True, tag="mission"):
    """R8.2: a diplomatic mission."""

    tile: TileMode


class Marriage(_EffectSpec, frozen=True, tag="marriage"):
    """R8.3: a marriage."""

    tile: TileMode


class Offspring(_EffectSpec, frozen=True, tag="offspring"):
    """R8.4: roll `dice` offspring dice ("family": one for each married man of the family)."""

    dice: Positive | Literal["family"]


class TakeMeeples(_EffectSpec, frozen=True, tag="take_meeples"):
    """R8.5: `count` meeples from the player's stock; "any": the player chooses the sexes."""

    count: Positive
    sex: Sex | Literal["any"]


class FaceDownTile(_EffectSpec, frozen=True, tag="face_down_tile"):
    """R8.6: the top tile of the stack, face down into any row."""

    target_row: Literal["any"]


class GainFlorins(_EffectSpec, frozen=True, tag="gain_florins"):
    florins: Positive


class GainVp(_EffectSpec, frozen=True, tag="gain_vp"):
    vp: Positive


class VpPerMaleInCities(_EffectSpec, frozen=True, tag="vp_per_male_in_cities"):
    """R8.7: `vp` for each of the player's men in cities; the total may be 0."""

    vp: Positive


class RaiseThreshold(_EffectSpec, frozen=True, tag="raise_threshold"):
    """R10: the meeples paid go to the threshold space and raise the player's threshold."""

    meeples: Positive


class AssignmentAny(_EffectSpec, frozen=True, tag="assignment_any"):
    """R9: the player carries out any of the assignments, for exactly `max_meeples` meeples."""

    max_meeples: Positive


class FreeHelper(_EffectSpec, frozen=True, tag="free_helper"):
    """R11.1: a helper disc into any empty helper slot."""


class ExtraAction(_EffectSpec, frozen=True, tag="extra_action"):
    """R11.2: an additional die, without cost, with its main action."""


class VpPerHelper(_EffectSpec, frozen=True, tag="vp_per_helper"):
    vp: Positive


class VpPerCityWith(_EffectSpec, frozen=True, tag="vp_per_city_with"):
    vp: Positive
    sex: Sex


class VpPerMeepleInCities(_EffectSpec, frozen=True, tag="vp_per_meeple_in_cities"):
    vp: Positive
    sex: Sex


Effect = Progress | Mission | Marriage | Offspring | TakeMeeples | FaceDownTile | GainFlorins | GainVp | RaiseThreshold
"""Effects with rules of their own (R8, R10). The other types occur only on helpers (R9) or reward tiles (R11)."""

HelperEffect = (
    Progress
    | Mission
    | Marriage
    | Offspring
    | TakeMeeples
    | FaceDownTile
    | GainFlorins
    | GainVp
    | VpPerMaleInCities
    | AssignmentAny
)

BonusEffect = Mission | Marriage | TakeMeeples | Progress | FaceDownTile | FreeHelper | ExtraAction
VpEffect = VpPerHelper | VpPerCityWith | VpPerMeepleInCities


# -------------------------------------------------------- assignment tiles: the effect depends on the meeples paid


class ProgressPerMeeple(_EffectSpec, frozen=True, tag="progress"):
    tracks: Tracks
    points_per_meeple: Positive

    def build_effect(self, meeples: int) -> Effect:
        return Progress(self.tracks, self.points_per_meeple * meeples)


class FlorinsPerMeeple(_EffectSpec, frozen=True, tag="gain_florins"):
    florins_per_meeple: Positive

    def build_effect(self, meeples: int) -> Effect:
        return GainFlorins(self.florins_per_meeple * meeples)


class MeeplesPerMeeple(_EffectSpec, frozen=True, tag="take_meeples"):
    sex: Sex | Literal["any"]
    meeples_per_meeple: Positive

    def build_effect(self, meeples: int) -> Effect:
        return TakeMeeples(self.meeples_per_meeple * meeples, self.sex)


class ThresholdPerMeeple(_EffectSpec, frozen=True, tag="raise_threshold"):
    threshold_per_meeple: Positive

    def build_effect(self, meeples: int) -> Effect:
        return RaiseThreshold(meeples)


class AssignedFaceDownTile(_EffectSpec, frozen=True, tag="face_down_tile"):
    target_row: Literal["any"]

    def build_effect(self, meeples: int) -> Effect:
        return FaceDownTile(self.target_row)


class AssignedMarriage(_EffectSpec, frozen=True, tag="marriage"):
    tile: TileMode

    def build_effect(self, meeples: int) -> Effect:
        return Marriage(self.tile)


class AssignedMission(_EffectSpec, frozen=True, tag="mission"):
    tile: TileMode

    def build_effect(self, meeples: int) -> Effect:
        return Mission(self.tile)


AssignmentEffect = (
    ProgressPerMeeple
    | FlorinsPerMeeple
    | MeeplesPerMeeple
    | ThresholdPerMeeple
    | AssignedFaceDownTile
    | AssignedMarriage
    | AssignedMission
)
