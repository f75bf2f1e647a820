"""Differences between two Views as facts, which pictures mark and texts describe."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engines.kernel import Seat
from engines.signorie.view import Mat, View


@dataclass(frozen=True, slots=True)
class NewRound:
    number: int  # of the round that begins, from 1


@dataclass(frozen=True, slots=True)
class PieceMoved:
    """A man moved on a career track, or a disc on the initiative track."""

    seat: Seat  # of the man or disc
    track: str  # one of the careers, or `initiative`
    start: int
    """On a career track 1 to 8, or 0 if he came from the supply; on the initiative track 0 to 9."""
    end: int
    """The same; on a career track 0 if he left it."""


@dataclass(frozen=True, slots=True)
class MeepleArrived:
    """A meeple came to a city slot."""

    seat: Seat  # of the meeple
    city: str  # id of the city
    slot: int  # index in `CityView.slots`, 0 to 7


@dataclass(frozen=True, slots=True)
class TileTaken:
    city: str  # id of the city that lost the tile
    kind: str  # `marriage` or `mission`: which of the city's two tiles


@dataclass(frozen=True, slots=True)
class DieTaken:
    seat: Seat  # that took it
    color: str  # id of the colour of the die
    pips: int  # 1 to 6


@dataclass(frozen=True, slots=True)
class SeatPassed:
    seat: Seat  # that takes no more dice in this round (R6)


@dataclass(frozen=True, slots=True)
class TileTurned:
    """An assignment tile was turned face down."""

    slot: str  # id of the assignment slot, e.g. "red_m"
    color: str  # of the dice that open the slot (R7.2)


@dataclass(frozen=True, slots=True)
class HelperHired:
    """A seat got a helper."""

    seat: Seat  # with the new disc
    helper: str  # id of the helper slot, as in `Mat.helpers`


@dataclass(frozen=True, slots=True)
class SonMarried:
    """A son was married."""

    seat: Seat  # of his family
    son: int  # 1 to 4, from the top


@dataclass(frozen=True, slots=True)
class PlanRowGrown:
    """A row of the plan grew."""

    seat: Seat  # that owns the plan
    row: str  # a career, or `wedding`
    tiles: int  # in the row now, face up and face down together


@dataclass(frozen=True, slots=True)
class CountsChanged:
    """Florins, or men or women in the supply, changed."""

    seat: Seat  # with these things
    counts: tuple[tuple[str, int], ...]
    """(`florins`, `men` or `women`; difference), only of the numbers that changed."""


@dataclass(frozen=True, slots=True)
class ThresholdRaised:
    """Meeples came to the threshold space."""

    seat: Seat  # of the meeples
    threshold: int  # now: the highest sum of its dice that is rewarded (R11)


@dataclass(frozen=True, slots=True)
class VpGained:
    """The seat's victory points changed."""

    seat: Seat  # with these points
    vp: int  # difference; negative if it lost some


Fact = (
    NewRound
    | PieceMoved
    | MeepleArrived
    | TileTaken
    | DieTaken
    | SeatPassed
    | TileTurned
    | HelperHired
    | SonMarried
    | PlanRowGrown
    | ThresholdRaised
    | CountsChanged
    | VpGained
)


def list_facts(before: View, view: View) -> tuple[Fact, ...]:
    """Return everything that changed, the most important first. All changes made by a new round are one fact."""
    same_round = before.slot == view.slot
    facts: list[Fact] = [] if same_round else [NewRound(view.round)]
    facts += [*_compare_men(before, view), *_compare_discs(before, view), *_compare_cities(before, view, same_round)]
    if same_round:
        facts += [*compare_dice(before, view), *_compare_assignments(before, view)]
    for seat in view.order:
        facts += compare_mats(before.mats[seat], view.mats[seat], same_round)
    return tuple(facts)


def compare_mats(old: Mat, new: Mat, is_same_round: bool) -> Iterator[Fact]:
    """Yield the changes on a mat and in the seat's row on the overview, except counts changed by a new round."""
    seat = new.seat
    yield from (HelperHired(seat, helper) for helper in new.helpers if helper not in old.helpers)
    for number, (old_value, new_value) in enumerate(zip(old.sons, new.sons, strict=True), 1):
        if new_value.is_married and not old_value.is_married:
            yield SonMarried(seat, number)
    for old_row, new_row in zip(old.plan, new.plan, strict=True):
        if new_row.tiles > old_row.tiles:
            yield PlanRowGrown(seat, new_row.id, new_row.tiles)
    if is_same_round and new.threshold > old.threshold:
        yield ThresholdRaised(seat, new.threshold)
    pairs = (("florins", old.florins, new.florins), ("men", old.men, new.men), ("women", old.women, new.women))
    counts = tuple((kind, new_value - old_value) for kind, old_value, new_value in pairs if new_value != old_value)
    if is_same_round and counts:
        yield CountsChanged(seat, counts)
    if old.vp != new.vp:
        yield VpGained(seat, new.vp - old.vp)


def _compare_men(before: View, view: View) -> Iterator[PieceMoved]:
    """Yield the moves of men, by pairing the slots left and reached by men of one seat on one track.

    All are paired if their numbers agree. Otherwise, a man who left without coming to a city is paired with the only
    one who reached a higher slot, and the others are new or have gone to cities.
    """
    seats_with_missions = {
        fact.seat
        for fact in _compare_cities(before, view, True)
        if isinstance(fact, MeepleArrived) and _is_man(fact, view)
    }
    for old_track, new_track in zip(before.careers, view.careers, strict=True):
        for seat in range(len(view.mats)):
            steps = [
                dict(new.men).get(seat, 0) - dict(old.men).get(seat, 0)
                for old, new in zip(old_track.slots, new_track.slots, strict=True)
            ]
            left_slots = [number for number, step in enumerate(steps, 1) for _ in range(-step)]
            reached_slots = [number for number, step in enumerate(steps, 1) for _ in range(step)]
            if len(left_slots) == len(reached_slots):
                yield from (
                    PieceMoved(seat, new_track.id, start, end)
                    for start, end in zip(left_slots, reached_slots, strict=True)
                )
                continue
            higher_slots = [end for end in reached_slots if left_slots and end > left_slots[0]]
            if len(left_slots) == len(higher_slots) == 1 and seat not in seats_with_missions:
                reached_slots.remove(higher_slots[0])
                yield from (PieceMoved(seat, new_track.id, 0, end) for end in reached_slots)
                yield PieceMoved(seat, new_track.id, left_slots[0], higher_slots[0])
            else:
                yield from (PieceMoved(seat, new_track.id, 0, end) for end in reached_slots)
                yield from (PieceMoved(seat, new_track.id, start, 0) for start in left_slots)


def _is_man(fact: MeepleArrived, view: View) -> bool:
    return next(city for city in view.cities if city.id == fact.city).slots[fact.slot].sex == "male"


def _compare_discs(before: View, view: View) -> Iterator[PieceMoved]:
    old = {seat: place.number for place in before.initiative for seat in place.discs}
    for place in view.initiative:
        for seat in place.discs:
            if old[seat] != place.number:
                yield PieceMoved(seat, "initiative", old[seat], place.number)


def _compare_cities(before: View, view: View, is_same_round: bool) -> Iterator[MeepleArrived | TileTaken]:
    for old_city, new_city in zip(before.cities, view.cities, strict=True):
        for index, (old, new) in enumerate(zip(old_city.slots, new_city.slots, strict=True)):
            if new.seat is not None and old != new:
                yield MeepleArrived(new.seat, new_city.id, index)
        tiles = (("marriage", old_city.marriage, new_city.marriage), ("mission", old_city.mission, new_city.mission))
        for kind, old_tile, new_tile in tiles:
            if is_same_round and old_tile is not None and new_tile is None:
                yield TileTaken(new_city.id, kind)


def compare_dice(before: View, view: View) -> Iterator[DieTaken | SeatPassed]:
    """Yield dice taken and passes, except automatic passes of seats with all their dice."""
    for seat in view.order:
        old, new = before.mats[seat], view.mats[seat]
        taken_dice = Counter(new.dice) - Counter(old.dice)
        yield from (DieTaken(seat, *die) for die in new.dice if die in taken_dice)
        if new.has_passed and not old.has_passed and (view.phase == "actions" or len(new.dice) < new.actions_max):
            yield SeatPassed(seat)


def _compare_assignments(before: View, view: View) -> Iterator[TileTurned]:
    for old, new in zip(before.assignments, view.assignments, strict=True):
        if new.is_turned and not old.is_turned:
            yield TileTurned(new.slot, new.color)
