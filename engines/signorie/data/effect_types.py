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
    """R8.1: steps of men on career tracks and of the disc."""

    tracks: Tracks
    """Tracks on which the steps may be made, in any mix."""
    points: Positive | Literal["die"]
    """Maximum number of steps; at least one must be made. "die": the pips of the die just placed (R9)."""


class Mission(_EffectSpec, frozen=True, tag="mission"):
    """R8.2: a diplomatic mission."""

    tile: TileMode  # gained by the mission, for the row of the man's career


class Marriage(_EffectSpec, frozen=True, tag="marriage"):
    """R8.3: a marriage."""

    tile: TileMode  # gained by the marriage, for the wedding row


class Offspring(_EffectSpec, frozen=True, tag="offspring"):
    """R8.4: a roll of offspring dice."""

    dice: Positive | Literal["family"]
    """Number of offspring dice; "family": one for each married man of the family (R7.3)."""


class TakeMeeples(_EffectSpec, frozen=True, tag="take_meeples"):
    """R8.5: meeples from the player's stock into the supply."""

    count: Positive
    """Number of meeples; all there are if the stock has fewer."""
    sex: Sex | Literal["any"]
    """Of the meeples; "any": the player chooses it for each of them (D6)."""


class FaceDownTile(_EffectSpec, frozen=True, tag="face_down_tile"):
    """R8.6: the top tile of the stack, face down into any row."""

    target_row: Literal["any"]  # the player chooses one of the four rows (D7)


class GainFlorins(_EffectSpec, frozen=True, tag="gain_florins"):
    florins: Positive  # from the bank, which has no limit (R2)


class GainVp(_EffectSpec, frozen=True, tag="gain_vp"):
    vp: Positive  # counted under the source "helpers": no other piece has this effect


class VpPerMaleInCities(_EffectSpec, frozen=True, tag="vp_per_male_in_cities"):
    """R8.7: VP for the player's men in cities."""

    vp: Positive  # for each man; the total may be 0


class RaiseThreshold(_EffectSpec, frozen=True, tag="raise_threshold"):
    """R10: the meeples paid go to the threshold space and raise the player's threshold."""

    meeples: Positive  # just paid; each adds `Threshold.per_meeple`


class AssignmentAny(_EffectSpec, frozen=True, tag="assignment_any"):
    """R9: the player carries out any of the assignments."""

    max_meeples: Positive  # paid exactly, so tiles that need more cannot be chosen


class FreeHelper(_EffectSpec, frozen=True, tag="free_helper"):
    """R11.1: a helper disc into any empty helper slot."""


class ExtraAction(_EffectSpec, frozen=True, tag="extra_action"):
    """R11.2: an additional die, without cost, with its main action."""


class VpPerHelper(_EffectSpec, frozen=True, tag="vp_per_helper"):
    vp: Positive  # for each helper disc of the player, also one placed for free (R15.17)


class VpPerCityWith(_EffectSpec, frozen=True, tag="vp_per_city_with"):
    vp: Positive  # for each city
    sex: Sex  # of which at least one of the player's meeples must stand there


class VpPerMeepleInCities(_EffectSpec, frozen=True, tag="vp_per_meeple_in_cities"):
    vp: Positive  # for each of the player's meeples, however many stand in one city
    sex: Sex  # of the meeples that count


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
    tracks: Tracks  # on which the steps may be made
    points_per_meeple: Positive  # maximum number of steps for each meeple paid (R10)

    def build_effect(self, meeples: int) -> Effect:
        return Progress(self.tracks, self.points_per_meeple * meeples)


class FlorinsPerMeeple(_EffectSpec, frozen=True, tag="gain_florins"):
    florins_per_meeple: Positive  # gained for each meeple paid (R10)

    def build_effect(self, meeples: int) -> Effect:
        return GainFlorins(self.florins_per_meeple * meeples)


class MeeplesPerMeeple(_EffectSpec, frozen=True, tag="take_meeples"):
    sex: Sex | Literal["any"]  # of the meeples taken; "any": the player chooses (D6)
    meeples_per_meeple: Positive  # taken for each one paid, which itself may be taken back (R10)

    def build_effect(self, meeples: int) -> Effect:
        return TakeMeeples(self.meeples_per_meeple * meeples, self.sex)


class ThresholdPerMeeple(_EffectSpec, frozen=True, tag="raise_threshold"):
    threshold_per_meeple: Positive  # as `Threshold.per_meeple`, by which the rules count

    def build_effect(self, meeples: int) -> Effect:
        return RaiseThreshold(meeples)


class AssignedFaceDownTile(_EffectSpec, frozen=True, tag="face_down_tile"):
    target_row: Literal["any"]  # the player chooses one of the four rows (D7)

    def build_effect(self, meeples: int) -> Effect:
        return FaceDownTile(self.target_row)


class AssignedMarriage(_EffectSpec, frozen=True, tag="marriage"):
    tile: TileMode  # gained by the one marriage, whatever was paid

    def build_effect(self, meeples: int) -> Effect:
        return Marriage(self.tile)


class AssignedMission(_EffectSpec, frozen=True, tag="mission"):
    tile: TileMode  # gained by the one mission, whatever was paid

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
