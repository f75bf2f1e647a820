"""What changed between two Views, in words: seat by seat."""

from collections import Counter
from collections.abc import Iterator, Mapping

from engines.kernel import LETTERS, Msg
from engines.quo_vadis.table.geometry import SLOTS
from engines.quo_vadis.view import PlayerView, View
from render.kit.look import Look, Step
from render.kit.marks.news import Said, in_words, news

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


def _fought(before: View, view: View) -> tuple[str | None, Mapping[int, int]]:
    """R7.7 The area of a war that is over since then, and the VP of each that won one.

    Between two Views is hardly ever more than one turn; of several the area is not known (None).
    """
    won = {seat: now.vp["war"] - then.vp["war"] for seat, (then, now) in enumerate(_players(before, view))}
    won = {seat: vp for seat, vp in won.items() if vp}
    if before.turn is None or before.active is None or len(won) > 1:
        return None, won
    area = before.turn.war.area if before.turn.war is not None else view.players[before.active].chosen
    return area, won


def _players(before: View, view: View) -> Iterator[tuple[PlayerView, PlayerView]]:
    return zip(before.players, view.players, strict=True)


def _war_over(before: View, seat: int, phrases: Phrases) -> Iterator[str]:
    """R7.7 Who has won the war, with the VP; without it workers that go have no reason."""
    area, won = _fought(before, phrases.view)
    if area is None:
        if seat in won:
            yield phrases.say("alt.won_some", n=won[seat])
    elif seat in won:
        yield phrases.say("alt.won", area=area, n=won[seat])
    elif won and _lost(before, seat, phrases.view):
        yield phrases.say("alt.lost", area=area)


def _lost(before: View, seat: int, view: View) -> bool:
    """Whether a seat that has not won took part: the sides of a war are known once it has begun."""
    if before.turn is not None and before.turn.war is not None:
        return any(side.seat == seat for side in before.turn.war.sides)
    then, now = before.players[seat], view.players[seat]
    return seat == before.active and (now.wrath > then.wrath or now.wrath == now.most_wrath)


def _disaster(before: View, seat: int, phrases: Phrases) -> Iterator[str]:
    """R7.2 Wrath is used up by nothing else. Then areas that have another terrain."""
    view = phrases.view
    now, then = view.players[seat], before.players[seat]
    struck = view.turn is not None and view.turn.player == seat and view.turn.struck
    known = before.turn is not None and before.turn.player == seat and before.turn.struck
    if now.chosen is not None and ((struck and not known) or now.wrath < then.wrath):
        yield phrases.say("alt.struck", area=now.chosen)
    for area in view.areas:
        if area.token is not None and area.token != before.area(area.id).token:
            yield phrases.say("alt.turned", area=area.id, terrain=phrases.noun(f"terrain.{area.token}"))


def _points(then: PlayerView, now: PlayerView, phrases: Phrases) -> Iterator[str]:
    """VP by what they are for; those of a war stand with it."""
    for source, vp in now.vp.items():
        if source != "war" and vp != then.vp[source]:
            label = phrases.told(Msg(f"score.{source}"))
            yield phrases.say("alt.scored", source=label, n=f"{vp - then.vp[source]:+d}")


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


def told(step: Step, view: View, look: Look) -> tuple[str | Said, ...]:
    """What a player did, in a few words each: the card, disaster, war, points, pieces, skills; then what others have
    lost by it.

    Whose turn it is or who wins a war has that in the own line, whoever answered last.
    """
    before, seat = step.before, step.seat
    assert isinstance(before, View) and seat is not None
    phrases = Phrases(view, look)
    done: list[str | Said] = [*_set_up(before, seat, phrases), *_deeds(before, seat, phrases)]
    _, won = _fought(before, view)
    for other in view.in_order:
        if other == seat:
            continue
        if other == before.active or other in won:
            done += [Said(words, seat=other) for words in _deeds(before, other, phrases)]
        elif lost := tuple(_pieces(before, other, phrases)):
            done.append(phrases.say("alt.seat_changed", letter=phrases.player(other), deeds=lost))
    return tuple(done)


def _deeds(before: View, seat: int, phrases: Phrases) -> Iterator[str]:
    then, now = before.players[seat], phrases.view.players[seat]
    if now.generations != then.generations and now.generations:
        yield phrases.say("alt.played", kind=phrases.noun(f"kind.{now.generations[-1][-1]}"))
    if seat == before.active:
        yield from _disaster(before, seat, phrases)
    yield from _war_over(before, seat, phrases)
    yield from _points(then, now, phrases)
    yield from _pieces(before, seat, phrases)
    if seat == before.active:
        yield from _war(before, phrases)
    yield from (_opened(skill, phrases) for skill in now.skills if skill not in then.skills)


def changed(phrases: Phrases) -> tuple[str, ...]:
    """What an alt text tells as new: the last turns, else all since the View that the look names."""
    look = phrases.look
    return in_words(news(phrases.view, look, told), look) if look.turns else since(look.before, phrases)
