"""R7.7 The aftermath of a war: VP, wrath, shrinking towns, workers that go home, spoils."""

from functools import partial
from typing import Any

from engines.kernel import GameContext, Prompt, Seat, SeatRef, message
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.questions import Spoils, StartWar
from engines.quo_vadis.rules.effects import gain_resource, gain_wrath, lose_population, return_workers, score_points
from engines.quo_vadis.rules.start import list_tracks, spread_evenly
from engines.quo_vadis.rules.wrath import log_town_loss
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import count_workers, list_capacities
from engines.quo_vadis.table.geometry import build_space_id
from engines.quo_vadis.table.skills import ENDURANCE, SIEGE, TRIUMPH, compute_regained_morale, find_skill_bonus
from engines.quo_vadis.table.state import State, War

from .bids import ask_declaration
from .strength import compute_strength, count_rolls, create_war, find_elated, is_contested


async def apply_aftermath(ctx: GameContext[State], war: War, winner: Seat) -> None:
    """R7.7 Apply the winner's VP, the losses in turn order from the active player, the spoils, and last B09."""
    losers = [side.seat for side in war.sides if side.seat != winner]
    reward_winner(ctx, war, winner)
    for seat in losers:
        apply_defeat(ctx, war, winner, seat)
    await take_spoils(ctx, war, winner)
    for seat in losers:
        apply_endurance(ctx, war, seat)


def reward_winner(ctx: GameContext[State], war: War, winner: Seat) -> None:
    """R7.7 Score 2 VP, with S18 2 more. One message has it all, as a short report may show no other about the war."""
    state = ctx.state
    extra = find_skill_bonus(state.players[winner], TRIUMPH, "vp")
    score_points(state, winner, "war", DATA.war.win_vp)
    score_points(state, winner, "skill", extra)
    winner_total, others = war.find_side(winner).total, [side for side in war.sides if side.seat != winner]
    ctx.log_event(
        "war.won_tie" if any(side.total == winner_total for side in others) else "war.won",
        who=SeatRef(winner),
        area=names.name_area(war.area),
        own=winner_total,
        others=tuple(message("war.total", who=SeatRef(side.seat), total=side.total) for side in others),
        vp=DATA.war.win_vp + extra,
        total=state.players[winner].points,
    )


def apply_defeat(ctx: GameContext[State], war: War, winner: Seat, seat: Seat) -> None:
    """R7.7 Apply a defeat: 1 wrath; active towns in the genesis area lose population; all workers there go home.

    If the winner has S19, towns lose 2 instead, and the winner gets 2 VP for each one destroyed.
    """
    state, area = ctx.state, ctx.state.areas[war.area]
    siege = find_skill_bonus(state.players[winner], SIEGE, "population")
    with ctx.log_line():
        wrath = gain_wrath(state, seat, DATA.war.loser_wrath)
        ctx.log_event("war.lost" if wrath else "war.lost_full", who=SeatRef(seat), wrath=wrath)
        workers = count_workers(area, seat)
        for space in area.spaces:
            return_workers(state, space, seat, space.workers[seat])
        if workers:
            ctx.log_event("workers.home", who=SeatRef(seat), workers=workers)
        for slot, space in enumerate(area.spaces):
            town = space.town
            if town is not None and town.owner == seat and town.is_active:
                war.reduced += 1
                destroyed = lose_population(town, siege or DATA.war.town_loss)
                log_town_loss(ctx, build_space_id(area.id, slot))
                if destroyed and siege:
                    vp = find_skill_bonus(state.players[winner], SIEGE, "vp")
                    score_points(state, winner, "skill", vp)
                    ctx.log_event("vp.done", who=SeatRef(winner), vp=vp, total=state.players[winner].points)


async def take_spoils(ctx: GameContext[State], war: War, winner: Seat) -> None:
    """R7.7 Let the winner choose one resource for each opposing town that lost population, however much it lost.

    The question is built again after S29, which fills the tracks.
    """
    state, player = ctx.state, ctx.state.players[winner]

    def count_fitting() -> int:
        return min(war.reduced * DATA.war.resources_per_town, sum(list_capacities(state, player).values()))

    def build_prompt() -> Prompt:
        max_count = count_fitting()
        return ctx.build_allocation_prompt(
            winner,
            "spoils.ask",
            partial(list_tracks, state, winner),
            max_count,
            at_least=0,
            default=spread_evenly(state, player, max_count),
            rule="R7.7",
            subject=Spoils(max_count),
            most=max_count,
        )

    if not count_fitting():
        return
    cubes_by_resource: dict[Any, int] = dict(await ctx.ask(build_prompt))
    for resource, cubes in cubes_by_resource.items():
        gain_resource(state, winner, resource, cubes)
    if cubes_by_resource:
        stock = player.stock
        ctx.log_event(
            "spoils.done", who=SeatRef(winner), morale=stock["morale"], food=stock["food"], faith=stock["faith"]
        )


def apply_endurance(ctx: GameContext[State], war: War, seat: Seat) -> None:
    """B09 Give a loser half of the morale spent, rounded up, and 1 more wrath."""
    state, player = ctx.state, ctx.state.players[seat]
    if ENDURANCE in player.skills:
        morale = gain_resource(state, seat, "morale", compute_regained_morale(player, war.find_side(seat).bid or 0))
        wrath = gain_wrath(state, seat, find_skill_bonus(player, ENDURANCE, "wrath"))
        if morale or wrath:
            key = "endurance.done" if morale and wrath else "endurance.morale" if morale else "endurance.wrath"
            ctx.log_event(key, who=SeatRef(seat), morale=morale, wrath=wrath)


async def play_war(ctx: GameContext[State], seat: Seat) -> bool:
    """R7.7 Play a war if a space of the genesis area is shared, even without the active player.

    The declaration of the active player is the last answer before others are asked or dice are rolled; without a
    declaration the player confirms instead. Returns whether there was a war.
    """
    state = ctx.state
    if not is_contested(state.areas[state.genesis], state.seats):
        return False
    war = state.playing.war = create_war(state)
    ctx.log_event(
        "war.begins",
        who=SeatRef(seat),
        area=names.name_area(war.area),
        sides=tuple(SeatRef(side.seat) for side in war.sides),
    )
    seats = [side.seat for side in war.sides]
    if seat not in seats or not await ask_declaration(ctx, war, seat):
        about = StartWar(war.area, tuple(seats))
        await ctx.confirm(seat, "war.ask", rule="R7.7", default="yes", subject=about, area=war.area)
    for other in seats:
        if other != seat:
            await ask_declaration(ctx, war, other)
    roll_dice(ctx, war)
    winner = war.winner = find_winner(state, war)
    await apply_aftermath(ctx, war, winner)
    return True


def roll_dice(ctx: GameContext[State], war: War) -> None:
    """R7.7 Roll a die for each side, twice for the elated one, and add the highest result to the strength."""
    state = ctx.state
    war.elated = find_elated(state, war)
    if war.elated is not None:
        ctx.log_event("war.elated", who=SeatRef(war.elated))
    for side in war.sides:
        side.rolls = [ctx.roll_die(side.sides) for _ in range(count_rolls(state, war, side.seat))]
        before = compute_strength(state, war, side)
        side.total = before + max(side.rolls)
        ctx.log_event(
            "war.rolled",
            who=SeatRef(side.seat),
            strength=before,
            sides=side.sides,
            rolls=tuple(side.rolls),
            total=side.total,
        )


def find_winner(state: State, war: War) -> Seat:
    """R7.7 Return the seat with the highest total; of equals, the first clockwise from the start player."""
    best_total = max(side.total for side in war.sides)
    equals = [side.seat for side in war.sides if side.total == best_total]
    return next(seat for seat in state.list_clockwise(state.first) if seat in equals)
