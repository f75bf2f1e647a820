"""What an effect is: the values that data.toml gives to helpers, assignment tiles, reward tiles and Signoria actions.

Each type's `tag` is the `effect` of its line. How effects are carried out: `effects.py` and the modules of R8.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from .ids import Sex, Track

Positive = Annotated[int, msgspec.Meta(ge=1)]
Tracks = Annotated[tuple[Track, ...], msgspec.Meta(min_length=1)]

TileMode = Literal["city", "face_down"]
"""What a mission or marriage brings: the city's tile if it fits, or a tile from the stack, face down."""


class _Spec(msgspec.Struct, frozen=True, tag_field="effect"):
    pass


class Progress(_Spec, frozen=True, tag="progress"):
    """R8.1: 1 to `points` steps on these tracks ("die": as many as the pips of the die just placed)."""

    tracks: Tracks
    points: Positive | Literal["die"]


class Mission(_Spec, frozen=True, tag="mission"):
    """R8.2."""

    tile: TileMode


class Marriage(_Spec, frozen=True, tag="marriage"):
    """R8.3."""

    tile: TileMode


class Offspring(_Spec, frozen=True, tag="offspring"):
    """R8.4: roll so many offspring dice ("family": one for each married man of the family)."""

    dice: Positive | Literal["family"]


class TakeMeeples(_Spec, frozen=True, tag="take_meeples"):
    """R8.5: `count` meeples from the own stock; "any": the player chooses the sexes."""

    count: Positive
    sex: Sex | Literal["any"]


class FaceDownTile(_Spec, frozen=True, tag="face_down_tile"):
    """R8.6: the top tile of the stack, face down into any row."""

    target_row: Literal["any"]


class GainFlorins(_Spec, frozen=True, tag="gain_florins"):
    florins: Positive


class GainVp(_Spec, frozen=True, tag="gain_vp"):
    vp: Positive


class VpPerMaleInCities(_Spec, frozen=True, tag="vp_per_male_in_cities"):
    """R8.7: so much for every own man standing in a city; 0 is allowed."""

    vp: Positive


class RaiseThreshold(_Spec, frozen=True, tag="raise_threshold"):
    """R10: the meeples paid lie in the threshold space and raise the own threshold."""

    meeples: Positive


class AssignmentAny(_Spec, frozen=True, tag="assignment_any"):
    """R9: any of the assignment slots, for exactly `max_meeples` meeples."""

    max_meeples: Positive


class FreeHelper(_Spec, frozen=True, tag="free_helper"):
    """R11.1: a helper disc into any empty helper slot."""


class ExtraAction(_Spec, frozen=True, tag="extra_action"):
    """R11.2."""


class VpPerHelper(_Spec, frozen=True, tag="vp_per_helper"):
    vp: Positive


class VpPerCityWith(_Spec, frozen=True, tag="vp_per_city_with"):
    vp: Positive
    sex: Sex


class VpPerMeepleInCities(_Spec, frozen=True, tag="vp_per_meeple_in_cities"):
    vp: Positive
    sex: Sex


Effect = Progress | Mission | Marriage | Offspring | TakeMeeples | FaceDownTile | GainFlorins | GainVp | RaiseThreshold
"""An effect that stands alone (R8, R10); the others belong to one chapter."""

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


# -------------------------------------------------------- assignment tiles: an effect for each number of meeples


class ProgressPerMeeple(_Spec, frozen=True, tag="progress"):
    tracks: Tracks
    points_per_meeple: Positive

    def paid(self, meeples: int) -> Effect:
        return Progress(self.tracks, self.points_per_meeple * meeples)


class FlorinsPerMeeple(_Spec, frozen=True, tag="gain_florins"):
    florins_per_meeple: Positive

    def paid(self, meeples: int) -> Effect:
        return GainFlorins(self.florins_per_meeple * meeples)


class MeeplesPerMeeple(_Spec, frozen=True, tag="take_meeples"):
    sex: Sex | Literal["any"]
    meeples_per_meeple: Positive

    def paid(self, meeples: int) -> Effect:
        return TakeMeeples(self.meeples_per_meeple * meeples, self.sex)


class ThresholdPerMeeple(_Spec, frozen=True, tag="raise_threshold"):
    threshold_per_meeple: Positive

    def paid(self, meeples: int) -> Effect:
        return RaiseThreshold(meeples)


class AssignedFaceDownTile(_Spec, frozen=True, tag="face_down_tile"):
    target_row: Literal["any"]

    def paid(self, meeples: int) -> Effect:
        return FaceDownTile(self.target_row)


class AssignedMarriage(_Spec, frozen=True, tag="marriage"):
    tile: TileMode

    def paid(self, meeples: int) -> Effect:
        return Marriage(self.tile)


class AssignedMission(_Spec, frozen=True, tag="mission"):
    tile: TileMode

    def paid(self, meeples: int) -> Effect:
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
