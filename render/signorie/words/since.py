"""What changed between two Views, in words: the facts that pictures mark."""

from engines.signorie.view import View
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
    TileTaken,
    Turned,
    Wedded,
    facts,
)
from render.signorie.words.phrases import Phrases

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
        case Moved(_, track, 0, end) if track != "initiative":
            return (say("since.came", track=phrases.track(track), slot=end),)
        case Moved(_, track, start, 0) if track != "initiative":
            return (say("since.left", track=phrases.track(track), slot=start),)
        case Moved(_, track, start, end):
            return (say("since.step", track=phrases.track(track), start=start, end=end),)
        case Arrived(_, city, index):
            slot = next(place for place in phrases.view.cities if place.id == city).slots[index]
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
            return (say("since.helper", helper=phrases.helper(helper)),)
        case Wedded():
            return (say("since.son"),)
        case Planned(_, row, tiles):
            return (say("since.plan", row=phrases.row(row), tiles=tiles),)
        case Counted(_, counts):
            return tuple(say(f"since.{kind}", n=change) for kind, change in counts)
        case Gained(_, vp):
            return (say("since.vp", vp=vp),)
