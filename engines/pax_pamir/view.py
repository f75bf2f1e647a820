"""R13 The part of the State that a seat may see, built field by field.

A hand is in its owner's View only; of the deck only the size is. Cards are numbers; their printed facts are in
`content.CONTENT` (`cards`, `events`, `ai`).

Values of `Option.place`, by which pictures draw marks:

    market:<0..11>       a market space; 0-5 = T0-T5, 6-11 = B0-B5
    hand:<card>          a card of the reader's hand
    court:<card>         a card in somebody's court
    end:left|right       an end of the reader's court
    region:<region>      a region
    border:<border>      a border
    army:<region>:<coalition>   armies of a coalition in a region
    tribe:<region>:<player>     tribes of a player in a region
    gift:<2|4|6>         a gift space of the deciding player
    player:<player>      a player
    suit:<suit>          a suit (the marker on the track)
    coalition:<coalition>
    no:spy|house         no place: the spy is not placed, or goes to the supply
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import Literal

import msgspec

from engines.kernel import Message, Score, Seat, TurnInfo
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import Coalition, Region, Suit
from engines.pax_pamir.table import derived, scoring
from engines.pax_pamir.table.bribes import find_hostage_bribe, find_play_bribe, may_decline
from engines.pax_pamir.table.market import compute_cost, compute_unit_cost, is_locked
from engines.pax_pamir.table.questions import (
    BribeAnswered,
    ConfidenceFailure,
    DeclaredPieces,
    PayDebt,
    SafeHouse,
    find_declared_pieces,
)
from engines.pax_pamir.table.state import Check, Phase, Request, State
from engines.pax_pamir.table.wakhan_cards import find_pragmatic_loyalty, read_black_arrow, read_red_arrow

from .redeal import OPEN_HANDS


class MarketSpace(msgspec.Struct, frozen=True):
    """A space of the market."""

    index: int
    """0-5 in the top row, 6-11 in the bottom row, from left to right."""
    card: int | None
    """None if vacant."""
    rupees: int
    """Rupees on the card, or on the vacant space."""
    cost: int
    """Cost for the player on turn: doubled while military is favored, 0 by #66, #68, #70."""
    is_locked: bool
    """True if the card cannot be bought this turn."""


class CourtSlot(msgspec.Struct, frozen=True):
    """A card in a court."""

    card: int
    """Number of the court card."""
    spies: tuple[int, ...]
    """Number by player."""
    hostage: int | None
    """The player who holds the card hostage (R4.6)."""
    is_used: bool
    """True if the card has given its action this turn."""
    is_favored: bool
    """True if its action is a bonus action (R4.7)."""
    bribe: int = 0
    """Full bribe that the owner pays to the captor for using the card (R7)."""


class PlayerView(msgspec.Struct, frozen=True):
    """A player as one seat sees it."""

    number: int
    """The seat; Wakhan's number follows those of the people."""
    color: str  # key of `player_colors` in terms.toml
    is_automa: bool  # True for Wakhan alone
    loyalty: Coalition | None
    """For Wakhan the pragmatic loyalty (R14.2)."""
    vp: int  # VP from the checks so far
    rupees: int  # public, as all money is (R13)
    hand_size: int
    """Number of hand cards."""
    hand: tuple[int, ...] | None
    """None if the seat may not see it."""
    court: tuple[CourtSlot, ...]  # from left to right
    gifts: tuple[int, ...]  # prices of the filled gift spaces, ascending
    prizes: tuple[tuple[int, Coalition], ...]
    """(card, coalition)."""
    events: tuple[int, ...]
    """Lasting events before the player."""
    influence: int
    """For Wakhan: with the dominant coalition, or her largest if none is dominant."""
    court_limit: int  # cards that may stay at the end of the turn (R4.1)
    hand_limit: int  # cards that may stay at the end of the turn (R4.1)
    tax_shelter: int  # rupees that taxes cannot take (R8.1)
    military_stars: int  # they break ties at the end of the game (R10.1)
    cylinders: int
    """Cylinders in the supply."""
    in_play: int
    """Cylinders in play: tribes, spies and gifts."""
    bribes: dict[int, int] = {}
    """Card of a visible hand -> full bribe for playing it; only cards for which a bribe is due (R7)."""
    may_decline: bool = False
    """True if the player may decline bribes (#107)."""


class RegionView(msgspec.Struct, frozen=True):
    """A region with its pieces."""

    id: Region
    """Key of the region in data.toml."""
    armies: dict[Coalition, int]
    """Coalition -> number; without zeros."""
    tribes: tuple[int, ...]
    """Number by player."""
    ruler: int | None
    """Player with the ruler token; None if nobody rules (R4.5)."""


class BorderView(msgspec.Struct, frozen=True):
    """A border with its roads."""

    id: str
    """Key of the border in data.toml."""
    regions: tuple[Region, Region]
    """Regions that it separates."""
    roads: dict[Coalition, int]
    """Coalition -> number; without zeros."""


class WakhanView(msgspec.Struct, frozen=True):
    """Wakhan's face-up card, and the back of her next one (R14.3)."""

    front: int | None
    """The face-up card; None before her first turn."""
    deck: int
    """Number of cards in her deck."""
    next_columns: tuple[int, ...]
    """Columns on the back of the top card of her deck."""
    next_rows: tuple[str, ...]
    """Rows on the same back."""
    column: int | None
    """Market column of the black arrow; None before her first turn."""
    row: Literal["top_left", "bottom_right"] | None
    """Direction of the red arrow; None before her first turn."""


class TurnView(msgspec.Struct, frozen=True):
    """The current turn."""

    player: int
    """The player on turn, who may be Wakhan."""
    actions: int
    """Actions left, without bonus actions."""
    request: Request | None
    """An open bribe request (R7)."""
    awaited_seat: Seat | None = None
    """The seat that has to answer a question now; None if it is the player on turn."""
    await_reason: Literal["spy", "debt", "event"] | None = None
    """The reason why that seat is asked: its spy was removed, it owes a debt, or it loses a card by an event."""


class View(msgspec.Struct, frozen=True):
    """The table as one seat sees it."""

    seat: Seat | None
    """None for a spectator."""
    phase: Phase  # "over" after the final check or a clear lead (R10.4)
    players: tuple[PlayerView, ...]  # people in seat order, then Wakhan if she plays
    ring: tuple[int, ...]
    """Players in turn order, clockwise."""
    regions: tuple[RegionView, ...]  # in the order of data.toml
    borders: tuple[BorderView, ...]  # in the order of data.toml
    market: tuple[MarketSpace, ...]  # 12 spaces, by `MarketSpace.index`
    favored: Suit  # suit of the marker (R4.7)
    has_double_prices: bool
    """True if purchases cost double, because military is favored."""
    blocks: dict[Coalition, int]
    """Coalition -> blocks on the map (armies and roads), highest number first."""
    dominant: Coalition | None
    """The coalition that would win a check now."""
    lead: int
    """Number of blocks by which a dominant coalition must lead."""
    deck: int
    """Number of cards left."""
    checks_left: int
    """Dominance checks in deck and market."""
    discards: tuple[int, ...]  # face up, oldest first
    globals: tuple[int, ...]
    """Lasting events that affect all players (their discarded or global side)."""
    bank: int  # rupees; below 0 only if the coin limit is lifted (R4.3)
    removed: int
    """Rupees that left the game."""
    turn: TurnView | None  # None while loyalties are chosen and after the end
    wakhan: WakhanView | None  # None without Wakhan
    checks: tuple[Check, ...]
    """Dominance checks scored so far."""
    options: tuple[str, ...]  # table options that are on
    scores: tuple[Score, ...]
    """Empty before the end."""
    forecast: tuple[int, ...] = ()
    """VP that each player would gain from a dominance check now; empty after the end."""
    forecast_winner: int | None = None
    """The player who would win the game at once by that check, with a clear lead (R10.4)."""


def build_view(s: State, seat: Seat | None) -> View:
    """R13 Build the table as the seat sees it."""
    turn = s.turn if s.phase == "turn" else None
    active_player = s.current_turn.player
    forecast = scoring.build_check_forecast(s)
    return View(
        seat=seat,
        phase=s.phase,
        players=tuple(_build_player_view(s, number, seat) for number in range(len(s.players))),
        ring=tuple(s.ring),
        regions=tuple(
            RegionView(region, dict(s.armies[region]), tuple(s.tribes[region]), s.rulers[region])
            for region in CONTENT.regions
        ),
        borders=tuple(BorderView(border, ends, dict(s.roads[border])) for border, ends in CONTENT.borders.items()),
        market=tuple(
            MarketSpace(index, space.card, space.rupees, compute_cost(s, active_player, index), is_locked(s, index))
            for index, space in enumerate(s.market)
        ),
        favored=s.favored,
        has_double_prices=compute_unit_cost(s) > 1,
        blocks=forecast.blocks,
        dominant=forecast.dominant,
        lead=scoring.compute_required_lead(s),
        deck=len(s.deck),
        checks_left=scoring.count_checks_left(s),
        discards=tuple(s.discards),
        globals=tuple(s.globals),
        bank=s.count_bank_rupees(),
        removed=s.removed,
        turn=None if turn is None else TurnView(turn.player, turn.actions, deepcopy(turn.request)),
        wakhan=_build_wakhan_view(s),
        checks=tuple(s.checks),
        options=tuple(s.options),
        scores=scoring.compute_scores(s) if scoring.is_over(s) else (),
        forecast=forecast.gained_vp,
        forecast_winner=forecast.winner,
    )


def add_prompts(view: View, subjects: Mapping[Seat, object]) -> View:
    """R13 Add to the view which seat is asked a question outside its turn, and why; the sum that a payee demands; and
    the pieces where the part of an action puts them that is declared (R7.1).

    subjects: seat -> subject of its question. At most one seat is asked at a time, and only public facts decide
    whether it is: pieces, sums and hand sizes.
    """
    seat = next(iter(subjects), None)
    if view.turn is None or seat is None:
        return view
    subject, turn = subjects[seat], view.turn
    declared = find_declared_pieces(subject)
    if declared is not None:
        view = _move_declared_pieces(view, declared)
    if isinstance(subject, BribeAnswered) and turn.request is not None:  # the State does not keep a refusal
        request = msgspec.structs.replace(turn.request, counter=subject.demanded)
        turn = msgspec.structs.replace(turn, request=request)
    if seat != turn.player:
        turn = msgspec.structs.replace(turn, awaited_seat=seat, await_reason=_find_await_reason(subject))
    return msgspec.structs.replace(view, turn=turn)


def _move_declared_pieces(view: View, declared: DeclaredPieces) -> View:
    """R7.1 Return the view with these pieces on the map and on the courts, the rupees left and the check they bring."""
    regions = tuple(
        RegionView(region.id, declared.armies[region.id], tuple(declared.tribes[region.id]), declared.rulers[region.id])
        for region in view.regions
    )
    borders = tuple(BorderView(border.id, border.regions, declared.roads[border.id]) for border in view.borders)
    no_spies = [0] * len(view.players)
    players = []
    for player in view.players:
        slots = [
            msgspec.structs.replace(
                slot, spies=tuple(declared.spies.get(slot.card, no_spies)), hostage=declared.captors.get(slot.card)
            )
            for slot in player.court
        ]
        players.append(msgspec.structs.replace(player, court=tuple(slots), rupees=declared.rupees[player.number]))
    return msgspec.structs.replace(
        view,
        regions=regions,
        borders=borders,
        players=tuple(players),
        blocks=declared.forecast.blocks,
        dominant=declared.forecast.dominant,
        forecast=declared.forecast.gained_vp,
        forecast_winner=declared.forecast.winner,
    )


def _find_await_reason(subject: object) -> Literal["spy", "debt", "event"] | None:
    match subject:
        case SafeHouse():
            return "spy"
        case PayDebt():
            return "debt"
        case ConfidenceFailure():
            return "event"
        case _:
            return None


def _build_player_view(s: State, number: int, seat: Seat | None) -> PlayerView:
    player = s.players[number]
    automa = number == s.wakhan
    shows_hand = number == seat or OPEN_HANDS in s.options
    return PlayerView(
        number=number,
        color=player.color,
        is_automa=automa,
        loyalty=_find_shown_loyalty(s) if automa else player.loyalty,
        vp=player.vp,
        rupees=player.rupees,
        hand_size=len(player.hand),
        hand=tuple(player.hand) if shows_hand else None,
        court=tuple(_build_court_slot(s, number, card) for card in player.court),
        gifts=tuple(sorted(player.gifts)),
        prizes=tuple((card, prize) for card in player.prizes if (prize := CONTENT.cards[card].prize) != "none"),
        events=tuple(player.events),
        influence=_compute_shown_influence(s, number),
        court_limit=derived.compute_court_limit(s, number),
        hand_limit=derived.compute_hand_limit(s, number),
        tax_shelter=derived.compute_tax_shelter(s, number),
        military_stars=derived.count_stars(s, number, "military"),
        cylinders=s.count_supply(number),
        in_play=s.count_cylinders(number),
        bribes={card: due.full for card in player.hand if shows_hand and (due := find_play_bribe(s, number, card))},
        may_decline=may_decline(s, number),
    )


def _build_court_slot(s: State, owner: int, card: int) -> CourtSlot:
    spies = tuple(s.spies.get(card, (0,) * len(s.players)))
    is_used = s.turn is not None and card in s.turn.used_cards
    due = find_hostage_bribe(s, owner, card)
    bribe = 0 if due is None else due.full
    return CourtSlot(card, spies, derived.find_captor(s, card), is_used, derived.is_favored(s, owner, card), bribe)


def _compute_shown_influence(s: State, number: int) -> int:
    """R4.4 Return the influence to show. Wakhan's is with the dominant coalition, else her largest (R14.2)."""
    if number != s.wakhan:
        return derived.compute_influence(s, number)
    coalition = scoring.find_dominant_coalition(s)
    return max(derived.compute_influence(s, number, side) for side in ((coalition,) if coalition else COALITIONS))


def _find_shown_loyalty(s: State) -> Coalition | None:
    """R14.2 Return Wakhan's pragmatic loyalty, from her first turn on."""
    return find_pragmatic_loyalty(s) if s.automa is not None and s.automa.discards else None


def _build_wakhan_view(s: State) -> WakhanView | None:
    if s.automa is None:
        return None
    next_card = CONTENT.ai[s.automa.deck[-1]]
    has_played = bool(s.automa.discards)
    return WakhanView(
        front=s.automa.discards[-1] if has_played else None,
        deck=len(s.automa.deck),
        next_columns=next_card.back_columns,
        next_rows=next_card.back_rows,
        column=read_black_arrow(s) if has_played else None,
        row=read_red_arrow(s) if has_played else None,
    )


def build_turn_info(view: View) -> TurnInfo:
    """R5, R10.2 Build the turn info from a view. Wakhan has turns but no seat, so she is left out."""
    people = tuple(player.number for player in view.players if not player.is_automa)
    vp_by_seat = tuple(view.players[seat].vp for seat in people)
    if view.turn is None:
        return TurnInfo(Message(f"moment.{view.phase}"), None, (), vp_by_seat)
    index = view.ring.index(view.turn.player)
    following: tuple[Seat, ...] = tuple(
        player for player in view.ring[index + 1 :] + view.ring[:index] if not view.players[player].is_automa
    )
    active_seat = view.turn.player if view.turn.player in people else None
    checks_done = len(view.checks)
    heading = Message("moment.turn", {"done": checks_done, "left": view.checks_left})
    return TurnInfo(heading, active_seat, following, vp_by_seat)
