"""R13 The Caravan expansion: starting a route, moving the caravan, completing the route."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations_with_replacement

from engines.kernel import GameContext, Message, NounRef, Option, Seat, SeatRef, message
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Gain, Good
from engines.marco_polo_ii.table import names
from engines.marco_polo_ii.table.paths import count_caravan_steps, list_caravan_paths
from engines.marco_polo_ii.table.questions import MAX_OPTIONS, LoadCaravan, MoveCaravan, ReturnTile, StartRoute, Unload
from engines.marco_polo_ii.table.state import Player, State

from .gains import receive
from .payment import can_pay, deduct_payment

DATA = CONTENT.data
FARTHER = "farther"
TEBALDO, PIEDRO = DATA.characters.tebaldo, DATA.characters.piedro


# ---------------------------------------------------------------- starting a route


def list_loads(player: Player) -> list[Cost]:
    """R13 Return the possible loads: one or two goods from the player's stock."""
    possible_loads = []
    for number in range(DATA.caravan.min_goods, DATA.caravan.max_goods + 1):
        for goods in combinations_with_replacement(DATA.caravan.allowed_goods, number):
            load = Cost(**{good: goods.count(good) for good in goods})
            if can_pay(player, load):
                possible_loads.append(load)
    return possible_loads


def list_startable_routes(s: State, seat: Seat) -> list[tuple[str, str]]:
    """R13 Return (tile, city): a face-up tile with the crest of a figure's city, and a city with its other crest."""
    player = s.players[seat]
    figure_crests = dict.fromkeys(DATA.cities[place].crest for place in player.figures if place in DATA.cities)
    routes: dict[tuple[str, str], None] = {}
    for tile, face_up in s.routes.items():
        first, second = DATA.route_tiles[tile].crests
        for near_crest, far_crest in ((first, second), (second, first)):
            if face_up and near_crest in figure_crests:
                routes |= dict.fromkeys((tile, city) for city in CONTENT.cities_with[far_crest])
    if player.character == "mailin":  # R12, R13: not where one of her figures stands
        routes = dict.fromkeys(route for route in routes if route[1] not in player.figures)
    return list(routes)


def may_start_route(s: State, seat: Seat) -> bool:
    player = s.players[seat]
    in_hand = any(caravan.place is None for caravan in player.caravans)
    return in_hand and bool(list_loads(player)) and bool(list_startable_routes(s, seat))


async def start_route(ctx: GameContext[State], seat: Seat) -> None:
    """R13 Load a caravan, take a route tile, put the caravan in a city with the tile's other crest."""
    s = ctx.state
    player = s.players[seat]
    number = next(i for i, caravan in enumerate(player.caravans) if caravan.place is None)
    options = [
        Option(
            f"route:{tile}.{city}",
            (tile, city),
            message("caravan.route", city=names.name_place(city), tile=names.describe_route_tile(tile)),
            detail=partial(_describe_distance, player, city),
            place=f"start:{tile}.{city}",
            group=message("caravan.with_crest", crest=names.name_crest(DATA.cities[city].crest or "")),
        )
        for tile, city in sorted(list_startable_routes(s, seat), key=lambda route: DATA.cities[route[1]].crest or "")
    ]
    tile, city = await ctx.choose(
        seat, "caravan.start", options, rule="R13", default=options[0].key, subject=StartRoute(number)
    )
    cargo = [
        Option(
            f"load:{load.pepper}.{load.silk}.{load.gold}",
            load,
            message("caravan.loading", load=names.describe_amounts(load)),
            place=names.build_choice_place("load", load),
        )
        for load in list_loads(player)
    ]
    load: Cost = await ctx.choose(
        seat, "caravan.load", cargo, rule="R13", default=cargo[0].key, subject=LoadCaravan(number)
    )
    deduct_payment(player, load)
    caravan = player.caravans[number]
    caravan.goods = [good for good in DATA.caravan.allowed_goods for _ in range(getattr(load, good))]
    caravan.place = city
    del s.routes[tile]
    player.tiles.append(tile)
    ctx.log_event(
        "caravan.started",
        who=SeatRef(seat),
        load=names.describe_amounts(load),
        city=names.name_place(city),
        tile=names.describe_route_tile(tile),
    )


# ---------------------------------------------------------------- moving


async def move_caravans(ctx: GameContext[State], seat: Seat, steps: int) -> None:
    """R13 Move the caravans, directly after a market action; R12 Tebaldo goes further, Piedro moves both of his."""
    player = ctx.state.players[seat]
    if player.character == "tebaldo":
        steps += TEBALDO.caravan_extra_steps
    for number, caravan in enumerate(player.caravans):
        if caravan.place is None:
            continue
        paths = list_caravan_paths(player.seals, caravan.place, steps)
        chosen = await _choose_caravan_target(ctx, seat, number, list(paths), steps)
        if chosen is not None:
            caravan.place = chosen
            player.drives.append(paths[chosen])
            ctx.log_event("caravan.moved", who=SeatRef(seat), place=names.name_place(chosen))


async def _choose_caravan_target(
    ctx: GameContext[State], seat: Seat, number: int, targets: list[str], steps: int
) -> str | None:
    """R13 Ask where a caravan goes, the nearest places first; the farthest in a second question if there are many."""
    player = ctx.state.players[seat]
    options = [
        Option(
            f"to:{target}",
            target,
            message("caravan.to", place=names.name_place(target)),
            partial(_describe_distance, player, target),
            place=f"drive:{number}.{target}",
        )
        for target in targets
    ]
    stay = Option("stay", None, message("caravan.stay"))
    about = MoveCaravan(number, steps)
    place = names.name_place(player.caravans[number].place or "")
    nearest, farthest = options, list[Option]()
    if len(options) + 1 > MAX_OPTIONS:
        nearest, farthest = options[: MAX_OPTIONS - 2], options[MAX_OPTIONS - 2 :]
        nearest.append(Option(FARTHER, FARTHER, message("caravan.farther", n=len(farthest))))
    chosen: str | None = await ctx.choose(
        seat, "caravan.move", [stay, *nearest], rule="R13", default=stay.key, subject=about, place=place, steps=steps
    )
    if chosen == FARTHER:
        chosen = await ctx.choose(
            seat,
            "caravan.move",
            [stay, *farthest],
            rule="R13",
            default=stay.key,
            subject=about,
            place=place,
            steps=steps,
        )
    return chosen


def _describe_distance(player: Player, place: str) -> Message:
    """R13 Describe the distance from the player's nearest figure, which has to go there to complete the route."""
    if place in player.figures:
        return message("caravan.to_figure")
    return message(
        "caravan.steps_off", n=min(count_caravan_steps(player.seals, figure, place) for figure in player.figures)
    )


# ---------------------------------------------------------------- completing a route


def list_arrived_caravans(player: Player) -> list[int]:
    """R13 Return the numbers of the caravans that share a place with a figure of the player."""
    return [i for i, caravan in enumerate(player.caravans) if caravan.place in player.figures]


def iter_good_uses(good: Good) -> Iterator[tuple[str, Gain]]:
    """R13 Yield the uses of a loaded good and their gains: sell, upgrade or double it."""
    line = DATA.goods[good]
    yield "sell", Gain(vp=line.caravan_sell_vp)
    if line.caravan_upgrade is not None:
        yield "upgrade", Gain(**{line.caravan_upgrade: 1})
    yield "double", Gain(**{good: 2})


async def complete_route(ctx: GameContext[State], seat: Seat, number: int) -> None:
    """R13 Sell, upgrade or double each good, take the caravan back and return the route tile face down."""
    s = ctx.state
    player = s.players[seat]
    caravan = player.caravans[number]
    options = [
        Option(
            f"good:{i}.{use}",
            gain,
            message(f"caravan.{use}", gain=names.describe_amounts(gain)),
            group=message("caravan.good", number=i, good=NounRef(f"resources.{good}")),
            place=names.build_choice_place(f"good:{i}.{good}", gain=gain),
        )
        for i, good in enumerate(caravan.goods, 1)
        for use, gain in iter_good_uses(_find_good(good))
    ]
    goods = tuple(_find_good(good) for good in caravan.goods)
    chosen = await ctx.choose_each(
        seat,
        "caravan.unload",
        options,
        rule="R13",
        default=tuple(f"good:{i}.sell" for i in range(1, len(goods) + 1)),
        subject=Unload(number, goods),
    )
    total = Gain()
    for gain in chosen:
        total = total.add(gain)
    tile = await _choose_tile_to_return(ctx, seat)
    player.tiles.remove(tile)
    s.routes[tile] = False
    caravan.goods, caravan.place = [], None
    receive(s, seat, total, "caravan")
    ctx.log_event("caravan.completed", who=SeatRef(seat), gain=names.describe_amounts(total))
    if player.character == "piedro":
        receive(s, seat, PIEDRO.on_complete, "character")
        ctx.log_event("told.gains", who=SeatRef(seat), gain=names.describe_amounts(PIEDRO.on_complete))


def _find_good(ident: str) -> Good:
    return next(good for good in DATA.caravan.allowed_goods if good == ident)


async def _choose_tile_to_return(ctx: GameContext[State], seat: Seat) -> str:
    """R13 Return the tile of the route; R12 with two caravans under way, Piedro chooses either tile."""
    tiles = ctx.state.players[seat].tiles
    options = [Option(f"tile:{tile}", tile, names.describe_route_tile(tile), place=f"tile:{tile}") for tile in tiles]
    tile: str = await ctx.choose(
        seat, "caravan.tile", options, rule="R12", default=options[0].key, subject=ReturnTile()
    )
    return tile


def turn_up_tiles(s: State) -> None:
    """R4.4 Turn all route tiles in the common area face up, in the order of data.toml."""
    s.routes = {tile: True for tile in DATA.route_tiles if tile in s.routes}
