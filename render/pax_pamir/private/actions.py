"""The actions that a card has: their signs, with their words where those have room."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

from engines.pax_pamir.data.types import CourtCard
from render.kit.colour import INK, on
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, KEY, MICRO, Node, Sprite, Text
from render.kit.text import measure
from render.kit.tokens import IconDisc
from render.pax_pamir import theme
from render.pax_pamir.catalogue import noun
from render.pax_pamir.private.asked import Face

_SHARES = (1.0, 0.82, 0.68)  # of their height the signs of actions have, so that their words have room
_APART, _BARE = 14, 6  # px from one with its words to the next, and from signs alone


@dataclass(frozen=True, slots=True)
class Arranged:
    """What stands behind each sign and how large, the radius of the signs, and which of them stand in each line."""

    words: tuple[str, ...]
    size: int
    r: float
    lines: tuple[range, ...]

    @property
    def pitch(self) -> float:
        """From line to line."""
        return max(2 * self.r + 4, self.size + 4)

    def width(self, i: int) -> float:
        """Of a sign with its words, and the gap behind them."""
        return 2 * self.r + (8 + measure(self.words[i], self.size) + _APART if self.words[i] else _BARE)


def arranged(card: CourtCard, here: Face, w: float, h: float, look: Look) -> Arranged | None:
    """As few lines and as large as `h` px hold, if smaller signs make room for words. None if they have no room."""
    words = named(card, look)
    sizes = [(KEY, 1.0)] * here.large + [(size, share) for size in (DETAIL, MICRO) for share in _SHARES]
    for size, share in sizes:
        for lines in _broken(len(words)):
            found = Arranged(words, size, share * here.sign / 2, lines)
            fits = len(lines) * found.pitch <= h + 4
            if fits and all(sum(map(found.width, line)) - _BARE <= w + _APART - _BARE for line in lines):
                return found
    return None


def bare(card: CourtCard, here: Face) -> Arranged:
    """Only their signs, in one line."""
    number = len(card.actions)
    return Arranged(("",) * number, BODY, here.sign / 2, (range(number),))


def actions(card: CourtCard, left: float, foot: float, told: Arranged) -> Iterator[Node]:
    """From the left edge on, the last line above `foot`."""
    for nth, line in enumerate(told.lines):
        middle, x = foot - told.r - (len(told.lines) - 1 - nth) * told.pitch, left
        for i in line:
            yield Sprite(x + told.r, middle, sign(card, card.actions[i], told.r))
            words = told.words[i]
            if words:
                yield Text(x + 2 * told.r + 8, middle, words, told.size, INK, room=measure(words, told.size) + 4)
            x += told.width(i)


def sign(card: CourtCard, action: str, r: float) -> IconDisc:
    """An action in its disc."""
    colour = theme.SUITS[card.suit]
    return IconDisc(action, r, 1.4 * r, colour, on(colour))


def named(card: CourtCard, look: Look) -> tuple[str, ...]:
    """The words of its actions."""
    return tuple(noun(f"action.{action}", look.lang) for action in card.actions)


def _broken(number: int) -> Iterator[tuple[range, ...]]:
    """The ways to set so many actions, those in the fewest lines first."""
    for lines in range(1, max(1, number) + 1):
        for ends in reversed([*combinations(range(1, number), lines - 1)]):
            yield tuple(range(start, end) for start, end in pairwise((0, *ends, number)))
