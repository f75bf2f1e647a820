"""R5 Phase 1: what a round begins with; R11(4) what it ends with; the end of the game."""

from __future__ import annotations

from engines.kernel import Msg, Table, Term, Who
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import SEXES
from engines.signorie.effects.tiles import tile_words
from engines.signorie.table.board import round_number, rounds
from engines.signorie.table.scoring import AT_THE_END, end_scoring, scores
from engines.signorie.table.state import State, Tile

DATA = CONTENT.data


def begin_round(t: Table[State]) -> None:
    """R5 Tiles, dice, assignments; then the first player in turn order begins."""
    state = t.state
    reward = state.rewards[state.slot - 1]
    t.tell(
        "round.begins",
        round=round_number(state),
        rounds=rounds(state),
        reward=Term(f"reward_labels.{reward}"),
    )
    lay_city_tiles(t)
    roll_dice(t)
    deal_assignments(t)
    for player in state.players:
        player.passed = False  # R5(4)
    state.active = state.order[0]
    state.phase = "actions"


def lay_city_tiles(t: Table[State]) -> None:
    """R5(1) Every empty tile slot gets a tile while the stack lasts: cities in list order, marriage before mission."""
    for city_id, city in t.state.cities.items():
        laid: list[Msg] = []
        if city.marriage is None and t.state.stack:
            city.marriage = t.draw(t.state.stack)
            laid.append(_laid("marriage_slot", city.marriage))
        if city.mission is None and t.state.stack:
            city.mission = t.draw(t.state.stack)
            laid.append(_laid("mission_slot", city.mission))
        if laid:
            t.tell("round.tiles", city=Term(f"cities.{city_id}"), tiles=tuple(laid))


def _laid(slot: str, tile: Tile) -> Msg:
    return Msg("round.tile", {"slot": Term(f"terms.{slot}"), "tile": tile_words(tile)})


def roll_dice(t: Table[State]) -> None:
    """R5(2) All dice in use are rolled and put in their colour's area."""
    state = t.state
    number = DATA.setup.by_player_count.action_dice_per_color[len(state.players)]
    faces = len(DATA.die.faces)
    state.pool = {color: sorted(t.roll(faces) for _ in range(number)) for color in DATA.die.colors}
    state.aside = dict.fromkeys(DATA.die.colors, 0)
    areas = (
        Msg("round.dice_area", {"color": Term(f"die_colors.{color}"), "pips": " ".join(map(str, pips))})
        for color, pips in state.pool.items()
    )
    t.tell("round.dice", areas=tuple(areas))


def deal_assignments(t: Table[State]) -> None:
    """R5(3) The assignment tiles are shuffled and dealt face up to the assignment slots."""
    state = t.state
    tiles = list(CONTENT.tiles)
    t.rng.shuffle(tiles)
    t.reveal()
    state.assignments = dict(zip(CONTENT.slots, tiles, strict=True))
    state.turned = []
    areas = (
        Msg(
            "round.assignment_area",
            {
                "color": Term(f"die_colors.{color}"),
                "tiles": tuple(Term(f"assignment_labels.{state.assignments[slot]}") for slot in slots),
            },
        )
        for color, slots in CONTENT.slots_of.items()
    )
    t.tell("round.assignments", areas=tuple(areas))


def clean_up(t: Table[State]) -> None:
    """R11(4) Reward tile out, threshold meeples to the stock, dice back; after the last reward slot the game ends."""
    state = t.state
    state.rewards[state.slot - 1] = None
    for player in state.players:
        for sex in SEXES:
            player.stock[sex] += player.threshold[sex]
            player.threshold[sex] = 0
        player.dice = {}
    if state.slot == DATA.rounds.count:
        end_game(t)
    else:
        state.slot += 1
        state.phase = "setup"


def end_game(t: Table[State]) -> None:
    """R12 End scoring, told player by player."""
    end_scoring(t.state)
    t.state.phase = "over"
    t.state.active = None
    t.state.pool = {color: [] for color in DATA.die.colors}
    t.tell("end.begins")
    for seat in t.state.order:
        points = t.state.players[seat].points
        parts = tuple(
            Msg("end.part", {"source": Msg(f"source.{source}"), "vp": points[source]})
            for source in AT_THE_END
            if points[source]
        )
        t.tell("end.player" if parts else "end.player_nothing", who=Who(seat), parts=parts)
    winner, *others = scores(t.state)
    t.tell("end.winner", who=Who(winner.seat), vp=winner.total)
    if any(score.total == winner.total for score in others):
        t.tell("end.tie", who=Who(winner.seat))
