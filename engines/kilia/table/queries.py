"""Values derived from the State: a player's keys, ship, abilities, merchants and warehouses, and the numbers of the
wheels."""

from engines.kilia.data import types
from engines.kilia.data.content import CONTENT

from .state import Merchant, Player, State, Warehouse, Wheel

DATA = CONTENT.data


def count_cards(player: Player, zone: types.Zone) -> int:
    """R14 Count the cards under a zone; a sprat counts as one."""
    return len(player.zones[zone])


def count_keys(player: Player) -> int:
    """R5 Count keys: one printed, and one for each card under the castle, which counts at once (R18.2)."""
    return DATA.zones["castle"].start_symbols + count_cards(player, "castle")


def find_ship_number(player: Player) -> int:
    """R5 Return the number of the ship. It grows with each card under the shipyard and sails in that very round
    (R18.16)."""
    return DATA.zones["shipyard"].start_symbols + count_cards(player, "shipyard")


def is_full(player: Player, zone: types.Zone) -> bool:
    """R9, R18.3 Return True if four cards fill the zone; a fifth is impossible, also with a sprat."""
    return count_cards(player, zone) == len(DATA.zones[zone].costs)


def find_next_cost(player: Player, zone: types.Zone) -> int:
    """R9 Return the number of goods for the next card under a zone."""
    return DATA.zones[zone].costs[count_cards(player, zone)]


# ---------------------------------------------------------------------- abilities


def find_ability(card: str) -> types.Ability:
    """Return the ability printed on a card."""
    return CONTENT.cards[card].ability


def list_exchanges(player: Player) -> tuple[tuple[types.Good, types.Good], ...]:
    """R10 Return the pairs of goods that stand for each other."""
    return tuple(sorted(a.goods for a in map(find_ability, player.abilities) if isinstance(a, types.Exchange)))


def has_extra_action(player: Player, zone: types.Zone) -> bool:
    """R10 Return True if an expansion of the zone gives one more action."""
    return any(isinstance(a, types.ExtraAction) and a.zone == zone for a in map(find_ability, player.abilities))


def list_scoring_goods(player: Player) -> tuple[types.Good, ...]:
    """R17 Return the goods that score a point each at the end."""
    ability_goods = [a.good for a in map(find_ability, player.abilities) if isinstance(a, types.PointsAbility)]
    return tuple(good for good in types.GOODS if good in ability_goods)


# ---------------------------------------------------------------------- the market


def find_merchant(player: Player, space: types.Space) -> Merchant | None:
    """R8 Return the merchant on a space; of a stack, only the top card is one."""
    stack = player.market[space]
    return stack[-1] if stack else None


def count_uses_left(player: Player, space: types.Space) -> int:
    """R8, R11 Return how often the merchant on a space may still be activated in this turn."""
    merchant = find_merchant(player, space)
    return 0 if merchant is None else DATA.market_spaces[space].uses - merchant.coins // DATA.rules.merchant_cost


def list_deliveries(player: Player) -> dict[types.Good, list[types.Space]]:
    """R11 Return for each good the space of each remaining activation, lower rows first."""
    spaces_by_good: dict[types.Good, list[types.Space]] = {good: [] for good in types.GOODS}
    for space in types.SPACES:
        if player.market[space]:
            spaces_by_good[CONTENT.find_good(player.market[space][-1].card)] += [space] * count_uses_left(player, space)
    return spaces_by_good


# ---------------------------------------------------------------------- the canal


def list_cells(player: Player, warehouse: Warehouse) -> tuple[types.Cell, ...]:
    """R16.1 Return the four cells of a warehouse as they lie, left to right."""
    if warehouse.card is None:
        return DATA.player_colors[player.color].warehouse
    cells = CONTENT.cards[warehouse.card].warehouse
    return tuple(reversed(cells)) if warehouse.is_turned else cells


def list_free_segments(player: Player) -> tuple[int, ...]:
    """R9 Return the segments without a warehouse, numbered from 1."""
    return tuple(number for number, warehouse in enumerate(player.canal, 1) if warehouse is None)


def list_printed_numbers(achievement: types.Achievement, wheel: Wheel) -> tuple[int, ...]:
    """R3 Return the visible numbers, those of an extra wheel if it covers the printed one."""
    return DATA.achievements[achievement].wheel if wheel.extra is None else DATA.extra_wheels[wheel.extra].wheel


def list_usable_numbers(achievement: types.Achievement, wheel: Wheel, seat_count: int) -> tuple[int, ...]:
    """R3 Return the usable numbers. With two players an unused chip covers the second-highest."""
    printed = list_printed_numbers(achievement, wheel)
    covered_rank = DATA.setup.two_player_cover_rank - 1 if seat_count == 2 else None
    return tuple(number for rank, number in enumerate(printed) if rank != covered_rank)


def find_next_number(s: State, achievement: types.Achievement) -> int:
    """R13 Return the number that this round's markers will share: the next free one, or the last if none is left."""
    wheel = s.wheels[achievement]
    return list_usable_numbers(achievement, wheel, len(s.players))[find_next_space(wheel)]


def find_next_space(wheel: Wheel) -> int:
    """R13 Return the index of the next number: the centre is 0, then left to right below it."""
    used_count = sum(1 for markers in wheel.markers if markers)
    return min(used_count, len(wheel.markers) - 1)
