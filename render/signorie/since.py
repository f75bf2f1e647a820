"""What changed between two Views, in words: the facts that pictures mark, and what they gained each seat."""

from collections.abc import Iterator

from engines.signorie.view import Mat, View
from render.signorie.diff import Arrived, DieTaken, Fact, Moved, NewRound, Passed, TileTaken, Turned, facts
from render.signorie.phrases import Phrases

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
        deed = _deed(fact, phrases)
        match fact:
            case NewRound():
                news.append(deed)
            case TileTaken() | Turned():
                tiles.append(deed)
            case _:
                done[fact.seat].append(deed)
    for seat in view.order:
        done[seat] += _gains(before.mats[seat], view.mats[seat], phrases)
    seats = [phrases.say("since.seat", who=phrases.seat(seat), done=tuple(did)) for seat, did in done.items() if did]
    return (*news, *seats, *tiles)


def _deed(fact: Fact, phrases: Phrases) -> str:
    """The fact without its seat."""
    say = phrases.say
    match fact:
        case NewRound(number):
            return say("since.round", n=number)
        case Moved(_, track, 0, end) if track != "initiative":
            return say("since.came", track=phrases.track(track), slot=end)
        case Moved(_, track, start, 0) if track != "initiative":
            return say("since.left", track=phrases.track(track), slot=start)
        case Moved(_, track, start, end):
            return say("since.step", track=phrases.track(track), start=start, end=end)
        case Arrived(_, city, index):
            slot = next(place for place in phrases.view.cities if place.id == city).slots[index]
            who = phrases.noun(f"sexes.{slot.sex}")
            return say("since.city", who=who, city=phrases.city(city), value=slot.value)
        case TileTaken(city, kind):
            return say("since.tile", kind=phrases.noun(_TILES[kind]), city=phrases.city(city))
        case DieTaken(_, color, pips):
            return say("since.die", die=phrases.dice([(color, pips)])[0])
        case Passed():
            return say("since.passed")
        case Turned(slot, _):
            return say("since.turned", tile=phrases.place(f"assign:{slot}"))


def _gains(old: Mat, new: Mat, phrases: Phrases) -> Iterator[str]:
    """What the mats show."""
    for helper in new.helpers[len(old.helpers) :]:
        yield phrases.say("since.helper", helper=phrases.helper(helper))
    if sum(son.married for son in new.sons) > sum(son.married for son in old.sons):
        yield phrases.say("since.son")
    for then, now in zip(old.plan, new.plan, strict=True):
        if now.tiles > then.tiles:
            yield phrases.say("since.plan", row=phrases.row(now.id), tiles=now.tiles)
    if old.vp != new.vp:
        yield phrases.say("since.vp", vp=new.vp - old.vp)
