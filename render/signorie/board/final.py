"""What the victory points were gained for, in the place of the dice when the game is over."""

from engines.signorie.view import View
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, KEY, MICRO, Box, Icon, Node, Nodes, Sprite, Text
from render.kit.text import fit_all, fit_name
from render.kit.tokens import SeatToken
from render.signorie import theme
from render.signorie.catalogue import sentence
from render.signorie.layout import DICE_H, DICE_TOP, LEFT
from render.signorie.mat.layout import ROWS

WIDTH, _HEAD = 1512, 62
_NAMES, _TOTALS = 232, 116  # widths of the first and the last column


def table(view: View, look: Look) -> Nodes:
    """A row for each seat, the winner first, and a column for each source that gained anybody anything."""
    points = [dict(view.mats[score.seat].points) for score in view.scores]
    sources = [source for source in SOURCES if any(source in gained for gained in points)]
    pitch = (WIDTH - _NAMES - _TOTALS) / len(sources)
    heads = fit_all([sentence(f"final.source.{source}", look.lang) for source in sources], pitch - 6, MICRO)
    worded = not any(head.cut for head in heads)
    nodes: list[Node] = [
        Box(LEFT, DICE_TOP, WIDTH, DICE_H, 12, theme.PANEL, theme.LINE, 2),
        Text(LEFT + 18, DICE_TOP + _HEAD / 2, sentence("final.title", look.lang), MICRO, theme.INK_2, room=_NAMES),
    ]
    total = sentence("final.total", look.lang)
    nodes.append(Text(LEFT + WIDTH - 24, DICE_TOP + _HEAD / 2, total, MICRO, INK, "r", room=_TOTALS - 30))
    for i, (source, head) in enumerate(zip(sources, heads, strict=True)):
        middle = LEFT + _NAMES + pitch * (i + 0.5)
        nodes += _sign(source, middle, DICE_TOP + (20 if worded else _HEAD / 2 + 2))
        if worded:
            nodes += head.runs(middle, DICE_TOP + 47, theme.INK_2, "m", room=pitch)
    height = min(64, (DICE_H - _HEAD - 4) / len(points))
    for row, (score, gained) in enumerate(zip(view.scores, points, strict=True)):
        top = DICE_TOP + _HEAD + height * row
        y = top + height / 2
        colour = theme.SEATS[view.mats[score.seat].color]
        if row % 2 == 0:
            nodes.append(Box(LEFT + 6, top, WIDTH - 12, height, 8, WHITE))
        nodes.append(Sprite(LEFT + 34, y, SeatToken(score.seat, colour, 17)))
        nodes += fit_name(look.names[score.seat], _NAMES - 70, DETAIL).runs(LEFT + 62, y, INK, room=_NAMES - 68)
        for i, source in enumerate(sources):
            vp = gained.get(source, 0)
            at = LEFT + _NAMES + pitch * (i + 0.5)
            nodes.append(Text(at, y, str(vp) if vp else "–", BODY, INK if vp else theme.INK_2, "m", room=pitch))
        nodes.append(Text(LEFT + WIDTH - 24, y, str(score.total), KEY, INK, "r", room=_TOTALS - 30))
    return tuple(nodes)


def _sign(source: str, x: float, y: float) -> Nodes:
    """What the points came from; rows of the plan as they are on the mats."""
    icon = SOURCES[source]
    if source not in ROWS:
        return (Icon(icon, x, y, 34, INK, theme.PANEL),)
    fill = theme.TERRACOTTA if source == ROWS[-1] else theme.SERPENTINE
    return Box(x - 19, y - 19, 38, 38, 8, fill), Icon(icon, x, y, 28, WHITE, fill)


SOURCES = {
    "start": "arrow",
    "missions": "mission",
    "marriages": "marriage",
    "initiative": "initiative",
    "helpers": "helper",
    "sons": "bride",
    "rewards": "vp",
    "purchases": "florin",
    "careers": "careers",
    "politician": "politician",
    "clergy": "clergy",
    "military": "military",
    "wedding": "marriage",
}
"""The columns of the table in the order in which the game scores them, and their signs."""
