"""The race for victory points, and below it the seats in turn order: money, meeples, dice against the threshold."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engines.signorie.view import Mat, View
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Look
from render.kit.marks.signals import NIGHT, PAPER
from render.kit.marks.since import gained
from render.kit.race import Race, lead, leaders, race
from render.kit.scene import BODY, DETAIL, KEY, Anchor, Box, Icon, Node, Nodes, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit_name, measure
from render.kit.tokens import Die, Meeple, Seal, SeatToken
from render.signorie import theme
from render.signorie.catalogue import sentence
from render.signorie.layout import ROW_SIZES, SEATS_W, RowSize, seat_row

RACE_LEFT, RACE_RIGHT, RACE_Y = 1000, 1490, 165
_COUNTS = ("florins", "men", "women")


def rows(view: View, look: Look, private: bool = False) -> Nodes:
    """The race, and one row for each seat, first in turn order first, at the end by place."""
    order = places(view)
    first = frozenset[int]() if view.phase == "over" else leaders(_points(view))
    nodes: list[Node] = [*race(_race(view, look, private))]
    for row, seat in enumerate(order):
        mat, spot = view.mats[seat], seat_row(row, len(order))
        nodes += _row(view, mat, look, spot, seat in first)
        if private and seat == look.viewer:  # the reader's own
            nodes.append(Box(spot.x - 12, spot.y, 6, spot.h, 3, GOLD))
        dice = _newest_first(view, mat, look)
        nodes += _state(view, mat, dice, look, spot)
        nodes += _anchors(view, mat, spot)
    return tuple(nodes)


def places(view: View) -> tuple[int, ...]:
    """The seats from the first row to the last: in turn order, at the end by place."""
    return tuple(score.seat for score in view.scores) if view.phase == "over" else view.order


def gains(view: View, look: Look, private: bool = False) -> Iterator[Node]:
    """What each seat has gained since the reader looked, on the foot of its seal."""
    if not isinstance(look.before, View) or view.phase == "over":
        return
    for row, seat in enumerate(places(view)):
        spot, size = seat_row(row, len(view.mats)), ROW_SIZES[len(view.mats)]
        points = view.mats[seat].vp - look.before.mats[seat].vp
        ink = NIGHT if private else PAPER
        yield from gained(spot.x + size.seal_x, spot.y + spot.h / 2 + size.seal - 7, points, ink)


def _points(view: View) -> dict[int, int]:
    return {mat.seat: mat.vp for mat in view.mats}


def _race(view: View, look: Look, private: bool) -> Race:
    colours = {mat.seat: theme.SEATS[mat.color] for mat in view.mats}
    tones = (theme.PAST_SIGN, theme.MUTED) if private else (theme.LINE, theme.INK_2)
    was = _points(look.before) if isinstance(look.before, View) and view.phase != "over" else {}
    paper = theme.VERDE if private else theme.MARBLE
    points = _points(view)
    return Race(RACE_LEFT, RACE_RIGHT, RACE_Y, points, colours, *tones, {}, beside=True, was=was, paper=paper)


_PILL = 126  # px that the word of who passed takes


def _size(view: View) -> RowSize:
    return ROW_SIZES[len(view.mats)]


def _text_x(size: RowSize) -> float:
    """The left edge of the words in a row, from that of the row."""
    return 42 + 2 * size.token


def _newest_first(view: View, mat: Mat, look: Look) -> tuple[tuple[str, int], ...]:
    """The dice of a seat from the left, those that are new to the reader first: the letter of who took them stands
    there.
    """
    then = look.before
    known = then.mats[mat.seat].dice if isinstance(then, View) and then.slot == view.slot else ()
    return tuple(sorted(mat.dice, key=lambda die: die in known))


def _taken(view: View, mat: Mat, spot: Spot, size: RowSize) -> Spot:
    """The newest die of a seat, or the pill of one that passed; and left of it the place of the letter of who acted. In
    the gutter of the row the letter would read as a piece at the end of a track.
    """
    passed = mat.passed and view.phase == "actions"
    w, wide = (_PILL, _PILL) if passed else (size.die, max(1, len(mat.dice)) * (size.die + 5) - 5)
    left, top = spot.x + size.end - wide, spot.y + size.dice - size.die / 2
    return Spot(left, top, w, size.die, 8, tick=(left, top), aside=(left - 37, spot.y + max(14, size.dice - 7)))


def _is_below(size: RowSize) -> bool:
    """Whether the dice lie below name and counts, from the left to the right."""
    return size.dice > size.counts


def _anchors(view: View, mat: Mat, spot: Spot) -> Iterator[Anchor]:
    """What can change in a row. At the token: look at the mat."""
    part, area, size = "seats", f"seat:{mat.seat}", _size(view)
    x, y = spot.x, spot.y
    yield Anchor(area, spot)
    on_mat = mat.helpers, tuple(son.married for son in mat.sons), tuple(line.tiles for line in mat.plan)
    token = Spot.disc(x + 24 + size.token, y + spot.h / 2, size.token + 4)
    newest = None if _is_below(size) else _taken(view, mat, spot, size)
    # With the dice below there is no room between token, dice and sum: the letter stays in the corner before the token.
    token = replace(token, tick=(x - 4, y + spot.h / 2), aside=newest.aside if newest else (x + 16, y + 28))
    if view.phase != "over":  # before the mat: the letter that both share means the die
        taken = tuple(mat.dice), mat.passed and view.phase == "actions"
        yield Anchor(f"taken:{mat.seat}", newest or token, taken, part, area, age=view.slot, own=mat.seat)
    yield Anchor(f"mat:{mat.seat}", token, on_mat, part, area, own=mat.seat)
    left = x + _text_x(size)
    for i, (kind, count) in enumerate(zip(_COUNTS, (mat.florins, mat.men, mat.women), strict=True)):
        at = left + size.apart * i
        number = Spot(at, y + size.counts - 20, 42 + measure(str(count), KEY), 32, counted=True)
        yield Anchor(f"{kind}:{mat.seat}", number, count, part, area, minor=True, age=view.slot)
    seal = Spot.disc(x + size.seal_x, y + spot.h / 2, size.seal)
    yield Anchor(f"vp:{mat.seat}", seal, mat.vp, part, area, gains=True)


def _row(view: View, mat: Mat, look: Look, spot: Spot, leads: bool) -> Iterator[Node]:
    x, y, size, colour = spot.x, spot.y, _size(view), theme.SEATS[mat.color]
    middle, left = y + spot.h / 2, spot.x + _text_x(size)
    active = mat.seat == view.turn or (view.phase == "over" and mat.seat == view.scores[0].seat)
    yield Box(x, y, SEATS_W, spot.h, 12, *((WHITE, INK, 4) if active else (theme.PANEL, theme.LINE, 2)))
    yield Box(x, y, 12, spot.h, 6, colour)
    lower = size.token * 0.1 if mat.seat == 2 else 0
    yield Sprite(x + 24 + size.token, middle + lower, SeatToken(mat.seat, colour, size.token))
    room = size.end - _text_x(size) - (0 if _is_below(size) else 4 * (size.die + 5) + 6)
    yield from fit_name(look.names[mat.seat], room, size.name).runs(left, y + size.upper, INK, room=room)
    yield Icon("florin", left + 16, y + size.counts, 32, INK)
    yield Sprite(left + size.apart + 17, y + size.counts - 1, Meeple("man", colour, size.icon))
    yield Sprite(left + 2 * size.apart + 17, y + size.counts - 1, Meeple("woman", colour, size.icon))
    for i, count in enumerate((mat.florins, mat.men, mat.women)):
        big = KEY if count < 100 else BODY
        yield Text(left + 40 + size.apart * i, y + size.counts, str(count), big, INK, room=62)
    small = 4 if leads else 0
    if leads:
        yield lead(x + size.seal_x, middle, size.seal - small - 1)
    yield Sprite(x + size.seal_x, middle, Seal(str(mat.vp), size.seal - small))


def _state(view: View, mat: Mat, dice: Sequence[tuple[str, int]], look: Look, spot: Spot) -> Iterator[Node]:
    """The dice taken, or the pill of a seat that passed, and the sum against the threshold; at the end the place."""
    x, y, size = spot.x, spot.y, _size(view)
    end = x + size.end
    if view.phase == "over":
        place = next(score.place for score in view.scores if score.seat == mat.seat)
        words = sentence(f"board.place.{place}", look.lang)
        yield Text(end, y + (size.sum if _is_below(size) else spot.h / 2), words, KEY, theme.INK_2, "r", room=110)
        return
    if mat.passed and view.phase == "actions":
        words, h = sentence("board.pass", look.lang), 36.0
        w = measure(words, DETAIL) + 32
        left = x + _text_x(size) if _is_below(size) else end - w
        yield Box(left, y + size.dice - h / 2, w, h, h / 2, theme.INK_2)
        yield Text(left + w / 2, y + size.dice, words, DETAIL, WHITE, "m", room=w - 16)
    else:
        first = x + _text_x(size) if _is_below(size) else end - len(dice) * (size.die + 5) + 5
        for i, (color, pips) in enumerate(dice):
            at = first + size.die / 2 + (size.die + 5) * i
            yield Sprite(at, y + size.dice, Die(theme.DICE[color], pips, size.die))
    words, big = f"{mat.dice_sum}/{mat.threshold}", KEY if _is_below(size) else BODY
    sign, colour = ("check", theme.SERPENTINE) if mat.within else ("pass", theme.TERRACOTTA)
    yield Icon(sign, end - measure(words, big) - 22, y + size.sum, 28, colour, theme.PANEL)
    yield Text(end, y + size.sum, words, big, INK, "r", room=124)
