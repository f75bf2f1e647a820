"""What is new, for alt texts: the lines below the board, or where no log is at hand what differs between two Views."""

from collections import Counter
from collections.abc import Iterator

from engines.kernel import LETTERS
from engines.quo_vadis.table.geometry import SLOTS
from engines.quo_vadis.view import PlayerView, View
from render.kit.marks.news import heard

from .phrases import Phrases


def since(before: object, phrases: Phrases) -> tuple[str, ...]:
    """One phrase for each seat that is not as it was. TypeError if `before` is not a View of this game."""
    if before is None:
        return ()
    if not isinstance(before, View):
        raise TypeError(f"before: expected a View of Quo Vadis, got {type(before).__name__}")
    found = []
    for seat, (then, now) in enumerate(zip(before.players, phrases.view.players, strict=True)):
        deeds = (*_pieces(before, seat, phrases), *_cards(then, now, phrases))
        if deeds:
            found.append(phrases.say("alt.seat_changed", letter=LETTERS[seat], deeds=deeds))
    return tuple(found)


def _standing(view: View, seat: int, phrases: Phrases) -> tuple[Counter[str], dict[str, int]]:
    """Workers and the population of towns, by space."""
    workers, towns = Counter[str](), dict[str, int]()
    for area in view.areas:
        for slot, space in zip(SLOTS, area.spaces, strict=True):
            workers[phrases.square(area.id, slot)] = space.workers[seat]
            if space.town is not None and space.town.owner == seat:
                towns[phrases.square(area.id, slot)] = space.town.population
    return workers, towns


def _pieces(before: View, seat: int, phrases: Phrases) -> Iterator[str]:
    then, homes = _standing(before, seat, phrases)
    now, towns = _standing(phrases.view, seat, phrases)
    if came := tuple(sorted((now - then).elements())):
        yield phrases.say("alt.came", spaces=came)
    settled = Counter(space for space in towns if space not in homes)  # that worker is the town now
    if went := tuple(sorted((then - now - settled).elements())):
        yield phrases.say("alt.went", spaces=went)
    for space, population in towns.items():
        if space not in homes:
            yield phrases.say("alt.built", space=space)
        elif population != homes[space]:
            yield phrases.say("alt.grown", space=space, before=homes[space], after=population)


def _cards(then: PlayerView, now: PlayerView, phrases: Phrases) -> Iterator[str]:
    if now.generations != then.generations:
        stack = now.generations[-1]
        yield phrases.say("words.stack", kind=phrases.noun(f"kind.{stack[-1]}"), n=len(stack))
    for skill in now.skills:
        if skill not in then.skills:
            yield phrases.say("alt.opened", skill=phrases.noun(f"skill.{skill}"))
    if now.points != then.points:
        yield phrases.say("alt.gained", n=f"{now.points - then.points:+d}")


def changed(phrases: Phrases) -> tuple[str, ...]:
    """What an alt text tells as new: the last turns, else all since the View that the look names."""
    look = phrases.look
    return heard(phrases.view, look, "engines.quo_vadis") if look.turns else since(look.before, phrases)
