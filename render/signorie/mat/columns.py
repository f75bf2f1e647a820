"""The five columns of a mat: die slot, Signoria action, three helper slots."""

from functools import cache

from engines.signorie.data import effect_types
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import DieColor, HelperId, SignoriaAction
from engines.signorie.view import Column, HelperSlot, Mat, View
from render import kit
from render.signorie import theme
from render.signorie.catalogue import render_message, render_noun
from render.signorie.layout import COLORS, place_column, place_die_slot, place_helper, place_signoria
from render.signorie.pieces import HiredRing
from render.signorie.signs import FourTracks, draw_helper_sign, draw_signoria_sign

_TOP_CORNERS = (True, True, False, False)
_TEETH_H = 8
"""px that the teeth of a banner hang below its column."""


@cache
def draw_static(lang: kit.Lang) -> kit.Nodes:
    """Draw the backgrounds and names of the columns, and the fields of their Signoria actions."""
    nodes: list[kit.Node] = []
    names = kit.fit_texts([render_noun(f"die_colors.{color}", lang).capitalize() for color in COLORS], 150, kit.DETAIL)
    for color, name in zip(COLORS, names, strict=True):
        placement, slot = place_column(color), place_die_slot(color)
        fill = theme.DICE[color]
        nodes.append(
            kit.Box(
                placement.x,
                placement.y,
                placement.w,
                placement.h + _TEETH_H,
                12,
                theme.COLUMNS[color],
                corners=_TOP_CORNERS,
                material="band",
            )
        )
        nodes.append(kit.Box(slot.x, slot.y, slot.w, slot.h, 12, fill, corners=_TOP_CORNERS, material="band"))
        nodes += name.build_runs(slot.centre[0], slot.y + 21, kit.pick_ink(fill), "m", max_width=156)
        nodes += draw_action_background(color)
    return tuple(nodes)


def draw_columns(view: View, player: Mat, lang: kit.Lang) -> kit.Nodes:
    """Draw the dice, actions and helpers of one player."""
    nodes: list[kit.Node] = []
    for column in view.columns:
        color = column.color
        nodes += _draw_die_slot(column, player, view.slot)
        nodes += draw_action(column, player, lang)
        for slot in column.helpers:
            nodes += draw_helper_field(slot, color, player, lang)
    return tuple(nodes)


def _draw_die_slot(column: Column, player: Mat, age: int) -> kit.Nodes:
    color = column.color
    x, y = place_die_slot(color).centre[0], place_die_slot(color).y + 104
    pips = dict(player.dice).get(color)
    slot_nodes: kit.Nodes = (
        kit.Box(x - 50, y - 50, 100, 100, 16, theme.PLACES[color], kit.darken(theme.DICE[color], 0.3), 2),
        kit.TextRun(x, y, str(column.slot_value), kit.DISPLAY, theme.INK, "m", max_width=96),
    )
    if pips is not None:
        slot_nodes = (
            kit.Box(x - 62, y - 62, 124, 124, 20, theme.IVORY, material="pill"),
            kit.Sprite(x, y - 2, kit.Die(theme.DICE[color], pips, 100)),
        )
    anchor = kit.Anchor(f"taken:{color}", place_die_slot(color), pips or 0, "columns", f"column:{color}", age=age)
    return (anchor, *slot_nodes, kit.Sprite(x - 54, y - 38, kit.HelperDisc(theme.DICE[column.hires_into], 16)))


def draw_action_background(color: str) -> kit.Nodes:
    """Draw the empty field of a Signoria action."""
    placement = place_signoria(color)
    return (
        kit.Box(
            placement.x, placement.y, placement.w, placement.h, 10, theme.IVORY, theme.DICE[color], 3, material="tablet"
        ),
    )


def draw_action(column: Column, player: Mat, lang: kit.Lang) -> kit.Nodes:
    """Draw the sign and words of the Signoria action of a column."""
    placement = place_signoria(column.color)
    label = _fit_action_labels(lang, player.offspring_dice)[COLORS.index(column.color)]
    return (
        kit.Anchor(f"mat:{player.seat}:signoria:{column.color}", placement),
        _draw_action_sign(column.signoria, placement.centre[0], placement.y + 44),
        *label.build_runs(placement.centre[0], placement.y + 101, theme.INK, "m", max_width=140),
    )


def _draw_action_sign(kind: SignoriaAction, x: float, y: float) -> kit.Node:
    """Draw the sign of a Signoria action; the four tracks in one line, because two lines of words are below."""
    return (
        kit.Sprite(x, y, FourTracks(31, theme.INK, kit.WHITE, 4))
        if kind == "tracks"
        else draw_signoria_sign(kind, x, y, 56, theme.INK, kit.WHITE)
    )


@cache
def _fit_action_labels(lang: kit.Lang, offspring_dice: int) -> tuple[kit.FittedText, ...]:
    return kit.fit_texts([_describe_action(color, lang, offspring_dice) for color in COLORS], 136, kit.DETAIL, 2)


def describe_action(column: Column, player: Mat, lang: kit.Lang) -> str:
    """Describe the Signoria action of a column in a few words."""
    return _describe_action(column.color, lang, player.offspring_dice)


def _describe_action(color: DieColor, lang: kit.Lang, offspring_dice: int) -> str:
    numbers = {
        "florins": CONTENT.data.signoria.florins.florins,
        "tracks": CONTENT.data.signoria.tracks.points_max,
        "offspring": offspring_dice,
    }
    kind = CONTENT.columns[color].signoria
    return render_message(f"mat.signoria.{kind}", lang, n=numbers.get(kind, 1))


def draw_helper_field(slot: HelperSlot, color: str, player: Mat, lang: kit.Lang) -> kit.Nodes:
    """Draw a helper slot: free with its cost, or hired."""
    helper_id, placement = slot.id, place_helper(slot.id)
    x, y = placement.centre[0], placement.y
    is_hired = helper_id in player.helpers
    background = kit.WHITE if is_hired else theme.FIELDS[color]
    status = "hired" if is_hired else "free"
    nodes: list[kit.Node] = [
        kit.Anchor(f"mat:{player.seat}:helper:{helper_id}", placement, status, "columns", f"column:{color}"),
        kit.Box(placement.x, y, placement.w, placement.h, 10, background, theme.DICE[color], 2, material="tablet"),
    ]
    if is_hired:
        nodes.append(kit.Sprite(x, y + 50, HiredRing(theme.SEATS[player.color], 43)))
    else:
        nodes.append(kit.Sprite(placement.x + 120, y + 27, kit.Coin(str(slot.cost), 23, theme.COIN, kit.GOLD)))
    nodes += draw_helper_sign(CONTENT.helper_effects[helper_id], x, y + 50, background)
    return (*nodes, *fit_helper_labels(lang)[helper_id].build_runs(x, y + 127, theme.INK, "m", max_width=142))


@cache
def fit_helper_labels(lang: kit.Lang) -> dict[HelperId, kit.FittedText]:
    """Return the fitted words below each helper, all in the same size."""
    words = [describe_helper(helper_id, lang) for helper_id in CONTENT.helpers]
    return dict(zip(CONTENT.helpers, kit.fit_texts(words, 140, kit.DETAIL, 2), strict=True))


def describe_helper(helper_id: HelperId, lang: kit.Lang) -> str:
    """Describe a helper's effect in a few words."""
    effect = CONTENT.helper_effects[helper_id]

    def render_effect(key: str, n: int = 1) -> str:
        return render_message(f"mat.effect.{key}", lang, n=n)

    match effect:
        case effect_types.Progress(points="die"):
            return render_effect("steps_die")
        case effect_types.Progress(points=points):
            assert isinstance(points, int)
            return render_effect("steps", points)
        case effect_types.TakeMeeples(count=count):
            return render_effect("take_meeples", count)
        case effect_types.GainFlorins(florins=florins):
            return render_effect("gain_florins", florins)
        case effect_types.Offspring(dice=dice):
            assert isinstance(dice, int)
            return render_effect("offspring", dice)
        case effect_types.GainVp(vp=vp):
            return render_effect("gain_vp", vp)
        case effect_types.VpPerMaleInCities(vp=vp):
            return render_effect("vp_per_male_in_cities", vp)
        case effect_types.Marriage():
            return render_effect("marriage")
        case effect_types.Mission():
            return render_effect("mission")
        case effect_types.FaceDownTile():
            return render_effect("face_down_tile")
        case effect_types.AssignmentAny():
            return render_effect("assignment_any")
