"""R11 Trading posts: placing one in a city, and the VP for the last three."""

from functools import partial

from engines.kernel import GameContext, Message, Option, Seat, SeatRef, message
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.names import describe_city_bonus, name_place
from engines.marco_polo_ii.table.questions import Relocate
from engines.marco_polo_ii.table.scoring import count_bonus_crests, list_crests, score_crests
from engines.marco_polo_ii.table.state import State

from .gains import score_vp

DATA = CONTENT.data
VP = {9: DATA.post_vp.ninth, 10: DATA.post_vp.tenth, 11: DATA.post_vp.eleventh}


def may_place_post(s: State, seat: Seat, city: str) -> bool:
    """R11 Return whether the seat may place a post: any city except Beijing without a post of the seat."""
    return city in CONTENT.trade_cities and city not in s.players[seat].posts


async def place_post(ctx: GameContext[State], seat: Seat, city: str) -> None:
    """R11 Place a post from the supply, or from another city if the supply is empty, and score its VP."""
    s = ctx.state
    player = s.players[seat]
    s.turn.new_posts.append(city)
    if player.posts_left:
        player.posts.append(city)
        ctx.log_event("post.put", who=SeatRef(seat), city=name_place(city))
        vp = VP.get(len(player.posts), 0)
    else:
        await _relocate_post(ctx, seat, city)
        vp = VP[len(player.posts)] if DATA.rulings.relocated_post_scores_vp else 0
    if vp:
        score_vp(s, seat, vp, "posts")
        ctx.log_event("post.vp", who=SeatRef(seat), number=len(player.posts), vp=vp)


async def _relocate_post(ctx: GameContext[State], seat: Seat, city: str) -> None:
    """R11 Move a post from another city, as the supply is empty; its rights in the old city are lost."""
    player = ctx.state.players[seat]
    options = [
        Option(
            f"post:{old}",
            old,
            name_place(old),
            partial(_describe_loss, ctx.state, seat, old, city),
            place=f"post:{old}",
        )
        for old in player.posts
    ]
    old = await ctx.choose(
        seat,
        "post.relocate",
        options,
        rule="R11",
        default=options[0].key,
        subject=Relocate(city),
        city=name_place(city),
    )
    player.posts.remove(old)
    player.posts.append(city)
    ctx.log_event("post.relocated", who=SeatRef(seat), old=name_place(old), city=name_place(city))


def _describe_loss(s: State, seat: Seat, old: str, city: str) -> Message:
    """R11 Describe the loss of moving a post: the VP for crests before and after, and the rights in the old city."""
    player = s.players[seat]
    was = len(list_crests(s, seat))
    now = len({DATA.cities[post].crest for post in (*player.posts, city) if post != old})
    extra_crests = count_bonus_crests(s, seat)
    items = [message("post.crests", was=score_crests(was + extra_crests), now=score_crests(now + extra_crests))]
    if old in s.bonuses:
        items.append(message("post.no_income", gain=describe_city_bonus(s.bonuses[old])))
    if old in CONTENT.contract_cities:
        items.append(message("post.no_contracts"))
    if old in CONTENT.special_spaces or any(DATA.spaces[space].city == old for space in CONTENT.card_spaces):
        items.append(message("post.no_action"))
    return message("move.detail", items=tuple(items))
