"""What must always hold: `problems` says in words which invariant is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engines.kernel import Seat

from .data.content import CONTENT
from .rules.achievements import earned, placed
from .rules.market import open_spaces
from .table.holdings import ability, cards_in, exchanges
from .table.state import SPRAT, Player, State
from .table.wheels import numbers

DATA = CONTENT.data


def problems(s: State) -> list[str]:
    """Which invariant is broken; empty when sound."""
    found = [*_cards(s), *_offers(s), *_phase(s), *_wheels(s)]
    for seat, player in enumerate(s.players):
        mistakes = (*_supply(player), *_zones(player), *_market(player), *_canal(player), *_markers(s, seat))
        found += [f"seat {seat}: {problem}" for problem in mistakes]
    return found


def _cards(s: State) -> Iterator[str]:
    """R2 Every card is in exactly one place."""
    cards = [*s.deck, *(card for card in s.offer if card is not None)]
    contracts = [*s.contract_deck, *(card for card in s.contracts if card is not None)]
    for player in s.players:
        cards += [card for under in player.zones.values() for card in under if card != SPRAT]
        cards += [merchant.card for stack in player.market.values() for merchant in stack]
        cards += [*player.abilities, *(w.card for w in player.canal if w is not None and w.card is not None)]
        contracts += [*player.active, *player.fulfilled]
    start = [DATA.player_colors[player.color].contract for player in s.players]
    for kind, present, printed in (
        ("action cards", cards, [*DATA.action_cards]),
        ("contracts", contracts, [*DATA.contracts, *start]),
    ):
        more, fewer = Counter(present) - Counter(printed), Counter(printed) - Counter(present)
        if more or fewer:
            yield f"{kind}: too many {[*more]}, missing {[*fewer]}"
    sprats = [p for p in s.players if any(p.market[space] for space in SPRAT_SPACES)]
    if s.sprats + len(sprats) != DATA.components.smoke_sprat_cards:
        yield f"{s.sprats} sprats in the box, {len(sprats)} were drawn"


SPRAT_SPACES = [space for space, printed in DATA.market_spaces.items() if printed.bonus == "smoke_sprat"]


def _offers(s: State) -> Iterator[str]:
    """R15 Between turns, holes are on the right, and only where the deck is empty."""
    for kind, offer, deck in (("action cards", s.offer, s.deck), ("contracts", s.contracts, s.contract_deck)):
        if len(offer) != len(DATA.council_board.slots):
            yield f"offer of {kind} has {len(offer)} slots"
        holes = [card is None for card in offer]
        if s.phase != "turn" and (holes != sorted(holes) or (any(holes) and deck)):
            yield f"offer of {kind} was not refilled: {offer}"


def _phase(s: State) -> Iterator[str]:
    """R6 What belongs to a turn is off outside it."""
    if s.phase != "turn" and (s.taken or s.done or s.extra):
        yield f"phase {s.phase} in the middle of a turn"
    if s.phase != "turn" and (s.paying is not None or s.building is not None):
        yield "a payment or a warehouse is asked about outside a turn"
    if s.extra and not s.done:
        yield "an extra action before the main one"
    if s.ending and s.final:
        yield "the final round triggers another one"
    if not 0 <= s.active < len(s.players) or not 0 <= s.start < len(s.players):
        yield f"no seat: active {s.active}, start {s.start}"
    if len({player.color for player in s.players}) != len(s.players):
        yield "two players of one colour"


def _wheels(s: State) -> Iterator[str]:
    """R13 A wheel is filled from its centre on, and no marker is of nobody."""
    for achievement, wheel in s.wheels.items():
        used = [bool(markers) for markers in wheel.placed]
        if len(used) != len(numbers(achievement, wheel, len(s.players))) or used != sorted(used, reverse=True):
            yield f"wheel {achievement}: markers on {used}"
        if s.phase == "over" and wheel.waiting:
            yield f"wheel {achievement}: markers wait after the council"
    if sum(wheel.extra is not None for wheel in s.wheels.values()) > 1:
        yield "more than one extra wheel"


def _supply(player: Player) -> Iterator[str]:
    if player.coins < 0 or min(player.goods.values()) < 0:
        yield f"coins {player.coins}, goods {player.goods}"
    if tuple(player.goods) != tuple(CONTENT.zone_of):
        yield f"goods {[*player.goods]}"


def _zones(player: Player) -> Iterator[str]:
    """R9 At most four cards, of the zone's colour; R10 no more abilities than university cards, none twice."""
    for zone, under in player.zones.items():
        if len(under) > len(DATA.zones[zone].costs):
            yield f"{len(under)} cards under {zone}"
        if any(card != SPRAT and CONTENT.cards[card].zone != zone for card in under):
            yield f"{zone} has cards of another colour: {under}"
    if sum(under.count(SPRAT) for under in player.zones.values()) + (player.sprat != "none") > 1:
        yield "more than one sprat"
    if (player.sprat != "none" or any(SPRAT in under for under in player.zones.values())) and not any(
        player.market[space] for space in SPRAT_SPACES
    ):
        yield "a sprat from nowhere"
    if len(player.abilities) > cards_in(player, "university"):
        yield f"{len(player.abilities)} abilities with {cards_in(player, 'university')} university cards"
    kinds = [ability(card) for card in player.abilities]
    if any(kinds.count(kind) > 1 for kind in kinds) or len(set(exchanges(player))) < len(exchanges(player)):
        yield f"the same ability twice: {player.abilities}"


def _market(player: Player) -> Iterator[str]:
    """R8 Merchants stand on merchants, and no one works more often than the row allows."""
    allowed = open_spaces(player)
    for space, stack in player.market.items():
        if stack and space not in allowed:
            yield f"the merchant on {space} stands on nothing"
        most = DATA.market_spaces[space].uses * DATA.rules.merchant_cost
        if any(not 0 <= merchant.coins <= most for merchant in stack):
            yield f"{[merchant.coins for merchant in stack]} coins on {space}, at most {most}"


def _canal(player: Player) -> Iterator[str]:
    """R3(9) The printed warehouse stays; R9 no more others than cards of the zone."""
    printed = [number for number, w in enumerate(player.canal, 1) if w is not None and w.card is None]
    if len(player.canal) != DATA.canal.segments or printed != [DATA.canal.start_warehouse_segment]:
        yield f"the printed warehouse is on segments {printed} of {len(player.canal)}"
    built = sum(w is not None and w.card is not None for w in player.canal)
    if built > cards_in(player, "warehouse"):
        yield f"{built} warehouses built with {cards_in(player, 'warehouse')} cards of the zone"


def _markers(s: State, seat: Seat) -> Iterator[str]:
    """R13 What is earned is placed; the first four markers are the chips."""
    player = s.players[seat]
    total = 0
    for achievement in s.wheels:
        number = placed(s, seat, achievement)
        total += number
        if achievement != "fifteen_coins" and number != earned(player, achievement):
            yield f"{number} markers on {achievement}, {earned(player, achievement)} earned"
    if player.chips != max(0, DATA.setup.scoring_chips - total):
        yield f"{player.chips} chips left after {total} markers"
