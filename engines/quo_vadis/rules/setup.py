"""R5 The set-up: map, hands, markers, start player. The decisions of the players follow in phases."""

from collections.abc import Sequence

from engines.kernel import CardKnowledge, GameContext, Option, Pile, Rng, Seat, SeatRef, Setup, message
from engines.quo_vadis.data.content import CONTENT, DATA, RACES
from engines.quo_vadis.data.types import Pair, Race
from engines.quo_vadis.questions import PickRace
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import find_printed_maximum
from engines.quo_vadis.table.state import FREE, Area, Player, Space, State

from .draft import deal_packs


def new_game(setup: Setup, ctx: GameContext[State]) -> State:
    """R5 Set up the State without any decision, up to the first question."""
    areas, unused = lay_map(setup, ctx.rng)
    cards: list[str] = [kind.id for kind in DATA.kind for _ in range(kind.count)]
    ctx.rng.shuffle(cards)
    state = ctx.state = State(
        players=[Player() for _ in range(setup.seats)],
        areas=areas,
        unused=unused,
        tokens=dict(DATA.components.tokens),
        markers=[FREE, FREE],
        deck=Pile(cards),
        boxed=[],
        knowledge=CardKnowledge.create_empty(setup.seats),
        options=dict(setup.options),
        phase="races",
    )
    if state.has_option("race_selection", "random"):
        for seat, race in enumerate(ctx.rng.sample(RACES, setup.seats)):
            assign_race(ctx, seat, race)
        deal_packs(ctx)
    return state


def lay_map(setup: Setup, rng: Rng) -> tuple[dict[str, Area], list[str]]:
    """R5.1 Lay the map. Return its areas, and the doubles that are out of the game.

    Ten areas without doubles: the centre, the ring, three extra ones; doubles for 4 and 5 players.
    """
    singles = [tile.id for tile in DATA.tile if not tile.is_double]
    doubles = [tile.id for tile in DATA.tile if tile.is_double]
    rng.shuffle(singles)
    rng.shuffle(doubles)
    used = DATA.setup.doubles[str(setup.seats)]
    tiles = singles + doubles[:used]
    base: list[Pair] = [DATA.geometry.centre, *DATA.geometry.ring]
    extra = list(DATA.geometry.extra)
    if setup.options["extra_tile_layout"] == "random":
        rng.shuffle(extra)
    positions = (base + extra)[: len(tiles)]
    return build_areas(tiles, positions, [rng.pick_below(3) for _ in tiles], setup.seats), sorted(doubles[used:])


def build_areas(
    tiles: Sequence[str], positions: Sequence[Pair], rotations: Sequence[int], seats: int
) -> dict[str, Area]:
    """Return areas without pieces from tiles, positions and rotations."""
    return {
        tile: Area(tile, position, rotation, [Space([0] * seats) for _ in range(3)])
        for tile, position, rotation in zip(tiles, positions, rotations, strict=True)
    }


def assign_race(ctx: GameContext[State], seat: Seat, race: Race) -> None:
    """R5.2 Give a seat a race, and with it the pieces and basic skills."""
    ctx.state.players[seat].race = race
    ctx.log_event(
        "race.done",
        who=SeatRef(seat),
        race=names.name_race(race),
        terrain=names.name_terrain(CONTENT.races[race].terrain),
    )


def lay_out_world(ctx: GameContext[State]) -> None:
    """R5.4, R5.5 Deal four epic cards to each seat and pick the start player for the whole game."""
    state = ctx.state
    for seat, player in enumerate(state.players):
        player.hand = sorted(state.deck.take_some(ctx, DATA.setup.hand), key=CONTENT.find_kind_place)
        ctx.log_event("hand.dealt", to=[seat], cards=tuple(names.name_kind(kind) for kind in player.hand))
    state.first = ctx.rng.pick_below(len(state.players))
    ctx.log_event("first.done", who=SeatRef(state.first))
    state.phase = "resources"
    state.step = 0


async def pick_race(ctx: GameContext[State]) -> None:
    """R5.2 Let the next seat choose a free race."""
    state = ctx.state
    seat = next(seat for seat, player in enumerate(state.players) if player.race is None)
    options = list_free_races(state)
    race = await ctx.choose(seat, "race.ask", options, default=options[0].key, rule="R5.2", subject=PickRace())
    assign_race(ctx, seat, race)
    if all(player.race is not None for player in state.players):
        deal_packs(ctx)


def list_free_races(state: State) -> list[Option]:
    """R5.2 List the races that are not taken."""
    taken = [player.race for player in state.players]
    return [
        Option(
            f"race:{race.id}",
            race.id,
            names.name_race(race.id),
            message(
                "race.detail",
                terrain=names.name_terrain(race.terrain),
                morale=find_printed_maximum(state, race, "morale"),
                food=find_printed_maximum(state, race, "food"),
                faith=find_printed_maximum(state, race, "faith"),
                wrath=find_printed_maximum(state, race, "wrath"),
                skills=tuple(names.name_skill(skill) for skill in race.basic),
            ),
        )
        for race in DATA.race
        if race.id not in taken
    ]
