"""R11 What a seat may see, built up from nothing."""

from __future__ import annotations

from msgspec import Struct

from engines.kernel import Score, Seat
from engines.quo_vadis.data.content import DATA, RESOURCES
from engines.quo_vadis.data.types import Pair, Race, Resource, Terrain
from engines.quo_vadis.rules.war.strength import chances
from engines.quo_vadis.table.board import controlled, hand_limit, maximum, most_wrath, territory
from engines.quo_vadis.table.scoring import over, scores
from engines.quo_vadis.table.state import Phase, Player, Source, State


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
    """spaces: slots a, b, c; controllers: seats that control it, in seat order."""

    id: str
    at: Pair
    spaces: tuple[SpaceView, ...]
    token: Terrain | None
    controllers: tuple[Seat, ...]


class SideView(Struct, frozen=True):
    """strength: without morale and die; bid: None before it is declared; total: 0 before the dice.

    chance: of winning before the dice, in percent, as all that is declared stands
    """

    seat: Seat
    strength: int
    sides: int
    bid: int | None
    levy: bool
    rolls: tuple[int, ...]
    total: int
    chance: int


class WarView(Struct, frozen=True):
    """In the order of declaration."""

    area: str
    sides: tuple[SideView, ...]
    elated: Seat | None
    winner: Seat | None


class TurnView(Struct, frozen=True):
    """The turn that is being played. struck: spaces hit by wrath; card: the kind played, and what it counts as."""

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


class PlayerView(Struct, frozen=True):
    """A god as others see it; hand, kept and offer only in the owner's View.

    order:     place in turn order, from 0
    hidden:    face-down skills
    adapted:   the terrain of S12
    territory: areas that would count for a territory bonus now
    vp:        by source, without the final scoring
    """

    race: Race | None
    order: int
    stock: dict[Resource, int]
    maxima: dict[Resource, int]
    wrath: int
    most_wrath: int
    points: int
    vp: dict[Source, int]
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
    territory: int


class View(Struct, frozen=True):
    """The table for one seat (None: a spectator).

    active: whose turn it is (None: in the set-up and after the end); step: pick of the draft, or seat that places cubes
    markers: the two genesis cards that carry a marker; scores: empty before the end
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
        deck=len(s.deck.cards),
        discard=tuple(s.deck.discard),
        turn=_turn(s),
        options=dict(s.options),
        scores=scores(s) if over(s) else (),
    )


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
            tuple(seat for seat in s.seats if area.id in controls[seat]),
        )
        for area in s.areas.values()
    )


def _player(s: State, seat: Seat, own: bool) -> PlayerView:
    player = s.players[seat]
    return PlayerView(
        race=player.race,
        order=(seat - s.first) % len(s.players),
        stock=dict(player.stock),
        maxima=_maxima(s, player),
        wrath=player.wrath,
        most_wrath=most_wrath(s, player) if player.race is not None else 0,
        points=player.points,
        vp=dict(player.vp),
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
        territory=len(territory(s, seat)),
    )


def _maxima(s: State, player: Player) -> dict[Resource, int]:
    return {} if player.race is None else {resource: maximum(s, player, resource) for resource in RESOURCES}


def _turn(s: State) -> TurnView | None:
    turn = s.turn
    if turn is None:
        return None
    war = None
    if turn.war is not None:
        likely = chances(s, turn.war)
        sides = tuple(
            SideView(
                side.seat,
                side.base + side.bonus,
                side.sides,
                side.bid,
                side.levy,
                tuple(side.rolls),
                side.total,
                round(100 * likely[side.seat]),
            )
            for side in turn.war.sides
        )
        war = WarView(turn.war.area, sides, turn.war.elated, turn.war.winner)
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
        war,
    )
