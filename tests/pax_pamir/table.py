"""Build tables in mid-game, as in the examples of the rules, and play rules with scripted answers.

    s = build_state(2, armies={"herat": {"british": 1}}, tribes={"herat": {B: 2}}, market={"T2": (30, 1)})
    set_player(s, A, loyalty="afghan", rupees=3, hand=[61], court=[5])
    played = play_rule(s, lambda ctx: play_card(ctx, A, 61, "left"), "offer:1", "counter:0")

Cards that are not mentioned are out of the game, coins in the bank. By default the favored suit is political, A is on
turn with two actions, the market is empty, and the loyalties are Afghan, British and Russian in turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from msgspec import Raw, json

from engines.kernel import Frame, Match, load_catalogue
from engines.pax_pamir import GAME
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import Coalition, Region
from engines.pax_pamir.table.derived import find_ruler
from engines.pax_pamir.table.state import COLUMNS, Automa, Player, Space, State, Turn
from tests.kernel.scripted import Played, Rule, Stage

A, B, C, D, E = range(5)
NAMES = ("Ann", "Bela", "Cem", "Dana", "Eiko")
WORDS = load_catalogue("engines.pax_pamir")


def build_state(
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
    globals: Sequence[int] = (),  # noqa: A002 - name of the State field
    discards: Sequence[int] = (),
    options: Sequence[str] = ("coin_limit",),
    ai: Sequence[int] = (),
) -> State:
    """Return a table with this many people; Wakhan is the player after them and sits before A.

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
        armies={region: _build_blocks((armies or {}).get(region, {})) for region in CONTENT.regions},
        roads={border: _build_blocks((roads or {}).get(border, {})) for border in CONTENT.borders},
        rulers=dict.fromkeys(CONTENT.regions),
        phase="turn",
        turn=Turn(active, actions),
        discards=list(discards),
        globals=list(globals),
        options=list(options),
    )
    for region, counts in (tribes or {}).items():
        for player, n in counts.items():
            s.tribes[cast(Region, region)][player] = n
    for card, on in (spies or {}).items():
        s.spies[card] = [on.get(player, 0) for player in range(count)]
    for name, lies in (market or {}).items():
        card_, rupees = lies if isinstance(lies, tuple) else (lies, 0)
        s.market[find_space(name)] = Space(card_, rupees)
    if wakhan:
        known = list(ai)
        others = [number for number in CONTENT.ai if number not in known]
        s.automa = Automa([*others, *reversed(known[1:])], known[:1])
    update_derived(s)
    return s


def _build_blocks(counts: Mapping[str, int]) -> dict[Coalition, int]:
    return {cast(Coalition, name): n for name, n in counts.items()}


def set_player(
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
    """Set one player (or Wakhan); omitted loyalty, rupees and VP stay, omitted cards become empty."""
    target = s.players[player]
    if loyalty is not None:
        target.loyalty = loyalty  # type: ignore[assignment]
    if rupees is not None:
        target.rupees = rupees
    if vp is not None:
        target.vp = vp
    target.hand, target.court, target.gifts = list(hand), list(court), list(gifts)
    target.prizes, target.events = list(prizes), list(events)
    update_derived(s)
    return target


def update_derived(s: State) -> None:
    """Recompute the rulers, and put every card that is nowhere else among the unseen cards."""
    for region in CONTENT.regions:
        s.rulers[region] = find_ruler(s, region)
    piles = [s.deck, s.discards, s.globals]
    for player in s.players:
        piles += [player.hand, player.court, player.prizes, player.events]
    cards_in_play = {card for pile in piles for card in pile} | {space.card for space in s.market}
    s.unseen = [card for card in (*CONTENT.cards, *CONTENT.events) if card not in cards_in_play]


def find_space(name: str) -> int:
    """R3.4 Return the index of a market space: "T0" -> 0, "B5" -> 11."""
    return "TB".index(name[0]) * COLUMNS + int(name[1])


def name_space(index: int) -> str:
    """R3.4 Return the name of a market space: T0 .. T5 (top row), B0 .. B5 (bottom row)."""
    return f"{'TB'[index // COLUMNS]}{index % COLUMNS}"


STAGE = Stage(GAME.package, NAMES)


def start_match(s: State) -> Match[State]:
    """Return a game in which this is the present state."""
    return Match(GAME, GAME.build_setup(s.people), bytes(32), json.encode(Frame(0, 0, 0, Raw(json.encode(s)))))


def play_rule(s: State, rule: Rule, *answers: str, sound: bool = True) -> Played:
    """Play a rule with these answers; see `Stage.play`. sound: assert at the end that the State is valid."""
    played = STAGE.play(s, rule, *answers)
    if sound:
        assert [problem for problem in GAME.problems(s) if "VP are not those of the checks" not in problem] == []
    return played
