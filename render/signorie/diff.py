"""What happened between two Views, as facts that pictures mark and words tell."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engines.kernel import Seat
from engines.signorie.view import Mat, View


@dataclass(frozen=True, slots=True)
class NewRound:
    number: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A man on a career track, or a disc on the initiative track. `start` 0 on a career track: he came from the supply.

    `end` 0 on a career track: he left.
    """

    seat: Seat
    track: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Arrived:
    """A meeple on a city slot."""

    seat: Seat
    city: str
    slot: int


@dataclass(frozen=True, slots=True)
class TileTaken:
    city: str
    kind: str


@dataclass(frozen=True, slots=True)
class DieTaken:
    seat: Seat
    color: str
    pips: int


@dataclass(frozen=True, slots=True)
class Passed:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Turned:
    """An assignment tile that now lies face down."""

    slot: str
    color: str


@dataclass(frozen=True, slots=True)
class Hired:
    """A helper came to a mat."""

    seat: Seat
    helper: str


@dataclass(frozen=True, slots=True)
class Wedded:
    """A son was married; 1 is the topmost."""

    seat: Seat
    son: int


@dataclass(frozen=True, slots=True)
class Planned:
    """A row of the plan grew to so many tiles."""

    seat: Seat
    row: str
    tiles: int


@dataclass(frozen=True, slots=True)
class Counted:
    """By how much the florins, men and women in hand changed: (`florins`, +3), ... without those that did not."""

    seat: Seat
    counts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Raised:
    """Meeples came to the threshold space: the threshold is this now."""

    seat: Seat
    threshold: int


@dataclass(frozen=True, slots=True)
class Gained:
    """Victory points."""

    seat: Seat
    vp: int


Fact = (
    NewRound
    | Moved
    | Arrived
    | TileTaken
    | DieTaken
    | Passed
    | Turned
    | Hired
    | Wedded
    | Planned
    | Raised
    | Counted
    | Gained
)


def facts(before: View, view: View) -> tuple[Fact, ...]:
    """Everything that changed, the most telling first. What a new round does to all of the board is one fact."""
    same_round = before.slot == view.slot
    found: list[Fact] = [] if same_round else [NewRound(view.round)]
    found += [*_men(before, view), *_discs(before, view), *_cities(before, view, same_round)]
    if same_round:
        found += [*dice(before, view), *_turned(before, view)]
    for seat in view.order:
        found += on_mat(before.mats[seat], view.mats[seat], same_round)
    return tuple(found)


def on_mat(old: Mat, new: Mat, same_round: bool) -> Iterator[Fact]:
    """What a mat and the seat's row on the board show. The income of a new round is not told."""
    seat = new.seat
    yield from (Hired(seat, helper) for helper in new.helpers if helper not in old.helpers)
    for number, (then, now) in enumerate(zip(old.sons, new.sons, strict=True), 1):
        if now.married and not then.married:
            yield Wedded(seat, number)
    for row, grown in zip(old.plan, new.plan, strict=True):
        if grown.tiles > row.tiles:
            yield Planned(seat, grown.id, grown.tiles)
    if same_round and new.threshold > old.threshold:
        yield Raised(seat, new.threshold)
    pairs = (("florins", old.florins, new.florins), ("men", old.men, new.men), ("women", old.women, new.women))
    counts = tuple((kind, now - then) for kind, then, now in pairs if now != then)
    if same_round and counts:
        yield Counted(seat, counts)
    if old.vp != new.vp:
        yield Gained(seat, new.vp - old.vp)


def _men(before: View, view: View) -> Iterator[Moved]:
    """Men of one seat and track who left a slot and who came to one; paired when their numbers agree, and one who left
    for no city with the only one who came to a higher slot: the others are new.
    """
    sent = {fact.seat for fact in _cities(before, view, True) if isinstance(fact, Arrived) and _is_man(fact, view)}
    for then, now in zip(before.careers, view.careers, strict=True):
        for seat in range(len(view.mats)):
            steps = [
                dict(new.men).get(seat, 0) - dict(old.men).get(seat, 0)
                for old, new in zip(then.slots, now.slots, strict=True)
            ]
            gone = [number for number, step in enumerate(steps, 1) for _ in range(-step)]
            come = [number for number, step in enumerate(steps, 1) for _ in range(step)]
            if len(gone) == len(come):
                yield from (Moved(seat, now.id, start, end) for start, end in zip(gone, come, strict=True))
                continue
            higher = [end for end in come if gone and end > gone[0]]
            if len(gone) == len(higher) == 1 and seat not in sent:
                come.remove(higher[0])
                yield from (Moved(seat, now.id, 0, end) for end in come)
                yield Moved(seat, now.id, gone[0], higher[0])
            else:
                yield from (Moved(seat, now.id, 0, end) for end in come)
                yield from (Moved(seat, now.id, start, 0) for start in gone)


def _is_man(fact: Arrived, view: View) -> bool:
    return next(city for city in view.cities if city.id == fact.city).slots[fact.slot].sex == "male"


def _discs(before: View, view: View) -> Iterator[Moved]:
    old = {seat: place.number for place in before.initiative for seat in place.discs}
    for place in view.initiative:
        for seat in place.discs:
            if old[seat] != place.number:
                yield Moved(seat, "initiative", old[seat], place.number)


def _cities(before: View, view: View, same_round: bool) -> Iterator[Arrived | TileTaken]:
    for then, now in zip(before.cities, view.cities, strict=True):
        for index, (old, new) in enumerate(zip(then.slots, now.slots, strict=True)):
            if new.seat is not None and old != new:
                yield Arrived(new.seat, now.id, index)
        tiles = (("marriage", then.marriage, now.marriage), ("mission", then.mission, now.mission))
        for kind, old_tile, new_tile in tiles:
            if same_round and old_tile is not None and new_tile is None:
                yield TileTaken(now.id, kind)


def dice(before: View, view: View) -> Iterator[DieTaken | Passed]:
    """Dice that were taken, and who passed; not that who has all dice passes, which the rules do for them."""
    for seat in view.order:
        old, new = before.mats[seat], view.mats[seat]
        taken = Counter(new.dice) - Counter(old.dice)
        yield from (DieTaken(seat, *die) for die in new.dice if die in taken)
        if new.passed and not old.passed and (view.phase == "actions" or len(new.dice) < new.actions_max):
            yield Passed(seat)


def _turned(before: View, view: View) -> Iterator[Turned]:
    for old, new in zip(before.assignments, view.assignments, strict=True):
        if new.turned and not old.turned:
            yield Turned(new.slot, new.color)
