"""Positions that random play does not reach: as full and as empty as the rules allow."""

from __future__ import annotations

from engines.kernel import Prompt
from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.data.types import Guild
from engines.marco_polo_ii.table.state import Caravan, State
from engines.marco_polo_ii.view import View, build_view
from render import Mark, RenderContext, load_arts
from render.kit.render_context import Lang
from render.kit.scene import Scene, TextRun
from tests.marco_polo_ii.table import (
    A,
    B,
    C,
    D,
    black_die,
    build_state,
    own_die,
    set_player,
)

IMPROVED: dict[Guild, bool] = dict.fromkeys(GUILDS, True)
SEVEN = ("market_pepper", "market_silk", "market_gold_a", "market_gold_b", "guild", "contracts", "purse")

ART = load_arts()["marco_polo_ii"]
NAMES = ("Ann", "Bela", "Bartholomew", "Dana")


def build_fullest_state(players: int = 4) -> State:
    """Return all players in one city with caravans, ten posts, all seals, two contracts with long
    costs, many points.
    """
    tiles = dict(zip(CONTENT.outpost_cities, CONTENT.data.outposts, strict=True))
    dice = {space: [own_die(seat, 6 - seat) for seat in range(players)] for space in SEVEN}
    dice["purse"].append(black_die(A, 1))
    s = build_state(players, caravan=True, outposts=tiles, dice=dice, number=5)
    routes = iter(list(s.routes))
    for seat, character in zip(s.seats, ("filippo", "piedro", "donata", "mailin"), strict=False):
        contract_ids = list(CONTENT.data.contracts)[-2 * seat - 2 :][:2]
        p = set_player(
            s,
            seat,
            character,
            seals=dict(IMPROVED),
            contracts=contract_ids,
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


def build_emptiest_state() -> State:
    """Return the first turn of a game for two: the players have nothing but dice."""
    s = build_state(2, number=1)
    set_player(s, A, dice=[6])
    return s


def build_shared_oasis_state() -> State:
    """Return all four caravans and all figures on one oasis at the edge."""
    s = build_state(4, caravan=True)
    for seat in (A, B, C, D):
        p = set_player(s, seat, figures=["oasis_i"])
        p.caravans = [Caravan("oasis_i", ["silk"])]
    return s


def _build_negative_state() -> State:
    """R8.7 k05: return a position with negative points."""
    s = build_state(3)
    for seat in (A, B, C):
        set_player(s, seat, points={"spaces": -seat})
    return s


CROWDED: dict[str, View] = {
    "fullest": build_view(build_fullest_state(), None),
    "fullest for two": build_view(build_fullest_state(2), None),
    "emptiest": build_view(build_emptiest_state(), None),
    "caravans on one oasis": build_view(build_shared_oasis_state(), None),
    "negative points": build_view(_build_negative_state(), None),
}


def draw_question(s: State, prompt: Prompt, lang: Lang = "en") -> Scene:
    """Draw the private picture of a question, with its numbers."""
    places = [option.place for option in prompt.options if option.place is not None]
    marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
    seat_view = build_view(s, prompt.seat)
    assert ART.choose_panel(seat_view, prompt.seat, places) == "panel:ask"
    return ART.compose(seat_view, "panel:ask", RenderContext(lang, NAMES[: len(s.players)], prompt.seat, marks))


def collect_words(scene: Scene) -> set[str]:
    return {node.text for node in scene.live_part if isinstance(node, TextRun)}
