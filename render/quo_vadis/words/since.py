"""What changed between two Views, in words: seat by seat."""

from collections import Counter
from collections.abc import Iterator

from engines.kernel import LETTERS
from engines.quo_vadis.table.geometry import SLOTS
from engines.quo_vadis.view import PlayerView, View
from render.kit.look import Look
from render.kit.marks.news import in_words, news

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
    if went := tuple(sorted((then - now).elements())):
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
    yield from (_opened(skill, phrases) for skill in now.skills if skill not in then.skills)
    if now.points != then.points:
        yield phrases.say("alt.gained", n=f"{now.points - then.points:+d}")


def _opened(skill: str, phrases: Phrases) -> str:
    return phrases.say("alt.opened", skill=phrases.noun(f"skill.{skill}"))


def _war(before: View, phrases: Phrases) -> Iterator[str]:
    """The war that has begun and is still open."""
    turn, then = phrases.view.turn, before.turn
    if turn is not None and turn.war is not None and (then is None or then.war is None):
        yield phrases.say("alt.war_begun", area=turn.war.area)


def _war_over(before: View, seat: int, phrases: Phrases) -> Iterator[str]:
    """R7.7 Who has won the war in the area of this turn: without it points and workers that go have no reason."""
    then, players = before.turn, phrases.view.players
    area = then.war.area if then is not None and then.war is not None else players[seat].chosen
    won = [n for n, one in enumerate(players) if one.vp["war"] > before.players[n].vp["war"]]
    if won and area is not None:
        yield phrases.say("alt.won" if seat in won else "alt.lost", area=area)


def _set_up(before: View, seat: int, phrases: Phrases) -> Iterator[str]:
    """R5 What is seen of a choice before the first turn."""
    then, now = before.players[seat], phrases.view.players[seat]
    if then.race != now.race and now.race is not None:
        yield phrases.noun(f"race.{now.race}")
    if before.phase == "draft":
        yield phrases.say("alt.drafted")
    if before.phase == "resources":
        for name, n in now.stock.items():
            if n > then.stock[name]:
                yield phrases.say("alt.stocked", resource=phrases.noun(f"resource.{name}"), n=n - then.stock[name])


def told(before: View, view: View, seat: int, look: Look) -> tuple[str, ...]:
    """What a player did, in a few words each: the card, pieces, points; then whose pieces others have lost by it."""
    phrases = Phrases(view, look)
    then, now = before.players[seat], view.players[seat]
    done = list(_set_up(before, seat, phrases))
    if now.generations != then.generations and now.generations:
        done.append(phrases.say("alt.played", kind=phrases.noun(f"kind.{now.generations[-1][-1]}")))
    done += _war_over(before, seat, phrases)
    done += _pieces(before, seat, phrases)
    if now.points != then.points:
        done.append(phrases.say("alt.gained", n=f"{now.points - then.points:+d}"))
    done += _war(before, phrases)
    done += [_opened(skill, phrases) for skill in now.skills if skill not in then.skills]
    for other in view.in_order:
        if other != seat and (lost := tuple(_pieces(before, other, phrases))):
            done.append(phrases.say("alt.seat_changed", letter=LETTERS[other], deeds=lost))
    return tuple(done)


def changed(phrases: Phrases) -> tuple[str, ...]:
    """What an alt text tells as new: the last turns, else all since the View that the look names."""
    look = phrases.look
    return in_words(news(phrases.view, look, told), look) if look.turns else since(look.before, phrases)
