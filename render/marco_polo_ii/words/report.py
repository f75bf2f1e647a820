"""The whole table in words: everything that the pictures tell."""

from collections.abc import Iterator

from engines.kernel import LETTERS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost
from engines.marco_polo_ii.table import names
from engines.marco_polo_ii.view import Mat, View
from render.kit.look import Look
from render.kit.phrases import item, section
from render.marco_polo_ii.words.alt import goal, next_start, race
from render.marco_polo_ii.words.phrases import Phrases

DATA = CONTENT.data


def words(view: View, look: Look) -> str:
    """Sections: where the game stands, seats, cities, action spaces, offers, routes."""
    phrases = Phrases(view, look)
    say = phrases.say
    head = [phrases.turn(), race(phrases), next_start(phrases)]
    if view.round:
        head.insert(0, say("report.round", n=view.round, of=view.rounds))
    if view.offered:
        offered = tuple(phrases.noun(f"characters.{ident}") for ident in view.offered)
        head.append(say("report.offered", characters=offered))
    parts = [section(say("report.title"), head)]
    if view.scores:
        parts.append(section(say("result"), _scores(phrases)))
    parts += [section(phrases.player(seat), _seat(phrases, view.mats[seat])) for seat in view.order]
    parts.append(section(say("report.cities"), (item(_city(phrases, city)) for city in DATA.cities)))
    parts.append(section(say("report.spaces"), _spaces(phrases)))
    parts.append(section(say("report.books"), _books(phrases)))
    if view.caravan:
        parts.append(section(say("report.tiles"), _tiles(phrases)))
    parts.append(section(say("report.routes"), _routes(phrases)))
    return "\n".join(parts)


def _scores(phrases: Phrases) -> Iterator[str]:
    for score in phrases.view.scores:
        told = tuple(phrases.say("phrase.part", source=phrases.told(label), n=n) for label, n in score.parts)
        yield item(
            phrases.say("report.score", place=score.place, who=phrases.player(score.seat), n=score.total, parts=told)
        )


def _seat(phrases: Phrases, mat: Mat) -> Iterator[str]:
    say, nothing = phrases.say, (phrases.say("none"),)
    color = phrases.noun(f"player_colors.{mat.color}")
    yield item(say("report.vp", n=mat.vp, color=color))
    if mat.character is not None:
        name, power = phrases.noun(f"characters.{mat.character}"), phrases.noun(f"powers.{mat.character}")
        yield item(say("report.character", name=name, power=power))
    yield item(say("report.dice", dice=phrases.dice(mat) or nothing))
    yield item(say("report.stock", stock=phrases.stock(mat.carried)))
    figures = tuple(phrases.where(place) for place in mat.figures)
    yield item(say("report.figures", places=figures))
    cities = tuple(phrases.where(city) for city in mat.posts)
    yield item(say("report.posts", n=len(mat.posts), left=mat.posts_left, cities=cities or nothing))
    crests = tuple(phrases.noun(f"crests.{crest}") for crest in mat.crests)
    count = len(mat.crests) + mat.bonus_crests
    yield item(say("report.crests", n=count, vp=mat.crest_vp, crests=crests or nothing, bonus=mat.bonus_crests))
    held = phrases.series(phrases.contract(ident) for ident in mat.contracts)
    yield item(say("report.contracts", n=len(mat.fulfilled), held=held or nothing[0]))
    yield item(say("report.seals", seals=_seals(phrases, mat) or nothing[0]))
    if mat.outposts:
        tiles = phrases.series(phrases.told(names.outpost(ident)) for ident in mat.outposts)
        yield item(say("report.kept", tiles=tiles))
    for caravan in mat.caravans if phrases.view.caravan else ():
        if caravan.place is None:
            yield item(say("report.caravan_in_hand"))
        else:
            load = phrases.amount(Cost(**{good: caravan.goods.count(good) for good in caravan.goods}))
            yield item(say("report.caravan", place=phrases.where(caravan.place), load=load))
    if mat.tiles:
        tiles = phrases.series(phrases.told(names.route_tile(ident)) for ident in mat.tiles)
        yield item(say("report.running", tiles=tiles))
    if (kept := goal(phrases, mat.seat)) and mat.goal is not None:
        yield item(kept)
    elif mat.dealt:
        yield item(say("report.dealt", goals=phrases.series(phrases.place(f"goal:{ident}") for ident in mat.dealt)))


def _seals(phrases: Phrases, mat: Mat) -> str:
    """What a basic seal costs to improve, what an improved one brings."""
    found = []
    for guild, state in mat.seals.items():
        if state is not None:
            line, name = DATA.guilds[guild], phrases.noun(f"guilds.{guild}")
            cost, gain = phrases.amount(line.improve_cost), phrases.amount(line.improved_bonus)
            found.append(phrases.say("report.improved" if state else "report.basic", guild=name, cost=cost, gain=gain))
    return phrases.series(found)


def _city(phrases: Phrases, city: str) -> str:
    view, say, line = phrases.view, phrases.say, DATA.cities[city]
    facts = []
    if line.crest is not None:
        facts.append(say("report.crest", crest=phrases.noun(f"crests.{line.crest}")))
    owners = tuple(LETTERS[mat.seat] for mat in view.mats if city in mat.posts)
    if owners:
        facts.append(say("report.owners", seats=owners))
    here = tuple(LETTERS[mat.seat] for mat in view.mats for place in mat.figures if place == city)
    if here:
        facts.append(say("report.here", seats=here))
    if city in view.on_offer:
        free = say("report.taken")
        told = phrases.series(free if ident is None else phrases.contract(ident) for ident in view.on_offer[city])
        facts.append(say("report.offers", contracts=told))
    facts += [
        say("report.card", card=phrases.card(card))
        for space, card in view.city_cards.items()
        if DATA.spaces[space].city == city
    ]
    if city in view.bonuses:
        facts.append(say("report.bonus", gain=phrases.told(names.city_bonus(view.bonuses[city]))))
    if city in DATA.special_cities:
        special = DATA.special_cities[city]
        gain, guild = phrases.amount(special.reward), phrases.noun(f"guilds.{special.guild}")
        more = phrases.amount(DATA.guilds[special.guild].improved_bonus)
        facts.append(say("report.special", gain=gain, guild=guild, more=more))
    if city in view.outposts:
        facts.append(say("report.outpost", gain=phrases.told(names.outpost(view.outposts[city]))))
    name = phrases.where(city)
    return say("report.city", city=name, facts=phrases.series(facts) or say("report.start"))


def _spaces(phrases: Phrases) -> Iterator[str]:
    view, say = phrases.view, phrases.say
    for space, dice in view.spaces.items():
        line = DATA.spaces[space]
        told = phrases.lying(dice) or (say("report.empty"),)
        name = phrases.noun(f"spaces.{space}")
        needs = say("report.needs", n=line.dice, least=line.min_value) if line.dice > 1 or line.min_value > 1 else ""
        card = phrases.card(view.city_cards[space]) if space in view.city_cards and line.city is None else ""
        kind = "" if line.color == "purse" else say(f"report.{line.color}")
        facts = phrases.series(filter(None, (kind, needs, card)))
        key = "report.space" if facts else "report.plain_space"
        yield item(say(key, space=name[:1].upper() + name[1:], facts=facts, dice=told))
    guilds = phrases.series(
        say("report.guild", guild=phrases.noun(f"guilds.{guild}"), least=line.min_value, jade=line.jade_on_take)
        for guild, line in DATA.guilds.items()
    )
    yield item(say("report.guilds", guilds=guilds))
    yield item(say("report.khan", gain=phrases.amount(DATA.constants.khan_reward)))
    gains = tuple(phrases.amount(gain) for gain in DATA.constants.purse_options)
    yield item(say("report.purse", gains=gains))
    yield item(say("report.piles", pile=view.pile, deck=view.deck, black=view.black_dice))


def _books(phrases: Phrases) -> Iterator[str]:
    view, say = phrases.view, phrases.say
    for book, line in DATA.books.items():
        one, other = (phrases.amount(gain) for gain in line.free_offers)
        tile = DATA.offer_tiles[view.offers[book]]
        left, right = phrases.amount(tile.left), phrases.amount(tile.right)
        name = phrases.capital(f"resources.{book}")
        yield item(say("report.book", book=name, one=one, other=other, left=left, right=right))
        if (following := view.next_offers[book]) is not None:
            tile = DATA.offer_tiles[following]
            left, right = phrases.amount(tile.left), phrases.amount(tile.right)
            yield item(say("report.next", book=name, left=left, right=right))


def _tiles(phrases: Phrases) -> Iterator[str]:
    for up in (True, False):
        tiles = phrases.series(
            phrases.told(names.route_tile(ident)) for ident, lies in phrases.view.routes.items() if lies == up
        )
        if tiles:
            yield item(phrases.say("report.face_up" if up else "report.face_down", tiles=tiles))


def _routes(phrases: Phrases) -> Iterator[str]:
    """From every place to those that come later in the list."""
    say = phrases.say
    for place in (*DATA.cities, *DATA.oases):
        found = []
        for route in DATA.routes.values():
            if route.a == place:
                price = Cost(coins=route.coins, camels=route.camels, jade=route.jade)
                cost = say("free") if price == Cost() else phrases.amount(price)
                seal = say("report.with_seal", guild=phrases.noun(f"guilds.{route.guild}")) if route.guild else ""
                found.append(say("report.road", place=phrases.where(route.b), cost=cost, seal=seal))
        if found:
            yield item(say("report.from", place=phrases.where(place), roads=phrases.series(found)))
