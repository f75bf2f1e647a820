"""What a seat may see, built up from nothing (R13). Hands are in their owner's View only; of the deck only its size.

Cards are numbers; what is printed on them is in `content.CONTENT` (`cards`, `events`, `ai`).

`Option.place` names, for whoever draws marks:

    market:<0..11>       a market space; 0-5 = T0-T5, 6-11 = B0-B5
    hand:<card>          a card of the own hand
    court:<card>         a card in somebody's court
    end:left|right       an end of the own court
    region:<region>      a region
    border:<border>      a border
    army:<region>:<coalition>   armies of a coalition in a region
    tribe:<region>:<player>     tribes of a player in a region
    gift:<2|4|6>         a gift space of the deciding player
    player:<player>      a player
    suit:<suit>          a suit (the marker on the track)
    coalition:<coalition>
    no:spy|house         to leave a spy unplaced, or in the supply
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Literal

import msgspec

from engines.kernel import Score, Seat
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import Coalition, Region, Suit
from engines.pax_pamir.table import derived
from engines.pax_pamir.table.bribes import for_hostage, for_play, may_decline
from engines.pax_pamir.table.dominance import (
    blocks_on_map,
    checks_left,
    clear_leader,
    dominant,
    forecast,
    lead_required,
)
from engines.pax_pamir.table.market import cost_of, is_locked, unit_cost
from engines.pax_pamir.table.questions import ConfidenceFailure, PayDebt, SafeHouse
from engines.pax_pamir.table.scoring import over, scores
from engines.pax_pamir.table.state import Check, Phase, Request, State
from engines.pax_pamir.table.wakhan import black_arrow, pragmatic, red_arrow

from .redeal import OPEN_HANDS


class MarketSpace(msgspec.Struct, frozen=True):
    """card: None where vacant. rupees lie on the card, or wait on the vacant space. cost: for the player on turn
    (doubled while military is favored, 0 by #66, #68, #70). locked: cannot be bought this turn.
    """

    index: int
    card: int | None
    rupees: int
    cost: int
    locked: bool


class CourtSlot(msgspec.Struct, frozen=True):
    """spies: by player. hostage: who holds the card hostage (R4.6). used: has given its action this turn.
    favored: its action is a bonus action (R4.7). bribe: what using it costs its owner in full (R7), to the holder.
    """

    card: int
    spies: tuple[int, ...]
    hostage: int | None
    used: bool
    favored: bool
    bribe: int = 0


class PlayerView(msgspec.Struct, frozen=True):
    """number: the seat; Wakhan's comes after the seats of the people.

    loyalty: Wakhan's is the pragmatic one (R14.2). hand: the owner's only, else None; held: its size.
    prizes: (card, coalition). events: lasting events before the player. influence: Wakhan's for the dominant
    coalition, or the largest she has. cylinders: in the supply; in_play: tribes, spies and gifts.
    bribes: card of the hand that is shown -> the full bribe for playing it, where one is due (R7); declines: need not
    pay bribes (#107).
    """

    number: int
    color: str
    automa: bool
    loyalty: Coalition | None
    vp: int
    rupees: int
    held: int
    hand: tuple[int, ...] | None
    court: tuple[CourtSlot, ...]
    gifts: tuple[int, ...]
    prizes: tuple[tuple[int, Coalition], ...]
    events: tuple[int, ...]
    influence: int
    court_limit: int
    hand_limit: int
    tax_shelter: int
    military_stars: int
    cylinders: int
    in_play: int
    bribes: dict[int, int] = {}
    declines: bool = False


class RegionView(msgspec.Struct, frozen=True):
    """armies: coalition -> number (only what is there). tribes: by player."""

    id: Region
    armies: dict[Coalition, int]
    tribes: tuple[int, ...]
    ruler: int | None


class BorderView(msgspec.Struct, frozen=True):
    """roads: coalition -> number (only what is there)."""

    id: str
    regions: tuple[Region, Region]
    roads: dict[Coalition, int]


class WakhanView(msgspec.Struct, frozen=True):
    """Her face-up card, and what the back of the next one says (R14.3). column, row: where the arrows point.

    front: None before her first turn; next_columns, next_rows: the printed back of the top card of her deck.
    """

    front: int | None
    deck: int
    next_columns: tuple[int, ...]
    next_rows: tuple[str, ...]
    column: int | None
    row: Literal["top_left", "bottom_right"] | None


class TurnView(msgspec.Struct, frozen=True):
    """actions: left, apart from bonus actions. request: an open bribe (R7). asked: who has to answer, where that is
    somebody else than the player on turn: whose spy was removed, who owes a debt, who loses a card by an event; why:
    which of these it is.
    """

    player: int
    actions: int
    request: Request | None
    asked: Seat | None = None
    why: Literal["spy", "debt", "event"] | None = None


class View(msgspec.Struct, frozen=True):
    """The table for one seat (None: a spectator).

    ring:      players in turn order, clockwise
    blocks:    coalition -> blocks on the map (armies and roads), most first
    dominant:  the coalition that would win a check now; lead: blocks that it needs more than each other
    deck:      cards left; checks_left: dominance checks in deck and market
    globals:   lasting events that concern everybody (their discarded or global side)
    checks:    dominance checks scored so far
    scores:    empty before the end
    forecast:  VP that each player would gain from a dominance check now; empty after the end
    decided:   who would win at once by that check, with so clear a lead (R10.4)
    """

    seat: Seat | None
    phase: Phase
    players: tuple[PlayerView, ...]
    ring: tuple[int, ...]
    regions: tuple[RegionView, ...]
    borders: tuple[BorderView, ...]
    market: tuple[MarketSpace, ...]
    favored: Suit
    doubled: bool
    blocks: dict[Coalition, int]
    dominant: Coalition | None
    lead: int
    deck: int
    checks_left: int
    discards: tuple[int, ...]
    globals: tuple[int, ...]
    bank: int
    removed: int
    turn: TurnView | None
    wakhan: WakhanView | None
    checks: tuple[Check, ...]
    options: tuple[str, ...]
    scores: tuple[Score, ...]
    forecast: tuple[int, ...] = ()
    decided: int | None = None


def view(s: State, seat: Seat | None) -> View:
    """R13 The table as the seat sees it."""
    blocks = sorted(blocks_on_map(s).items(), key=lambda item: -item[1])
    turn = s.turn if s.phase == "turn" else None
    active = s.playing.player
    gains = [] if over(s) else forecast(s, dominant(s), checks_left(s) == 1)
    return View(
        seat=seat,
        phase=s.phase,
        players=tuple(_player(s, number, seat) for number in range(len(s.players))),
        ring=tuple(s.ring),
        regions=tuple(
            RegionView(region, dict(s.armies[region]), tuple(s.tribes[region]), s.rulers[region])
            for region in CONTENT.regions
        ),
        borders=tuple(BorderView(border, ends, dict(s.roads[border])) for border, ends in CONTENT.borders.items()),
        market=tuple(
            MarketSpace(index, space.card, space.rupees, cost_of(s, active, index), is_locked(s, index))
            for index, space in enumerate(s.market)
        ),
        favored=s.favored,
        doubled=unit_cost(s) > 1,
        blocks=dict(blocks),
        dominant=dominant(s),
        lead=lead_required(s),
        deck=len(s.deck),
        checks_left=checks_left(s),
        discards=tuple(s.discards),
        globals=tuple(s.globals),
        bank=s.bank(),
        removed=s.removed,
        turn=None if turn is None else TurnView(turn.player, turn.actions, deepcopy(turn.request)),
        wakhan=_wakhan(s),
        checks=tuple(s.checks),
        options=tuple(s.options),
        scores=scores(s) if over(s) else (),
        forecast=tuple(gains),
        decided=clear_leader([p.vp + gain for p, gain in zip(s.players, gains, strict=True)]) if gains else None,
    )


def asking(seen: View, waiting: Mapping[Seat, object]) -> View:
    """R13 With whom the table waits for, and why. No two are ever asked at once, and whether anybody is asked follows
    from public things: pieces, sums, how many cards a hand has.
    """
    seat = next(iter(waiting), None)
    if seen.turn is None or seat is None or seat == seen.turn.player:
        return seen
    return msgspec.structs.replace(seen, turn=msgspec.structs.replace(seen.turn, asked=seat, why=_why(waiting[seat])))


def _why(about: object) -> Literal["spy", "debt", "event"] | None:
    match about:
        case SafeHouse():
            return "spy"
        case PayDebt():
            return "debt"
        case ConfidenceFailure():
            return "event"
        case _:
            return None


def _player(s: State, number: int, seat: Seat | None) -> PlayerView:
    who = s.players[number]
    automa = number == s.wakhan
    shown = number == seat or OPEN_HANDS in s.options
    return PlayerView(
        number=number,
        color=who.color,
        automa=automa,
        loyalty=_pragmatic(s) if automa else who.loyalty,
        vp=who.vp,
        rupees=who.rupees,
        held=len(who.hand),
        hand=tuple(who.hand) if shown else None,
        court=tuple(_slot(s, number, card) for card in who.court),
        gifts=tuple(sorted(who.gifts)),
        prizes=tuple((card, prize) for card in who.prizes if (prize := CONTENT.cards[card].prize) != "none"),
        events=tuple(who.events),
        influence=_influence(s, number),
        court_limit=derived.court_limit(s, number),
        hand_limit=derived.hand_limit(s, number),
        tax_shelter=derived.tax_shelter(s, number),
        military_stars=derived.stars(s, number, "military"),
        cylinders=s.supply(number),
        in_play=s.cylinders(number),
        bribes={card: due.full for card in who.hand if shown and (due := for_play(s, number, card))},
        declines=may_decline(s, number),
    )


def _slot(s: State, owner: int, card: int) -> CourtSlot:
    spies = tuple(s.spies.get(card, (0,) * len(s.players)))
    used = s.turn is not None and card in s.turn.used
    due = for_hostage(s, owner, card)
    full = 0 if due is None else due.full
    return CourtSlot(card, spies, derived.holder(s, card), used, derived.is_favored(s, owner, card), full)


def _influence(s: State, number: int) -> int:
    """R4.4 Wakhan's depends on the coalition: the dominant one, or where she has most (R14.2)."""
    if number != s.wakhan:
        return derived.influence(s, number)
    coalition = dominant(s)
    return max(derived.influence(s, number, side) for side in ((coalition,) if coalition else COALITIONS))


def _pragmatic(s: State) -> Coalition | None:
    """R14.2 Her pragmatic loyalty, from her first turn on."""
    return pragmatic(s) if s.automa is not None and s.automa.discards else None


def _wakhan(s: State) -> WakhanView | None:
    if s.automa is None:
        return None
    next_card = CONTENT.ai[s.automa.deck[-1]]
    played = bool(s.automa.discards)
    return WakhanView(
        front=s.automa.discards[-1] if played else None,
        deck=len(s.automa.deck),
        next_columns=next_card.back_columns,
        next_rows=next_card.back_rows,
        column=black_arrow(s) if played else None,
        row=red_arrow(s) if played else None,
    )
