"""R4 The start of a round."""

from engines.kernel import GameContext, SeatRef, message
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.rules.caravans import turn_up_tiles
from engines.marco_polo_ii.table.names import describe_card
from engines.marco_polo_ii.table.state import State

from .income import gain_income
from .rolling import roll_dice, take_dice_back

DATA = CONTENT.data
COMMON_CARD_SPACES = tuple(space for space in CONTENT.card_spaces if DATA.spaces[space].city is None)


async def start_round(ctx: GameContext[State]) -> None:
    """R4 Start a round, in this order: start player, offer tiles, income, common cards, dice back, roll."""
    s = ctx.state
    s.round += 1
    for player in s.players:
        player.walks, player.drives = [], []
    ctx.log_event("round.last" if s.round == DATA.meta.rounds else "round.begins", n=s.round, of=DATA.meta.rounds)
    if s.round > 1:
        _set_start_player(ctx)
        _advance_offer_tiles(ctx)
    await gain_income(ctx)
    if s.round > 1:
        _replace_common_cards(ctx)
        turn_up_tiles(s)
        take_dice_back(s)
    await roll_dice(ctx)
    s.next_seat = s.start
    s.phase = "turns"


def _set_start_player(ctx: GameContext[State]) -> None:
    """R4.1 Make the holder of the travel record the start player; no change if no player travelled."""
    s = ctx.state
    if s.record is not None:
        s.start = s.record.seat
    s.record = None
    ctx.log_event("round.start_player", who=SeatRef(s.start))


def _advance_offer_tiles(ctx: GameContext[State]) -> None:
    """R4.2 Discard the current tile of each book; the tile after the new one becomes visible."""
    for tiles in ctx.state.tiles.values():
        tiles.pop(0)
    ctx.mark_revealed()


def _replace_common_cards(ctx: GameContext[State]) -> None:
    """R4.4 Replace the two common cards."""
    s = ctx.state
    for space in COMMON_CARD_SPACES:
        s.cards.discard.append(s.city_cards[space])
        card_id = s.cards.take_top(ctx)
        assert card_id is not None
        s.city_cards[space] = card_id
    ctx.log_event(
        "round.cards",
        cards=tuple(message("round.card", card=describe_card(s.city_cards[space])) for space in COMMON_CARD_SPACES),
    )
