"""The fullest and emptiest states of Kilia, for the checks that every picture must pass."""

from __future__ import annotations

from engines.kilia.data.types import ACHIEVEMENTS
from engines.kilia.game import GAME
from engines.kilia.table.state import State
from engines.kilia.view import View
from tests.kilia.stage import BROWN, RED, WHITE, YELLOW, build_table, set_player

MARKET = "M1:W01+W02+W03 M2:R01+R02 M3:B01 M4:Y01+Y02+Y03 M5:W04 M6:R03+R04*2"
CONTRACTS = "C01 C05 C09 C13 C17 C21 C25 C29"


def build_crowded_state() -> State:
    """Return full boards: five warehouses, eight active contracts, four abilities, stacks
    everywhere, a sprat, ship 2.
    """
    s = build_table(4, active=RED, in_round=13)
    canal = {1: "Y06", 2: "Y07 turned", 4: "B06", 5: "W06 turned"}
    set_player(
        s,
        RED,
        coins=23,
        goods=(12, 10, 9, 14),
        zones=(2, 4, 1, 4),
        market=MARKET,
        abilities="R05 R09 W09 B09",
        canal=canal,
        active=CONTRACTS,
        sprat="held",
    )
    set_player(s, WHITE, coins=12, goods=(10, 11, 12, 13), zones=(2, 2, 2, 2), side="right")
    set_player(s, BROWN, zones=(2, 0, 4, 0), canal={1: "B10"})
    set_player(s, YELLOW, coins=15, zones=(2, 3, 3, 3), fulfilled="C02 C03 C04 C06 C07 C08")
    for seat in (RED, WHITE, BROWN, YELLOW):
        s.players[seat].turn_actions = ["expand:castle", "merchant:wood", "fulfil:C01", "sprat"]
    for achievement in ACHIEVEMENTS[1::2]:
        s.wheels[achievement].waiting = [WHITE, RED, BROWN, YELLOW]
    s.wheels["fifteen_coins"].waiting = [WHITE] * 5
    s.wheels["three_contracts"].markers[0] = [WHITE, RED, BROWN, YELLOW, WHITE]
    return s


def build_empty_state() -> State:
    """Return an empty position: no cards, no contracts, no possessions."""
    s = build_table(2, in_round=15)
    for seat in (WHITE, RED):
        set_player(s, seat)
        s.players[seat].active = []
    s.deck, s.contract_deck = [], []
    s.offer, s.contracts = [None] * 5, [None] * 5
    return s


def build_final_state(seats: int) -> State:
    """Return the end of a game; with two players a tie."""
    s = build_crowded_state() if seats == 4 else build_table(2)
    for player in s.players:
        player.abilities = [] if seats == 2 else player.abilities
    for wheel in s.wheels.values():
        wheel.waiting = []
    s.phase, s.is_final_round = "over", True
    return s


def build_checked_view(s: State) -> View:
    view: View = GAME.view(s, None)
    return view


CROWDED = {
    "crowded": build_checked_view(build_crowded_state()),
    "empty": build_checked_view(build_empty_state()),
    "ended": build_checked_view(build_final_state(4)),
    "tied": build_checked_view(build_final_state(2)),
}
