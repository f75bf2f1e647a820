"""R7.2 Wrath of god, and the prayer before it (S11)."""

from collections.abc import Sequence
from functools import partial
from itertools import combinations

from engines.kernel import GameContext, Message, Option, Seat, SeatRef, message
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.data.types import Tier
from engines.quo_vadis.questions import Pray, Strike
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import find_aptitude_terrain, find_max_wrath
from engines.quo_vadis.table.geometry import SLOTS
from engines.quo_vadis.table.skills import DIVINE_PUNISHMENT, PRAYER, find_skill_bonus, find_skill_number
from engines.quo_vadis.table.state import State

from .effects import gain_wrath, lose_population, pay_resource, put_token, return_workers


async def offer_prayer(ctx: GameContext[State], seat: Seat) -> None:
    """S11 Offer 1 wrath for 2 faith, once in each turn of the player, directly before wrath, if wrath is not full.

    The owner of an unused S29 is asked even without faith, since S29 may bring some (R7).
    """
    state, player = ctx.state, ctx.state.players[seat]
    if PRAYER not in player.skills or player.wrath >= find_max_wrath(state, player):
        return
    about = Pray(find_skill_number(PRAYER, "faith"), find_skill_number(PRAYER, "wrath"))
    if await ctx.choose(
        seat, "prayer.ask", partial(_list_prayers, state, seat), default="pass", rule="S11", subject=about
    ):
        pay_resource(state, seat, "faith", about.faith)
        gain_wrath(state, seat, about.wrath)
        ctx.log_event("prayer.done", who=SeatRef(seat), faith=about.faith, wrath=player.wrath)


def _list_prayers(state: State, seat: Seat) -> list[Option]:
    player, faith = state.players[seat], find_skill_number(PRAYER, "faith")
    options = [Option("pass", False, message("prayer.pass"))]
    if player.stock["faith"] >= faith:
        after = player.wrath + find_skill_number(PRAYER, "wrath")
        detail = message("prayer.detail", left=player.stock["faith"] - faith, before=player.wrath, after=after)
        options.append(Option("pray", True, message("prayer.label", faith=faith), detail))
    return options


def is_wrath_next(state: State, seat: Seat) -> bool:
    """S11 Return whether no prayer can change the wrath between the choice of the area and the strike."""
    player = state.players[seat]
    return PRAYER not in player.skills or player.wrath >= find_max_wrath(state, player)


async def offer_wrath(ctx: GameContext[State], seat: Seat, will_strike: bool | None = None) -> None:
    """R7.2 Offer to pay all wrath to strike spaces of the genesis area and lay the player's terrain token on it.

    will_strike: the decision made with the choice of the area; None: not made yet.
    """
    state, player = ctx.state, ctx.state.players[seat]
    tier = find_tier(state, seat)
    if tier is None or will_strike is False:
        return
    struck: tuple[str, ...] = await ctx.choose(
        seat,
        f"wrath.{'where' if will_strike else 'ask'}{'_token' if would_change_terrain(state, seat) else ''}",
        partial(list_strikes, state, tier),
        default="pass",
        rule="R7.2",
        subject=Strike(state.genesis, player.wrath, tier.max_spaces, tier.town_loss),
        area=state.genesis,
        wrath=player.wrath,
        terrain=names.name_terrain(find_aptitude_terrain(player)),
    )
    if struck:
        strike_spaces(ctx, seat, struck, tier.town_loss)


def find_tier(state: State, seat: Seat) -> Tier | None:
    """R7.2 Return the effect of the player's wrath; None: too little. S20 counts as 1 more."""
    total = state.players[seat].wrath + find_skill_bonus(state.players[seat], DIVINE_PUNISHMENT, "wrath")
    custom = state.has_option("board_side", "custom")
    return next(
        (tier for tier in reversed(DATA.wrath.tier) if total >= tier.at_least and (custom or not tier.custom_only)),
        None,
    )


def would_change_terrain(state: State, seat: Seat) -> bool:
    """R7.2 Return whether a strike changes the terrain of the genesis area."""
    terrain = find_aptitude_terrain(state.players[seat])
    return state.areas[state.genesis].token != terrain and state.tokens[terrain] > 0


def list_strikes(state: State, tier: Tier) -> list[Option]:
    """R7.2 List no strike, and each set of one up to the maximum number of spaces; empty spaces may be chosen."""
    slots = [slot_set for n in range(1, tier.max_spaces + 1) for slot_set in combinations(SLOTS, n)]
    return [
        Option("pass", (), message("wrath.pass")),
        *(
            Option(
                f"strike:{'+'.join(slot_set)}",
                tuple(f"{state.genesis}:{slot}" for slot in slot_set),
                message("wrath.label", spaces=tuple(map(names.name_slot, slot_set))),
                partial(_forecast_strike, state, tuple(f"{state.genesis}:{slot}" for slot in slot_set), tier.town_loss),
                place=f"space:{state.genesis}:{slot_set[0]}" if len(slot_set) == 1 else None,
            )
            for slot_set in slots
        ),
    ]


def _forecast_strike(state: State, spaces: Sequence[str], loss: int) -> Message:
    """Describe the effect of a strike."""
    facts = []
    for seat in state.seats:
        workers = sum(state.find_space(space).workers[seat] for space in spaces)
        if workers:
            facts.append(message("wrath.hit_workers", who=SeatRef(seat), workers=workers))
    for space in spaces:
        town = state.find_space(space).town
        if town is not None and town.is_active:
            after = max(0, town.population - loss)
            facts.append(message("wrath.hit_town", who=SeatRef(town.owner), before=town.population, after=after))
    return message("parts", parts=tuple(facts)) if facts else message("wrath.hit_nothing")


def strike_spaces(ctx: GameContext[State], seat: Seat, struck: Sequence[str], loss: int) -> None:
    """R7.2 Send home all workers of the spaces and reduce active towns; no player gains anything for it."""
    state, player = ctx.state, ctx.state.players[seat]
    state.playing.struck_spaces, state.playing.wrath_paid = list(struck), player.wrath
    with ctx.log_line():
        ctx.log_event(
            "wrath.done",
            who=SeatRef(seat),
            wrath=player.wrath,
            spaces=tuple(names.name_space(space) for space in struck),
        )
        player.wrath = 0
        for other in state.seats:
            if workers := sum(state.find_space(name).workers[other] for name in struck):
                for space in map(state.find_space, struck):
                    return_workers(state, space, other, space.workers[other])
                ctx.log_event("workers.home", who=SeatRef(other), workers=workers)
        for name in struck:
            space = state.find_space(name)
            if space.town is not None and space.town.is_active:
                lose_population(space.town, loss)
                log_town_loss(ctx, name)
        terrain = find_aptitude_terrain(player)
        if put_token(state, state.areas[state.genesis], terrain):
            ctx.log_event("token.done", area=names.name_area(state.genesis), terrain=names.name_terrain(terrain))


def log_town_loss(ctx: GameContext[State], space: str) -> None:
    """Log that a town has lost population or was destroyed."""
    town = ctx.state.find_space(space).town
    assert town is not None
    key = "town.shrunk" if town.is_active else "town.destroyed"
    ctx.log_event(key, who=SeatRef(town.owner), space=names.name_space(space), population=town.population)
