"""The actions of an option's card: their signs, with their words and the numbers of those that can be chosen."""

from collections.abc import Iterator, Mapping
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


def arranged(
    card: CourtCard, here: Face, numbers: Mapping[str, int], w: float, h: float, look: Look
) -> Arranged | None:
    """As few lines and as large as `h` px hold, if smaller signs make room for words; where options stand beside other
    actions, at least those have their words. None if not even they have room.
    """
    every = named(card, numbers, look)
    mine = tuple(word if action in numbers else "" for action, word in zip(card.actions, every, strict=True))
    sizes = [(KEY, 1.0)] * here.large + [(BODY, 1.0)] * bool(numbers) + [(DETAIL, share) for share in _SHARES]
    tries = [(every, *size) for size in sizes]
    small = [(DETAIL, share) for share in _SHARES] if numbers else [(MICRO, share) for share in _SHARES]
    tries += [(mine if numbers else every, *size) for size in small]
    for words, size, share in tries:
        for lines in _broken(len(words)):
            found = Arranged(words, size, share * here.sign / 2, lines)
            fits = len(lines) * found.pitch <= h + 4
            if fits and all(sum(map(found.width, line)) - _BARE <= w + _APART - _BARE for line in lines):
                return found
    return None


def numbered(card: CourtCard, here: Face, numbers: Mapping[str, int], w: float) -> Arranged:
    """Only their numbers, in one line."""
    words, every = tuple(str(numbers.get(action, "")) for action in card.actions), range(len(card.actions))
    found = Arranged(words, BODY, here.sign / 2, (every,))
    return found if sum(map(found.width, every)) <= w else Arranged(words, DETAIL, 0.82 * here.sign / 2, (every,))


def actions(card: CourtCard, numbers: Mapping[str, int], left: float, foot: float, told: Arranged) -> Iterator[Node]:
    """From the left edge on, the last line above `foot`."""
    for nth, line in enumerate(told.lines):
        middle, x = foot - told.r - (len(told.lines) - 1 - nth) * told.pitch, left
        for i in line:
            disc, ink = sign(card, card.actions[i], told.r, numbers)
            yield Sprite(x + told.r, middle, disc)
            words = told.words[i]
            if words:
                yield Text(x + 2 * told.r + 8, middle, words, told.size, ink, room=measure(words, told.size) + 4)
            x += told.width(i)


def sign(card: CourtCard, action: str, r: float, numbers: Mapping[str, int]) -> tuple[IconDisc, str]:
    """An action in its disc, and the colour of its word: pale beside others that can be taken, if it cannot."""
    colour = theme.SUITS[card.suit]
    if numbers and action not in numbers:
        return IconDisc(action, r, 1.4 * r, theme.QUIET, theme.COIN_RING), theme.IDLE
    return IconDisc(action, r, 1.4 * r, colour, on(colour)), INK


def named(card: CourtCard, numbers: Mapping[str, int], look: Look) -> tuple[str, ...]:
    """The words of its actions, behind its number each that can be taken."""
    words = [noun(f"action.{action}", look.lang) for action in card.actions]
    return tuple(
        f"{numbers[action]} {word}" if action in numbers else word
        for action, word in zip(card.actions, words, strict=True)
    )


def _broken(number: int) -> Iterator[tuple[range, ...]]:
    """The ways to set so many actions, those in the fewest lines first."""
    for lines in range(1, max(1, number) + 1):
        for ends in reversed([*combinations(range(1, number), lines - 1)]):
            yield tuple(range(start, end) for start, end in pairwise((0, *ends, number)))
