"""The race for victory points, and below it the seats in turn order: money, meeples, dice against the threshold."""

from collections.abc import Iterator
from dataclasses import replace

from engines.signorie.view import Mat, View
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Look
from render.kit.marks.signals import NIGHT, PAPER
from render.kit.marks.since import gained
from render.kit.race import Race, lead, leaders, race
from render.kit.scene import BODY, DETAIL, KEY, Anchor, Box, Icon, Node, Nodes, Sprite, Text
from render.kit.spot import Point, Spot
from render.kit.text import Fitted, fit_name, measure
from render.kit.tokens import Die, Meeple, Seal, SeatToken
from render.signorie import theme
from render.signorie.catalogue import sentence
from render.signorie.layout import ROW_SIZES, SEATS_W, RowSize, seat_row

RACE_LEFT, RACE_RIGHT, RACE_Y = 1000, 1490, 169
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
        nodes += _state(view, mat, look, spot)
        nodes += _anchors(view, mat, look, spot)
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


_CLEAR = 56  # px from a name to the middle of the letter behind it, whose tail leaves the name free
_OFF = 43  # px from a die to the middle of its letter, whose tail ends at the edge
_BETWEEN = 1.85  # of the pitch of the counts: in a low row the letter stands above the gap before the third
_LEFT = 28  # of the line of dice below a row, from the edge of the row


def _size(view: View) -> RowSize:
    return ROW_SIZES[len(view.mats)]


def _text_x(size: RowSize) -> float:
    """The left edge of the words in a row, from that of the row."""
    return 42 + 2 * size.token


def _known(view: View, mat: Mat, look: Look) -> tuple[tuple[str, int], ...]:
    """The dice of a seat that the reader has seen before."""
    then = look.before
    return then.mats[mat.seat].dice if isinstance(then, View) and then.slot == view.slot else ()


def _dice(view: View, mat: Mat, look: Look) -> tuple[tuple[str, int], ...]:
    """The dice of a seat from the left. Those that are new to the reader lie at the inner end of their line, where
    there is room for the letter of who took them.
    """
    known, below = _known(view, mat, look), _is_below(_size(view))
    return tuple(sorted(mat.dice, key=lambda die: (die in known) != below))


def _first_die(mat: Mat, size: RowSize) -> float:
    """The left edge of the dice, from that of the row: below everything from the left, else up to the right."""
    return _LEFT if _is_below(size) else size.end - max(1, len(mat.dice)) * (size.die + 5) + 5


def _pill_w(look: Look) -> float:
    """Width of the pill of who passed."""
    return measure(sentence("board.pass", look.lang), DETAIL) + 32


def _taken(view: View, mat: Mat, look: Look, spot: Spot, size: RowSize) -> Spot:
    """The newest die of a seat, or the pill of one that passed; and beside it the place of the letter of who acted. In
    the gutter of the row the letter would read as a piece at the end of a track.
    """
    passed, below = mat.passed and view.phase == "actions", _is_below(size)
    w = _pill_w(look) if passed else size.die
    left, top = spot.x + (_LEFT if below else size.end - w), spot.y + size.dice - size.die / 2
    if not passed:
        left = spot.x + _first_die(mat, size) + (max(0, len(mat.dice) - 1) * (size.die + 5) if below else 0)
    if below:
        return Spot(left, top, w, size.die, 8, aside=(left + w + _OFF, spot.y + size.dice - 4))
    return Spot(left, top, w, size.die, 8, tick=(left, top), aside=(left - _OFF, spot.y + max(17, size.dice - 7)))


def _is_below(size: RowSize) -> bool:
    """Whether the dice lie below name and counts, from the left to the right."""
    return size.dice > size.counts


def _token(spot: Spot, size: RowSize) -> Spot:
    """In the middle of the row, or beside name and counts where the dice lie below them."""
    middle = (size.upper + size.counts) / 2 if _is_below(size) else spot.h / 2
    return Spot.disc(spot.x + 24 + size.token, spot.y + middle, size.token)


def _name(view: View, mat: Mat, look: Look) -> Fitted:
    size = _size(view)
    return fit_name(look.names[mat.seat], _name_room(size), size.name)


def _name_room(size: RowSize) -> float:
    return size.end - _text_x(size) - (0 if _is_below(size) else 4 * (size.die + 5) + 6)


def _acted(view: View, mat: Mat, look: Look, spot: Spot, newest: Spot) -> Point | None:
    """Where the letter stands of who changed the own mat: where it stands anyway for the die just taken, also where a
    line for dice is empty; else behind the name, for nothing of that is on this picture.
    """
    size, name = _size(view), _name(view, mat, look)
    fresh = set(mat.dice) - set(_known(view, mat, look)) or (_is_below(size) and not mat.dice)
    if not isinstance(look.before, View) or fresh:
        return newest.aside
    left, y = spot.x + _text_x(size), spot.y + max(17, size.upper - 7)
    behind = left + measure(name.lines[0], name.size) + _CLEAR
    if _is_below(size):
        return min(behind, spot.x + size.end - 31), y
    return min(max(behind, left + _BETWEEN * size.apart), newest.x - _OFF), y


def _anchors(view: View, mat: Mat, look: Look, spot: Spot) -> Iterator[Anchor]:
    """What can change in a row. At the token: look at the mat."""
    part, area, size = "seats", f"seat:{mat.seat}", _size(view)
    x, y = spot.x, spot.y
    yield Anchor(area, spot)
    on_mat = mat.helpers, tuple(son.married for son in mat.sons), tuple(line.tiles for line in mat.plan)
    newest, (_, middle) = _taken(view, mat, look, spot, size), _token(spot, size).centre
    token = Spot.disc(x + 24 + size.token, middle, size.token + 4)
    token = replace(token, tick=(x - 4, middle), aside=_acted(view, mat, look, spot, newest))
    if view.phase != "over":  # before the mat: the letter that both share means the die
        yield Anchor(f"taken:{mat.seat}", newest, tuple(mat.dice), part, area, age=view.slot, own=mat.seat)
        ended = view.slot, view.phase  # who passes as the actions of a round end has not chosen it
        yield Anchor(f"passed:{mat.seat}", newest, mat.passed, part, area, age=ended, own=mat.seat)
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
    token = _token(spot, size).centre
    yield Sprite(token[0], token[1] + lower, SeatToken(mat.seat, colour, size.token))
    yield from _name(view, mat, look).runs(left, y + size.upper, INK, room=_name_room(size))
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


def _state(view: View, mat: Mat, look: Look, spot: Spot) -> Iterator[Node]:
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
        w = _pill_w(look)
        left = x + _LEFT if _is_below(size) else end - w
        yield Box(left, y + size.dice - h / 2, w, h, h / 2, theme.INK_2)
        yield Text(left + w / 2, y + size.dice, words, DETAIL, WHITE, "m", room=w - 16)
    else:
        for i, (color, pips) in enumerate(_dice(view, mat, look)):
            at = x + _first_die(mat, size) + size.die / 2 + (size.die + 5) * i
            yield Sprite(at, y + size.dice, Die(theme.DICE[color], pips, size.die))
    words, big = f"{mat.dice_sum}/{mat.threshold}", KEY if _is_below(size) else BODY
    sign, colour = ("check", theme.SERPENTINE) if mat.within else ("pass", theme.TERRACOTTA)
    yield Icon(sign, end - measure(words, big) - 22, y + size.sum, 28, colour, theme.PANEL)
    yield Text(end, y + size.sum, words, big, INK, "r", room=124)
