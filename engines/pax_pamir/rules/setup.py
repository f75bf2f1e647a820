"""R3 Setup of a game, up to the first turn."""

from typing import Any

from engines.kernel import GameContext, Message, NounRef, Option, Rng, Setup, message
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import Coalition
from engines.pax_pamir.table.market import list_pile_sizes
from engines.pax_pamir.table.names import name_card
from engines.pax_pamir.table.questions import ChooseLoyalty
from engines.pax_pamir.table.state import Automa, Player, Space, State, Turn

DATA = CONTENT.data
OPTIONS = ("coin_limit", "aids", "open_hands")
"""Table options with the values on and off."""


def has_wakhan(seats: int, options: dict[str, str]) -> bool:
    """R3.1 Return whether Wakhan plays: always with one person, and with two if the option is set."""
    return seats == 1 or options.get("wakhan") == "two"


def new_game(setup: Setup, ctx: GameContext[Any]) -> State:
    """R3 Set up the table, before loyalties are chosen."""
    people = setup.seats
    wakhan = has_wakhan(people, setup.options)
    colors = list(setup.colors)
    if wakhan:
        colors.append(next(color for color in DATA.player_colors.published if color not in colors))
    deck, unseen = build_deck(len(colors), ctx.rng)
    market = [Space(deck.pop()) for _ in range(DATA.setup.market_rows * DATA.setup.market_columns)]
    first = ctx.rng.pick_below(people)
    automa = None
    if wakhan:
        cards = list(CONTENT.ai)
        ctx.rng.shuffle(cards)
        automa = Automa(cards)
    state = State(
        players=[Player(color, DATA.setup.starting_rupees, DATA.setup.starting_victory_points) for color in colors],
        people=people,
        ring=build_ring(people, first, wakhan),
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
        options=[option for option in OPTIONS if setup.is_on(option)],
    )
    ctx.log_event("setup.market", cards=tuple(name_card(space.card) for space in market if space.card is not None))
    ctx.log_event("setup.first", who=state.name_player(first))
    return state


def build_deck(players: int, rng: Rng) -> tuple[list[int], list[int]]:
    """R3.3 Return (deck with its top card last, cards that leave the game unseen)."""
    courts, checks = list(CONTENT.cards), list(CONTENT.checks)
    events = [card for card in CONTENT.events if card not in checks]
    for pile in (courts, checks, events):
        rng.shuffle(pile)
    deck: list[int] = []
    for cards in reversed(list_pile_sizes(players)):
        pile = [source.pop() for source, n in zip((courts, events, checks), cards, strict=True) for _ in range(n)]
        rng.shuffle(pile)
        deck += pile
    return deck, courts + events


def build_ring(people: int, first: int, has_wakhan: bool) -> list[int]:
    """R3.1, R14.1 Return the players in turn order. Wakhan sits directly before the person who chooses last.

    first: the person who chooses a loyalty first
    """
    if not has_wakhan:
        return list(range(people))
    choosing_order = [(first + i) % people for i in range(people)]
    return [*choosing_order[:-1], people, choosing_order[-1]]


async def choose_loyalty(ctx: GameContext[State]) -> None:
    """R3.6 Let the next person choose a coalition. After the last one the first turn begins: theirs, or Wakhan's."""
    s = ctx.state
    chooser = s.current_turn.player
    player_state = s.players[chooser]
    options = [_build_loyalty_option(s, coalition) for coalition in COALITIONS]
    player_state.loyalty = await ctx.choose(
        chooser, "loyalty.choose", options, rule="R3.6", default=COALITIONS[0], subject=ChooseLoyalty()
    )
    ctx.log_event("loyalty.chosen", who=s.name_player(chooser), coalition=NounRef(f"coalition.{player_state.loyalty}"))
    undecided = [
        player for player in s.list_clockwise(chooser) if player != s.wakhan and s.players[player].loyalty is None
    ]
    if undecided:
        s.turn = Turn(undecided[0], 0)
        return
    s.phase = "turn"
    starter = chooser if s.wakhan is None else s.wakhan
    s.turn = Turn(starter, DATA.limits.actions_per_turn)
    ctx.log_event("loyalty.starts", who=s.name_player(starter))


def _build_loyalty_option(s: State, coalition: Coalition) -> Option:
    """Return the option for a coalition: its patriots and prizes in the market (R4.4), and the players loyal to it."""

    def detail() -> Message:
        cards = [CONTENT.cards[space.card] for space in s.market if space.card in CONTENT.cards]
        patriots = sum(card.patriot == coalition for card in cards)
        prizes = sum(card.prize == coalition for card in cards)
        chosen = tuple(
            s.name_player(player) for player, other_player in enumerate(s.players) if other_player.loyalty == coalition
        )
        market_words = Message("loyalty.market", {"patriots": patriots, "prizes": prizes})
        return Message("loyalty.shared", {"there": market_words, "players": chosen}) if chosen else market_words

    label = message("loyalty.label", coalition=NounRef(f"coalition.{coalition}"))
    return Option(coalition, coalition, label, detail, place=f"coalition:{coalition}")
