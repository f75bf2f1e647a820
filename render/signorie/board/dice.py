"""The five dice areas, each with its two assignment tiles."""

from dataclasses import replace

from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import FlorinsPerMeeple, MeeplesPerMeeple, ProgressPerMeeple, ThresholdPerMeeple
from engines.signorie.data.ids import TileId
from engines.signorie.view import Assignment, View
from render import kit
from render.signorie import theme
from render.signorie.catalogue import render_noun
from render.signorie.layout import COLORS, DICE_TOP, place_assignment, place_dice_area, place_pool_die
from render.signorie.pieces import SexSign
from render.signorie.signs import draw_assignment_sign


def draw_static(lang: kit.Lang) -> kit.Nodes:
    """Draw the letters of the colours in their trays."""
    return tuple(
        node
        for color in COLORS
        for node in draw_letter(color, lang, place_dice_area(color).x + 263, DICE_TOP + 46, 19, kit.DETAIL)
    )


def draw_letter(color: str, lang: kit.Lang, x: float, y: float, r: float, size: int) -> kit.Nodes:
    """Draw the letter of a colour on an ivory medallion."""
    letter = render_noun(f"die_colors.{color}", lang, is_short=True)
    return (
        kit.Disc(x, y, r, theme.IVORY, theme.ON_TURN, 3),
        kit.TextRun(x, y, letter, size, theme.INK, "m", max_width=2 * r - 2),
    )


def draw_dice_areas(view: View) -> kit.Nodes:
    """Draw the dice and assignment tiles of all areas."""
    return tuple(node for color in COLORS for node in draw_area(view, color))


def draw_area(view: View, color: str) -> kit.Nodes:
    """Draw the dice and the two assignment tiles of one colour."""
    dice = next(dice for dice in view.dice if dice.color == color)
    x, y = place_pool_die(color, min(len(dice.left), dice.size - 1)).centre
    # the author badge stands where the taken die was
    gap_placement = replace(kit.Placement.from_circle(x, y, 22), callout_centre=(x, y))
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
            nodes.append(draw_pit(color, x, y, 44))
    for tile in view.assignments:
        if tile.color == color:
            orientation = "turned" if tile.is_turned else "open"
            area_key = f"dice:{color}"
            nodes.append(
                kit.Anchor(
                    f"assign:{tile.slot}", place_assignment(tile.slot), orientation, "dice", area_key, age=view.slot
                )
            )
            nodes += _draw_assignment(tile)
    return tuple(nodes)


def draw_pit(color: str, x: float, y: float, size: float) -> kit.Box:
    """Draw the pit in the felt where a die was taken."""
    return kit.Box(x - size / 2, y - size / 2, size, size, 0.2 * size, None, theme.GAPS[color], 2, material="pit")


def _draw_assignment(tile: Assignment) -> kit.Nodes:
    placement = place_assignment(tile.slot)
    x, y = placement.x, placement.y
    background = theme.LINE if tile.is_turned else theme.IVORY
    sex = "man" if tile.sex == "male" else "woman"
    nodes: list[kit.Node] = [
        kit.Box(x, y, placement.w, placement.h, 10, background, theme.TABLET_RIM, 2, material="tablet"),
        kit.Sprite(x + 32, y + 42, SexSign(sex, 46, background)),
    ]
    if tile.is_turned:
        return (*nodes, kit.Sprite(x + 80, y + 62, kit.TileBack(theme.STONE, 66, background)))
    return (
        *nodes,
        draw_assignment_sign(
            tile.tile, x + 90, y + (62 if format_gains(tile.tile) is None else 42), 60, theme.INK, background
        ),
        build_number_text(
            tile.tile,
            x + 32,
            kit.TextRun(x + placement.w / 2, y + 98, "", kit.KEY, theme.INK, "m", max_width=placement.w - 4),
        ),
    )


def build_number_text(tile: TileId, sex_sign_x: float, template: kit.TextRun) -> kit.TextRun:
    """Build the number of a tile: its gains in the place of `template`, or its price below the sign of the sex.

    A tile whose gain is fixed shows the number of meeples that it costs.
    """
    gains = format_gains(tile)
    if gains is None:
        return replace(template, x=sex_sign_x, text=str(CONTENT.tiles[tile].meeples_max))
    return replace(template, text=gains)


def format_gains(tile: TileId) -> str | None:
    """Format the gains of 1, 2 and 3 meeples ("2/4/6"); None if the number of meeples is fixed."""
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
