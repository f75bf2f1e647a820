"""R2 Set-up of a game, up to the choice of the characters."""

from engines.kernel import GameContext, NounRef, Pile, SeatRef, Setup
from engines.marco_polo_ii.data.content import CONTENT

from .state import Caravan, PlacedDie, Player, State

DATA = CONTENT.data


def new_game(setup: Setup, ctx: GameContext[State]) -> State:
    """R2 Return a new game: the board, the players' starting resources, the characters and goals to choose from."""
    rng = ctx.rng
    players = [_create_player(color) for color in setup.colors]
    s = State(players, start=rng.pick_below(setup.seats), has_caravan=setup.is_on("caravan"), discarded_starts=0)
    _lay_board(s, ctx)
    s.spaces = {ident: [] for ident in DATA.spaces} | list_neutral_dice(setup.seats)
    letters = list(DATA.contracts)
    rng.shuffle(letters)
    s.on_offer = {
        city: [letters.pop() for _ in range(DATA.cities[city].contract_slots)] for city in CONTENT.contract_cities
    }
    s.contract_pile = Pile(letters)
    starting = rng.sample(list(DATA.starting_contracts), setup.seats)
    goals = list(DATA.goals)
    rng.shuffle(goals)
    for player, contract in zip(players, starting, strict=True):
        player.contract_slots[0] = contract
        player.dealt_goals = [goals.pop() for _ in range(DATA.setup.goal_cards_dealt)]
    _offer_characters(s, ctx)
    ctx.log_event("setup.order", order=tuple(SeatRef(seat) for seat in s.list_seats_from(s.start)))
    ctx.log_event(
        "setup.characters", characters=tuple(NounRef(f"characters.{ident}") for ident in s.available_characters)
    )
    return s


def _create_player(color: str) -> Player:
    """R2.8 Return a player with the starting resources."""
    values = DATA.setup
    points = {"start": values.start_vp} if values.start_vp else {}
    return Player(color, coins=values.coins, camels=values.camels, figures=[CONTENT.start], points=points)


def _lay_board(s: State, ctx: GameContext[State]) -> None:
    """R2.2, R2.3, R2.4, R2.6 Lay out city bonuses, outpost tiles, city cards, offer tiles; R2.12 route tiles."""
    rng = ctx.rng
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
    if s.has_caravan:
        s.routes = dict.fromkeys(DATA.route_tiles, True)
        for player in s.players:
            player.caravans = [Caravan()]


def list_neutral_dice(seats: int) -> dict[str, list[PlacedDie]]:
    """R2.7 Return the neutral dice by space: with fewer than four players some are occupied throughout the game."""
    values = DATA.setup.by_players[seats]
    neutral = dict(zip(CONTENT.khan_spaces, values.neutral_khan, strict=False))
    if values.neutral_special_city:
        neutral |= {spaces[0]: values.neutral_special_city for spaces in CONTENT.special_spaces.values()}
    if values.neutral_market_gold_b:
        neutral["market_gold_b"] = values.neutral_market_gold_b
    return {space: [PlacedDie(value, "neutral", None)] for space, value in neutral.items()}


def _offer_characters(s: State, ctx: GameContext[State]) -> None:
    """R2.10 Pick one more character than there are players; characters of the expansion only with it."""
    pool = [ident for ident in CONTENT.characters if s.has_caravan or ident not in CONTENT.caravan_characters]
    chosen = ctx.rng.sample(pool, len(s.players) + 1)
    s.available_characters = [ident for ident in CONTENT.characters if ident in chosen]
    s.next_seat = s.list_seats_from(s.start)[-1]
