"""The first line of a player's row: name, rupees, cards in hand, influence, cylinders in play.

The numbers are as large as whatever decides; a name has what they leave.
"""

from collections.abc import Iterator
from itertools import accumulate

from engines.pax_pamir.view import PlayerView, View
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, KEY, MICRO, Anchor, Box, Icon, Node, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import Fitted, fit_name, measure
from render.pax_pamir import theme
from render.pax_pamir.catalogue import name, sentence
from render.pax_pamir.layout import SEATS_W, SEATS_X
from render.pax_pamir.pieces import Cylinder

_NAME_X, _END = SEATS_X + 84.0, SEATS_X + SEATS_W - 9.0
_GAP, _NAME_GAP = 7.0, 6.0  # px between two numbers, and from the name to the first
_TIGHT, _NAME_LEAST = 5.0, 150.0  # the gap where a name would have less than this
_SIGNS = {"rupees": ("rupee", 27.0), "held": ("hand", 26.0), "influence": ("prize", 26.0), "cylinders": ("", 22.0)}
"""Icon and its width; before the cylinders stands one in the colour of the seat: the shape of seat A was taken for a
rupee."""
_BEHIND = 2.0  # px from a sign to its number
_TAG_W = 62.0  # of Wakhan, who has no hand
_LINES = 20.0  # px from the first to the second line of a long name


def sums(view: View, player: PlayerView, look: Look, y: float) -> Iterator[Node]:
    """The line around the height y. In all rows the last digits stand below each other."""
    n, ends = player.number, _ends(view)
    shown = _numbers(player)
    first = next(iter(shown))
    left = ends[first] - measure(str(shown[first]), KEY) - _BEHIND - _SIGNS[first][1]
    room = left - _NAME_GAP - _NAME_X
    yield from _named(fit_name(name(view, n, look), room, KEY if len(view.ring) < 3 else BODY, 2), y, room)
    for what, number in shown.items():
        end = ends[what]
        if what == "held" and player.automa:
            yield from _tag(sentence("court.automa", look.lang), end - _TAG_W, y)
            continue
        icon, size = _SIGNS[what]
        w = measure(str(number), KEY)
        sign = end - w - _BEHIND - size / 2
        if icon:
            yield Icon(icon, sign, y, size, theme.MADDER if what == "influence" else INK, WHITE)
        else:
            yield Sprite(sign, y, Cylinder(theme.SEATS[player.color], size))
        yield Text(end, y, str(number), KEY, INK, "r", room=w)
        yield Anchor(f"{what}:{n}", number_spot(view, n, what, y), number, "numbers", minor=True)


def number_spot(view: View, player: int, what: str, y: float) -> Spot:
    """Where one of the numbers of a player stands, with its sign, in a line around the height y."""
    end, w = _ends(view)[what], measure(str(_numbers(view.players[player])[what]), KEY) + _BEHIND + _SIGNS[what][1]
    return Spot(end - w, y - 18, w, 36, counted=True)


def _numbers(player: PlayerView) -> dict[str, int]:
    return {
        "rupees": player.rupees,
        "held": player.held,
        "influence": player.influence,
        "cylinders": player.in_play,
    }


def _ends(view: View) -> dict[str, float]:
    """Where the numbers of each kind end: so far apart as the widest of them needs."""
    widths = dict.fromkeys(_SIGNS, 0.0)
    for seat in view.ring:
        player = view.players[seat]
        for what, number in _numbers(player).items():
            tagged = what == "held" and player.automa
            needed = _TAG_W if tagged else _SIGNS[what][1] + _BEHIND + measure(str(number), KEY)
            widths[what] = max(widths[what], needed)
    whole = sum(widths.values())
    gaps = (len(widths) - 1) * _GAP + _NAME_GAP
    gap = _GAP if _END - _NAME_X - whole - gaps >= _NAME_LEAST else _TIGHT
    ends = accumulate((width + gap for width in reversed(widths.values())), initial=0.0)
    return {what: _END - after for what, after in zip(reversed(widths), ends, strict=False)}


def _named(fitted: Fitted, y: float, room: float) -> Iterator[Node]:
    """Two lines stand as close as they can: above them the row ends, and below them its tiles begin."""
    if len(fitted.lines) == 1:
        yield from fitted.runs(_NAME_X, y, INK, room=room)
        return
    for line, dy in zip(fitted.lines, (-_LINES / 2, _LINES / 2), strict=True):
        yield Text(_NAME_X, y + dy, line, fitted.size, INK, room=room)


def _tag(words: str, left: float, y: float) -> Iterator[Node]:
    yield Box(left, y - 16, _TAG_W, 32, 16, theme.NIGHT_2)
    yield Text(left + _TAG_W / 2, y, words, MICRO, WHITE, "m", room=_TAG_W - 4)
