"""R11 What a seat may see, built up from nothing."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from engines.kernel import Score, Seat
from engines.quo_vadis.data.content import CONTENT, DATA, RESOURCES
from engines.quo_vadis.data.types import Pair, Race, Terrain
from engines.quo_vadis.rules.actions import actions, extra_gain
from engines.quo_vadis.rules.area import ways
from engines.quo_vadis.rules.play import may_change
from engines.quo_vadis.table.board import coming_territory, controlled, hand_limit, maximum, most_wrath, room
from engines.quo_vadis.table.scoring import final, over, scores
from engines.quo_vadis.table.state import Phase, Player, Source, State

from .war_view import StrengthView, WarView, strengths, war_view


class TownView(Struct, frozen=True):
    """population: 0 = destroyed."""

    owner: Seat
    population: int


class SpaceView(Struct, frozen=True):
    """terrain: now; workers: of each seat."""

    terrain: Terrain
    workers: tuple[int, ...]
    town: TownView | None


class AreaView(Struct, frozen=True):
    """spaces: slots a, b, c; printed: their terrains below a token; controllers: in seat order."""

    id: str
    at: Pair
    spaces: tuple[SpaceView, ...]
    token: Terrain | None
    printed: tuple[Terrain, ...]
    controllers: tuple[Seat, ...]


class TurnView(Struct, frozen=True):
    """The turn that is being played. struck: spaces hit by wrath; card: the kind played, and what it counts as.

    strengths: of each seat in the genesis area as it stands
    """

    player: Seat
    area: str | None
    struck: tuple[str, ...]
    placed: tuple[str, ...]
    card: str | None
    counts_as: str | None
    actions: int
    changed: bool
    old: int
    war: WarView | None
    strengths: tuple[StrengthView, ...]


class PlayView(Struct, frozen=True):
    """R7.6 What a kind of card would do. gained: of its resource, up to the maximum; vp: of Prosperity."""

    actions: int
    gained: int
    vp: int


class PlayerView(Struct, frozen=True):
    """A god as others see it; hand, kept and offer only in the owner's View.

    order:     place in turn order, from 0
    hidden:    face-down skills
    adapted:   the terrain of S12
    counted:   areas that would count for a territory bonus now; territory: how many
    ahead:     what the final scoring would bring now, by source
    plays:     each kind of card in hand as a continuation, and as a change; only in the owner's View
    vp:        by source, without the final scoring
    chosen:    the genesis area of the last turn
    """

    race: Race | None
    order: int
    stock: Mapping[str, int]
    maxima: Mapping[str, int]
    wrath: int
    most_wrath: int
    points: int
    vp: dict[Source, int]
    chosen: str | None
    held: int
    hand_limit: int
    hand: tuple[str, ...] | None
    generations: tuple[tuple[str, ...], ...]
    workers: int
    towns: int
    hidden: int
    kept: tuple[str, ...] | None
    offered: int
    offer: tuple[str, ...] | None
    skills: tuple[str, ...]
    spent: tuple[str, ...]
    adapted: Terrain | None
    controlled: tuple[str, ...]
    counted: tuple[str, ...]
    territory: int
    may_change: bool
    ahead: dict[str, int]
    plays: dict[str, tuple[PlayView, PlayView]]


class View(Struct, frozen=True):
    """The table for one seat (None: a spectator).

    active: whose turn it is (None: in the set-up and after the end); step: pick of the draft, or seat that places cubes
    markers: the two genesis cards that carry a marker; prices: faith for each area that may be chosen, while one is
    scores: empty before the end
    """

    seat: Seat | None
    phase: Phase
    round: int
    rounds: int
    first: Seat | None
    active: Seat | None
    step: int
    players: tuple[PlayerView, ...]
    areas: tuple[AreaView, ...]
    unused: tuple[str, ...]
    tokens: dict[Terrain, int]
    markers: tuple[str, ...]
    prices: dict[str, int]
    deck: int
    discard: tuple[str, ...]
    turn: TurnView | None
    options: dict[str, str]
    scores: tuple[Score, ...]

    def area(self, name: str) -> AreaView:
        return next(area for area in self.areas if area.id == name)

    @property
    def in_order(self) -> tuple[Seat, ...]:
        """Seats in turn order; in seat order before the start player is known."""
        return tuple(sorted(range(len(self.players)), key=lambda seat: self.players[seat].order))


def view(s: State, seat: Seat | None) -> View:
    """The View of a seat."""
    ordered = s.phase not in ("races", "draft")
    return View(
        seat=seat,
        phase=s.phase,
        round=s.round,
        rounds=DATA.meta.rounds,
        first=s.first if ordered else None,
        active=s.active if s.phase == "turn" else None,
        step=s.step,
        players=tuple(_player(s, other, other == seat) for other in s.seats),
        areas=_areas(s),
        unused=tuple(s.unused),
        tokens=dict(s.tokens),
        markers=tuple(s.markers),
        prices=_prices(s),
        deck=len(s.deck.cards),
        discard=tuple(s.deck.discard),
        turn=_turn(s),
        options=dict(s.options),
        scores=scores(s) if over(s) else (),
    )


def _prices(s: State) -> dict[str, int]:
    """R7.1 What each area costs the active player, by the cheapest cards."""
    if s.phase != "turn" or (s.turn is not None and s.turn.player == s.active and s.turn.area is not None):
        return {}
    found: dict[str, int] = {}
    for way in ways(s, s.active):
        found.setdefault(way.area, way.faith)
    return found


def _areas(s: State) -> tuple[AreaView, ...]:
    controls = {seat: set(controlled(s, seat)) for seat in s.seats}
    return tuple(
        AreaView(
            area.id,
            area.at,
            tuple(
                SpaceView(
                    area.terrain(slot),
                    tuple(space.workers),
                    None if space.town is None else TownView(space.town.owner, space.town.population),
                )
                for slot, space in enumerate(area.spaces)
            ),
            area.token,
            area.printed,
            tuple(seat for seat in s.seats if area.id in controls[seat]),
        )
        for area in s.areas.values()
    )


def _player(s: State, seat: Seat, own: bool) -> PlayerView:
    player = s.players[seat]
    return PlayerView(
        race=player.race,
        order=(seat - s.first) % len(s.players),
        stock={resource: player.stock[resource] for resource in RESOURCES},
        maxima=_maxima(s, player),
        wrath=player.wrath,
        most_wrath=most_wrath(s, player) if player.race is not None else 0,
        points=player.points,
        vp=dict(player.vp),
        chosen=player.chosen,
        held=len(player.hand),
        hand_limit=hand_limit(player),
        hand=tuple(player.hand) if own else None,
        generations=tuple(tuple(stack) for stack in player.generations),
        workers=player.workers,
        towns=player.towns,
        hidden=len(player.kept),
        kept=tuple(player.kept.values()) if own else None,
        offered=len(player.offer),
        offer=tuple(player.offer) if own else None,
        skills=tuple(player.skills),
        spent=tuple(player.spent),
        adapted=player.adapted,
        controlled=tuple(controlled(s, seat)),
        counted=tuple(counted := coming_territory(s, seat)),
        territory=len(counted),
        may_change=player.race is not None and may_change(s, seat),
        ahead=final(s, seat) if player.generations else {},
        plays={kind: _plays(s, seat, kind) for kind in sorted(set(player.hand))} if own and player.race else {},
    )


def _plays(s: State, seat: Seat, kind: str) -> tuple[PlayView, PlayView]:
    line, player = CONTENT.kinds[kind], s.players[seat]
    extra = extra_gain(player, kind)

    def play(change: bool) -> PlayView:
        n = actions(s, seat, kind, change)
        total = n * line.per_action + extra
        gained = 0 if line.gives is None else min(total, room(s, player, line.gives))
        return PlayView(n, gained, total if kind == "prosperity" else 0)

    return play(False), play(True)


def _maxima(s: State, player: Player) -> dict[str, int]:
    return {} if player.race is None else {resource: maximum(s, player, resource) for resource in RESOURCES}


def _turn(s: State) -> TurnView | None:
    turn = s.turn
    if turn is None:
        return None
    return TurnView(
        turn.player,
        turn.area,
        tuple(turn.struck),
        tuple(turn.placed),
        turn.card,
        turn.counts_as,
        turn.actions,
        turn.changed,
        turn.old,
        None if turn.war is None else war_view(s, turn.war),
        strengths(s),
    )
