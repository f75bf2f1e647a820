"""R11 Trading posts: putting one in a city, and the VP of the last three."""

from __future__ import annotations

from functools import partial

from engines.kernel import Msg, Option, Seat, Table, Who, say
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.names import city_bonus, place
from engines.marco_polo_ii.table.questions import Relocate
from engines.marco_polo_ii.table.scoring import bonus_crests, crest_vp, crests_of
from engines.marco_polo_ii.table.state import State

from .goods import score

DATA = CONTENT.data
VP = {9: DATA.post_vp.ninth, 10: DATA.post_vp.tenth, 11: DATA.post_vp.eleventh}


def may_settle(s: State, seat: Seat, city: str) -> bool:
    """R11 Every city but Beijing, if there is no own post yet."""
    return city in CONTENT.trade_cities and city not in s.players[seat].posts


async def put(t: Table[State], seat: Seat, city: str) -> None:
    """R11 The post itself, from the supply or, without one there, from another city; its VP."""
    s = t.state
    player = s.players[seat]
    s.turn.settled.append(city)
    if player.posts_left:
        player.posts.append(city)
        t.tell("post.put", who=Who(seat), city=place(city))
        vp = VP.get(len(player.posts), 0)
    else:
        await _relocate(t, seat, city)
        vp = VP[len(player.posts)] if DATA.rulings.relocated_post_scores_vp else 0
    if vp:
        score(s, seat, vp, "posts")
        t.tell("post.vp", who=Who(seat), number=len(player.posts), vp=vp)


async def _relocate(t: Table[State], seat: Seat, city: str) -> None:
    """R11 Without a post in the supply, one on the map moves; the rights in its old city are lost."""
    player = t.state.players[seat]
    options = [
        Option(f"post:{old}", old, place(old), partial(_lost, t.state, seat, old, city), place=f"post:{old}")
        for old in player.posts
    ]
    old = await t.choose(
        seat,
        "post.relocate",
        options,
        rule="R11",
        default=options[0].key,
        about=Relocate(city),
        city=place(city),
    )
    player.posts.remove(old)
    player.posts.append(city)
    t.tell("post.relocated", who=Who(seat), old=place(old), city=place(city))


def _lost(s: State, seat: Seat, old: str, city: str) -> Msg:
    """R11 What the points of open crests become, and which rights in the old city end."""
    player = s.players[seat]
    was = len(crests_of(s, seat))
    now = len({DATA.cities[post].crest for post in (*player.posts, city) if post != old})
    more = bonus_crests(s, seat)
    items = [say("post.crests", was=crest_vp(was + more), now=crest_vp(now + more))]
    if old in s.bonuses:
        items.append(say("post.no_income", gain=city_bonus(s.bonuses[old])))
    if old in CONTENT.contract_cities:
        items.append(say("post.no_contracts"))
    if old in CONTENT.special_spaces or any(DATA.spaces[space].city == old for space in CONTENT.card_spaces):
        items.append(say("post.no_action"))
    return say("move.detail", items=tuple(items))
