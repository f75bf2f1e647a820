"""A table in the middle of a game, as the examples of the rules describe it, and turns played with scripted answers.

    s = game(2, dice={"market_gold_b": [neutral(5)]})
    person(s, A, coins=6, dice=[5])
    turn(s, "space:market_gold_b", "offer:free_1", "yes")

Without a word it is round 2, A is on turn, no die lies anywhere, nobody has a post, a seal, a good or a contract, all
figures stand in Beijing, and every city bonus is worth coins only where a test says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from engines.kernel import Msg, Prompt, Rng, Seat, Setup, Table, Term, catalogue, read
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.rules.round.beginning import become
from engines.marco_polo_ii.rules.round.turn import belongings, take_turn
from engines.marco_polo_ii.table.setup import new
from engines.marco_polo_ii.table.state import CARRIED, Placed, Player, State, Turn
from tests.kernel.scripted import Dice, Played, Rule, Stage

A, B, C, D = range(4)
NAMES = ("Ann", "Bela", "Cem", "Dana")
COLORS = CONTENT.data.meta.colors
STAGE = Stage("engines.marco_polo_ii", NAMES)
WORDS = catalogue("engines.marco_polo_ii")
PLAIN = {"kashgar": "cb2", "turfan": "cb3", "kochi": "cb1", "hormuz": "cb5", "balkh": "cb6", "baghdad": "cb4"}
"""City bonuses as the stage lays them: 5 coins, 3 VP, 3 camels, 2 jade, a camel and 3 coins, 2 different goods."""


def neutral(value: int) -> Placed:
    return Placed(value, "neutral", None)


def own(seat: Seat, value: int) -> Placed:
    return Placed(value, "own", seat)


def black(seat: Seat, value: int) -> Placed:
    return Placed(value, "black", seat)


def game(
    players: int = 3,
    *,
    caravan: bool = False,
    on: Seat = A,
    dice: Mapping[str, Sequence[Placed]] | None = None,
    cards: Mapping[str, str] | None = None,
    offers: Mapping[str, str] | None = None,
    on_offer: Mapping[str, Sequence[str | None]] | None = None,
    bonuses: Mapping[str, str] | None = None,
    outposts: Mapping[str, str] | None = None,
    number: int = 2,
) -> State:
    """dice: on spaces; cards: card space -> city card; offers: book -> current tile; outposts: all that are left.

    number: of the round
    """
    s = new(Setup(players, COLORS[:players], {"caravan": "on" if caravan else "off"}), Table[Any](None, Rng(bytes(32))))
    s.phase, s.round, s.start, s.next_seat, s.offered = "turns", number, A, on, []
    s.spaces = {ident: list((dice or {}).get(ident, ())) for ident in CONTENT.data.spaces}
    for space, card in (cards or {}).items():
        s.city_cards[space] = card
    for book, tile in (offers or {}).items():
        s.tiles[book][0] = tile
    for city, ids in (on_offer or {}).items():
        s.on_offer[city] = list(ids)
    s.bonuses = {**PLAIN, **(bonuses or {})}
    s.outposts = dict(outposts or {})
    for player in s.players:
        player.contracts = []
        player.goal = player.dealt[0]
        for name in CARRIED:
            setattr(player, name, 0)
    for seat in s.seats:
        person(s, seat, dice=[1, 2, 3, 4, 5] if seat != on else [])
    begin(s, on)
    return s


def begin(s: State, seat: Seat) -> None:
    """The turn of this seat."""
    s.next_seat = seat
    s.playing = Turn(seat, was=belongings(s.players[seat]))


def person(s: State, seat: Seat, character: str | None = None, **values: Any) -> Player:
    """Give a player a character and whatever else is named."""
    player = s.players[seat]
    if character is not None:
        coins = player.coins
        become(s, seat, character)
        player.coins = coins
    for name, value in values.items():
        assert hasattr(player, name), name
        setattr(player, name, sorted(value) if name in ("dice", "black") else value)
    return player


def play(s: State, rule: Rule, *answers: str, rolls: Sequence[int] = ()) -> Played:
    """A rule with scripted answers; these dice fall first."""
    return STAGE.play(s, rule, *answers, rng=Dice(rolls))


def turn(s: State, *answers: str, rolls: Sequence[int] = ()) -> Played:
    """The turn of the seat that is on; "yes" ends it."""
    return play(s, take_turn, *answers, rolls=rolls)


def spaces_open(s: State) -> list[str]:
    """The keys of the spaces that the seat on turn is offered."""
    return [key.removeprefix("space:") for key in keys(s)]


def asides(s: State) -> list[str]:
    """The keys of the bonus actions that the seat on turn is offered."""
    return [option.key for option in question(s).asides]


def keys(s: State, *before: str) -> list[str]:
    """The option keys of the question after these answers."""
    return [option.key for option in question(s, *before).options]


def question(s: State, *before: str) -> Prompt:
    """The question after these answers, on a copy of the table."""
    return STAGE.question(deepcopy(s), take_turn, *before)


def way_by(s: State, cities: Sequence[str], *before: str) -> str:
    """The key of the first way that enters these cities."""
    prompt = question(s, *before)
    wanted = {Term(f"cities.{city}") for city in cities}
    for option in prompt.options:
        detail = read(option.detail) if option.detail is not None else None
        entered = detail.args.get("cities", ()) if isinstance(detail, Msg) else ()
        if isinstance(entered, tuple) and wanted <= set(entered):
            return option.key
    raise AssertionError(f"no way by {cities}")


def stock(player: Player) -> str:
    """What a player carries: "C4 K2 P0 S0 G0 J0 VP0" without the zeros."""
    names = dict(zip(CARRIED, "CKPSGJ", strict=True))
    shown = [f"{letter}{getattr(player, name)}" for name, letter in names.items() if getattr(player, name)]
    return " ".join([*shown, *([f"VP{player.vp}"] if player.vp else [])])
