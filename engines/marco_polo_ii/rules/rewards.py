"""R10 Gaining what a card, tile or contract shows; what it sets off (a post, a movement) is carried out at once."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel import Option, Seat, Table, Who, say
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Gain
from engines.marco_polo_ii.table.names import amounts, city_bonus, outpost, place
from engines.marco_polo_ii.table.questions import CopyBonus, ExtraPost
from engines.marco_polo_ii.table.state import Budget, Source, State

from . import letters
from .black_dice import gain_black_dice
from .goods import any_goods, receive, two_different
from .movement import Leg, arrival, move, oasis_bonus
from .posts import may_settle, put

DATA = CONTENT.data
PLAIN = ("vp", "coins", "camels", "pepper", "silk", "gold", "jade")


async def gain(t: Table[State], seat: Seat, what: Gain, source: Source) -> None:
    """R10 In this order: vp, coins, camels, goods, jade, black die, contracts, move, a copied bonus."""
    plain = _plain(what)
    if plain != Gain():
        receive(t.state, seat, plain, source)
        t.tell("told.gains", who=Who(seat), gain=amounts(plain))
    if what.any_good:
        await any_goods(t, seat, what.any_good, source)
    for _ in range(what.two_different):
        await two_different(t, seat, source)
    if what.black_die:
        await gain_black_dice(t, seat, what.black_die)
        if DATA.rulings.black_die_limit_counts_rewards:  # R15.5
            t.state.turn.bought += what.black_die
    if what.draw_contract:
        await letters.draw(t, seat, what.draw_contract)
    for _ in range(what.take_contract):
        await letters.take_one(t, seat, t.state.players[seat].posts)
    if what.move:
        await march(t, seat, Budget(what.move, optional=True))
    for _ in range(what.copy_city_bonus):
        await copy_bonus(t, seat)


def _plain(what: Gain) -> Gain:
    """The part that needs no answer."""
    return Gain(**{name: getattr(what, name) for name in PLAIN})


async def march(t: Table[State], seat: Seat, budget: Budget) -> bool:
    """R8.5 A movement and all that it brings: posts at its ends, the extra post, oases. Whether anybody moved."""
    legs = await move(t, seat, budget)
    for city in dict.fromkeys(leg.way.end for leg in legs):
        if may_settle(t.state, seat, city):
            await settle(t, seat, city)
    if budget.extra_post:
        await _extra_post(t, seat, legs)
    await oasis_bonus(t, seat, legs)
    return bool(legs)


async def settle(t: Table[State], seat: Seat, city: str) -> None:
    """R11 A post and what it brings: VP, the outpost tile, the city bonus, one of the contracts."""
    s = t.state
    await put(t, seat, city)
    tile = s.outposts.pop(city, None)
    if tile is not None:
        await _outpost(t, seat, tile)
    if city in s.bonuses:
        await gain_bonus(t, seat, s.bonuses[city])
    if city in CONTENT.contract_cities:
        await letters.take_one(t, seat, [city])


async def _outpost(t: Table[State], seat: Seat, tile: str) -> None:
    """R11 First come; R12 Filippo keeps his own and gets those of the others once they are resolved."""
    s = t.state
    filippo = next((i for i, player in enumerate(s.players) if player.character == "filippo"), None)
    if filippo != seat:
        t.tell("post.outpost", who=Who(seat))
        await gain(t, seat, DATA.outposts[tile].reward, "bonuses")
    if filippo is not None:
        s.players[filippo].outposts.append(tile)
        t.tell("filippo.keeps", who=Who(filippo), gain=outpost(tile))


async def gain_bonus(t: Table[State], seat: Seat, marker: str) -> None:
    """R11 A city bonus; the marker stays."""
    t.tell("bonus.gained", who=Who(seat), gain=city_bonus(marker))
    reward = DATA.city_bonuses[marker].reward
    if reward == _plain(reward):
        receive(t.state, seat, reward, "bonuses")  # told already
    else:
        await gain(t, seat, reward, "bonuses")


def markers_to_copy(s: State) -> list[tuple[str, str]]:
    """R10 (city, marker) of those on the map that do not copy themselves."""
    return [(city, ident) for city, ident in s.bonuses.items() if not DATA.city_bonuses[ident].reward.copy_city_bonus]


async def copy_bonus(t: Table[State], seat: Seat) -> None:
    """R10 Any other city bonus marker on the map."""
    options = [
        Option(f"copy:{ident}", ident, city_bonus(ident), say("bonus.in_city", city=place(city)), place=f"copy:{city}")
        for city, ident in markers_to_copy(t.state)
    ]
    marker: str = await t.choose(seat, "bonus.copy", options, rule="R10", default=options[0].key, about=CopyBonus())
    await gain_bonus(t, seat, marker)


async def _extra_post(t: Table[State], seat: Seat, legs: Sequence[Leg]) -> None:
    """R8.5 On the upper space one more post, in a city that was entered and is not an end. R8.5: from the supply."""
    s = t.state
    ends = [leg.way.end for leg in legs]
    entered = dict.fromkeys(city for leg in legs for city in leg.way.places[1:] if city not in ends)
    free = [city for city in entered if may_settle(s, seat, city)]
    if not free or not s.players[seat].posts_left:
        return
    options = [Option("no", None, say("post.no_extra"))]
    options += [
        Option(
            f"extra:{city}",
            city,
            place(city),
            say("move.detail", items=tuple(arrival(s, seat, city))),
            place=f"extra:{city}",
        )
        for city in free
    ]
    city = await t.choose(seat, "post.extra", options, rule="R8.5", default="no", about=ExtraPost())
    if city is not None:
        await settle(t, seat, city)
