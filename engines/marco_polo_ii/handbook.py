"""Entries of the rulebook that are made from data.toml: cities and routes, contracts, cards, tiles, seals, goals."""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel import Entry, Lang, Msg, Term, catalogue, say
from engines.marco_polo_ii.data.content import CONTENT, GUILDS, Road
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.table import names
from engines.marco_polo_ii.table.names import amounts, place

DATA = CONTENT.data
Made = tuple[str, Msg, list[Msg]]
"""Id, title, lines."""


def entries(lang: Lang) -> Iterator[Entry]:
    """All of them in one language."""
    book = catalogue("engines.marco_polo_ii")
    for ident, title, lines in (*_places(), *_seals(), *_contracts(), *_cards(), *_offers(), *_bonuses(), *_goals()):
        yield Entry(ident, book.render(title, lang), "\n".join(book.render(line, lang) for line in lines))


def _road(road: Road) -> Msg:
    cost = amounts(Cost(coins=road.coins, camels=road.camels, jade=road.jade))
    if road.guild is None:
        return say("handbook.road", place=place(road.to), cost=cost)
    return say("handbook.guild_road", place=place(road.to), cost=cost, guild=names.guild(road.guild))


def _places() -> Iterator[Made]:
    for ident in (*DATA.cities, *DATA.oases):
        lines = []
        city = DATA.cities.get(ident)
        if city is not None:
            lines.append(say(f"handbook.kind.{city.kind}"))
        if city is not None and city.crest is not None:
            others = tuple(place(one) for one in CONTENT.cities_with[city.crest] if one != ident)
            key = "handbook.crest" if others else "handbook.only_crest"
            lines.append(say(key, crest=names.crest(city.crest), cities=others or (place(ident),)))
        if city is not None and city.kind == "special":
            special = DATA.special_cities[ident]
            lines.append(
                say(
                    "handbook.special",
                    gain=amounts(special.reward),
                    guild=names.guild(special.guild),
                    bonus=amounts(DATA.guilds[special.guild].improved_bonus),
                    twice=special.double_from,
                )
            )
        lines += [say("handbook.routes"), *(_road(road) for road in CONTENT.roads[ident])]
        yield f"{'city' if city else 'oasis'}.{ident}", say("handbook.title", name=place(ident)), lines


def _seals() -> Iterator[Made]:
    for ident in GUILDS:
        line = DATA.guilds[ident]
        lines = [
            say("handbook.seal_take", value=line.min_value, gain=amounts(Gain(jade=line.jade_on_take)))
            if line.jade_on_take
            else say("handbook.seal_take_plain", value=line.min_value),
            say("handbook.seal_improve", cost=amounts(line.improve_cost), gain=amounts(line.improved_bonus)),
            say("handbook.seal_goal", vp=line.goal_vp),
        ]
        for route in DATA.routes.values():
            if route.guild == ident:
                lines.append(say("handbook.seal_route", one=place(route.a), other=place(route.b)))
        yield f"seal.{ident}", say("handbook.seal", guild=names.guild(ident)), lines


def _contracts() -> Iterator[Made]:
    for ident, line in CONTENT.contracts.items():
        key = "handbook.starting_contract" if ident in DATA.starting_contracts else "handbook.contract"
        yield (
            f"contract.{ident}",
            say(key, number=ident[1:], contract=names.contract(ident)),
            [say("handbook.contract_cost", cost=amounts(line.cost), gain=amounts(line.reward))],
        )


def _cards() -> Iterator[Made]:
    for ident, line in DATA.city_cards.items():
        title = say("handbook.card", number=ident[1:], card=names.card(ident))
        yield f"city_card.{ident}", title, [say(f"handbook.kinds.{line.kind}")]


def _offers() -> Iterator[Made]:
    for book, printed in DATA.books.items():
        one, other = printed.free_offers
        lines = [say("handbook.free", one=amounts(one), other=amounts(other))]
        lines += [
            say("handbook.offer", left=amounts(tile.left), right=amounts(tile.right))
            for tile in DATA.offer_tiles.values()
            if tile.book == book
        ]
        yield f"book.{book}", say("handbook.book", space=Term(f"spaces.{BOOKS[book]}")), lines


BOOKS = {"pepper": "market_pepper", "silk": "market_silk", "gold": "market_gold_a"}


def _bonuses() -> Iterator[Made]:
    yield (
        "city_bonus",
        say("handbook.city_bonuses"),
        [say("handbook.item", what=names.city_bonus(ident)) for ident in DATA.city_bonuses],
    )
    yield (
        "outpost",
        say("handbook.outposts"),
        [say("handbook.item", what=names.outpost(ident)) for ident in DATA.outposts],
    )
    yield (
        "route_tile",
        say("handbook.route_tiles"),
        [say("handbook.item", what=names.route_tile(ident)) for ident in DATA.route_tiles],
    )


def _goals() -> Iterator[Made]:
    for ident in DATA.goals:
        yield (
            f"goal.{ident}",
            say("handbook.goal", number=ident[1:], goal=names.goal(ident)),
            [say("handbook.goal_text")],
        )
