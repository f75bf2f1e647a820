"""R7.9 The end of a turn: refill the hand, tidy the map, score the territory bonus, set a skill."""

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
from .start import refill_hand

PLAINS = "plains"


async def confirm_end(ctx: GameContext[State], me: Seat) -> None:
    """R7.9 Ask for a confirmation that lists the changes of the turn. Refilling the hand next cannot be undone."""
    await ctx.confirm(
        me, "end.ask", rule="R7.9", default="yes", detail=partial(describe_turn, ctx.state, me), subject=EndTurn()
    )


def take_snapshot(player: Player) -> dict[str, int]:
    """Return the quantities that a turn summary compares."""
    stock: dict[str, int] = {resource: player.stock[resource] for resource in RESOURCES}
    return {**stock, "wrath": player.wrath, "vp": player.points, "workers": player.workers}


def describe_turn(s: State, me: Seat) -> Message:
    """Describe the changes of the turn for the player, and the next steps."""
    player, before = s.players[me], s.playing.start
    current = take_snapshot(player)
    facts = [
        message("end.track", what=names.name_track(track), before=before[track], after=current[track])
        for track in current
        if current[track] != before[track]
    ]
    new_cards = max(0, compute_hand_limit(player) - len(player.hand))
    if s.playing.is_change:
        areas = len(list_bonus_areas(s, me))
        facts.append(message("card.bonus", cards=s.playing.old_size, areas=areas, vp=s.playing.old_size * areas))
    facts.append(message("end.draw", cards=new_cards))
    if s.playing.is_change and player.face_down:
        facts.append(message("end.skill"))
    return message("parts", parts=tuple(facts))


def refill(ctx: GameContext[State], me: Seat) -> None:
    """R7.9 Step 1: refill the hand up to its limit."""
    refill_hand(ctx, me)


def return_surplus_workers(ctx: GameContext[State], me: Seat) -> None:
    """R7.9 Step 2: return surplus workers. One may stay on a space, none beside an active town of the player."""
    s, returned = ctx.state, 0
    for _, space in s.iter_spaces():
        town = space.town
        allowed = 0 if town is not None and town.owner == me and town.is_active else 1
        if (surplus := space.workers[me] - allowed) > 0:
            return_workers(s, space, me, surplus)
            returned += surplus
    if returned:
        ctx.log_event("tidy.done", who=SeatRef(me), workers=returned)


def score_territory_bonus(ctx: GameContext[State], me: Seat) -> None:
    """R7.9 Step 3a: score the cards of the old generation times the areas under control on the whole map."""
    s = ctx.state
    areas = len(list_bonus_areas(s, me))
    vp = s.playing.old_size * areas
    score_points(s, me, "territory", vp)
    ctx.log_event(
        "territory.done", who=SeatRef(me), cards=s.playing.old_size, areas=areas, vp=vp, total=s.players[me].points
    )


async def set_skill(ctx: GameContext[State], me: Seat) -> None:
    """R7.9 Step 3b: put one face-down skill in play, which works from the end of this turn on. Mandatory."""
    s, player = ctx.state, ctx.state.players[me]
    if not player.face_down:
        return
    zone, terrain = await ctx.choose(
        me,
        "skill.ask_last" if s.round == DATA.meta.rounds else "skill.ask",
        partial(_list_skills, s, me),
        default=FIRST_OPTION,
        rule="R7.9",
        subject=SetSkill(len(player.face_down)),
    )
    skill = player.face_down.pop(zone)
    s.knowledge.forget_cards([skill])
    player.skills.append(skill)
    with ctx.log_line():
        ctx.log_event("skill.done", who=SeatRef(me), skill=names.name_skill(skill), effect=describe_effect(skill))
        if skill == ADAPTATION:
            player.adapted = terrain
            ctx.log_event("skill.adapted", terrain=names.name_terrain(terrain))
        if skill == STOCKPILE:
            for resource in RESOURCES:
                gain_resource(s, me, resource, find_skill_number(STOCKPILE, "amount"))


def _list_skills(s: State, me: Seat) -> list[Option]:
    """List the face-down skills; S12 once for each terrain except plains and the player's aptitude terrain."""
    player, options = s.players[me], []
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
