"""Messages and nouns shared by rules, pictures and rulebook: amounts, places, contracts, cards, dice. No State."""

from functools import lru_cache

from engines.kernel import Message, NounRef, message
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import COST_KEYS, GAIN_KEYS, CityCard, Cost, Gain

DATA = CONTENT.data


@lru_cache(1 << 12)
def build_choice_place(group: str, cost: Cost | None = None, gain: Gain | None = None, source: str = "") -> str:
    """Return the `Option.place` of one choice of a group, made from its amounts: `choice/oases//coins2+camels1/`.

    source: source of the gain ("bonus:kochi"), if the group has several.
    """
    return f"choice/{group}/{_encode_amounts(cost)}/{_encode_amounts(gain)}/{source}"


def _encode_amounts(amount: Cost | Gain | None) -> str:
    keys = () if amount is None else COST_KEYS if isinstance(amount, Cost) else GAIN_KEYS
    return "+".join(f"{key}{n}" for key in keys if (n := getattr(amount, key)))


@lru_cache(1 << 12)
def describe_amounts(amount: Cost | Gain) -> Message:
    """Return the amounts in words: "2 coins, 1 camel". No amounts: "free" for a cost, "nothing" for a gain."""
    keys = COST_KEYS if isinstance(amount, Cost) else GAIN_KEYS
    items = tuple(Message(f"amount.{key}", {"n": n}) for key in keys if (n := getattr(amount, key)))
    if items:
        return Message("amount.all", {"items": items})
    return Message("amount.free" if isinstance(amount, Cost) else "amount.nothing")


def name_place(ident: str) -> NounRef:
    """Return the noun of a city or an oasis."""
    return NounRef(f"cities.{ident}" if ident in DATA.cities else f"oases.{ident}")


def name_space(ident: str) -> NounRef:
    """Return the noun of an action space; all Khan spaces have the same one."""
    space = DATA.spaces[ident]
    if space.action == "khan":
        return NounRef("spaces.khan")
    if space.action == "special":
        return NounRef(f"cities.{space.city}")
    return NounRef(f"spaces.{ident}")


def name_guild(ident: str) -> NounRef:
    return NounRef(f"guilds.{ident}")


def name_crest(ident: str) -> NounRef:
    return NounRef(f"crests.{ident}")


@lru_cache(64)
def describe_contract(ident: str) -> Message:
    """Describe a contract by its cost and reward: "1 camel, 2 pepper → 3 VP, 3 coins"."""
    line = CONTENT.contracts[ident]
    return message("name.contract", cost=describe_amounts(line.cost), gain=describe_amounts(line.reward))


@lru_cache(32)
def describe_outpost(ident: str) -> Message:
    return describe_amounts(DATA.outposts[ident].reward)


@lru_cache(32)
def describe_city_bonus(ident: str) -> Message:
    return describe_amounts(DATA.city_bonuses[ident].reward)


@lru_cache(32)
def describe_card(ident: str) -> Message:
    """R8.7 Describe a city card by its effect."""
    line = DATA.city_cards[ident]
    match line.kind:
        case "exchange":
            return message("card.exchange", cost=describe_amounts(line.cost), gain=describe_amounts(line.reward))
        case "choice_exchange":
            first, second = (
                message("card.exchange", cost=describe_amounts(o.cost), gain=describe_amounts(o.reward))
                for o in line.options
            )
            return message("card.choice", one=first, other=second)
        case "count_posts":
            return message("card.posts", gain=describe_amounts(line.per))
        case "count_contracts":
            return message("card.contracts", gain=describe_amounts(line.per))
        case "per_pip":
            return message("card.per_pip", gain=describe_amounts(line.per))
        case "by_die":
            return message("card.by_die", ranges=_describe_ranges(line))
        case "city_bonus":
            return message("card.bonus", least=line.ranges[-1].min)
        case "guild_one_die":
            return message("card.guild", cost=describe_amounts(line.cost))


def _describe_ranges(line: CityCard) -> tuple[Message, ...]:
    return tuple(
        message("card.range" if r.min < r.max else "card.pip", min=r.min, max=r.max, gain=describe_amounts(r.reward))
        for r in line.ranges
    )


def describe_die(piece: str) -> Message:
    """Describe a die that may be placed: "4", "black 4", "the red token (6)"."""
    if not piece[0].isdigit():
        return message("die.token", color=NounRef(f"player_colors.{piece}"))
    return message("die.black" if piece.endswith("b") else "die.own", value=int(piece.rstrip("b")))


@lru_cache(1 << 12)
def describe_dice(pieces: tuple[str, ...]) -> Message:
    """Describe dice placed together: "3 + 5"."""
    first, *others = map(describe_die, pieces)
    return message("die.set", one=first, rest=describe_dice(pieces[1:])) if others else first


def describe_goal(ident: str) -> Message:
    """Describe a goal card by its icons."""
    line = DATA.goals[ident]
    crests: tuple[NounRef | Message, ...] = tuple(name_crest(icon) for icon in line.crests)
    return message("name.goal", icons=(*crests, *(message("name.seal", guild=name_guild(icon)) for icon in line.seals)))


def describe_route_tile(ident: str) -> Message:
    first, second = DATA.route_tiles[ident].crests
    return message("name.route_tile", one=name_crest(first), other=name_crest(second))


RULES = {
    "market": "R8.1",
    "khan": "R8.2",
    "guild": "R8.3",
    "contracts": "R8.4",
    "travel": "R8.5",
    "special": "R8.6",
    "city_card": "R8.7",
}
