"""Everybody's dice, posts, contracts and goods, in turn order from the player to move."""

from collections.abc import Iterator

from engines.marco_polo_ii.view import Mat, View
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.marks.signals import PAPER, frame
from render.kit.marks.since import changed, gained
from render.kit.race import lead
from render.kit.scene import BODY, DETAIL, KEY, MICRO, Anchor, Box, Icon, Node, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, fit_name, measure
from render.kit.tokens import Die, Seal, SeatToken
from render.marco_polo_ii import theme
from render.marco_polo_ii.board.dice import rolled
from render.marco_polo_ii.catalogue import noun, sentence

_TOP, _H, _GAP = 1014, 152, 18


def order(view: View) -> list[int]:
    """The seats in turn order, who is to move first."""
    seats = list(view.order)
    if view.turn in seats:
        i = seats.index(view.turn)
        seats = seats[i:] + seats[:i]
    return seats


def seats(view: View, look: Look) -> Iterator[Node]:
    n = len(view.mats)
    w = (1512 - _GAP * (n - 1)) / n
    two = n == 2
    room = 270 if two else 114 + (w - 364) * 0.7
    names = [fit_name(name, room, KEY if two else BODY, 2) for name in look.names[:n]]
    best = max(mat.vp for mat in view.mats)
    for k, seat in enumerate(order(view)):
        x = 44 + (w + _GAP) * k
        if k:
            yield Icon("move", x - _GAP / 2, _TOP + _H / 2, _GAP, theme.BROWN, theme.PAPER)  # who comes next
        yield from _seat(view, view.mats[seat], x, w, best)
        yield from _since(view.mats[seat], x, w, look)
        yield from names[seat].runs(x + 84, _TOP + 36, INK, room=room)
        character = view.mats[seat].character
        if two and character is not None:
            word = fit(noun(f"characters.{character}", look.lang, short=True), 200, BODY)
            yield from word.runs(x + 368, _TOP + 36, theme.INK_2, room=200)
        if _has_passed(view, seat):
            yield from _passed(look, x)


def _has_passed(view: View, seat: int) -> bool:
    mat = view.mats[seat]
    return view.phase == "turns" and not mat.dice and not mat.black and seat != view.turn


def _passed(look: Look, x: float) -> Iterator[Node]:
    text = fit(sentence("passed", look.lang), 130, BODY)
    w = measure(text.lines[0], text.size) + 36
    yield Box(x + 26, _TOP + 66, w, 40, 20, theme.SMALL)
    yield from text.runs(x + 26 + w / 2, _TOP + 86, WHITE, "m", room=w - 16)


def _seat(view: View, mat: Mat, x: float, w: float, best: int) -> Iterator[Node]:
    seat, colour, active = mat.seat, theme.SEAT[mat.color], view.turn == mat.seat
    edge, width = (INK, 4) if active else (theme.LINE, 2)
    yield Box(x, _TOP, w, _H, 12, WHITE if active else theme.PANEL, edge, width)
    yield Box(x, _TOP, 12, _H, 6, colour)
    yield Sprite(x + 46, _TOP + 38, SeatToken(seat, colour, 24))
    ground = WHITE if active else theme.PANEL
    counts = (("post", mat.posts_left, 160, 38, colour), ("mission", len(mat.fulfilled), 148, 88, INK))
    for icon, number, back, y, fill in counts:
        at = x + w - back
        yield Icon(icon, at, _TOP + y, 32, fill, ground, INK if icon == "post" else None, 1.5)
        spot = Spot(at + 18, _TOP + y - 18, 38, 34, counted=True)
        yield Anchor(f"{icon}s:{seat}", spot, number, part="seats", minor=True)
        yield Text(at + 20, _TOP + y, str(number), BODY, INK, room=40)
    yield from _points(mat, x + w - 50, best)
    yield from _dice(view, mat, x, w)
    yield from _stock(mat, x, w, ground)


def _points(mat: Mat, x: float, best: int) -> Iterator[Node]:
    """The leader's have a ring, within that of points that have changed."""
    yield Anchor(f"vp:{mat.seat}", Spot.disc(x, _TOP + 54, 40), mat.vp, part="seats", gains=True)
    if mat.vp == best > 0:
        yield lead(x, _TOP + 54, 34)
    yield Sprite(x, _TOP + 54, Seal(str(mat.vp), 37 if mat.vp == best else 39))


def _dice(view: View, mat: Mat, x: float, w: float) -> Iterator[Node]:
    """Dice on the own board, own ones first. Before the roll of a round there are none."""
    dice = [*((value, theme.SEAT[mat.color]) for value in mat.dice), *((value, theme.BLACK_DIE) for value in mat.black)]
    most = 46.0 if len(view.mats) == 2 else 42.0
    pitch = min(most + 4, (w - 226) / max(1, len(dice) - 1))
    size = most if pitch >= most + 2 else max(24, min(38, pitch - 3))
    spot = Spot(x + 22, _TOP + 65, w - 196, 42, 8)  # clear of the name above
    yield Anchor(f"dice:{mat.seat}", spot, (mat.dice, mat.black), part="seats", minor=True, age=rolled(view))
    for i, (value, colour) in enumerate(dice):
        yield Sprite(x + 18 + size / 2 + pitch * i, _TOP + 87, Die(colour, value, size))


def _since(mat: Mat, x: float, w: float, look: Look) -> Iterator[Node]:
    """For somebody who was away: a line below goods that are more or fewer, a ring around the token of whose they are,
    and what was gained below the seal.
    """
    if not look.steps or not isinstance(look.before, View):
        return
    then = look.before.mats[mat.seat]
    if then.carried != mat.carried:
        yield from frame(Spot.disc(x + 46, _TOP + 38, 25))
    yield from changed(spot for key, _, _, spot, _ in _goods(mat, x, w) if then.carried.get(key, 0) != mat.carried[key])
    yield from gained(x + w - 50, _TOP + 98, mat.vp - then.vp, PAPER)


_SIZES = ((BODY, 31, 6), (DETAIL, 27, 6), (DETAIL, 20, 1), (MICRO, 22, 6))
"""Sizes of a number and its icon in a row and the least gap, the largest first. The smallest is for a hundred coins."""


def _stock(mat: Mat, x: float, w: float, ground: str) -> Iterator[Node]:
    """Only what the seat has."""
    for key, icon, size, spot, room in _goods(mat, x, w):
        n, y = mat.carried[key], _TOP + 131
        yield Icon(key, spot.x - 2 - icon / 2, y, icon, theme.GOODS[key], ground)
        yield Anchor(f"stock:{mat.seat}:{key}", spot, n, part="seats", minor=True)
        yield Text(spot.x + 1, y, str(n), size, INK, room=room)


def _goods(mat: Mat, x: float, w: float) -> Iterator[tuple[str, int, int, Spot, float]]:
    """Of each kind that the seat has: its name, sizes of icon and number, where the number stands, and its room."""
    items = [(key, n) for key, n in mat.carried.items() if n]
    if not items:
        return
    large = w > 700
    room = w - 38
    for size, icon, least in ((KEY, 36, 6), *_SIZES) if large else _SIZES:
        widths = [icon + 3 + measure(str(n), size) for _, n in items]
        gap = (room - sum(widths)) / max(1, len(items) - 1)
        if gap >= least:
            break
    gap = min(44 if large else 26, gap)
    at = x + 24
    for (key, _), width in zip(items, widths, strict=True):
        spot = Spot(at + icon + 2, _TOP + 114, width - icon - 2, 32, counted=True)
        yield key, icon, size, spot, width - icon + 1
        at += width + gap
