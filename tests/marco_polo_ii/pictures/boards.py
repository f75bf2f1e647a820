"""Tables that chance does not reach: as full and as empty as the rules allow."""

from __future__ import annotations

from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.data.types import Guild
from engines.marco_polo_ii.table.state import Caravan, State
from engines.marco_polo_ii.view import View, view
from tests.marco_polo_ii.table import A, B, C, D, black, game, own, person

IMPROVED: dict[Guild, bool] = dict.fromkeys(GUILDS, True)
SEVEN = ("market_pepper", "market_silk", "market_gold_a", "market_gold_b", "guild", "contracts", "purse")


def fullest(players: int = 4) -> State:
    """Everybody in one city with caravans, ten posts, all seals, two contracts with long costs, many points."""
    tiles = dict(zip(CONTENT.outpost_cities, CONTENT.data.outposts, strict=True))
    dice = {space: [own(seat, 6 - seat) for seat in range(players)] for space in SEVEN}
    dice["purse"].append(black(A, 1))
    s = game(players, caravan=True, outposts=tiles, dice=dice, number=5)
    routes = iter(list(s.routes))
    for seat, character in zip(s.seats, ("filippo", "piedro", "donata", "mailin"), strict=False):
        held = list(CONTENT.data.contracts)[-2 * seat - 2 :][:2]
        p = person(
            s,
            seat,
            character,
            seals=dict(IMPROVED),
            contracts=held,
            dice=[1, 1, 2, 3, 6],
            black=[4] if seat < 3 else [],
        )
        p.posts = list(CONTENT.trade_cities)[: 11 - seat]
        p.points = {"contracts": 90 + seat, "bonuses": 33}
        p.figures = ["hormuz"] * len(p.figures)
        p.fulfilled = [f"c{n:02}" for n in range(1 + 9 * seat, 9 * seat + 8)]
        for name in ("coins", "camels", "pepper", "silk", "gold", "jade"):
            setattr(p, name, 23)
        for caravan in p.caravans:
            tile = next(routes)
            del s.routes[tile]
            p.tiles.append(tile)
            caravan.place, caravan.goods = "hormuz", ["gold", "pepper"]
    s.players[A].outposts = list(CONTENT.data.outposts)
    return s


def emptiest() -> State:
    """The first turn of a game for two: nobody has anything but dice."""
    s = game(2, number=1)
    person(s, A, dice=[6])
    return s


def caravans_on_one_oasis() -> State:
    """All four caravans and all figures on one oasis at the edge."""
    s = game(4, caravan=True)
    for seat in (A, B, C, D):
        p = person(s, seat, figures=["oasis_i"])
        p.caravans = [Caravan("oasis_i", ["silk"])]
    return s


def _negative() -> State:
    """R8.7 k05: points below nought."""
    s = game(3)
    for seat in (A, B, C):
        person(s, seat, points={"spaces": -seat})
    return s


CROWDED: dict[str, View] = {
    "fullest": view(fullest(), None),
    "fullest for two": view(fullest(2), None),
    "emptiest": view(emptiest(), None),
    "caravans on one oasis": view(caravans_on_one_oasis(), None),
    "negative points": view(_negative(), None),
}
