"""What changed between two Views, in words: the facts that pictures mark."""

from engines.signorie.data.content import CONTENT
from engines.signorie.view import CitySlot, View
from render.kit.marks.news import heard
from render.signorie.diff import (
    Arrived,
    Counted,
    DieTaken,
    Fact,
    Gained,
    Hired,
    Moved,
    NewRound,
    Passed,
    Planned,
    Raised,
    TileTaken,
    Turned,
    Wedded,
    facts,
)
from render.signorie.words.phrases import Phrases

_COLUMNS: dict[str, str] = {helper: slot.column for helper, slot in CONTENT.helpers.items()}
_TILES = {"marriage": "terms.marriage", "mission": "terms.diplomatic_mission"}


def since(before: object, phrases: Phrases) -> tuple[str, ...]:
    """One phrase for the round, for every seat in turn order, and for every tile; empty when nothing changed.

    TypeError if `before` is not a View of Signorie.
    """
    if not isinstance(before, View):
        raise TypeError(f"before: expected a View of Signorie, got {type(before).__name__}")
    view = phrases.view
    news: list[str] = []
    tiles: list[str] = []
    done: dict[int, list[str]] = {seat: [] for seat in view.order}
    for fact in facts(before, view):
        deeds = _deeds(fact, phrases)
        match fact:
            case NewRound():
                news += deeds
            case TileTaken() | Turned():
                tiles += deeds
            case _:
                done[fact.seat] += deeds
    seats = [phrases.say("since.seat", who=phrases.seat(seat), done=tuple(did)) for seat, did in done.items() if did]
    return (*news, *seats, *tiles)


def _deeds(fact: Fact, phrases: Phrases) -> tuple[str, ...]:
    """The fact without its seat; counts one by one."""
    say = phrases.say
    match fact:
        case NewRound(number):
            return (say("since.round", n=number),)
        case Moved():
            return (_moved(fact, phrases),)
        case Arrived(_, city, _):
            slot = _slot(fact, phrases)
            who = phrases.noun(f"sexes.{slot.sex}")
            return (say("since.city", who=who, city=phrases.city(city), value=slot.value),)
        case TileTaken(city, kind):
            return (say("since.tile", kind=phrases.noun(_TILES[kind]), city=phrases.city(city)),)
        case DieTaken(_, color, pips):
            return (say("since.die", die=phrases.dice([(color, pips)])[0]),)
        case Passed():
            return (say("since.passed"),)
        case Turned(slot, _):
            return (say("since.turned", tile=phrases.place(f"assign:{slot}")),)
        case Hired(_, helper):
            return (say("since.helper", helper=phrases.helper(helper), color=phrases.color(_COLUMNS[helper])),)
        case Wedded(_, son):
            return (say("since.son", n=son),)
        case Planned(_, row, tiles):
            return (say("since.plan", row=phrases.row(row), tiles=tiles),)
        case Raised(_, threshold):
            return (say("since.threshold", n=threshold),)
        case Counted(_, counts):
            return tuple(say(f"since.{kind}", n=change) for kind, change in counts)
        case Gained(_, vp):
            return (say("since.vp", vp=vp),)


def _moved(fact: Moved, phrases: Phrases) -> str:
    """A step by the numbers that are printed on the slots; on the initiative track how far, and to which number."""
    if fact.track == "initiative":
        key = {0: "since.back", 1: "since.rose_little"}.get(fact.end, "since.rose")
        return phrases.say(key, n=fact.end - fact.start, slot=phrases.slot(fact.track, fact.end))
    track = phrases.track(fact.track)
    start, end = (phrases.slot(fact.track, number) if number else "" for number in (fact.start, fact.end))
    if start and end:
        return phrases.say("since.step", track=track, start=start, end=end)
    return phrases.say("since.left" if start else "since.came", track=track, slot=start or end)


def _slot(fact: Arrived, phrases: Phrases) -> CitySlot:
    return next(place for place in phrases.view.cities if place.id == fact.city).slots[fact.slot]


def changed(phrases: Phrases) -> tuple[str, ...]:
    """What an alt text tells as new: the last turns, else all since the View that the look names."""
    look = phrases.look
    if look.turns:
        return heard(phrases.view, look, "engines.signorie")
    return () if look.before is None else since(look.before, phrases)
