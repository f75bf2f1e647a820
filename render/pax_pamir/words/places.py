"""What a player did on the map in a turn, in a few words: what was fought for, moved, placed, and what came of it."""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import TypeGuard

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render.kit.marks.news import Said
from render.pax_pamir.diff import Armies, Marched, Roads, Ruled, Tribes
from render.pax_pamir.layout import COLUMNS
from render.pax_pamir.words.deeds import deed_of
from render.pax_pamir.words.phrases import Phrases

Piece = Armies | Marched | Tribes | Ruled | Roads
_RIOTS = "riots_in_"
_FIRST = ("battle", "rebuke")
_AFTERWARDS = ("removed", "ruled", "rule_lost", "riots")
"""What follows from what a player does; where it is done itself, it stands first."""


def places(
    found: list[Piece],
    before: View,
    seat: int,
    cleared: bool,
    built: int,
    unfought: Container[tuple[str, int]],
    phrases: Phrases,
) -> tuple[list[Said], list[Said], list[Said]]:
    """What came, went and was lost in regions and on borders, all that was done in one way together: battles, what else
    was done, and what followed from it. After a successful check, which takes all blocks off the map (R10),
    only what has come since.

    built: so many blocks of the player's coalition were built
    unfought: regions, each with whose tribes have left it without a battle
    """
    view = phrases.view
    all_built = built == sum(fact.more for fact in found if is_own_block(fact, seat, view))
    groups: dict[str, list[Piece]] = {}
    for fact in found:
        if not (cleared and isinstance(fact, Armies | Roads) and fact.more < 0):
            place = fact.border if isinstance(fact, Roads) else fact.end if isinstance(fact, Marched) else fact.region
            groups.setdefault(place, []).append(fact)
    friends = {before.players[seat].loyalty, view.players[seat].loyalty}
    same: dict[str, dict[tuple[str, ...], list[tuple[str, list[Piece]]]]] = {}
    for place, deeds in groups.items():
        where = phrases.border(place) if isinstance(deeds[0], Roads) else phrases.region(place)
        foes = [fact for fact in deeds if isinstance(fact, Armies | Roads) and fact.coalition not in friends]
        people = [
            fact
            for fact in deeds
            if isinstance(fact, Tribes) and fact.player != seat and (fact.region, fact.player) not in unfought
        ]
        lost = any(fact.more < 0 for fact in (*foes, *people))
        key = "riots" if place in riots(before, view).values() else "battle" if lost else _deed(deeds, before, seat)
        key = "rebuke" if lost and _is_rebuked(place, before, view) else key
        for there, part in _parts(key, deeds):
            only = all(isinstance(fact, Ruled) or is_own_block(fact, seat, view) for fact in part)
            deed = "built" if there == "placed" and all_built and only else there
            done = tuple(_done(fact, before, seat, phrases) for fact in part)
            same.setdefault(deed, {}).setdefault(done, []).append((where, part))
    told: dict[str, Said] = {}
    for key, by_deed in same.items():
        marks = (mark for there in by_deed.values() for _, deeds in there for fact in deeds for mark in _marks(fact))
        event = phrases.noun("event.rebuke") if key == "rebuke" else tuple(map(phrases.card, riots(before, view)))
        words = phrases.say(f"since.{key}", who=tuple(_at(key, by_deed, phrases)), event=event)
        if built and not all_built and key == "placed":
            words, built = phrases.say("since.of_built", done=words, n=built), 0
        told[key] = Said(words, frozenset(marks))
    fought = [said for key, said in told.items() if key in _FIRST]
    followed = [said for key, said in told.items() if key in _AFTERWARDS]
    return fought, [said for key, said in told.items() if key not in (*_FIRST, *_AFTERWARDS)], followed


def is_own_block(fact: Piece, seat: int, view: View) -> TypeGuard[Armies | Roads]:
    """Whether armies or roads of the player's coalition have come."""
    return isinstance(fact, Armies | Roads) and fact.coalition == view.players[seat].loyalty and fact.more > 0


def _parts(key: str, deeds: list[Piece]) -> Iterator[tuple[str, list[Piece]]]:
    """What has come to a place stands apart from what has left it: no battle brings pieces."""
    come: list[Piece] = [fact for fact in deeds if isinstance(fact, Armies | Roads | Tribes) and fact.more > 0]
    if key not in ("battle", "altered") or not come:
        yield key, deeds
        return
    come += [fact for fact in deeds if isinstance(fact, Ruled) and fact.player is not None]
    yield "placed", come
    yield "removed" if key == "altered" else key, [fact for fact in deeds if fact not in come]


def _at(
    key: str, by_deed: Mapping[tuple[str, ...], Sequence[tuple[str, list[Piece]]]], phrases: Phrases
) -> Iterator[str]:
    """Each place with what was done there, those alike together; where the rule was lost its name says all."""
    for done, there in by_deed.items():
        where = tuple(name for name, _ in there)
        if key == "rule_lost":
            yield from where
        else:
            yield phrases.say("since.at_each" if len(where) > 1 else "since.at", where=where, done=done)


def _done(fact: Piece, before: View, seat: int, phrases: Phrases) -> str:
    """The fact, of the player's own pieces and rule without the name that stands before the line; and whose rule it
    ends."""
    if isinstance(fact, Tribes) and fact.player == seat:
        return phrases.say("since.own_tribes", n=fact.more)
    if isinstance(fact, Ruled):
        was = _ruler(before, fact)
        who, whom = ("" if one is None else phrases.player(one) for one in (fact.player, was))
        new = "unruled" if fact.player is None else "rules" if fact.player == seat else "ruler"
        old = "" if was is None else "_own" if was == seat else "_after"
        return phrases.say(f"since.{new}{old}", who=who, whom=whom)
    return deed_of(fact, phrases)


def _ruler(before: View, fact: Ruled) -> int | None:
    return next(region.ruler for region in before.regions if region.id == fact.region)


def _deed(deeds: list[Piece], before: View, seat: int) -> str:
    """What was done at a place where nothing was fought over."""
    if any(isinstance(fact, Marched) for fact in deeds):
        return "moved"
    steps = [fact.more for fact in deeds if isinstance(fact, Armies | Tribes | Roads)]
    if not steps:
        lost = all(isinstance(fact, Ruled) and fact.player is None and _ruler(before, fact) == seat for fact in deeds)
        return "rule_lost" if lost else "ruled"
    return "removed" if max(steps) < 0 else "placed" if min(steps) > 0 else "altered"


def riots(before: View, view: View) -> dict[int, str]:
    """R12 Events that were discarded -> the region in which this made riots."""
    new = {card for card in view.discards if card in CONTENT.events} - {*before.discards}
    sides = {card: CONTENT.events[card].discarded for card in sorted(new)}
    return {card: side.removeprefix(_RIOTS) for card, side in sides.items() if side.startswith(_RIOTS)}


def _is_rebuked(place: str, before: View, view: View) -> bool:
    """R12 Whether all tribes and armies have left the region while somebody bought the event that removes them."""
    there = next((region for region in view.regions if region.id == place), None)
    new = {card for card in view.discards if card in CONTENT.events} - {*before.discards}
    lay = {space.card for space in before.market if space.index % COLUMNS}
    bought = any(CONTENT.events[card].purchased == "rebuke" for card in new & lay)
    return bought and there is not None and not any(there.tribes) and not any(there.armies.values())


def _marks(fact: Piece) -> Iterator[str]:
    """The anchors that bear its mark."""
    match fact:
        case Armies(region, coalition):
            yield f"army:{region}:{coalition}"
        case Marched(start, end, coalition):
            yield from (f"army:{start}:{coalition}", f"army:{end}:{coalition}")
        case Tribes(region, player):
            yield f"tribe:{region}:{player}"
        case Ruled(region):
            yield f"ruler:{region}"
        case Roads(border, coalition):
            yield f"road:{border}:{coalition}"
