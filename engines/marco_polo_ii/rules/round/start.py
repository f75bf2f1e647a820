"""R4 The start of a round."""

from __future__ import annotations

from engines.kernel import Table, Who, say
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.rules.caravans import turn_up
from engines.marco_polo_ii.table.names import card
from engines.marco_polo_ii.table.state import State

from .income import income
from .rolling import roll, take_dice_back

DATA = CONTENT.data
COMMON = tuple(space for space in CONTENT.card_spaces if DATA.spaces[space].city is None)


async def start_round(t: Table[State]) -> None:
    """R4 In this order: start player, offer tiles, income, common cards, dice back, roll."""
    s = t.state
    s.round += 1
    for player in s.players:
        player.walks, player.drives = [], []
    t.tell("round.last" if s.round == DATA.meta.rounds else "round.begins", n=s.round, of=DATA.meta.rounds)
    if s.round > 1:
        _start_player(t)
        _offer_tiles(t)
    await income(t)
    if s.round > 1:
        _common_cards(t)
        turn_up(s)
        take_dice_back(s)
    await roll(t)
    s.next_seat = s.start
    s.phase = "turns"


def _start_player(t: Table[State]) -> None:
    """R4.1 Who holds the travel record; if nobody travelled, no change."""
    s = t.state
    if s.record is not None:
        s.start = s.record.seat
    s.record = None
    t.tell("round.start_player", who=Who(s.start))


def _offer_tiles(t: Table[State]) -> None:
    """R4.2 The next tile of each book; the one after it can be seen now."""
    for tiles in t.state.tiles.values():
        tiles.pop(0)
    t.reveal()


def _common_cards(t: Table[State]) -> None:
    """R4.4 Two new common cards."""
    s = t.state
    for space in COMMON:
        s.cards.discard.append(s.city_cards[space])
        new = s.cards.draw(t)
        assert new is not None
        s.city_cards[space] = new
    t.tell("round.cards", cards=tuple(say("round.card", card=card(s.city_cards[space])) for space in COMMON))
