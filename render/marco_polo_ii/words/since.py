"""What is new, for alt texts: the lines below the board, or where no log is at hand what differs between two Views."""

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

from engines.kernel import LETTERS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.state import Placed
from engines.marco_polo_ii.view import Mat, View
from render.kit.marks.news import heard
from render.marco_polo_ii.catalogue import sentence
from render.marco_polo_ii.words.phrases import Phrases


def since(before: object, phrases: Phrases) -> tuple[str, ...]:
    """One phrase for each seat that is not as it was. TypeError if `before` is not a View of this game."""
    if before is None:
        return ()
    if not isinstance(before, View):
        raise TypeError(f"before: expected a View of Marco Polo II, got {type(before).__name__}")
    found = []
    if before.round != phrases.view.round:
        found.append(phrases.say("since.round", n=phrases.view.round))
    for then, now in zip(before.mats, phrases.view.mats, strict=True):
        deeds = tuple(_deeds(before, then, now, phrases))
        if deeds:
            found.append(phrases.say("since.seat", letter=LETTERS[now.seat], deeds=deeds))
    return tuple(found)


def _deeds(before: View, then: Mat, now: Mat, phrases: Phrases) -> Iterator[str]:
    if then.character != now.character and now.character is not None:
        yield phrases.noun(f"characters.{now.character}")
    yield from _rolled(before, then, now, phrases)
    yield from _dice(before, now, phrases, purse=False)
    fulfilled = now.fulfilled[len(then.fulfilled) :]
    moving = [ident for ident in fulfilled if CONTENT.contracts[ident].reward.move]  # before the way that it gave
    yield from (phrases.say("since.fulfilled", contract=phrases.contract(ident)) for ident in moving)
    came, left = Counter(now.figures) - Counter(then.figures), Counter(then.figures) - Counter(now.figures)
    for place, start in zip_longest(came.elements(), left.elements()):
        if place is not None and start is not None:
            stops = (*_stops(then, now, start, place), place)
            yield phrases.say("since.travel", start=phrases.where(start), place=" → ".join(map(phrases.where, stops)))
        elif place is not None:
            yield phrases.say("since.to", place=phrases.where(place))
    for city in now.posts:
        if city not in then.posts:
            yield phrases.say("since.post", city=phrases.where(city))
    for caravan in now.caravans:
        if caravan.place is not None and caravan not in then.caravans:
            yield phrases.say("since.caravan", place=phrases.where(caravan.place))
    others = [ident for ident in fulfilled if ident not in moving]
    yield from (phrases.say("since.fulfilled", contract=phrases.contract(ident)) for ident in others)
    for guild, state in now.seals.items():
        if state != then.seals[guild]:
            key = "phrase.improved" if state else "phrase.basic"
            yield phrases.say(key, guild=phrases.noun(f"guilds.{guild}"))
    if now.vp != then.vp:
        yield _points(then, now, phrases)
    yield from _dice(before, now, phrases, purse=True)


def _stops(then: Mat, now: Mat, start: str, place: str) -> Iterator[str]:
    """Of a way from start to place: where a post came, and where the figure turned round."""
    known = now.walks[: len(then.walks)] == then.walks
    ways = [way for way in now.walks[len(then.walks) if known else 0 :] if (way[0], way[-1]) == (start, place)]
    named: set[str] = set()
    for way in ways[:1]:
        for last, stop, following in zip(way, way[1:], way[2:], strict=False):
            if last == following or (stop in now.posts and stop not in then.posts and stop not in named):
                named.add(stop)
                yield stop


def _points(then: Mat, now: Mat, phrases: Phrases) -> str:
    """Points with what they are from, where that is all that the sources have grown by."""
    had, n = dict(then.points), now.vp - then.vp
    grown = {source: more for source, m in now.points if (more := m - had.get(source, 0))}
    if sum(grown.values()) != n:  # the end scores more
        return phrases.say("since.vp", n=f"{n:+d}")
    sources = tuple(sentence(f"gained.{source}", phrases.look.lang) for source in grown)
    return phrases.say("since.vp_from", n=f"{n:+d}", sources=sources)


def _die(die: Placed, phrases: Phrases) -> str:
    return phrases.say("since.black", value=die.value) if die.kind == "black" else str(die.value)


def _rolled(before: View, then: Mat, now: Mat, phrases: Phrases) -> Iterator[str]:
    """Black dice that the seat has bought, and own dice that show something else by now: before they were placed."""
    if before.round != phrases.view.round:
        return
    placed = [die for _, mine in _placed(before, now, phrases.view) for die in mine]
    if (n := len(now.black) + sum(die.kind == "black" for die in placed) - len(then.black)) > 0:
        yield phrases.say("since.black_taken", n=n)
    shows = Counter(now.dice) + Counter(die.value for die in placed if die.kind == "own")
    was, new = Counter(then.dice) - shows, shows - Counter(then.dice)
    if was and was.total() == new.total():
        told = (tuple(map(str, sorted(dice.elements()))) for dice in (was, new))
        yield phrases.say("since.rolled", **dict(zip(("was", "now"), told, strict=True)))


def _placed(before: View, now: Mat, view: View) -> Iterator[tuple[str, list[Placed]]]:
    """The seat's new dice, space by space."""
    for space, dice in view.spaces.items():
        lay = before.spaces[space]  # with the last turn of a round they still do
        new = dice[len(lay) :] if dice[: len(lay)] == lay else dice
        if mine := [die for die in new if die.seat == now.seat]:
            yield space, mine


def _dice(before: View, now: Mat, phrases: Phrases, *, purse: bool) -> Iterator[str]:
    """What it put where; in the purse or elsewhere."""
    for space, mine in _placed(before, now, phrases.view):
        if purse == (CONTENT.data.spaces[space].action == "purse"):
            yield phrases.say("since.dice", space=phrases.space(space), dice=tuple(_die(die, phrases) for die in mine))


def changed(phrases: Phrases) -> tuple[str, ...]:
    """What an alt text tells as new: the last turns, else all since the View that the look names."""
    look = phrases.look
    return heard(phrases.view, look, "engines.marco_polo_ii") if look.turns else since(look.before, phrases)
