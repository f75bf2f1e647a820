"""The five dice areas, each with its two assignment tiles."""

from dataclasses import replace

from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import FlorinsPerMeeple, MeeplesPerMeeple, ProgressPerMeeple, ThresholdPerMeeple
from engines.signorie.data.ids import TileId
from engines.signorie.view import Assignment, View
from render.kit.colour import INK, WHITE
from render.kit.look import Lang
from render.kit.scene import BODY, KEY, Anchor, Box, Node, Nodes, Sprite, Text
from render.kit.spot import Spot
from render.kit.tokens import Die, TileBack
from render.signorie import theme
from render.signorie.catalogue import noun
from render.signorie.layout import BAND_H, COLORS, DICE_TOP, assignment, dice_area, pool_die
from render.signorie.pieces import SexSign, outline
from render.signorie.signs import assignment_sign


def printed(lang: Lang) -> Nodes:
    """The areas with their bands and letters."""
    return tuple(node for color in COLORS for node in printed_area(color, lang))


def printed_area(color: str, lang: Lang) -> Nodes:
    spot = dice_area(color)
    upper = (True, True, False, False)
    letter = noun(f"die_colors.{color}", lang, short=True)
    return (
        Box(spot.x, spot.y, spot.w, spot.h, 12, theme.PANEL, theme.LINE, 2),
        Box(spot.x, spot.y, spot.w, BAND_H, 12, theme.BANDS[color], corners=upper),
        Box(spot.x, DICE_TOP + BAND_H - 4, spot.w, 4, 0, theme.DICE[color]),
        Text(spot.x + 264, DICE_TOP + 45, letter, BODY, INK, "m", room=40),
    )


def pieces(view: View) -> Nodes:
    """Dice and assignment tiles."""
    return tuple(node for color in COLORS for node in area(view, color))


def area(view: View, color: str) -> Nodes:
    """The dice and the two tiles of one colour."""
    dice = next(dice for dice in view.dice if dice.color == color)
    x, y = pool_die(color, min(len(dice.left), dice.size - 1)).centre
    gap = replace(Spot.disc(x, y, 22), aside=(x, y))  # the letter of who has just taken one stands in its place
    nodes: list[Node] = [
        Anchor(f"dice:{color}", dice_area(color)),
        Anchor(f"gone:{color}", gap, len(dice.left), "dice", f"dice:{color}", age=view.slot),
    ]
    for i in range(dice.size):
        x, y = pool_die(color, i).centre
        if i < len(dice.left):
            nodes.append(Anchor(f"die:{color}:{dice.left[i]}", pool_die(color, i)))
            nodes.append(Sprite(x, y, Die(theme.DICE[color], dice.left[i], 52)))
        else:
            nodes.append(Box(x - 22, y - 22, 44, 44, 8.8, None, outline(theme.DICE[color]), 2.5))
    for tile in view.assignments:
        if tile.color == color:
            turned = "turned" if tile.turned else "open"
            area = f"dice:{color}"
            nodes.append(Anchor(f"assign:{tile.slot}", assignment(tile.slot), turned, "dice", area, age=view.slot))
            nodes += _assignment(tile)
    return tuple(nodes)


def _assignment(tile: Assignment) -> Nodes:
    spot = assignment(tile.slot)
    x, y = spot.x, spot.y
    ground = theme.LINE if tile.turned else WHITE
    sex = "man" if tile.sex == "male" else "woman"
    nodes: list[Node] = [
        Box(x, y, spot.w, spot.h, 10, ground, theme.LINE, 2),
        Sprite(x + 32, y + 42, SexSign(sex, 46, ground)),
    ]
    if tile.turned:
        return (*nodes, Sprite(x + 80, y + 62, TileBack(theme.STONE, 66, ground)))
    return (
        *nodes,
        assignment_sign(tile.tile, x + 90, y + (62 if brings(tile.tile) is None else 42), 60, INK, ground),
        count(tile.tile, x + 32, Text(x + spot.w / 2, y + 98, "", KEY, INK, "m", room=spot.w - 4)),
    )


def count(tile: TileId, figure: float, below: Text) -> Text:
    """The number on a tile: what 1, 2 and 3 meeples bring, `below` its signs; or how many are paid, below the `figure`
    of whom, so that it does not read as what the tile brings.
    """
    gains = brings(tile)
    if gains is None:
        return replace(below, x=figure, text=str(CONTENT.tiles[tile].meeples_max))
    return replace(below, text=gains)


def brings(tile: TileId) -> str | None:
    """What 1, 2 and 3 meeples bring ("2/4/6"); None: the number of meeples is fixed."""
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
