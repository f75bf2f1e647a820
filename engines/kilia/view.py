"""View of a game for one seat, built field by field from the State (a whitelist).

R4: all is public but the order of the decks, whose top action card shows its colour, and the points of fulfilled
contracts, which only their owner sees until the end.

`Option.place` names, used by pictures to draw marks:

    expand:<slot>  merchant:<slot>  sprat:<zone>   the uses of an action card or of the sprat
    learn:<slot>  build:<slot>     an action card as ability or as warehouse
    contract:<slot>                a contract of the offer
    active:<contract>              a contract of the reader's
    market:<space>  segment:<n>    spaces of the reader's board
    wheel:<achievement>  sprat  refresh            free moves
    offer:new  offer:keep          five new cards, or not
    way:<key>                      a row of a decision picture (payment, orientation)
    deliver:<space>.<space>        a row of the picture of merchants that deliver
    window:<segment>:<cell>        a window of ship 2
    good:<good>  relief:<thing>    a good to choose; the thing that a sprat is traded for
"""

from typing import Literal

import msgspec

from engines.kernel import Score, Seat
from engines.kilia.council import scoring
from engines.kilia.table import queries

from . import forecast
from .data.content import CONTENT
from .data.types import GOODS, Achievement, Bonus, Cell, Color, Good, Side, Space, Zone
from .payment.options import select_payments
from .payment.pay import build_delivery_key, build_payment_key
from .payment.purse import Cost, build_purse, list_delivery_choices, list_spaces_used
from .rules.contracts import list_fulfillable
from .rules.market import list_open_spaces
from .rules.second_card import compute_sailings
from .table.cargo import Cargo, compute_cargo, compute_income, find_other_end, list_open_cells
from .table.state import Phase, Player, State
from .table.turn_actions import TurnAction, parse_turn_action

DATA = CONTENT.data


class SlotView(msgspec.Struct, frozen=True):
    """A slot of the council board with its action card and its contract."""

    number: int  # from 1 at the left
    keys: int  # number of keys with which its cards are free (R7.1)
    price: int  # coins for a player with fewer keys
    card: str | None  # action card; None for a hole in the offer
    contract: str | None  # None for a hole in the offer


class WheelView(msgspec.Struct, frozen=True):
    """An achievement with its wheel."""

    id: Achievement  # key in data.toml and terms.toml
    extra_wheel: str | None
    """Id of the extra wheel that covers the printed one."""
    printed_numbers: tuple[int, ...]
    """All its numbers, the centre first."""
    covered_index: int | None
    """Index in `printed_numbers` of the number that is not usable (two players)."""
    numbers: tuple[int, ...]
    """Usable numbers."""
    markers: tuple[tuple[Seat, ...], ...]
    """Seats with a marker on each usable number."""
    waiting_seats: tuple[Seat, ...]
    """Seats with a marker that waits for the council, one entry for each marker."""
    next_index: int
    """Index in `numbers` of the number for the waiting markers."""


class ZoneView(msgspec.Struct, frozen=True):
    """A zone of a player board."""

    id: Zone  # key in data.toml and terms.toml
    good: Good  # good that pays its expansions
    cards: tuple[str, ...]  # oldest first; "sprat" for a sprat
    cost: int | None
    """Goods for the next card; None if the zone is full."""


class MarketSpaceView(msgspec.Struct, frozen=True):
    """A market space of a player board."""

    space: Space  # M1 to M3 at the bottom, M6 at the top
    bonus: Bonus  # gain of the first merchant there (R8)
    uses: int
    """Number of activations of its merchant in a turn."""
    cards: tuple[str, ...]
    """Its stack, the merchant last."""
    good: Good | None  # good of its merchant; None without one
    used_count: int
    """Activations already used in this turn."""
    is_open: bool
    """True if a card may be placed there."""


class SegmentView(msgspec.Struct, frozen=True):
    """A segment of the canal."""

    number: int  # from 1 at the left
    cells: tuple[Cell, ...] | None
    """Cells as they lie; None if no warehouse stands there."""
    card: str | None
    """None for the printed warehouse."""
    is_turned: bool  # turned by 180 degrees (R16.1)


class PaymentRow(msgspec.Struct, frozen=True):
    """One of the offered payments."""

    key: str  # key of its option: "pay:..."
    units: tuple[tuple[str, str, Good], ...]
    """Units as (kind, good needed, good given)."""
    spaces: tuple[Space, ...]  # of its merchants, one entry per delivery
    remaining_goods: dict[Good, int]
    """Goods that remain afterwards."""
    remaining_coins: int
    """Coins that remain afterwards."""


class PaymentView(msgspec.Struct, frozen=True):
    """The payment that the player is asked about."""

    needs: tuple[str, ...]  # goods to pay, one entry per unit
    coins: int  # of the cost itself, without those for merchants
    payments: tuple[PaymentRow, ...]  # in the order of the options


class DeliveryRow(msgspec.Struct, frozen=True):
    """One of the offered groups of merchants."""

    key: str  # key of its option: "deliver:..."
    spaces: tuple[Space, ...]
    """Spaces of the merchants, one entry for each unit."""


class DeliveryView(msgspec.Struct, frozen=True):
    """The units of one good whose merchants are asked."""

    good: Good  # good to deliver
    rows: tuple[DeliveryRow, ...]  # in the order of the options


class BuildingView(msgspec.Struct, frozen=True):
    """The warehouse whose place and orientation are asked."""

    card: str  # action card that becomes the warehouse
    segment: int
    """The segment proposed or chosen."""
    next_sailings: tuple[Cargo, Cargo]
    """Cargo of the whole canal at the next sailing, as printed and turned."""
    return_sailings: tuple[Cargo, Cargo]
    """Cargo of the whole canal at the sailing after it, as printed and turned."""


class Mat(msgspec.Struct, frozen=True):
    """A shipowner with the player board and everything else in front of the player."""

    seat: Seat  # seat of the shipowner
    color: Color  # decides the player's own good and zone
    coins: int  # without those on merchants
    goods: dict[Good, int]  # units in the personal supply
    keys: int  # 1 printed, 1 for each card under the castle
    zones: tuple[ZoneView, ...]  # in printed order
    own_zone: Zone  # zone of the player's colour, which scores (R17)
    market: tuple[MarketSpaceView, ...]  # bottom row first
    abilities: tuple[str, ...]  # action cards in the knowledge zone
    canal: tuple[SegmentView, ...]  # all segments, left to right
    ship: int  # number of the ship, 1 to 5
    side: Side  # end of the canal where the ship lies
    windows: tuple[int, ...]
    """Cells open at the next sailing."""
    return_windows: tuple[int, ...]
    """Cells open at the sailing after the next."""
    next_sailing: Cargo
    """Cargo at the next council, as things stand."""
    return_sailing: Cargo
    """Cargo at the council after the next, as things stand."""
    income: int
    """Goods and coins of both sailings together."""
    active_contracts: tuple[str, ...]
    """Contracts lying face up."""
    payable_contracts: tuple[str, ...]
    """Active contracts that can be paid now."""
    fulfilled_count: int
    """Number of fulfilled contracts."""
    fulfilled_contracts: tuple[str, ...] | None
    """Fulfilled contracts, visible to their owner and at the end."""
    contract_points: int | None
    """Points of fulfilled contracts, visible to their owner and at the end."""
    chips: int  # scoring chips not yet placed
    sprat: Literal["none", "new", "held"]  # "new" in the turn in which it was gained
    turn_actions: tuple[TurnAction, ...]
    """Actions of the last own turn."""
    points: int
    """Open points: markers on numbers, own zone."""
    pending_points: int
    """Points that waiting chips and points abilities would add if the game ended now; for the owner, contracts too."""
    expansion_forecasts: tuple[forecast.ExpansionForecast, ...]
    """For the active seat: one per offered card whose zone is not full, and with the sprat."""
    contract_forecasts: tuple[forecast.ContractForecast, ...]
    """For the active seat: one per contract."""
    warehouse_forecasts: tuple[forecast.WarehouseForecast, ...]
    """For the active seat: one per card while the canal has a free segment."""


class View(msgspec.Struct, frozen=True):
    """The table as one seat sees it."""

    seat: Seat | None  # seat of the reader; None for a spectator
    phase: Phase  # a turn, the council after a round, or the end
    round: int  # from 1
    is_ending: bool  # True if the next round is the final one
    is_final_round: bool  # True in the round after a last chip (R17)
    turn: Seat | None
    """Active seat; None in the council phase and at the end."""
    start: Seat  # seat with the coat of arms
    order: tuple[Seat, ...]  # all seats, clockwise from `start`
    has_extra_action: bool
    """True if an extra action is available."""
    has_taken_card: bool
    """True if an action card has left the offer in this turn."""
    pending_payment: PaymentView | None
    """The payment asked about, for the active seat only."""
    delivery: DeliveryView | None
    """The delivery asked about, for the active seat only."""
    building: BuildingView | None
    """The warehouse asked about, for the active seat only."""
    slots: tuple[SlotView, ...]  # left to right
    deck_size: int
    """Number of action cards in the deck."""
    top_zone: Zone | None
    """Zone (colour) of the deck's top card, whose back is public."""
    contract_deck_size: int  # contracts left in the deck
    wheels: tuple[WheelView, ...]  # in the order of data.toml
    mats: tuple[Mat, ...]  # by seat
    scores: tuple[Score, ...]
    """Final result, best first; empty before the end."""


def build_view(s: State, seat: Seat | None) -> View:
    """R4 Build the View of a seat."""
    slots = zip(DATA.council_board.slots, s.offer, s.contracts, strict=True)
    return View(
        seat=seat,
        phase=s.phase,
        round=s.round,
        is_ending=s.is_ending,
        is_final_round=s.is_final_round,
        turn=s.active if s.phase == "turn" else None,
        start=s.start,
        order=tuple(s.order),
        has_extra_action=s.has_extra_action,
        has_taken_card=s.has_taken_card,
        pending_payment=_build_payment_view(s) if s.paying is not None and seat == s.active else None,
        delivery=_build_delivery_view(s) if s.delivery is not None and seat == s.active else None,
        building=_build_building_view(s, s.building) if s.building is not None and seat == s.active else None,
        slots=tuple(
            SlotView(n, slot.keys, slot.price, card, contract) for n, (slot, card, contract) in enumerate(slots, 1)
        ),
        deck_size=len(s.deck),
        top_zone=CONTENT.cards[s.deck[-1]].zone if s.deck else None,
        contract_deck_size=len(s.contract_deck),
        wheels=tuple(_build_wheel_view(s, achievement) for achievement in s.wheels),
        mats=tuple(_build_mat(s, i, is_open=s.phase == "over" or i == seat) for i in range(len(s.players))),
        scores=scoring.compute_scores(s) if s.phase == "over" else (),
    )


def _build_payment_view(s: State) -> PaymentView:
    """R11 Build the view of the payments that `pay_cost` offers, in the same order."""
    assert s.paying is not None
    player = s.players[s.active]
    cost = Cost(tuple(s.paying.needs), s.paying.coins)
    rows = tuple(
        PaymentRow(
            build_payment_key(player, payment),
            tuple((unit.kind, unit.need, unit.source_good) for unit in payment.units),
            list_spaces_used(player, payment),
            dict(zip(GOODS, payment.remaining.goods, strict=True)),
            payment.remaining.coins,
        )
        for payment in select_payments(build_purse(player), cost)
    )
    return PaymentView(cost.needs, cost.coins, rows)


def _build_delivery_view(s: State) -> DeliveryView:
    """R11 Build the view of the merchants that `choose_merchants` offers, in the same order."""
    assert s.delivery is not None
    good = s.delivery.good
    choices = list_delivery_choices(s.players[s.active], good, s.delivery.count)
    return DeliveryView(good, tuple(DeliveryRow(build_delivery_key(spaces), spaces) for spaces in choices))


def _build_building_view(s: State, card: str) -> BuildingView:
    """R9 Build the view of both sailings in either orientation."""
    player = s.players[s.active]
    segment = s.building_segment or queries.list_free_segments(player)[0]  # earlier rules did not keep the segment
    sailings = [compute_sailings(player, card, segment, is_turned) for is_turned in (False, True)]
    return BuildingView(card, segment, (sailings[0][0], sailings[1][0]), (sailings[0][1], sailings[1][1]))


def _build_wheel_view(s: State, achievement: Achievement) -> WheelView:
    wheel = s.wheels[achievement]
    all_numbers, usable_numbers = (
        queries.list_printed_numbers(achievement, wheel),
        queries.list_usable_numbers(achievement, wheel, len(s.players)),
    )
    return WheelView(
        id=achievement,
        extra_wheel=wheel.extra,
        printed_numbers=all_numbers,
        covered_index=None if usable_numbers == all_numbers else DATA.setup.two_player_cover_rank - 1,
        numbers=usable_numbers,
        markers=tuple(tuple(markers) for markers in wheel.markers),
        waiting_seats=tuple(wheel.waiting),
        next_index=queries.find_next_space(wheel),
    )


def _build_mat(s: State, seat: Seat, *, is_open: bool) -> Mat:
    player = s.players[seat]
    return Mat(
        seat=seat,
        color=player.color,
        coins=player.coins,
        goods=dict(player.goods),
        keys=queries.count_keys(player),
        zones=tuple(_build_zone_view(player, zone) for zone in player.zones),
        own_zone=DATA.player_colors[player.color].zone,
        market=tuple(_build_market_space_view(player, space) for space in player.market),
        abilities=tuple(player.abilities),
        canal=tuple(_build_segment_view(player, number) for number in range(1, len(player.canal) + 1)),
        ship=queries.find_ship_number(player),
        side=player.side,
        windows=list_open_cells(queries.find_ship_number(player), player.side),
        return_windows=list_open_cells(queries.find_ship_number(player), find_other_end(player.side)),
        next_sailing=compute_cargo(player),
        return_sailing=compute_cargo(player, side=find_other_end(player.side)),
        income=sum(compute_income(player)),
        active_contracts=tuple(player.active),
        payable_contracts=tuple(list_fulfillable(player)),
        fulfilled_count=len(player.fulfilled),
        fulfilled_contracts=tuple(player.fulfilled) if is_open else None,
        contract_points=scoring.compute_contract_points(player) if is_open else None,
        chips=player.chips,
        sprat=player.sprat,
        turn_actions=tuple(parse_turn_action(action) for action in player.turn_actions),
        points=scoring.compute_achievement_points(s, seat) + scoring.compute_own_zone_points(player),
        pending_points=_compute_pending_points(s, seat) + (scoring.compute_contract_points(player) if is_open else 0),
        expansion_forecasts=tuple(forecast.forecast_expansions(s, seat))
        if s.phase == "turn" and s.active == seat
        else (),
        contract_forecasts=tuple(forecast.forecast_contracts(s, player))
        if s.phase == "turn" and s.active == seat
        else (),
        warehouse_forecasts=tuple(forecast.forecast_warehouses(s, player))
        if s.phase == "turn" and s.active == seat
        else (),
    )


def _compute_pending_points(s: State, seat: Seat) -> int:
    """R13, R17 Sum the numbers of chips waiting for the council and the points abilities with the present stock."""
    waiting_points = sum(
        queries.find_next_number(s, achievement) * wheel.waiting.count(seat) for achievement, wheel in s.wheels.items()
    )
    return waiting_points + scoring.score_points_abilities(s.players[seat]).points


def _build_zone_view(player: Player, zone: Zone) -> ZoneView:
    cost = None if queries.is_full(player, zone) else queries.find_next_cost(player, zone)
    return ZoneView(zone, CONTENT.good_of[zone], tuple(player.zones[zone]), cost)


def _build_market_space_view(player: Player, space: Space) -> MarketSpaceView:
    space_data, stack = DATA.market_spaces[space], player.market[space]
    return MarketSpaceView(
        space=space,
        bonus=space_data.bonus,
        uses=space_data.uses,
        cards=tuple(merchant.card for merchant in stack),
        good=CONTENT.find_good(stack[-1].card) if stack else None,
        used_count=stack[-1].coins // DATA.rules.merchant_cost if stack else 0,
        is_open=space in list_open_spaces(player),
    )


def _build_segment_view(player: Player, number: int) -> SegmentView:
    warehouse = player.canal[number - 1]
    if warehouse is None:
        return SegmentView(number, None, None, False)
    return SegmentView(number, queries.list_cells(player, warehouse), warehouse.card, warehouse.is_turned)
