"""R11 The View: everything that a seat may see, copied field by field so that nothing hidden slips in."""

from collections.abc import Mapping

from msgspec import Struct

from engines.kernel import Score, Seat, TurnInfo, message
from engines.quo_vadis.data.content import CONTENT, DATA, RESOURCES
from engines.quo_vadis.data.types import Pair, Race, Terrain
from engines.quo_vadis.rules.area import iter_card_choices
from engines.quo_vadis.rules.card_play import compute_extra_gain, count_actions, may_change
from engines.quo_vadis.table import board
from engines.quo_vadis.table.scoring import compute_final_points, compute_scores, is_over
from engines.quo_vadis.table.state import Phase, Player, Source, State

from .war_view import StrengthView, WarView, build_strengths, build_war_view


class TownView(Struct, frozen=True):
    """A town on the map."""

    owner: Seat
    """Seat whose race built it."""
    population: int
    """0: destroyed."""


class SpaceView(Struct, frozen=True):
    """One space of the map."""

    terrain: Terrain
    """Current terrain; a token overwrites the printed one."""
    workers: tuple[int, ...]
    """Workers by seat."""
    town: TownView | None
    """Active or destroyed; None if none was built here."""


class AreaView(Struct, frozen=True):
    """An area of the map."""

    id: str
    """The numbers that select it, e.g. "2-4"."""
    position: Pair
    """Position on the map."""
    spaces: tuple[SpaceView, ...]
    """Slots a, b, c."""
    token: Terrain | None
    """Terrain that has overwritten the area; None without a token (R3.5)."""
    printed_terrains: tuple[Terrain, ...]
    """Printed terrain of each slot, also below a token."""
    controllers: tuple[Seat, ...]
    """In seat order."""


class TurnView(Struct, frozen=True):
    """The turn being played, or the last one until the next turn begins."""

    player: Seat
    """Active player of that turn."""
    area: str | None
    """Genesis area."""
    struck_spaces: tuple[str, ...]
    """Spaces hit by wrath."""
    placed_spaces: tuple[str, ...]
    """Spaces of the workers placed, in order."""
    card: str | None
    """Kind of the card played."""
    counts_as: str | None
    """Kind that the card counts as."""
    actions: int
    """Number of card actions; 0 before the card is played."""
    is_change: bool
    """The card opened a new generation."""
    old_size: int
    """Cards in the generation that was current when the turn began."""
    war: WarView | None
    """War of that turn; None before one has begun."""
    strengths: tuple[StrengthView, ...]
    """Strength of each seat in the genesis area now."""


class PlayView(Struct, frozen=True):
    """R7.6 The effect of playing a kind of card."""

    actions: int
    """Number of card actions."""
    cubes: int
    """Cubes of its resource, up to the maximum."""
    vp: int
    """VP of Prosperity."""


class PlayerView(Struct, frozen=True):
    """A player. Hand, face-down skills, draft pack and `play_effects` are private: filled only in the owner's View."""

    race: Race | None
    """None before it is dealt or chosen (R5.2)."""
    order: int
    """Place in turn order, from 0."""
    stock: Mapping[str, int]
    """Morale, food, faith."""
    maxima: Mapping[str, int]
    """Maximum of each resource."""
    wrath: int
    """Cubes on the wrath track."""
    max_wrath: int
    """Maximum of `wrath`, printed on the side of the race board in use (R2)."""
    points: int
    """VP so far."""
    vp: dict[Source, int]
    """VP by source, without the final scoring."""
    last_area: str | None
    """Genesis area of the player's last turn."""
    hand_size: int
    """Number of hand cards."""
    hand_limit: int
    """Cards up to which the hand is refilled at the end of the seat's own turn (R7.9)."""
    hand: tuple[str, ...] | None
    """Private."""
    generations: tuple[tuple[str, ...], ...]
    """Stacks of cards, each from the oldest to the top."""
    workers: int
    """Workers at hand."""
    towns: int
    """Towns at hand."""
    face_down_count: int
    """Number of face-down skills."""
    face_down: tuple[str, ...] | None
    """Face-down skills. Private."""
    offer_size: int
    """Cards in the draft pack."""
    offer: tuple[str, ...] | None
    """Draft pack in hand. Private."""
    skills: tuple[str, ...]
    """Skills in play."""
    spent: tuple[str, ...]
    """Skills in play that have been used up."""
    adapted_terrain: Terrain | None
    """Terrain of S12."""
    controlled: tuple[str, ...]
    """Areas under control."""
    bonus_areas: tuple[str, ...]
    """Areas that would count for a territory bonus now."""
    bonus_area_count: int
    """Number of these areas."""
    may_change: bool
    """The player may open a new generation."""
    final_points: dict[str, int]
    """VP by source that the final scoring would bring now."""
    play_effects: dict[str, tuple[PlayView, PlayView]]
    """Effect of each kind in hand as a continuation and as a change. Private."""


class View(Struct, frozen=True):
    """The table as one seat sees it."""

    seat: Seat | None
    """None: a spectator."""
    phase: Phase
    """"over" after the last turn of the last round."""
    round: int
    """Current round, from 1; the last one after the end."""
    rounds: int
    """Rounds of the whole game."""
    first: Seat | None
    """Start player; None before one is picked."""
    active: Seat | None
    """Seat on turn; None in the set-up and after the end."""
    step: int
    """Number of the draft pick, or place in turn order of the seat that places cubes."""
    players: tuple[PlayerView, ...]
    """Players by seat."""
    areas: tuple[AreaView, ...]
    """In the order in which the tiles were laid."""
    unused: tuple[str, ...]
    """Tiles out of the game."""
    tokens: dict[Terrain, int]
    """Terrain tokens in the supply."""
    markers: tuple[str, ...]
    """The two genesis cards that carry a marker."""
    prices: dict[str, int]
    """Faith for each area that may be chosen; empty unless an area is being chosen."""
    deck: int
    """Cards in the deck."""
    discard: tuple[str, ...]
    """Kinds of the discarded cards, the oldest first."""
    turn: TurnView | None
    """None before the first turn."""
    options: dict[str, str]
    """Id of each table option -> its value."""
    scores: tuple[Score, ...]
    """Empty before the end."""

    def find_area(self, name: str) -> AreaView:
        return next(area for area in self.areas if area.id == name)

    @property
    def seats_in_order(self) -> tuple[Seat, ...]:
        """Seats in turn order; before the start player is known, in seat order."""
        return tuple(sorted(range(len(self.players)), key=lambda seat: self.players[seat].order))


def build_view(state: State, seat: Seat | None) -> View:
    """Build the View of a seat (None: a spectator)."""
    has_turn_order = state.phase not in ("races", "draft")
    return View(
        seat=seat,
        phase=state.phase,
        round=state.round,
        rounds=DATA.meta.rounds,
        first=state.first if has_turn_order else None,
        active=state.active if state.phase == "turn" else None,
        step=state.step,
        players=tuple(_build_player(state, other, other == seat) for other in state.seats),
        areas=_build_areas(state),
        unused=tuple(state.unused),
        tokens=dict(state.tokens),
        markers=tuple(state.markers),
        prices=_list_prices(state),
        deck=len(state.deck.cards),
        discard=tuple(state.deck.discard),
        turn=_build_turn(state),
        options=dict(state.options),
        scores=compute_scores(state) if is_over(state) else (),
    )


def _list_prices(state: State) -> dict[str, int]:
    """R7.1 Return the faith that each area costs the active player with the cheapest cards."""
    if state.phase != "turn" or (
        state.turn is not None and state.turn.player == state.active and state.turn.area is not None
    ):
        return {}
    prices: dict[str, int] = {}
    for choice in iter_card_choices(state, state.active):
        prices.setdefault(choice.area, choice.faith)
    return prices


def _build_areas(state: State) -> tuple[AreaView, ...]:
    controls = {seat: set(board.list_controlled_areas(state, seat)) for seat in state.seats}
    return tuple(
        AreaView(
            area.id,
            area.position,
            tuple(
                SpaceView(
                    area.find_terrain(slot),
                    tuple(space.workers),
                    None if space.town is None else TownView(space.town.owner, space.town.population),
                )
                for slot, space in enumerate(area.spaces)
            ),
            area.token,
            area.printed_terrains,
            tuple(seat for seat in state.seats if area.id in controls[seat]),
        )
        for area in state.areas.values()
    )


def _build_player(state: State, seat: Seat, is_owner: bool) -> PlayerView:
    player = state.players[seat]
    return PlayerView(
        race=player.race,
        order=(seat - state.first) % len(state.players),
        stock={resource: player.stock[resource] for resource in RESOURCES},
        maxima=_list_maxima(state, player),
        wrath=player.wrath,
        max_wrath=board.find_max_wrath(state, player) if player.race is not None else 0,
        points=player.points,
        vp=dict(player.vp),
        last_area=player.last_area,
        hand_size=len(player.hand),
        hand_limit=board.compute_hand_limit(player),
        hand=tuple(player.hand) if is_owner else None,
        generations=tuple(tuple(stack) for stack in player.generations),
        workers=player.workers,
        towns=player.towns,
        face_down_count=len(player.face_down),
        face_down=tuple(player.face_down.values()) if is_owner else None,
        offer_size=len(player.offer),
        offer=tuple(player.offer) if is_owner else None,
        skills=tuple(player.skills),
        spent=tuple(player.spent),
        adapted_terrain=player.adapted,
        controlled=tuple(board.list_controlled_areas(state, seat)),
        bonus_areas=tuple(counted := board.list_coming_bonus_areas(state, seat)),
        bonus_area_count=len(counted),
        may_change=player.race is not None and may_change(state, seat),
        final_points=compute_final_points(state, seat) if player.generations else {},
        play_effects={kind: _build_plays(state, seat, kind) for kind in sorted(set(player.hand))}
        if is_owner and player.race
        else {},
    )


def _build_plays(state: State, seat: Seat, kind: str) -> tuple[PlayView, PlayView]:
    line, player = CONTENT.kinds[kind], state.players[seat]
    extra = compute_extra_gain(player, kind)

    def build_play(opens_generation: bool) -> PlayView:
        n = count_actions(state, seat, kind, opens_generation)
        total = n * line.per_action + extra
        gained = 0 if line.gives is None else min(total, board.find_capacity(state, player, line.gives))
        return PlayView(n, gained, total if kind == "prosperity" else 0)

    return build_play(False), build_play(True)


def _list_maxima(state: State, player: Player) -> dict[str, int]:
    return (
        {} if player.race is None else {resource: board.find_maximum(state, player, resource) for resource in RESOURCES}
    )


def _build_turn(state: State) -> TurnView | None:
    turn = state.turn
    if turn is None:
        return None
    return TurnView(
        turn.player,
        turn.area,
        tuple(turn.struck_spaces),
        tuple(turn.placed_spaces),
        turn.card,
        turn.counts_as,
        turn.actions,
        turn.is_change,
        turn.old_size,
        None if turn.war is None else build_war_view(state, turn.war),
        build_strengths(state),
    )


def build_turn_info(view: View) -> TurnInfo:
    """Return the round or set-up phase, the active seat, the seats that follow, and the VP, which are public."""
    if view.phase == "over":
        return TurnInfo(message("moment.over"), public_points=tuple(player.points for player in view.players))
    if view.active is None:
        return TurnInfo(message(f"moment.{view.phase}"))
    return TurnInfo(
        message("moment.round", round=view.round, of=view.rounds),
        view.active,
        view.seats_in_order[view.players[view.active].order + 1 :],
        tuple(player.points for player in view.players),
    )


def list_seat_colors(view: View) -> tuple[str | None, ...]:
    """R2 Return the colour of each seat: the colour of its race, which is that of the aptitude terrain."""
    return tuple(None if player.race is None else CONTENT.races[player.race].colour for player in view.players)
