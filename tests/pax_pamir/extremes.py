"""Tables that chance seldom reaches: late in the game, supplies empty, courts and hands full, banks dry."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from engines.kernel import Game, Setup, Table
from engines.pax_pamir import GAME
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.rules.setup import new
from engines.pax_pamir.table.state import State, Turn
from tests.pax_pamir.table import settle

Change = Callable[[State, random.Random], None]
COMPONENTS = CONTENT.data.components


def loyal(s: State, chance: random.Random) -> None:
    """Loyalties are chosen, and the first turn begins."""
    for who in s.players[: s.people]:
        who.loyalty = chance.choice(COALITIONS)
    s.phase = "turn"
    first = s.playing.player if s.wakhan is None else s.wakhan
    s.turn = Turn(first, CONTENT.data.limits.actions_per_turn)


def courts(s: State, chance: random.Random, cards: int) -> None:
    """So many cards in each court, none that would change a loyalty; as many in each hand."""
    for player, who in enumerate(s.players):
        for pile, wanted in ((who.court, cards), (who.hand, cards if player != s.wakhan else 0)):
            fitting = [card for card in s.deck if card in CONTENT.cards]
            if pile is who.court:
                fitting = [number for number in fitting if CONTENT.cards[number].patriot in ("none", who.loyalty)]
            for key in chance.sample(fitting, min(wanted, len(fitting))):
                s.deck.remove(key)
                pile.append(key)


def full_courts(s: State, chance: random.Random) -> None:
    courts(s, chance, 4)


def no_blocks_left(s: State, chance: random.Random) -> None:
    """R4.2 All blocks lie on the map: every placement takes one from there."""
    for coalition in COALITIONS:
        for _ in range(s.block_supply(coalition)):
            there = chance.choice([*s.armies.values(), *s.roads.values()])
            there[coalition] = there.get(coalition, 0) + 1


def no_cylinders_left(s: State, chance: random.Random) -> None:
    """R4.2 All cylinders are in play, as tribes, and as spies where there are courts."""
    cards = [card for who in s.players for card in who.court]
    for player in range(len(s.players)):
        for _ in range(s.supply(player)):
            if cards and chance.random() < 0.5:
                s.spies.setdefault(chance.choice(cards), [0] * len(s.players))[player] += 1
            else:
                s.tribes[chance.choice(CONTENT.regions)][player] += 1


def nobody_has_a_rupee(s: State, chance: random.Random) -> None:
    for who in s.players:
        s.removed += who.rupees
        who.rupees = 0


def the_bank_is_dry(s: State, chance: random.Random) -> None:
    """R4.3 All rupees lie on the market or with the players."""
    open_spaces = [space for space in s.market if space.card in CONTENT.cards]
    for _ in range(s.bank()):
        if chance.random() < 0.5:
            chance.choice(open_spaces).rupees += 1
        else:
            chance.choice(s.players).rupees += 1


def the_deck_is_nearly_empty(s: State, chance: random.Random) -> None:
    """R10.2 Nothing but the last pile is left, and of the checks only the last."""
    keep = len(s.deck) // 6
    gone, s.deck = s.deck[keep:], s.deck[:keep]
    s.discards += gone
    left = [card for card in s.deck if card in CONTENT.checks]
    for number in left[1:]:
        s.deck.remove(number)
        s.discards.append(number)


def all_lasting_events(s: State, chance: random.Random) -> None:
    """R12 Every event that lasts lies before somebody, or before all."""
    for card, event in CONTENT.events.items():
        for pile in (s.deck, s.unseen):
            if card in pile and event.purchased_scope in ("player", "global"):
                pile.remove(card)
                (chance.choice(s.players).events if event.purchased_scope == "player" else s.globals).append(card)


EXTREMES: dict[str, Change] = {
    change.__name__: change
    for change in (
        full_courts,
        no_blocks_left,
        no_cylinders_left,
        nobody_has_a_rupee,
        the_bank_is_dry,
        the_deck_is_nearly_empty,
        all_lasting_events,
    )
}


def extreme(names: tuple[str, ...], seed: int) -> Game[State]:
    """The game, but it begins at a table with these changes, in this order."""

    def begin(setup: Setup, t: Table[State]) -> State:
        s, chance = new(setup, t), random.Random(f"{names} {seed}")
        loyal(s, chance)
        for name in names:
            EXTREMES[name](s, chance)
        unseen = list(s.unseen)
        settle(s)
        s.unseen = unseen
        return s

    return replace(GAME, new=begin)
