"""A table in the middle of a game, as the examples of the rules describe it, and rules played with scripted answers.

    s = state(2, armies={"herat": {"british": 1}}, tribes={"herat": {B: 2}}, market={"T2": (30, 1)})
    person(s, A, loyalty="afghan", rupees=3, hand=[61], court=[5])
    told = play(s, lambda t: play_card(t, A, 61, "left"), "offer:1", "counter:0")

Cards that are not mentioned lie unseen outside the game, coins in the bank. Without a word the favored suit is
political, A is on turn with two actions, the market is empty and the loyalties are Afghan, British, Russian in turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from engines.kernel import catalogue
from engines.pax_pamir import GAME
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import Coalition, Region
from engines.pax_pamir.table.ruling import ruler
from engines.pax_pamir.table.state import COLUMNS, Automa, Player, Space, State, Turn
from tests.kernel.scripted import Played, Rule, Stage

A, B, C, D, E = range(5)
NAMES = ("Ann", "Bela", "Cem", "Dana", "Eiko")
WORDS = catalogue("engines.pax_pamir")


def state(
    players: int = 3,
    *,
    wakhan: bool = False,
    active: int = A,
    actions: int = 2,
    favored: str = "political",
    armies: Mapping[str, Mapping[str, int]] | None = None,
    roads: Mapping[str, Mapping[str, int]] | None = None,
    tribes: Mapping[str, Mapping[int, int]] | None = None,
    spies: Mapping[int, Mapping[int, int]] | None = None,
    market: Mapping[str, tuple[int | None, int] | int | None] | None = None,
    deck: Sequence[int] = (),
    globals: Sequence[int] = (),  # noqa: A002 - as the State calls them
    discards: Sequence[int] = (),
    options: Sequence[str] = ("coin_limit",),
    ai: Sequence[int] = (),
) -> State:
    """A table with so many people; Wakhan is the player after them and sits before A.

    armies, roads: region or border -> coalition -> blocks; tribes, spies: region or card -> player -> cylinders;
    market:  space ("T0".."B5") -> card, or (card or None, rupees on it)
    deck:    from the top; ai: Wakhan's cards: the front, then her deck from the top
    """
    people = players
    count = people + wakhan
    colors = CONTENT.data.player_colors.published[:count]
    ring = [*range(1, people), people, 0] if wakhan else list(range(people))
    s = State(
        players=[
            Player(color, CONTENT.data.setup.starting_rupees, loyalty=COALITIONS[n % 3] if n < people else None)
            for n, color in enumerate(colors)
        ],
        people=people,
        ring=ring,
        deck=list(reversed(deck)),
        unseen=[],
        market=[Space() for _ in range(2 * COLUMNS)],
        favored=favored,  # type: ignore[arg-type]
        tribes={region: [0] * count for region in CONTENT.regions},
        armies={region: _blocks((armies or {}).get(region, {})) for region in CONTENT.regions},
        roads={border: _blocks((roads or {}).get(border, {})) for border in CONTENT.borders},
        rulers=dict.fromkeys(CONTENT.regions),
        phase="turn",
        turn=Turn(active, actions),
        discards=list(discards),
        globals=list(globals),
        options=list(options),
    )
    for region, there in (tribes or {}).items():
        for player, n in there.items():
            s.tribes[cast(Region, region)][player] = n
    for card, on in (spies or {}).items():
        s.spies[card] = [on.get(player, 0) for player in range(count)]
    for name, lies in (market or {}).items():
        card_, rupees = lies if isinstance(lies, tuple) else (lies, 0)
        s.market[space(name)] = Space(card_, rupees)
    if wakhan:
        known = list(ai)
        others = [number for number in CONTENT.ai if number not in known]
        s.automa = Automa([*others, *reversed(known[1:])], known[:1])
    settle(s)
    return s


def _blocks(there: Mapping[str, int]) -> dict[Coalition, int]:
    return {cast(Coalition, name): n for name, n in there.items()}


def person(
    s: State,
    player: int,
    *,
    loyalty: str | None = None,
    rupees: int | None = None,
    vp: int | None = None,
    hand: Sequence[int] = (),
    court: Sequence[int] = (),
    gifts: Sequence[int] = (),
    prizes: Sequence[int] = (),
    events: Sequence[int] = (),
) -> Player:
    """Set one player (or Wakhan); what is not named stays (loyalty, rupees, VP) or is empty."""
    who = s.players[player]
    if loyalty is not None:
        who.loyalty = loyalty  # type: ignore[assignment]
    if rupees is not None:
        who.rupees = rupees
    if vp is not None:
        who.vp = vp
    who.hand, who.court, who.gifts = list(hand), list(court), list(gifts)
    who.prizes, who.events = list(prizes), list(events)
    settle(s)
    return who


def settle(s: State) -> None:
    """Rulers follow the pieces, and every card that lies nowhere lies unseen."""
    for region in CONTENT.regions:
        s.rulers[region] = ruler(s, region)
    piles = [s.deck, s.discards, s.globals]
    for player in s.players:
        piles += [player.hand, player.court, player.prizes, player.events]
    there = {card for pile in piles for card in pile} | {space.card for space in s.market}
    s.unseen = [card for card in (*CONTENT.cards, *CONTENT.events) if card not in there]


def space(name: str) -> int:
    """R3.4 "T0" -> 0, "B5" -> 11"""
    return "TB".index(name[0]) * COLUMNS + int(name[1])


def space_name(index: int) -> str:
    """R3.4 The other way round: T0 .. T5 (top row), B0 .. B5 (bottom row)."""
    return f"{'TB'[index // COLUMNS]}{index % COLUMNS}"


STAGE = Stage(GAME.package, NAMES)


def play(s: State, rule: Rule, *answers: str, sound: bool = True) -> Played:
    """Play a rule with these answers; see `Stage.play`. sound: `problems` are looked for at the end."""
    played = STAGE.play(s, rule, *answers)
    if sound:
        assert [problem for problem in GAME.problems(s) if "VP are not those of the checks" not in problem] == []
    return played
