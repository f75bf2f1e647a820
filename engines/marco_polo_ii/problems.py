"""Invariants of the State; each violation is described in words."""

from collections import Counter
from collections.abc import Iterator

from msgspec import UNSET

from engines.kernel import Seat
from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.table.paths import PLACES
from engines.marco_polo_ii.table.setup import list_neutral_dice
from engines.marco_polo_ii.table.spaces import SPACE_GROUPS, count_black_dice_left
from engines.marco_polo_ii.table.state import RESOURCES, Player, State

DATA = CONTENT.data


def list_problems(s: State) -> list[str]:
    """Return a description of each violated invariant; empty if the State is sound."""
    violations = [*_check_course(s), *_check_spaces(s), *_check_contracts(s), *_check_tiles(s), *_check_caravans(s)]
    for seat, player in enumerate(s.players):
        violations += (f"seat {seat}: {problem}" for problem in _check_player(s, seat, player))
    return violations


def _check_course(s: State) -> Iterator[str]:
    if not 0 <= s.round <= DATA.meta.rounds:
        yield f"round {s.round}"
    if s.start not in s.seats or s.next_seat not in s.seats:
        yield f"start player {s.start}, next {s.next_seat}"
    if s.playing is not None and (s.phase != "turns" or s.playing.seat != s.next_seat):
        yield f"a turn of seat {s.playing.seat} in phase {s.phase}, next seat {s.next_seat}"
    characters = [*s.available_characters, *(player.character for player in s.players if player.character)]
    if len(set(characters)) != len(characters) or not set(characters) <= set(CONTENT.characters):
        yield f"characters {characters}"
    if s.phase == "characters" and len(characters) != len(s.players) + 1:
        yield f"{len(characters)} characters for {len(s.players)} players, one more is laid out"
    if not s.has_caravan and set(characters) & set(CONTENT.caravan_characters):
        yield f"characters {characters} without the expansion"
    if s.phase not in ("characters", "goals") and not all(p.goal and p.character for p in s.players):
        yield "a player without a character or a goal"
    dealt_goals = [goal for player in s.players for goal in player.dealt_goals]
    if len(set(dealt_goals)) != len(dealt_goals) or not set(dealt_goals) <= set(DATA.goals):
        yield f"goals dealt: {dealt_goals}"


def _check_player(s: State, seat: Seat, player: Player) -> Iterator[str]:
    for name in RESOURCES:
        if getattr(player, name) < 0:
            yield f"{getattr(player, name)} {name}"
    dice_count = len(player.dice) + sum(d.kind == "own" and d.seat == seat for dice in s.spaces.values() for d in dice)
    is_rolled = dice_count > 0 or (s.round > 0 and s.phase in ("turns", "over"))
    if is_rolled and dice_count != DATA.setup.dice:
        yield f"{dice_count} dice instead of {DATA.setup.dice}"
    for value in (*player.dice, *player.black):
        if not 1 <= value <= 6:
            yield f"a die that shows {value}"
    if sorted(player.dice) != player.dice or sorted(player.black) != player.black:
        yield f"dice out of order: {player.dice} {player.black}"
    if len(set(player.posts)) != len(player.posts) or not set(player.posts) <= set(CONTENT.trade_cities):
        yield f"posts in {player.posts}"
    if player.posts_left < 0:
        yield f"{len(player.posts)} posts of {DATA.setup.trading_posts}"
    figures = DATA.characters.mailin.figures if player.character == "mailin" else 1
    if len(player.figures) != figures or not set(player.figures) <= set(PLACES):
        yield f"figures at {player.figures}"
    if len(player.contract_slots) != DATA.setup.active_contract_slots:
        yield f"{len(player.contract_slots)} contract slots"
    if not set(player.seals) <= set(GUILDS):
        yield f"seals {player.seals}"
    if len(player.dealt_goals) != DATA.setup.goal_cards_dealt or not (
        player.goal is None or player.goal in player.dealt_goals
    ):
        yield f"goal {player.goal} of {player.dealt_goals}"
    if player.tokens and (player.character != "donata" or player.color in player.tokens):
        yield f"tokens {player.tokens} of {player.character}"
    if player.outposts and player.character != "filippo":
        yield f"kept outpost tiles {player.outposts}"


def _check_spaces(s: State) -> Iterator[str]:
    if list(s.spaces) != list(DATA.spaces):
        yield f"action spaces {list(s.spaces)}"
        return
    neutral = {ident: [die for die in dice if die.kind == "neutral"] for ident, dice in s.spaces.items()}
    if {ident: dice for ident, dice in neutral.items() if dice} != list_neutral_dice(len(s.players)):
        yield f"neutral dice {neutral}"
    if count_black_dice_left(s) < 0:
        yield f"{count_black_dice_left(s)} black dice left"
    for ident, dice in s.spaces.items():
        line = DATA.spaces[ident]
        if any(not 1 <= die.value <= 6 or (die.kind == "neutral") != (die.seat is None) for die in dice):
            yield f"{ident}: dice {dice}"
        if line.color == "brown" and len(dice) > 1:
            yield f"{ident}: {len(dice)} dice on a brown space"
        if line.color == "purse":
            continue
        counts = Counter(die.seat for other in SPACE_GROUPS[ident] for die in s.spaces[other] if die.kind == "own")
        if counts and max(counts.values()) > line.dice:
            yield f"{ident}: {max(counts.values())} dice of one colour"
    khan = [die.value for ident in CONTENT.khan_spaces for die in s.spaces[ident]]
    if khan != sorted(khan):
        yield f"Khan's favour: {khan} does not rise"


def _check_contracts(s: State) -> Iterator[str]:
    player_contracts = [ident for player in s.players for ident in (*player.contracts, *player.fulfilled)]
    contracts_on_offer = [ident for ids in s.on_offer.values() for ident in ids if ident is not None]
    if s.playing is not None and s.playing.pile_contract is not None:
        player_contracts.append(s.playing.pile_contract)
    counts = Counter([*player_contracts, *contracts_on_offer, *s.contract_pile.cards, *s.contract_pile.discard])
    expected = Counter(list(DATA.contracts))
    normal = Counter({ident: n for ident, n in counts.items() if ident not in DATA.starting_contracts})
    if normal != expected:
        yield f"contracts: too many {dict(normal - expected)}, missing {dict(expected - normal)}"
    if any(counts[ident] > 1 or counts[ident] > player_contracts.count(ident) for ident in DATA.starting_contracts):
        yield f"starting contracts: {player_contracts}"
    starts = sum(counts[ident] for ident in DATA.starting_contracts)
    if s.discarded_starts is not UNSET and starts + s.discarded_starts != len(s.players):
        yield f"{starts} starting contracts and {s.discarded_starts} out of the game, one for each player"
    if {city: len(ids) for city, ids in s.on_offer.items()} != {
        city: DATA.cities[city].contract_slots for city in CONTENT.contract_cities
    }:
        yield f"contract spaces {s.on_offer}"
    if not set(s.contract_pile.known_by) <= set(s.contract_pile.cards):
        yield f"contracts seen in the pile that are not there: {s.contract_pile.known_by}"


def _check_tiles(s: State) -> Iterator[str]:
    cards = Counter([*s.city_cards.values(), *s.cards.cards, *s.cards.discard])
    if cards != Counter(list(DATA.city_cards)) or list(s.city_cards) != list(CONTENT.card_spaces):
        yield f"city cards: {dict(cards)}"
    for book in DATA.books:
        tiles = [*s.tiles[book], s.removed[book]]
        book_tiles = [ident for ident, tile in DATA.offer_tiles.items() if tile.book == book]
        if len(set(tiles)) != len(tiles) or not set(tiles) <= set(book_tiles):
            yield f"offer tiles of the {book} book: {tiles}"
        if len(s.tiles[book]) != DATA.meta.rounds - max(0, s.round - 1):
            yield f"{len(s.tiles[book])} offer tiles of the {book} book in round {s.round}"
    if list(s.bonuses) != list(CONTENT.bonus_cities) or not set(s.bonuses.values()) <= set(DATA.city_bonuses):
        yield f"city bonuses {s.bonuses}"
    if len(set(s.bonuses.values())) != len(s.bonuses):
        yield f"a city bonus marker twice: {s.bonuses}"
    outposts = [*s.outposts.values(), *(tile for player in s.players for tile in player.outposts)]
    if len(set(outposts)) != len(outposts) or not set(s.outposts) <= set(CONTENT.outpost_cities):
        yield f"outpost tiles {s.outposts}, kept {outposts}"
    post_cities = {city for player in s.players for city in player.posts}
    relocated = any(not player.posts_left for player in s.players)
    if post_cities & set(s.outposts) and not relocated:
        yield f"an outpost tile in a city with a post: {sorted(post_cities & set(s.outposts))}"
    gone = set(CONTENT.outpost_cities) - set(s.outposts)
    if not gone <= post_cities and not relocated:
        yield f"no outpost tile in a city without a post: {sorted(gone - post_cities)}"


def _check_caravans(s: State) -> Iterator[str]:
    tiles = Counter([*s.routes, *(tile for player in s.players for tile in player.tiles)])
    if tiles != (Counter(list(DATA.route_tiles)) if s.has_caravan else Counter()):
        yield f"route tiles {dict(tiles)}"
    for seat, player in enumerate(s.players):
        number = int(s.has_caravan)
        if player.character == "piedro":
            number = DATA.characters.piedro.caravans
        running = [caravan for caravan in player.caravans if caravan.place is not None]
        if len(player.caravans) != number or len(running) != len(player.tiles):
            yield f"seat {seat}: {len(running)} of {len(player.caravans)} caravans under way, tiles {player.tiles}"
        for caravan in player.caravans:
            min_goods, max_goods = DATA.caravan.min_goods, DATA.caravan.max_goods
            loaded = len(caravan.goods)
            if not (min_goods <= loaded <= max_goods if caravan.place is not None else loaded == 0):
                yield f"seat {seat}: a caravan at {caravan.place} with {caravan.goods}"
            if not (caravan.place is None or caravan.place in PLACES) or not (
                set(caravan.goods) <= set(DATA.caravan.allowed_goods)
            ):
                yield f"seat {seat}: a caravan at {caravan.place} with {caravan.goods}"
