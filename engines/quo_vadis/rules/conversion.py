"""R7.6 One resource into one other: an extra of Prosperity, and each turn by B02."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from engines.kernel import Option, Seat, Table, Term, Who, say
from engines.quo_vadis.data.content import KINDS, RESOURCES
from engines.quo_vadis.data.types import Resource
from engines.quo_vadis.questions import Discard, Exchange, Extra
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import room, rooms
from engines.quo_vadis.table.skills import ARTISAN_EXCHANGE
from engines.quo_vadis.table.state import State

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
                )


def convert(t: Table[State], me: Seat, pair: Pair) -> None:
    """R7.6 One cube from a track to another."""
    stock, (source, target) = t.state.players[me].stock, pair
    stock[source] -= 1
    stock[target] += 1
    t.tell("convert.done", who=Who(me), source=names.resource(source), target=names.resource(target))


async def extras(t: Table[State], me: Seat) -> None:
    """R7.6 With each action of Prosperity one hand card may be discarded or one resource turned into another."""
    s, left = t.state, t.state.playing.actions
    while left and (s.players[me].hand or next(conversions(s, me), None) is not None):
        extra = await t.choose(
            me, "extra.ask", partial(_extras, s, me), default="stop", rule="R7.6", about=Extra(left), left=left
        )
        if extra is None:
            return
        if isinstance(extra, str):
            discard(t, me, {extra: 1})
        else:
            convert(t, me, extra)
        left -= 1


def _extras(s: State, me: Seat) -> list[Option]:
    cards = Counter(s.players[me].hand)
    return [
        *conversions(s, me),
        *(
            Option(f"discard:{kind}", kind, say("discard.label", kind=names.kind(kind)), place=f"hand:{kind}")
            for kind in KINDS
            if kind in cards
        ),
        Option("stop", None, say("extra.stop")),
    ]


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


async def discard_after_change(t: Table[State], me: Seat) -> None:
    """R7.6 After a change, at the end, any number of hand cards. Nothing is drawn now."""
    s = t.state
    hand = len(s.players[me].hand)
    if hand:
        chosen = await t.allocate(
            me,
            "discard.ask",
            partial(_discards, s, me),
            hand,
            at_least=0,
            default=(),
            rule="R7.6",
            about=Discard(hand),
        )
        if chosen:
            discard(t, me, chosen)


def _discards(s: State, me: Seat) -> list[Option]:
    cards = Counter(s.players[me].hand)
    return [
        Option(
            f"discard:{kind}",
            kind,
            names.kind(kind),
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
