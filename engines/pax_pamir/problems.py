"""What must always hold of a State."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.rules.money import COIN_LIMIT
from engines.pax_pamir.table.places import Army, Gift, Road, Spy, Tribe, placed_mark
from engines.pax_pamir.table.ruling import ruler
from engines.pax_pamir.table.state import Player, State

DATA = CONTENT.data


def problems(s: State) -> list[str]:
    """Which invariants are broken, in words; empty when sound."""
    found = [*_cards(s), *_pieces(s), *_rupees(s), *_turn(s)]
    for number, player in enumerate(s.players):
        found += (f"player {number}: {problem}" for problem in _player(s, number, player))
    return found


def _cards(s: State) -> Iterator[str]:
    """Every card is in one place."""
    piles = [s.deck, s.unseen, s.discards, s.globals]
    for player in s.players:
        piles += [player.hand, player.court, player.prizes, player.events]
    there = Counter(card for pile in piles for card in pile)
    there.update(space.card for space in s.market if space.card is not None)
    wrong = [card for card in (*CONTENT.cards, *CONTENT.events) if there[card] != 1]
    if wrong or len(there) != len(CONTENT.cards) + len(CONTENT.events):
        yield f"cards that are not in exactly one place: {wrong}, of {len(there)} different ones"
    if s.automa is not None and sorted(s.automa.deck + s.automa.discards) != sorted(CONTENT.ai):
        yield f"Wakhan's cards: {s.automa.deck} and {s.automa.discards}"


def _pieces(s: State) -> Iterator[str]:
    for coalition in COALITIONS:
        if s.block_supply(coalition) < 0:
            yield f"{sum(s.blocks(coalition))} {coalition} blocks on the map"
    for place, there in (*s.armies.items(), *s.roads.items()):
        if any(n < 1 for n in there.values()) or not set(there) <= set(COALITIONS):
            yield f"blocks in {place}: {there}"
    in_courts = {card for player in s.players for card in player.court}
    for card, spies in s.spies.items():
        if card not in in_courts or len(spies) != len(s.players) or min(spies) < 0 or not any(spies):
            yield f"spies on court card {card}: {spies}"
    for region in CONTENT.regions:
        if len(s.tribes[region]) != len(s.players) or min(s.tribes[region]) < 0:
            yield f"tribes in {region}: {s.tribes[region]}"
        if s.rulers[region] != ruler(s, region):
            yield f"{region} has ruler {s.rulers[region]} instead of {ruler(s, region)}"


def _rupees(s: State) -> Iterator[str]:
    if COIN_LIMIT in s.options and s.bank() < 0:
        yield f"{-s.bank()} rupees more than there are"
    if min(space.rupees for space in s.market) < 0 or s.removed < 0:
        yield f"rupees in the market {[space.rupees for space in s.market]}, removed {s.removed}"
    for index, space in enumerate(s.market):
        if space.rupees and space.card in CONTENT.events and not CONTENT.events[space.card].purchasable:
            yield f"{space.rupees} rupees on event {space.card} in market space {index}"


def _turn(s: State) -> Iterator[str]:
    if sorted(s.ring) != list(range(len(s.players))):
        yield f"ring {s.ring} of {len(s.players)} players"
    if len({player.color for player in s.players}) != len(s.players):
        yield f"colours {[player.color for player in s.players]}"
    if s.turn is None:
        yield "nobody is on turn"
        return
    if s.turn.actions < 0 or len(set(s.turn.used)) != len(s.turn.used):
        yield f"{s.turn.actions} actions left, used cards {s.turn.used}"
    there = dict(_marks(s))
    for mark, n in s.turn.placed.items():
        if not 0 < n <= there.get(mark, 0):
            yield f"{n} pieces placed this turn at {mark}, where {there.get(mark, 0)} are"


def _marks(s: State) -> Iterator[tuple[str, int]]:
    """All pieces on the table as `Turn.placed` names them, and how many there are of each."""
    for region, armies in s.armies.items():
        yield from ((placed_mark(Army(region), coalition), n) for coalition, n in armies.items())
    for border, roads in s.roads.items():
        yield from ((placed_mark(Road(border), coalition), n) for coalition, n in roads.items())
    for player, who in enumerate(s.players):
        yield from ((placed_mark(Tribe(region), player), there[player]) for region, there in s.tribes.items())
        yield from ((placed_mark(Spy(card), player), there[player]) for card, there in s.spies.items())
        yield from ((placed_mark(Gift(price), player), 1) for price in who.gifts)


def _player(s: State, number: int, player: Player) -> Iterator[str]:
    if player.rupees < 0 or player.vp < 0:
        yield f"{player.rupees} rupees, {player.vp} VP"
    if player.vp != sum(check.gained[number] for check in s.checks) + DATA.setup.starting_victory_points:
        yield f"{player.vp} VP are not those of the checks"
    if s.supply(number) < 0:
        yield f"{s.cylinders(number)} cylinders in play"
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
    changing = s.turn is not None and s.turn.player == number  # R4.10: debts come before the dial changes
    if len(sides) > 1 or (not changing and sides - {player.loyalty}):
        yield f"{player.loyalty} with patriots or prizes of {sorted(sides)}"
