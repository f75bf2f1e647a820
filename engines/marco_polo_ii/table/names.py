"""Words that rules, pictures and rulebook share: amounts, places, contracts, cards, dice. They need no State."""

from __future__ import annotations

from functools import lru_cache

from engines.kernel import Msg, Term, say
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import COST_KEYS, GAIN_KEYS, CityCard, Cost, Gain

DATA = CONTENT.data


@lru_cache(1 << 12)
def choice(group: str, cost: Cost | None = None, gain: Gain | None = None, source: str = "") -> str:
    """The `Option.place` of one choice of a group by its amounts: `choice/oases//coins2+camels1/`.

    source: where the gain comes from, "bonus:kochi", if the group has several
    """
    return f"choice/{group}/{_code(cost)}/{_code(gain)}/{source}"


def _code(what: Cost | Gain | None) -> str:
    keys = () if what is None else COST_KEYS if isinstance(what, Cost) else GAIN_KEYS
    return "+".join(f"{key}{n}" for key in keys if (n := getattr(what, key)))


@lru_cache(1 << 12)
def amounts(what: Cost | Gain) -> Msg:
    """ "2 coins, 1 camel"; "nothing", or where that is a price, that there is none."""
    keys = COST_KEYS if isinstance(what, Cost) else GAIN_KEYS
    items = tuple(Msg(f"amount.{key}", {"n": n}) for key in keys if (n := getattr(what, key)))
    if items:
        return Msg("amount.all", {"items": items})
    return Msg("amount.free" if isinstance(what, Cost) else "amount.nothing")


def place(ident: str) -> Term:
    """A city or an oasis."""
    return Term(f"cities.{ident}" if ident in DATA.cities else f"oases.{ident}")


def space_name(ident: str) -> Term:
    """An action space; the Khan's are one to a reader."""
    space = DATA.spaces[ident]
    if space.action == "khan":
        return Term("spaces.khan")
    if space.action == "special":
        return Term(f"cities.{space.city}")
    return Term(f"spaces.{ident}")


def guild(ident: str) -> Term:
    return Term(f"guilds.{ident}")


def crest(ident: str) -> Term:
    return Term(f"crests.{ident}")


@lru_cache(64)
def contract(ident: str) -> Msg:
    """A contract by what is on it: "1 camel, 2 pepper → 3 VP, 3 coins"."""
    line = CONTENT.contracts[ident]
    return say("name.contract", cost=amounts(line.cost), gain=amounts(line.reward))


@lru_cache(32)
def outpost(ident: str) -> Msg:
    return amounts(DATA.outposts[ident].reward)


@lru_cache(32)
def city_bonus(ident: str) -> Msg:
    return amounts(DATA.city_bonuses[ident].reward)


@lru_cache(32)
def card(ident: str) -> Msg:
    """R8.7 A city card by what it does."""
    line = DATA.city_cards[ident]
    match line.kind:
        case "exchange":
            return say("card.exchange", cost=amounts(line.cost), gain=amounts(line.reward))
        case "choice_exchange":
            one, other = (say("card.exchange", cost=amounts(o.cost), gain=amounts(o.reward)) for o in line.options)
            return say("card.choice", one=one, other=other)
        case "count_posts":
            return say("card.posts", gain=amounts(line.per))
        case "count_contracts":
            return say("card.contracts", gain=amounts(line.per))
        case "per_pip":
            return say("card.per_pip", gain=amounts(line.per))
        case "by_die":
            return say("card.by_die", ranges=_ranges(line))
        case "city_bonus":
            return say("card.bonus", least=line.ranges[-1].min)
        case "guild_one_die":
            return say("card.guild", cost=amounts(line.cost))


def _ranges(line: CityCard) -> tuple[Msg, ...]:
    return tuple(
        say("card.range" if r.min < r.max else "card.pip", min=r.min, max=r.max, gain=amounts(r.reward))
        for r in line.ranges
    )


def die(piece: str) -> Msg:
    """A die that may be placed: 4, black 4, the red token (6)."""
    if not piece[0].isdigit():
        return say("die.token", color=Term(f"player_colors.{piece}"))
    return say("die.black" if piece.endswith("b") else "die.own", value=int(piece.rstrip("b")))


@lru_cache(1 << 12)
def dice(pieces: tuple[str, ...]) -> Msg:
    """Dice that are placed together: 3 + 5."""
    one, *others = map(die, pieces)
    return say("die.set", one=one, rest=dice(pieces[1:])) if others else one


def goal(ident: str) -> Msg:
    """A goal card by its icons."""
    line = DATA.goals[ident]
    crests: tuple[Term | Msg, ...] = tuple(crest(one) for one in line.crests)
    return say("name.goal", icons=(*crests, *(say("name.seal", guild=guild(one)) for one in line.seals)))


def route_tile(ident: str) -> Msg:
    one, other = DATA.route_tiles[ident].crests
    return say("name.route_tile", one=crest(one), other=crest(other))


RULES = {
    "market": "R8.1",
    "khan": "R8.2",
    "guild": "R8.3",
    "contracts": "R8.4",
    "travel": "R8.5",
    "special": "R8.6",
    "city_card": "R8.7",
}
