"""What a seat may see, built up from nothing (R13). Hands are in the View of their owner only; of the deck only its size.

Cards are numbers; what is printed on them is in `content.CONTENT` (`cards`, `events`, `ai`).

`Option.place` names, for whoever draws marks:

    market:<0..11>       a market space; 0-5 = T0-T5, 6-11 = B0-B5
    hand:<card>          a card of the own hand
    court:<card>         a card in somebody's court
    end:left|right       an end of the own court
    region:<region>      a region
    border:<border>      a border
    gift:<2|4|6>         a gift space of the deciding player
    player:<player>      a player
    suit:<suit>          a suit (the marker on the track)
    coalition:<coalition>
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engines.kernel import Score, Seat

from . import standing
from .content import COALITIONS, CONTENT, SUITS
from .data_types import Coalition, Suit
from .dominance import blocks_on_map, dominant, lead_required
from .market import cost_of, is_locked
from .scoring import scores
from .state import COLUMNS, Check, Phase, Request, State


class MarketSpace(msgspec.Struct, frozen=True):
    """card: None where vacant. rupees lie on the card or wait on the vacant space. cost: for the player whose turn it is
    (doubled while military is favored, 0 by #66, #68, #70). locked: cannot be bought this turn.
    """

    index: int
    card: int | None
    rupees: int
    cost: int
    locked: bool


class CourtSlot(msgspec.Struct, frozen=True):
    """spies: by player. hostage: who holds the card hostage (R4.6). used: has given its action this turn.
    favored: its action is a bonus action (R4.7).
    """

    card: int
    spies: tuple[int, ...]
    hostage: int | None
    used: bool
    favored: bool


class PlayerView(msgspec.Struct, frozen=True):
    """number: the seat; Wakhan's comes after the seats of the people.

    loyalty: Wakhan's is the pragmatic one (R14.2). hand: the owner's only, else None; held: its size.
    prizes: (card, coalition). events: lasting events before the player. influence: of Wakhan for the dominant coalition,
    or the largest she has. cylinders: in the supply; in_play: tribes, spies and gifts. bonus_stars: military.
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


class RegionView(msgspec.Struct, frozen=True):
    """armies: coalition -> number (only what is there). tribes: by player."""

    id: str
    armies: dict[str, int]
    tribes: tuple[int, ...]
    ruler: int | None


class BorderView(msgspec.Struct, frozen=True):
    """roads: coalition -> number (only what is there)."""

    id: str
    regions: tuple[str, str]
    roads: dict[str, int]


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
    """actions: left, apart from bonus actions. request: an open bribe (R7)."""

    player: int
    actions: int
    request: Request | None


class View(msgspec.Struct, frozen=True):
    """The table for one seat (None: a spectator).

    ring:      players in turn order, clockwise
    blocks:    coalition -> blocks on the map (armies and roads), most first
    dominant:  the coalition that would win a check now; lead: blocks that it needs more than each other
    deck:      cards left; checks_left: dominance checks in deck and market
    globals:   lasting events that concern everybody (their discarded or global side)
    checks:    dominance checks scored so far
    scores:    empty before the end
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
    blocks: dict[str, int]
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
