"""R2 Set-up: everything up to the choice of the characters."""

from __future__ import annotations

from engines.kernel import Pile, Setup, Table, Term, Who
from engines.marco_polo_ii.data.content import CONTENT

from .state import Caravan, Placed, Player, State

DATA = CONTENT.data


def new(setup: Setup, t: Table[State]) -> State:
    """R2 The board, what everybody starts with, and the characters and goals to choose from."""
    rng = t.rng
    players = [_player(color) for color in setup.colors]
    s = State(players, start=rng.below(setup.seats), caravan=setup.on("caravan"))
    _lay_board(s, t)
    _place_neutral_dice(s)
    letters = list(DATA.contracts)
    rng.shuffle(letters)
    s.on_offer = {
        city: [letters.pop() for _ in range(DATA.cities[city].contract_slots)] for city in CONTENT.contract_cities
    }
    s.letters = Pile(letters)
    starting = rng.sample(list(DATA.starting_contracts), setup.seats)
    goals = list(DATA.goals)
    rng.shuffle(goals)
    for player, contract in zip(players, starting, strict=True):
        player.contracts.append(contract)
        player.dealt = [goals.pop() for _ in range(DATA.setup.goal_cards_dealt)]
    _offer_characters(s, t)
    t.tell("setup.order", order=tuple(Who(seat) for seat in s.clockwise(s.start)))
    t.tell("setup.characters", characters=tuple(Term(f"characters.{ident}") for ident in s.offered))
    return s


def _player(color: str) -> Player:
    """R2.8 What everybody starts with."""
    given = DATA.setup
    points = {"start": given.start_vp} if given.start_vp else {}
    return Player(color, coins=given.coins, camels=given.camels, figures=[CONTENT.start], points=points)


def _lay_board(s: State, t: Table[State]) -> None:
    """R2.2, R2.3, R2.4, R2.6 City bonuses, outpost tiles, city cards and offer tiles; R2.12 route tiles."""
    rng = t.rng
    s.bonuses = dict(
        zip(CONTENT.bonus_cities, rng.sample(list(DATA.city_bonuses), len(CONTENT.bonus_cities)), strict=True)
    )
    s.outposts = dict(
        zip(CONTENT.outpost_cities, rng.sample(list(DATA.outposts), len(CONTENT.outpost_cities)), strict=True)
    )
    cards = list(DATA.city_cards)
    rng.shuffle(cards)
    s.city_cards = {space: cards.pop() for space in CONTENT.card_spaces}
    s.cards = Pile(cards)
    for book in DATA.books:
        tiles = rng.sample(
            [ident for ident, tile in DATA.offer_tiles.items() if tile.book == book], DATA.meta.rounds + 1
        )
        s.removed[book], s.tiles[book] = tiles[0], tiles[1:]
    if s.caravan:
        s.routes = dict.fromkeys(DATA.route_tiles, True)
        for player in s.players:
            player.caravans = [Caravan()]


def _place_neutral_dice(s: State) -> None:
    """R2.7 With fewer than four players some spaces are taken from the beginning."""
    s.spaces = {ident: [] for ident, space in DATA.spaces.items()}
    given = DATA.setup.by_players[len(s.players)]
    neutral = dict(zip(CONTENT.khan_spaces, given.neutral_khan, strict=False))
    if given.neutral_special_city:
        neutral |= {spaces[0]: given.neutral_special_city for spaces in CONTENT.special_spaces.values()}
    if given.neutral_market_gold_b:
        neutral["market_gold_b"] = given.neutral_market_gold_b
    for space, value in neutral.items():
        s.spaces[space].append(Placed(value, "neutral", None))


def _offer_characters(s: State, t: Table[State]) -> None:
    """R2.10 One more than there are players; those of the expansion only with it."""
    pool = [ident for ident in CONTENT.characters if s.caravan or ident not in CONTENT.caravan_characters]
    chosen = t.rng.sample(pool, len(s.players) + 1)
    s.offered = [ident for ident in CONTENT.characters if ident in chosen]
    s.next_seat = s.clockwise(s.start)[-1]
