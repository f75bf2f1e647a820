"""Rulebook entries generated from data.toml: cities and routes, contracts, cards, tiles, seals, goals."""

from collections.abc import Iterator

from engines.kernel import Entry, Lang, Message, NounRef, load_catalogue, message
from engines.marco_polo_ii.data.content import CONTENT, GUILDS, Road
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.table import names
from engines.marco_polo_ii.table.names import describe_amounts, name_place

DATA = CONTENT.data
EntryParts = tuple[str, Message, list[Message]]
"""A rulebook entry: id, title, lines."""


def build_entries(lang: Lang) -> Iterator[Entry]:
    """Yield the generated entries in one language."""
    book = load_catalogue("engines.marco_polo_ii")
    for ident, title, lines in (
        *_build_place_entries(),
        *_build_seal_entries(),
        *_build_contract_entries(),
        *_build_card_entries(),
        *_build_offer_entries(),
        *_build_bonus_entries(),
        *_build_goal_entries(),
    ):
        yield Entry(ident, book.render(title, lang), "\n".join(book.render(line, lang) for line in lines))


def _describe_road(road: Road) -> Message:
    cost = describe_amounts(Cost(coins=road.coins, camels=road.camels, jade=road.jade))
    if road.guild is None:
        return message("handbook.road", place=name_place(road.destination), cost=cost)
    return message(
        "handbook.guild_road", place=name_place(road.destination), cost=cost, guild=names.name_guild(road.guild)
    )


def _build_place_entries() -> Iterator[EntryParts]:
    for ident in (*DATA.cities, *DATA.oases):
        lines = []
        city = DATA.cities.get(ident)
        if city is not None:
            lines.append(message(f"handbook.kind.{city.kind}"))
        if city is not None and city.crest is not None:
            others = tuple(name_place(other) for other in CONTENT.cities_with[city.crest] if other != ident)
            key = "handbook.crest" if others else "handbook.only_crest"
            lines.append(message(key, crest=names.name_crest(city.crest), cities=others or (name_place(ident),)))
        if city is not None and city.kind == "special":
            special = DATA.special_cities[ident]
            lines.append(
                message(
                    "handbook.special",
                    gain=describe_amounts(special.reward),
                    guild=names.name_guild(special.guild),
                    bonus=describe_amounts(DATA.guilds[special.guild].improved_bonus),
                    twice=special.double_from,
                )
            )
        lines += [message("handbook.routes"), *(_describe_road(road) for road in CONTENT.roads[ident])]
        yield f"{'city' if city else 'oasis'}.{ident}", message("handbook.title", name=name_place(ident)), lines


def _build_seal_entries() -> Iterator[EntryParts]:
    for ident in GUILDS:
        line = DATA.guilds[ident]
        lines = [
            message("handbook.seal_take", value=line.min_value, gain=describe_amounts(Gain(jade=line.jade_on_take)))
            if line.jade_on_take
            else message("handbook.seal_take_plain", value=line.min_value),
            message(
                "handbook.seal_improve",
                cost=describe_amounts(line.improve_cost),
                gain=describe_amounts(line.improved_bonus),
            ),
            message("handbook.seal_goal", vp=line.goal_vp),
        ]
        for route in DATA.routes.values():
            if route.guild == ident:
                lines.append(message("handbook.seal_route", one=name_place(route.a), other=name_place(route.b)))
        yield f"seal.{ident}", message("handbook.seal", guild=names.name_guild(ident)), lines


def _build_contract_entries() -> Iterator[EntryParts]:
    for ident, line in CONTENT.contracts.items():
        key = "handbook.starting_contract" if ident in DATA.starting_contracts else "handbook.contract"
        yield (
            f"contract.{ident}",
            message(key, number=ident[1:], contract=names.describe_contract(ident)),
            [message("handbook.contract_cost", cost=describe_amounts(line.cost), gain=describe_amounts(line.reward))],
        )


def _build_card_entries() -> Iterator[EntryParts]:
    for ident, line in DATA.city_cards.items():
        title = message("handbook.card", number=ident[1:], card=names.describe_card(ident))
        yield f"city_card.{ident}", title, [message(f"handbook.kinds.{line.kind}")]


def _build_offer_entries() -> Iterator[EntryParts]:
    for book, printed in DATA.books.items():
        first, second = printed.free_offers
        lines = [message("handbook.free", one=describe_amounts(first), other=describe_amounts(second))]
        lines += [
            message("handbook.offer", left=describe_amounts(tile.left), right=describe_amounts(tile.right))
            for tile in DATA.offer_tiles.values()
            if tile.book == book
        ]
        yield f"book.{book}", message("handbook.book", space=NounRef(f"spaces.{BOOKS[book]}")), lines


BOOKS = {"pepper": "market_pepper", "silk": "market_silk", "gold": "market_gold_a"}


def _build_bonus_entries() -> Iterator[EntryParts]:
    yield (
        "city_bonus",
        message("handbook.city_bonuses"),
        [message("handbook.item", what=names.describe_city_bonus(ident)) for ident in DATA.city_bonuses],
    )
    yield (
        "outpost",
        message("handbook.outposts"),
        [message("handbook.item", what=names.describe_outpost(ident)) for ident in DATA.outposts],
    )
    yield (
        "route_tile",
        message("handbook.route_tiles"),
        [message("handbook.item", what=names.describe_route_tile(ident)) for ident in DATA.route_tiles],
    )


def _build_goal_entries() -> Iterator[EntryParts]:
    for ident in DATA.goals:
        yield (
            f"goal.{ident}",
            message("handbook.goal", number=ident[1:], goal=names.describe_goal(ident)),
            [message("handbook.goal_text")],
        )
