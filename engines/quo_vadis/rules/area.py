"""R7.1 Area selection: two genesis cards name the genesis area."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from engines.kernel import Lazy, Msg, Option, Seat, Table, Who, say
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.data.types import Tier
from engines.quo_vadis.questions import ChooseArea
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import participants, towns_in
from engines.quo_vadis.table.skills import SEERS_EYE
from engines.quo_vadis.table.state import FREE, Area, State

from .gains import pay
from .war.strength import contested
from .wrath import reach, wrath_is_next


class Way(NamedTuple):
    """One way to choose an area: two genesis cards, and the faith that it costs."""

    area: str
    cards: tuple[str, str]
    faith: int

    @property
    def key(self) -> str:
        return f"area:{self.area}:{self.cards[0]}+{self.cards[1]}"


class Selected(NamedTuple):
    """strike: whether wrath will be used there; None: that was not asked with the area."""

    way: Way
    strike: bool | None


async def select_area(t: Table[State], me: Seat) -> bool | None:
    """R7.1 Choose an area, at first by the cheapest way; the other ways are a question of their own.

    Whether wrath strikes there is chosen with it (R12), so who does not want to is not asked again. None: not asked.
    """
    s = t.state
    selected: Selected | None = await t.choose(
        me,
        "area.question",
        partial(cheapest, s, me),
        default=_without_cost(s, me),
        rule="R7.1",
        about=ChooseArea(s.players[me].stock["faith"]),
        sentences=(_time(s), _asked(s, me)),
    )
    if selected is not None:
        way = selected.way
    else:
        way = await t.choose(
            me,
            "area.ask_way",
            partial(all_ways, s, me),
            default=_without_cost(s, me),
            rule="R7.1",
            about=ChooseArea(s.players[me].stock["faith"], other=True),
        )
    pay(s, me, "faith", way.faith)
    s.markers = list(way.cards)
    s.playing.area = s.players[me].chosen = way.area
    cards = tuple(names.card(card) for card in way.cards)
    key = "area.paid" if way.faith else "area.done"
    t.tell(key, who=Who(me), area=names.area(way.area), cards=cards, faith=way.faith)
    return None if selected is None else selected.strike


def _time(s: State) -> Msg:
    """R7, R8 The round, in which each player has one turn; so the last one is the last turn."""
    last = s.round == DATA.meta.rounds
    return say("area.last_turn" if last else "area.round", round=s.round, of=DATA.meta.rounds)


def _asked(s: State, me: Seat) -> Msg:
    strikes = wrath_is_next(s, me) and reach(s, me)
    return say("area.ask_wrath", wrath=s.players[me].wrath) if strikes else say("area.ask")


def ways(s: State, me: Seat) -> Iterator[Way]:
    """R7.1 Number cards without a marker, or Free for 1 faith each; the area must exist. B07: the first Free is free.

    The ways of one area stand together, the cheapest first.
    """
    player = s.players[me]
    waived, faith_left, blocked = SEERS_EYE in player.skills, player.stock["faith"], s.markers
    for area in s.areas:
        found = []
        for cards, frees in CARDS[area]:
            if (cards[0] in blocked and cards[0] != FREE) or (cards[1] in blocked and cards[1] != FREE):
                continue
            faith = DATA.costs.free_card_faith * max(0, frees - waived)
            if faith <= faith_left:
                found.append((faith, frees, Way(area, cards, faith)))
        if len(found) > 1:
            found.sort()
        yield from (way for _, _, way in found)


def _cards(low: str, high: str) -> Iterator[tuple[tuple[str, str], int]]:
    """Two genesis cards for these numbers, and how many of them are Free."""
    for first in (low, FREE):
        for second in (high, FREE):
            if first == second != FREE or (low == high and first == FREE != second):
                continue  # there is one card of each number; Free and a number is one choice, not two
            yield (first, second), (first, second).count(FREE)


CARDS = {tile.id: tuple(_cards(*map(str, tile.numbers))) for tile in DATA.tile}


def cheapest(s: State, me: Seat) -> list[Option]:
    """Each area once, by its cheapest way, without wrath or with it; and, if there are others, the way to them."""
    first: dict[str, Way] = {}
    more = False
    for way in ways(s, me):
        if way.area in first:
            more = True
        else:
            first[way.area] = way
    sure = wrath_is_next(s, me)
    tier = reach(s, me) if sure else None
    calm = None if tier is None else say("area.calm")
    options = [
        Option(
            way.key,
            Selected(way, False if sure else None),
            _area(way.area),
            partial(outlook, s, me, way),
            group=calm,
            place=f"area:{way.area}",
            variant=calm,
        )
        for way in first.values()
    ]
    if tier is not None:
        options += [
            Option(
                f"{way.key}:strike",
                Selected(way, True),
                _area(way.area),
                partial(_struck, s, me, way, tier),
                group=say("area.strike", wrath=s.players[me].wrath),
                place=f"strike:{way.area}",
                variant=say("area.strike", wrath=s.players[me].wrath),
            )
            for way in first.values()
        ]
    if more:
        options.append(Option("other", None, say("area.other"), say("area.other_detail")))
    return options


def all_ways(s: State, me: Seat) -> list[Option]:
    """Every way to choose every area, since the markers that are left behind matter to the next player."""
    return [
        Option(
            way.key,
            way,
            say("area.way", cards=tuple(names.card(card) for card in way.cards)),
            _price(s, me, way),
            group=_area(way.area),
        )
        for way in ways(s, me)
    ]


def _without_cost(s: State, me: Seat) -> str:
    """R7.1 There is always a way without faith: at most two numbers are blocked, and all ten pairs lie on the map."""
    return next(way.key for way in ways(s, me) if not way.faith)


def _area(area: str) -> Msg:
    return say("area.label", area=area)


def _price(s: State, me: Seat, way: Way) -> Lazy:
    if not way.faith:
        return say("area.no_cost")
    return say("area.cost", faith=way.faith, left=s.players[me].stock["faith"] - way.faith)


def outlook(s: State, me: Seat, way: Way) -> Msg:
    """What choosing an area costs and means: terrains, own growth, who is there, a war that is certain."""
    area = s.areas[way.area]
    facts: list[Msg] = []
    if way.faith:
        facts.append(say("area.cost", faith=way.faith, left=s.players[me].stock["faith"] - way.faith))
    facts.append(say("area.terrains", terrains=tuple(names.terrain(terrain) for terrain in area.terrains)))
    if growing := len(towns_in(area, me)):
        facts.append(say("area.growing", towns=growing))
    if there := _others(s, area, me):
        facts.append(say("area.others", others=there))
    if contested(area, s.seats):
        facts.append(say("area.war"))
    return say("parts", parts=tuple(facts))


def _struck(s: State, me: Seat, way: Way, tier: Tier) -> Msg:
    """What wrath could do in an area."""
    area = s.areas[way.area]
    facts = [say("area.reach", spaces=tier.max_spaces, loss=tier.town_loss)]
    if way.faith:
        facts.append(say("area.cost", faith=way.faith, left=s.players[me].stock["faith"] - way.faith))
    if there := _others(s, area, me):
        facts.append(say("area.others", others=there))
    return say("parts", parts=tuple(facts))


def _others(s: State, area: Area, me: Seat) -> tuple[Who, ...]:
    return tuple(Who(seat) for seat in participants(area, s.seats) if seat != me)
