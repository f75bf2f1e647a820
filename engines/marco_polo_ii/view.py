"""What may be seen of a game, built field by field from the State (a whitelist, R2 Information).

Hidden: the goal cards (but for their owner, and for all at the end), the order of the contract pile and of the city
cards, the offer tiles below the next one, and the removed ones.

`Option.place` names, for whoever draws marks:

    space:<id>             an action space, the purse too     contract:<id>   a contract on offer
    dice:<space>/<dice>    dice for a space: `4b+5`            held:<id>       a contract of the own board to fulfil
    offer:<book>.<offer>   an offer of a book                 guild:<id>      a seal of the own board to improve
    take:<guild>           a seal to take                     aside:<key>     another bonus action
    goal:<id>, character:<id>, tile:<id>, discard:<contract>  a card to choose
    purse:<gain>.<die>, reroll:<die>, adjust:<die>.<value>    a die on the own board
    to:<figure>.<place>, way:<figure>.<place>.<number>        where a figure goes, and how
    extra:, copy:, bonus:, post:<city>                        a city: for a post, for its bonus, to be left
    start:<tile>.<city>, drive:<caravan>.<place>              a caravan
    choice/<group>/<cost>/<gain>/<source>                     amounts to choose from (`names.choice`)
"""

from __future__ import annotations

import msgspec

from engines.kernel import Score, Seat
from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.data.types import Cost, Guild
from engines.marco_polo_ii.rules.actions.menu import openings
from engines.marco_polo_ii.rules.movement import paid_for, reachable
from engines.marco_polo_ii.rules.posts import may_settle
from engines.marco_polo_ii.table.scoring import bonus_crests, crest_vp, crests_of, goal_crests, over, scores
from engines.marco_polo_ii.table.spaces import black_dice_left
from engines.marco_polo_ii.table.state import CARRIED, Phase, Placed, Player, State, Travelled


class CaravanView(msgspec.Struct, frozen=True):
    """place: None in hand."""

    place: str | None
    goods: tuple[str, ...]


class Mat(msgspec.Struct, frozen=True):
    """A player and all in front of them.

    carried: coins, camels, pepper, silk, gold, jade; seals: guild -> improved, None where there is none
    crests:  different crests of cities with own posts; bonus_crests: +1 of De Wu and Tebaldo, at the
             end those of the goal, too; crest_vp: what they score, in play without the goal card
    goal:    the kept goal card, in the owner's View and, at the end, in all; dealt: those to choose from, own only
    points:  victory points so far by source
    walks:   ways of the figures in this round; drives: those of the caravans
    """

    seat: Seat
    color: str
    vp: int
    carried: dict[str, int]
    dice: tuple[int, ...]
    black: tuple[int, ...]
    tokens: tuple[str, ...]
    character: str | None
    figures: tuple[str, ...]
    posts: tuple[str, ...]
    posts_left: int
    contracts: tuple[str, ...]
    fulfilled: tuple[str, ...]
    seals: dict[Guild, bool | None]
    crests: tuple[str, ...]
    bonus_crests: int
    crest_vp: int
    goal: str | None
    dealt: tuple[str, ...]
    outposts: tuple[str, ...]
    caravans: tuple[CaravanView, ...]
    tiles: tuple[str, ...]
    points: tuple[tuple[str, int], ...]
    walks: tuple[tuple[str, ...], ...]
    drives: tuple[tuple[str, ...], ...]


class Opening(msgspec.Struct, frozen=True):
    """R6 A space with the sets of own dice that may be placed there: pieces, value of the action, fee."""

    space: str
    sets: tuple[tuple[tuple[str, ...], int, int], ...]


class Route(msgspec.Struct, frozen=True):
    """R8.5 One of the ways to a place. paid: all that is paid with it; cities: where an extra post could stand."""

    places: tuple[str, ...]
    steps: int
    paid: Cost
    cities: tuple[str, ...]
    oases: tuple[str, ...]


class Arrival(msgspec.Struct, frozen=True):
    """R8.5 Where a figure can go now, and what that brings.

    settles: whether a post is put there; crest_vp: what the crests score then, without the goal card
    """

    figure: int
    end: str
    ways: tuple[Route, ...]
    settles: bool
    crest_vp: int


class View(msgspec.Struct, frozen=True):
    """The table for one seat (None: a spectator).

    turn:    whose turn it is; order: turn order of the round; record: of the Travel actions of the round
    bought:  whether the player on turn has bought a black die
    offers:  book -> the current tile; next_offers: book -> the next one, None in the last round
    on_offer: contract city -> its contracts, None where one was taken this turn
    pile:    contracts left in the pile; deck: city cards left
    routes:  route tile -> face up; scores: the final result, best first, empty before the end
    openings: where the looker's dice may be placed, while a main action is owed; arrivals: where the looker's figures
             can go, while that is asked; steps: that are left for it. drawn: a contract without a slot yet
    """

    seat: Seat | None
    phase: Phase
    round: int
    rounds: int
    start: Seat
    turn: Seat | None
    order: tuple[Seat, ...]
    mats: tuple[Mat, ...]
    spaces: dict[str, tuple[Placed, ...]]
    black_dice: int
    bought: bool
    record: Travelled | None
    offered: tuple[str, ...]
    offers: dict[str, str]
    next_offers: dict[str, str | None]
    city_cards: dict[str, str]
    on_offer: dict[str, tuple[str | None, ...]]
    bonuses: dict[str, str]
    outposts: dict[str, str]
    pile: int
    deck: int
    caravan: bool
    routes: dict[str, bool]
    scores: tuple[Score, ...]
    openings: tuple[Opening, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    steps: int = 0
    drawn: str | None = None


def view(s: State, seat: Seat | None) -> View:
    """The View of a seat."""
    moving = s.playing.moving if s.playing is not None and s.playing.seat == seat else None
    return View(
        seat=seat,
        phase=s.phase,
        round=s.round,
        rounds=CONTENT.data.meta.rounds,
        start=s.start,
        turn=s.next_seat if s.phase in ("characters", "turns") else None,
        order=tuple(s.clockwise(s.start)),
        mats=tuple(_mat(s, one, player, seat) for one, player in enumerate(s.players)),
        spaces={space: tuple(dice) for space, dice in s.spaces.items()},
        black_dice=black_dice_left(s),
        bought=s.playing is not None and bool(s.playing.bought),
        record=s.record,
        offered=tuple(s.offered),
        offers={book: tiles[0] for book, tiles in s.tiles.items()},
        next_offers={book: tiles[1] if len(tiles) > 1 else None for book, tiles in s.tiles.items()},
        city_cards=dict(s.city_cards),
        on_offer={city: tuple(ids) for city, ids in s.on_offer.items()},
        bonuses=dict(s.bonuses),
        outposts=dict(s.outposts),
        pile=len(s.letters.cards),
        deck=len(s.cards.cards),
        caravan=s.caravan,
        routes=dict(s.routes),
        scores=scores(s) if over(s) else (),
        openings=_openings(s, seat),
        arrivals=_arrivals(s, seat),
        steps=moving.budget.steps if moving is not None else 0,
        drawn=s.playing.drawn if s.playing is not None else None,
    )


def _openings(s: State, seat: Seat | None) -> tuple[Opening, ...]:
    if s.playing is None or seat is None or s.playing.seat != seat or s.playing.acted:
        return ()
    return tuple(
        Opening(space, tuple((dice.pieces, dice.value, dice.fee) for dice in sets))
        for space, sets in openings(s, seat).items()
    )


def _arrivals(s: State, seat: Seat | None) -> tuple[Arrival, ...]:
    if s.playing is None or seat is None or s.playing.seat != seat or s.playing.moving is None:
        return ()
    player, moving = s.players[seat], s.playing.moving
    known, bonus = crests_of(s, seat), bonus_crests(s, seat)
    found = []
    for (figure, end), there in reachable(s, seat, moving).items():
        settles = may_settle(s, seat, end)
        crests = len({*known, CONTENT.data.cities[end].crest}) if settles else len(known)
        routes = tuple(
            Route(way.places, way.steps, paid_for(player, moving.budget, way), way.cities, way.oases) for way in there
        )
        found.append(Arrival(figure, end, routes, settles, crest_vp(crests + bonus)))
    return tuple(found)


def _mat(s: State, seat: Seat, player: Player, looker: Seat | None) -> Mat:
    crests = crests_of(s, seat)
    bonus = bonus_crests(s, seat) + (goal_crests(s, seat) if over(s) else 0)
    return Mat(
        seat=seat,
        color=player.color,
        vp=player.vp,
        carried={name: getattr(player, name) for name in CARRIED},
        dice=tuple(player.dice),
        black=tuple(player.black),
        tokens=tuple(player.tokens),
        character=player.character,
        figures=tuple(player.figures),
        posts=tuple(player.posts),
        posts_left=player.posts_left,
        contracts=tuple(player.contracts),
        fulfilled=tuple(player.fulfilled),
        seals={guild: player.seals.get(guild) for guild in GUILDS},
        crests=tuple(crests),
        bonus_crests=bonus,
        crest_vp=crest_vp(len(crests) + bonus),
        goal=player.goal if looker == seat or over(s) else None,
        dealt=tuple(player.dealt) if looker == seat else (),
        outposts=tuple(player.outposts),
        caravans=tuple(CaravanView(one.place, tuple(one.goods)) for one in player.caravans),
        tiles=tuple(player.tiles),
        points=tuple((source, vp) for source, vp in player.points.items() if vp),
        walks=tuple(map(tuple, player.walks)),
        drives=tuple(map(tuple, player.drives)),
    )
