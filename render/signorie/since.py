"""What changed between two Views, in words; `changes` draws the same."""

from collections import Counter
from collections.abc import Iterator

from engines.signorie.view import Mat, View
from render.signorie.phrases import Phrases


def since(before: object, phrases: Phrases) -> tuple[str, ...]:
    """One phrase for the round, for every seat, and for the cities and assignments; empty when nothing changed.

    TypeError if `before` is not a View of Signorie.
    """
    if not isinstance(before, View):
        raise TypeError(f"before: expected a View of Signorie, got {type(before).__name__}")
    view = phrases.view
    found: list[str] = []
    if before.slot != view.slot:
        found.append(phrases.say("since.round", n=view.round))
    for seat in view.order:
        if done := tuple(_seat(before, phrases, seat)):
            found.append(phrases.say("since.seat", who=phrases.seat(seat), done=done))
    if before.slot == view.slot:
        # With a new round everything is refilled and dealt anew: the round alone is the news.
        found += _tiles(before, phrases)
        found += [
            phrases.say("since.turned", tile=phrases.noun(f"assignment_labels.{new.tile}"))
            for old, new in zip(before.assignments, view.assignments, strict=True)
            if new.turned and not old.turned
        ]
    return tuple(found)


def _seat(before: View, phrases: Phrases, seat: int) -> Iterator[str]:
    view = phrases.view
    old, new = before.mats[seat], view.mats[seat]
    if old.vp != new.vp:
        yield phrases.say("since.vp", vp=new.vp - old.vp)
    if before.slot == view.slot:
        for die in phrases.dice(Counter(new.dice) - Counter(old.dice)):
            yield phrases.say("since.die", die=die)
        if new.passed and not old.passed and view.phase == "actions":
            yield phrases.say("since.passed")
    yield from _careers(before, phrases, seat)
    start, end = ([slot.number for slot in v.initiative if seat in slot.discs][0] for v in (before, view))
    if start != end:
        yield phrases.say("since.step", track=phrases.track("initiative"), start=start, end=end)
    yield from _cities(before, phrases, seat)
    yield from _mat(old, new, phrases)


def _careers(before: View, phrases: Phrases, seat: int) -> Iterator[str]:
    """Men who climbed; where it cannot be told who went where, those who came and those who left."""
    for then, now in zip(before.careers, phrases.view.careers, strict=True):
        old, new = (
            Counter({slot.number: dict(slot.men).get(seat, 0) for slot in track.slots}) for track in (then, now)
        )
        gone, come = sorted((old - new).elements()), sorted((new - old).elements())
        track = phrases.track(now.id)
        if len(gone) == len(come):
            for start, end in zip(gone, come, strict=True):
                yield phrases.say("since.step", track=track, start=start, end=end)
        else:
            for end in come:
                yield phrases.say("since.came", track=track, slot=end)
            for start in gone:
                yield phrases.say("since.left", track=track, slot=start)


def _cities(before: View, phrases: Phrases, seat: int) -> Iterator[str]:
    for then, now in zip(before.cities, phrases.view.cities, strict=True):
        for old, new in zip(then.slots, now.slots, strict=True):
            if old != new and new.seat == seat:
                who = phrases.noun(f"sexes.{new.sex}")
                yield phrases.say("since.city", who=who, city=phrases.city(now.id), value=new.value)


def _mat(old: Mat, new: Mat, phrases: Phrases) -> Iterator[str]:
    for helper in new.helpers[len(old.helpers) :]:
        yield phrases.say("since.helper", helper=phrases.helper(helper))
    if sum(son.married for son in new.sons) > sum(son.married for son in old.sons):
        yield phrases.say("since.son")
    for then, now in zip(old.plan, new.plan, strict=True):
        if now.tiles > then.tiles:
            yield phrases.say("since.plan", row=phrases.row(now.id), tiles=now.tiles)


def _tiles(before: View, phrases: Phrases) -> Iterator[str]:
    for then, now in zip(before.cities, phrases.view.cities, strict=True):
        for old, new in ((then.marriage, now.marriage), (then.mission, now.mission)):
            if old is not None and new is None:
                yield phrases.say("since.tile", tile=phrases.tile(old), city=phrases.city(now.id))
