"""R5 Phase 1: the beginning of a round; R11(4): its cleanup; R12: the end of the game."""

from engines.kernel import GameContext, Message, NounRef, SeatRef
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import SEXES
from engines.signorie.effects.tiles import describe_tile
from engines.signorie.table.board import count_rounds, round_number
from engines.signorie.table.scoring import END_SOURCES, compute_scores, score_end
from engines.signorie.table.state import State, Tile

DATA = CONTENT.data


def begin_round(ctx: GameContext[State]) -> None:
    """R5 Lay out tiles, dice and assignments, and activate the first player in turn order."""
    state = ctx.state
    reward = state.rewards[state.slot - 1]
    ctx.log_event(
        "round.begins",
        round=round_number(state),
        rounds=count_rounds(state),
        reward=NounRef(f"reward_labels.{reward}"),
    )
    lay_city_tiles(ctx)
    roll_dice(ctx)
    deal_assignments(ctx)
    for player in state.players:
        player.has_passed = False  # R5(4)
    state.active = state.order[0]
    state.phase = "actions"


def lay_city_tiles(ctx: GameContext[State]) -> None:
    """R5(1) Fill the empty tile slots while the stack lasts: cities in list order, marriage before mission."""
    for city_id, city in ctx.state.cities.items():
        messages: list[Message] = []
        if city.marriage is None and ctx.state.stack:
            city.marriage = ctx.take_from(ctx.state.stack)
            messages.append(_describe_laid_tile("marriage_slot", city.marriage))
        if city.mission is None and ctx.state.stack:
            city.mission = ctx.take_from(ctx.state.stack)
            messages.append(_describe_laid_tile("mission_slot", city.mission))
        if messages:
            ctx.log_event("round.tiles", city=NounRef(f"cities.{city_id}"), tiles=tuple(messages))


def _describe_laid_tile(slot: str, tile: Tile) -> Message:
    return Message("round.tile", {"slot": NounRef(f"terms.{slot}"), "tile": describe_tile(tile)})


def roll_dice(ctx: GameContext[State]) -> None:
    """R5(2) Roll all dice in use and put them in the area of their colour."""
    state = ctx.state
    number = DATA.setup.by_player_count.action_dice_per_color[len(state.players)]
    faces = len(DATA.die.faces)
    state.pool = {color: sorted(ctx.roll_die(faces) for _ in range(number)) for color in DATA.die.colors}
    state.aside = dict.fromkeys(DATA.die.colors, 0)
    areas = (
        Message("round.dice_area", {"color": NounRef(f"die_colors.{color}"), "pips": " ".join(map(str, pips))})
        for color, pips in state.pool.items()
    )
    ctx.log_event("round.dice", areas=tuple(areas))


def deal_assignments(ctx: GameContext[State]) -> None:
    """R5(3) Shuffle the assignment tiles and deal them face up to the assignment slots."""
    state = ctx.state
    tiles = list(CONTENT.tiles)
    ctx.rng.shuffle(tiles)
    ctx.mark_revealed()
    state.assignments = dict(zip(CONTENT.slots, tiles, strict=True))
    state.turned = []
    areas = (
        Message(
            "round.assignment_area",
            {
                "color": NounRef(f"die_colors.{color}"),
                "tiles": tuple(NounRef(f"assignment_labels.{state.assignments[slot]}") for slot in slots),
            },
        )
        for color, slots in CONTENT.slots_of.items()
    )
    ctx.log_event("round.assignments", areas=tuple(areas))


def clean_up(ctx: GameContext[State]) -> None:
    """R11(4) Remove the reward tile, return threshold meeples to the stock and dice to the pool; end the last round."""
    state = ctx.state
    state.rewards[state.slot - 1] = None
    for player in state.players:
        for sex in SEXES:
            player.stock[sex] += player.threshold[sex]
            player.threshold[sex] = 0
        player.dice = {}
    if state.slot == DATA.rounds.count:
        end_game(ctx)
    else:
        state.slot += 1
        state.phase = "setup"


def end_game(ctx: GameContext[State]) -> None:
    """R12 Score the end of the game and log it player by player."""
    score_end(ctx.state)
    ctx.state.phase = "over"
    ctx.state.active = None
    ctx.state.pool = {color: [] for color in DATA.die.colors}
    ctx.log_event("end.begins")
    for seat in ctx.state.order:
        points = ctx.state.players[seat].points
        parts = tuple(
            Message("end.part", {"source": Message(f"source.{source}"), "vp": points[source]})
            for source in END_SOURCES
            if points[source]
        )
        ctx.log_event("end.player" if parts else "end.player_nothing", who=SeatRef(seat), parts=parts)
    winner, *others = compute_scores(ctx.state)
    ctx.log_event("end.winner", who=SeatRef(winner.seat), vp=winner.total)
    if any(score.total == winner.total for score in others):
        ctx.log_event("end.tie", who=SeatRef(winner.seat))
