"""What buying a dominance check brings now (R10): who gains how much, who wins by it, and whether the game ends."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.pax_pamir.view import View
from render.kit.colour import GOLD, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, HEAD, KEY, MICRO, Box, Node, Sprite, Text
from render.kit.text import fit, measure
from render.kit.tokens import SeatToken
from render.pax_pamir import theme
from render.pax_pamir.catalogue import sentence
from render.pax_pamir.pieces import Emblem

_SIZES = ((HEAD, 34.0), (KEY, 28.0), (BODY, 24.0), (DETAIL, 20.0), (MICRO, 17.0))
"""Of the words, and the radius of the tokens before them."""
_GAP, _PAD = 0.5, 8  # of the radius between two gains; px behind one that wins


@dataclass(frozen=True, slots=True)
class Gain:
    """What one player gains, in words, and whether that wins the game."""

    player: int
    words: str
    wins: bool


def gains(view: View, look: Look) -> list[Gain]:
    """Most first; only who gains anything."""
    found = sorted(((n, number) for number, n in enumerate(view.forecast) if n), key=lambda one: -one[0])
    told = ((number, number == view.decided, n) for n, number in found)
    return [Gain(who, sentence("race.wins", look.lang, n=n) if wins else f"+{n}", wins) for who, wins, n in told]


def ends(view: View) -> bool:
    """R10.4 Whether the game is over after it: somebody is far enough ahead, or it is the last check."""
    return view.decided is not None or view.checks_left == 1


def outlook(view: View, look: Look, x: float, y: float, w: float, h: float) -> Iterator[Node]:
    """The emblem of the dominant coalition, and behind it whoever gains, as large as w and h hold; nobody: in words."""
    found = gains(view, look)
    if not found:
        told = fit(sentence("check.nobody", look.lang), w, KEY, 2)
        yield from told.runs(x, y + h / 2, WHITE, room=w)
        return
    for size, r in _SIZES:
        lines = _lines(view, found, size, r, w)
        wide = max(sum(_width(one, size, r) + _GAP * r for one in line) for line in lines)
        if len(lines) * _pitch(r) <= h and wide <= w + _GAP * r:
            break
    for i, line in enumerate(lines):
        middle, left = y + _pitch(r) * (i + 0.5), x
        if i == 0 and view.dominant is not None:
            yield Sprite(left + r, middle, Emblem(view.dominant, 2 * r))
            left += (2 + _GAP) * r
        for one in line:
            yield from _gain(view, one, size, r, left, middle)
            left += _width(one, size, r) + _GAP * r


def note(
    view: View, look: Look, left: float, middle: float, room: float, size: int = BODY, *, due: bool = False
) -> Iterator[Node]:
    """That the game ends by it, else that it comes anyway."""
    if ends(view) or due:
        words = sentence("check.ends" if ends(view) else "market.check_due", look.lang)
        yield from fit(words, room, size).runs(left, middle, GOLD, room=room)


def _gain(view: View, one: Gain, size: int, r: float, left: float, middle: float) -> Iterator[Node]:
    """The token and what it gains, on red if that wins."""
    w = _width(one, size, r)
    if one.wins:
        yield Box(left, middle - r - 3, w, 2 * r + 6, 10, theme.MADDER, WHITE, 2)
    token = SeatToken(one.player, theme.SEATS[view.players[one.player].color], 0.9 * r, ring=True)
    yield Sprite(left + r + 4, middle, token)
    yield Text(left + 2 * r + 10, middle, one.words, size, WHITE, room=w)


def _width(one: Gain, size: int, r: float) -> float:
    return 2 * r + 10 + measure(one.words, size) + (_PAD if one.wins else 0)


def _pitch(r: float) -> float:
    return 2 * r + 8


def _lines(view: View, found: list[Gain], size: int, r: float, w: float) -> list[list[Gain]]:
    """As many in each line as have room, in the first behind the emblem."""
    lines: list[list[Gain]] = [[]]
    used = (2 + _GAP) * r if view.dominant is not None else 0.0
    for one in found:
        wide = _width(one, size, r)
        if used and used + wide > w:
            lines.append([])
            used = 0.0
        lines[-1].append(one)
        used += wide + _GAP * r
    return lines
