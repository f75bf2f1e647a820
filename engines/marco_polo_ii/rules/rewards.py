"""R10 Gaining the reward of a card, tile or contract, including its consequences (a post, a movement)."""

from collections.abc import Sequence

from engines.kernel import GameContext, Option, Seat, SeatRef, message
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Gain
from engines.marco_polo_ii.table.names import describe_amounts, describe_city_bonus, describe_outpost, name_place
from engines.marco_polo_ii.table.questions import CopyBonus, ExtraPost
from engines.marco_polo_ii.table.state import Budget, Leg, Source, State

from . import contracts
from .gains import choose_any_goods, choose_two_different, gain_black_dice, receive
from .movement import gain_oasis_bonus, move_figures
from .posts import may_place_post, place_post
from .reach import list_arrival_gains

DATA = CONTENT.data
PLAIN_PARTS = ("vp", "coins", "camels", "pepper", "silk", "gold", "jade")


async def gain_reward(ctx: GameContext[State], seat: Seat, reward: Gain, source: Source) -> None:
    """R10 Gain in this order: VP, coins, camels, goods, jade, black die, contracts, movement, a copied bonus."""
    plain = _extract_plain_part(reward)
    if plain != Gain():
        receive(ctx.state, seat, plain, source)
        ctx.log_event("told.gains", who=SeatRef(seat), gain=describe_amounts(plain))
    if reward.any_good:
        await choose_any_goods(ctx, seat, reward.any_good, source)
    for _ in range(reward.two_different):
        await choose_two_different(ctx, seat, source)
    if reward.black_die:
        await gain_black_dice(ctx, seat, reward.black_die)
        if DATA.rulings.black_die_limit_counts_rewards:  # R15.5
            ctx.state.turn.bought += reward.black_die
    if reward.draw_contract:
        await contracts.take_from_pile(ctx, seat, reward.draw_contract)
    for _ in range(reward.take_contract):
        await contracts.take_one_contract(ctx, seat, ctx.state.players[seat].posts)
    if reward.move:
        await carry_out_movement(ctx, seat, Budget(reward.move, is_optional=True))
    for _ in range(reward.copy_city_bonus):
        await copy_city_bonus(ctx, seat)


def _extract_plain_part(reward: Gain) -> Gain:
    """Return the part of a gain that needs no answer."""
    return Gain(**{name: getattr(reward, name) for name in PLAIN_PARTS})


async def carry_out_movement(ctx: GameContext[State], seat: Seat, budget: Budget) -> bool:
    """R8.5 Carry out a movement with its consequences: posts at its ends, the extra post, oases.

    Returns whether any figure moved.
    """
    legs = await move_figures(ctx, seat, budget)
    for city in dict.fromkeys(leg.path.end for leg in legs):
        if may_place_post(ctx.state, seat, city):
            await settle_city(ctx, seat, city)
    if budget.allows_extra_post:
        await _offer_extra_post(ctx, seat, legs)
    await gain_oasis_bonus(ctx, seat, legs)
    return bool(legs)


async def settle_city(ctx: GameContext[State], seat: Seat, city: str) -> None:
    """R11 Place a post and gain its rewards: VP, the outpost tile, the city bonus, one of the contracts."""
    s = ctx.state
    await place_post(ctx, seat, city)
    tile = s.outposts.pop(city, None)
    if tile is not None:
        await _gain_outpost(ctx, seat, tile)
    if city in s.bonuses:
        await gain_city_bonus(ctx, seat, s.bonuses[city])
    if city in CONTENT.contract_cities:
        await contracts.take_one_contract(ctx, seat, [city])


async def _gain_outpost(ctx: GameContext[State], seat: Seat, tile: str) -> None:
    """R11 Gain an outpost tile. R12 Filippo keeps his own, and those of other players after they have gained them."""
    s = ctx.state
    filippo = next((i for i, player in enumerate(s.players) if player.character == "filippo"), None)
    if filippo != seat:
        ctx.log_event("post.outpost", who=SeatRef(seat))
        await gain_reward(ctx, seat, DATA.outposts[tile].reward, "bonuses")
    if filippo is not None:
        s.players[filippo].outposts.append(tile)
        ctx.log_event("filippo.keeps", who=SeatRef(filippo), gain=describe_outpost(tile))


async def gain_city_bonus(ctx: GameContext[State], seat: Seat, marker: str) -> None:
    """R11 Gain a city bonus; the marker stays."""
    ctx.log_event("bonus.gained", who=SeatRef(seat), gain=describe_city_bonus(marker))
    reward = DATA.city_bonuses[marker].reward
    if reward == _extract_plain_part(reward):
        receive(ctx.state, seat, reward, "bonuses")  # already in the log line above
    else:
        await gain_reward(ctx, seat, reward, "bonuses")


def list_copyable_markers(s: State) -> list[tuple[str, str]]:
    """R10 Return (city, marker) for the bonuses on the map, except those that are copies themselves."""
    return [(city, ident) for city, ident in s.bonuses.items() if not DATA.city_bonuses[ident].reward.copy_city_bonus]


async def copy_city_bonus(ctx: GameContext[State], seat: Seat) -> None:
    """R10 Gain the bonus of any other city bonus marker on the map."""
    options = [
        Option(
            f"copy:{ident}",
            ident,
            message("bonus.copy_of", gain=describe_city_bonus(ident)),
            message("bonus.in_city", city=name_place(city)),
            place=f"copy:{city}",
        )
        for city, ident in list_copyable_markers(ctx.state)
    ]
    marker: str = await ctx.choose(seat, "bonus.copy", options, rule="R10", default=options[0].key, subject=CopyBonus())
    await gain_city_bonus(ctx, seat, marker)


async def _offer_extra_post(ctx: GameContext[State], seat: Seat, legs: Sequence[Leg]) -> None:
    """R8.5 Upper space: offer one more post from the supply, in a city that was passed and is not an end."""
    s = ctx.state
    ends = [leg.path.end for leg in legs]
    entered = dict.fromkeys(city for leg in legs for city in leg.path.places[1:] if city not in ends)
    possible_cities = [city for city in entered if may_place_post(s, seat, city)]
    if not possible_cities or not s.players[seat].posts_left:
        return
    options = [Option("no", None, message("post.no_extra"))]
    options += [
        Option(
            f"extra:{city}",
            city,
            message("post.extra_in", city=name_place(city)),
            message("move.detail", items=tuple(list_arrival_gains(s, seat, city))),
            place=f"extra:{city}",
        )
        for city in possible_cities
    ]
    city = await ctx.choose(seat, "post.extra", options, rule="R8.5", default="no", subject=ExtraPost())
    if city is not None:
        await settle_city(ctx, seat, city)
