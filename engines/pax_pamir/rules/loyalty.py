"""R4.7, R4.10 Changes of the favored suit and of loyalties, and the prizes that change a loyalty (R8.5)."""

from engines.kernel import GameContext, NounRef
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Coalition, Suit
from engines.pax_pamir.table.derived import list_patriots
from engines.pax_pamir.table.facts import WithoutEffect
from engines.pax_pamir.table.names import name_card
from engines.pax_pamir.table.places import Gift
from engines.pax_pamir.table.state import State

from .board_changes import Change, discard_from_court, update_rulers


async def change_loyalty(ctx: GameContext[State], player: int, coalition: Coalition) -> None:
    """R4.10 Change the loyalty: return gifts, discard prizes, discard old patriots as one batch, then set the dial.

    Does nothing if the player is already loyal to the coalition. A patriot just played belongs to the new coalition
    and stays.
    """
    s = ctx.state
    player_state = s.players[player]
    if player_state.loyalty == coalition or player == s.wakhan:
        return
    ctx.log_event("loyalty.changes", who=s.name_player(player), coalition=NounRef(f"coalition.{coalition}"))
    if player_state.gifts:
        ctx.log_event("loyalty.gifts", who=s.name_player(player), n=len(player_state.gifts))
        async with Change(ctx) as board:
            for price in list(player_state.gifts):
                board.remove_cylinder(player, Gift(price))
    discard_prizes(ctx, player)
    if player_state.loyalty is not None and (old_patriots := list_patriots(s, player, player_state.loyalty)):
        await discard_from_court(ctx, player, old_patriots)
    player_state.loyalty = coalition
    update_rulers(ctx)


def discard_prizes(ctx: GameContext[State], player: int) -> None:
    """R4.10 Discard all prizes of the player."""
    s = ctx.state
    player_state = s.players[player]
    if player_state.prizes:
        ctx.log_event(
            "loyalty.prizes", who=s.name_player(player), cards=tuple(name_card(card) for card in player_state.prizes)
        )
        s.discards += player_state.prizes
        player_state.prizes = []


async def take_prize(ctx: GameContext[State], player: int, card: int) -> None:
    """R8.5 Take a betrayed card, just discarded, as a prize. A prize of another coalition changes the loyalty first."""
    s = ctx.state
    prize = CONTENT.cards[card].prize
    if prize == "none":
        raise RuntimeError(f"court card {card} is no prize")
    await change_loyalty(ctx, player, prize)
    s.discards.remove(card)
    s.players[player].prizes.append(card)
    ctx.log_event(
        "loyalty.prize", who=s.name_player(player), card=name_card(card), coalition=NounRef(f"coalition.{prize}")
    )


PASHTUNWALI_VALUES = 115


def change_favored_suit(ctx: GameContext[State], suit: Suit) -> None:
    """R6.2, R12 Change the favored suit by an icon or event. While event 115 is in effect it stays."""
    s = ctx.state
    if PASHTUNWALI_VALUES in s.globals:
        ctx.log_event("event.suit_stays", suit=NounRef(f"suit.{s.favored}"))
        ctx.note_fact(WithoutEffect())
    else:
        set_favored_suit(ctx, suit)


def set_favored_suit(ctx: GameContext[State], suit: Suit) -> None:
    """Set the favored suit, even if event 115 is in effect."""
    if suit != ctx.state.favored:
        ctx.state.favored = suit
        ctx.log_event("event.suit", suit=NounRef(f"suit.{suit}"))
