"""R7.9 The end of a turn after the hand is refilled (`start.refill_hand`): tidy the map, score the territory bonus, set
a skill.
"""

from functools import partial

from engines.kernel import FIRST_OPTION, GameContext, Message, Option, Seat, SeatRef, message
from engines.quo_vadis.data.content import DATA, RESOURCES, TERRAINS
from engines.quo_vadis.questions import EndTurn, SetSkill
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import compute_hand_limit, find_aptitude_terrain, list_bonus_areas
from engines.quo_vadis.table.names import describe_effect
from engines.quo_vadis.table.skills import ADAPTATION, STOCKPILE, find_skill_number
from engines.quo_vadis.table.state import Player, State

from .effects import gain_resource, return_workers, score_points

PLAINS = "plains"


async def confirm_end(ctx: GameContext[State], seat: Seat) -> None:
    """R7.9 Ask for a confirmation that lists the changes of the turn. Refilling the hand next cannot be undone."""
    await ctx.confirm(
        seat, "end.ask", rule="R7.9", default="yes", detail=partial(describe_turn, ctx.state, seat), subject=EndTurn()
    )


def take_snapshot(player: Player) -> dict[str, int]:
    """Return the quantities that a turn summary compares."""
    stock: dict[str, int] = {resource: player.stock[resource] for resource in RESOURCES}
    return {**stock, "wrath": player.wrath, "vp": player.points, "workers": player.workers}


def describe_turn(state: State, seat: Seat) -> Message:
    """Describe the changes of the turn for the player, and the next steps."""
    player, before = state.players[seat], state.playing.start
    current = take_snapshot(player)
    facts = [
        message("end.track", what=names.name_track(track), before=before[track], after=current[track])
        for track in current
        if current[track] != before[track]
    ]
    new_cards = max(0, compute_hand_limit(player) - len(player.hand))
    if state.playing.is_change:
        areas = len(list_bonus_areas(state, seat))
        facts.append(
            message("card.bonus", cards=state.playing.old_size, areas=areas, vp=state.playing.old_size * areas)
        )
    facts.append(message("end.draw", cards=new_cards))
    if state.playing.is_change and player.face_down:
        facts.append(message("end.skill"))
    return message("parts", parts=tuple(facts))


def return_surplus_workers(ctx: GameContext[State], seat: Seat) -> None:
    """R7.9 Step 2: return surplus workers. One may stay on a space, none beside an active town of the player."""
    state, returned = ctx.state, 0
    for _, space in state.iter_spaces():
        town = space.town
        allowed = 0 if town is not None and town.owner == seat and town.is_active else 1
        if (surplus := space.workers[seat] - allowed) > 0:
            return_workers(state, space, seat, surplus)
            returned += surplus
    if returned:
        ctx.log_event("tidy.done", who=SeatRef(seat), workers=returned)


def score_territory_bonus(ctx: GameContext[State], seat: Seat) -> None:
    """R7.9 Step 3a: score the cards of the old generation times the areas under control on the whole map."""
    state = ctx.state
    areas = len(list_bonus_areas(state, seat))
    vp = state.playing.old_size * areas
    score_points(state, seat, "territory", vp)
    ctx.log_event(
        "territory.done",
        who=SeatRef(seat),
        cards=state.playing.old_size,
        areas=areas,
        vp=vp,
        total=state.players[seat].points,
    )


async def set_skill(ctx: GameContext[State], seat: Seat) -> None:
    """R7.9 Step 3b: put one face-down skill in play, which works from the end of this turn on. Mandatory."""
    state, player = ctx.state, ctx.state.players[seat]
    if not player.face_down:
        return
    zone, terrain = await ctx.choose(
        seat,
        "skill.ask_last" if state.round == DATA.meta.rounds else "skill.ask",
        partial(_list_skills, state, seat),
        default=FIRST_OPTION,
        rule="R7.9",
        subject=SetSkill(len(player.face_down)),
    )
    skill = player.face_down.pop(zone)
    state.knowledge.forget_cards([skill])
    player.skills.append(skill)
    with ctx.log_line():
        ctx.log_event("skill.done", who=SeatRef(seat), skill=names.name_skill(skill), effect=describe_effect(skill))
        if skill == ADAPTATION:
            player.adapted = terrain
            ctx.log_event("skill.adapted", terrain=names.name_terrain(terrain))
        if skill == STOCKPILE:
            for resource in RESOURCES:
                gain_resource(state, seat, resource, find_skill_number(STOCKPILE, "amount"))


def _list_skills(state: State, seat: Seat) -> list[Option]:
    """List the face-down skills; S12 once for each terrain except plains and the player's aptitude terrain."""
    player, options = state.players[seat], []
    for zone, skill in player.face_down.items():
        if skill == ADAPTATION:
            options += [
                Option(
                    f"set:{skill.lower()}:{terrain}",
                    (zone, terrain),
                    message("skill.with", skill=names.name_skill(skill), terrain=names.name_terrain(terrain)),
                    describe_effect(skill),
                    place=f"skill:{skill}",
                )
                for terrain in TERRAINS
                if terrain not in (PLAINS, find_aptitude_terrain(player))
            ]
        else:
            options.append(
                Option(
                    f"set:{skill.lower()}",
                    (zone, None),
                    names.name_skill(skill),
                    describe_effect(skill),
                    place=f"skill:{skill}",
                )
            )
    return options
