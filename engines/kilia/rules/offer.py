"""R7 The offer: what a card costs, taking it, five new cards, and the refill at the end of a turn (R15)."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from engines.kernel import Msg, Table, Term, Who, say
from engines.kilia.data.content import CONTENT
from engines.kilia.table.holdings import keys
from engines.kilia.table.state import Player, State
from engines.kilia.table.words import contract_words, source

DATA = CONTENT.data
SLOTS = range(1, len(DATA.council_board.slots) + 1)


def price(player: Player, slot: int) -> int:
    """R7.1 Nothing with enough keys, else the whole price, however many keys are missing (R18.1)."""
    return _price(keys(player), slot)


def _price(held: int, slot: int) -> int:
    """held: the keys of the player."""
    printed = DATA.council_board.slots[slot - 1]
    return 0 if held >= printed.keys else printed.price


def lying(offer: Sequence[str | None]) -> list[tuple[int, str]]:
    """R7.2 Slots that are not empty, with their cards."""
    return [(slot, card) for slot, card in enumerate(offer, 1) if card is not None]


def affordable(player: Player, offer: Sequence[str | None]) -> list[tuple[int, str]]:
    """R7.1 What a player could take now, by key or by coin."""
    held = keys(player)
    return [(slot, card) for slot, card in lying(offer) if _price(held, slot) <= player.coins]


def take_action_card(s: State, slot: int) -> str:
    """R7.2 An action card leaves the offer; its slot stays empty until the turn ends. Its price is paid apart."""
    s.taken = True
    return _taken(s.offer, slot)


def take_contract_card(s: State, slot: int) -> str:
    """R7.2 A contract leaves the offer."""
    return _taken(s.contracts, slot)


def _taken(offer: list[str | None], slot: int) -> str:
    card = offer[slot - 1]
    assert card is not None, f"slot {slot} is empty"
    offer[slot - 1] = None
    return card


def buy(player: Player, slot: int) -> Msg:
    """R7.1, R18.18 The price goes to the supply; whence the card comes, in words."""
    coins = price(player, slot)
    player.coins -= coins
    return source(slot, coins)


# ---------------------------------------------------------------------- five new cards


def may_refresh(s: State, player: Player) -> bool:
    """R7.3, R6.1 Before the first action card of the turn is taken, for five coins; may be repeated (R18.8)."""
    return not s.taken and bool(s.deck) and player.coins >= DATA.council_board.refresh_cost


def refresh(t: Table[State]) -> None:
    """R7.3 The offered cards go aside, five new ones come, then the old ones are shuffled into the deck.

    A deck of fewer than five is dealt out, the old cards make a new deck, and the rest comes from there.
    """
    s = t.state
    s.players[s.active].coins -= DATA.council_board.refresh_cost
    aside = [card for card in s.offer if card is not None]
    s.offer = [t.draw(s.deck) if s.deck else None for _ in SLOTS]
    s.deck += aside
    t.rng.shuffle(s.deck)
    s.offer = [card if card is not None or not s.deck else t.draw(s.deck) for card in s.offer]
    t.tell("refresh.done", who=Who(s.active), cards=cards_words(s.offer), coins=DATA.council_board.refresh_cost)


def cards_words(offer: Sequence[str | None]) -> tuple[Msg, ...]:
    """The action cards that lie in slots, left to right."""
    return tuple(card_words(card) for _, card in lying(offer))


def card_words(card: str) -> Msg:
    """An action card by its zone and its number: no picture prints the number."""
    return say("offer.card", zone=Term(f"zones.{CONTENT.cards[card].zone}"), card=card)


# ---------------------------------------------------------------------- the end of a turn


def refill(t: Table[State]) -> None:
    """R15 Cards slide left, new ones fill the empty slots on the right, as long as there are any; contracts too."""
    s = t.state
    cards, contracts = _slide(t, s.offer, s.deck), _slide(t, s.contracts, s.contract_deck)
    if cards:
        t.tell("refill.cards", n=len(cards), cards=tuple(map(card_words, cards)))
    if contracts:
        t.tell("refill.contracts", n=len(contracts), contracts=tuple(map(contract_words, contracts)))


def _slide(t: Table[State], offer: list[str | None], deck: MutableSequence[str]) -> list[str]:
    """The new cards."""
    kept = [card for _, card in lying(offer)]
    new = [t.draw(deck) for _ in range(min(len(offer) - len(kept), len(deck)))]
    offer[:] = [*kept, *new, *[None] * (len(offer) - len(kept) - len(new))]
    return new
