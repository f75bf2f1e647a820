"""R5 The set-up: map, hands, markers, start player. What players decide in it follows phase by phase."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel import Pile, Rng, Seat, Seen, Setup, Table, Who
from engines.quo_vadis.data.content import CONTENT, DATA, RACES
from engines.quo_vadis.data.types import Pair, Race
from engines.quo_vadis.table import names
from engines.quo_vadis.table.state import FREE, Area, Player, Space, State

from .draft import deal_packs


def new(setup: Setup, t: Table[State]) -> State:
    """R5 All that nobody decides, up to the first question."""
    areas, unused = lay_map(setup, t.rng)
    cards: list[str] = [kind.id for kind in DATA.kind for _ in range(kind.count)]
    t.rng.shuffle(cards)
    s = t.state = State(
        players=[Player() for _ in range(setup.seats)],
        areas=areas,
        unused=unused,
        tokens=dict(DATA.components.tokens),
        markers=[FREE, FREE],
        deck=Pile(cards),
        boxed=[],
        seen=Seen.by(setup.seats),
        options=dict(setup.options),
        phase="races",
    )
    if s.on("race_selection", "random"):
        for seat, race in enumerate(t.rng.sample(RACES, setup.seats)):
            take_race(t, seat, race)
        deal_packs(t)
    return s


def lay_map(setup: Setup, rng: Rng) -> tuple[dict[str, Area], list[str]]:
    """R5.1 Ten areas without doubles: the centre, the ring, three extra ones; doubles for 4 and 5 players.

    The map, and the doubles that are out of the game.
    """
    singles = [tile.id for tile in DATA.tile if not tile.double]
    doubles = [tile.id for tile in DATA.tile if tile.double]
    rng.shuffle(singles)
    rng.shuffle(doubles)
    used = DATA.setup.doubles[str(setup.seats)]
    tiles = singles + doubles[:used]
    base: list[Pair] = [DATA.geometry.centre, *DATA.geometry.ring]
    extra = list(DATA.geometry.extra)
    if setup.options["extra_tile_layout"] == "random":
        rng.shuffle(extra)
    positions = (base + extra)[: len(tiles)]
    return lay(tiles, positions, [rng.below(3) for _ in tiles], setup.seats), sorted(doubles[used:])


def lay(tiles: Sequence[str], positions: Sequence[Pair], rotations: Sequence[int], seats: int) -> dict[str, Area]:
    """Tiles on positions, as areas without pieces."""
    return {
        tile: Area(tile, at, rotation, [Space([0] * seats) for _ in range(3)])
        for tile, at, rotation in zip(tiles, positions, rotations, strict=True)
    }


def take_race(t: Table[State], seat: Seat, race: Race) -> None:
    """R5.2 The board of a race, with its pieces and basic skills."""
    t.state.players[seat].race = race
    t.tell("race.done", who=Who(seat), race=names.race(race), terrain=names.terrain(CONTENT.races[race].terrain))


def lay_out_world(t: Table[State]) -> None:
    """R5.4, R5.5 Four epic cards for each; who starts is drawn and stays so for the whole game."""
    s = t.state
    for seat, player in enumerate(s.players):
        player.hand = sorted(s.deck.draw_some(t, DATA.setup.hand), key=CONTENT.order)
        t.tell("hand.dealt", to=[seat], cards=tuple(names.kind(kind) for kind in player.hand))
    s.first = t.rng.below(len(s.players))
    t.tell("first.done", who=Who(s.first))
    s.phase = "resources"
    s.step = 0
