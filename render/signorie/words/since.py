"""What changed between two Views, in words: the facts that pictures mark."""

from collections.abc import Iterator, Sequence

from engines.kernel import LETTERS
from engines.signorie.data.content import CONTENT
from engines.signorie.view import CitySlot, View
from render.kit.look import Look
from render.kit.marks.news import Said, in_words, news
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


_TOLD = (DieTaken, Passed, Hired, Wedded, Moved, Arrived, Planned, Raised, Gained)
"""In this order a line tells of a turn, what came of it last."""


def told(before: View, view: View, seat: int, look: Look) -> tuple[str | Said, ...]:
    """What a seat did in its turn, in a few words each, the most telling first; before it what others did meanwhile:
    they took the reward of the round.
    """
    phrases, found = Phrases(view, look), facts(before, view)
    ended = view.phase == "rewards" != before.phase
    if ended:  # the discs of all go back
        found = tuple(fact for fact in found if not (isinstance(fact, Moved) and fact.track == "initiative"))
    own = [fact for fact in found if isinstance(fact, _TOLD) and fact.seat == seat]
    if ended and any(isinstance(fact, Passed) for fact in own):  # R11(1) then all points are for initiative
        own = [fact for fact in own if not isinstance(fact, Gained)]
    sent, rest = _sent(own, phrases)
    deeds = [deed for kind in _TOLD for fact in rest if isinstance(fact, kind) for deed in _deeds(fact, phrases)]
    after = sum(isinstance(fact, (Planned, Raised, Gained)) for fact in rest)
    deeds[len(deeds) - after : len(deeds) - after] = sent
    mine = [fact for fact in found if isinstance(fact, Counted) and fact.seat == seat]
    if not all(isinstance(fact, DieTaken) for fact in own):  # nothing else tells what for
        mine = [Counted(seat, tuple(one for one in fact.counts if one[1] > 0)) for fact in mine]
    deeds += [deed for fact in mine for deed in _deeds(fact, phrases)]
    if before.phase == "rewards" and before.turn == seat:
        deeds.insert(0, phrases.say("since.rewarded"))
    if before.round == view.round and not ended:
        return (*_meanwhile(found, seat, phrases), *deeds)
    others = [fact for fact in found if isinstance(fact, Gained) and fact not in own]
    gained = tuple(phrases.say("since.other", letter=phrases.seat(fact.seat), vp=fact.vp) for fact in others)
    of_all = list(gained)
    if ended and gained:
        of_all = [phrases.say("since.initiative", gained=gained)]
    order = " ".join(LETTERS[seat] for seat in view.order)
    of_all.append(phrases.say("since.order", seats=order) if ended else phrases.say("since.round", n=view.round))
    passed = _meanwhile([fact for fact in found if isinstance(fact, Passed)], seat, phrases)
    return (*passed, *deeds, *(Said(words, of_all=True) for words in of_all))


def _meanwhile(found: Sequence[Fact], seat: int, phrases: Phrases) -> Iterator[Said]:
    """What others did in the turn of a seat, a line each; who passed then could take no die (R15.22)."""
    for other in phrases.view.order:
        theirs = [fact for fact in found if isinstance(fact, (*_TOLD, Counted)) and fact.seat == other != seat]
        for fact in theirs if any(isinstance(fact, _TOLD) for fact in theirs) or len(theirs) == 1 else ():
            stuck = isinstance(fact, Passed)
            for deed in (phrases.say("since.stuck"),) if stuck else _deeds(fact, phrases):
                yield Said(deed, seat=other)


def _sent(own: Sequence[Fact], phrases: Phrases) -> tuple[list[str], Sequence[Fact]]:
    """A man who left a career track for a city in one deed, with both places, and the facts that remain. Of several men
    nobody can say who went where: they remain all.
    """
    left = [fact for fact in own if isinstance(fact, Moved) and fact.track != "initiative" and not fact.end]
    came = [fact for fact in own if isinstance(fact, Arrived) and _slot(fact, phrases).sex == "male"]
    if len(left) != 1 or len(came) != 1:
        return [], own
    [man], [there] = left, came
    words = phrases.say(
        "since.sent",
        track=phrases.track(man.track),
        slot=phrases.slot(man.track, man.start),
        city=phrases.city(there.city),
        value=_slot(there, phrases).value,
    )
    return [words], [fact for fact in own if fact not in (man, there)]


def _slot(fact: Arrived, phrases: Phrases) -> CitySlot:
    return next(place for place in phrases.view.cities if place.id == fact.city).slots[fact.slot]


def changed(phrases: Phrases) -> tuple[str, ...]:
    """What an alt text tells as new: the last turns, else all since the View that the look names."""
    look = phrases.look
    if look.turns:
        return in_words(news(phrases.view, look, told), look)
    return () if look.before is None else since(look.before, phrases)
