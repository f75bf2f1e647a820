"""Checks of the State's invariants."""

from collections import Counter
from collections.abc import Iterator

from msgspec import UNSET

from engines.kernel import Seat

from .data.content import CONTENT
from .rules.achievements import count_earned_markers, count_placed_markers
from .rules.market import list_open_spaces
from .table.queries import count_cards, find_ability, list_exchanges, list_usable_numbers
from .table.state import SPRAT, Player, State

DATA = CONTENT.data


def list_problems(s: State) -> list[str]:
    """Return a description of each broken invariant; empty for a sound State."""
    errors = [*_check_cards(s), *_check_offers(s), *_check_phase(s), *_check_wheels(s)]
    for seat, player in enumerate(s.players):
        player_errors = (
            *_check_supply(player),
            *_check_zones(player),
            *_check_market(player),
            *_check_canal(player),
            *_check_markers(s, seat),
        )
        errors += [f"seat {seat}: {problem}" for problem in player_errors]
    return errors


def _check_cards(s: State) -> Iterator[str]:
    """R2 Check that every card is in exactly one place."""
    cards = [*s.deck, *(card for card in s.offer if card is not None)]
    contracts = [*s.contract_deck, *(card for card in s.contracts if card is not None)]
    for player in s.players:
        cards += [card for zone_cards in player.zones.values() for card in zone_cards if card != SPRAT]
        cards += [merchant.card for stack in player.market.values() for merchant in stack]
        cards += [*player.abilities, *(w.card for w in player.canal if w is not None and w.card is not None)]
        contracts += [*player.active, *player.fulfilled]
    start_contracts = [DATA.player_colors[player.color].contract for player in s.players]
    for kind, present, printed in (
        ("action cards", cards, [*DATA.action_cards]),
        ("contracts", contracts, [*DATA.contracts, *start_contracts]),
    ):
        surplus, missing = Counter(present) - Counter(printed), Counter(printed) - Counter(present)
        if surplus or missing:
            yield f"{kind}: too many {[*surplus]}, missing {[*missing]}"
    sprats = [p for p in s.players if any(p.market[space] for space in SPRAT_SPACES)]
    if s.sprats + len(sprats) != DATA.components.smoke_sprat_cards:
        yield f"{s.sprats} sprats in the box, {len(sprats)} were drawn"
    left = sum(count_sprats(player) for player in s.players)
    if s.traded_sprats is not UNSET and left + s.traded_sprats != len(sprats):
        yield f"{left} sprats on the table and {s.traded_sprats} traded, {len(sprats)} were drawn"


def count_sprats(player: Player) -> int:
    """R14 Return the number of sprats in front of the player or under a zone."""
    return sum(zone_cards.count(SPRAT) for zone_cards in player.zones.values()) + (player.sprat != "none")


SPRAT_SPACES = [space for space, printed in DATA.market_spaces.items() if printed.bonus == "smoke_sprat"]


def _check_offers(s: State) -> Iterator[str]:
    """R15 Check that between turns an offer has empty slots only at the right and only with an empty deck."""
    for kind, offer, deck in (("action cards", s.offer, s.deck), ("contracts", s.contracts, s.contract_deck)):
        if len(offer) != len(DATA.council_board.slots):
            yield f"offer of {kind} has {len(offer)} slots"
        holes = [card is None for card in offer]
        if s.phase != "turn" and (holes != sorted(holes) or (any(holes) and deck)):
            yield f"offer of {kind} was not refilled: {offer}"


def _check_phase(s: State) -> Iterator[str]:
    """R6 Check that turn data is empty outside a turn, and that seats and flags are consistent."""
    if s.phase != "turn" and (s.has_taken_card or s.is_action_over or s.has_extra_action):
        yield f"phase {s.phase} in the middle of a turn"
    if s.phase != "turn" and (s.paying or s.delivery or s.building is not None or s.building_segment is not None):
        yield "a payment or a warehouse is asked about outside a turn"
    if s.has_extra_action and not s.is_action_over:
        yield "an extra action before the main one"
    if s.is_ending and s.is_final_round:
        yield "the final round triggers another one"
    if not 0 <= s.active < len(s.players) or not 0 <= s.start < len(s.players):
        yield f"no seat: active {s.active}, start {s.start}"
    if len({player.color for player in s.players}) != len(s.players):
        yield "two players of one colour"


def _check_wheels(s: State) -> Iterator[str]:
    """R13 Check that each wheel is filled from its centre on and that no marker waits after the end."""
    for achievement, wheel in s.wheels.items():
        occupied = [bool(markers) for markers in wheel.markers]
        if len(occupied) != len(list_usable_numbers(achievement, wheel, len(s.players))) or occupied != sorted(
            occupied, reverse=True
        ):
            yield f"wheel {achievement}: markers on {occupied}"
        if s.phase == "over" and wheel.waiting:
            yield f"wheel {achievement}: markers wait after the council"
    if s.wheels.keys() != DATA.achievements.keys():
        yield f"wheels {[*s.wheels]}"
    if sum(wheel.extra is not None for wheel in s.wheels.values()) > 1:
        yield "more than one extra wheel"


def _check_supply(player: Player) -> Iterator[str]:
    if player.coins < 0 or min(player.goods.values()) < 0:
        yield f"coins {player.coins}, goods {player.goods}"
    if tuple(player.goods) != tuple(CONTENT.zone_of):
        yield f"goods {[*player.goods]}"
    if player.zones.keys() != DATA.zones.keys() or player.market.keys() != DATA.market_spaces.keys():
        yield f"zones {[*player.zones]}, market {[*player.market]}"


def _check_zones(player: Player) -> Iterator[str]:
    """R9 Check for at most four cards of the zone's colour; R10 for abilities: one per university card, none twice."""
    for zone, zone_cards in player.zones.items():
        if len(zone_cards) > len(DATA.zones[zone].costs):
            yield f"{len(zone_cards)} cards under {zone}"
        if any(card != SPRAT and CONTENT.cards[card].zone != zone for card in zone_cards):
            yield f"{zone} has cards of another colour: {zone_cards}"
    if count_sprats(player) > 1:
        yield "more than one sprat"
    if count_sprats(player) and not any(player.market[space] for space in SPRAT_SPACES):
        yield "a sprat from nowhere"
    if len(player.abilities) > count_cards(player, "university"):
        yield f"{len(player.abilities)} abilities with {count_cards(player, 'university')} university cards"
    kinds = [find_ability(card) for card in player.abilities]
    if any(kinds.count(kind) > 1 for kind in kinds) or len(set(list_exchanges(player))) < len(list_exchanges(player)):
        yield f"the same ability twice: {player.abilities}"


def _check_market(player: Player) -> Iterator[str]:
    """R8 Check that merchants stand on merchants and that none was used more often than its row allows."""
    allowed = list_open_spaces(player)
    for space, stack in player.market.items():
        if stack and space not in allowed:
            yield f"the merchant on {space} stands on nothing"
        max_coins = DATA.market_spaces[space].uses * DATA.rules.merchant_cost
        if any(not 0 <= merchant.coins <= max_coins for merchant in stack):
            yield f"{[merchant.coins for merchant in stack]} coins on {space}, at most {max_coins}"


def _check_canal(player: Player) -> Iterator[str]:
    """R3(9) Check that the printed warehouse is in place; R9 that at most one was built per card of the zone."""
    printed = [number for number, w in enumerate(player.canal, 1) if w is not None and w.card is None]
    if len(player.canal) != DATA.canal.segments or printed != [DATA.canal.start_warehouse_segment]:
        yield f"the printed warehouse is on segments {printed} of {len(player.canal)}"
    built = sum(w is not None and w.card is not None for w in player.canal)
    if built > count_cards(player, "warehouse"):
        yield f"{built} warehouses built with {count_cards(player, 'warehouse')} cards of the zone"


def _check_markers(s: State, seat: Seat) -> Iterator[str]:
    """R13 Check that all earned markers are placed; the first four markers are the chips."""
    player = s.players[seat]
    total = 0
    for achievement in s.wheels:
        count = count_placed_markers(s, seat, achievement)
        total += count
        if achievement != "fifteen_coins" and count != count_earned_markers(player, achievement):
            yield f"{count} markers on {achievement}, {count_earned_markers(player, achievement)} earned"
    if player.chips != max(0, DATA.setup.scoring_chips - total):
        yield f"{player.chips} chips left after {total} markers"
