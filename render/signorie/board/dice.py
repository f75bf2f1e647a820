"""The five dice areas, each with its two assignment tiles."""

from dataclasses import replace

from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import FlorinsPerMeeple, MeeplesPerMeeple, ProgressPerMeeple, ThresholdPerMeeple
from engines.signorie.data.ids import TileId
from engines.signorie.view import Assignment, View
from render import kit
from render.signorie import theme
from render.signorie.catalogue import render_noun
from render.signorie.layout import BAND_H, COLORS, DICE_TOP, place_assignment, place_dice_area, place_pool_die
from render.signorie.pieces import SexSign, darken_outline
from render.signorie.signs import draw_assignment_sign


def draw_static(lang: kit.Lang) -> kit.Nodes:
    """Draw the dice areas with their bands and letters, without pieces."""
    return tuple(node for color in COLORS for node in draw_area_background(color, lang))


def draw_area_background(color: str, lang: kit.Lang) -> kit.Nodes:
    """Draw one dice area without pieces."""
    placement = place_dice_area(color)
    upper = (True, True, False, False)
    letter = render_noun(f"die_colors.{color}", lang, short=True)
    return (
        kit.Box(placement.x, placement.y, placement.w, placement.h, 12, theme.PANEL, theme.LINE, 2),
        kit.Box(placement.x, placement.y, placement.w, BAND_H, 12, theme.BANDS[color], corners=upper),
        kit.Box(placement.x, DICE_TOP + BAND_H - 4, placement.w, 4, 0, theme.DICE[color]),
        kit.TextRun(placement.x + 264, DICE_TOP + 45, letter, kit.BODY, kit.INK, "m", max_width=40),
    )


def draw_dice_areas(view: View) -> kit.Nodes:
    """Draw the dice and assignment tiles of all areas."""
    return tuple(node for color in COLORS for node in draw_area(view, color))


def draw_area(view: View, color: str) -> kit.Nodes:
    """Draw the dice and the two assignment tiles of one colour."""
    dice = next(dice for dice in view.dice if dice.color == color)
    x, y = place_pool_die(color, min(len(dice.left), dice.size - 1)).centre
    gap_placement = replace(
        kit.Placement.from_circle(x, y, 22), callout_centre=(x, y)
    )  # the author badge of a die just taken is in its place
    nodes: list[kit.Node] = [
        kit.Anchor(f"dice:{color}", place_dice_area(color)),
        kit.Anchor(f"gone:{color}", gap_placement, len(dice.left), "dice", f"dice:{color}", age=view.slot),
    ]
    for i in range(dice.size):
        x, y = place_pool_die(color, i).centre
        if i < len(dice.left):
            nodes.append(kit.Anchor(f"die:{color}:{dice.left[i]}", place_pool_die(color, i)))
            nodes.append(kit.Sprite(x, y, kit.Die(theme.DICE[color], dice.left[i], 52)))
        else:
            nodes.append(kit.Box(x - 22, y - 22, 44, 44, 8.8, None, darken_outline(theme.DICE[color]), 2.5))
    for tile in view.assignments:
        if tile.color == color:
            orientation = "turned" if tile.turned else "open"
            area_key = f"dice:{color}"
            nodes.append(
                kit.Anchor(
                    f"assign:{tile.slot}", place_assignment(tile.slot), orientation, "dice", area_key, age=view.slot
                )
            )
            nodes += _draw_assignment(tile)
    return tuple(nodes)


def _draw_assignment(tile: Assignment) -> kit.Nodes:
    placement = place_assignment(tile.slot)
    x, y = placement.x, placement.y
    background = theme.LINE if tile.turned else kit.WHITE
    sex = "man" if tile.sex == "male" else "woman"
    nodes: list[kit.Node] = [
        kit.Box(x, y, placement.w, placement.h, 10, background, theme.LINE, 2),
        kit.Sprite(x + 32, y + 42, SexSign(sex, 46, background)),
    ]
    if tile.turned:
        return (*nodes, kit.Sprite(x + 80, y + 62, kit.TileBack(theme.STONE, 66, background)))
    return (
        *nodes,
        draw_assignment_sign(
            tile.tile, x + 90, y + (62 if find_gains(tile.tile) is None else 42), 60, kit.INK, background
        ),
        build_count_text(
            tile.tile,
            x + 32,
            kit.TextRun(x + placement.w / 2, y + 98, "", kit.KEY, kit.INK, "m", max_width=placement.w - 4),
        ),
    )


def build_count_text(tile: TileId, figure_x: float, below: kit.TextRun) -> kit.TextRun:
    """Return the number text of a tile.

    If the gain depends on the number of meeples: the gains of 1, 2 and 3 meeples, at `below`. Else the number of
    meeples to pay, moved to `figure_x`, the x of the figure of their sex, so that it is not taken for the gain.
    """
    gains = find_gains(tile)
    if gains is None:
        return replace(below, x=figure_x, text=str(CONTENT.tiles[tile].meeples_max))
    return replace(below, text=gains)


def find_gains(tile: TileId) -> str | None:
    """Return the gains of 1, 2 and 3 meeples ("2/4/6"); None if the number of meeples is fixed."""
    line, effect = CONTENT.tiles[tile], CONTENT.tile_effects[tile]
    match effect:
        case ProgressPerMeeple():
            step, sign = effect.points_per_meeple, ""
        case FlorinsPerMeeple():
            step, sign = effect.florins_per_meeple, ""
        case MeeplesPerMeeple():
            step, sign = effect.meeples_per_meeple, "+"
        case ThresholdPerMeeple():
            step, sign = effect.threshold_per_meeple, "+"
        case _:
            return None
    return sign + "/".join(str(step * n) for n in range(line.meeples_min, line.meeples_max + 1))
