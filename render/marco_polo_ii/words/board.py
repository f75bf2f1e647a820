"""The whole board in words: everything that the pictures show."""

from collections.abc import Iterator

from engines.kernel import LETTERS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost
from engines.marco_polo_ii.table import names
from engines.marco_polo_ii.view import Mat, View
from render import kit
from render.marco_polo_ii.words.alt import describe_goal, describe_next_start, describe_score_track
from render.marco_polo_ii.words.phrases import Phrases

DATA = CONTENT.data


def describe_board(view: View, ctx: kit.RenderContext) -> str:
    """Describe the board in sections: progress of the game, seats, cities, action spaces, offers, routes."""
    phrases = Phrases(view, ctx)
    render_phrase = phrases.render_phrase
    head = [phrases.describe_turn(), describe_score_track(phrases), describe_next_start(phrases)]
    if view.round:
        head.insert(0, render_phrase("report.round", n=view.round, of=view.rounds))
    if view.available_characters:
        offered = tuple(phrases.render_noun(f"characters.{ident}") for ident in view.available_characters)
        head.append(render_phrase("report.offered", characters=offered))
    parts = [kit.format_section(render_phrase("report.title"), head)]
    if view.scores:
        parts.append(kit.format_section(render_phrase("result"), _iter_scores(phrases)))
    parts += [
        kit.format_section(phrases.name_player(seat), _iter_seat(phrases, view.mats[seat])) for seat in view.order
    ]
    parts.append(
        kit.format_section(
            render_phrase("report.cities"), (kit.format_item(_describe_city(phrases, city)) for city in DATA.cities)
        )
    )
    parts.append(kit.format_section(render_phrase("report.spaces"), _iter_spaces(phrases)))
    parts.append(kit.format_section(render_phrase("report.books"), _iter_books(phrases)))
    if view.has_caravan:
        parts.append(kit.format_section(render_phrase("report.tiles"), _iter_tiles(phrases)))
    parts.append(kit.format_section(render_phrase("report.routes"), _iter_routes(phrases)))
    return "\n".join(parts)


def _iter_scores(phrases: Phrases) -> Iterator[str]:
    for score in phrases.view.scores:
        part_texts = tuple(
            phrases.render_phrase("phrase.part", source=phrases.render_message(label), n=n) for label, n in score.parts
        )
        yield kit.format_item(
            phrases.render_phrase(
                "report.score", place=score.place, who=phrases.name_player(score.seat), n=score.total, parts=part_texts
            )
        )


def _iter_seat(phrases: Phrases, mat: Mat) -> Iterator[str]:
    render_phrase, nothing = phrases.render_phrase, (phrases.render_phrase("none"),)
    color = phrases.render_noun(f"player_colors.{mat.color}")
    yield kit.format_item(render_phrase("report.vp", n=mat.vp, color=color))
    if mat.character is not None:
        name, power = phrases.render_noun(f"characters.{mat.character}"), phrases.render_noun(f"powers.{mat.character}")
        yield kit.format_item(render_phrase("report.character", name=name, power=power))
    yield kit.format_item(render_phrase("report.dice", dice=phrases.describe_dice(mat) or nothing))
    yield kit.format_item(render_phrase("report.stock", stock=phrases.describe_stock(mat.resources)))
    figures = tuple(phrases.name_place(place) for place in mat.figures)
    yield kit.format_item(render_phrase("report.figures", places=figures))
    cities = tuple(phrases.name_place(city) for city in mat.posts)
    yield kit.format_item(
        render_phrase("report.posts", n=len(mat.posts), left=mat.posts_left, cities=cities or nothing)
    )
    crests = tuple(phrases.render_noun(f"crests.{crest}") for crest in mat.crests)
    count = len(mat.crests) + mat.bonus_crests
    yield kit.format_item(
        render_phrase("report.crests", n=count, vp=mat.crest_vp, crests=crests or nothing, bonus=mat.bonus_crests)
    )
    contract_texts = phrases.join_items(phrases.describe_contract(ident) for ident in mat.contracts)
    yield kit.format_item(render_phrase("report.contracts", n=len(mat.fulfilled), held=contract_texts or nothing[0]))
    yield kit.format_item(render_phrase("report.seals", seals=_describe_seals(phrases, mat) or nothing[0]))
    if mat.outposts:
        tiles = phrases.join_items(phrases.render_message(names.describe_outpost(ident)) for ident in mat.outposts)
        yield kit.format_item(render_phrase("report.kept", tiles=tiles))
    for caravan in mat.caravans if phrases.view.has_caravan else ():
        if caravan.place is None:
            yield kit.format_item(render_phrase("report.caravan_in_hand"))
        else:
            load = phrases.describe_amount(Cost(**{good: caravan.goods.count(good) for good in caravan.goods}))
            yield kit.format_item(render_phrase("report.caravan", place=phrases.name_place(caravan.place), load=load))
    if mat.tiles:
        tiles = phrases.join_items(phrases.render_message(names.describe_route_tile(ident)) for ident in mat.tiles)
        yield kit.format_item(render_phrase("report.running", tiles=tiles))
    if (goal_text := describe_goal(phrases, mat.seat)) and mat.goal is not None:
        yield kit.format_item(goal_text)
    elif mat.dealt_goals:
        yield kit.format_item(
            render_phrase(
                "report.dealt",
                goals=phrases.join_items(phrases.describe_place(f"goal:{ident}") for ident in mat.dealt_goals),
            )
        )


def _describe_seals(phrases: Phrases, mat: Mat) -> str:
    """Describe the seals: cost and reward of improving a basic one, income of an improved one."""
    descriptions = []
    for guild, state in mat.seals.items():
        if state is not None:
            line, name = DATA.guilds[guild], phrases.render_noun(f"guilds.{guild}")
            cost, gain = phrases.describe_amount(line.improve_cost), phrases.describe_amount(line.improved_bonus)
            descriptions.append(
                phrases.render_phrase("report.improved" if state else "report.basic", guild=name, cost=cost, gain=gain)
            )
    return phrases.join_items(descriptions)


def _describe_city(phrases: Phrases, city: str) -> str:
    view, render_phrase, line = phrases.view, phrases.render_phrase, DATA.cities[city]
    facts = []
    if line.crest is not None:
        facts.append(render_phrase("report.crest", crest=phrases.render_noun(f"crests.{line.crest}")))
    owners = tuple(LETTERS[mat.seat] for mat in view.mats if city in mat.posts)
    if owners:
        facts.append(render_phrase("report.owners", seats=owners))
    figure_letters = tuple(LETTERS[mat.seat] for mat in view.mats for place in mat.figures if place == city)
    if figure_letters:
        facts.append(render_phrase("report.here", seats=figure_letters))
    if city in view.on_offer:
        free = render_phrase("report.taken")
        contract_texts = phrases.join_items(
            free if ident is None else phrases.describe_contract(ident) for ident in view.on_offer[city]
        )
        facts.append(render_phrase("report.offers", contracts=contract_texts))
    facts += [
        render_phrase("report.card", card=phrases.describe_card(card))
        for space, card in view.city_cards.items()
        if DATA.spaces[space].city == city
    ]
    if city in view.bonuses:
        facts.append(
            render_phrase("report.bonus", gain=phrases.render_message(names.describe_city_bonus(view.bonuses[city])))
        )
    if city in DATA.special_cities:
        special = DATA.special_cities[city]
        gain, guild = phrases.describe_amount(special.reward), phrases.render_noun(f"guilds.{special.guild}")
        improved_gain = phrases.describe_amount(DATA.guilds[special.guild].improved_bonus)
        facts.append(render_phrase("report.special", gain=gain, guild=guild, more=improved_gain))
    if city in view.outposts:
        facts.append(
            render_phrase("report.outpost", gain=phrases.render_message(names.describe_outpost(view.outposts[city])))
        )
    name = phrases.name_place(city)
    return render_phrase("report.city", city=name, facts=phrases.join_items(facts) or render_phrase("report.start"))


def _iter_spaces(phrases: Phrases) -> Iterator[str]:
    view, render_phrase = phrases.view, phrases.render_phrase
    for space, dice in view.spaces.items():
        line = DATA.spaces[space]
        dice_texts = phrases.describe_placed_dice(dice) or (render_phrase("report.empty"),)
        name = phrases.render_noun(f"spaces.{space}")
        needs = (
            render_phrase("report.needs", n=line.dice, least=line.min_value)
            if line.dice > 1 or line.min_value > 1
            else ""
        )
        card = phrases.describe_card(view.city_cards[space]) if space in view.city_cards and line.city is None else ""
        kind = "" if line.color == "purse" else render_phrase(f"report.{line.color}")
        facts = phrases.join_items(filter(None, (kind, needs, card)))
        key = "report.space" if facts else "report.plain_space"
        yield kit.format_item(render_phrase(key, space=name[:1].upper() + name[1:], facts=facts, dice=dice_texts))
    guilds = phrases.join_items(
        render_phrase(
            "report.guild", guild=phrases.render_noun(f"guilds.{guild}"), least=line.min_value, jade=line.jade_on_take
        )
        for guild, line in DATA.guilds.items()
    )
    yield kit.format_item(render_phrase("report.guilds", guilds=guilds))
    yield kit.format_item(render_phrase("report.khan", gain=phrases.describe_amount(DATA.constants.khan_reward)))
    gains = tuple(phrases.describe_amount(gain) for gain in DATA.constants.purse_options)
    yield kit.format_item(render_phrase("report.purse", gains=gains))
    yield kit.format_item(render_phrase("report.piles", pile=view.pile, deck=view.deck, black=view.black_dice))


def _iter_books(phrases: Phrases) -> Iterator[str]:
    view, render_phrase = phrases.view, phrases.render_phrase
    for book, line in DATA.books.items():
        first, second = (phrases.describe_amount(gain) for gain in line.free_offers)
        tile = DATA.offer_tiles[view.offers[book]]
        left, right = phrases.describe_amount(tile.left), phrases.describe_amount(tile.right)
        name = phrases.render_capitalized_noun(f"resources.{book}")
        yield kit.format_item(render_phrase("report.book", book=name, one=first, other=second, left=left, right=right))
        if (following := view.next_offers[book]) is not None:
            tile = DATA.offer_tiles[following]
            left, right = phrases.describe_amount(tile.left), phrases.describe_amount(tile.right)
            yield kit.format_item(render_phrase("report.next", book=name, left=left, right=right))


def _iter_tiles(phrases: Phrases) -> Iterator[str]:
    for is_up in (True, False):
        tiles = phrases.join_items(
            phrases.render_message(names.describe_route_tile(ident))
            for ident, lies_up in phrases.view.routes.items()
            if lies_up == is_up
        )
        if tiles:
            yield kit.format_item(phrases.render_phrase("report.face_up" if is_up else "report.face_down", tiles=tiles))


def _iter_routes(phrases: Phrases) -> Iterator[str]:
    """Yield the routes from each place to places later in the list."""
    render_phrase = phrases.render_phrase
    for place in (*DATA.cities, *DATA.oases):
        road_texts = []
        for route in DATA.routes.values():
            if route.a == place:
                price = Cost(coins=route.coins, camels=route.camels, jade=route.jade)
                cost = render_phrase("free") if price == Cost() else phrases.describe_amount(price)
                seal = (
                    render_phrase("report.with_seal", guild=phrases.render_noun(f"guilds.{route.guild}"))
                    if route.guild
                    else ""
                )
                road_texts.append(render_phrase("report.road", place=phrases.name_place(route.b), cost=cost, seal=seal))
        if road_texts:
            yield kit.format_item(
                render_phrase("report.from", place=phrases.name_place(place), roads=phrases.join_items(road_texts))
            )
