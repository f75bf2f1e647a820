"""What a player has by what lies on the board: keys, ship, abilities, merchants, warehouses as they are seen."""

from __future__ import annotations

from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, SPACES, Ability, Cell, Exchange, ExtraAction, Good, Points, Space, Zone

from .state import Merchant, Player, Warehouse

DATA = CONTENT.data


def cards_in(player: Player, zone: Zone) -> int:
    """R14 Cards under a zone; a sprat counts as one."""
    return len(player.zones[zone])


def keys(player: Player) -> int:
    """R5 One printed key, and one for each card under the castle, which counts at once (R18.2)."""
    return DATA.zones["castle"].start_symbols + cards_in(player, "castle")


def ship_number(player: Player) -> int:
    """R5 The ship grows with each card under the shipyard, and sails at the end of that very round (R18.16)."""
    return DATA.zones["shipyard"].start_symbols + cards_in(player, "shipyard")


def full(player: Player, zone: Zone) -> bool:
    """R9, R18.3 Four cards fill a zone; a fifth is impossible, also with a sprat."""
    return cards_in(player, zone) == len(DATA.zones[zone].costs)


def next_cost(player: Player, zone: Zone) -> int:
    """R9 Goods for the next card under a zone."""
    return DATA.zones[zone].costs[cards_in(player, zone)]


# ---------------------------------------------------------------------- abilities


def ability(card: str) -> Ability:
    return CONTENT.cards[card].ability


def exchanges(player: Player) -> tuple[tuple[Good, Good], ...]:
    """R10 Pairs of goods that stand for each other."""
    return tuple(sorted(a.goods for a in map(ability, player.abilities) if isinstance(a, Exchange)))


def has_extra_action(player: Player, zone: Zone) -> bool:
    """R10 Whether an expansion of the zone brings one more action."""
    return any(isinstance(a, ExtraAction) and a.zone == zone for a in map(ability, player.abilities))


def scoring_goods(player: Player) -> tuple[Good, ...]:
    """R17 Goods that are a point each at the end."""
    owned = [a.good for a in map(ability, player.abilities) if isinstance(a, Points)]
    return tuple(good for good in GOODS if good in owned)


# ---------------------------------------------------------------------- the market


def top(player: Player, space: Space) -> Merchant | None:
    """R8 Of a stack, only the top card is a merchant."""
    stack = player.market[space]
    return stack[-1] if stack else None


def uses_left(player: Player, space: Space) -> int:
    """R8, R11 How often the merchant on a space may still be activated in this turn."""
    merchant = top(player, space)
    return 0 if merchant is None else DATA.market_spaces[space].uses - merchant.coins // DATA.rules.merchant_cost


def deliveries(player: Player) -> dict[Good, list[Space]]:
    """R11 Good -> the space of each activation left, lower rows first."""
    left: dict[Good, list[Space]] = {good: [] for good in GOODS}
    for space in SPACES:
        if player.market[space]:
            left[CONTENT.good(player.market[space][-1].card)] += [space] * uses_left(player, space)
    return left


# ---------------------------------------------------------------------- the canal


def seen_cells(player: Player, warehouse: Warehouse) -> tuple[Cell, ...]:
    """R16.1 The four cells as they lie, left to right."""
    if warehouse.card is None:
        return DATA.player_colors[player.color].warehouse
    cells = CONTENT.cards[warehouse.card].warehouse
    return tuple(reversed(cells)) if warehouse.turned else cells


def free_segments(player: Player) -> tuple[int, ...]:
    """R9 Segments without a warehouse, from 1."""
    return tuple(number for number, warehouse in enumerate(player.canal, 1) if warehouse is None)
