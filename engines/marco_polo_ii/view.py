"""The part of a game that a seat may see, built field by field from the State (a whitelist, R2 Information).

Hidden: the goal cards (except for their owner, and for all seats at the end), the order of the contract pile and of the
city card deck, the offer tiles below the next one, and the removed offer tiles.

Values of `Option.place`, used by the pictures to place marks:

    space:<id>             an action space or the purse       contract:<id>   a contract on offer
    dice:<space>/<dice>    dice for a space: `4b+5`            held:<id>       a contract on the player's mat, to fulfil
    offer:<book>.<offer>   an offer of a book                 guild:<id>      a seal on the player's mat, to improve
    take:<guild>           a seal to take                     aside:<key>     another bonus action
    goal:<id>, character:<id>, tile:<id>, discard:<contract>  a card to choose
    purse:<gain>.<die>, reroll:<die>, adjust:<die>.<value>    a die on the player's mat
    to:<figure>.<place>, way:<figure>.<place>.<number>        destination of a figure; path to it
    extra:, copy:, bonus:, post:<city>                        a city: for a post, for its bonus, to remove the post
    start:<tile>.<city>, drive:<caravan>.<place>              a caravan
    choice/<group>/<cost>/<gain>/<source>                     amounts to choose from (`names.build_choice_place`)
"""

import msgspec

from engines.kernel import Message, Score, Seat, TurnInfo, message
from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.data.types import Cost, Guild
from engines.marco_polo_ii.rules.actions.menu import list_openings
from engines.marco_polo_ii.rules.posts import may_place_post
from engines.marco_polo_ii.rules.reach import compute_payment, find_oasis_vp, list_reachable
from engines.marco_polo_ii.table import scoring
from engines.marco_polo_ii.table.spaces import count_black_dice_left
from engines.marco_polo_ii.table.state import RESOURCES, Phase, PlacedDie, Player, State, TravelRecord


class CaravanView(msgspec.Struct, frozen=True):
    """A caravan of a player."""

    place: str | None
    """None: not on the map."""
    goods: tuple[str, ...]
    """Goods loaded; empty while not on the map."""


class Mat(msgspec.Struct, frozen=True):
    """A player and everything in front of them."""

    seat: Seat
    """Also the index in `View.mats`."""
    color: str
    """Colour of the dice and posts."""
    vp: int
    """Points gained during play; those of the final scoring are in `View.scores` alone (R14)."""
    resources: dict[str, int]
    """Number of coins, camels, pepper, silk, gold and jade."""
    dice: tuple[int, ...]
    """Values of the dice of the player's colour, ascending."""
    black: tuple[int, ...]
    """Values of the black dice."""
    tokens: tuple[str, ...]
    """Colours of the tokens that Donata has left (R12)."""
    character: str | None
    """None until it is chosen."""
    figures: tuple[str, ...]
    """Place of each figure; two for Mailin."""
    posts: tuple[str, ...]
    """Cities with a post, oldest first."""
    posts_left: int
    """Number of posts in the supply."""
    contract_slots: tuple[str | None, ...]
    """Contract slots with the active contract in each; None: a free slot."""
    fulfilled: tuple[str, ...]
    """Fulfilled contracts, oldest first."""
    seals: dict[Guild, bool | None]
    """Guild -> whether its seal is improved; None: the player does not own it."""
    crests: tuple[str, ...]
    """Different crests of the cities with a post of this player."""
    bonus_crests: int
    """Additional crests: +1 for De Wu and Tebaldo; at the end also those of the goal card."""
    crest_vp: int
    """VP for all crests; during play without the goal card."""
    goal: str | None
    """The goal card kept, in the owner's View and, at the end, in all Views."""
    dealt_goals: tuple[str, ...]
    """Goal cards to choose from; only in the owner's View."""
    outposts: tuple[str, ...]
    """Outpost tiles that Filippo has kept (R12)."""
    caravans: tuple[CaravanView, ...]
    """Empty without the Caravan expansion."""
    tiles: tuple[str, ...]
    """Route tiles of the caravans under way (R13)."""
    points: tuple[tuple[str, int], ...]
    """VP so far by source."""
    walks: tuple[tuple[str, ...], ...]
    """Paths of the figures in this round."""
    drives: tuple[tuple[str, ...], ...]
    """Paths of the caravans in this round."""

    @property
    def contracts(self) -> list[str]:
        """Active contracts, those of lower slots first."""
        return [ident for ident in self.contract_slots if ident is not None]


class Opening(msgspec.Struct, frozen=True):
    """R6 A space with the sets of the player's dice that may be placed there."""

    space: str
    """Id of the action space."""
    sets: tuple[tuple[tuple[str, ...], int, int], ...]
    """For each set: the dice, the value of the action, the fee."""


class PathOption(msgspec.Struct, frozen=True):
    """R8.5 One path of a figure to a place."""

    places: tuple[str, ...]
    """From where the figure stands to the place."""
    steps: int
    """Steps used; Möngke's oases use none (R12)."""
    payment: Cost
    """The complete payment, including fee and coins of the space."""
    cities: tuple[str, ...]
    """Cities on the path where an extra post could be placed."""


class Arrival(msgspec.Struct, frozen=True):
    """R8.5 A possible destination of a figure, with the result of going there."""

    figure: int
    """Index in `Mat.figures`."""
    end: str
    """The destination."""
    paths: tuple[PathOption, ...]
    """Cheapest first; one alone where the way is asked place by place."""
    settles: bool
    """Whether a post is placed there."""
    crest_vp: int
    """VP for the crests after that, without the goal card."""
    oasis_vp: int
    """R12 VP that Möngke gains there for an oasis that he has not passed yet; where he stops, for all of his walk."""


class View(msgspec.Struct, frozen=True):
    """The table as one seat sees it."""

    seat: Seat | None
    """The viewer; None: a spectator."""
    phase: Phase
    """Part of the game (R5)."""
    round: int
    """From 1; 0 before the first round."""
    rounds: int
    """Number of rounds of the game."""
    start: Seat
    """The start player."""
    turn: Seat | None
    """The seat to move."""
    order: tuple[Seat, ...]
    """Turn order of the round."""
    mats: tuple[Mat, ...]
    """By seat."""
    spaces: dict[str, tuple[PlacedDie, ...]]
    """Action space -> dice on it, in the order of placing."""
    black_dice: int
    """Black dice left in the supply."""
    has_bought_black_die: bool
    """Whether the player to move has bought a black die this turn."""
    record: TravelRecord | None
    """The best Travel action of the round."""
    available_characters: tuple[str, ...]
    """Characters still to be chosen from."""
    offers: dict[str, str]
    """Book -> current offer tile."""
    next_offers: dict[str, str | None]
    """Book -> next offer tile; None in the last round."""
    city_cards: dict[str, str]
    """Card space -> city card on it."""
    on_offer: dict[str, tuple[str | None, ...]]
    """Contract city -> its contracts; None where one was taken this turn."""
    bonuses: dict[str, str]
    """City -> its city bonus marker."""
    outposts: dict[str, str]
    """City -> its outpost tile, while it is there."""
    pile: int
    """Number of contracts left in the pile."""
    deck: int
    """Number of city cards left in the deck."""
    has_caravan: bool
    """Whether the Caravan expansion is used."""
    routes: dict[str, bool]
    """Route tile -> whether it is face up."""
    scores: tuple[Score, ...]
    """The final result, best first; empty before the end."""
    openings: tuple[Opening, ...] = ()
    """Spaces where the viewer may place dice, while a main action is owed."""
    arrivals: tuple[Arrival, ...] = ()
    """Possible destinations of the viewer's figures while the movement question is open; of a walk its end, where it
    may stop, and the next places."""
    steps: int = 0
    """Steps left for that movement."""
    walk: tuple[str, ...] = ()
    """Places of the viewer's walk so far, if it is asked place by place."""
    pile_contract: str | None = None
    """A contract taken from the pile that has no slot yet."""


def build_view(s: State, seat: Seat | None) -> View:
    """Build the View of a seat (None: of a spectator)."""
    moving = s.playing.moving if s.playing is not None and s.playing.seat == seat else None
    walk = moving.walk.path if moving is not None and moving.walk is not None else None
    return View(
        seat=seat,
        phase=s.phase,
        round=s.round,
        rounds=CONTENT.data.meta.rounds,
        start=s.start,
        turn=s.next_seat if s.phase in ("characters", "turns") else None,
        order=tuple(s.list_seats_from(s.start)),
        mats=tuple(_build_mat(s, owner, player, seat) for owner, player in enumerate(s.players)),
        spaces={space: tuple(dice) for space, dice in s.spaces.items()},
        black_dice=count_black_dice_left(s),
        has_bought_black_die=s.playing is not None and bool(s.playing.bought),
        record=s.record,
        available_characters=tuple(s.available_characters),
        offers={book: tiles[0] for book, tiles in s.tiles.items()},
        next_offers={book: tiles[1] if len(tiles) > 1 else None for book, tiles in s.tiles.items()},
        city_cards=dict(s.city_cards),
        on_offer={city: tuple(ids) for city, ids in s.on_offer.items()},
        bonuses=dict(s.bonuses),
        outposts=dict(s.outposts),
        pile=len(s.contract_pile.cards),
        deck=len(s.cards.cards),
        has_caravan=s.has_caravan,
        routes=dict(s.routes),
        scores=scoring.compute_scores(s) if scoring.is_over(s) else (),
        openings=_build_openings(s, seat),
        arrivals=_build_arrivals(s, seat),
        steps=moving.budget.steps - (walk.steps if walk is not None else 0) if moving is not None else 0,
        walk=walk.places if walk is not None else (),
        pile_contract=s.playing.pile_contract if s.playing is not None else None,
    )


def _build_openings(s: State, seat: Seat | None) -> tuple[Opening, ...]:
    if s.playing is None or seat is None or s.playing.seat != seat or s.playing.has_acted:
        return ()
    return tuple(
        Opening(space, tuple((dice.pieces, dice.value, dice.fee) for dice in sets))
        for space, sets in list_openings(s, seat).items()
    )


def _build_arrivals(s: State, seat: Seat | None) -> tuple[Arrival, ...]:
    if s.playing is None or seat is None or s.playing.seat != seat or s.playing.moving is None:
        return ()
    player, moving = s.players[seat], s.playing.moving
    known, bonus = scoring.list_crests(s, seat), scoring.count_bonus_crests(s, seat)
    arrivals = []
    ends = {(moving.walk.figure, moving.walk.path.end): (moving.walk.path,)} if moving.walk is not None else {}
    for (figure, end), paths in (ends | list_reachable(s, seat, moving)).items():
        settles = may_place_post(s, seat, end)
        crests = len({*known, CONTENT.data.cities[end].crest}) if settles else len(known)
        routes = tuple(
            PathOption(path.places, path.steps, compute_payment(player, moving.budget, path), path.cities)
            for path in paths
        )
        crest_vp = scoring.score_crests(crests + bonus)
        arrivals.append(Arrival(figure, end, routes, settles, crest_vp, find_oasis_vp(player, moving, paths[0])))
    return tuple(arrivals)


def _build_mat(s: State, seat: Seat, player: Player, viewer: Seat | None) -> Mat:
    crests = scoring.list_crests(s, seat)
    bonus = scoring.count_bonus_crests(s, seat) + (scoring.count_goal_crests(s, seat) if scoring.is_over(s) else 0)
    return Mat(
        seat=seat,
        color=player.color,
        vp=player.vp,
        resources={name: getattr(player, name) for name in RESOURCES},
        dice=tuple(player.dice),
        black=tuple(player.black),
        tokens=tuple(player.tokens),
        character=player.character,
        figures=tuple(player.figures),
        posts=tuple(player.posts),
        posts_left=player.posts_left,
        contract_slots=tuple(player.contract_slots),
        fulfilled=tuple(player.fulfilled),
        seals={guild: player.seals.get(guild) for guild in GUILDS},
        crests=tuple(crests),
        bonus_crests=bonus,
        crest_vp=scoring.score_crests(len(crests) + bonus),
        goal=player.goal if viewer == seat or scoring.is_over(s) else None,
        dealt_goals=tuple(player.dealt_goals) if viewer == seat else (),
        outposts=tuple(player.outposts),
        caravans=tuple(CaravanView(caravan.place, tuple(caravan.goods)) for caravan in player.caravans),
        tiles=tuple(player.tiles),
        points=tuple((source, vp) for source, vp in player.points.items() if vp),
        walks=tuple(map(tuple, player.walks)),
        drives=tuple(map(tuple, player.drives)),
    )


def put_walker_at_end(view: View, seat: Seat | None) -> View:
    """Return the view with the seat's walking figure where it is now: in the State it leaves when it stops."""
    if not view.walk or seat is None:
        return view
    mat = view.mats[seat]
    walker = mat.figures.index(view.walk[0])
    figures = tuple(view.walk[-1] if i == walker else place for i, place in enumerate(mat.figures))
    moved = msgspec.structs.replace(mat, figures=figures)
    return msgspec.structs.replace(view, mats=tuple(moved if other is mat else other for other in view.mats))


def build_turn_info(view: View) -> TurnInfo:
    """Return the round, the seat to move, the seats after it and the points so far. All of it is public."""
    return TurnInfo(_describe_phase(view), view.turn, _list_next_seats(view), tuple(mat.vp for mat in view.mats))


def _describe_phase(view: View) -> Message:
    match view.phase:
        case "characters":
            return message("moment.characters")
        case "goals":
            return message("moment.goals")
        case "over":
            return message("moment.over")
        case _:
            key = "moment.last_round" if view.round == view.rounds else "moment.round"
            return message(key, n=max(1, view.round), of=view.rounds)


def _list_next_seats(view: View) -> tuple[Seat, ...]:
    """Return the seats that move next: R2.10 in reverse order for characters; R5 then clockwise, seats with dice."""
    if view.turn is None:
        return ()
    position = view.order.index(view.turn)
    if view.phase == "characters":
        return tuple(reversed(view.order[:position]))
    others = (*view.order[position + 1 :], *view.order[:position])
    return tuple(seat for seat in others if view.mats[seat].dice or view.mats[seat].black)
