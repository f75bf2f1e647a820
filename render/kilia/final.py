"""The end: who wins and by what, and everybody's points as a bar of what they come from."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.kernel import Score
from engines.kilia.data.content import CONTENT
from engines.kilia.view import Mat, View
from render.kilia import theme
from render.kilia.catalogue import sentence
from render.kilia.council.header import colour, gables
from render.kilia.pieces.goods import Money
from render.kilia.pieces.ship import Cog
from render.kit.colour import INK, WHITE, darker, mix, on
from render.kit.ending import reason as why_won
from render.kit.look import Look
from render.kit.race import lead
from render.kit.scene import BODY, DISPLAY, HEAD, KEY, Anchor, Arc, Box, Icon, Node, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, fit_all
from render.kit.tokens import Seal, SeatToken

WIDTH, HEIGHT = 1600, 1200
BAR_X, BAR_W = 380, 1000
LEAST = 40
_ACHIEVED = ("a_one_zone_4", "a_two_zones_3", "a_four_zones_2", "a_full_market")
"""Signs of achievements, as many as the legend has room for."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a bar: what it is, how many points."""

    kind: str
    points: int


def final(view: View, look: Look) -> Scene:
    """1600 x 1200, in place of the overview once the game is over."""
    paper = Box(20, 120, 1560, 1060, 22, theme.PAPER, corners=(False, False, True, True))
    rounds = sentence("rounds", look.lang, n=view.round)
    live = (
        Text(44, 66, sentence("over", look.lang), HEAD, WHITE, room=700),
        Text(1556, 66, rounds, KEY, theme.MUTED, "r", room=500),
        *winner(view, look),
        *rows(view, look),
        *legend(look),
    )
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.TAR, (paper, *gables(104)), live)


def winner(view: View, look: Look) -> Iterator[Node]:
    """The winner's band: the lead, the own ship under full lamps, the points."""
    first = view.scores[0]
    mat, fill = view.mats[first.seat], colour(view, first.seat)
    yield Box(44, 136, 1512, 192, 12, mix(fill, theme.PAPER, 0.58), fill if mat.color != "white" else INK, 3)
    yield Box(44, 136, 20, 192, 10, fill, INK if mat.color == "white" else None, 2, (True, False, False, True))
    yield Sprite(140, 232, SeatToken(first.seat, fill, 58))
    shared = [score.seat for score in view.scores if score.place == 1]
    names = sentence("and", look.lang, names=tuple(look.names[seat] for seat in shared))
    key = "shared" if len(shared) > 1 else "wins"
    yield from fit(sentence(key, look.lang, name=names), 700, DISPLAY).runs(226, 200, INK, room=720)
    ink = theme.INK_2 if mat.color != "brown" else INK
    yield from why_won(reason(view, look), 700).runs(226, 278, ink, room=720)
    for i in range(12):
        yield Arc(974 + 29 * i, 300, 10, 20, 160, theme.BALTIC, 3)
    yield Sprite(1000, 296, Cog(fill, mat.ship, CONTENT.data.ships[mat.ship].windows, right=True))
    if len(shared) == 1:
        yield lead(1456, 232, 76)
    yield Sprite(1456, 232, Seal(str(first.total), 76))


def reason(view: View, look: Look) -> str:
    """The lead and what made most of it, or how a tie was decided."""
    first, second = view.scores[0], view.scores[1]
    lead = first.total - second.total
    if second.place == 1:
        return sentence("all_equal", look.lang)
    if not lead:
        return sentence("tie", look.lang, name=look.names[second.seat])
    gains = [(a - b, label) for (label, a), (_, b) in zip(first.parts, second.parts, strict=True)]
    most, label = max(gains, key=lambda gain: gain[0])
    source = sentence(f"source.{label.key.rpartition('.')[2]}", look.lang)
    return sentence("lead", look.lang, n=lead, name=look.names[second.seat], source=source, more=most)


def rows(view: View, look: Look) -> Iterator[Node]:
    count = len(view.scores)
    top, pitch, h = {2: (348, 372, 358), 3: (348, 248, 234)}.get(count, (344, 186, 172))
    names = fit_all([look.names[score.seat] for score in view.scores], 196, KEY)
    most = max(1, view.scores[0].total)
    for r, score in enumerate(view.scores):
        y = top + pitch * r
        mat = view.mats[score.seat]
        won = score.place == 1
        yield Box(44, y, 1512, h, 12, WHITE if won else theme.PANEL, INK if won else theme.LINE, 4 if won else 2)
        yield Text(70, y + h / 2, str(score.place), KEY, INK, "m", room=50)
        yield Sprite(134, y + h / 2, SeatToken(score.seat, colour(view, score.seat), 38))
        yield from names[r].runs(184, y + h / 2, INK, room=194)
        yield from bar(view, mat, score, BAR_X, y + (h - 128) / 2, BAR_W * score.total / most)
        yield Anchor(f"score:{score.seat}", Spot.disc(1484, y + h / 2, 50))
        yield Sprite(1484, y + h / 2, Seal(str(score.total), 56))


def parts(view: View, score: Score) -> list[Part]:
    """One piece for each marker, then own zone, contracts, points abilities."""
    found = [
        Part(wheel.id, number)
        for wheel in view.wheels
        for number, markers in zip(wheel.numbers, wheel.placed, strict=True)
        for _ in range(markers.count(score.seat))
    ]
    rest = dict(zip(("own_zone", "contracts", "abilities"), (points for _, points in score.parts[1:]), strict=True))
    return [*found, *(Part(kind, points) for kind, points in rest.items() if points)]


def bar(view: View, mat: Mat, score: Score, x: float, y: float, w: float) -> Iterator[Node]:
    """Pieces as wide as their points, none too small for its number."""
    pieces = parts(view, score)
    if not pieces:
        return
    w = max(w, LEAST * len(pieces))
    spare = w - LEAST * len(pieces)
    total = sum(piece.points for piece in pieces)
    at = x
    for piece in pieces:
        width = LEAST + spare * piece.points / total
        yield from segment(mat, piece, at, y, width)
        at += width


def segment(mat: Mat, piece: Part, x: float, y: float, w: float) -> Iterator[Node]:
    fill, edge, ink = theme.BALTIC_2, None, WHITE
    if piece.kind == "own_zone":
        fill = theme.ZONES[mat.own_zone]
        edge, ink = (INK if mat.color == "white" else darker(fill, 0.4)), on(fill)
    elif piece.kind == "contracts":
        fill, edge, ink = theme.REWARD, theme.INK_2, INK
    elif piece.kind == "abilities":
        fill, edge, ink = theme.TALER, theme.TALER_EDGE, INK
    yield Box(x + 1.5, y, w - 3, 128, 8, fill, edge, 3 if edge else 0)
    middle, size = x + w / 2, min(50, w - 8)
    match piece.kind:
        case "own_zone":
            yield Icon(theme.GLYPHS[mat.own_zone], middle, y + 44, size, ink, fill)
        case "contracts":
            yield Icon("contract", middle, y + 44, size, ink, fill)
        case "abilities":
            yield Icon("hand", middle, y + 44, size, ink, fill)
        case "fifteen_coins":
            yield Sprite(middle, y + 44, Money(15, size / 2))
        case _:
            yield Icon(f"a_{piece.kind}", middle, y + 44, size, ink, fill)
    yield Text(middle, y + 98, str(piece.points), KEY if w > 56 else BODY, ink, "m", room=w)


def legend(look: Look) -> Iterator[Node]:
    """What the four kinds of pieces are, each with the signs that it has in the bars."""
    kinds = (
        ("achievements", theme.BALTIC_2, _ACHIEVED, WHITE),
        ("own_zone", theme.PANEL, tuple(theme.GLYPHS.values()), INK),
        ("contracts", theme.REWARD, ("contract",), INK),
        ("abilities", theme.TALER, ("hand",), INK),
    )
    for i, (key, fill, icons, ink) in enumerate(kinds):
        x = 44 + 380 * i
        yield Box(x, 1104, 52, 52, 8, fill, theme.LINE_2, 2)
        apart, size = (12, 21) if len(icons) > 1 else (0, 36)
        for j, icon in enumerate(icons):
            across, down = 2 * (j % 2) - 1, 2 * (j // 2) - 1
            yield Icon(icon, x + 26 + apart * across, 1130 + apart * down, size, ink, fill)
        yield Text(x + 66, 1130, sentence(f"source.{key}", look.lang), BODY, INK, room=300)
