"""R3 Setup: from the box to the first turn."""

from __future__ import annotations

from typing import Any

from engines.kernel import Msg, Option, Rng, Setup, Table, Term, say
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import Coalition
from engines.pax_pamir.table.deck import pile_sizes
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.questions import ChooseLoyalty
from engines.pax_pamir.table.state import Automa, Player, Space, State, Turn

DATA = CONTENT.data
OPTIONS = ("coin_limit", "aids", "open_hands")
"""Table options that are on or off."""


def with_wakhan(seats: int, options: dict[str, str]) -> bool:
    """R3.1 She plays when one person sits down, and with two where the table says so."""
    return seats == 1 or options.get("wakhan") == "two"


def new(setup: Setup, t: Table[Any]) -> State:
    """R3 The table before loyalties are chosen."""
    people = setup.seats
    wakhan = with_wakhan(people, setup.options)
    colors = list(setup.colors)
    if wakhan:
        colors.append(next(color for color in DATA.player_colors.published if color not in colors))
    deck, unseen = build_deck(len(colors), t.rng)
    market = [Space(deck.pop()) for _ in range(DATA.setup.market_rows * DATA.setup.market_columns)]
    first = t.rng.below(people)
    automa = None
    if wakhan:
        cards = list(CONTENT.ai)
        t.rng.shuffle(cards)
        automa = Automa(cards)
    state = State(
        players=[Player(color, DATA.setup.starting_rupees, DATA.setup.starting_victory_points) for color in colors],
        people=people,
        ring=ring(people, first, wakhan),
        deck=deck,
        unseen=unseen,
        market=market,
        favored=DATA.setup.starting_favored_suit,
        tribes={region: [0] * len(colors) for region in CONTENT.regions},
        armies={region: {} for region in CONTENT.regions},
        roads={border: {} for border in CONTENT.borders},
        rulers=dict.fromkeys(CONTENT.regions),
        turn=Turn(first, 0),
        automa=automa,
        options=[option for option in OPTIONS if setup.on(option)],
    )
    t.tell("setup.market", cards=tuple(card_words(space.card) for space in market if space.card is not None))
    t.tell("setup.first", who=state.named(first))
    return state


def build_deck(players: int, rng: Rng) -> tuple[list[int], list[int]]:
    """R3.3 (deck with its top last, cards that leave the game unseen)."""
    courts, checks = list(CONTENT.cards), list(CONTENT.checks)
    events = [card for card in CONTENT.events if card not in checks]
    for pile in (courts, checks, events):
        rng.shuffle(pile)
    deck: list[int] = []
    for cards in reversed(pile_sizes(players)):
        pile = [source.pop() for source, n in zip((courts, events, checks), cards, strict=True) for _ in range(n)]
        rng.shuffle(pile)
        deck += pile
    return deck, courts + events


def ring(people: int, first: int, wakhan: bool) -> list[int]:
    """R3.1, R14.1 Players clockwise. Wakhan sits directly before the person who chooses last; `first` chooses first."""
    if not wakhan:
        return list(range(people))
    choosing = [(first + i) % people for i in range(people)]
    return [*choosing[:-1], people, choosing[-1]]


async def choose_loyalty(t: Table[State]) -> None:
    """R3.6 The next person chooses a coalition. After the last one the first turn begins: theirs, or Wakhan's."""
    s = t.state
    chooser = s.playing.player
    who = s.players[chooser]
    options = [_loyal_to(s, coalition) for coalition in COALITIONS]
    who.loyalty = await t.choose(
        chooser, "loyalty.choose", options, rule="R3.6", default=COALITIONS[0], about=ChooseLoyalty()
    )
    t.tell("loyalty.chosen", who=s.named(chooser), coalition=Term(f"coalition.{who.loyalty}"))
    waiting = [player for player in s.clockwise(chooser) if player != s.wakhan and s.players[player].loyalty is None]
    if waiting:
        s.turn = Turn(waiting[0], 0)
        return
    s.phase = "turn"
    starter = chooser if s.wakhan is None else s.wakhan
    s.turn = Turn(starter, DATA.limits.actions_per_turn)
    t.tell("loyalty.starts", who=s.named(starter))


def _loyal_to(s: State, coalition: Coalition) -> Option:
    """A coalition, with what is there for it: patriots and prizes in the market (R4.4), and who has chosen it."""

    def detail() -> Msg:
        cards = [CONTENT.cards[space.card] for space in s.market if space.card in CONTENT.cards]
        patriots = sum(card.patriot == coalition for card in cards)
        prizes = sum(card.prize == coalition for card in cards)
        chosen = tuple(s.named(player) for player, who in enumerate(s.players) if who.loyalty == coalition)
        there = Msg("loyalty.market", {"patriots": patriots, "prizes": prizes})
        return Msg("loyalty.shared", {"there": there, "players": chosen}) if chosen else there

    label = say("loyalty.label", coalition=Term(f"coalition.{coalition}"))
    return Option(coalition, coalition, label, detail, place=f"coalition:{coalition}")
