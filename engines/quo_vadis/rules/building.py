"""R7.8 Building a town after a generation change; rebuilding destroyed towns; S23."""

from functools import partial

from engines.kernel import GameContext, Message, Option, Prompt, Seat, SeatRef, message
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.questions import Build, Rebuild, Reconstruct
from engines.quo_vadis.table import board, names
from engines.quo_vadis.table.geometry import parse_area
from engines.quo_vadis.table.skills import RECONSTRUCTION, find_skill_number
from engines.quo_vadis.table.state import State

from .effects import compute_start_population, found_town, pay_resource, return_workers


async def build_town(ctx: GameContext[State], seat: Seat, had_war: bool = False) -> None:
    """R7.8 After a change, turn one of the player's workers, on a space without a town, into a town.

    Mandatory if possible. If the only such worker was lost, no town is built, and the rest of the change still happens.
    had_war: there was a war, so the turn ends with this answer unless another question follows.
    """
    state = ctx.state
    if not state.playing.is_change:
        return
    spaces = board.list_building_spaces(state, seat)
    if not spaces:
        ctx.log_event("build.none", who=SeatRef(seat))
        return
    space = spaces[0]
    if len(spaces) > 1:
        space = await ctx.ask(
            lambda: ctx.build_choice_prompt(
                seat,
                "build.question",
                partial(_list_sites, state, seat),
                default=(f"build:{spaces[0]}",),
                rule="R7.8",
                subject=Build(),
                sentences=partial(_describe_question, state, seat, had_war),
            )
        )
    found_town(state, seat, space, DATA.population.built)
    ctx.log_event(
        "build.done",
        who=SeatRef(seat),
        space=names.name_space(space),
        population=compute_start_population(state, seat, DATA.population.built),
    )


def _describe_question(state: State, seat: Seat, had_war: bool) -> tuple[Message, ...]:
    """Return the question, and whether the bonus depends on the answer."""
    is_last = had_war and not (may_choose_rebuilds(state, seat) or list_restorable_spaces(state, seat))
    bonuses = _list_bonuses(state, seat)
    return (
        message("build.ask_last" if is_last else "build.ask"),
        *([message("build.alike", vp=bonuses.pop())] if len(bonuses) == 1 else []),
    )


def _list_sites(state: State, seat: Seat) -> list[Option]:
    is_same_bonus = len(_list_bonuses(state, seat)) == 1
    return [
        Option(
            f"build:{space}",
            space,
            message(
                "build.label" if is_same_bonus else "build.label_bonus",
                space=names.name_space(space),
                vp=_compute_bonus(state, seat, space),
            ),
            _describe_site(state, seat, space),
            place=f"space:{space}",
        )
        for space in board.list_building_spaces(state, seat)
    ]


def _compute_bonus(state: State, seat: Seat, space: str) -> int:
    """R7.9 Return the territory bonus of this change with a town on the space."""
    return state.playing.old_size * len({*board.list_coming_bonus_areas(state, seat), parse_area(space)})


def _list_bonuses(state: State, seat: Seat) -> set[int]:
    return {_compute_bonus(state, seat, space) for space in board.list_building_spaces(state, seat)}


def _describe_site(state: State, seat: Seat, space: str) -> Message:
    """Describe whether the town wins control of its area, and the territory bonus without and with it (R7.9)."""
    area, terrain, bonus_areas = (
        parse_area(space),
        names.name_terrain(state.find_terrain(space)),
        board.list_coming_bonus_areas(state, seat),
    )
    key = "build.keeps" if board.has_control(state.areas[area], seat) else "build.wins"
    control_text = message(key, area=area, terrain=terrain)
    if area in bonus_areas:
        return message("build.same", site=control_text, cards=state.playing.old_size, areas=len(bonus_areas))
    return message(
        "build.more", site=control_text, cards=state.playing.old_size, areas=len(bonus_areas), then=len(bonus_areas) + 1
    )


async def rebuild_towns(ctx: GameContext[State], seat: Seat) -> bool:
    """R7.8 Rebuild the player's destroyed towns that have one of the player's workers, anywhere, in each turn.

    With the option `rebuild` the player chooses among them. Returns whether there was a choice.
    """
    state = ctx.state
    spaces = board.list_rebuildable_spaces(state, seat)
    has_choice = may_choose_rebuilds(state, seat)
    if has_choice:

        def build_prompt() -> Prompt:
            options = [
                Option(f"rebuild:{r}", r, message("build.label", space=names.name_space(r)), place=f"space:{r}")
                for r in board.list_rebuildable_spaces(state, seat)
            ]
            every = tuple(option.key for option in options)
            return ctx.build_choice_prompt(
                seat, "rebuild.ask", lambda: options, 0, len(options), default=every, rule="R7.8", subject=Rebuild()
            )

        spaces = list(await ctx.ask(build_prompt))
    for ruin in spaces:
        return_workers(state, state.find_space(ruin), seat, 1)
        raise_town(ctx, seat, ruin)
    return has_choice


def may_choose_rebuilds(state: State, seat: Seat) -> bool:
    """Return whether the player chooses the towns to rebuild: with the option `rebuild`, if there are any."""
    return state.has_option("rebuild", "optional") and bool(board.list_rebuildable_spaces(state, seat))


def raise_town(ctx: GameContext[State], seat: Seat, space: str) -> None:
    """R7.8 Restore a destroyed town."""
    state = ctx.state
    town = state.find_space(space).town
    assert town is not None
    town.population = compute_start_population(state, seat, DATA.population.rebuilt)
    ctx.log_event("rebuild.done", who=SeatRef(seat), space=names.name_space(space), population=town.population)


async def offer_reconstruction(ctx: GameContext[State], seat: Seat) -> bool:
    """S23 Offer to restore one of the player's destroyed towns without a worker for 2 food.

    Once per building phase of the player, after rebuilding. Returns whether there was a choice.
    """
    state, player, price = ctx.state, ctx.state.players[seat], find_skill_number(RECONSTRUCTION, "food")
    ruins = list_restorable_spaces(state, seat)
    if not ruins:
        return False
    detail = message("reconstruct.detail", food=price, left=player.stock["food"] - price)
    options = [
        Option("pass", None, message("reconstruct.pass")),
        *(
            Option(
                f"rebuild:{ruin}",
                ruin,
                message("build.label", space=names.name_space(ruin)),
                detail,
                place=f"space:{ruin}",
            )
            for ruin in ruins
        ),
    ]
    space = await ctx.choose(
        seat, "reconstruct.ask", lambda: options, default="pass", rule="S23", subject=Reconstruct(price), food=price
    )
    if space is not None:
        pay_resource(state, seat, "food", price)
        with ctx.log_line():
            ctx.log_event("reconstruct.done", who=SeatRef(seat), food=price)
            raise_town(ctx, seat, space)
    return True


def list_restorable_spaces(state: State, seat: Seat) -> list[str]:
    """S23 Return the player's destroyed towns without a worker, if the player has the skill and the food."""
    player = state.players[seat]
    if RECONSTRUCTION not in player.skills or player.stock["food"] < find_skill_number(RECONSTRUCTION, "food"):
        return []
    return [
        ruin
        for ruin, town in board.iter_towns(state, seat)
        if not town.is_active and not state.find_space(ruin).workers[seat]
    ]
