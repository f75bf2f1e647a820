"""A table in the middle of a game, as the examples of the rules describe it, and turns played with scripted answers.

    s = game(2, dice={"market_gold_b": [neutral(5)]})
    person(s, A, coins=6, dice=[5])
    turn(s, "space:market_gold_b", "offer:free_1", "yes")

By default it is round 2, A is on turn, no die lies anywhere, no player has a post, a seal, a good or a contract, all
figures stand in Beijing, and every city bonus is worth coins only where a test says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from engines.kernel import (
    GameContext,
    Lang,
    Message,
    NounRef,
    Option,
    Prompt,
    Rng,
    Seat,
    Setup,
    load_catalogue,
    resolve_text,
)
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.rules.round.beginning import assign_character
from engines.marco_polo_ii.rules.round.turn import count_belongings, take_turn
from engines.marco_polo_ii.table.setup import new_game
from engines.marco_polo_ii.table.state import RESOURCES, PlacedDie, Player, State, Turn
from tests.kernel.scripted import Dice, Played, Rule, Stage

A, B, C, D = range(4)
NAMES = ("Ann", "Bela", "Cem", "Dana")
COLORS = CONTENT.data.meta.colors
STAGE = Stage("engines.marco_polo_ii", NAMES)
WORDS = load_catalogue("engines.marco_polo_ii")
DEFAULT_BONUSES = {"kashgar": "cb2", "turfan": "cb3", "kochi": "cb1", "hormuz": "cb5", "balkh": "cb6", "baghdad": "cb4"}
"""City bonuses as the stage lays them: 5 coins, 3 VP, 3 camels, 2 jade, a camel and 3 coins, 2 different goods."""


def neutral_die(value: int) -> PlacedDie:
    return PlacedDie(value, "neutral", None)


def own_die(seat: Seat, value: int) -> PlacedDie:
    return PlacedDie(value, "own", seat)


def black_die(seat: Seat, value: int) -> PlacedDie:
    return PlacedDie(value, "black", seat)


def build_state(
    players: int = 3,
    *,
    caravan: bool = False,
    on: Seat = A,
    dice: Mapping[str, Sequence[PlacedDie]] | None = None,
    cards: Mapping[str, str] | None = None,
    offers: Mapping[str, str] | None = None,
    on_offer: Mapping[str, Sequence[str | None]] | None = None,
    bonuses: Mapping[str, str] | None = None,
    outposts: Mapping[str, str] | None = None,
    number: int = 2,
) -> State:
    """Build a table from its differences to the default.

    dice: on spaces; cards: card space -> city card; offers: book -> current tile; outposts: all that are left; number:
    of the round.
    """
    s = new_game(
        Setup(players, COLORS[:players], {"caravan": "on" if caravan else "off"}),
        GameContext[Any](None, Rng(bytes(32))),
    )
    s.phase, s.round, s.start, s.next_seat, s.available_characters = "turns", number, A, on, []
    s.spaces = {ident: list((dice or {}).get(ident, ())) for ident in CONTENT.data.spaces}
    for space, card in (cards or {}).items():
        s.city_cards[space] = card
    for book, tile in (offers or {}).items():
        s.tiles[book][0] = tile
    for city, ids in (on_offer or {}).items():
        s.on_offer[city] = list(ids)
    s.bonuses = {**DEFAULT_BONUSES, **(bonuses or {})}
    s.outposts = dict(outposts or {})
    for player in s.players:
        player.contract_slots = [None, None]
        player.goal = player.dealt_goals[0]
        for name in RESOURCES:
            setattr(player, name, 0)
    for seat in s.seats:
        set_player(s, seat, dice=[1, 2, 3, 4, 5] if seat != on else [])
    begin_turn(s, on)
    return s


def begin_turn(s: State, seat: Seat) -> None:
    """Begin the turn of this seat."""
    s.next_seat = seat
    s.playing = Turn(seat, initial_belongings=count_belongings(s.players[seat]))


def set_player(s: State, seat: Seat, character: str | None = None, **values: Any) -> Player:
    """Give a player a character and the named values."""
    player = s.players[seat]
    if character is not None:
        coins = player.coins
        assign_character(s, seat, character)
        player.coins = coins
    if "contracts" in values:
        held = values.pop("contracts")
        player.contract_slots = [*held, *[None] * (2 - len(held))]
    for name, value in values.items():
        assert hasattr(player, name), name
        setattr(player, name, sorted(value) if name in ("dice", "black") else value)
    return player


def play(s: State, rule: Rule, *answers: str, rolls: Sequence[int] = ()) -> Played:
    """Play a rule with scripted answers; these dice are rolled first."""
    return STAGE.play(s, rule, *answers, rng=Dice(rolls))


def take_scripted_turn(s: State, *answers: str, rolls: Sequence[int] = ()) -> Played:
    """Play the turn of the active seat; the answer "yes" ends it."""
    return play(s, take_turn, *answers, rolls=rolls)


def list_open_spaces(s: State) -> list[str]:
    """Return the keys of the spaces that the active seat is offered."""
    return [key.removeprefix("space:") for key in list_keys(s)]


def list_bonus_actions(s: State) -> list[str]:
    """Return the keys of the bonus actions that the active seat is offered."""
    return [option.key for option in find_question(s).side_actions]


def list_keys(s: State, *before: str) -> list[str]:
    """Return the option keys of the question after these answers."""
    return [option.key for option in find_question(s, *before).options]


def find_question(s: State, *before: str) -> Prompt:
    """Return the question after these answers, on a copy of the table."""
    return STAGE.find_prompt(deepcopy(s), take_turn, *before)


def find_route(s: State, cities: Sequence[str], *before: str) -> str:
    """Return the key of the first route that enters these cities."""
    prompt = find_question(s, *before)
    wanted = {NounRef(f"cities.{city}") for city in cities}
    for option in prompt.options:
        detail = resolve_text(option.detail) if option.detail is not None else None
        entered = detail.args.get("cities", ()) if isinstance(detail, Message) else ()
        if isinstance(entered, tuple) and wanted <= set(entered):
            return option.key
    raise AssertionError(f"no way by {cities}")


def format_stock(player: Player) -> str:
    """Return a player's resources as text: "C4 K2 P0 S0 G0 J0 VP0" without the zeros."""
    names = dict(zip(RESOURCES, "CKPSGJ", strict=True))
    amounts = [f"{letter}{getattr(player, name)}" for name, letter in names.items() if getattr(player, name)]
    return " ".join([*amounts, *([f"VP{player.vp}"] if player.vp else [])])


def render_option(prompt: Prompt, key: str, lang: Lang = "en") -> tuple[str, str]:
    """Return the label and detail of an option."""
    option = next(candidate for candidate in prompt.options if candidate.key == key)
    return render_label(option, lang), "" if option.detail is None else WORDS.render(
        resolve_text(option.detail), lang, NAMES
    )


def render_label(option: Option, lang: Lang = "en") -> str:
    return WORDS.render(resolve_text(option.label), lang, NAMES)
