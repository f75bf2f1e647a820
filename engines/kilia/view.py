"""What may be seen of a game, built field by field from the State (a whitelist).

R4: all is open but the order of the decks, whose top action card shows its colour, and the points of fulfilled
contracts, which only their owner sees until the end.

`Option.place` names, for whoever draws marks:

    expand:<slot>  merchant:<slot>  sprat:<zone>   the uses of an action card or of the sprat
    learn:<slot>  build:<slot>     an action card as ability or as warehouse
    contract:<slot>                a contract of the offer
    active:<contract>              an own contract
    market:<space>  segment:<n>    spaces of the own board
    wheel:<achievement>  sprat  refresh            free moves
    offer:new  offer:keep          five new cards, or not
    way:<key>                      a row of a decision picture (payment, orientation)
    window:<segment>:<cell>        a window of ship 2
    good:<good>  relief:<thing>    a good to choose; what a sprat is played for
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engines.kernel import Moment, Msg, Score, Seat

from .council.scoring import achievement_points, contract_points, own_zone_points, points_abilities, scores
from .data.content import CONTENT
from .data.types import GOODS, Achievement, Bonus, Cell, Color, Good, Side, Space, Zone
from .outlook import Bid, Build, Expansion, bids, builds, expansions
from .payment.offered import offered
from .payment.pay import way_key
from .payment.purse import Cost, purse_of, spaces_used
from .rules.contracts import fulfillable
from .rules.market import open_spaces
from .rules.warehouses import sailings
from .table.cargo import Cargo, cargo, income, other_end, windows
from .table.deeds import Deed, read
from .table.holdings import free_segments, full, keys, next_cost, seen_cells, ship_number
from .table.state import Phase, Player, State
from .table.wheels import next_number, next_space, numbers, printed_numbers

DATA = CONTENT.data


class Slot(msgspec.Struct, frozen=True):
    """A slot of the council board with the action card and the contract that lie there."""

    number: int
    keys: int
    price: int
    card: str | None
    contract: str | None


class WheelView(msgspec.Struct, frozen=True):
    """printed: its numbers, centre first; covered: the number that nobody can have (two players), by its place;
    placed: markers on each usable number; next: place of the number for the markers that wait, among `numbers`."""

    id: Achievement
    extra: str | None
    printed: tuple[int, ...]
    covered: int | None
    numbers: tuple[int, ...]
    placed: tuple[tuple[Seat, ...], ...]
    waiting: tuple[Seat, ...]
    next: int


class ZoneView(msgspec.Struct, frozen=True):
    """cost: goods for the next card, None when the zone is full."""

    id: Zone
    good: Good
    cards: tuple[str, ...]
    cost: int | None


class Stall(msgspec.Struct, frozen=True):
    """A market space. cards: its stack, the merchant last; used: its activations in this turn; open: a card may go
    there."""

    space: Space
    bonus: Bonus
    uses: int
    cards: tuple[str, ...]
    good: Good | None
    used: int
    open: bool


class Segment(msgspec.Struct, frozen=True):
    """A segment of the canal. cells: as they lie, None where no warehouse stands; card: None for the printed one."""

    number: int
    cells: tuple[Cell, ...] | None
    card: str | None
    turned: bool


class PayingRow(msgspec.Struct, frozen=True):
    """One of the offered ways to pay. units: (kind, good needed, good given); left: goods, and coins, afterwards"""

    key: str
    units: tuple[tuple[str, str, Good], ...]
    spaces: tuple[Space, ...]
    goods: dict[Good, int]
    coins: int


class PayingView(msgspec.Struct, frozen=True):
    """The payment that is asked about."""

    needs: tuple[str, ...]
    coins: int
    ways: tuple[PayingRow, ...]


class BuildingView(msgspec.Struct, frozen=True):
    """The warehouse whose orientation is asked. this, back: the sailings of the whole canal, as printed and turned."""

    card: str
    this: tuple[Cargo, Cargo]
    back: tuple[Cargo, Cargo]


class Mat(msgspec.Struct, frozen=True):
    """A shipowner and all in front of him.

    windows, back_windows: cells that are open at the next sailing, and at the one after it
    expansions: for whoever is on turn, one for each card of the offer whose zone has room, and with the sprat
    bids, builds: for whoever is on turn, one for each contract, and for each card while the canal has room
    sailing, back: what the ship brings at the next council and at the one after it, as things are
    income: goods and coins of both together
    payable: active contracts that can be paid now
    fulfilled: how many; contracts, contract_points: which, and their points, for their owner and at the end
    points: open ones (markers on numbers, own zone)
    coming: what chips that wait and points abilities would add if the game ended now, and contracts for their owner
    """

    seat: Seat
    color: Color
    coins: int
    goods: dict[Good, int]
    keys: int
    zones: tuple[ZoneView, ...]
    own_zone: Zone
    market: tuple[Stall, ...]
    abilities: tuple[str, ...]
    canal: tuple[Segment, ...]
    ship: int
    side: Side
    windows: tuple[int, ...]
    back_windows: tuple[int, ...]
    sailing: Cargo
    back: Cargo
    income: int
    active: tuple[str, ...]
    payable: tuple[str, ...]
    fulfilled: int
    contracts: tuple[str, ...] | None
    contract_points: int | None
    chips: int
    sprat: Literal["none", "new", "held"]
    deeds: tuple[Deed, ...]
    points: int
    coming: int
    expansions: tuple[Expansion, ...]
    bids: tuple[Bid, ...]
    builds: tuple[Build, ...]


class View(msgspec.Struct, frozen=True):
    """The table.

    turn:    whose turn it is, None in the council phase and at the end
    top:     zone (colour) of the deck's top card, whose back everybody sees
    extra:   an extra action is waiting; taken: an action card has left the offer in this turn
    paying, building: what is asked about just now, for the seat that is on turn
    scores:  the final result, best first; empty before the end
    """

    seat: Seat | None
    phase: Phase
    round: int
    ending: bool
    final: bool
    turn: Seat | None
    start: Seat
    order: tuple[Seat, ...]
    extra: bool
    taken: bool
    paying: PayingView | None
    building: BuildingView | None
    slots: tuple[Slot, ...]
    deck: int
    top: Zone | None
    contract_deck: int
    wheels: tuple[WheelView, ...]
    mats: tuple[Mat, ...]
    scores: tuple[Score, ...]


def view(s: State, seat: Seat | None) -> View:
    """R4 The View of a seat."""
    slots = zip(DATA.council_board.slots, s.offer, s.contracts, strict=True)
    return View(
        seat=seat,
        phase=s.phase,
        round=s.round,
        ending=s.ending,
        final=s.final,
        turn=s.active if s.phase == "turn" else None,
        start=s.start,
        order=tuple(s.order),
        extra=s.extra,
        taken=s.taken,
        paying=_paying(s) if s.paying is not None and seat == s.active else None,
        building=_building(s, s.building) if s.building is not None and seat == s.active else None,
        slots=tuple(
            Slot(n, slot.keys, slot.price, card, contract) for n, (slot, card, contract) in enumerate(slots, 1)
        ),
        deck=len(s.deck),
        top=CONTENT.cards[s.deck[-1]].zone if s.deck else None,
        contract_deck=len(s.contract_deck),
        wheels=tuple(_wheel(s, achievement) for achievement in s.wheels),
        mats=tuple(_mat(s, i, open_=s.phase == "over" or i == seat) for i in range(len(s.players))),
        scores=scores(s) if s.phase == "over" else (),
    )


def _paying(s: State) -> PayingView:
    """R11 What `pay` offers, in the same order."""
    assert s.paying is not None
    player = s.players[s.active]
    cost = Cost(tuple(s.paying.needs), s.paying.coins)
    rows = tuple(
        PayingRow(
            way_key(player, way),
            tuple((unit.kind, unit.need, unit.given) for unit in way.units),
            spaces_used(player, way),
            dict(zip(GOODS, way.left.goods, strict=True)),
            way.left.coins,
        )
        for way in offered(purse_of(player), cost)
    )
    return PayingView(cost.needs, cost.coins, rows)


def _building(s: State, card: str) -> BuildingView:
    """R9 Both sailings, either way round, on the first free segment."""
    player = s.players[s.active]
    loads = [sailings(player, card, free_segments(player)[0], turned) for turned in (False, True)]
    return BuildingView(card, (loads[0][0], loads[1][0]), (loads[0][1], loads[1][1]))


def _wheel(s: State, achievement: Achievement) -> WheelView:
    wheel = s.wheels[achievement]
    printed, usable = printed_numbers(achievement, wheel), numbers(achievement, wheel, len(s.players))
    return WheelView(
        id=achievement,
        extra=wheel.extra,
        printed=printed,
        covered=None if usable == printed else DATA.setup.two_player_cover_rank - 1,
        numbers=usable,
        placed=tuple(tuple(markers) for markers in wheel.placed),
        waiting=tuple(wheel.waiting),
        next=next_space(wheel),
    )


def _mat(s: State, seat: Seat, *, open_: bool) -> Mat:
    player = s.players[seat]
    return Mat(
        seat=seat,
        color=player.color,
        coins=player.coins,
        goods=dict(player.goods),
        keys=keys(player),
        zones=tuple(_zone(player, zone) for zone in player.zones),
        own_zone=DATA.player_colors[player.color].zone,
        market=tuple(_stall(player, space) for space in player.market),
        abilities=tuple(player.abilities),
        canal=tuple(_segment(player, number) for number in range(1, len(player.canal) + 1)),
        ship=ship_number(player),
        side=player.side,
        windows=windows(ship_number(player), player.side),
        back_windows=windows(ship_number(player), other_end(player.side)),
        sailing=cargo(player),
        back=cargo(player, side=other_end(player.side)),
        income=sum(income(player)),
        active=tuple(player.active),
        payable=tuple(fulfillable(player)),
        fulfilled=len(player.fulfilled),
        contracts=tuple(player.fulfilled) if open_ else None,
        contract_points=contract_points(player) if open_ else None,
        chips=player.chips,
        sprat=player.sprat,
        deeds=tuple(read(deed) for deed in player.deeds),
        points=achievement_points(s, seat) + own_zone_points(player),
        coming=_coming(s, seat) + (contract_points(player) if open_ else 0),
        expansions=tuple(expansions(s, seat)) if s.phase == "turn" and s.active == seat else (),
        bids=tuple(bids(s, player)) if s.phase == "turn" and s.active == seat else (),
        builds=tuple(builds(s, player)) if s.phase == "turn" and s.active == seat else (),
    )


def _coming(s: State, seat: Seat) -> int:
    """R13, R17 Numbers of the chips that wait for the council, and points abilities with what is held now."""
    waiting = sum(next_number(s, achievement) * wheel.waiting.count(seat) for achievement, wheel in s.wheels.items())
    return waiting + points_abilities(s.players[seat]).points


def _zone(player: Player, zone: Zone) -> ZoneView:
    cost = None if full(player, zone) else next_cost(player, zone)
    return ZoneView(zone, CONTENT.good_of[zone], tuple(player.zones[zone]), cost)


def _stall(player: Player, space: Space) -> Stall:
    printed, stack = DATA.market_spaces[space], player.market[space]
    return Stall(
        space=space,
        bonus=printed.bonus,
        uses=printed.uses,
        cards=tuple(merchant.card for merchant in stack),
        good=CONTENT.good(stack[-1].card) if stack else None,
        used=stack[-1].coins // DATA.rules.merchant_cost if stack else 0,
        open=space in open_spaces(player),
    )


def _segment(player: Player, number: int) -> Segment:
    warehouse = player.canal[number - 1]
    if warehouse is None:
        return Segment(number, None, None, False)
    return Segment(number, seen_cells(player, warehouse), warehouse.card, warehouse.turned)


def moment(shown: View) -> Moment:
    """Where the game stands: the round, whose turn it is and who follows, the open points."""
    standing = tuple(score.total for score in sorted(shown.scores, key=lambda score: score.seat))
    points = standing or tuple(mat.points for mat in shown.mats)
    key = {"turn": "moment.round", "council": "moment.council", "over": "moment.over"}[shown.phase]
    if shown.phase == "turn" and shown.final:
        key = "moment.final"
    following = () if shown.turn is None else shown.order[shown.order.index(shown.turn) + 1 :]
    return Moment(Msg(key, {"round": shown.round}), shown.turn, following, points)
