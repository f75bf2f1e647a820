"""Tables that random play rarely reaches: late in the game, with empty supplies, full courts or an empty bank."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from engines.kernel import Game, GameContext, Setup
from engines.pax_pamir import GAME
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.rules.setup import new_game
from engines.pax_pamir.table.state import State, Turn
from tests.pax_pamir.table import update_derived

Change = Callable[[State, random.Random], None]
COMPONENTS = CONTENT.data.components


def choose_loyalties(s: State, rng: random.Random) -> None:
    """Choose the loyalties and begin the first turn."""
    for player in s.players[: s.people]:
        player.loyalty = rng.choice(COALITIONS)
    s.phase = "turn"
    first = s.current_turn.player if s.wakhan is None else s.wakhan
    s.turn = Turn(first, CONTENT.data.limits.actions_per_turn)


def fill_courts(s: State, rng: random.Random, cards: int) -> None:
    """Put this many cards in each court, none that would change a loyalty, and as many in each person's hand."""
    for player, owner in enumerate(s.players):
        for pile, wanted in ((owner.court, cards), (owner.hand, cards if player != s.wakhan else 0)):
            fitting = [card for card in s.deck if card in CONTENT.cards]
            if pile is owner.court:
                fitting = [number for number in fitting if CONTENT.cards[number].patriot in ("none", owner.loyalty)]
            for key in rng.sample(fitting, min(wanted, len(fitting))):
                s.deck.remove(key)
                pile.append(key)


def full_courts(s: State, rng: random.Random) -> None:
    fill_courts(s, rng, 4)


def no_blocks_left(s: State, rng: random.Random) -> None:
    """R4.2 Put all blocks on the map: every placement takes one from there."""
    for coalition in COALITIONS:
        for _ in range(s.count_block_supply(coalition)):
            blocks = rng.choice([*s.armies.values(), *s.roads.values()])
            blocks[coalition] = blocks.get(coalition, 0) + 1


def no_cylinders_left(s: State, rng: random.Random) -> None:
    """R4.2 Put all cylinders in play: as tribes, and as spies if there are court cards."""
    cards = [card for owner in s.players for card in owner.court]
    for player in range(len(s.players)):
        for _ in range(s.count_supply(player)):
            if cards and rng.random() < 0.5:
                s.spies.setdefault(rng.choice(cards), [0] * len(s.players))[player] += 1
            else:
                s.tribes[rng.choice(CONTENT.regions)][player] += 1


def nobody_has_a_rupee(s: State, rng: random.Random) -> None:
    for player in s.players:
        s.removed += player.rupees
        player.rupees = 0


def the_bank_is_dry(s: State, rng: random.Random) -> None:
    """R4.3 Move all rupees of the bank to the market and to the players."""
    open_spaces = [space for space in s.market if space.card in CONTENT.cards]
    for _ in range(s.count_bank_rupees()):
        if rng.random() < 0.5:
            rng.choice(open_spaces).rupees += 1
        else:
            rng.choice(s.players).rupees += 1


def the_deck_is_nearly_empty(s: State, rng: random.Random) -> None:
    """R10.2 Leave only the last pile, and of the checks only the last."""
    keep = len(s.deck) // 6
    gone, s.deck = s.deck[keep:], s.deck[:keep]
    s.discards += gone
    left = [card for card in s.deck if card in CONTENT.checks]
    for number in left[1:]:
        s.deck.remove(number)
        s.discards.append(number)


def all_lasting_events(s: State, rng: random.Random) -> None:
    """R12 Put every lasting event in play, before a random player or before all."""
    for card, event in CONTENT.events.items():
        for pile in (s.deck, s.unseen):
            if card in pile and event.purchased_scope in ("player", "global"):
                pile.remove(card)
                (rng.choice(s.players).events if event.purchased_scope == "player" else s.globals).append(card)


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


def build_extreme_game(names: tuple[str, ...], seed: int) -> Game[State]:
    """Return the game, but beginning at a table with these changes, made in this order."""

    def begin_game(setup: Setup, ctx: GameContext[State]) -> State:
        s, rng = new_game(setup, ctx), random.Random(f"{names} {seed}")
        choose_loyalties(s, rng)
        for name in names:
            EXTREMES[name](s, rng)
        unseen = list(s.unseen)
        update_derived(s)
        s.unseen = unseen
        return s

    return replace(GAME, new_game=begin_game)
