"""R12 Effects of events, when bought and when discarded from the market."""

from collections.abc import Awaitable, Callable
from functools import partial

from engines.kernel import GameContext, Message, NounRef, Option
from engines.pax_pamir.data.content import COALITIONS, CONTENT, SUITS
from engines.pax_pamir.data.types import Region, Scope, Suit
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.table import names
from engines.pax_pamir.table.derived import list_patriots
from engines.pax_pamir.table.facts import WithoutEffect
from engines.pax_pamir.table.names import describe_effect, name_card
from engines.pax_pamir.table.places import Army, Tribe
from engines.pax_pamir.table.questions import ConfidenceFailure, Rebuke, Rumor, SetFavored, SwapHands
from engines.pax_pamir.table.state import State

from .board_changes import Change, build_lowest_default, discard_from_hand, list_hand_options
from .decisions import decide
from .dominance_check import resolve_dominance_check
from .loyalty import change_favored_suit, discard_prizes, set_favored_suit
from .payments import gain_from_bank
from .play import play_hand_by_wakhan

ARISTOCRACY_RUPEES = 3
LASTING_SCOPES: frozenset[Scope] = frozenset({"player", "global"})
"""Scopes of events without an immediate result. The log quotes their text; for other events it shows the result."""


async def apply_purchased_event(ctx: GameContext[State], player: int, card: int) -> None:
    """R12 Apply the effect for the buyer. Lasting events then lie before a player, or affect all players."""
    s = ctx.state
    s.discards.append(card)
    event = CONTENT.events[card]
    if not event.is_check:
        key = "event.bought_lasting" if event.purchased_scope in LASTING_SCOPES else "event.bought"
        ctx.log_event(key, event=NounRef(f"event.{event.purchased}"), effect=describe_effect(event.purchased))
    await PURCHASED_EFFECTS[event.purchased](ctx, player, card)


async def discard_market_event(ctx: GameContext[State], index: int) -> None:
    """R9.3 Discard the event of a market space with its effect. Its rupees stay on the space."""
    space = ctx.state.market[index]
    card, space.card = space.card, None
    if card is None:
        raise RuntimeError(f"no card lies in market space {index}")
    with ctx.log_line():
        await apply_discarded_event(ctx, card)


async def apply_discarded_event(ctx: GameContext[State], card: int) -> None:
    """R12 Apply the effect of an event that leaves the market in a cleanup."""
    s = ctx.state
    s.discards.append(card)
    event = CONTENT.events[card]
    is_lasting = event.discarded_scope in LASTING_SCOPES
    key = "event.discarded_lasting" if is_lasting else "event.discarded"
    ctx.log_event(key, event=name_card(card), effect=describe_effect(event.discarded))
    last_event = ctx.events[-1]
    await DISCARDED_EFFECTS[event.discarded](ctx, card)
    if not is_lasting and event.discarded != "no_effect" and ctx.events and ctx.events[-1] is last_event:
        ctx.log_event("event.no_change")
        ctx.note_fact(WithoutEffect())


# ---------------------------------------------------------------- both sides


async def _resolve_purchased_check(ctx: GameContext[State], _player: int, _card: int) -> None:
    await resolve_dominance_check(ctx)


async def _keep_for_buyer(ctx: GameContext[State], player: int, card: int) -> None:
    _keep_event(ctx.state, card, ctx.state.players[player].events)


async def _keep_for_all(ctx: GameContext[State], _player: int, card: int) -> None:
    _keep_event(ctx.state, card, ctx.state.globals)


def _keep_event(s: State, card: int, pile: list[int]) -> None:
    """R12 Keep the card until a dominance check has been resolved completely."""
    s.discards.remove(card)
    pile.append(card)


# ---------------------------------------------------------------- purchased


async def _buy_rumor(ctx: GameContext[State], player: int, card: int) -> None:
    """Event 108: the buyer names a player, maybe themselves, whose patriots count nothing."""
    s = ctx.state
    order = s.list_clockwise(player)
    options = [_build_player_option(s, target, _describe_rumor(s, target)) for target in (*order[1:], order[0])]
    target: int = await decide(ctx, player, "event.rumor", options, Rumor(), rule="R12", default=options[0].key)
    _keep_event(s, card, s.players[target].events)
    ctx.log_event("event.rumored", who=s.name_player(target))


async def _swap_hands(ctx: GameContext[State], player: int, _card: int) -> None:
    """Event 114: the buyer swaps hands with another player. Only the two see the cards."""
    s = ctx.state
    options = [_build_player_option(s, target, _describe_swap(s, target)) for target in s.list_clockwise(player)[1:]]
    target: int = await decide(ctx, player, "event.swap", options, SwapHands(), rule="R12", default=options[0].key)
    buyer, partner = s.players[player], s.players[target]
    buyer.hand, partner.hand = partner.hand, buyer.hand
    ctx.mark_revealed()
    ctx.log_event(
        "event.swapped",
        who=s.name_player(player),
        other=s.name_player(target),
        given=len(partner.hand),
        received=len(buyer.hand),
    )
    for seat in (player, target):
        if seat != s.wakhan and (hand := s.players[seat].hand):
            ctx.log_event("event.received", to=[seat], cards=tuple(name_card(number) for number in hand))
    if s.wakhan in (player, target):
        await play_hand_by_wakhan(ctx)


async def _gain_aristocracy_rupees(ctx: GameContext[State], player: int, _card: int) -> None:
    """Event 113: the buyer gets rupees from the bank."""
    gain_from_bank(ctx, player, ARISTOCRACY_RUPEES)


async def _choose_favored_suit(ctx: GameContext[State], player: int, card: int) -> None:
    """Event 115: the buyer chooses the favored suit, and icons no longer change it."""
    s = ctx.state
    suit: Suit = await decide(ctx, player, "event.choose_suit", _SUITS, SetFavored(), rule="R12", default=s.favored)
    set_favored_suit(ctx, suit)
    await _keep_for_all(ctx, player, card)


async def _rebuke_region(ctx: GameContext[State], player: int, _card: int) -> None:
    """Event 116: the buyer names a region whose tribes and armies return to supply."""
    s = ctx.state
    options = [_build_region_option(s, player, region) for region in CONTENT.regions]
    region: Region = await decide(
        ctx, player, "event.rebuke", options, Rebuke(), rule="R12", default=CONTENT.regions[0]
    )
    await apply_riot(ctx, region)


async def apply_riot(ctx: GameContext[State], region: Region) -> None:
    """R12 Return all tribes and armies of a region to supply."""
    s = ctx.state
    async with Change(ctx) as board:
        piece_texts = describe_region_pieces(s, region)
        for player, tribes in enumerate(s.tribes[region]):
            if tribes:
                board.remove_cylinder(player, Tribe(region), tribes)
        for coalition, armies in list(s.armies[region].items()):
            board.remove_block(coalition, Army(region), armies)
        ctx.log_event(
            "event.riot" if piece_texts else "event.riot_empty", region=NounRef(f"region.{region}"), pieces=piece_texts
        )
        if not piece_texts:
            ctx.note_fact(WithoutEffect())


def describe_region_pieces(s: State, region: Region) -> tuple[Message, ...]:
    """Return texts of all tribes and armies of a region."""
    armies = [names.describe_armies(n, coalition) for coalition, n in s.armies[region].items()]
    tribes = [names.describe_tribes(n, s.name_player(player)) for player, n in enumerate(s.tribes[region]) if n]
    return (*armies, *tribes)


def _describe_rumor(s: State, target: int) -> Message:
    """Event 108: return the number of patriots that a player would lose; for Wakhan the maximum (R14.2)."""
    loyalty = s.players[target].loyalty
    sides = COALITIONS if loyalty is None else (loyalty,)
    return Message("event.rumor_detail", {"patriots": max(len(list_patriots(s, target, side)) for side in sides)})


def _describe_swap(s: State, target: int) -> Message:
    """Event 114: return the number of cards in a player's hand, which is public."""
    return Message("event.swap_detail", {"cards": len(s.players[target].hand)})


def _build_player_option(s: State, number: int, detail: Message) -> Option:
    label = Message("event.player", {"who": s.name_player(number)})
    return Option(f"player:{number}", number, label, detail, place=f"player:{number}")


_SUITS = tuple(
    Option(suit, suit, Message("event.suit_label", {"suit": NounRef(f"suit.{suit}")}), place=f"suit:{suit}")
    for suit in SUITS
)


def _build_region_option(s: State, player: int, region: Region) -> Option:
    def detail() -> Message:
        pieces = describe_region_pieces(s, region)
        if not pieces:
            return Message("event.riot_nothing")
        removed = Message("event.riot_removes", {"pieces": pieces})
        parts = consequences.list_results(s, partial(apply_riot, region=region), player)
        return consequences.join_texts([removed, *consequences.select_words(parts)])

    label = Message("event.region_label", {"region": NounRef(f"region.{region}")})
    return Option(region, region, label, detail, place=f"region:{region}")


PURCHASED_EFFECTS: dict[str, Callable[[GameContext[State], int, int], Awaitable[None]]] = {
    "dominance_check": _resolve_purchased_check,
    "new_tactics": _keep_for_buyer,
    "koh_i_noor_recovered": _keep_for_buyer,
    "courtly_manners": _keep_for_buyer,
    "rumor": _buy_rumor,
    "conflict_fatigue": _keep_for_all,
    "nationalism": _keep_for_buyer,
    "nation_building": _keep_for_buyer,
    "backing_of_persian_aristocracy": _gain_aristocracy_rupees,
    "other_persuasive_methods": _swap_hands,
    "pashtunwali_values": _choose_favored_suit,
    "rebuke": _rebuke_region,
}


# ---------------------------------------------------------------- discarded


async def _resolve_discarded_check(ctx: GameContext[State], _card: int) -> None:
    await resolve_dominance_check(ctx)


async def _keep_discarded_event(ctx: GameContext[State], card: int) -> None:
    _keep_event(ctx.state, card, ctx.state.globals)


async def _ignore_event(ctx: GameContext[State], card: int) -> None:
    """Event 111: nothing happens."""


async def _discard_all_prizes(ctx: GameContext[State], _card: int) -> None:
    """Event 108: all players discard their prizes. Loyalties stay."""
    for player in ctx.state.list_clockwise(ctx.state.current_turn.player):
        discard_prizes(ctx, player)


async def _discard_hand_cards(ctx: GameContext[State], _number: int) -> None:
    """Event 114: all players with hand cards discard one, in turn order from the active player."""
    s = ctx.state
    for player in s.list_clockwise(s.current_turn.player):
        if s.players[player].hand:
            hand = partial(list_hand_options, s, player)
            card: int = await ctx.choose(
                player,
                "event.confidence",
                hand,
                rule="R12",
                default=build_lowest_default(),
                subject=ConfidenceFailure(),
            )
            discard_from_hand(ctx, player, card, NounRef("event.confidence_failure"))


def _make_favor_effect(suit: Suit) -> Callable[[GameContext[State], int], Awaitable[None]]:
    async def apply_effect(ctx: GameContext[State], _card: int) -> None:
        change_favored_suit(ctx, suit)

    return apply_effect


def _make_riot_effect(region: Region) -> Callable[[GameContext[State], int], Awaitable[None]]:
    async def apply_effect(ctx: GameContext[State], _card: int) -> None:
        await apply_riot(ctx, region)

    return apply_effect


DISCARDED_EFFECTS: dict[str, Callable[[GameContext[State], int], Awaitable[None]]] = {
    "dominance_check": _resolve_discarded_check,
    "favor_military": _make_favor_effect("military"),
    "favor_intelligence": _make_favor_effect("intelligence"),
    "favor_political": _make_favor_effect("political"),
    "embarrassment_of_riches": _keep_discarded_event,
    "disregard_for_customs": _keep_discarded_event,
    "failure_to_impress": _discard_all_prizes,
    "riots_in_punjab": _make_riot_effect("punjab"),
    "riots_in_herat": _make_riot_effect("herat"),
    "riots_in_kabul": _make_riot_effect("kabul"),
    "riots_in_persia": _make_riot_effect("persia"),
    "no_effect": _ignore_event,
    "confidence_failure": _discard_hand_cards,
}
