"""Invariants of a State."""

from collections import Counter
from collections.abc import Iterator

from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.rules.payments import COIN_LIMIT
from engines.pax_pamir.table.derived import find_ruler
from engines.pax_pamir.table.places import Army, Gift, Road, Spy, Tribe, build_placed_key
from engines.pax_pamir.table.state import COLUMNS, Player, State

DATA = CONTENT.data


def list_problems(s: State) -> list[str]:
    """Return a message for each broken invariant; empty if the State is sound."""
    messages = [*_check_cards(s), *_check_pieces(s), *_check_rupees(s), *_check_turn(s)]
    for number, player in enumerate(s.players):
        messages += (f"player {number}: {problem}" for problem in _check_player(s, number, player))
    return messages


def _check_cards(s: State) -> Iterator[str]:
    """Check that every card is in exactly one place."""
    piles = [s.deck, s.unseen, s.discards, s.globals]
    for player in s.players:
        piles += [player.hand, player.court, player.prizes, player.events]
    counts = Counter(card for pile in piles for card in pile)
    counts.update(space.card for space in s.market if space.card is not None)
    wrong = [card for card in (*CONTENT.cards, *CONTENT.events) if counts[card] != 1]
    if wrong or len(counts) != len(CONTENT.cards) + len(CONTENT.events):
        yield f"cards that are not in exactly one place: {wrong}, of {len(counts)} different ones"
    if s.automa is not None and sorted(s.automa.deck + s.automa.discards) != sorted(CONTENT.ai):
        yield f"Wakhan's cards: {s.automa.deck} and {s.automa.discards}"


def _check_pieces(s: State) -> Iterator[str]:
    for coalition in COALITIONS:
        if s.count_block_supply(coalition) < 0:
            yield f"{sum(s.count_blocks(coalition))} {coalition} blocks on the map"
    for place, blocks in (*s.armies.items(), *s.roads.items()):
        if any(n < 1 for n in blocks.values()) or not set(blocks) <= set(COALITIONS):
            yield f"blocks in {place}: {blocks}"
    in_courts = {card for player in s.players for card in player.court}
    for card, spies in s.spies.items():
        if card not in in_courts or len(spies) != len(s.players) or min(spies) < 0 or not any(spies):
            yield f"spies on court card {card}: {spies}"
    for region in CONTENT.regions:
        if len(s.tribes[region]) != len(s.players) or min(s.tribes[region]) < 0:
            yield f"tribes in {region}: {s.tribes[region]}"
        if s.rulers[region] != find_ruler(s, region):
            yield f"{region} has ruler {s.rulers[region]} instead of {find_ruler(s, region)}"


def _check_rupees(s: State) -> Iterator[str]:
    if COIN_LIMIT in s.options and s.count_bank_rupees() < 0:
        yield f"{-s.count_bank_rupees()} rupees more than there are"
    if len(s.market) != 2 * COLUMNS:
        yield f"{len(s.market)} market spaces instead of {2 * COLUMNS}"
    if min(space.rupees for space in s.market) < 0 or s.removed < 0:
        yield f"rupees in the market {[space.rupees for space in s.market]}, removed {s.removed}"
    for index, space in enumerate(s.market):
        if space.rupees and space.card in CONTENT.events and not CONTENT.events[space.card].is_purchasable:
            yield f"{space.rupees} rupees on event {space.card} in market space {index}"


def _check_turn(s: State) -> Iterator[str]:
    if sorted(s.ring) != list(range(len(s.players))):
        yield f"ring {s.ring} of {len(s.players)} players"
    if len({player.color for player in s.players}) != len(s.players):
        yield f"colours {[player.color for player in s.players]}"
    if s.turn is None:
        yield "nobody is on turn"
        return
    if s.turn.actions < 0 or len(set(s.turn.used_cards)) != len(s.turn.used_cards):
        yield f"{s.turn.actions} actions left, used cards {s.turn.used_cards}"
    piece_counts = dict(_iter_placed_keys(s))
    for placed_key, n in s.turn.placed_counts.items():
        if not 0 < n <= piece_counts.get(placed_key, 0):
            yield f"{n} pieces placed this turn at {placed_key}, where {piece_counts.get(placed_key, 0)} are"


def _iter_placed_keys(s: State) -> Iterator[tuple[str, int]]:
    """Yield (key in `Turn.placed_counts`, number) for all pieces on the table."""
    for region, armies in s.armies.items():
        yield from ((build_placed_key(Army(region), coalition), n) for coalition, n in armies.items())
    for border, roads in s.roads.items():
        yield from ((build_placed_key(Road(border), coalition), n) for coalition, n in roads.items())
    for player, owner in enumerate(s.players):
        yield from ((build_placed_key(Tribe(region), player), counts[player]) for region, counts in s.tribes.items())
        yield from ((build_placed_key(Spy(card), player), counts[player]) for card, counts in s.spies.items())
        yield from ((build_placed_key(Gift(price), player), 1) for price in owner.gifts)


def _check_player(s: State, number: int, player: Player) -> Iterator[str]:
    if player.rupees < 0 or player.vp < 0:
        yield f"{player.rupees} rupees, {player.vp} VP"
    if player.vp != sum(check.gained_vp[number] for check in s.checks) + DATA.setup.starting_victory_points:
        yield f"{player.vp} VP are not those of the checks"
    if s.count_supply(number) < 0:
        yield f"{s.count_cylinders(number)} cylinders in play"
    if len(set(player.gifts)) != len(player.gifts) or not set(player.gifts) <= set(DATA.costs.gift_spaces):
        yield f"gifts {player.gifts}"
    if number == s.wakhan:
        if player.hand or player.loyalty:
            yield f"Wakhan with hand {player.hand} and loyalty {player.loyalty}"
        return
    if player.loyalty is None and s.phase != "loyalty":
        yield "no loyalty"
    sides = {CONTENT.cards[card].patriot for card in player.court} | {CONTENT.cards[key].prize for key in player.prizes}
    sides.discard("none")
    # R4.10: debts are paid before the loyalty changes
    is_changing_loyalty = s.turn is not None and s.turn.player == number
    if len(sides) > 1 or (not is_changing_loyalty and sides - {player.loyalty}):
        yield f"{player.loyalty} with patriots or prizes of {sorted(sides)}"
