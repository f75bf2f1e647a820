"""R7 The offer: prices, taking a card, five new cards, and the refill at the end of a turn (R15)."""

from collections.abc import MutableSequence, Sequence

from engines.kernel import GameContext, Message, NounRef, SeatRef, message
from engines.kilia.data.content import CONTENT
from engines.kilia.table.queries import count_keys
from engines.kilia.table.state import Player, State
from engines.kilia.table.words import describe_contract, describe_source

DATA = CONTENT.data
SLOTS = range(1, len(DATA.council_board.slots) + 1)


def find_price(player: Player, slot: int) -> int:
    """R7.1 Return 0 with enough keys, else the whole price, however many keys are missing (R18.1)."""
    return _find_price_for_keys(count_keys(player), slot)


def _find_price_for_keys(key_count: int, slot: int) -> int:
    """Return the price of a slot for a number of keys."""
    slot_data = DATA.council_board.slots[slot - 1]
    return 0 if key_count >= slot_data.keys else slot_data.price


def list_offered_cards(offer: Sequence[str | None]) -> list[tuple[int, str]]:
    """R7.2 Return the slots that are not empty, with their cards."""
    return [(slot, card) for slot, card in enumerate(offer, 1) if card is not None]


def list_affordable(player: Player, offer: Sequence[str | None]) -> list[tuple[int, str]]:
    """R7.1 Return the slots and cards that a player could take now, by key or by coin."""
    key_count = count_keys(player)
    return [
        (slot, card)
        for slot, card in list_offered_cards(offer)
        if _find_price_for_keys(key_count, slot) <= player.coins
    ]


def take_action_card(s: State, slot: int) -> str:
    """R7.2 Take an action card from the offer. Its slot stays empty until the turn ends; its price
    is paid separately.
    """
    s.has_taken_card = True
    return _take_from_slot(s.offer, slot)


def take_contract_card(s: State, slot: int) -> str:
    """R7.2 Take a contract from the offer."""
    return _take_from_slot(s.contracts, slot)


def _take_from_slot(offer: list[str | None], slot: int) -> str:
    card = offer[slot - 1]
    assert card is not None, f"slot {slot} is empty"
    offer[slot - 1] = None
    return card


def pay_price(player: Player, slot: int) -> Message:
    """R7.1, R18.18 Pay the price to the supply and describe the slot and price of the card."""
    coins = find_price(player, slot)
    player.coins -= coins
    return describe_source(slot, coins)


# ---------------------------------------------------------------------- five new cards


def may_refresh(s: State, player: Player) -> bool:
    """R7.3, R6.1 Return True before the first action card of the turn is taken, for five coins; repeats are allowed
    (R18.8)."""
    return not s.has_taken_card and bool(s.deck) and player.coins >= DATA.council_board.refresh_cost


def refresh_offer(ctx: GameContext[State]) -> None:
    """R7.3 Set the offered cards aside, deal five new ones, then shuffle the old ones into the deck.

    A deck of fewer than five is dealt out, the old cards make a new deck, and the rest comes from there.
    """
    s = ctx.state
    s.players[s.active].coins -= DATA.council_board.refresh_cost
    old_cards = [card for card in s.offer if card is not None]
    s.offer = [ctx.take_from(s.deck) if s.deck else None for _ in SLOTS]
    s.deck += old_cards
    ctx.rng.shuffle(s.deck)
    s.offer = [card if card is not None or not s.deck else ctx.take_from(s.deck) for card in s.offer]
    ctx.log_event(
        "refresh.done", who=SeatRef(s.active), cards=describe_cards(s.offer), coins=DATA.council_board.refresh_cost
    )


def describe_cards(offer: Sequence[str | None]) -> tuple[Message, ...]:
    """Describe the action cards in the slots, left to right."""
    return tuple(describe_card(card) for _, card in list_offered_cards(offer))


def describe_card(card: str) -> Message:
    """Describe an action card by its zone and its number; no picture prints the number."""
    return message("offer.card", zone=NounRef(f"zones.{CONTENT.cards[card].zone}"), card=card)


# ---------------------------------------------------------------------- the end of a turn


def refill_offers(ctx: GameContext[State]) -> None:
    """R15 Slide cards left and fill the empty slots on the right from the deck, as far as it goes; contracts too."""
    s = ctx.state
    cards, contracts = _slide_cards(ctx, s.offer, s.deck), _slide_cards(ctx, s.contracts, s.contract_deck)
    if cards:
        ctx.log_event("refill.cards", n=len(cards), cards=tuple(map(describe_card, cards)))
    if contracts:
        ctx.log_event("refill.contracts", n=len(contracts), contracts=tuple(map(describe_contract, contracts)))


def _slide_cards(ctx: GameContext[State], offer: list[str | None], deck: MutableSequence[str]) -> list[str]:
    """Slide and refill one offer and return the new cards."""
    old_cards = [card for _, card in list_offered_cards(offer)]
    new_cards = [ctx.take_from(deck) for _ in range(min(len(offer) - len(old_cards), len(deck)))]
    offer[:] = [*old_cards, *new_cards, *[None] * (len(offer) - len(old_cards) - len(new_cards))]
    return new_cards
