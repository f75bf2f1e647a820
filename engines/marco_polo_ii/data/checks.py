"""Consistency checks between the lines of data.toml. Each error has its key, the expected and the actual value."""

from collections import Counter
from collections.abc import Container, Iterator

from .types import Data, Gain

DataError = tuple[str, str, object]
"""Key, expected value (in words), actual value."""

FORBIDDEN_INCOME_GAINS = ("any_good", "black_die", "draw_contract", "take_contract", "move")
"""Gains that an income must not contain: they would ask a question or reveal a card during the income of all seats."""


def iter_data_errors(data: Data, nouns: Container[str]) -> Iterator[DataError]:
    """Yield the errors of a file whose lines already have the right types.

    nouns: paths defined in terms.toml.
    """
    for key, path in _iter_required_nouns(data):
        if path not in nouns:
            yield key, f"a noun {path} in terms.toml", "none"
    yield from _check_setup(data)
    yield from _check_map(data)
    yield from _check_spaces(data)
    yield from _check_tiles(data)
    yield from _check_cards(data)


def _iter_required_nouns(data: Data) -> Iterator[tuple[str, str]]:
    """Yield the key of each line that needs a noun, with the noun's path in terms.toml."""
    yield from (("meta.colors", f"player_colors.{color}") for color in data.meta.colors)
    sections = ("crests", "cities", "oases", "spaces", "guilds", "city_cards")
    for section in sections:
        yield from ((f"{section}.{ident}", f"{section}.{ident}") for ident in getattr(data, section))
    yield from ((f"goods.{ident}", f"resources.{ident}") for ident in data.goods)
    for ident in data.characters.__struct_fields__:
        yield f"characters.{ident}", f"characters.{ident}"
        yield f"characters.{ident}", f"powers.{ident}"


def _check_setup(data: Data) -> Iterator[DataError]:
    meta = data.meta
    counts = set(range(meta.players_min, meta.players_max + 1))
    if set(data.setup.by_players) != counts:
        yield "setup.by_players", f"{sorted(counts)}", sorted(data.setup.by_players)
    if len(set(meta.colors)) < meta.players_max:
        yield "meta.colors", f"{meta.players_max} different colours", meta.colors
    if len(data.goals) < meta.players_max * data.setup.goal_cards_dealt:
        yield "goals", f"{data.setup.goal_cards_dealt} for each player", len(data.goals)
    if len(data.starting_contracts) < meta.players_max:
        yield "starting_contracts", "one for each player", len(data.starting_contracts)


def _check_map(data: Data) -> Iterator[DataError]:
    places = {*data.cities, *data.oases}
    for ident, route in data.routes.items():
        for end in (route.a, route.b):
            if end not in places:
                yield f"routes.{ident}", "a city or an oasis", end
    reached, todo = set[str](), [next(iter(data.cities))]
    while todo:
        place = todo.pop()
        reached.add(place)
        for route in data.routes.values():
            if place in (route.a, route.b) and route.guild is None:
                todo += {route.a, route.b} - reached
    if reached != places:
        yield "routes", "every place to be reached without a seal", sorted(places - reached)
    if [city.kind for city in data.cities.values()].count("start") != 1:
        yield "cities", "one city of the kind start", [ident for ident, c in data.cities.items() if c.kind == "start"]
    yield from _check_cities(data)


def _check_cities(data: Data) -> Iterator[DataError]:
    for ident, city in data.cities.items():
        if (city.crest is None) != (city.kind == "start"):
            yield f"cities.{ident}.crest", "a crest, but for the start", city.crest
        if (city.kind == "special") != (ident in data.special_cities):
            yield f"cities.{ident}.kind", "special as in special_cities", city.kind
        elif city.kind == "special" and city.guild != data.special_cities[ident].guild:
            yield f"cities.{ident}.guild", data.special_cities[ident].guild, city.guild
        if bool(city.contract_slots) != (city.kind == "contract") or bool(city.card_slots) != (city.kind == "card"):
            yield f"cities.{ident}", "contract or card slots as its kind says", city.kind
    for crest, line in data.crests.items():
        bearers = [ident for ident, city in data.cities.items() if city.crest == crest]
        if (len(bearers) == 1) != line.unique or not bearers:
            yield f"crests.{crest}.unique", "true for the crest of exactly one city", bearers
    expected_slots = [len(data.outposts), len(data.city_bonuses) - 1]
    slots = [sum(c.outpost_slot for c in data.cities.values()), sum(c.city_bonus_slot for c in data.cities.values())]
    if slots != expected_slots:
        yield "cities", f"outpost and city bonus slots {expected_slots}", slots


def _check_spaces(data: Data) -> Iterator[DataError]:
    for ident, space in data.spaces.items():
        if space.city is not None and space.city not in data.cities:
            yield f"spaces.{ident}.city", "a city", space.city
        if (space.action == "market") != (space.book is not None):
            yield f"spaces.{ident}.book", "a book for every market space", space.book
        if (space.action == "travel") != bool(space.rank):
            yield f"spaces.{ident}.rank", "a rank for every travel space", space.rank
    cards = Counter(space.city for space in data.spaces.values() if space.action == "city_card" and space.city)
    slots = {ident: city.card_slots for ident, city in data.cities.items() if city.card_slots}
    if cards != slots:
        yield "spaces", f"card spaces {slots}", dict(cards)
    orders = [space.order for space in data.spaces.values() if space.action == "khan"]
    if orders != list(range(1, data.constants.khan_spaces + 1)):
        yield "spaces", f"{data.constants.khan_spaces} Khan spaces in order", orders


def _check_tiles(data: Data) -> Iterator[DataError]:
    for book in data.books:
        tiles = sum(tile.book == book for tile in data.offer_tiles.values())
        if tiles != data.meta.rounds + 1:
            yield "offer_tiles", f"{data.meta.rounds + 1} for the {book} book", tiles
    incomes = {f"city_bonuses.{ident}": bonus.reward for ident, bonus in data.city_bonuses.items()}
    incomes |= {f"guilds.{ident}.improved_bonus": guild.improved_bonus for ident, guild in data.guilds.items()}
    for key, gain in incomes.items():
        if any(getattr(gain, name) for name in FORBIDDEN_INCOME_GAINS) or gain.two_different + gain.copy_city_bonus > 1:
            yield key, f"an income without {', '.join(FORBIDDEN_INCOME_GAINS)} and with one choice at most", gain
    for ident, tile in data.route_tiles.items():
        unique = [data.crests[crest].unique for crest in tile.crests]
        if sorted(unique) != [False, True]:
            yield f"route_tiles.{ident}", "a central crest and one of the rim", tile.crests
    for ident, good in data.goods.items():
        if good.caravan_upgrade == ident:
            yield f"goods.{ident}.caravan_upgrade", "another good", ident


def _check_cards(data: Data) -> Iterator[DataError]:
    for ident, contract in {**data.starting_contracts, **data.contracts}.items():
        if contract.cost.coins or contract.cost.any_good or contract.cost.vp:
            yield f"contracts.{ident}.cost", "camels and goods", contract.cost
        if not contract.reward.vp or contract.reward == Gain(vp=contract.reward.vp):
            yield f"contracts.{ident}.reward", "VP and something else", contract.reward
    for ident, card in data.city_cards.items():
        if card.ranges:
            pips = [pip for r in card.ranges for pip in range(r.min, r.max + 1)]
            if pips != list(range(1, 7)):
                yield f"city_cards.{ident}.ranges", "every value of a die once, in order", pips
        if (card.kind in ("by_die", "city_bonus")) != bool(card.ranges):
            yield f"city_cards.{ident}.ranges", "ranges for by_die and city_bonus", card.kind
        if (card.kind == "choice_exchange") != (len(card.options) == 2):
            yield f"city_cards.{ident}.options", "two for a choice", card.options
    for ident, goal in data.goals.items():
        if len({*goal.crests, *goal.seals}) != 4:
            yield f"goals.{ident}", "four different icons", (*goal.crests, *goal.seals)
    isabella = data.characters.isabella
    if sorted(isabella.low) != list(range(1, 7)) or sorted(isabella.pair) != list(range(1, 7)):
        yield "characters.isabella", "every value of a die", sorted(isabella.low)
