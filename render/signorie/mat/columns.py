"""The five columns of a mat: die slot, Signoria action, three helper slots."""

from functools import cache

from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import (
    AssignmentAny,
    FaceDownTile,
    GainFlorins,
    GainVp,
    Marriage,
    Mission,
    Offspring,
    Progress,
    TakeMeeples,
    VpPerMaleInCities,
)
from engines.signorie.data.ids import DieColor, HelperId, SignoriaAction
from engines.signorie.view import Column, HelperSlot, Mat, View
from render.kit.colour import GOLD, INK, WHITE, on
from render.kit.look import Lang
from render.kit.scene import DETAIL, DISPLAY, Anchor, Box, Node, Nodes, Sprite, Text
from render.kit.text import Fitted, fit_all
from render.kit.tokens import Coin, Die, HelperDisc
from render.signorie import theme
from render.signorie.catalogue import noun, sentence
from render.signorie.layout import COLORS
from render.signorie.mat.layout import column, die_slot, helper, signoria
from render.signorie.pieces import HiredRing
from render.signorie.signs import FourTracks, helper_sign, signoria_sign


@cache
def printed(lang: Lang) -> Nodes:
    """Grounds, names and costs of the columns."""
    nodes: list[Node] = []
    names = fit_all([noun(f"die_colors.{color}", lang).capitalize() for color in COLORS], 150, DETAIL)
    for color, name in zip(COLORS, names, strict=True):
        spot, slot = column(color), die_slot(color)
        fill = theme.DICE[color]
        nodes.append(Box(spot.x, spot.y, spot.w, spot.h, 12, theme.COLUMNS[color]))
        nodes.append(Box(slot.x, slot.y, slot.w, slot.h, 12, fill, corners=(True, True, False, False)))
        nodes += name.runs(slot.centre[0], slot.y + 21, on(fill), "m", room=156)
        nodes += printed_action(color)
    return tuple(nodes)


def pieces(view: View, player: Mat, lang: Lang) -> Nodes:
    """Dice, actions and helpers of one player."""
    nodes: list[Node] = []
    for printed_column in view.columns:
        color = printed_column.color
        nodes += _die_slot(printed_column, player, view.slot)
        nodes += action(printed_column, player, lang)
        for slot in printed_column.helpers:
            nodes += helper_field(slot, color, player, lang)
    return tuple(nodes)


def _die_slot(printed_column: Column, player: Mat, age: int) -> Nodes:
    color = printed_column.color
    x, y = die_slot(color).centre[0], die_slot(color).y + 104
    pips = dict(player.dice).get(color)
    place: Nodes = (
        Box(x - 50, y - 50, 100, 100, 16, theme.PLACES[color]),
        Text(x, y, str(printed_column.slot_value), DISPLAY, INK, "m", room=96),
    )
    if pips is not None:
        place = (Box(x - 62, y - 62, 124, 124, 20, WHITE), Sprite(x, y - 2, Die(theme.DICE[color], pips, 100)))
    taken = Anchor(f"taken:{color}", die_slot(color), pips or 0, "columns", f"column:{color}", age=age)
    return (taken, *place, Sprite(x - 54, y - 38, HelperDisc(theme.DICE[printed_column.hires_into], 16)))


def printed_action(color: str) -> Nodes:
    """The field of a Signoria action."""
    spot = signoria(color)
    return (Box(spot.x, spot.y, spot.w, spot.h, 10, WHITE, theme.DICE[color], 3),)


def action(printed_column: Column, player: Mat, lang: Lang) -> Nodes:
    """What the Signoria action of a column does."""
    spot = signoria(printed_column.color)
    label = _action_labels(lang, player.offspring_dice)[COLORS.index(printed_column.color)]
    return (
        Anchor(f"mat:{player.seat}:signoria:{printed_column.color}", spot),
        _action_sign(printed_column.signoria, spot.centre[0], spot.y + 44),
        *label.runs(spot.centre[0], spot.y + 101, INK, "m", room=140),
    )


def _action_sign(kind: SignoriaAction, x: float, y: float) -> Node:
    """Those of all tracks in a line: two lines of words stand below."""
    return (
        Sprite(x, y, FourTracks(31, INK, WHITE, 4)) if kind == "tracks" else signoria_sign(kind, x, y, 56, INK, WHITE)
    )


@cache
def _action_labels(lang: Lang, offspring_dice: int) -> tuple[Fitted, ...]:
    return fit_all([_action_words(color, lang, offspring_dice) for color in COLORS], 136, DETAIL, 2)


def action_words(printed_column: Column, player: Mat, lang: Lang) -> str:
    """The Signoria action of a column in few words."""
    return _action_words(printed_column.color, lang, player.offspring_dice)


def _action_words(color: DieColor, lang: Lang, offspring_dice: int) -> str:
    numbers = {
        "florins": CONTENT.data.signoria.florins.florins,
        "tracks": CONTENT.data.signoria.tracks.points_max,
        "offspring": offspring_dice,
    }
    kind = CONTENT.columns[color].signoria
    return sentence(f"mat.signoria.{kind}", lang, n=numbers.get(kind, 1))


def helper_field(slot: HelperSlot, color: str, player: Mat, lang: Lang) -> Nodes:
    """A helper slot, free with its cost or hired."""
    helper_id, spot = slot.id, helper(slot.id)
    x, y = spot.centre[0], spot.y
    hired = helper_id in player.helpers
    ground = WHITE if hired else theme.FIELDS[color]
    there = "hired" if hired else "free"
    nodes: list[Node] = [
        Anchor(f"mat:{player.seat}:helper:{helper_id}", spot, there, "columns", f"column:{color}"),
        Box(spot.x, y, spot.w, spot.h, 10, ground),
    ]
    if hired:
        nodes.append(Sprite(x, y + 50, HiredRing(theme.SEATS[player.color], 43)))
    else:
        nodes.append(Sprite(spot.x + 120, y + 27, Coin(str(slot.cost), 23, theme.COIN, GOLD)))
    nodes += helper_sign(CONTENT.helper_effects[helper_id], x, y + 50, ground)
    return (*nodes, *helper_labels(lang)[helper_id].runs(x, y + 127, INK, "m", room=142))


@cache
def helper_labels(lang: Lang) -> dict[HelperId, Fitted]:
    """The short words below each helper; all of them share a size."""
    words = [helper_words(helper_id, lang) for helper_id in CONTENT.helpers]
    return dict(zip(CONTENT.helpers, fit_all(words, 140, DETAIL, 2), strict=True))


def helper_words(helper_id: HelperId, lang: Lang) -> str:
    """What a helper does, in few words."""
    effect = CONTENT.helper_effects[helper_id]

    def say(key: str, n: int = 1) -> str:
        return sentence(f"mat.effect.{key}", lang, n=n)

    match effect:
        case Progress(points="die"):
            return say("steps_die")
        case Progress(points=points):
            assert isinstance(points, int)
            return say("steps", points)
        case TakeMeeples(count=count):
            return say("take_meeples", count)
        case GainFlorins(florins=florins):
            return say("gain_florins", florins)
        case Offspring(dice=dice):
            assert isinstance(dice, int)
            return say("offspring", dice)
        case GainVp(vp=vp):
            return say("gain_vp", vp)
        case VpPerMaleInCities(vp=vp):
            return say("vp_per_male_in_cities", vp)
        case Marriage():
            return say("marriage")
        case Mission():
            return say("mission")
        case FaceDownTile():
            return say("face_down_tile")
        case AssignmentAny():
            return say("assignment_any")
