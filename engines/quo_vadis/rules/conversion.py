"""R7.6 One resource into one other: an extra of Prosperity, and each turn by B02."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import permutations, product

import msgspec

from engines.kernel import Msg, Option, Prompt, Seat, Table, Term, Who, say
from engines.quo_vadis.data.content import KINDS, RESOURCES
from engines.quo_vadis.data.types import Resource
from engines.quo_vadis.questions import Exchange, Extra, Into
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import room, rooms
from engines.quo_vadis.table.skills import ARTISAN_EXCHANGE
from engines.quo_vadis.table.state import State

from .start import tracks

Pair = tuple[Resource, Resource]


def conversions(s: State, me: Seat) -> Iterator[Option]:
    """R7.6 Different kinds, not wrath, not into a full resource."""
    player = s.players[me]
    for source in RESOURCES:
        for target in RESOURCES:
            if source != target and player.stock[source] and room(s, player, target) > 0:
                yield Option(
                    f"convert:{source}:{target}",
                    (source, target),
                    say("convert.label", source=names.resource(source), target=names.resource(target)),
                    say(
                        "convert.detail",
                        source=names.resource(source),
                        source_left=player.stock[source] - 1,
                        target=names.resource(target),
                        target_now=player.stock[target] + 1,
                    ),
                    place=f"swap:{source}:{target}",
                )


def convert(t: Table[State], me: Seat, pair: Pair, number: int = 1) -> None:
    """R7.6 Cubes from a track to another."""
    stock, (source, target) = t.state.players[me].stock, pair
    stock[source] -= number
    stock[target] += number
    t.tell("convert.done", who=Who(me), number=number, source=names.resource(source), target=names.resource(target))


async def extras(t: Table[State], me: Seat) -> None:
    """R7.6 With each action of Prosperity one hand card may be discarded or one resource turned into another.

    All of them in one answer: cards, and from what to what. Where some of these conversions would exclude each other,
    the answer says what is given, and what it becomes is asked only where there are two ways. Nothing that the actions
    could bring about one by one is missing, since only the balance of all conversions counts.
    """
    s = t.state
    if not _most(s, me):
        return
    given: dict[str | Pair, int] = await t.ask(
        lambda: t.allotment(
            me,
            "extra.ask",
            partial(_given, s, me),
            _most(s, me),
            at_least=0,
            default=(),
            rule="R7.6",
            about=Extra(_most(s, me)),
            left=_most(s, me),
        )
    )
    cards: dict[str, int] = {kind: given[kind] for kind in KINDS if kind in given}
    if cards:
        discard(t, me, cards)
    if pairs := {pair: number for pair, number in given.items() if isinstance(pair, tuple)}:
        _convert_all(t, me, pairs)
    await _turn(t, me, {resource: given[resource] for resource in RESOURCES if resource in given})


def _most(s: State, me: Seat) -> int:
    """How many extras can be used."""
    player = s.players[me]
    return min(s.playing.actions, len(player.hand) + sum(_convertible(s, me, source) for source in RESOURCES))


def _convertible(s: State, me: Seat, source: Resource) -> int:
    """How much of a resource the others have room for."""
    player = s.players[me]
    return min(player.stock[source], sum(room(s, player, target) for target in RESOURCES if target != source))


def _given(s: State, me: Seat) -> list[Option]:
    """Conversions, or resources to be converted, as far as there is room for them; and hand cards."""
    cards = [msgspec.structs.replace(card, group=say("extra.discard")) for card in _discards(s, me)]
    pairs = {pair: _times(s, me, pair) for pair in permutations(RESOURCES, 2) if _times(s, me, pair)}
    return [*(_pairs(s, me, pairs) if _free(s, me, pairs) else _sources(s, me)), *cards]


def _times(s: State, me: Seat, pair: Pair) -> int:
    """How often a conversion alone is possible."""
    player, (source, target) = s.players[me], pair
    return min(s.playing.actions, player.stock[source], room(s, player, target))


def _free(s: State, me: Seat, pairs: Mapping[Pair, int]) -> bool:
    """Whether no choice of conversions exceeds what there is of a resource, or room for it."""
    player = s.players[me]
    return all(
        min(s.playing.actions, sum(n for pair, n in pairs.items() if pair[end] == resource)) <= most
        for resource in RESOURCES
        for end, most in enumerate((player.stock[resource], room(s, player, resource)))
    )


def _pairs(s: State, me: Seat, pairs: Mapping[Pair, int]) -> list[Option]:
    return [
        msgspec.structs.replace(option, group=say("extra.turn"), limit=pairs[option.value])
        for option in conversions(s, me)
    ]


def _sources(s: State, me: Seat) -> list[Option]:
    player = s.players[me]
    return [
        Option(
            f"give:{source}",
            source,
            names.resource(source),
            _becomes(player.stock[source], [target for target in rooms(s, player) if target != source]),
            group=say("extra.turn"),
            place=f"track:{source}",
            limit=most,
        )
        for source in RESOURCES
        if (most := _convertible(s, me, source))
    ]


def _becomes(now: int, targets: Sequence[Resource]) -> Msg:
    one, *others = (names.resource(target) for target in targets)
    if others:
        return say("extra.becomes_either", now=now, one=one, two=others[0])
    return say("extra.becomes", now=now, one=one)


async def _turn(t: Table[State], me: Seat, given: Mapping[Resource, int]) -> None:
    """What resources that are given become: the others. What finds no room there stays, and so does a round trip.

    There are two ways only where one resource becomes two others that both have room.
    """
    s = t.state
    round_trip = min(given.get(resource, 0) for resource in RESOURCES)
    amounts = {resource: number - round_trip for resource, number in given.items() if number > round_trip}

    def into() -> dict[Resource, int]:
        """Windfall, which may be used meanwhile, takes room."""
        return {target: free for target, free in rooms(s, s.players[me]).items() if target not in amounts}

    def question() -> Prompt:
        number = min(sum(amounts.values()), sum(into().values()))
        return t.allotment(
            me,
            "extra.into" if number > 1 else "extra.into_one",
            [option for option in tracks(s, me) if option.value in into()],
            number,
            default=_first(into(), number),
            rule="R7.6",
            about=Into(tuple(amounts.items()), number),
            number=number,
            source=names.resource(next(iter(amounts))),
        )

    if not into() or not amounts:
        return
    sole = question().sole_answer
    taken: dict[Resource, int] = await t.ask(question) if sole is None else question().read(sole)
    cubes = [target for target, gained in taken.items() for _ in range(gained)]
    _convert_all(t, me, Counter(zip((source for source, n in amounts.items() for _ in range(n)), cubes, strict=False)))


def _convert_all(t: Table[State], me: Seat, pairs: Mapping[Pair, int]) -> None:
    with t.line():
        for pair, times in pairs.items():
            convert(t, me, pair, times)


def _first(into: Mapping[Resource, int], number: int) -> tuple[str, ...]:
    """As many cubes on the first tracks as they have room for."""
    return tuple(f"cube:{target}" for target, free in into.items() for _ in range(free))[:number]


async def exchange(t: Table[State], me: Seat) -> None:
    """B02 After the card's actions and before war, one conversion or none.

    The owner of an unused S29 is asked with empty tracks, too (R7).
    """
    s = t.state
    if ARTISAN_EXCHANGE not in s.players[me].skills or not rooms(s, s.players[me]):
        return
    pair = await t.choose(me, "exchange.ask", partial(_exchanges, s, me), default="pass", rule="B02", about=Exchange())
    if pair is not None:
        convert(t, me, pair)


def _exchanges(s: State, me: Seat) -> list[Option]:
    return [*conversions(s, me), Option("pass", None, say("exchange.pass"))]


@contextmanager
def discard_beside(t: Table[State], me: Seat) -> Iterator[None]:
    """R7.6 After a change, at the end of the actions, any number of hand cards may go; nothing is drawn now.

    It stands once beside what the player is asked up to the dice of a war, or else up to the end of the turn: nothing
    is revealed in between, and who discards nothing is asked nothing.
    """
    with t.asides(me, partial(_beside, t.state, me), partial(_discard, t, me)):
        yield


def may_discard(s: State, me: Seat) -> bool:
    """R7.6 After a change, once, before the dice of a war; with cards in hand."""
    turn = s.playing
    rolled = turn.war is not None and any(side.rolls for side in turn.war.sides)
    return turn.changed and not turn.discarded and not rolled and bool(s.players[me].hand)


def _beside(s: State, me: Seat) -> list[Option]:
    """Every choice of hand cards, single ones first."""
    if not may_discard(s, me):
        return []
    held = Counter(s.players[me].hand)
    choices = product(*(range(held[kind] + 1) for kind in KINDS))
    return [
        Option(
            f"discard:{''.join(map(str, numbers))}",
            numbers,
            say("discard.label", cards=tuple(names.kind(kind) for kind in _spread(numbers))),
            group=say("discard.beside"),
        )
        for numbers in sorted(choices, key=lambda numbers: (sum(numbers), tuple(-n for n in numbers)))
        if any(numbers)
    ]


def _spread(numbers: Sequence[int]) -> list[str]:
    """So many cards of each kind, in order."""
    return [kind for kind, number in zip(KINDS, numbers, strict=True) for _ in range(number)]


async def _discard(t: Table[State], me: Seat, numbers: Sequence[int]) -> None:
    t.state.playing.discarded = True
    discard(t, me, Counter(_spread(numbers)))


def _discards(s: State, me: Seat) -> list[Option]:
    cards = Counter(s.players[me].hand)
    return [
        Option(
            f"discard:{kind}",
            kind,
            say("discard.label", cards=names.kind(kind)),
            say("discard.detail", cards=cards[kind]),
            place=f"hand:{kind}",
            limit=cards[kind],
        )
        for kind in KINDS
        if kind in cards
    ]


def discard(t: Table[State], me: Seat, cards: dict[str, int]) -> None:
    """Hand cards go face up to the discard pile."""
    s, gone = t.state, []
    for kind, number in cards.items():
        for _ in range(number):
            s.players[me].hand.remove(kind)
            s.deck.discard.append(kind)
            gone.append(Term(f"kind.{kind}"))
    t.tell("discard.done", who=Who(me), cards=tuple(gone))
