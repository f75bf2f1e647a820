"""Reasons for suggestions in first-game aids: each compares the State before an option with the State just before the
turn is confirmed.
"""

from collections import Counter
from collections.abc import Iterator

from engines.kernel import Message, NounRef, PreviewedAmount, Seat, message
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, SPACES, ZONES, Exchange, ExtraAction, PointsAbility
from engines.kilia.payment.options import list_missing
from engines.kilia.payment.purse import build_contract_cost, build_purse
from engines.kilia.rules.achievements import count_placed_markers
from engines.kilia.table.cargo import compute_cargo, find_other_end
from engines.kilia.table.queries import count_cards, count_keys, find_ability, find_next_number, find_ship_number
from engines.kilia.table.state import Player, State
from engines.kilia.table.words import count_things, describe_amounts

from .evaluation import evaluate_sailing

PREVIEWED_AMOUNTS = {
    "aid.marker": PreviewedAmount("number", {"claim.label": "number"}),
    "aid.keys": PreviewedAmount("keys", {"gain.castle": "keys"}),
    "aid.ship": PreviewedAmount("number", {"gain.shipyard": "number"}),
}
"""Key of a reason -> where options tell its number, too."""


def explain_gains(before: State, after: State, seat: Seat) -> Iterator[Message]:
    """Yield one reason per gain: markers and contracts first, then lasting gains, then progress, last the cargo of a
    sailing."""
    old, new = before.players[seat], after.players[seat]
    yield from _explain_points(before, after, seat)
    yield from _explain_lasting_gains(old, new, rounds=1 if after.is_ending else 0 if after.is_final_round else 2)
    yield from _explain_progress(old, new)
    if new.side != old.side:
        goods = sum(new.goods.values()) - sum(old.goods.values())
        yield message("aid.sailing", goods=goods, coins=new.coins - old.coins)


def explain_costs(before: State, after: State, seat: Seat) -> Iterator[Message]:
    """Yield the goods and coins that the seat has less of, and a used smoke sprat."""
    old, new = before.players[seat], after.players[seat]
    spent = {good: old.goods[good] - new.goods[good] for good in GOODS} | {"coin": old.coins - new.coins}
    yield from describe_amounts({thing: n for thing, n in spent.items() if n > 0}) if max(spent.values()) > 0 else ()
    if old.sprat != "none" and new.sprat == "none":
        yield Message("aid.sprat")


def _explain_points(before: State, after: State, seat: Seat) -> Iterator[Message]:
    """Explain new markers, with the number they will get, and newly fulfilled contracts."""
    for achievement in after.wheels:
        if count_placed_markers(after, seat, achievement) > count_placed_markers(before, seat, achievement):
            term, number = NounRef(f"achievements.{achievement}"), find_next_number(after, achievement)
            yield message("aid.marker", achievement=term, number=number)
    fulfilled = after.players[seat].fulfilled[len(before.players[seat].fulfilled) :]
    if fulfilled:
        points = sum(CONTENT.contracts[contract].points for contract in fulfilled)
        yield message("aid.fulfilled", n=len(fulfilled), points=points)


def _explain_lasting_gains(old: Player, new: Player, rounds: int) -> Iterator[Message]:
    """Explain keys, a bigger ship, a richer canal, abilities and merchants.

    rounds: number of sailings to come (R17), at most two.
    """
    if count_keys(new) > count_keys(old):
        yield message("aid.keys", keys=count_keys(new))
    if rounds and find_ship_number(new) > find_ship_number(old):
        yield message("aid.ship", number=find_ship_number(new))
    if rounds and evaluate_sailing(new) > evaluate_sailing(old):
        extra_things = _count_things(new, rounds) - _count_things(old, rounds)
        if extra_things > 0:
            yield message("aid.cargo" if rounds > 1 else "aid.cargo_last", n=extra_things)
    for card in new.abilities[len(old.abilities) :]:
        yield from _explain_ability(new, card)
    for space in SPACES:
        if len(new.market[space]) > len(old.market[space]) and not old.market[space]:
            good = NounRef(f"goods.{CONTENT.find_good(new.market[space][-1].card)}")
            uses, filled = CONTENT.data.market_spaces[space].uses, _count_occupied_spaces(new)
            merits = (
                message("aid.trade.buys", good=good, space=space, uses=uses),
                message("aid.trade.filled", n=filled),
            )
            yield message("aid.merchant", merits=merits)


def _explain_ability(player: Player, card: str) -> Iterator[Message]:
    """R10 Explain the use of a new ability, if it has any. The option's label already says what the ability is."""
    match find_ability(card):
        case Exchange(goods=(first_good, second_good)):
            yield message("aid.exchange", one=NounRef(f"goods.{first_good}"), other=NounRef(f"goods.{second_good}"))
        case ExtraAction(zone=zone):
            spaces_left = len(CONTENT.data.zones[zone].costs) - count_cards(player, zone)
            if spaces_left:
                yield message("aid.extra_action", zone=NounRef(f"zones.{zone}"), n=spaces_left)
        case PointsAbility(good=good):
            n = player.goods[good]
            yield message("aid.points" if n else "aid.points_later", good=NounRef(f"goods.{good}"), n=n)


def _count_things(player: Player, rounds: int) -> int:
    """Count goods and coins of the next one or two sailings; a choice counts as one."""
    cargoes = (compute_cargo(player), compute_cargo(player, side=find_other_end(player.side)))[:rounds]
    return sum(len(cargo.certain_things) + len(cargo.choices) for cargo in cargoes)


def _count_occupied_spaces(player: Player) -> int:
    return sum(bool(stack) for stack in player.market.values())


def _list_missing(player: Player, contract: str) -> tuple[str, ...]:
    """Return the goods and coins that the player lacks to fulfil a contract."""
    return list_missing(build_purse(player), build_contract_cost(CONTENT.contracts[contract].cost))


def _explain_progress(old: Player, new: Player) -> Iterator[Message]:
    """Explain progress towards achievements and contracts, contracts taken, and a gained sprat."""
    for zone in ZONES:
        if zone in ("university", "warehouse") and count_cards(new, zone) > count_cards(old, zone):
            max_cards = len(CONTENT.data.zones[zone].costs)
            yield message("aid.zone", zone=NounRef(f"zones.{zone}"), n=count_cards(new, zone), most=max_cards)
    yield from _explain_contracts(old, new)
    if new.sprat != "none" and old.sprat == "none":
        yield Message("aid.sprat")


def _explain_contracts(old: Player, new: Player) -> Iterator[Message]:
    """Explain new contracts, and those that are nearer to being fulfilled; of equal ones tell the number."""
    found = Counter[tuple[str, int, tuple[str, ...]]]()
    for contract in new.active:
        points, missing = CONTENT.contracts[contract].points, _list_missing(new, contract)
        if contract not in old.active:
            found["aid.contract_short" if missing else "aid.contract_payable", points, missing] += 1
        elif len(missing) < len(_list_missing(old, contract)):
            found["aid.nearer" if missing else "aid.payable", points, missing] += 1
    for (key, points, missing), n in found.items():
        yield message(key, n=n, points=points, short=describe_amounts(count_things(missing)))
